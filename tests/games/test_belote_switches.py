"""Belote, coinche and contrée under their switches: ties, ends, texts."""

import pytest
from conftest import CAST
from night import sheet_of
from rules_pages import french_choices, french_tables

from scorekeeper.games import GAMES, PRESETS
from scorekeeper.games.belote.hand import Meld
from scorekeeper.games.belote.point_values import MELD, NO_TRUMP_MELD, SQUARES
from scorekeeper.rules.answers import HandError, answers, read
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import GOING_ON, Held

FOUR = CAST[:4]


def table_of(game, options=None, **circumstances):
    chosen = game.read_options(options or {})
    return Table(FOUR, chosen, **{"standing": (0, 0), **circumstances})


def test_a_complement_to_160_is_what_the_defence_keeps_and_not_the_contract():
    game, given = GAMES["coinche"], {"contract": 80, "coinche": "surcoinche", "points": 96}
    kept = {"defence_keeps": True, "rounding": "complement"}
    at = table_of(game, kept | {"base": 162, "doubling": "base", "surcoinche": 3})
    found = game.score(game.hand(taker=0, **given), at)
    assert found.scores == (570, 60) and found.account.total == 630


@pytest.mark.parametrize("name", ["belote", "coinche"])
@pytest.mark.parametrize("is_last", [False, True])
def test_tie_holds_points_of_the_attack(name, is_last):
    game = GAMES[name]
    at = table_of(game, {"tie": "litige", "rounding": "none"}, is_last_deal=is_last)
    bid = {} if name == "belote" else {"contract": 80}
    found = game.score(game.hand(taker=0, points=81, **bid), at)
    assert found.scores == ((81, 81) if is_last else (0, 81))
    assert found.held.pots == (() if is_last else (81,))
    assert found.won is None and not found.replayed


def test_tie_holds_announcements_of_the_attack():
    game = GAMES["belote"]
    at = table_of(game, {"annonces": True, "annonces_count": False})
    shown = {"side": "attack", "points": 20}
    found = game.score(game.read({"taker": "Anne", "points": 81, "annonces": shown}, at), at)
    assert found.scores == (0, 81) and found.held.pots == (101,)


@pytest.mark.parametrize("name", ["belote", "coinche"])
def test_replayed_tie_marks_nothing(name):
    game = GAMES[name]
    at = table_of(game, {"tie": "replayed"}, held=Held((81,)))
    bid = {} if name == "belote" else {"contract": 80}
    found = game.score(game.hand(taker=0, points=81, **bid), at)
    assert found.replayed and found.scores == (0, 0) and found.held == at.held
    assert not game.score(game.hand(taker=0, points=91, **bid), at).replayed


def test_capot_team_needs_more_than_belote():
    capots = [
        {"taker": "Anne", "capot": "attack"},
        {"taker": "Bruno", "capot": "attack", "belote": "defence"},
    ]
    preset = PRESETS["belote-annonces"][1].options
    sheet = sheet_of("belote", capots, **preset, target=262)
    assert sheet.state.standing == (272, 252) and sheet.state.end.winner is None
    assert sheet.state.end.short == (0,)
    plain = sheet_of("belote", capots, target=262)
    assert plain.state.end.winner == 0


def article_of(game, title, hand, options=None, **circumstances):
    at = table_of(GAMES[game], options, **circumstances)
    lines = GAMES[game].score(GAMES[game].read(hand, at), at).lines
    return next(str(line.rule.article) for line in lines if str(line.rule.title) == title)


MADE = {"taker": "Anne", "contract": 100, "points": 113, "belote": "attack"}
FAILED = MADE | {"points": 60}
PLAIN = {"taker": "Anne", "points": 91}
CANNES = PRESETS["contree-cannes"][1].options
COINCHE, CONTREE = "FFB coinche 2015", "FFB contrée 27-01-2016"

