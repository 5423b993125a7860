"""Belote for two and for three: what holds for every hand."""

import functools
import itertools

import pytest
from conftest import CAST

from scorekeeper.games import GAMES
from scorekeeper.games.belote_few.hand import Annonces
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import End, Held

TWO, THREE = GAMES["belote_two"], GAMES["belote_three"]
SWITCHES = ("contract", "tie", "failed", "no_trick", "belote_counts", "rounding")
"""The options that change the marks of a hand without announcements and capot."""


def table_of(game, held=(), **options):
    return Table(CAST[: game.seats[0]], game.read_options(options), held=Held(tuple(held)))


def tables(game):
    """Every combination of the switches."""
    names = [name for name in SWITCHES if name in game.options]
    for values in itertools.product(*(game.options[name].choices for name in names)):
        yield table_of(game, **dict(zip(names, values, strict=True)))


@functools.cache
def splits(seats, step):
    """The divisions of 162 points, each by ``step`` for all players but two."""
    if seats == 2:
        return [(n, 162 - n) for n in range(163)]
    return [
        (taker, one, 162 - taker - one)
        for taker in range(0, 163, step)
        for one in range(163 - taker)
    ]


def endings(game, at, step):
    """Every way the tricks may fall, with every holder of the belote."""
    seats = game.seats[0]
    tricks = [{"points": points} for points in splits(seats, step)]
    tricks += [{"capot": n} for n in range(seats)]
    if at.options.get("no_trick"):
        tricks += [
            {"points": tuple(points), "no_trick": n}
            for n in range(seats)
            for one in range(2, 151, step)
            for points in [[one, 152 - one]]
            for _ in [points.insert(n, 0)]
        ]
    for given in tricks:
        for belote in (None, *range(seats)):
            yield game.hand(taker=0, belote=belote, **given)


def check(game, hand, at):
    """The score of a hand whose lines, sum and account agree."""
    found = game.score(hand, at)
    rows = zip(*(line.scores for line in found.lines), strict=True)
    assert tuple(map(sum, rows)) == found.scores
    kept = found.held.total - at.held.total
    assert sum(found.scores) + kept == found.account.total, (hand, at.options)
    assert min(found.scores) >= 0
    return found


@pytest.mark.parametrize(("game", "step"), [(TWO, 1), (THREE, 54)], ids=["two", "three"])
def test_options_account_for_the_deck(game, step, sampled):
    for at in tables(game):
        for hand in sampled(endings(game, at, step)):
            check(game, hand, at)


@pytest.mark.parametrize("game", [TWO, THREE], ids=["two", "three"])
def test_capot_is_worth_its_option(game):
    for capot, failed, taker in itertools.product(
        game.options["capot"].choices, game.options["failed"].choices, range(game.seats[0])
    ):
        at = table_of(game, capot=capot, failed=failed)
        found = check(game, game.hand(taker=taker, capot=1), at)
        assert found.scores[1] == capot == sum(found.scores)
        assert found.won is (taker == 1)


@pytest.mark.parametrize("failed", THREE.options["failed"].choices)
@pytest.mark.parametrize("contract", THREE.options["contract"].choices)
def test_splits_at_three_account_for_the_deck(failed, contract, sampled):
    at = table_of(THREE, failed=failed, contract=contract)
    for points in sampled(splits(3, 1)):
        found = check(THREE, THREE.hand(taker=0, points=points), at)
        others = {"each": max(points[1:]), "both": sum(points[1:])}[contract]
        assert found.won is (points[0] > others)
        if found.won:
            assert found.scores == points
        else:
            lost = {"own": -points[0], "both": points[0]}.get(failed, 0)
            assert found.scores[0] == 0 and sum(found.scores) == 162 + lost


def turned(hand, by, seats):
    """The same hand with everybody a number of seats further on."""

    def moved(player):
        return None if player is None else (player + by) % seats

    points = hand.points and tuple(hand.points[(n - by) % seats] for n in range(seats))
    return type(hand)(
        taker=moved(hand.taker),
        points=points,
        capot=moved(hand.capot),
        no_trick=moved(hand.no_trick),
        belote=moved(hand.belote),
    )


