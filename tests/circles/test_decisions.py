"""Decisions of a circle: what it takes, what it refuses, what is done already."""

import pytest
from test_circle import NAMES, circle_of, linked, merged

from scorekeeper.circles import decisions
from scorekeeper.circles.checks import JOINED_A_DAY, require_matching
from scorekeeper.circles.errors import CircleRefused, SatTogether
from scorekeeper.streams.errors import UnknownEntry

ERASED = ("erased", {"player": 1})
NANOU = ("nicknamed", {"names": [*NAMES, "Nanou"], "player": 1})
TODAY = "2026-11-24"


@pytest.mark.parametrize("name", ["", " \u200b", "anne", "CHLOE", "Zoé"])
def test_a_name_that_is_missing_or_there_already_does_not_join(name):
    with pytest.raises(CircleRefused):
        decisions.join(circle_of(), ["zoe", name], True, TODAY)


@pytest.mark.parametrize(
    ("before", "by_guardian", "joins"),
    [
        ((TODAY, 0), False, True),
        ((TODAY, 1), False, False),
        (("2026-11-23", JOINED_A_DAY), False, True),
        ((TODAY, JOINED_A_DAY), True, True),
    ],
)
def test_so_many_names_join_in_a_day_by_the_link_of_the_table(before, by_guardian, joins):
    names = [f" Nouveau {n}" for n in range(JOINED_A_DAY)]
    circle = circle_of()._replace(joined=before)
    if not joins:
        with pytest.raises(CircleRefused):
            decisions.join(circle, names, by_guardian, TODAY)
        return
    body = decisions.join(circle, names, by_guardian, TODAY)
    assert body["names"] == [*NAMES, *map(str.strip, names)]
    joined = circle_of(("joined", body)).joined_on("")  # the events of these tests have no day
    assert joined == (0 if by_guardian else JOINED_A_DAY)


@pytest.mark.parametrize("name", ["Anne", " anne", "ANNE", "Änne", "Nanou"])
def test_a_name_that_somebody_has_is_refused_for_another(name):
    circle = circle_of(NANOU)
    for act in (decisions.add_nickname, decisions.require_rename):
        with pytest.raises(CircleRefused):
            act(circle, 2, name)
        act(circle, 1, name)


def test_an_erased_player_gets_no_name_again():
    for act in (decisions.add_nickname, decisions.require_rename):
        with pytest.raises(UnknownEntry):
            act(circle_of(ERASED), 1, "Max")


def test_a_merged_player_takes_a_name_of_the_player_that_he_is():
    circle = circle_of(NANOU, merged(3, 1))
    for act in (decisions.add_nickname, decisions.require_rename):
        act(circle, 3, "nanou")
        act(circle, 1, "Chloe")
        with pytest.raises(CircleRefused):
            act(circle, 3, "bruno")


def test_what_is_done_is_not_recorded_again():
    circle = circle_of(linked(7, 1, 2))
    assert decisions.unmerge(circle, 1) is None
    assert decisions.link(circle, 7, (1, 2), True, True) is None
    assert decisions.unlink(circle, 8) is None


@pytest.mark.parametrize(
    ("events", "one", "other", "refused"),
    [
        ([], 1, 2, None),
        ([], 1, 1, CircleRefused),
        ([], 1, 9, CircleRefused),
        ([], 9, 1, CircleRefused),
        ([], 0, 1, CircleRefused),
        ([merged(1, 3)], 1, 2, CircleRefused),
        ([linked(7, 1, 2)], 1, 2, SatTogether),
        ([linked(7, 1, 2), merged(3, 1)], 3, 2, SatTogether),
        ([linked(7, 3, 2), merged(3, 1)], 1, 2, SatTogether),
        ([linked(7, 1, 2), ("unlinked", {"sheet": 7})], 1, 2, None),
        ([ERASED], 1, 2, CircleRefused),
        ([ERASED], 2, 1, CircleRefused),
    ],
)
def test_two_players_are_merged_only_if_they_never_sat_at_one_table(
    events, one, other, refused
):
    circle = circle_of(*events)
    if refused is None:
        assert decisions.merge(circle, one, other) == {"player": one, "into": other}
        return
    with pytest.raises(CircleRefused) as error:
        decisions.merge(circle, one, other)
    assert type(error.value) is refused


def test_the_latest_common_sheet_is_named():
    circle = circle_of(linked(7, 1, 2), linked(8, 2, 1), linked(9, 1, 3))
    with pytest.raises(SatTogether) as refused:
        decisions.merge(circle, 1, 2)
    assert refused.value.link.sheet == 8


@pytest.mark.parametrize("players", [[1, 2, 0], [1, 9]])
def test_nobody_sits_twice_not_even_under_a_merged_name_and_no_stranger(players):
    circle = circle_of(merged(2, 1))
    require_matching(circle, [1, 3, 0, 0])
    with pytest.raises(CircleRefused):
        decisions.link(circle, 7, players, True, True)


def test_only_a_guardian_matches_a_player_anew():
    circle = circle_of(linked(7, 1, 0))
    assert decisions.link(circle, 7, (2, 3), True, False)["players"] == [2, 3]
    assert decisions.link(circle, 7, (2, 3), False, False)["players"] == [1, 3]
    with pytest.raises(UnknownEntry):
        decisions.link(circle, 8, (2, 3), True, False)
