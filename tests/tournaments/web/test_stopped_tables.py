"""A table that the referee stopped, or whose round is published, is decided."""

import re

import pytest
from conftest import GARDE
from desk import Desk, desk_fixture, field, hidden
from test_table_pages import accepted, people, played, slip

from scorekeeper.tournaments.clock import Clock
from scorekeeper.tournaments.service.tables import set_clock, table_sheets

LATE = "écrit sur le téléphone après"

OTHER = "le téléphone dit autre chose que ce qui est noté"


desk = desk_fixture(8, reach=1, deals="3")


@pytest.fixture
def phone(app):
    return app.test_client()


def stop(desk, phone):
    """Count what table 1 has played after one deal of three; its sheet."""
    sheet = played(desk, phone, deals=1)
    page = desk.get("/rounds/1/slips?table=1")
    form = hidden(page[page.index("Si la table s") :], "/slips")
    assert desk.post("/rounds/1/slips", **form).status_code == 303
    return sheet


def desk_etag(desk):
    (sheet,) = table_sheets(desk.access, desk.tournament.rounds[0]).values()
    return sheet.etag


def form_of(page):
    return re.search(r'<form[^>]*action="[^"]*/hands"', page)


def test_the_sheet_of_a_stopped_table_says_so_and_asks_for_no_deal(desk, phone):
    before = phone.get(played(desk, phone, deals=0)).text
    sheet = stop(desk, phone)
    page = phone.get(sheet).text
    assert form_of(before) and not form_of(page)
    assert "arrêté la table\xa0: +198 −66 −66 −66" in page


def test_a_table_that_stops_is_decided_where_time_ends_the_round(app, client, phone):
    desk = Desk(app, client, 8, deals="0", minutes="30").reach(1)
    assert not form_of(phone.get(stop(desk, phone)).text)


def test_a_slip_is_asked_about_while_the_phone_of_its_table_plays(desk, phone):
    played(desk, phone, deals=1)
    typed = desk.type_slip(1, 300, -100, -100, -100)
    assert typed.status_code == 409 and "joue encore" in typed.text
    assert not desk.tournament.rounds[0].slips
    desk.type_slip(2)
    assert OTHER not in desk.get("/ranking")
    form = hidden(typed.text[typed.text.index('class="both"') :], "/slips")
    assert desk.post("/rounds/1/slips", **form).status_code == 303
    assert desk.tournament.rounds[0].slips[1].result.points == (300, -100, -100, -100)
    assert OTHER in desk.get("/ranking")
    again = desk.type_slip(1, 600, -200, -200, -200)
    assert again.status_code == 409 and "Deux saisies" in again.text


def test_a_slip_of_a_table_without_a_deal_or_that_stops_is_taken(desk, phone):
    played(desk, phone, deals=0)
    assert desk.type_slip(1).status_code == 303
    played(desk, phone, deals=1, table=2)
    assert desk.type_slip(2, *[0] * 4, how="average").status_code == 303
    assert OTHER not in desk.get("/ranking")


def test_a_slip_of_a_shortened_round_is_asked_about_as_well(desk, phone):
    played(desk, phone, deals=1)
    set_clock(desk.access, 1, lambda clock: clock._replace(deals=2), Clock().stamp)
    typed = desk.type_slip(1, 300, -100, -100, -100, deals="2")
    assert typed.status_code == 409 and "joue encore" in typed.text


def test_a_slip_of_fewer_deals_decides_the_table(desk, phone):
    sheet = played(desk, phone, deals=1)
    desk.type_slip(1, deals="2")
    assert not form_of(phone.get(sheet).text) and OTHER not in desk.get("/ranking")


def test_what_is_written_after_the_stop_is_a_line_at_the_desk_which_decides(desk, phone):
    sheet = stop(desk, phone)
    assert LATE not in desk.get("/rounds/1/slips")
    phone.post(f"{sheet}/hands", data=GARDE)
    page = desk.get("/rounds/1/slips")
    assert LATE in page and "+198" in page and "+396" in page
    assert slip(desk).result.points[0] == 198
    page = desk.get("/rounds/1/slips?table=1")
    form = hidden(page[page.index("noté avant") :], "/slips")
    assert desk.post("/rounds/1/slips", **form).status_code == 303
    assert slip(desk).result.points[0] == 396 and slip(desk).stopped
    assert LATE not in desk.get("/rounds/1/slips")
    phone.post(f"{sheet}/hands", data=GARDE)
    assert accepted(phone, sheet, people(desk)[1]).status_code == 409
    assert slip(desk).result.points[0] == 396
    page = phone.get(f"{sheet}/result").text
    assert "Qui vérifie" not in page and "la table de marque le voit" in page
    assert "+594" not in page  # what counts alone


