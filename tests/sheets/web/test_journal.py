"""The journal, a page at a time."""

import re

import pytest
from conftest import GARDE


@pytest.fixture
def long_sheet(sheet, post_hand):
    """A sheet with 60 hands: 61 events."""
    for _ in range(60):
        post_hand(sheet)
    return sheet


@pytest.fixture
def read_journal(client):
    """Read a page of a journal; its event numbers, and its links by their text."""

    def read(address):
        page = client.get(address).text
        links = re.findall(r'href="([^"]+)">(Ce qui \w+)<', page)
        return [int(n) for n in re.findall(r'id="event-(\d+)"', page)], {
            text: link.replace("&amp;", "&") for link, text in links
        }

    return read


def test_links_lead_to_the_older_events_and_back(long_sheet, read_journal):
    _, links = read_journal(f"{long_sheet}/journal")
    events, links = read_journal(links["Ce qui précède"])
    assert events == list(range(11, 0, -1))
    events, links = read_journal(links["Ce qui suit"])
    assert events == list(range(61, 11, -1)) and list(links) == ["Ce qui précède"]


def test_a_short_journal_has_no_links(sheet, read_journal):
    assert read_journal(f"{sheet}/journal") == ([1], {})


def test_a_page_beyond_the_journal_says_that_it_is_empty(sheet, client, read_journal):
    assert "Rien n’a été écrit ici" in client.get(f"{sheet}/journal?before=1").text
    events, links = read_journal(f"{sheet}/journal?before=1")
    assert events == [] and read_journal(links["Ce qui suit"])[0] == [1]


@pytest.mark.parametrize("query", ["before=x", "before=-1", "after=1e3", "before=" + "9" * 50])
def test_nonsense_in_the_address_is_the_first_page(sheet, read_journal, query):
    assert read_journal(f"{sheet}/journal?{query}")[0] == [1]


def test_the_journal_reads_the_events_and_keeps_no_sheet(long_sheet, app, client):
    client.post(f"{long_sheet}/hands/2", data=GARDE | {"points": "51"})
    client.get(f"{long_sheet}/journal?before=40")
    assert len(app.extensions["sheets"].cache) == 1
