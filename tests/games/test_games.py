"""What is true of every game: its printed examples, and its answers read and written."""

import ast
import tomllib
from pathlib import Path

import pytest
from independent import belote, coinche, switches, tarot

from scorekeeper.games import GAMES, PRESETS
from scorekeeper.games.belote.scoring import Rule as ClassicRule
from scorekeeper.games.coinche import scoring as coinche_scoring
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.answers import HandError, answers, read
from scorekeeper.rules.game import Table
from scorekeeper.rules.option import EVENT
from scorekeeper.rules.score import Extra, Held, Rule

CAST = ("Anne", "Bruno", "Chloé", "David", "Eve", "Félix", "Gaël", "Huguette")
HERE = Path(__file__).parents[1]


def vectors():
    """Every game with each of its hands."""
    for name, game in GAMES.items():
        text = (HERE / "vectors" / f"{name}.toml").read_text(encoding="utf-8")
        found = tomllib.loads(text)
        for vector in [*found["hand"], *found.get("other_programs", ())]:
            yield f"{name}: {vector['says']}", game, vector


VECTORS = list(vectors())


def broken(promise):
    """The printed hands for which a promise does not hold, or is an error."""
    found = []
    for says, game, vector in VECTORS:
        try:
            promise(game, vector)
        except Exception as error:
            found.append((says, repr(error)))
    return found


def table_of(game, vector):
    players = CAST[: vector.get("seats", game.seats[0])]
    preset = PRESETS[vector["preset"]][1].options if "preset" in vector else {}
    options = game.read_options({**preset, **vector.get("options", {})})
    columns = len(game.columns(players))
    held = Held(tuple(vector.get("before", ())), vector.get("untouched", False))
    standing = tuple(vector.get("standing", (0,) * columns))
    return Table(players, options, 0, held, standing, vector.get("last_deal", False))


@pytest.mark.parametrize(
    ("game", "vector"), [pytest.param(*v, id=says) for says, *v in VECTORS]
)
def test_printed_hand_has_its_printed_score(game, vector):
    at = table_of(game, vector)
    found = game.score(game.read(vector["answers"], at), at)
    assert list(found.scores) == vector["scores"]
    lines = {str(line.rule.title): list(line.scores) for line in found.lines}
    assert vector.get("lines", lines) == lines
    assert vector.get("pots", list(found.held.pots)) == list(found.held.pots)
    assert vector.get("verdict", str(found.verdict)) == str(found.verdict)
    assert vector.get("replayed", False) is found.replayed
    if found.account:
        kept = found.held.total - at.held.total
        assert sum(found.scores) + kept == found.account.total


JUDGED = tomllib.loads(Path(__file__).with_name("judged.toml").read_text(encoding="utf-8"))


def judged(kind):
    """The options or answers of each game that are refused, or the answers doubted."""
    return [
        pytest.param(GAMES[name], case, id=f"{name}: {case.get('answers', case)}")
        for name, cases in JUDGED.items()
        for case in cases.get(kind, ())
    ]


@pytest.mark.parametrize(("game", "case"), judged("options"))
def test_impossible_option_is_refused(game, case):
    (name,) = case
    with pytest.raises(HandError) as refused:
        game.read_options(case)
    assert refused.value.name == f"options.{name}"


@pytest.mark.parametrize(("game", "case"), judged("refused"))
def test_impossible_answers_are_refused(game, case):
    with pytest.raises(HandError) as refused:
        game.read(case["answers"], table_of(game, case))
    assert refused.value.name == case["field"]


@pytest.mark.parametrize(("game", "case"), judged("doubted"))
def test_improbable_answers_are_warned_of(game, case):
    at = table_of(game, case)
    hand = game.read(case["answers"], at)
    assert {str(warning.name) for warning in game.warnings(hand, at)} == {*case["fields"]}
    assert game.score(hand, at).lines


def test_hand_round_trip():
    def promise(game, vector):
        players = table_of(game, vector).players
        hand = read(game.hand, vector["answers"], players)
        assert read(game.hand, answers(hand, players), players) == hand

    assert broken(promise) == []


def test_a_hand_says_what_it_is():
    def promise(game, vector):
        at = table_of(game, vector)
        hand = game.read(vector["answers"], at)
        assert str(game.headline(hand, at))
        for line in game.score(hand, at).lines:
            assert str(line.because) and str(line.rule.article)

    assert broken(promise) == []


@pytest.mark.parametrize(
    ("game", "coinche", "says"),
    [
        ("coinche", "coinche", "Anne : 100, coinché par Bruno"),
        ("coinche", "surcoinche", "Anne : 100, coinché par Bruno, surcoinché"),
        ("contree", "coinche", "Anne : 100, contré par Bruno"),
        ("contree", "surcoinche", "Anne : 100, contré par Bruno, surcontré"),
    ],
)
def test_a_doubled_contract_names_who_doubled_it_where_that_is_said(game, coinche, says):
    at = table_of(GAMES[game], {})
    given = {"taker": "Anne", "contract": 100, "points": 110, "coinche": coinche}
    hand = GAMES[game].read({**given, "coinched_by": "Bruno"}, at)
    assert str(GAMES[game].headline(hand, at)) == says
    unsaid = GAMES[game].read(given, at)
    assert "Bruno" not in str(GAMES[game].headline(unsaid, at))
    assert GAMES[game].score(unsaid, at) == GAMES[game].score(hand, at)


