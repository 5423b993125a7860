"""The links of a tournament and what each may record, without HTTP."""

import pytest
from conftest import role_token

from scorekeeper.service.access import SheetRepository
from scorekeeper.service.errors import UnknownToken, WriteForbidden
from scorekeeper.service.tournaments.access import TournamentRepository, open_tournament
from scorekeeper.service.tournaments.people import NewPerson, attend, enrol
from scorekeeper.service.tournaments.rounds import fine, publish_by_hand, record_slip
from scorekeeper.service.tournaments.tokens import HELPERS, Role
from scorekeeper.storage.installation import Installation
from scorekeeper.tournaments.tournament import Result

ACTS = {
    "enrolled": lambda access: enrol(access, [NewPerson("Zoé")], is_here=True),
    "attending": lambda access: attend(access, [1], is_here=False),
    "slip": lambda access: record_slip(access, 1, 1, Result((30, -10, -10, -10))),
    "fined": lambda access: fine(access, 1, 1, -100, "retard"),
    "published": lambda access: publish_by_hand(access, 2, [(1, 2, 3, 4)]),
}
ALLOWED = {
    Role.ORGANIZER: set(ACTS),
    Role.DESK: {"slip"},
    Role.CHECK_IN: {"enrolled", "attending"},
    Role.REFEREE: {"slip", "fined"},
    Role.READING: set(),
}


@pytest.fixture
def seated(open_desk):
    desk = open_desk(people=4)
    publish_by_hand(desk, 1, [(1, 2, 3, 4)])
    return desk


def as_role(desk, role):
    token = desk.token if role is Role.ORGANIZER else role_token(desk.token, role)
    return desk.repository.access(token)


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("role", ALLOWED)
def test_each_role_records_what_is_its_own(seated, role, act):
    access, before = as_role(seated, role), seated.tournament.version
    if act in ALLOWED[role]:
        ACTS[act](access)
    else:
        with pytest.raises(WriteForbidden):
            ACTS[act](access)
    seated.refresh()
    assert (seated.tournament.version > before) == (act in ALLOWED[role])


@pytest.mark.parametrize("role", [*HELPERS, Role.READING])
def test_no_role_gives_the_link_of_another_but_that_to_watch(seated, role):
    access = as_role(seated, role)
    assert access.role is role and not access.may_organize
    assert access.read_token == seated.read_token == role_token(seated.token)


def test_a_token_that_claims_a_role_opens_nothing_of_itself(seated):
    reading = role_token(seated.token)
    with pytest.raises(UnknownToken):
        seated.repository.access("o" + reading[1:])


def test_another_machine_with_the_token_of_the_organizer_gives_the_same_links(
    seated, tmp_path
):
    installation = Installation(tmp_path / "other")
    installation.open()
    sheets = SheetRepository(lambda: installation.journal, lambda: installation.secret_key)
    other = TournamentRepository(sheets)
    events = [(event.kind, event.body) for event in seated.events()]
    assert open_tournament(other, events, token=seated.token) == seated.token
    assert other.access(seated.token).read_token == seated.read_token
    assert other.access(role_token(seated.token, Role.DESK)).role is Role.DESK
