"""Players of a circle: joining, names, merges, without HTTP."""

import pytest
from answers import FOUR

from scorekeeper.games import GAMES
from scorekeeper.service import sheets as plain_sheets
from scorekeeper.service.circles import erasure, people, sheets
from scorekeeper.service.circles.access import CircleRepository
from scorekeeper.service.circles.founding import delete_circle, found_circle, renew_tokens
from scorekeeper.service.errors import (
    CircleRefused,
    UnknownEntry,
    UnknownToken,
    WriteForbidden,
)
from scorekeeper.storage.base import DatabaseBusy, KeyReused

NAMES = ["Anne", "Bruno", "Chloé", "David", "Annie"]


@pytest.fixture
def circles(repository):
    return CircleRepository(repository)


@pytest.fixture
def guardian(circles):
    return circles.access(found_circle(circles, "Les Martin", NAMES))


@pytest.fixture
def table(circles, guardian):
    return circles.access(guardian.tokens.table)


@pytest.fixture
def link(repository, guardian):
    """Take a new sheet of four players into the circle, matched to these."""

    def linked(*players):
        token = plain_sheets.open_sheet(repository, GAMES["tarot"], {}, FOUR)
        return sheets.link_sheet(guardian, repository.access(token), players)

    return linked


def names_of(access):
    return [player.name for player in access.look_again().players]


def test_the_table_lets_new_players_join(table, guardian):
    people.join(table, ["Zoé", " Éric "])
    assert names_of(guardian) == [*NAMES, "Zoé", "Éric"]


def test_two_phones_may_let_players_join_at_once(table, guardian, circles):
    other = circles.access(guardian.token)
    assert other.circle.version == table.circle.version
    people.join(table, ["Zoé"])
    people.join(other, ["Éric"])
    assert names_of(guardian) == [*NAMES, "Zoé", "Éric"]


def test_a_form_posted_twice_lets_a_player_join_once(table, guardian):
    for _ in range(2):
        people.join(table, ["Zoé"], key="k" * 32)
    assert names_of(guardian) == [*NAMES, "Zoé"]


@pytest.mark.parametrize("name", ["", " \u200b", "anne", "CHLOE", "Zoé"])
def test_a_name_that_is_missing_or_there_already_is_refused(table, name):
    before = table.circle
    with pytest.raises(CircleRefused):
        people.join(table, ["zoe", name])
    assert table.look_again() == before


def test_a_nickname_is_refused_where_somebody_else_has_it(guardian):
    people.add_nickname(guardian, 1, "Nanou")
    with pytest.raises(CircleRefused):
        people.add_nickname(guardian, 2, "nanou")
    assert guardian.look_again().player(1).nicknames == ("Nanou",)


@pytest.fixture
def purges(guardian, monkeypatch):
    """How often the database was purged."""
    times, purge = [], guardian.repository.journal.purge

    def counted():
        times.append(None)
        purge()

    monkeypatch.setattr(guardian.repository.journal, "purge", counted)
    return times


def test_a_name_that_was_replaced_is_purged(guardian, purges):
    people.change_name(guardian, 1, "Anna")
    assert len(purges) == 1
    people.add_nickname(guardian, 1, "Nanou")
    people.remove_nickname(guardian, 1, 6)
    assert len(purges) == 2


def test_a_busy_database_replaces_a_name_all_the_same(guardian, monkeypatch):
    def busy():
        raise DatabaseBusy("x")

    monkeypatch.setattr(guardian.repository.journal, "purge", busy)
    people.change_name(guardian, 1, "Anna")
    assert guardian.look_again().player(1).name == "Anna"


def test_a_deleted_circle_is_purged(guardian, purges):
    delete_circle(guardian)
    assert len(purges) == 1


def test_a_deleted_sheet_is_purged(guardian, link, repository, purges):
    sheet = repository.access(guardian.sheet_token(link(1, 2, 3, 4).sheet))
    plain_sheets.delete_sheet(sheet)
    assert len(purges) == 1


def test_a_sheet_linked_after_an_erasure_is_purged(guardian, link, purges):
    link(1, 2, 3, 4)
    assert not purges
    erasure.erase(guardian, 1)
    before = len(purges)
    link(1, 2, 3, 4)
    assert len(purges) == before + 1


def test_an_erased_player_gets_no_name_again(guardian):
    erasure.erase(guardian, 1)
    with pytest.raises(UnknownEntry):
        people.change_name(guardian, 1, "Anne")
    with pytest.raises(UnknownEntry):
        people.add_nickname(guardian, 1, "Nanou")
    assert "Anne" not in guardian.look_again().names


def test_a_merged_player_takes_a_name_of_the_player_that_he_is(guardian):
    people.merge(guardian, 5, 1)
    people.change_name(guardian, 5, "anne")
    people.add_nickname(guardian, 1, "Annie")
    assert guardian.circle.player(5).name == "anne"
    with pytest.raises(CircleRefused):
        people.change_name(guardian, 5, "bruno")


