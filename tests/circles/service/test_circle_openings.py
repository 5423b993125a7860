"""Sheets of a circle: opened, repeated, taken in, without HTTP."""

import pytest
from answers import FOUR
from writes import add_hand

from scorekeeper.circles import checks, decisions
from scorekeeper.circles.errors import CircleFull, CircleRefused
from scorekeeper.circles.service import erasure, people, sheets
from scorekeeper.circles.service.founding import found_circle
from scorekeeper.games import GAMES
from scorekeeper.sheets.service import sheets as plain_sheets
from scorekeeper.sheets.service.errors import InvalidAnswers
from scorekeeper.sheets.service.seating import Seating
from scorekeeper.streams.errors import UnknownEntry, WriteForbidden

NAMES = ["Anne", "Bruno", "Chloé", "David", "Eve"]
TAROT = GAMES["tarot"]


@pytest.fixture
def open_in(guardian):
    """Open a sheet in the circle for these players; its link."""

    def opened(*players, access=guardian, game=TAROT, **given):
        names = tuple(access.circle.player(player).name for player in players)
        seating = Seating(names, tuple(range(len(names))), 0)
        return sheets.open_in_circle(access, game, {}, seating, players, **given)

    return opened


def sheet_of(access, link):
    return access.repository.sheets.sheet(link.sheet)


def count(repository):
    return len(repository.journal.stream_ids())


def test_the_same_form_posted_twice_at_once_opens_one_sheet_for_both(
    circles, guardian, open_in
):
    slow = circles.access(guardian.token)
    assert not slow.circle.links  # it has looked, and the other one is faster
    first = open_in(1, 2, 3, 4, key="k" * 32)
    assert open_in(1, 2, 3, 4, access=slow, key="k" * 32) == first


def test_a_form_opens_one_sheet_whenever_it_is_posted(guardian, repository, open_in):
    form = {"date": "2026-11-22", "key": "l" * 32}
    first, other = open_in(1, 2, 3, 4, date="2026-11-22"), open_in(1, 2, 3, 4, **form)
    hand = {"taker": 0, "contract": "garde", "bouts": 2, "points": 49}
    add_hand(repository.access(guardian.sheet_token(other.sheet)), hand)
    assert open_in(1, 2, 3, 4, **form) == other != first


def test_the_same_key_in_two_circles_opens_two_sheets(circles, open_in):
    first = open_in(1, 2, 3, 4, key="k" * 32)
    other = circles.access(found_circle(circles, "Les Durand", NAMES))
    assert open_in(1, 2, 3, 4, access=other, key="k" * 32).sheet != first.sheet


def test_each_role_opens_a_sheet_of_the_circle_by_a_token_of_its_own(
    circles, guardian, open_in, repository
):
    link = open_in(1, 2, 3, 4)
    table = circles.access(guardian.tokens.table)
    reader = circles.access(guardian.tokens.reading)
    assert repository.access(table.sheet_token(link.sheet)).may_write
    assert not repository.access(reader.sheet_token(link.sheet)).may_write
    plain_sheets.renew_tokens(repository, guardian.sheet_token(link.sheet), key="r")
    assert not table.opens_sheet(link.sheet) and not reader.opens_sheet(link.sheet)


def test_an_address_that_a_sheet_has_lost_is_not_its_own_when_it_is_taken_in_again(
    guardian, open_in, repository
):
    link = open_in(1, 2, 3, 4)
    lost = guardian.sheet_token(link.sheet)
    token = plain_sheets.renew_tokens(repository, lost, key="r")
    guardian.record("unlinked", decisions.unlink, link.sheet)
    sheets.link_sheet(guardian, repository.access(token), [1, 2, 3, 4])
    assert guardian.opens_sheet(link.sheet)
    assert not repository.is_known(lost)


def test_nothing_is_opened_for_who_is_no_player_or_sits_twice(open_in, repository):
    before = count(repository)
    with pytest.raises(CircleRefused):
        open_in(1, 2, 1, 4)
    with pytest.raises(InvalidAnswers):
        open_in(1)
    assert count(repository) == before


def test_a_full_circle_opens_no_sheet(open_in, repository, monkeypatch):
    open_in(1, 2, 3, 4)
    before = count(repository)
    monkeypatch.setattr(sheets, "MAX_LINKS", 1)
    with pytest.raises(CircleFull):
        open_in(1, 2, 3, 4)
    assert count(repository) == before
    assert sheets.MAX_LINKS < checks.MAX_LINKS


def test_a_reader_opens_and_repeats_no_sheet(circles, guardian, open_in, repository):
    last, reader = open_in(1, 2, 3, 4), circles.access(guardian.tokens.reading)
    before = count(repository)
    with pytest.raises(WriteForbidden):
        open_in(1, 2, 3, 4, access=reader, key="k" * 32)
    with pytest.raises(WriteForbidden):
        sheets.open_again(reader, last.number, "2026-11-22")
    assert count(repository) == before