CITED = [
    (
        "Chute",
        FAILED,
        [
            ("coinche", {}, f"{COINCHE}, marque"),
            ("contree", {"counting": "made"}, f"{CONTREE}, § 10.2"),
        ],
    ),
    (
        "Belote",
        MADE,
        [
            ("coinche", {}, f"{COINCHE}, belote"),
            ("contree", {}, f"{CONTREE}, § 10.2"),
            ("contree", CANNES, "Cannes 2016, belote"),
        ],
    ),
    (
        "Belote",
        FAILED,
        [
            ("coinche", {"base": 162}, f"{COINCHE}, belote"),
            ("coinche", {"counting": "made"}, f"{COINCHE}, belote"),
            ("contree", {"belote_on_chute": "stays"}, f"{COINCHE}, belote"),
            ("coinche", {"belote_on_chute": "follows"}, f"{CONTREE}, § 10.2"),
        ],
    ),
    (
        "Belote",
        {"taker": "Anne", "contract": 100, "capot": "defence", "belote": "attack"},
        [("contree", {"capot_keeps_belote": True}, "FFB, page web de la contrée")],
    ),
    (
        "Contrat",
        MADE,
        [
            ("contree", {}, f"{CONTREE}, § 10.2"),
            (
                "contree",
                {"counting": "announced"},
                "FFB, page web de la contrée, points annoncés",
            ),
            ("contree", CANNES, "Cannes 2016, marque"),
        ],
    ),
    (
        "Arrondi",
        MADE,
        [
            ("coinche", {}, f"{COINCHE}, § 10.2"),
            ("contree", {}, f"{CONTREE}, § 10.3"),
            ("contree", CANNES, "Cannes 2016, arrondi"),
            ("coinche", {"rounding": "6up"}, "Cannes 2016, arrondi"),
            ("contree", {"rounding": "6up"}, "Cannes 2016, arrondi"),
            ("coinche", {"base": 162}, f"{COINCHE}, § 10.2"),
            ("coinche", {"counting": "made"}, f"{COINCHE}, § 10.2"),
        ],
    ),
    ("Arrondi", PLAIN, [("belote", {"rounding": "6up"}, "Cannes 2016, arrondi")]),
    ("Points des plis", PLAIN, [("belote", {}, "FFB 27-01-2016, § 10.2")]),
    (
        "Générale",
        {"taker": "Anne", "contract": "generale", "generale_made": False},
        [("coinche", {"generale": 500}, "règle de la table, hors des textes de la FFB")],
    ),
    (
        "Faute",
        {"taker": "Anne", "contract": 100, "fault": "defence", "coinche": "coinche"},
        [
            (name, {}, "règle de la table, comme à Cannes 2016")
            for name in ("coinche", "contree")
        ],
    ),
    (
        "Belote",
        {"taker": "Anne", "contract": 100, "fault": "attack", "belote": "attack"},
        [("contree", {}, "règle de la table")],
    ),
]
"""By line and hand, the article that the line cites in a game with these options."""


@pytest.mark.parametrize(
    ("title", "hand", "game", "options", "article"),
    [(*line, *case) for *line, cases in CITED for case in cases],
)
def test_line_cites_its_article(game, options, title, hand, article):
    assert article_of(game, title, hand, options) == article


@pytest.mark.parametrize(
    ("points", "article"),
    [(91, "FFB 27-01-2016, § 10.1.3"), (60, "FFB, page web de la belote, litige")],
)
def test_litige_won_on_dedans_cites_its_article(points, article):
    hand = {"taker": "Anne", "points": points}
    assert article_of("belote", "Litige gagné", hand, held=Held((81,))) == article


def test_points_of_squares():
    at_suit = [MELD[square] for square in SQUARES]
    no_trump = [NO_TRUMP_MELD[square] for square in SQUARES]
    assert [square.value for square in SQUARES] == [
        *("carre_valets", "carre_neufs", "carre_as", "carre_dix", "carre_rois", "carre_dames")
    ]
    assert at_suit == [200, 150, 100, 100, 100, 100]
    assert no_trump == [100, 100, 200, 150, 100, 100]


DOUBLED = {"points": 130, "coinche": "coinche"}


