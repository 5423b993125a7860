"""Slips typed at the desk: checked, typed twice, corrected; the round closed."""

import re

import pytest
from desk import Desk, desk_fixture, hidden

from scorekeeper.tournaments.clock import Clock
from scorekeeper.tournaments.service.tables import set_clock

desk = desk_fixture(16, reach=1)


@pytest.fixture
def belote(app, client):
    return Desk(app, client, 8, preset="belote_points").reach(1)


def shorten(belote):
    """Shorten the first round from 12 deals to 8."""
    set_clock(belote.access, 1, lambda clock: clock._replace(deals=8), Clock().stamp)


def slip(desk, table=1, number=1):
    return desk.tournament.rounds[number - 1].slips[table]


def focused(page):
    """The name of the field with the cursor, and its place among those of this name."""
    before, _, _ = page.partition(" autofocus")
    name = re.findall(r'<input name="(\w+)"', before)[-1]
    return name, before.count(f'<input name="{name}"') - 1


def test_a_slip_is_recorded_as_signs_are_written(desk):
    desk.type_slip(1, "120", "40-", "−40", " - 40 ")
    assert slip(desk).result.points == (120, -40, -40, -40)


def test_the_next_missing_table_follows_with_the_cursor_in_its_number(desk):
    desk.type_slip(3)
    page = desk.client.get(desk.type_slip(2).location).text
    assert focused(page) == ("table", 0)
    assert re.search(r'name="table" placeholder="(\d+)"', page)[1] == "4"


def test_a_table_that_was_asked_for_has_the_cursor_in_its_first_number(desk):
    assert focused(desk.get("/rounds/1/slips?table=3")) == ("points", 0)


@pytest.mark.parametrize("typed", ["", "12a", "1234567", "--5", "+5-", "٣"])
def test_the_cursor_waits_where_a_number_is_missing(desk, typed):
    answer = desk.type_slip(1, 120, typed, -40, -40)
    assert answer.status_code == 422 and focused(answer.text) == ("points", 1)
    assert 'value="120"' in answer.text and not desk.tournament.rounds[0].slips
    assert "Il manque un nombre" in answer.text.partition('role="alert"')[2]


def test_a_gap_is_not_recorded_and_shows_its_cause(desk):
    answer = desk.type_slip(1, 120, 40, -40, -40)
    assert answer.status_code == 422 and not desk.tournament.rounds[0].slips
    assert "80 de trop" in answer.text and "un signe oublié" in answer.text


def test_a_cause_fills_the_form_and_records_nothing(desk):
    page = desk.type_slip(1, 120, 40, -40, -40).text
    answer = desk.post("/rounds/1/slips", **hidden(page, "/slips", -1), fill=1)
    page = answer.text
    assert answer.status_code == 200
    assert re.findall(r'name="points" value="([^"]*)" inputmode', page)[1] == "-40"
    assert "<mark>au lieu de +40</mark>" in page and focused(page) == ("points", 1)
    assert ">Somme juste ✓</output>" in page and not desk.tournament.rounds[0].slips
    again = desk.post("/rounds/1/slips", **hidden(page, "/slips", -1)).text
    assert [one.count('class="causes"') for one in (page, again)] == [0, 1]


def test_a_cause_fills_in_what_is_no_number_of_a_seat(belote):
    page = belote.type_slip(1, 1000, 964).text
    page = belote.post("/rounds/1/slips", **hidden(page, "/slips", -1), fill=1).text
    was = r'<mark>au lieu de 0</mark></span>\s*<input name="belotes" value="1"'
    assert re.search(was, page)


def test_two_slips_of_a_table_have_marks_where_they_differ(desk):
    desk.type_slip(1, 120, -40, -40, -40)
    page = desk.type_slip(1, 120, -80, 0, -40).text
    assert re.findall("<mark>(.*?)</mark>", page) == ["−40", "−40", "−80", "0"]


@pytest.mark.parametrize(
    ("points", "more", "status"),
    [
        ((120, -40, -40, -40), {}, 409),
        ((120, -40, -40, -40), {"anyway": "1"}, 303),
        ((240, -80, -80, -80), {}, 303),
        ((121, -40, -41, -40), {}, 409),
    ],
)
def test_a_doubtful_slip_is_recorded_at_a_second_look(desk, points, more, status):
    desk.type_slip(1, 120, -40, -40, -40)
    answer = desk.type_slip(2, *points, **more)
    assert answer.status_code == status and (2 in desk.tournament.rounds[0].slips) is (
        status == 303
    )
    assert ("Noter quand même" in answer.text) is (status == 409)


def test_less_than_no_belote_is_refused(belote):
    assert belote.type_slip(1, 1000, 924, belotes="-1").status_code == 422


def test_the_same_slip_typed_again_is_typed_twice(desk):
    desk.type_slip(1)
    page = desk.client.get(desk.type_slip(1).location).text
    assert "saisie deux fois" in page and slip(desk).typed == 2


@pytest.mark.parametrize(
    ("which", "points"), [(0, (30, -10, -10, -10)), (1, (60, -20, -20, -20))]
)
def test_of_two_slips_that_differ_one_is_chosen(desk, which, points):
    desk.type_slip(1, 30, -10, -10, -10)
    seen = hidden(desk.get("/rounds/1/slips?table=1"), "/slips")["seen"]
    answer = desk.type_slip(1, 60, -20, -20, -20, seen=seen)
    assert answer.status_code == 409 and slip(desk).result.points[0] == 30
    assert (
        desk.post("/rounds/1/slips", **hidden(answer.text, "/slips", which)).status_code == 303
    )
    assert slip(desk).result.points == points


