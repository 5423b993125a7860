"""The levels of a circle: recomputed from its sheets, kept as long as nothing has changed."""

import pytest
from answers import GARDE

from scorekeeper.caching.memo_cache import MemoCache
from scorekeeper.formats.examples import example_circle
from scorekeeper.service import hands, sheets
from scorekeeper.service.access import SheetAccess
from scorekeeper.service.circles import ratings
from scorekeeper.service.circles.access import CircleRepository
from scorekeeper.service.circles.files import import_circle


@pytest.fixture
def circle(repository):
    circles = CircleRepository(repository)
    return circles.access(import_circle(circles, example_circle()))


def test_the_games_with_contracts_are_rated_the_most_played_first(circle):
    assert ratings.rated_games(circle) == ["tarot", "coinche"]


def test_every_decided_contract_counts(circle):
    assert ratings.rating(circle, "tarot", MemoCache(1)).hands == 351
    assert ratings.rating(circle, "coinche", MemoCache(1)).hands == 68


def test_a_rating_is_kept_until_a_hand_changes(circle):
    cache = MemoCache(9)
    first = ratings.rating(circle, "tarot", cache)
    assert ratings.rating(circle, "tarot", cache) is first
    sheet_id = next(iter(circle.circle.links))
    token = circle.sheet_token(sheet_id)
    sheet = SheetAccess(circle.repository.sheets, token, sheet_id, may_write=True)
    sheets.reopen_sheet(sheet)
    hand = GARDE | {"sitting_out": [4]} if len(sheet.sheet.names) == 5 else GARDE
    hands.add_hand(sheet, hand)
    again = ratings.rating(circle, "tarot", cache)
    assert again.hands == first.hands + 1 and again.levels != first.levels


def test_levels_rest_on_the_last_hands_only(circle, monkeypatch):
    monkeypatch.setattr(ratings, "MAX_HANDS", 60)
    found = ratings.rating(circle, "tarot", MemoCache(1))
    assert 40 <= found.hands <= 60
