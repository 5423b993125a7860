"""Statistics of a circle: kept, and always what a computation from nothing gives."""

from datetime import date
from random import random

import pytest
from answers import BELOTE, FOUR, GARDE
from circle_helpers import dump
from writes import add_hand

from scorekeeper.circles.season import ALL_TIME, Season
from scorekeeper.circles.service import founding, statistics
from scorekeeper.circles.service.access import CircleRepository
from scorekeeper.games import GAMES
from scorekeeper.sheets.service import sheets
from scorekeeper.streams.base import DatabaseBusy

LOST = GARDE | {"points": 30}


@pytest.fixture
def open_circles(open_repository):
    """The circles of an installation, as one more process has them."""

    def opened():
        return CircleRepository(open_repository())

    return opened


@pytest.fixture
def circles(open_circles):
    return open_circles()


@pytest.fixture
def circle(circles):
    names = ["Anne", "Bruno", "Chloé", "David", "Nanou"]
    return circles.access(founding.found_circle(circles, "Jeudi", names))


@pytest.fixture
def evening(circles, circle):
    """Play an evening of the circle; its sheet."""

    def played(day, *answers, game="tarot"):
        opened = sheets.open_sheet(circles.sheets, GAMES[game], {}, FOUR, date=day)
        sheet = circles.sheets.access(opened)
        circle.record("linked", {"sheet": sheet.sheet_id, "players": [1, 2, 3, 4]})
        for one in answers:
            add_hand(sheet, one)
        return sheet

    return played


@pytest.fixture
def recomputed(open_circles, circle, monkeypatch):
    """The statistics as a process without any cache computes them."""

    def computed(season=ALL_TIME):
        with monkeypatch.context() as patch:
            patch.setattr(statistics, "program_version", lambda: f"another {random()}")
            return dump(open_circles().access(circle.token).statistics(season).statistics)

    return computed


@pytest.fixture
def shown(circle):
    """The statistics as this process has them."""

    def read(season=ALL_TIME):
        circle.refresh()
        return dump(circle.statistics(season).statistics)

    return read


@pytest.fixture
def season(evening, shown):
    """Three evenings, looked at."""
    played = [
        evening("2026-01-08", GARDE, LOST),
        evening("2026-01-15", GARDE),
        evening("2026-01-22", LOST),
    ]
    shown()
    return played


def test_the_summary_of_a_deleted_sheet_leaves_the_disk(season, shown, circles):
    journal, program = circles.journal, statistics.program_version()
    gone, stays = season[0].sheet_id, season[1].sheet_id
    assert journal.read_summaries([gone, stays], program).keys() == {gone, stays}
    sheets.delete_sheet(season[0])
    assert journal.read_summaries([gone, stays], program).keys() == {stays}


def test_equal_statistics_have_equal_etags(circle, open_circles, season):
    other = open_circles().access(circle.token)
    assert other.statistics(ALL_TIME).etag == circle.statistics(ALL_TIME).etag
    before = circle.statistics(ALL_TIME).etag
    add_hand(season[2], GARDE)
    circle.refresh()
    assert circle.statistics(ALL_TIME).etag != before


def test_nothing_is_computed_again_without_a_change(circle, season):
    assert circle.statistics(ALL_TIME) is circle.statistics(ALL_TIME)


def test_a_hand_of_tonight_summarizes_one_sheet(circle, season, monkeypatch):
    summarized = []

    def counting(sheet):
        summarized.append(sheet.date)
        return summarize(sheet)

    summarize = statistics.summarize
    monkeypatch.setattr(statistics, "summarize", counting)
    add_hand(season[2], GARDE)
    circle.refresh()
    circle.statistics(ALL_TIME)
    assert summarized == ["2026-01-22"]


def test_a_new_process_reads_what_was_computed_before(
    circle, open_circles, season, monkeypatch
):
    before = dump(circle.statistics(ALL_TIME).statistics)
    monkeypatch.delattr(statistics, "summarize")
    again = open_circles().access(circle.token)
    assert dump(again.statistics(ALL_TIME).statistics) == before


def test_a_game_counts_among_those_played_from_its_first_hand_on(circle, evening):
    evening("2026-01-08", GARDE)
    assert circle.sheets.games() == ["tarot"]
    belote = evening("2026-01-15", game="belote")
    assert circle.sheets.games() == ["tarot"]
    add_hand(belote, BELOTE)
    add_hand(belote, BELOTE)
    circle.refresh()
    assert circle.sheets.games() == ["belote", "tarot"]