HELD = (ClassicRule.TIE, coinche_scoring.TIE)
"""Rules whose working is the points of both sides, of which one is held."""


def reckoned(working):
    """What the arithmetic of a working comes to."""
    sums = working.split("=")[0].replace("×", "*").replace("−", "-")
    return ast.literal_eval(sums) if sums.strip().lstrip("-").isdigit() else count(sums)


def count(sums):
    """The value of a sum of products, with one bracket at most."""
    tree = ast.parse(sums, mode="eval").body

    def value(node):
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.UnaryOp):
            return -value(node.operand)
        left, right = value(node.left), value(node.right)
        return left * right if isinstance(node.op, ast.Mult) else left + right

    return value(tree)


def test_working_equals_marks():
    def promise(game, vector):
        at = table_of(game, vector)
        for line in game.score(game.read(vector["answers"], at), at).lines:
            if line.working and "→" not in line.working and line.rule not in HELD:
                scores = [abs(points) for points in line.scores]
                assert abs(reckoned(line.working)) in (*scores, sum(scores)), line

    assert broken(promise) == []


TAROT = tarot.FFT | {"target": 0, "poignee": tuple(tarot.FFT["poignee"])}
TEAMS = {"no_trump": False, "all_trump_belotes": 4}
BELOTE = belote.FFB | TEAMS
FFB_COINCHE, CONTREE = (
    coinche.BOTH | coinche.OWN[game] | TEAMS for game in ("coinche", "contree")
)
CONTREE |= {"highest_bid": 160, "no_trump": True}
KEPT = {"capot_keeps_belote": True}
"""The web page on contrée."""
MOUCHE = {
    **{"mise": 1, "dealer_mise": 20, "dealer_ante": 5, "failure": "stack"},
    **{"mouches": "merged"},
}
BELOTE_OF_TWO = {
    **{"annonces": False, "target": 1000, "tie": "litige", "failed": "all", "capot": 252},
    **{"cards": "all", "belote": True, "belote_counts": True, "annonces_count": True},
    **{"rounding": "none", "must_exceed": False},
}
AT_THREE = {"contract": "each", "tie": "failed", "failed": "best", "no_trick": 50}
BELOTE_OF_THREE = BELOTE_OF_TWO | AT_THREE


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("tarot-fft", TAROT),
        ("belote-ffb", BELOTE),
        ("belote-annonces", BELOTE | {"annonces": True, "finish": "capot"}),
        ("coinche-ffb", FFB_COINCHE),
        ("contree-faits-annonces", CONTREE | KEPT),
        ("contree-faits", CONTREE | KEPT | {"counting": "made"}),
        ("contree-annonces", CONTREE | {"counting": "announced", "target": 1000}),
        ("contree-cannes", CONTREE | switches.CANNES),
        ("tarot-deux", {}),
        ("belote-deux", BELOTE_OF_TWO),
        (
            "belote-decouverte",
            {
                **{"annonces": False, "target": 1000, "capot": 212, "belote": True},
                **{"rounding": "none", "must_exceed": False},
            },
        ),
        ("belote-trois", BELOTE_OF_THREE),
        ("tarot-mouche", MOUCHE),
        (
            "tarot-duplicate",
            {"event": "individual", "ranking": "alternate", "contract": "garde"},
        ),
        ("libre", {"zero_sum": False, "target": 0, "wins": "most"}),
    ],
)
def test_a_preset_is_what_its_text_says(name, options):
    game, preset = PRESETS[name]
    """The options that the second scorer takes where a document says nothing, and a few that
    its marks do not need."""
    common = {"rules_name": "", **dict.fromkeys(EVENT, ""), "deals": 0}
    assert game.read_options(preset.options) == common | options
    assert game.preset(common | options) is preset


def test_every_preset_is_told():
    assert len(PRESETS) == 15


def test_absent_option_has_its_default():
    def promise(game, vector):
        options = vector.get("options", {})
        assert game.read_options(
            {**dict.fromkeys(game.options), **options}
        ) == game.read_options(options)

    assert broken(promise) == []


class TwoRules(Rule):
    ONE = msg("Points"), msg("article 1")
    OTHER = msg("Points"), msg("article 1")


class TwoExtras(Extra):
    ONE = msg("prime")
    OTHER = msg("prime")


@pytest.mark.parametrize("members", [TwoRules, TwoExtras])
def test_two_with_one_text_are_two(members):
    assert members.ONE is not members.OTHER
    assert len({members.ONE, members.OTHER}) == 2


def test_extras_stand_beside_the_verdict():
    def promise(game, vector):
        at = table_of(game, vector)
        found = game.score(game.read(vector["answers"], at), at)
        for line in found.lines:
            assert line.extra is None or line.extra.label not in (msg(""), found.verdict)

    assert broken(promise) == []


def test_score_ignores_the_words(monkeypatch):
    for name in ("MADE_TEXT", "FAILED_TEXT", "BEATEN_TEXT"):
        monkeypatch.setattr(coinche_scoring, name, "%(points)s")
    game = GAMES["coinche"]
    at = Table(CAST[:4], game.read_options({}), standing=(0, 0))
    because = {}
    for points in (79, 80):
        hand = game.read({"taker": "Anne", "contract": 80, "points": points}, at)
        because[points] = game.score(hand, at).lines[0].because.text
    assert because == {79: coinche_scoring.LOST_TEXT, 80: coinche_scoring.BEATEN_LOST}
