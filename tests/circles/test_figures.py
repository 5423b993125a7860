"""The figures of one hand, and the summary of one sheet."""

import pytest
from night import GARDE, sheet_of

from scorekeeper.circles.summary import decode_head, decode_summary, encode_summary, summarize


@pytest.mark.parametrize("game", ["tarot", "belote"])
def test_a_summary_is_read_back_as_it_was_written(game):
    hand = GARDE if game == "tarot" else {"taker": "Anne", "points": 100}
    summary = summarize(sheet_of(game, [hand]))
    text = encode_summary(summary)
    assert decode_summary(text) == summary and decode_head(text).game == game


def test_an_event_over_boards_has_no_players():
    sheet = sheet_of("tarot_duplicate", [], ["Table 1", "Table 2"])
    assert summarize(sheet).players == ()


def test_a_sheet_on_which_the_fewest_points_win_is_not_counted():
    sheet = sheet_of("libre", [{"scores": [10, 40, 50, 120]}], wins="least")
    assert summarize(sheet).players == () and summarize(sheet).hands == 0
    assert len(summarize(sheet_of("libre", [{"scores": [10, 40, 50, 120]}])).players) == 4
