"""A circle as the fold of its events: players, merges, sheets, seasons."""

import pytest

from scorekeeper.circles.checks import players_called
from scorekeeper.circles.circle import fold_circle
from scorekeeper.circles.season import ALL_TIME, Season
from scorekeeper.streams.events import Event

FOUNDED = ("founded", {"names": ["Jeudi", "Anne", "Bruno", "Chloé"], "seed": "0" * 32})
NAMES = list(FOUNDED[1]["names"])
SEASON = {
    "title": "2026",
    "start": "2026-09-01",
    "end": "2027-06-30",
    "games": ["tarot"],
    "ranking": "points",
    "best": 0,
    "floor": 0,
    "official": True,
    "archived": False,
}


def circle_of(*events):
    given = [FOUNDED, *events]
    return fold_circle(Event(n, kind, body) for n, (kind, body) in enumerate(given, 1))


def linked(sheet, *players):
    return "linked", {"sheet": sheet, "players": list(players)}


def merged(player, into):
    return "merged", {"player": player, "into": into}


def test_who_was_said_to_come_no_more_is_a_player_as_the_others():
    circle = circle_of(
        ("left", {"player": 1}), ("left", {"player": 2}), ("returned", {"player": 1})
    )
    assert [player.id for player in circle.named_players] == [1, 2, 3]


def test_a_player_is_known_by_the_number_of_his_first_name():
    circle = circle_of(
        ("nicknamed", {"names": [*NAMES, "Nanou"], "player": 1}),
        ("joined", {"names": [*NAMES, "Nanou", "David"]}),
    )
    assert [(one.id, one.name, one.nicknames) for one in circle.players] == [
        (1, "Anne", ("Nanou",)),
        (2, "Bruno", ()),
        (3, "Chloé", ()),
        (5, "David", ()),
    ]


def test_a_number_is_never_given_to_another_sheet():
    circle = circle_of(linked(7, 1), ("unlinked", {"sheet": 7}), linked(8, 1))
    assert circle.link_of(1) is None and circle.link_of(2).sheet == 8


def test_one_season_alone_is_official_and_a_changed_one_keeps_its_id():
    two = ("season", {"season": 0, **SEASON}), ("season", {"season": 0, **SEASON})
    circle = circle_of(*two)
    assert [one.official for one in circle.seasons.values()] == [False, True]
    assert circle.official_season.id == 3
    changed = ("season", {"season": 3, **SEASON, "title": "2027", "official": False})
    circle = circle_of(*two, changed)
    assert [(id, one.title) for id, one in circle.seasons.items()] == [
        (2, "2026"),
        (3, "2027"),
    ]
    assert circle.official_season == ALL_TIME


@pytest.mark.parametrize(
    "name, players",
    [("Anne", {1}), ("CHLOE", {3}), (" bruno ", {2}), ("soeur a.", {1}), ("David", set())],
)
def test_a_name_is_of_the_player_who_has_it(name, players):
    circle = circle_of(("nicknamed", {"names": [*NAMES, "Sœur A."], "player": 1}))
    assert players_called(circle, name) == players


def test_a_name_is_like_one_that_it_begins_or_has_nearly_the_letters_of():
    circle = circle_of(("joined", {"names": [*NAMES, "Benoît", "Denis"]}))
    names = ("Ben", "Benoît M.", "Denys", "Zoé")
    found = [players_called(circle, name, alike=True) for name in names]
    assert found == [{4}, {4}, {5}, set()]
    assert not any(players_called(circle, name) for name in names)


def test_a_name_of_two_players_is_of_one_once_they_are_merged():
    joined = ("joined", {"names": [*NAMES, "anne"]})
    assert players_called(circle_of(joined), "Anne") == {1, 4}
    assert players_called(circle_of(joined, merged(4, 1)), "Anne") == {1}


def test_an_erased_name_is_of_nobody():
    circle = circle_of(("renamed", {"player": 1, "name": ""}))
    assert players_called(circle, "") == set() == players_called(circle, "Zoé", alike=True)


@pytest.mark.parametrize(
    ("start", "end", "date", "counts"),
    [
        ("", "2026-12-31", "", False),
        ("2026-09-01", "", "", False),
        ("", "", "", True),
        ("", "2026-12-31", "2026-12-31", True),
        ("2026-09-01", "", "2026-09-01", True),
        ("", "2026-12-31", "2027-01-01", False),
        ("2026-09-01", "", "2026-08-31", False),
        *(("2026-09-01", "2027-06-30", day, True) for day in ("2026-09-01", "2027-06-30")),
        *(
            ("2026-09-01", "2027-06-30", day, False)
            for day in ("2026-08-31", "2027-07-01", "")
        ),
    ],
)
def test_a_sheet_counts_from_the_first_day_to_the_last_if_it_is_of_a_game_of_the_season(
    start, end, date, counts
):
    season = Season(start=start, end=end, games=("tarot",))
    assert season.counts(date, "tarot") is counts
    assert Season(start=start, end=end).counts(date, "tarot") is counts
    assert not season.counts(date, "belote")
