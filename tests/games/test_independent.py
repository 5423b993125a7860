"""The program against a second scorer, which was written from the rules alone."""

import tomllib
from itertools import islice
from pathlib import Path

import pytest
from independent import deals, spaces, switches
from independent.compared import Compared
from independent.evening import play
from independent.evenings import evening_of
from long_cases import chance, long

from scorekeeper.games import GAMES
from scorekeeper.rules.option import EVENT, HOUSE
from scorekeeper.sheets.formats.night_document import with_scores

EVENINGS = sorted(switches.SWITCHES)
COMPARED = [game for game in EVENINGS if game != "libre"]
VECTORS = Path(__file__).parents[1] / "vectors"
LONG = 100_000

SIZES = [False, pytest.param(True, marks=pytest.mark.hours)]
each_game = pytest.mark.parametrize("game", COMPARED)


def counts(few, many):
    """A few cases in every run, five times with ``--long``, and many with ``--hours``."""
    hours = pytest.param(many, marks=pytest.mark.hours)
    return pytest.mark.parametrize("count", [few, *long(5 * few), hours])


def differences(found):
    """The first few differences of many."""
    return list(islice(filter(None, found), 3))


def vectors(game):
    text = (VECTORS / f"{game}.toml").read_text(encoding="utf-8")
    found = tomllib.loads(text)
    return [*found["hand"], *found.get("other_programs", ())]


@each_game
def test_printed_hands_agree(game):
    for vector in vectors(game):
        if "standing" in vector:
            continue  # only evenings know what went before
        players = deals.CAST[: vector.get("seats", 4)]
        both = Compared(game, players, vector.get("options", {}))
        left = tuple(vector.get("before", ())), vector.get("untouched", False)
        last = vector.get("last_deal", False)
        points, pots = both.second(vector["answers"], 0, *left, last)
        assert points == vector["scores"], vector["says"]
        assert list(pots) == vector.get("pots", list(pots)), vector["says"]


@pytest.mark.parametrize("game", EVENINGS)
def test_every_option_is_covered(game):
    without_effect = {"formula", "rules_name", *EVENT}
    assert set(GAMES[game].options) - without_effect == set(switches.SWITCHES[game])


@pytest.mark.parametrize("whole", SIZES)
def test_tarot_agrees_on_its_whole_space(whole, sampled):
    def found():
        for options in switches.one_at_a_time("tarot", whole):
            for players, table in spaces.tarot_tables(options in switches.STARTS["tarot"]):
                both = Compared("tarot", players, options)
                cases = sampled(spaces.tarot(table, options, whole))
                yield from map(both.difference, cases)

    assert differences(found()) == []


@pytest.mark.parametrize("whole", SIZES)
@pytest.mark.parametrize("game", ["belote", "coinche", "contree"])
def test_team_games_agree(game, whole, sampled):
    space = spaces.belote if game == "belote" else spaces.contracts

    def found():
        for options in switches.one_at_a_time(game, whole):
            both = Compared(game, spaces.SHAPES[1], options)
            yield from map(both.difference, sampled(space(options, whole)))

    assert differences(found()) == []


@each_game
@counts(300, LONG)
def test_gains_losses_and_held_points_balance(game, count):
    for both, case in random_cases(game, count):
        score = both.program(*case)
        if score.account:
            kept = score.held.total - sum(case[2])
            assert sum(score.scores) + kept == score.account.total, (both.given, case)


@counts(400, LONG)
def test_line_of_tarot_cites_its_article_as_long_as_the_book_has_that_line(count):
    for both, (hand, dealer, *left) in random_cases("tarot", count):
        game, at = both.game, both.table(dealer, *left)
        hand = game.read(hand, at)
        book = at._replace(options=game.read_options({}))
        if any(game.errors(hand, book)):
            continue
        usual = game.score(hand, book).lines
        lines = game.score(hand, at).lines
        for line, source in zip(lines, game.sources(hand, at), strict=True):
            cites = source == line.rule.article and source is not HOUSE
            assert cites is (line in usual), (both.given, hand, line)


@each_game
@counts(300, LONG)
def test_seats_permute_scores(game, count):
    for both, (hand, dealer, *left) in random_cases(game, count):
        here = both.program(hand, dealer, *left)
        players = both.players
        moved = Compared(game, (players[-1], *players[:-1]), both.given)
        there = moved.program(hand, (dealer + 1) % len(players), *left)
        scores = there.scores
        assert (*scores[1:], scores[0]) == here.scores, (both.given, hand)
        assert there.held.pots == here.held.pots


def random_cases(game, count):
    """Random tables, each with twenty hands: a hand, its dealer and what lies on the table."""
    random = chance(game, count)
    for _ in range(count // 20):
        seats = GAMES[game].seats
        players = deals.CAST[: random.choice(seats)]
        both = Compared(game, players, switches.at_random(game, random))
        for _ in range(20):
            hand = deals.HANDS[game](random, players, both.given)
            dealer = random.randrange(len(players))
            yield both, (hand, dealer, *deals.left(random, game, both.options))


@pytest.mark.parametrize("game", EVENINGS)
@counts(40, 5000)
def test_random_evenings_end_alike(game, count):
    random = chance(game, "evenings", count)
    for _ in range(count):
        document = evening_of(random, game)
        expected, found = play(document), with_scores(document)
        assert [hand["scores"] for hand in found["hands"]] == expected.scores, document
        assert found["totals"] == expected.totals, document
        assert (found["held"], found["winner"]) == (expected.held, expected.winner), document