@pytest.mark.parametrize(
    ("ending", "options", "told"),
    [
        ({"points": 130}, {}, "meilleure annonce"),
        ({"points": 40}, {}, "qui gagne la donne"),
        ({"points": 40}, {"annonces_on_chute": "stay"}, "meilleure annonce"),
        ({"points": 40}, {"annonces_on_chute": "lost"}, "perdues"),
        (DOUBLED, {}, "qui gagne la donne"),
        (DOUBLED, {"defence_keeps": True}, "meilleure annonce"),
        ({"capot": "attack"}, {}, "a fait tous les plis"),
        ({"capot": "attack", "coinche": "coinche"}, {}, "qui gagne la donne"),
        ({"capot": "defence"}, {}, "qui gagne la donne"),
    ],
)
def test_a_line_of_annonces_says_who_marks_them(ending, options, told):
    game, shown = GAMES["coinche"], {"side": "attack", "points": 20}
    at = table_of(game, options)
    given = {"taker": "Anne", "contract": 100, "annonces": shown, **ending}
    lines = game.score(game.read(given, at), at).lines
    assert told in next(str(line.because) for line in lines if line.extra)


def test_square_without_rank_is_still_read():
    game = GAMES["coinche"]
    given = {
        **{"taker": "Anne", "contract": 100, "points": 110},
        "annonces": {"side": "attack", "list": ["carre", "carre", "carre_neufs"]},
    }
    hand = read(game.hand, given, FOUR)
    assert hand.annonces.list == (Meld.CARRE, Meld.CARRE, Meld.CARRE_NEUFS)
    assert answers(hand, FOUR) == given


GENERALE = {"taker": "Anne", "contract": "generale", "generale_made": True}


@pytest.mark.parametrize(
    ("given", "options", "field"),
    [
        (GENERALE, {}, "contract"),
        (GENERALE | {"generale_made": None}, {"generale": 500}, "generale_made"),
        (GENERALE | {"points": 100}, {"generale": 500}, "points"),
        (GENERALE | {"capot": "attack"}, {"generale": 500}, "capot"),
        (GENERALE | {"contract": 100, "points": 100}, {"generale": 500}, "generale_made"),
        (GENERALE | {"contract": "all"}, {"generale": 500}, "contract"),
        (GENERALE | {"fault": "attack"}, {"generale": 500}, "fault"),
        ({"taker": "Anne", "contract": 90, "points": 100, "fault": "attack"}, {}, "points"),
        ({"taker": "Anne", "contract": 90, "capot": "attack", "fault": "attack"}, {}, "capot"),
    ],
)
@pytest.mark.parametrize("name", ["coinche", "contree"])
def test_generale_and_fault_have_no_points(name, given, options, field):
    game = GAMES[name]
    game.read(GENERALE, table_of(game, {"generale": 500}))
    with pytest.raises(HandError) as refused:
        game.read(given, table_of(game, options))
    assert refused.value.name == field


def test_belote_does_not_finish_against_a_generale():
    game = GAMES["coinche"]
    at = table_of(game, {"generale": 350, "target": 1000}, standing=(990, 0))
    given = GENERALE | {"taker": "Bruno", "belote": "defence"}
    hand = game.read(given, at)
    found = game.score(hand, at)
    assert found.scores == (20, 600)
    end = game.end((1010, 600), at, GOING_ON, hand, found)
    assert end.winner is None and end.short == (0,)
    failed = game.read(given | {"generale_made": False}, at)
    found = game.score(failed, at)
    assert found.scores == (530, 0)
    assert game.end((1520, 0), at, GOING_ON, failed, found).winner == 0


@pytest.mark.parametrize("bid", [170, 180, 250, 650])
def test_bid_above_160_is_warned_of(bid):
    game = GAMES["contree"]
    for highest, expected in ((160, ["contract"]), (650, [])):
        at = table_of(game, {"highest_bid": highest})
        hand = game.read({"taker": "Anne", "contract": bid, "capot": "attack"}, at)
        assert [warning.name for warning in game.warnings(hand, at)] == expected
        assert game.score(hand, at).won is (bid <= 252)


@pytest.mark.parametrize(("bid", "expected"), [(180, []), (280, ["contract"])])
def test_cannes_has_bids_up_to_270(bid, expected):
    game = GAMES["contree"]
    at = table_of(game, CANNES)
    hand = game.read({"taker": "Anne", "contract": bid, "points": 150, "belote": "attack"}, at)
    assert [warning.name for warning in game.warnings(hand, at)] == expected


@pytest.mark.parametrize("bid", [80, 160, "capot"])
def test_bid_of_160_and_capot_are_usual(bid):
    game = GAMES["contree"]
    at = table_of(game)
    hand = game.read({"taker": "Anne", "contract": bid, "capot": "attack"}, at)
    assert not list(game.warnings(hand, at))