def test_a_deal_written_while_the_desk_decides_is_a_line_too(desk, phone):
    sheet = played(desk, phone, deals=1)
    page = desk.get("/rounds/1/slips?table=1")
    phone.post(f"{sheet}/hands", data=GARDE)
    desk.post("/rounds/1/slips", **hidden(page[page.index("Si la table s") :], "/slips"))
    assert LATE in desk.get("/rounds/1/slips")


def test_a_stop_that_is_sent_again_is_recorded_once(desk, phone):
    sheet = played(desk, phone, deals=1)
    page = desk.get("/rounds/1/slips?table=1")
    form = hidden(page[page.index("Si la table s") :], "/slips") | {"beside": ""}
    assert desk.post("/rounds/1/slips", **form).status_code == 303
    recorded = slip(desk)
    phone.post(f"{sheet}/hands", data=GARDE)
    assert desk.post("/rounds/1/slips", **form).status_code == 303
    assert slip(desk) == recorded


def test_a_round_that_the_clock_ended_takes_no_deal_once_it_is_accepted(desk, phone):
    sheet = played(desk, phone, deals=1)
    desk.access.record("timed", {"round": 1, **Clock(is_last=True)._asdict()})
    assert form_of(phone.get(sheet).text)  # the deal under way is played to its end
    assert accepted(phone, sheet, people(desk)[1]).status_code == 303
    assert "arrêté la table" not in phone.get(sheet).text  # the referee has decided nothing
    phone.post(f"{sheet}/end", data={"act": "reopen"})
    assert not form_of(phone.get(sheet).text)
    phone.post(f"{sheet}/hands", data=GARDE)
    assert accepted(phone, sheet, people(desk)[1]).status_code == 409
    assert slip(desk).result.points[0] == 198 and LATE in desk.get("/rounds/1/slips")


def test_what_is_written_on_an_accepted_sheet_is_a_line_with_its_time_at_the_desk(desk, phone):
    sheet = played(desk, phone, deals=3)
    accepted(phone, sheet, people(desk)[1])
    phone.post(f"{sheet}/end", data={"act": "reopen"})
    assert LATE not in desk.get("/rounds/1/slips")
    phone.post(f"{sheet}/journal/removals", data={"entry": "4", "base": desk_etag(desk)})
    page = desk.get("/rounds/1/slips")
    assert re.search(rf"{LATE} l’accord, à \d\d.h.\d\d, et pas compté", page)
    assert "+594" in page and "+396" in page and slip(desk).result.points[0] == 594


def test_a_deal_after_a_slip_of_paper_of_a_table_that_plays_on_is_no_line(desk, phone):
    sheet = played(desk, phone, deals=1)
    page = desk.get("/rounds/1/slips?table=1")
    desk.type_slip(1, beside=field(page, "beside"))
    phone.post(f"{sheet}/hands", data=GARDE)
    assert LATE not in desk.get("/rounds/1/slips")


def test_a_table_on_paper_takes_no_deal_once_its_round_is_closed(desk, phone):
    sheet = played(desk, phone, deals=1)
    desk.play()
    assert not form_of(phone.get(sheet).text)


def test_a_sheet_of_a_published_round_is_reopened_by_the_desk_only(desk, phone):
    sheet = played(desk, phone, deals=3)
    accepted(phone, sheet, people(desk)[1])
    phone.post(f"{sheet}/end", data={"act": "reopen"})
    desk.play()  # closes it again
    assert "Corriger une donne" not in phone.get(f"{sheet}/result").text
    refused = phone.post(f"{sheet}/end", data={"act": "reopen"})
    assert "table de marque" in refused.text and refused.status_code == 409
    assert phone.post(f"{sheet}/hands/2", data=GARDE | {"points": "60"}).status_code == 423
    page = desk.get("/rounds/1/slips?table=1")
    assert "Rouvrir la feuille" in page
    done = desk.post("/rounds/1/slips", table=1, reopen=1)
    assert done.location == sheet
    changed = phone.post(f"{sheet}/hands/2", data=GARDE | {"points": "60"})
    assert changed.status_code == 303 and slip(desk).result.points[0] == 594


def test_a_slip_of_before_reads_as_ever(desk):
    desk.type_slip(1, how="average")
    assert slip(desk).beside == "" and not slip(desk).stopped
