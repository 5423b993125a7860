"""Lists on paper: every row once, in order, groups whole, on as few pages as can be read."""

from itertools import chain

import pytest
from printed_evening import names_of

from scorekeeper.sheets.reports.paper import PAPERS
from scorekeeper.tournaments.papers.lists import Group, ListRow, set_list, stacked

HEADS = ("table", "place", "nom", "total")


def groups_of(count, size=1):
    lines = [ListRow(name, before="Nord", after=("+1 200",)) for name in names_of(count)]
    return [Group(str(n), tuple(lines[n : n + size])) for n in range(0, count, size)]


def set_groups(setting):
    return [group for page in setting.pages for column in page for group in column]


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize(("count", "size"), [(8, 1), (60, 1), (61, 4), (200, 4), (400, 1)])
def test_every_group_stands_once_whole_and_in_order(paper, count, size):
    groups = groups_of(count, size)
    assert set_groups(set_list(HEADS, groups, paper)) == groups


@pytest.mark.parametrize(("count", "pages"), [(0, 1), (8, 1), (40, 1), (50, 1), (400, 8)])
@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_a_wall_list_takes_few_pages(paper, count, pages):
    groups = [Group("", (ListRow(name, after=("100", "Ouest")),)) for name in names_of(count)]
    heads = ("", "", "nom", "table", "place")
    setting = set_list(heads, groups, PAPERS[paper], least=13)
    assert len(setting.pages) <= pages and setting.size >= 13


TEXT = "Au meilleur des deux dernières fois, sans la finale, non primé : 20 €."


@pytest.mark.parametrize(
    ("groups", "least"),
    [
        ([Group("1", (ListRow("120 €"),))] * 4 + [Group("", (ListRow(TEXT),))] * 2, 34),
        ([Group("1", (ListRow(TEXT[:40]),))] * 8 + [Group("2", (ListRow(TEXT),))] * 5, 20),
    ],
    ids=["prizes", "sentences"],
)
def test_a_list_is_as_large_as_its_page_allows_though_some_rows_break(groups, least):
    setting = set_list(("", "", ""), groups, PAPERS["a4"], least=12)
    assert setting.size >= least and len(setting.pages) == 1


def test_few_rows_have_larger_type_than_many():
    few, many = (set_list(HEADS, groups_of(n), PAPERS["a4"]) for n in (8, 200))
    assert few.size > many.size


def test_rows_without_room_have_smaller_type_than_the_least():
    wide = [Group("1", (ListRow("Anne", after=("104 205 306",) * 12),))]
    heads = ("n°", "", "nom", *map(str, range(1, 13)))
    assert set_list(heads, wide, PAPERS["a4"], least=9).size < 9


@pytest.mark.parametrize(("foot", "is_apart"), [(0, False), (60, False), (230, True)])
def test_what_stands_under_a_list_has_its_own_page_only_without_room(foot, is_apart):
    assert set_list(HEADS, groups_of(8), PAPERS["a4"], foot=foot).is_foot_apart is is_apart


@pytest.mark.parametrize("per_page", [1, 2, 3, 4, 10])
@pytest.mark.parametrize("count", [1, 7, 12, 31])
def test_piles_of_one_cut_follow_one_another(count, per_page):
    pages = stacked(range(count), per_page)
    piles = [[page[slot] for page in pages if slot < len(page)] for slot in range(per_page)]
    assert list(chain.from_iterable(piles)) == list(range(count))
