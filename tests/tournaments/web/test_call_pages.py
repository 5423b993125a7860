"""Calls for the referee: from the sheet of a table to the desk, and back."""

import pytest
from conftest import token_of
from desk import desk_fixture, hidden
from tournament_routes import role_token

from scorekeeper.tournaments import rounds
from scorekeeper.tournaments.service import tables
from scorekeeper.tournaments.service.tables import open_table
from scorekeeper.tournaments.service.tokens import Role

CALLS = "La table 1 appelle l'arbitre"


desk = desk_fixture(8, reach=1)


@pytest.fixture
def phone(app):
    return app.test_client()


@pytest.fixture
def sheet(desk):
    return f"/sheets/{open_table(desk.access, 1, 1)}"


def as_role(desk, role):
    return f"/tournaments/{role_token(token_of(desk.address), role)}"


def read(client, address):
    return client.get(address).text.replace("’", "'").replace("&#39;", "'")


def test_a_table_calls_the_referee_who_answers(desk, phone, sheet):
    assert 'referee" class="act"' in read(phone, sheet)
    assert phone.post(f"{sheet}/referee").status_code == 303
    for role in (Role.DESK, Role.REFEREE):
        assert CALLS in read(phone, f"{as_role(desk, role)}/rounds/1/slips")
        assert CALLS in read(phone, f"{as_role(desk, role)}/calls")
    assert CALLS in read(phone, desk.address)
    assert "L'arbitre est appelé." in read(phone, sheet)
    referee = as_role(desk, Role.REFEREE)
    form = hidden(read(phone, f"{referee}/calls"), "/calls")
    assert phone.post(f"{referee}/calls", data=form).location.endswith(
        "/rounds/1/slips?table=1"
    )
    assert CALLS not in read(phone, f"{referee}/calls")
    assert "L'arbitre est appelé." not in read(phone, sheet)
    assert "Réglé" in read(phone, sheet).partition("L'arbitre arrive.")[2]
    phone.post(f"{sheet}/referee", data={"over": 1})
    assert "L'arbitre" not in read(phone, sheet).replace("Appeler l'arbitre", "")
    phone.post(f"{sheet}/referee")
    assert CALLS in read(phone, f"{referee}/calls")
    assert desk.tournament.rounds[0].calls[1].times == 2


def test_the_button_that_calls_keeps_its_place_and_calls_once(desk, phone, sheet):
    def head():
        return read(phone, sheet).partition('<div id="nav"')[2].partition("<details>")[0]

    before = head()
    for _ in range(2):
        phone.post(f"{sheet}/referee")
        assert "Inviter" not in before and "/referee" in head()
    assert desk.access.state.round(1).calls[1].times == 1
    assert read(phone, f"{desk.address}/calls").count(CALLS) == 1


def test_a_table_that_takes_its_call_back_waits_for_nobody(desk, phone, sheet):
    for form in ({}, {"over": 1}):
        phone.post(f"{sheet}/referee", data=form)
    assert "L'arbitre arrive." not in read(phone, sheet)


def test_the_referee_is_on_his_way_for_a_while(desk, phone, sheet, monkeypatch):
    phone.post(f"{sheet}/referee")
    desk.post("/calls", round="1", table="1")
    monkeypatch.setattr(tables, "ON_HIS_WAY", 0)
    assert "L'arbitre arrive." not in read(phone, sheet)


def test_the_call_stands_beside_the_menu_of_the_sheet_alone(desk, phone, sheet):
    page = read(phone, sheet)
    assert page.index(f'action="{sheet}/referee"') < page.index("<summary>Menu")
    assert "/referee" not in read(phone, f"{sheet}/rules")


@pytest.mark.parametrize("role", [Role.READING, Role.CHECK_IN])
def test_others_see_no_call(desk, phone, sheet, role):
    phone.post(f"{sheet}/referee")
    assert CALLS not in read(phone, as_role(desk, role))
    assert not desk.tournament.as_published.rounds[0].calls


def test_a_referee_who_says_twice_that_he_comes_says_it_once(desk, phone, sheet):
    phone.post(f"{sheet}/referee")
    desk.post("/calls", round="1", table="1")
    before = desk.access.etag
    desk.post("/calls", round="1", table="1")
    assert desk.access.etag == before


def test_a_table_that_calls_without_end_is_refused_with_a_sentence(
    desk, phone, sheet, monkeypatch
):
    monkeypatch.setattr(rounds, "MAX_CALLS", 1)
    for form in ({}, {"over": 1}):
        phone.post(f"{sheet}/referee", data=form)
    refused = phone.post(f"{sheet}/referee")
    assert refused.status_code == 409
    assert "Cette table a beaucoup appelé" in refused.text


def test_the_phones_of_the_table_look_again(app, desk, phone, sheet):
    sheets = app.extensions["sheets"]
    before = sheets.access(sheet.rpartition("/")[2]).etag
    phone.post(f"{sheet}/referee")
    assert sheets.access(sheet.rpartition("/")[2]).etag != before


def test_readers_of_a_sheet_cannot_call(app, desk, phone, sheet):
    reading = app.extensions["sheets"].access(sheet.rpartition("/")[2]).read_token
    assert "Appeler" not in read(phone, f"/sheets/{reading}")
    assert phone.post(f"/sheets/{reading}/referee").status_code in (403, 404)
    assert not desk.tournament.rounds[0].calls


@pytest.mark.parametrize("form", [{}, {"round": "9", "table": "1"}])
def test_a_round_that_is_not_is_not_answered(desk, sheet, form):
    assert desk.post("/calls", **form).status_code == 404