@pytest.mark.parametrize(
    ("first", "reason", "status"), [(30, "", 303), (60, "relu", 303), (60, "", 409)]
)
def test_a_slip_of_a_published_round_is_confirmed_or_corrected_at_once(
    desk, first, reason, status
):
    desk.type_slip(1, 30, -10, -10, -10)
    desk.play()
    seen = hidden(desk.get("/rounds/1/slips?table=1"), "/slips")["seen"]
    others = [-first // 3] * 3
    answer = desk.type_slip(1, first, *others, seen=seen, reason=reason)
    assert answer.status_code == status
    said = r'name="reason"[^>]*></label>\s*<p class="error" role="alert">'
    assert bool(re.search(said, answer.text)) is (status == 409)
    assert slip(desk).result.points[0] == (first if status == 303 else 30)


def test_a_correction_that_had_a_typing_error_has_not_seen_the_one_before_it(desk):
    desk.type_slip(1, 30, -10, -10, -10)
    desk.play()
    seen = hidden(desk.get("/rounds/1/slips?table=1"), "/slips")["seen"]
    desk.type_slip(1, 60, -20, -20, -20, seen=seen, reason="relu")
    wrong = desk.type_slip(1, 90, -30, -30, -40, seen=seen, reason="relu")
    seen = hidden(wrong.text, "/slips")["seen"]
    assert desk.type_slip(1, 90, -30, -30, -30, seen=seen, reason="relu").status_code == 409
    assert slip(desk).result.points[0] == 60


@pytest.mark.parametrize(
    ("how", "points"),
    [("half", (972, 972)), ("forfeit 1", (0, 1944)), ("forfeit 2", (1944, 0))],
)
def test_half_and_forfeit_are_one_tap(belote, how, points):
    belote.type_slip(1, "", "", how=how)
    assert slip(belote).result.points == points


def test_a_forfeit_that_is_kept_has_the_same_winner(belote):
    belote.type_slip(1, "", "", how="forfeit 1")
    both = belote.type_slip(1, 1000, 944).text
    belote.post("/rounds/1/slips", **hidden(both, "/slips"))
    assert slip(belote).result.points == (0, 1944)


def test_half_of_a_shortened_round_is_half_of_its_deals(belote):
    shorten(belote)
    assert "648 chacun" in belote.get("/rounds/1/slips?table=1")
    belote.type_slip(1, "", "", how="half")
    assert slip(belote).result[:5] == ((648, 648), 0, 0, 0, 8)


def test_half_of_fewer_deals_is_half_of_those(belote):
    assert belote.type_slip(1, "", "", how="half", deals="6").status_code == 303
    assert slip(belote).result.points == (486, 486)


def test_fewer_deals_make_another_sum(belote):
    assert belote.type_slip(1, 820, 800, deals="10").status_code == 303
    assert slip(belote).result.deals == 10


def test_points_that_were_decided_need_no_sum(belote):
    belote.type_slip(1, 900, 900, how="average")
    assert slip(belote).result.points == (900, 900)


def test_missing_tables_are_listed_until_none_is(desk):
    desk.type_slip(2)
    page = desk.get("/rounds/1/slips")
    assert re.findall(r'data-table="(\d)"', page) == ["1", "3", "4"]
    assert desk.post("/rounds/1/close").status_code == 409


def test_closing_publishes_the_ranking(desk):
    assert desk.play().location == f"{desk.address}/ranking/1"
    assert len(desk.tournament.rounds[0].ranking) == 16


def test_who_corrects_sees_what_is_noted_and_then_what_it_changes(desk):
    desk.play()
    assert "<b>+30 · −10 · −10 · −10</b>" in desk.get("/rounds/1/slips?table=1")
    form = hidden(desk.type_slip(1, 60, -20, -20, -20).text, "/slips", 1)
    answer = desk.post("/rounds/1/slips", **form | {"reason": "faute de frappe"})
    assert slip(desk).result.reason == "faute de frappe"
    page = desk.client.get(answer.location).text
    assert f'href="{desk.address}/ranking/1">Ce qui a changé depuis' in page


def test_the_slips_of_every_round_are_a_tap_apart_with_their_names(app, client):
    desk = Desk(app, client, 16).reach(2)
    assert f'href="{desk.address}/rounds/1/slips"' in desk.get("/rounds/2/slips")
    (one, *_), *_ = desk.tournament.rounds[0].tables
    noted = f"<bdi>{desk.tournament.called(one)}</bdi>&nbsp;+30</span>"
    assert noted in desk.get("/rounds/1/slips").partition("<details")[2]


def test_the_last_slip_leads_to_the_ranking_that_is_published_there(desk):
    for table in (1, 2, 3, 4):
        assert "/ranking/1" not in desk.get("/rounds/1/slips")
        desk.type_slip(table)
    page = desk.get("/rounds/1/slips")
    assert f'href="{desk.address}/ranking/1"' in page and "/rounds/1/close" not in page


def test_a_name_with_markup_is_text(desk):
    desk.client.post(f"{desk.address}/people/1", data={"name": "<b>\"Anne'</b>"})
    for path in ("/rounds/1", "/rounds/1?one=1", "/rounds/1/slips", "/draw"):
        assert '<b>"Anne' not in desk.get(path)


def test_a_number_that_is_no_table_is_said_and_asked_again(desk):
    page = desk.get("/rounds/1/slips?table=31")
    assert "a pas de table 31." in page
    assert focused(page) == ("table", 0)
