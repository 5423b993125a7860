"""Random histories of circles: their statistics against a fold from nothing, in any order of
import, through a file, and after a merge that was taken back."""

import json
from collections import defaultdict
from random import Random

import long_cases
import pytest
from circle_helpers import dump, text_of, write_circle
from circle_histories import CIRCLE, History

from scorekeeper.circles.formats.circle_reader import read_circle
from scorekeeper.circles.season import ALL_TIME, Season
from scorekeeper.circles.statistics import add_up
from scorekeeper.sheets.formats.strict_json import parse
from scorekeeper.sheets.played import played_hands
from scorekeeper.sheets.sheet import fold


def few_or(many):
    """Some histories in every run, more with ``--long``, and many with ``--hours``."""
    long = pytest.param(many // 50, marks=pytest.mark.long)
    hours = pytest.param(many, marks=pytest.mark.hours)
    return pytest.mark.parametrize("count", [many // 1000, long, hours])


def begun(name, count, most=25):
    """Random histories, each with one sheet, and how many deeds are to follow."""
    for seed in range(count):
        history = History(long_cases.chance(name, seed))
        history.open_sheet()
        yield history, range(history.random.randint(5, most)), f"{name} {seed}"


def ended(name, count, most=25):
    for history, deeds, where in begun(name, count, most):
        for _ in deeds:
            history.act()
        yield history, where


@few_or(5000)
def test_seasons_asked_after_every_deed_are_added_up_from_nothing(count):
    seasons = (ALL_TIME, Season(games=("tarot",)), Season(end="2026-09-10"))
    for history, deeds, where in begun("earlier", count):
        for _ in deeds:
            history.act()
            kept, fresh = history.known_sheets(), history.known_sheets(history.fresh())
            for season in history.random.sample(seasons, 2):
                found = dump(kept.statistics(season).statistics)
                expected = dump(add_up(fresh.played(fresh.counted(season))))
                assert found == expected, (where, season)


@few_or(10_000)
def test_a_merge_taken_back_leaves_nothing_behind(count):
    merged = 0
    for history, where in ended("merge", count, most=12):
        before, statistics = history.circle, dump(history.statistics())
        pointers = dict(history.merged)
        for _ in range(20):
            history.merge()
        assert dump(history.statistics()) == dump(history.statistics(history.fresh()))
        merged += len(history.merged) > len(pointers)
        new = [player for player in history.merged if player not in pointers]
        for player in history.random.sample(new, len(new)):
            history.journal.append(CIRCLE, "unmerged", {"player": player})
            del history.merged[player]
        after = history.circle
        assert after._replace(version=0, hash=b"") == before._replace(version=0, hash=b""), (
            where
        )
        assert dump(history.statistics()) == statistics, where
    assert merged > count / 3


def in_another_order(history):
    """The sheets of a circle shuffled, but for those of one day, or of none."""
    dates = {sheet: one.date for sheet, one in folded(history).items()}
    links, by_day = list(history.links.items()), defaultdict(list)
    for link in links:
        by_day[dates.get(link[0], "")].append(link)
    history.random.shuffle(links)
    return [by_day[dates.get(sheet, "")].pop(0) for sheet, _ in links]


@few_or(2000)
def test_statistics_do_not_depend_on_the_order_of_import(count):
    for history, where in ended("order", count):
        expected = renamed(history.statistics(), history.circle)
        links = in_another_order(history)
        founded = history.journal.events(CIRCLE)[0]
        del history.journal.streams[CIRCLE]
        history.journal.append(CIRCLE, founded.kind, founded.body)
        for sheet, (_, players) in links:
            history.journal.append(CIRCLE, "linked", {"sheet": sheet, "players": players})
        for player, into in history.merged.items():
            history.journal.append(CIRCLE, "merged", {"player": player, "into": into})
        found = history.statistics(history.fresh())
        assert renamed(found, history.circle) == expected, where


@few_or(2000)
def test_statistics_survive_the_circle_file(count):
    whole = 0
    for history, where in ended("file", count):
        circle, sheets = history.circle, folded(history)
        file = write_circle(circle, sheets.get)
        if file.left_out:
            continue
        whole += bool(sheets)
        expected = renamed(history.statistics(), circle, sheets)
        numbers = [link.number for link in circle.links.values() if link.sheet in sheets]
        read = read_circle(parse(text_of(file).encode()))
        copy = copied(history, read)
        again = write_circle(copy.circle, folded(copy).get)
        assert text_of(again) == text_of(file), where
        places = dict(enumerate(numbers, 1))
        found = renamed(copy.statistics(), copy.circle, folded(copy), places)
        assert found == expected, where
    assert whole > count / 2


def folded(history):
    """The sheets of a history, by id."""
    journal = history.journal
    return {id: fold(journal.events(id)) for id in history.sheets}


def copied(history, read):
    """A history with only what a file holds."""
    copy = History(Random(0))
    del copy.journal.streams[CIRCLE]
    for kind, body in read.events:
        copy.journal.append(CIRCLE, kind, body)
    for number, sheet in enumerate(read.sheets, 1):
        id = 100_000 + number
        for event in sheet.events:
            copy.journal.append(id, event.kind, event.body)
        copy.sheets[id] = sheet
        copy.journal.append(CIRCLE, "linked", {"sheet": id, "players": [*sheet.players]})
    return copy


def renamed(statistics, circle, sheets=None, places=None):
    """The statistics with sheets by their ids in the place of numbers; or, of a copy, by the
    numbers that they were copied from, and hands by their place on the sheet.

    :param sheets: those of which hands are named by place.
    :param places: the number that each number stands for.
    """
    found = json.loads(dump(statistics))
    ids = {link.number: link.sheet for link in circle.links.values()}

    def name(number):
        if sheets is None:
            return ids.get(number, 0)
        return (places or {}).get(number, number)

    def hand(number, id):
        if sheets is None:
            return id
        return [one.id for one in played_hands(sheets[ids[number]])].index(id)

    for one in found["players"].values():
        for record in ("best", "worst"):
            points, date, number, id = one[record]
            one[record] = points, date, name(number), hand(number, id)
    for evening in found["evenings"]:
        evening[1] = list(map(name, evening[1]))
    return found
