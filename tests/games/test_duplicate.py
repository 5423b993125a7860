"""Duplicate Tarot: match points over whole small spaces; what is refused or asked again."""

import itertools
import random

import pytest
from long_cases import one_in
from night import sheet_of

from scorekeeper.games import GAMES
from scorekeeper.games.duplicate.point_values import RESULTS
from scorekeeper.games.duplicate.scoring import match_points, quadrette_points
from scorekeeper.games.tarot.hand import Hand as TarotHand
from scorekeeper.games.tarot.hand import Poignee
from scorekeeper.rules.answers import HandError, questions
from scorekeeper.rules.choice import Side
from scorekeeper.rules.game import Table
from scorekeeper.sheets.formats import night_document
from scorekeeper.sheets.formats.strict_json import DocumentError

GAME = GAMES["tarot_duplicate"]
TAROT = GAMES["tarot"]
PRINTED = (56, 62, -56, -52, 50)


def tables(count):
    return tuple(f"Table {n}" for n in range(1, count + 1))


def table_of(count, **options):
    return Table(tables(count), GAME.read_options(options), standing=(0,) * count)


def pairwise_points(results):
    """Match points counted pair by pair, without sorting."""
    return tuple(
        sum(
            2 * (own > other) + (own == other)
            for place, other in enumerate(results)
            if place != table and other is not None
        )
        if own is not None
        else 0
        for table, own in enumerate(results)
    )


@pytest.mark.parametrize("count", range(1, 6))
def test_points_of_a_board(count):
    for results in itertools.product((None, -52, 50, 56), repeat=count):
        assert match_points(results) == pairwise_points(results)


@pytest.mark.parametrize("count", one_in(8, range(2, 51)))
def test_boards_are_accounted_for(count):
    chance = random.Random(count)
    for _ in range(20):
        results = [chance.choice((None, *PRINTED)) for _ in range(count - 1)] + [50]
        hand = GAME.read({"taker": "west", "scores": results}, table_of(count))
        found, played = GAME.score(hand, table_of(count)), count - results.count(None)
        assert sum(found.scores) == found.account.total == played * (played - 1)
        assert found.scores == pairwise_points(results)


@pytest.mark.parametrize(
    ("difference", "points"), [(16, 4000), (144, 12000), (10, 3162), (0, 0), (1, 1000)]
)
def test_quadrettes_have_the_printed_roots(difference, points):
    assert quadrette_points(50 + difference, 50) == points
    assert quadrette_points(50, 50 + difference) == -points


def test_a_root_is_the_nearest_thousandth():
    for difference in range(1, 2000):
        twice = 2 * quadrette_points(difference, 0)
        assert (twice - 1) ** 2 <= 4 * 10**6 * difference < (twice + 1) ** 2


def test_a_board_that_nobody_played_is_refused():
    with pytest.raises(HandError) as refused:
        GAME.read({"taker": "north", "scores": [None, None]}, table_of(2))
    assert refused.value.name == "scores"


def warned(result, **options):
    at = table_of(2, **options)
    hand = GAME.read({"taker": "north", "scores": [50, result]}, at)
    return [
        str(warning.message)
        for warning in GAME.warnings(hand, at)
        if "Table 2" in str(warning)
    ]


def test_impossible_result_is_warned_of():
    assert warned(57) == ["Table 2 : +57 ne peut pas être le résultat de ce contrat : Garde"]
    assert all(warned(result) for result in (28, -51, 1001, -812, 622))
    assert not any(warned(result) for result in (56, 62, -56, -52, 50, 30, 620))
    assert not warned(57, contract="free")
    assert warned(57, contract="garde_contre") and not warned(150, contract="garde_contre")


def test_failed_announced_chelem_may_be_zero():
    """Garde, 3 bouts, 91 points, a triple poignée, and 200 off: (25 + 55) × 2 + 40 − 200."""
    assert not warned(0)


def tarot_payments(contract):
    """What a defender pays in every hand of Tarot with this contract, by the game itself."""
    asked = questions(TarotHand)
    (kind,) = (c for c in asked["contract"].choices if c.value == contract)
    sizes = asked["poignees"].record
    shown = [(), *(((Poignee(1, size)),) for size in questions(sizes)["size"].choices)]
    at = Table(tables(4), TAROT.read_options({}), standing=(0,) * 4)
    for bouts, points, petit, poignees in itertools.product(
        range(4), range(0, 183, 2), (None, *Side), shown
    ):
        for chelem in (None, *asked["chelem"].choices):
            hand = TarotHand(
                taker=0,
                contract=kind,
                bouts=bouts,
                points=points,
                petit_au_bout=petit,
                poignees=poignees,
                chelem=chelem,
            )
            if not [*TAROT.errors(hand, at), *TAROT.warnings(hand, at)]:
                yield -TAROT.score(hand, at).scores[1]


@pytest.mark.parametrize("contract", one_in(4, RESULTS))
def test_results_of_tarot_are_possible(contract):
    assert not set(tarot_payments(contract)) - RESULTS[contract]


HANDS = [
    {"taker": "north", "scores": [56, 62, None]},
    {"taker": "east", "scores": [None, -52, -52]},
]


def test_document_round_trip():
    sheet = sheet_of("tarot_duplicate", HANDS, tables(3))
    document = night_document.write(sheet)
    assert document["hands"] == HANDS and document["players"] == [*tables(3)]
    assert night_document.read_sheet(document).state == sheet.state
    assert sheet.state.totals == (0, 3, 1)


@pytest.mark.parametrize("count", [1, 51])
def test_document_has_2_to_50_tables(count):
    with pytest.raises(DocumentError, match="de 2 à 50 noms"):
        sheet_of("tarot_duplicate", [], tables(count))
    assert sheet_of("tarot_duplicate", [], tables(50)).state.totals == (0,) * 50