def test_two_phones_that_repeat_the_same_sheet_at_once_open_one(guardian, circles, open_in):
    last = open_in(1, 2, 3, 4)
    slow = circles.access(guardian.tokens.table)
    assert len(slow.circle.links) == 1
    again = sheets.open_again(guardian, last.number, "2026-11-22")
    assert sheets.open_again(slow, last.number, "2026-11-22") == again
    assert len(guardian.refresh().links) == 2


@pytest.mark.parametrize("is_deleted", [True, False])
def test_a_sheet_is_repeated_anew_after_its_repetition_was_deleted_or_taken_out(
    guardian, open_in, repository, is_deleted
):
    last = open_in(1, 2, 3, 4)
    again = sheets.open_again(guardian, last.number, "2026-11-22")
    if is_deleted:
        plain_sheets.delete_sheet(repository.access(guardian.sheet_token(again.sheet)))
    else:
        guardian.record("unlinked", decisions.unlink, again.sheet)
    before = count(repository)
    anew = sheets.open_again(guardian, last.number, "2026-11-22")
    assert sheet_of(guardian, anew).names == ("Anne", "Bruno", "Chloé", "David")
    assert count(repository) == before + 1


def test_a_sheet_is_repeated_by_the_names_of_today(guardian, open_in):
    last = open_in(1, 2, 3, 5)
    guardian.record("merged", decisions.merge, 5, 4)
    people.change_name(guardian, 1, "Anna")
    sheet = sheet_of(guardian, sheets.open_again(guardian, last.number, "2026-11-22"))
    assert sheet.names == ("Anna", "Bruno", "Chloé", "David")


@pytest.mark.parametrize("change", ["erased", "guest", "deleted", "unlinked"])
def test_a_sheet_that_cannot_be_repeated_is_not(guardian, open_in, repository, change):
    last = open_in(1, 2, 3, 4)
    if change == "erased":
        erasure.erase(guardian, 2)
    elif change == "guest":
        sheets.match_players(guardian, last.sheet, [1, 2, 3, 0])
    elif change == "deleted":
        plain_sheets.delete_sheet(repository.access(guardian.sheet_token(last.sheet)))
    else:
        guardian.record("unlinked", decisions.unlink, last.sheet)
    with pytest.raises(CircleRefused):
        sheets.open_again(guardian, last.number, "2026-11-22")


def test_the_table_matches_guests_alone_anew(guardian, table, open_in):
    link = open_in(1, 2, 3, 4)
    sheets.match_players(guardian, link.sheet, [1, 2, 0, 4])
    for players, matched in (([0, 0, 0, 0], (1, 2, 0, 4)), ([0, 0, 3, 0], (1, 2, 3, 4))):
        sheets.match_players(table, link.sheet, players)
        assert guardian.refresh().links[link.sheet].players == matched


def test_only_who_may_write_a_sheet_takes_it_in(guardian, repository):
    token = plain_sheets.open_sheet(repository, TAROT, {}, FOUR)
    reader = repository.access(repository.access(token).read_token)
    with pytest.raises(WriteForbidden):
        sheets.link_sheet(guardian, reader, [1, 2, 3, 4])
    assert guardian.refresh().links == {}


def test_a_sheet_that_was_taken_out_meanwhile_is_not_matched(guardian, circles, open_in):
    link = open_in(1, 2, 3, 4)
    other = circles.access(guardian.token)
    assert link.sheet in other.circle.links
    guardian.record("unlinked", decisions.unlink, link.sheet)
    with pytest.raises(UnknownEntry):
        sheets.match_players(other, link.sheet, [1, 2, 3, 5])


LIBRE = GAMES["libre"]


@pytest.fixture
def finished(guardian, repository, open_in):
    """A game of the circle that is over, by its link."""
    names = tuple(guardian.circle.player(player).name for player in (1, 2, 3))
    link = sheets.open_in_circle(
        guardian, LIBRE, {"target": 100}, Seating(names, (0, 1, 2), 0), (1, 2, 3)
    )
    access = repository.access(guardian.sheet_token(link.sheet))
    add_hand(access, {"scores": [100, 0, 0]})
    assert access.sheet.ended
    return link


def test_the_revanche_of_a_game_is_a_sheet_of_the_circle(guardian, repository, finished):
    game = repository.access(guardian.sheet_token(finished.sheet))
    plain_sheets.open_revanche(game)
    sheets.follow_revanches(guardian)
    assert [link.players for link in guardian.circle.links.values()] == [(1, 2, 3)] * 2
    version = guardian.circle.version
    sheets.follow_revanches(guardian)
    assert guardian.circle.version == version


def test_a_revanche_that_was_taken_out_stays_out(guardian, repository, finished):
    plain_sheets.open_revanche(repository.access(guardian.sheet_token(finished.sheet)))
    sheets.follow_revanches(guardian)
    following = list(guardian.circle.links)[-1]
    guardian.record("unlinked", decisions.unlink, following)
    sheets.follow_revanches(guardian)
    assert following not in guardian.circle.links


def test_a_reader_takes_no_revanche_in(circles, guardian, repository, finished):
    plain_sheets.open_revanche(repository.access(guardian.sheet_token(finished.sheet)))
    reader = circles.access(guardian.tokens.reading)
    sheets.follow_revanches(reader)
    assert len(reader.refresh().links) == 1