def test_one_sheet_of_typed_points_goes_before_no_game(circle, evening):
    evening("2026-01-08", GARDE)
    typed = {"scores": [3, -1, -1, -1]}
    evening("2026-01-15", typed, typed, game="libre")
    assert circle.sheets.games() == ["tarot", "libre"]
    evening("2026-01-22", typed, game="libre")
    assert circle.sheets.games() == ["libre", "tarot"]


@pytest.mark.parametrize("day, expected", [("22", 1), ("23", 1), ("24", 0), ("21", 0)])
def test_a_sheet_is_under_way_on_its_day_and_the_night_after(circle, season, day, expected):
    today = date.fromisoformat(f"2026-01-{day}")
    assert len(circle.sheets.under_way(today)) == expected
    assert circle.statistics(ALL_TIME).is_provisional(today) == bool(expected)


def test_a_closed_sheet_is_not_under_way(circle, season):
    sheets.close_sheet(season[2], season[2].sheet.version)
    circle.refresh()
    assert circle.sheets.under_way(date(2026, 1, 22)) == []
    assert not circle.statistics(ALL_TIME).is_provisional(date(2026, 1, 22))


def test_a_look_between_the_commit_and_the_cache_misses_no_hand(
    circles, season, shown, recomputed, monkeypatch
):
    add_hand(season[2], LOST)
    cache = circles.sheets.cache
    put = cache.put

    def put_later(*given):
        monkeypatch.undo()
        shown()  # another phone asks: the hand is stored, and not cached yet
        put(*given)

    monkeypatch.setattr(cache, "put", put_later)
    add_hand(season[2], GARDE)
    assert shown() == recomputed()


@pytest.mark.one_process
@pytest.mark.parametrize("looks", [ALL_TIME, Season(start="2026-01-01")])
@pytest.mark.parametrize("failing", ["heads", "events"])
def test_a_busy_database_loses_no_change(
    circles, season, shown, recomputed, monkeypatch, looks, failing
):
    def busy(*given):
        raise DatabaseBusy

    add_hand(season[2], GARDE)
    with monkeypatch.context() as patch:
        patch.setattr(circles.sheets.cache, "cached", lambda sheet_id: None)
        patch.setattr(circles.sheets.journal, failing, busy)
        with pytest.raises(DatabaseBusy):
            shown(looks)
    assert shown(looks) == recomputed(looks)


def test_sheets_of_one_day_stay_in_the_order_of_linking(evening, circle, shown):
    for day in range(10, 20):
        for count in (day % 5 + 1, day % 3 + 1):
            evening(f"2026-03-{day}", *[GARDE] * count)
    shown()
    found = [one.numbers for one in circle.statistics(ALL_TIME).statistics.evenings]
    assert found == [(n, n + 1) for n in range(1, 21, 2)]


def test_a_season_that_could_not_be_added_up_is_not_kept_empty(
    circles, season, shown, recomputed, monkeypatch
):
    def busy(*given):
        raise DatabaseBusy

    looks = Season(start="2026-01-01")
    with monkeypatch.context() as patch:
        patch.setattr(circles.statistics.summaries, "texts", busy)
        with pytest.raises(DatabaseBusy):
            shown(looks)
    assert shown(looks) == recomputed(looks)


def test_summaries_of_another_process_are_not_computed_again(
    circle, season, open_circles, monkeypatch
):
    monkeypatch.setattr(statistics, "program_version", lambda: "upgraded")
    before = open_circles().access(circle.token).statistics(ALL_TIME).statistics
    monkeypatch.setattr(statistics, "summarize", None)
    assert open_circles().access(circle.token).statistics(ALL_TIME).statistics == before


def test_a_season_without_tonight_is_not_added_up_again(circle, season):
    before = Season(end="2026-01-21")
    kept = circle.statistics(before)
    add_hand(season[2], GARDE)
    circle.refresh()
    assert circle.statistics(before) is kept


def test_statistics_are_of_one_moment(circle, season, monkeypatch):
    journal = circle.repository.journal
    heads = journal.heads

    def heads_before_a_hand(ids):
        monkeypatch.setattr(journal, "heads", heads)
        found = heads(ids)
        add_hand(season[2], GARDE)
        return found

    add_hand(season[2], LOST)
    monkeypatch.setattr(journal, "heads", heads_before_a_hand)
    circle.refresh()
    assert circle.statistics(ALL_TIME).statistics.hands == {"tarot": 5}
    circle.refresh()
    assert circle.statistics(ALL_TIME).statistics.hands == {"tarot": 6}
