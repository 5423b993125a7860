"""Belote, coinche and contrée: the trick points and announcements that cards allow."""

import itertools

from conftest import CAST

from scorekeeper.games import GAMES
from scorekeeper.games.belote.point_values import (
    IMPOSSIBLE,
    IMPOSSIBLE_RAW,
    MOST_MELDS,
    NO_MELDS,
)
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import NOTHING_HELD

FOUR = CAST[:4]


def shown(*melds, points=None):
    """What the attack announced: its melds, or the points of all."""
    given = {"list": [*melds]} if melds else {}
    return {"annonces": {"side": "attack"} | given | ({"points": points} if points else {})}


def table_of(game, options=None, held=NOTHING_HELD, standing=(0, 0)):
    return Table(FOUR, game.read_options(options or {}), 0, held, standing)


def whole_tricks(values, der=10):
    """Every count of trick points that some whole tricks make, counted by their cards."""
    deck = [value for value in values for _ in range(4)]
    reached = {(0, 0)}
    for value in deck:
        reached |= {(cards + 1, points + value) for cards, points in reached if cards < 31}
    cards_only = {points for cards, points in reached if cards % 4 == 0}
    return cards_only | {points + der for points in cards_only}


def suit_tricks():
    trump, plain = (20, 14, 11, 10, 4, 3, 0, 0), (11, 10, 4, 3, 2, 0, 0, 0)
    reached = {(0, 0)}
    for value in [*trump, *(v for v in plain for _ in range(3))]:
        reached |= {(cards + 1, points + value) for cards, points in reached}
    found = {points for cards, points in reached if cards % 4 == 0}
    return found | {points + 10 for points in found}


def test_impossible_trick_points():
    thirteen = whole_tricks((13, 9, 6, 5, 3, 2, 0, 0))
    no_trump = whole_tricks((2, 0, 19, 10, 4, 3, 0, 0))
    fourteen = whole_tricks((14, 9, 6, 5, 3, 1, 0, 0))
    for found in (suit_tricks(), thirteen, no_trump):
        assert set(range(163)) - {0, 162} - found == IMPOSSIBLE
    assert set(range(1, 162)) <= fourteen
    raw = whole_tricks((20, 14, 11, 10, 4, 3, 0, 0))
    assert set(range(259)) - {0, 258} - raw == IMPOSSIBLE_RAW


def test_square_at_no_trump_is_warned_of():
    game = GAMES["coinche"]
    at = table_of(game, {"no_trump": True})
    shown = {"side": "attack", "list": ["carre"]}
    recorded = {"taker": "Anne", "points": 90, "contract": 80, "annonces": shown}
    assert not list(game.warnings(game.read(recorded | {"suit": "hearts"}, at), at))
    assert list(game.warnings(game.read(recorded | {"suit": "no_trump"}, at), at))


def test_impossible_annonces_are_warned_of():
    made = two_hands()
    assert max(made) == MOST_MELDS
    assert {n for n in range(10, MOST_MELDS, 10) if n not in made} == NO_MELDS


def two_hands():
    """Totals that two hands of eight cards reach: at most one square of each rank."""
    runs = [(3, 20), (4, 50), (5, 100)]
    squares = [(rank, 4, value) for rank, value in enumerate((200, 150, 100, 100, 100, 100))]
    parts = [(None, n, p) for n, p in runs] + squares
    one = [
        chosen
        for size in range(3)
        for chosen in itertools.combinations_with_replacement(parts, size)
        if sum(cards for _, cards, _ in chosen) <= 8
    ]
    return {
        sum(points for _, _, points in (*first, *second))
        for first, second in itertools.product(one, one)
        if possible((*first, *second))
    }


def possible(chosen):
    """No square twice, and no run of a length that the squares leave no cards for."""
    ranks = [rank for rank, _, _ in chosen if rank is not None]
    return len(ranks) == len(set(ranks)) and runs_fit(chosen, ranks)


def runs_fit(chosen, ranks):
    """Whether the ranks that are left hold each run: 7 8 9 10 V D R A, squares taken out."""
    order = {0: 4, 1: 2, 2: 7, 3: 3, 4: 6, 5: 5}
    taken = {order[rank] for rank in ranks}
    left = [place for place in range(8) if place not in taken]
    return all(
        any(set(range(start, start + cards)) <= set(left) for start in range(9 - cards))
        for rank, cards, _ in chosen
        if rank is None
    )
