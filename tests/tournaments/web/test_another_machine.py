"""Another machine takes over an evening from its file and the organizer's link, while phones
hold hands for the sheets of the machine that died."""

import re

import pytest
from conftest import GARDE, UNGUARDED, token_of
from desk import Desk

from app import create_app
from scorekeeper.rules.option import DEALS
from scorekeeper.tournaments.clock import Clock
from scorekeeper.tournaments.formats.restart_code import restart_codes
from scorekeeper.tournaments.service.tables import (
    open_table,
    set_clock,
    table_sheets,
    token_of_table,
)
from scorekeeper.tournaments.service.tokens import Role

pytestmark = pytest.mark.one_process

OUTBOX = {"X-Outbox": "1"}


class Machine:
    """One installation, and the sheet of table 1 there."""

    def __init__(self, folder):
        self.app = create_app({"INSTANCE": folder, **UNGUARDED})
        self.client = self.app.test_client()

    def post(self, sheet, key, base, **changes):
        form = GARDE | {"key": key * 32, "base": base, "seating": "0"} | changes
        return self.client.post(f"{sheet}/hands", data=form, headers=OUTBOX)

    def head(self, sheet):
        return re.search(r'name="base" value="(\w+)"', self.client.get(sheet).text)[1]

    def takers(self, sheet):
        sheet = self.app.extensions["sheets"].access(token_of(sheet)).sheet
        return [row.hand.taker for row in sheet.hands]


@pytest.fixture
def lost(tmp_path):
    """The machine that dies, while table 1 plays its first position: one hand is recorded."""
    machine = Machine(tmp_path / "lost")
    machine.desk = Desk(machine.app, machine.client, 8)
    machine.desk.publish()
    machine.sheet = f"/sheets/{open_table(machine.desk.access, 1, 1)}"
    machine.post(machine.sheet, "a", machine.head(machine.sheet))
    return machine


@pytest.fixture
def new(lost, tmp_path):
    """The machine that goes on from the codes and the link."""
    machine = Machine(tmp_path / "new")
    codes = "\n".join(restart_codes(lost.desk.tournament))
    form = {"codes": codes, "link": lost.desk.address, "confirmed": "1"}
    assert machine.client.post("/tournaments/restart", data=form).location == lost.desk.address
    return machine


def test_what_stays_the_same_with_the_link_is_said_in_three_short_lines(lost, tmp_path):
    codes = "\n".join(restart_codes(lost.desk.tournament))
    form = {"codes": codes, "link": lost.desk.address}
    page = Machine(tmp_path / "new").client.post("/tournaments/restart", data=form).text
    lines = re.findall("<li>(.*?)</li>", page[page.index("<main") :])
    assert len(lines) == 3 and all(len(line) <= 80 for line in lines)


def test_every_link_and_the_sheets_that_are_missing_are_there(lost, new):
    access = new.app.extensions["tournaments"].access(token_of(lost.desk.address), Role)
    for table in (1, 2):
        token = token_of_table(access.tournament, access.tournament.rounds[0], table)
        assert new.client.get(f"/sheets/{token}").status_code == 200
    assert access.read_token == lost.desk.access.read_token
    assert new.client.get(f"/tournaments/{access.read_token}").status_code == 200


def test_a_shortened_round_is_as_short_there(tmp_path):
    lost, new = Machine(tmp_path / "lost"), Machine(tmp_path / "new")
    desk = Desk(lost.app, lost.client, 8, "belote_points").reach(1)
    set_clock(desk.access, 1, lambda clock: clock._replace(deals=8), Clock().stamp)
    form = {"codes": "\n".join(restart_codes(desk.tournament)), "link": desk.address}
    new.client.post("/tournaments/restart", data=form | {"confirmed": "1"})
    slip = {"table": "1", "points": ["700", "596"]}
    answer = new.client.post(f"{desk.address}/rounds/1/slips", data=slip)
    assert answer.status_code == 303
    access = new.app.extensions["tournaments"].access(token_of(desk.address), Role)
    sheet = table_sheets(access, access.tournament.rounds[0])[2].sheet
    assert sheet.options[DEALS] == 8


def test_what_a_phone_holds_is_asked_about_once_and_nothing_is_doubled(lost, new):
    base = lost.head(lost.sheet)
    asked = new.post(lost.sheet, "b", base, taker="1")
    assert asked.status_code == 422 and "La table a changé" in asked.text
    assert new.takers(lost.sheet) == []
    for _ in range(2):
        assert new.post(lost.sheet, "b", new.head(lost.sheet), taker="1").status_code == 201
    then = new.post(lost.sheet, "c", base, taker="2", known_hands="b" * 32)
    assert then.status_code == 201 and new.takers(lost.sheet) == [1, 2]


def test_the_hand_of_another_phone_is_compared_with_the_last_one(lost, new):
    new.post(lost.sheet, "b", new.head(lost.sheet), taker="1")
    asked = new.post(lost.sheet, "c", lost.head(lost.sheet), taker="1")
    assert asked.status_code == 409 and "est déjà sur la feuille" in asked.text
    assert new.takers(lost.sheet) == [1]
