"""Sheets: opened, closed, deleted, won; their stake and documents."""

import pytest
from answers import GARDE
from writes import add_hand, change_seating, remove_entry

from scorekeeper.sheets.service import sheets
from scorekeeper.sheets.service.access import new_key
from scorekeeper.sheets.service.documents import import_document
from scorekeeper.sheets.service.seating import Seating
from scorekeeper.streams.base import DatabaseBusy, StreamDeleted, read_only_token
from scorekeeper.streams.errors import UnknownToken, VersionConflict

MARKED = {
    "format": "scorekeeper/1",
    "game": "libre",
    "played": "tarot",
    "players": ["Anne", "Bruno", "Chloé"],
    "options": {"target": 100},
    "hands": [{"scores": [100, -50, -50]}],
}


def test_links_are_renewed_though_the_game_before_cannot_be_told(repository, won, monkeypatch):
    revanche = sheets.open_revanche(won)

    def fail(*_):
        raise DatabaseBusy("x")

    monkeypatch.setattr(repository.journal, "tell", fail)
    new = sheets.renew_tokens(repository, revanche, key=new_key())
    assert repository.access(new).may_write


def test_a_deleted_sheet_takes_nothing_more(repository, access, another):
    late = another()
    assert late.sheet.version == 1
    sheets.delete_sheet(access)
    with pytest.raises(StreamDeleted):
        add_hand(late, GARDE)
    with pytest.raises(UnknownToken):
        repository.access(access.token)


def test_an_open_sheet_is_not_reopened_and_a_stake_is_set_once(access):
    assert sheets.reopen_sheet(access) is None
    assert sheets.set_stake(access, 0, 1) is None
    assert sheets.set_stake(access, 5, 1) == 2
    assert sheets.set_stake(access, 5, 1) is None
    assert sheets.set_stake(access, 5, 100) == 3
    assert access.sheet.version == 3


@pytest.mark.parametrize("stake", [(-1, 1), (5, 7), (100_001, 1)])
def test_a_stake_is_within_bounds(access, stake):
    with pytest.raises(ValueError):
        sheets.set_stake(access, *stake)


@pytest.fixture
def won(open_access):
    table = open_access("belote", target=501)
    for _ in range(2):
        add_hand(table, {"taker": 0, "capot": "attack"})
    return table


def test_a_sheet_whose_revanche_was_opened_meanwhile_is_closed(repository, won):
    seen = won.sheet.version
    token = sheets.open_revanche(repository.access(won.token))
    sheets.delete_sheet(repository.access(token))
    late = repository.access(won.token)
    assert late.sheet.version == seen + 2
    with pytest.raises(VersionConflict):
        sheets.close_sheet(late, seen - 1)
    assert sheets.close_sheet(late, seen) == seen + 3


def test_a_reader_is_given_the_revanche_to_read(repository, won):
    token = sheets.open_revanche(won)
    reader = repository.access(read_only_token(won.token))
    assert reader.following == read_only_token(token)
    assert not repository.access(reader.following).may_write


def test_a_game_that_goes_on_is_not_followed(repository, won):
    sheets.open_revanche(won)
    remove_entry(won, 3)
    assert won.following is None
    add_hand(won, {"taker": 0, "capot": "attack"})
    assert won.following is not None


def test_games_are_won_by_players_whatever_their_column(repository, open_access):
    trio = Seating(("Anne", "Bruno", "Chloé"), (0, 1, 2), 0)
    first = open_access("libre", trio, target=100)
    add_hand(first, {"scores": [100, 0, 0]})
    second = repository.access(sheets.open_revanche(first))
    change_seating(second, trio._replace(names=("Zoé", "Bruno", "Chloé")))
    assert second.games_won == ()


def test_the_points_of_a_revanche_are_of_the_same_game(repository):
    first = repository.access(import_document(repository.journal, MARKED))
    second = repository.access(sheets.open_revanche(first))
    assert second.sheet.played == "tarot"
