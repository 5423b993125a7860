"""Players of a circle: joining, names, merges, without HTTP."""

import pytest
from answers import FOUR

from scorekeeper.circles import checks, decisions
from scorekeeper.circles.errors import CircleFull, CircleRefused, SatTogether
from scorekeeper.circles.service import erasure, people, sheets
from scorekeeper.circles.service.founding import renew_tokens
from scorekeeper.games import GAMES
from scorekeeper.sheets.service import sheets as plain_sheets
from scorekeeper.streams.base import DatabaseBusy
from scorekeeper.streams.errors import UnknownToken


@pytest.fixture
def link(repository, guardian):
    """Take a new sheet of four players into the circle, matched to these."""

    def linked(*players):
        token = plain_sheets.open_sheet(repository, GAMES["tarot"], {}, FOUR)
        return sheets.link_sheet(guardian, repository.access(token), players)

    return linked


def test_what_is_removed_frees_its_place(guardian, monkeypatch):
    monkeypatch.setattr(checks, "MAX_NAMES", guardian.refresh().named)
    with pytest.raises(CircleFull):
        people.join(guardian, ["Paul"])
    erasure.erase(guardian, 5)
    people.join(guardian, ["Luc"])
    guardian.record("merged", decisions.merge, 1, 2)
    people.join(guardian, ["Marc"])
    with pytest.raises(CircleFull):
        people.join(guardian, ["Jean"])


def test_numbers_of_names_are_bounded_too(guardian, monkeypatch):
    monkeypatch.setattr(checks, "MAX_NUMBERS", len(guardian.circle.names))
    erasure.erase(guardian, 5)
    with pytest.raises(CircleFull):
        people.join(guardian, ["Luc"])


# Further names


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
    guardian.record("nicknamed", decisions.add_nickname, 1, "Nanou")
    people.remove_nickname(guardian, 1, 6)
    assert len(purges) == 2


def test_a_busy_database_replaces_a_name_all_the_same(guardian, monkeypatch):
    def busy():
        raise DatabaseBusy("x")

    monkeypatch.setattr(guardian.repository.journal, "purge", busy)
    people.change_name(guardian, 1, "Anna")
    assert guardian.refresh().player(1).name == "Anna"


def test_a_sheet_linked_after_an_erasure_is_purged(guardian, link, purges):
    link(1, 2, 3, 4)
    assert not purges
    erasure.erase(guardian, 1)
    before = len(purges)
    link(1, 2, 3, 4)
    assert len(purges) == before + 1


def test_a_nickname_leaves_with_its_letters(guardian):
    guardian.record("nicknamed", decisions.add_nickname, 1, "Nanou")
    people.remove_nickname(guardian, 2, 6)  # not his
    assert guardian.refresh().player(1).nicknames == ("Nanou",)
    people.remove_nickname(guardian, 1, 6)
    assert guardian.refresh().player(1).nicknames == ()
    assert "Nanou" not in guardian.circle.names


@pytest.mark.parametrize(
    "give",
    [
        lambda other: people.change_name(other, 2, "zoe"),
        lambda other: other.record("nicknamed", decisions.add_nickname, 2, "ZOÉ"),
        lambda other: people.join(other, ["Zoé"]),
    ],
)
def test_two_guardians_at_once_give_a_name_once(guardian, circles, give):
    late, other = (circles.access(guardian.token) for _ in range(2))
    assert late.circle == other.circle
    give(other)
    with pytest.raises(CircleRefused):
        people.change_name(late, 1, "Zoé")
    assert guardian.refresh().player(1).name == "Anne"


def test_a_renewed_link_changes_no_name_that_it_saw_before(guardian, circles):
    late = circles.access(guardian.token)
    assert late.circle.version == 1
    renew_tokens(circles, guardian.token, key="k" * 32)
    with pytest.raises(UnknownToken):
        people.change_name(late, 1, "Anna")


def test_a_merge_that_a_sheet_of_another_phone_forbids_is_refused(
    guardian, circles, repository
):
    other = circles.access(guardian.token)
    assert other.circle.links == {}
    token = plain_sheets.open_sheet(repository, GAMES["tarot"], {}, FOUR)
    sheets.link_sheet(guardian, repository.access(token), (1, 5, 2, 3))
    with pytest.raises(SatTogether):
        other.record("merged", decisions.merge, 5, 1)