def test_a_nickname_leaves_with_its_letters(guardian):
    people.add_nickname(guardian, 1, "Nanou")
    people.remove_nickname(guardian, 2, 6)  # not his
    assert guardian.look_again().player(1).nicknames == ("Nanou",)
    people.remove_nickname(guardian, 1, 6)
    assert guardian.look_again().player(1).nicknames == ()
    assert "Nanou" not in guardian.circle.names


def test_a_player_is_renamed_and_keeps_the_id(guardian):
    people.change_name(guardian, 1, "Anna")
    assert guardian.circle.player(1).name == "Anna"
    with pytest.raises(CircleRefused):
        people.change_name(guardian, 1, "bruno")
    people.change_name(guardian, 2, "bruno")  # his own, in small letters
    assert guardian.circle.player(2).name == "bruno"


@pytest.mark.parametrize(
    "give",
    [
        lambda other: people.change_name(other, 2, "zoe"),
        lambda other: people.add_nickname(other, 2, "ZOÉ"),
        lambda other: people.join(other, ["Zoé"]),
    ],
)
def test_two_guardians_at_once_give_a_name_once(guardian, circles, give):
    late, other = (circles.access(guardian.token) for _ in range(2))
    assert late.circle == other.circle
    give(other)
    with pytest.raises(CircleRefused):
        people.change_name(late, 1, "Zoé")
    assert guardian.look_again().player(1).name == "Anne"


def test_two_guardians_at_once_change_two_names(guardian, circles):
    late, other = (circles.access(guardian.token) for _ in range(2))
    assert late.circle == other.circle
    people.change_name(other, 1, "Anna")
    people.change_name(late, 2, "Brune")
    assert names_of(guardian)[:2] == ["Anna", "Brune"]


def test_a_renewed_link_changes_no_name_that_it_saw_before(guardian, circles):
    late = circles.access(guardian.token)
    assert late.circle.version == 1
    renew_tokens(circles, guardian.token, key="k" * 32)
    with pytest.raises(UnknownToken):
        people.change_name(late, 1, "Anna")


def test_the_table_changes_no_name_and_merges_nobody(table):
    for act in (
        lambda: people.change_name(table, 1, "Anna"),
        lambda: people.add_nickname(table, 1, "Nanou"),
        lambda: people.change_color(table, 1, 3),
        lambda: people.set_active(table, 1, False),
        lambda: people.merge(table, 5, 1),
        lambda: people.change_title(table, "Nous"),
    ):
        with pytest.raises(WriteForbidden):
            act()


def test_who_comes_no_more_is_not_offered_and_comes_again(guardian):
    people.set_active(guardian, 1, False)
    assert 1 not in [player.id for player in guardian.circle.active_players]
    version = guardian.circle.version
    people.set_active(guardian, 1, False)
    assert guardian.circle.version == version
    people.set_active(guardian, 1, True)
    assert 1 in [player.id for player in guardian.circle.active_players]


def test_a_merge_is_taken_back_exactly(guardian, link):
    link(1, 2, 3, 4)
    before = guardian.look_again()
    people.merge(guardian, 5, 1)
    assert guardian.circle.same(5) == 1
    people.unmerge(guardian, 5)
    again = guardian.circle
    assert again._replace(version=0, hash=b"") == before._replace(version=0, hash=b"")


def test_players_who_sat_at_one_table_are_two_and_the_sheet_is_named(guardian, link):
    link(1, 2, 3, 4)
    latest = link(1, 2, 3, 5)
    with pytest.raises(people.SatTogether) as refused:
        people.merge(guardian, 5, 1)
    assert refused.value.link.number == latest.number == 2
    assert guardian.look_again().merged == {}


def test_a_merge_that_a_sheet_of_another_phone_forbids_is_refused(
    guardian, circles, repository
):
    other = circles.access(guardian.token)
    assert other.circle.links == {}
    token = plain_sheets.open_sheet(repository, GAMES["tarot"], {}, FOUR)
    sheets.link_sheet(guardian, repository.access(token), (1, 5, 2, 3))
    with pytest.raises(people.SatTogether):
        people.merge(other, 5, 1)


@pytest.mark.parametrize(("player", "into"), [(1, 1), (1, 9), (9, 1), (0, 1)])
def test_only_two_players_are_merged(guardian, player, into):
    with pytest.raises(CircleRefused):
        people.merge(guardian, player, into)


def test_merged_players_are_merged_no_second_time(guardian):
    people.merge(guardian, 5, 1)
    with pytest.raises(CircleRefused):
        people.merge(guardian, 5, 2)


def test_who_is_no_player_is_not_colored(guardian):
    with pytest.raises(UnknownEntry):
        people.change_color(guardian, 9, 1)


def test_a_key_that_recorded_something_else_is_refused(guardian):
    people.change_color(guardian, 1, 3, key="k")
    with pytest.raises(KeyReused):
        people.change_color(guardian, 1, 4, key="k")
