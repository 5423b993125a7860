"""The links of a tournament and what each may record, without HTTP."""

from contextlib import nullcontext

import pytest
from tournament_routes import role_token

from scorekeeper.streams.errors import WriteForbidden
from scorekeeper.tournaments.clock import Clock
from scorekeeper.tournaments.round import TableResult
from scorekeeper.tournaments.rounds import add_penalty, close, publish_by_hand, record_slip
from scorekeeper.tournaments.service.access import (
    TournamentAccess,
)
from scorekeeper.tournaments.service.tokens import HELPERS, Role
from scorekeeper.tournaments.tournament import CHANGES

SEATS = {"round": 1, "tables": [[1, 2, 3, 4]]}
BODIES = {
    "regulated": {"fields": {}},
    "enrolled": {"names": ["Coupe"], "teams": [0], "here": True},
    "paired": {"people": [1, 2]},
    "renamed": {},
    "attending": {"people": [1], "here": False},
    "paid": {"paid": [[1, 1000]]},
    "unranked": {"player": 1, "unranked": True, "reason": "parti"},
    "apart": {"pairs": [[1, 2]], "apart": True},
    "published": {**SEATS, "round": 2, "draw": "manual"},
    "reseated": SEATS,
    "withdrawn": {"round": 1},
    "timed": {"round": 1, **Clock()._asdict()},
    "slip": {"round": 1, "table": 1, "points": [30, -10, -10, -10]},
    "called": {"round": 1, "table": 1},
    "answered": {"round": 1, "table": 1},
    "fined": {"round": 1, "who": 1, "points": -100, "reason": "retard"},
    "unfined": {"entry": 3},
    "closed": {"round": 1, "ranking": []},
}
ALLOWED = {
    Role.ORGANIZER: set(BODIES),
    Role.DESK: {"slip", "timed", "answered", "unranked"},
    Role.CHECK_IN: {"enrolled", "paired", "renamed", "attending", "paid", "unranked"},
    Role.REFEREE: {"slip", "fined", "unfined", "timed", "answered"},
    Role.READING: set(),
    Role.TABLE: {"slip", "called", "answered"},
}


@pytest.fixture
def seated(open_desk):
    desk = open_desk(people=4)
    desk.record("published", publish_by_hand, 1, [(1, 2, 3, 4)])
    desk.record("called", BODIES["called"])
    return desk


def as_role(desk, role):
    if role is Role.TABLE:
        return TournamentAccess(desk.repository, "", desk.stream, role)
    token = desk.token if role is Role.ORGANIZER else role_token(desk.token, role)
    return desk.repository.access(token, Role)


@pytest.mark.parametrize("kind", CHANGES)
@pytest.mark.parametrize("role", Role)
def test_each_role_records_what_is_its_own(seated, role, kind):
    access, is_allowed = as_role(seated, role), kind in ALLOWED[role]
    before = seated.etag
    with nullcontext() if is_allowed else pytest.raises(WriteForbidden):
        access.rename(1, "Zoé") if kind == "renamed" else access.record(kind, BODIES[kind])
    seated.refresh()
    assert (seated.etag != before) == is_allowed


@pytest.mark.parametrize("role", [*HELPERS, Role.READING])
def test_no_role_gives_the_link_of_another_but_that_to_watch(seated, role):
    access = as_role(seated, role)
    assert access.role is role and not access.may_organize
    assert access.read_token == seated.read_token == role_token(seated.token)


def test_an_access_shows_only_what_is_published_unless_roles_are_named(seated):
    organizer = seated.repository.access(seated.token)
    seated.record("fined", add_penalty, 1, 1, -100, "retard", None)
    assert not organizer.tournament.round(1).penalties
    organizer.refresh()
    assert not organizer.tournament.round(1).penalties
    assert seated.tournament.round(1).penalties


def test_what_is_published_follows_the_state(seated):
    reading = as_role(seated, Role.READING)
    reading.seen_by = ()
    assert len(reading.tournament.rounds) == 1
    seated.record("slip", record_slip, 1, 1, TableResult((30, -10, -10, -10)), 0, None)
    seated.record("closed", close, 1)
    assert not reading.tournament.rounds[0].is_closed
    reading.refresh()
    assert reading.tournament.rounds[0].is_closed
