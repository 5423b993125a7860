"""Players of a circle: joining, names, merges, without HTTP."""

import pytest
from answers import FOUR

from scorekeeper.circles import checks, decisions
from scorekeeper.circles.checks import JOINED_A_DAY
from scorekeeper.circles.errors import CircleFull, CircleRefused, SatTogether
from scorekeeper.circles.service import erasure, people, sheets
from scorekeeper.circles.service.founding import renew_tokens
from scorekeeper.games import GAMES
from scorekeeper.sheets.service import sheets as plain_sheets
from scorekeeper.streams.base import DatabaseBusy
from scorekeeper.streams.errors import UnknownToken

NAMES = ["Anne", "Bruno", "Chloé", "David", "Annie"]


@pytest.fixture
def link(repository, guardian):
    """Take a new sheet of four players into the circle, matched to these."""

    def linked(*players):
        token = plain_sheets.open_sheet(repository, GAMES["tarot"], {}, FOUR)
        return sheets.link_sheet(guardian, repository.access(token), players)

    return linked


def names_of(access):
    return [player.name for player in access.look_again().players]


# Names that wait for a guardian


def fill(access, count, first=0):
    """Let so many players join, one after the other."""
    for n in range(first, first + count):
        people.join(access, [f"Nouveau {n}"])


def waiting(access):
    return [player.name for player in access.look_again().players if player.is_waiting]


@pytest.fixture
def proposed(table):
    """The ids of two players who joined by the table's link, after those of the day."""
    fill(table, JOINED_A_DAY)
    people.join(table, ["Max"])
    people.join(table, ["Zoé"])
    return [player.id for player in table.circle.players if player.is_waiting]


def test_a_player_whose_name_waits_plays_tonight(table, guardian, proposed, repository):
    seats = FOUR._replace(names=("Max", *FOUR.names[1:]))
    players = (proposed[0], 2, 3, 4)
    link = sheets.open_in_circle(table, GAMES["tarot"], {}, seats, players)
    assert guardian.look_again().players_of(link) == players


def test_a_dropped_name_leaves_the_database(guardian, proposed, purges):
    people.drop(guardian, proposed)
    assert len(purges) == 1 and not {"Max", "Zoé"} & set(names_of(guardian))
    journal = guardian.repository.journal
    assert "Max" not in repr(journal.stored_stream(guardian.circle_id))
    people.drop(guardian, proposed)
    assert len(purges) == 1


def test_who_is_dropped_is_a_guest_on_the_sheets(table, guardian, proposed, link):
    linked = link(proposed[0], 2, 3, 4)
    people.drop(guardian, proposed)
    link = guardian.look_again().links[linked.sheet]
    assert link.players == (0, 2, 3, 4)
    assert guardian.sheet(link).names == FOUR.names
    table.look_again()
    with pytest.raises(CircleRefused):
        sheets.match_players(table, linked.sheet, (proposed[0], 2, 3, 4))
    sheets.match_players(table, linked.sheet, (1, 2, 3, 4))


def test_who_is_accepted_or_merged_is_not_dropped(guardian, proposed):
    guardian.record("accepted", decisions.accept, proposed[:1])
    guardian.record("merged", decisions.merge, proposed[1], 1)
    people.drop(guardian, proposed)
    assert [guardian.circle.names[id] for id in proposed] == ["Max", "Zoé"]


def test_who_is_merged_waits_again_once_that_is_taken_back(guardian, proposed):
    guardian.record("merged", decisions.merge, 1, proposed[0])
    guardian.record("merged", decisions.merge, proposed[1], 2)
    assert waiting(guardian) == []
    guardian.record("unmerged", decisions.unmerge, 1)
    guardian.record("unmerged", decisions.unmerge, proposed[1])
    assert waiting(guardian) == ["Max", "Zoé"]


def test_who_waits_and_is_merged_is_erased_with_the_one_that_he_is(guardian, proposed, link):
    linked = link(proposed[0], 2, 3, 4)
    guardian.record("merged", decisions.merge, proposed[0], 1)
    erasure.erase(guardian, 1)
    assert guardian.sheet(linked).names[0] == "Joueur 1"
    assert guardian.circle.players_of(guardian.circle.links[linked.sheet])[0] == 1


def test_who_waits_is_erased_like_any_other(guardian, proposed, link):
    linked = link(proposed[0], 2, 3, 4)
    erasure.erase(guardian, proposed[0])
    assert guardian.sheet(linked).names[0] == f"Joueur {proposed[0]}"
    assert guardian.circle.player(proposed[0]).is_erased
    assert guardian.circle.players_of(guardian.circle.links[linked.sheet])[0] == proposed[0]


def test_what_is_removed_frees_its_place(table, guardian, proposed, monkeypatch):
    monkeypatch.setattr(checks, "MAX_NAMES", guardian.look_again().named)
    with pytest.raises(CircleFull):
        people.join(guardian, ["Paul"])
    people.drop(guardian, proposed[:1])
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
    assert guardian.look_again().player(1).name == "Anna"


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
    assert guardian.look_again().player(1).nicknames == ("Nanou",)
    people.remove_nickname(guardian, 1, 6)
    assert guardian.look_again().player(1).nicknames == ()
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
    assert guardian.look_again().player(1).name == "Anne"


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
