"""Published seats that the organizer takes back while nothing of the round was played."""

import html
import re

import pytest
from check_tournament import check
from conftest import GARDE, token_of
from desk import desk_fixture, hidden
from test_table_pages import card, opened, played
from tournament_routes import role_token

from scorekeeper.streams.errors import VersionConflict
from scorekeeper.tournaments.errors import TournamentRefused
from scorekeeper.tournaments.formats.tournament_file import write
from scorekeeper.tournaments.service import tables

TAKEN_BACK = "Ces places ont été retirées"


desk = desk_fixture(8, reach=1, deals="2")


@pytest.fixture
def phone(app):
    return app.test_client()


def withdraw(desk, number=1, page=None):
    """Take seats back as their page offers it."""
    page = page or desk.get(f"/rounds/{number}")
    return desk.post(f"/rounds/{number}/withdrawal", **hidden(page, "/withdrawal"))


def test_seats_are_taken_back_and_drawn_again(desk):
    assert withdraw(desk).location == desk.address
    assert desk.tournament.rounds == ()
    assert "Placer la position 1" in desk.get("")
    desk.post("/check-in", people="8", gone="1")
    desk.publish()
    assert desk.tournament.rounds[0].seated == {1, 2, 3, 4, 5, 6, 7}


def test_seats_that_were_taken_back_lead_everybody_to_the_tournament(desk):
    withdraw(desk)
    reading = f"/tournaments/{role_token(token_of(desk.address))}"
    for address in (desk.address, reading):
        assert desk.client.get(f"{address}/rounds/1").location == address
    assert desk.client.get(f"{desk.address}/rounds/2").status_code == 404


def test_a_second_tap_finds_the_seats_gone_and_takes_back_no_others(desk):
    desk.play()
    desk.publish()
    page = desk.get("/rounds/2")
    for _ in range(2):
        assert withdraw(desk, 2, page).location == desk.address
    assert len(desk.tournament.rounds) == 1
    desk.publish()
    assert withdraw(desk, 2, page).status_code == 409
    assert len(desk.tournament.rounds) == 2


def mend(desk):
    one, other = (table[0] for table in desk.tournament.rounds[0].tables)
    desk.post("/rounds/1/seats", seen=desk.tournament.etag, one=one, other=other)


FAULT = {"round": "1", "who": "1", "points": "100", "reason": "retard"}
DONE = {
    "Position 1 a un résultat": lambda desk: desk.type_slip(1),
    "Position 1 a une pénalité": lambda desk: desk.post("/penalties", **FAULT),
    "Position 2 est publiée": lambda desk: desk.publish("?kind=random"),
    "ont changé depuis cet aperçu": mend,
}
"""What is done once the page of the seats is open, and what is said then."""


@pytest.mark.parametrize("why", DONE)
def test_seats_that_are_no_more_as_they_were_shown_stay_and_the_page_says_why(desk, why):
    page = desk.get("/rounds/1")
    DONE[why](desk)
    answer = withdraw(desk, page=page)
    assert answer.status_code == 409 and why in answer.text
    assert desk.tournament.rounds


def test_after_a_deal_seats_and_sheets_stay_and_the_page_says_why(desk, phone):
    other = opened(desk, phone)
    played(desk, phone, deals=1, table=2)
    answer = withdraw(desk)
    assert answer.status_code == 409 and "tables\xa0: 2" in answer.text
    assert 'action="' + other + '/hands"' in phone.get(other).text


def test_the_sheet_of_a_table_says_that_its_seats_were_taken_back(desk, phone):
    sheet = opened(desk, phone)
    withdraw(desk)
    page = phone.get(sheet).text
    assert TAKEN_BACK in page and f'action="{sheet}/hands"' not in page
    result = phone.get(f"{sheet}/result").text
    assert TAKEN_BACK in result and "Corriger une donne" not in result
    assert phone.post(f"{sheet}/hands", data=GARDE).status_code != 303
    assert phone.post(f"{sheet}/end", data={"act": "reopen"}).status_code == 409
    assert phone.post(f"{sheet}/referee").status_code == 303
    assert phone.post(f"{sheet}/result", data={"by": "1"}).status_code == 409


def test_after_the_next_draw_the_card_opens_a_new_sheet(desk, phone):
    sheet = opened(desk, phone)
    withdraw(desk)
    assert "pas encore publiées" in phone.get(card(desk)).text
    desk.publish("?kind=random&seed=5")
    assert TAKEN_BACK in phone.get(sheet).text
    assert "Ouvrir la feuille" in phone.get(card(desk)).text
    assert "/sheets/" not in desk.get("/progress")
    assert opened(desk, phone) == sheet
    page = html.unescape(phone.get(sheet).text)
    assert TAKEN_BACK not in page and f'action="{sheet}/hands"' in page
    assert {desk.tournament.called(n) for n in desk.tournament.rounds[0].tables[0]} <= {
        *re.findall(r"<bdi>(.*?)</bdi>", page)
    }


def test_a_name_that_is_erased_leaves_the_sheets_of_seats_taken_back(desk, phone):
    sheet = opened(desk, phone)
    number = desk.tournament.rounds[0].tables[0][0]
    name = desk.tournament.called(number)
    withdraw(desk)
    assert name in phone.get(sheet).text
    desk.post(f"/people/{number}", erase="1")
    assert name not in phone.get(sheet).text


def test_a_deal_that_comes_in_meanwhile_keeps_seats_and_sheets(desk, phone, monkeypatch):
    other, sheet = opened(desk, phone, 1), opened(desk, phone, 2)

    def late(access, seen, *, key):
        if access.token in sheet:
            raise VersionConflict([])
        return close(access, seen, key=key)

    close = tables.close_sheet
    monkeypatch.setattr(tables, "close_sheet", late)
    with pytest.raises(TournamentRefused):
        tables.withdraw(desk.access, 1, None, "k" * 32)
    assert desk.tournament.rounds
    assert f'action="{other}/hands"' in phone.get(other).text


def test_the_file_of_the_tournament_is_right_after_seats_were_taken_back(desk):
    withdraw(desk)
    desk.publish("?kind=random&seed=5")
    desk.play()
    desk.publish()
    withdraw(desk, 2)
    file = write(desk.tournament)
    assert check(file.encode()) == []
    assert "\nround\t1" in file and "\nround\t2" not in file
