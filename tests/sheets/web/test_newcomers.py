"""Somebody who sits down late: earlier hands are corrected, and forgotten ones added."""

import pytest
from conftest import CAST, GARDE

FIVE = {"name": list(CAST), "number": ["0", "1", "2", "3", ""], "dealer": "1", "active": "5"}
"""Four players, and Eve."""

FROM_EVE = GARDE | {"taker": "4", "partner": "none"}
"""A hand that the newcomer takes."""

IMPOSSIBLE = GARDE | {"points": "92"}


@pytest.fixture
def late(sheet, post_hand, client):
    """A sheet whose second hand was taken by a newcomer."""
    post_hand(sheet)
    assert client.post(f"{sheet}/table", data=FIVE).status_code == 303
    assert post_hand(sheet, **FROM_EVE).status_code == 303
    return sheet


@pytest.mark.parametrize("form", [IMPOSSIBLE, IMPOSSIBLE | {"before": "2"}])
def test_a_refused_hand_before_the_newcomer_is_shown_again(late, client, form):
    path = "hands" if "before" in form else "hands/2"
    answer = client.post(f"{late}/{path}", data=form)
    assert answer.status_code == 422 and "Eve" not in answer.text.split('id="entry"')[1]


@pytest.mark.parametrize("place", [{"entry": "2"}, {"before": "2"}])
def test_the_preview_of_an_earlier_hand_does_not_show_the_last_one(late, client, place):
    answer = client.post(f"{late}/hands/preview", data={"points": "4"} | place)
    assert answer.status_code == 200 and "Eve" not in answer.text