@pytest.mark.parametrize("name", ["belote", "coinche", "contree"])
def test_rules_page_has_the_numbers(name):
    game = GAMES[name]
    with_annonces = french_tables(game, {"annonces": True})
    tables = {table.title: table for table in (*with_annonces, *french_choices(game))}
    rows = {
        f"{title} {row[0]}": [*row[1:]]
        for title, table in tables.items()
        for row in table.rows
    }
    if name == "belote":
        assert rows["Ce que marque chaque camp Dedans, 80 à 82"] == ["0", "162", "—"]
        assert rows["Ce que marque chaque camp Capot"] == ["252", "0", "—"]
        assert rows["Ce que marque chaque camp 81 à 81"] == ["0", "81", "81"]
    if name != "contree":
        assert rows["Annonces Carré d'as"] == ["100", "200"]
        assert rows["Annonces Carré de 10"] == ["100", "150"]
        assert [row[0] for row in tables["Annonces"].rows][:3] == [
            *("Carré de valets", "Carré de 9", "Carré d'as")
        ]
    if name == "contree":
        cannes = french_tables(game, CANNES)
        failed = next(table for table in cannes if "chuté" in table.title)
        assert failed.article.startswith("Cannes 2016")
        assert failed.head == ("Contrat", "simple", "Contré", "Surcontré")


CANNES_PRICES = {"attack": (260, 360, 460), "defence": (260, 360, 460)}
"""162 and the bid; 162 and twice or three times the bid: to the ten, from 6 up."""


@pytest.mark.parametrize(
    ("preset", "contract", "prices"),
    [
        ("coinche-ffb", 100, {"attack": (260, 520, 1040), "defence": (260, 520, 1040)}),
        ("coinche-ffb", 300, {"attack": (460, 920, 1840), "defence": (460, 920, 1840)}),
        ("coinche-ffb", "capot", {"attack": (410, 820, 1640), "defence": (500, 1000, 2000)}),
        (
            "contree-faits-annonces",
            80,
            {"attack": (240, 480, 960), "defence": (240, 480, 960)},
        ),
        ("contree-faits-annonces", "capot", {"attack": (500, 1000, 2000)}),
        ("contree-faits", 120, {"attack": (160, 320, 640), "defence": (160, 320, 640)}),
        ("contree-annonces", 120, {"attack": (160, 240, 480), "defence": (120, 240, 480)}),
        ("contree-cannes", 100, CANNES_PRICES),
    ],
)
def test_contract_lost_by_a_fault_has_its_price(preset, contract, prices):
    game = next(g for g in GAMES.values() if preset in (one.name for one in g.presets))
    options = next(one.options for one in game.presets if one.name == preset)
    at = table_of(game, options)
    for side, of_levels in prices.items():
        for level, price in zip((None, "coinche", "surcoinche"), of_levels, strict=True):
            given = {"taker": "Anne", "contract": contract, "fault": side, "coinche": level}
            expected = (0, price) if side == "attack" else (price, 0)
            assert game.score(game.read(given, at), at).scores == expected


@pytest.mark.parametrize(
    ("name", "fault", "scores"),
    [
        ("coinche", "attack", (20, 280)),
        ("coinche", "defence", (300, 0)),
        ("contree", "attack", (20, 280)),
        ("contree", "defence", (300, 0)),
    ],
)
def test_a_fault_leaves_the_belote_and_loses_the_announcements(name, fault, scores):
    game = GAMES[name]
    at = table_of(game, {"annonces": True})
    given = {"taker": "Anne", "contract": 100, "fault": fault, "belote": "attack"}
    given["annonces"] = {"side": "attack" if fault == "attack" else "defence", "points": 20}
    assert game.score(game.read(given, at), at).scores == scores


def test_announcements_do_not_save_a_contract_lost_by_a_fault():
    game, shown = GAMES["coinche"], {"side": "attack", "points": 200}
    for counts in (True, False):
        at = table_of(game, {"annonces_count": counts})
        given = {"taker": "Anne", "contract": 80, "fault": "attack", "annonces": shown}
        score = game.score(game.read(given, at), at)
        assert score.scores == (0, 440) and str(score.lines[0].rule.title) == "Faute"
        assert str(score.verdict) == "chuté, faute de l'attaque"
