"""Events of a circle: roles, conflicts, keys, bounds."""

import pytest
from filled_journals import store_stream

from scorekeeper.circles import checks, decisions
from scorekeeper.circles.errors import CircleFull, CircleRefused
from scorekeeper.circles.service import founding, people
from scorekeeper.circles.service.access import CircleRepository
from scorekeeper.i18n.messages import msg
from scorekeeper.streams.base import KeyReused
from scorekeeper.streams.errors import UnknownToken, WriteForbidden

UNMERGED = {"player": 1}


@pytest.fixture
def guardian(circles):
    return circles.access(founding.found_circle(circles, "Cercle", ["Anne", "Zoé"]))


@pytest.fixture
def another(open_repository, guardian):
    """The same circle as another phone has it; of another process on PostgreSQL."""
    return lambda: CircleRepository(open_repository()).access(guardian.token)


def joining(name):
    return lambda circle: {"names": [*circle.names, name]}


def test_what_a_decision_refuses_is_not_recorded(guardian):
    with pytest.raises(CircleRefused):
        guardian.record("merged", decisions.merge, 1, 1)
    assert guardian.refresh().version == 1


def test_the_same_key_records_once_whatever_was_recorded_since(guardian, another):
    assert guardian.record("joined", joining("Max"), key="k") == 2
    guardian.record("joined", joining("Eve"))
    assert another().record("joined", joining("Max"), key="k") == 2
    assert guardian.refresh().names[3:] == ("Max", "Eve")


def test_an_event_recorded_by_the_same_key_meanwhile_is_not_checked_against_itself(
    circles, guardian
):
    slow = circles.access(guardian.token)
    assert slow.circle.version == 1
    recorded = people.join(guardian, ["Max"], key="k")
    assert people.join(slow, ["Max"], key="k") == recorded


def test_a_key_with_another_event_is_refused(guardian):
    guardian.record("unmerged", UNMERGED, key="k")
    assert guardian.record("unmerged", UNMERGED, key="k") == 2
    for kind, body in (("unmerged", {"player": 2}), ("erased", UNMERGED)):
        with pytest.raises(KeyReused):
            guardian.record(kind, body, key="k")


def test_a_key_with_a_decision_that_would_have_recorded_nothing_is_refused(guardian):
    def decision(circle):
        if circle.merged:
            raise CircleRefused(msg("trop tard"))

    guardian.record("merged", decisions.merge, 1, 2, key="k")
    with pytest.raises(KeyReused):
        guardian.record("merged", decision, key="k")


def test_what_is_decided_to_be_done_already_is_not_recorded(guardian):
    assert guardian.record("unmerged", UNMERGED) == 2
    assert guardian.record("unmerged", lambda circle: None) == 2
    assert guardian.refresh().version == 2


def test_a_table_links_sheets_and_adds_players_and_changes_nothing_else(table):
    assert table.record("linked", {"sheet": 7, "players": [1, 0]}) == 2
    for kind in ("nicknamed", "unmerged", "merged", "season", "unlinked", "erased"):
        with pytest.raises(WriteForbidden):
            table.record(kind, UNMERGED)
    for number in (0, 1):
        with pytest.raises(WriteForbidden):
            table.rename(number, "Eve")
    assert table.record("joined", joining("Max")) == 3
    assert table.refresh().version == 3


def test_a_name_that_is_not_there_is_not_replaced(guardian):
    for number in (-1, len(guardian.circle.names)):
        with pytest.raises(ValueError, match=str(number)):
            guardian.rename(number, "Eve")
    assert guardian.refresh().version == 1


def test_a_token_that_was_renewed_meanwhile_records_nothing(circles, guardian, another):
    late = another()
    assert late.circle.version == 1
    founding.renew_tokens(circles, guardian.token, key="k")
    with pytest.raises(UnknownToken):
        late.record("unmerged", UNMERGED)


@pytest.mark.parametrize(
    ("bound", "kind", "body"),
    [
        ("MAX_NAMES", "joined", joining("Max")),
        ("MAX_LINKS", "linked", {"sheet": 7, "players": []}),
        ("MAX_SEASONS", "season", {"season": 0, "title": "2026"}),
        ("MAX_EVENTS", "unmerged", UNMERGED),
    ],
)
def test_a_full_circle_takes_nothing_more(guardian, monkeypatch, bound, kind, body):
    assert getattr(checks, bound) >= 100
    monkeypatch.setattr(checks, bound, {"MAX_NAMES": 3, "MAX_EVENTS": 1}.get(bound, 0))
    with pytest.raises(CircleFull):
        guardian.record(kind, body)
    assert guardian.refresh().version == 1


def test_a_full_circle_still_erases(guardian, monkeypatch):
    monkeypatch.setattr(checks, "MAX_EVENTS", 1)
    guardian.rename(1, "")
    assert guardian.record("erased", {"player": 1}) == 3


def test_a_restored_database_is_read_again(circles, guardian, repository, monkeypatch):
    monkeypatch.setattr(repository.journal.driver, "is_shared", True)
    stored = repository.journal.stored_stream(guardian.circle_id)
    guardian.record("unmerged", UNMERGED)
    assert circles.circle(guardian.circle_id).version == 2
    store_stream(repository.journal, stored)
    assert circles.circle(guardian.circle_id).version == 1