@pytest.mark.parametrize(("game", "step"), [(TWO, 1), (THREE, 80)], ids=["two", "three"])
def test_seats_permute_columns(game, step, sampled):
    seats = game.seats[0]
    for at in tables(game):
        for hand in sampled(endings(game, at, step)):
            scores = game.score(hand, at).scores
            for by in range(1, seats):
                further = game.score(turned(hand, by, seats), at)
                assert further.scores == tuple(scores[(n - by) % seats] for n in range(seats))


@pytest.mark.parametrize("failed", ["best", "both", "own"])
def test_opponents_may_exchange_seats(failed, sampled):
    at = table_of(THREE, failed=failed)
    for taker, one, other in sampled(splits(3, 1)):
        scores = THREE.score(THREE.hand(taker=0, points=(taker, one, other)), at).scores
        swapped = THREE.score(THREE.hand(taker=0, points=(taker, other, one)), at).scores
        assert swapped == (scores[0], scores[2], scores[1])


def test_two_players_mark_as_teams():
    teams, at = GAMES["belote"], table_of(TWO)
    four = Table(CAST[:4], teams.read_options({}))
    sides = {None: None, 0: (1, 0), 1: (0, 1)}
    for attack, defence in splits(2, 1):
        for belote, per_side in sides.items():
            two = TWO.score(TWO.hand(taker=0, points=(attack, defence), belote=belote), at)
            hand = teams.hand(taker=0, points=attack, belote=per_side)
            found = teams.score(hand, four)
            assert (two.scores, two.held, two.won) == (found.scores, found.held, found.won)


@pytest.mark.parametrize("game", [TWO, THREE], ids=["two", "three"])
@pytest.mark.parametrize("rounding", ["none", "5up"])
def test_annonces_are_accounted_for(game, rounding, sampled):
    seats = game.seats[0]
    for failed, tie, count in itertools.product(
        game.options["failed"].choices, game.options["tie"].choices, (True, False)
    ):
        at = table_of(
            game,
            annonces=True,
            failed=failed,
            tie=tie,
            annonces_count=count,
            rounding=rounding,
        )
        for points in sampled(splits(seats, 9)):
            for player in range(seats):
                shown = Annonces(player=player, points=50)
                check(game, game.hand(taker=0, points=points, annonces=shown), at)


@pytest.mark.parametrize("game", [TWO, THREE], ids=["two", "three"])
def test_cards_left_over(game):
    at = table_of(game, cards="some")
    for total in range(0, 163, 3):
        for taker in range(total + 1):
            rest = (0,) * (game.seats[0] - 2)
            hand = game.hand(taker=0, points=(taker, total - taker, *rest))
            assert check(game, hand, at).account.total == total


@pytest.mark.parametrize(
    ("game", "points", "options", "warned"),
    [
        (TWO, (162, 0), {}, True),
        (TWO, (152, 10), {}, False),
        (THREE, (162, 0, 0), {}, True),
        (THREE, (100, 62, 0), {}, True),
        (THREE, (100, 62, 0), {"no_trick": 0}, False),
        (THREE, (100, 60, 2), {}, False),
    ],
)
def test_player_without_points_is_warned_of(game, points, options, warned):
    at = table_of(game, **options)
    found = list(game.warnings(game.hand(taker=0, points=points), at))
    assert [error.name for error in found] == [
        "capot" if points[0] == 162 else "no_trick"
    ] * warned


@pytest.mark.parametrize("game", [TWO, THREE], ids=["two", "three"])
def test_first_at_the_target_wins(game):
    at, rest = table_of(game, target=501), (0,) * (game.seats[0] - 2)
    assert game.end((501, 400, *rest), at, End(), None, None).winner == 0
    assert game.end((510, 520, *rest), at, End(), None, None).winner == 1
    assert game.end((500, 400, *rest), at, End(), None, None).winner is None
    level = game.end((505, 505, *rest), at, End(), None, None)
    assert level.winner is None and level.waiting
