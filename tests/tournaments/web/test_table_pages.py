"""The card of a table, its sheet on phones, and the result that a player accepts."""

import html
import re

import pytest
from conftest import GARDE, token_of
from desk import Desk, desk_fixture, hidden
from tournament_routes import FORMS, SHEET, address, role_token

from scorekeeper.streams.base import read_only_token
from scorekeeper.tournaments.clock import Clock
from scorekeeper.tournaments.round import TableResult
from scorekeeper.tournaments.service.tables import set_clock
from scorekeeper.tournaments.service.tokens import Role, card_code

BELOTE = {"taker": "0", "suit": "hearts", "points": "91", "rebelote": "team 1"}


desk = desk_fixture(8, reach=1, deals="2")


@pytest.fixture
def phone(app):
    """The phone of a player, who has no link but that of a card."""
    return app.test_client()


def card(desk, table=1):
    reading = role_token(token_of(desk.address))
    return f"/tournaments/{reading}/tables/{table}/{card_code(desk.tournament.room, table)}"


def opened(desk, phone, table=1):
    """The address of the sheet that a tap on the card opens."""
    number = desk.tournament.last_round.number
    return phone.post(card(desk, table), data={"round": number}).location


def played(desk, phone, deals=2, table=1, **changes):
    sheet = opened(desk, phone, table)
    for _ in range(deals):
        phone.post(f"{sheet}/hands", data=GARDE | changes)
    return sheet


def accepted(phone, sheet, by, **changes):
    """Accept a result as its page offers it."""
    page = phone.get(f"{sheet}/result").text
    base = re.search(r'name="base" value="(\w+)"', page)
    form = {"by": by, "base": base and base[1]}
    return phone.post(f"{sheet}/result", data=form | changes)


def people(desk, table=1):
    return desk.tournament.rounds[-1].tables[table - 1]


def slip(desk, table=1):
    return desk.tournament.rounds[0].slips.get(table)


def test_a_card_shows_who_sits_at_its_table_and_opens_its_sheet(desk, phone):
    page = phone.get(card(desk)).text
    assert all(desk.tournament.called(n) in page for n in people(desk))
    assert "Ouvrir la feuille" in page
    assert phone.get(opened(desk, phone)).status_code == 200
    assert "Continuer la feuille" in phone.get(card(desk)).text


def test_the_sheet_of_a_table_names_its_table_first_and_leads_to_the_tournament(desk, phone):
    page = phone.get(opened(desk, phone)).text
    assert "<h1>Table 1 · " in page
    assert f'href="/tournaments/{role_token(token_of(desk.address))}">Ma place' in page


@pytest.mark.parametrize("code", ["x" * 12, "é", "a" * 500, "that of another table"])
def test_a_wrong_code_opens_nothing(desk, phone, code):
    code = card(desk, 2).rpartition("/")[2] if "table" in code else code
    place = card(desk).rpartition("/")[0] + f"/{code}"
    assert phone.get(place).status_code == 404
    assert phone.post(place, data={"round": 1}).status_code == 404


def test_a_card_of_no_table_and_one_before_the_first_round_say_so(app, client, phone):
    early = Desk(app, client, 8)
    assert "pas encore publiées" in phone.get(card(early)).text
    early.publish()
    assert "Personne" in phone.get(card(early, 77)).text
    assert phone.post(card(early, 77), data={"round": "1"}).status_code == 404


def test_the_card_opens_the_sheet_of_the_next_round(desk, phone):
    first = opened(desk, phone)
    desk.play()
    desk.publish()
    assert phone.post(card(desk), data={"round": "1"}).location.endswith(card(desk))
    assert opened(desk, phone) != first


def test_a_phone_that_taps_a_card_without_end_is_stopped_and_others_are_not(app, desk, phone):
    app.extensions["limits"].enabled = True
    phone.get("/sheets/new")
    taps = [phone.post(card(desk), data={"round": 1}).status_code for _ in range(61)]
    assert taps[59:] == [303, 429]
    other = app.test_client()
    other.get("/sheets/new")
    assert other.post(card(desk), data={"round": 1}).status_code == 303


def test_a_player_accepts_what_the_table_played(desk, phone):
    sheet = played(desk, phone)
    assert "Faire accepter" in phone.get(sheet).text and not slip(desk)
    assert "Qui vérifie" in phone.get(f"{sheet}/result").text
    answer = accepted(phone, sheet, people(desk)[2])
    assert answer.status_code == 303 and "accepté" in phone.get(answer.location).text
    assert slip(desk).by == people(desk)[2] and slip(desk).result.points[0] == 396


def named(desk, phone, sheet, me):
    """Who may accept, in the order of the page, on the phone of somebody."""
    phone.get(f"/tournaments/{role_token(token_of(desk.address))}?me={me}")
    page = phone.get(f"{sheet}/result").text
    return [int(n) for n in re.findall(r'name="by" value="(\d+)"', page)]


def test_who_wrote_the_sheet_is_named_last_among_those_who_accept(desk, phone):
    writer, *others = people(desk)
    assert named(desk, phone, played(desk, phone), writer) == [*others, writer]


def test_who_only_opened_the_sheet_is_named_where_he_sits(desk, phone, app):
    played(desk, phone)
    other = app.test_client()
    assert named(desk, other, opened(desk, other), people(desk)[0]) == [*people(desk)]


def test_once_accepted_the_page_says_where_everybody_sits_next(desk, phone):
    sheet = played(desk, phone)
    accepted(phone, sheet, people(desk)[0])
    here = people(desk)
    desk.play()
    desk.publish()
    page = phone.get(f"{sheet}/result").text
    for n in here:
        table = desk.tournament.rounds[1].table_of(n)
        assert re.search(rf"<bdi>{desk.tournament.called(n)}</bdi>\s<b>table {table},", page)


def test_two_phones_that_accept_count_once(desk, phone, app):
    sheet, other = played(desk, phone), app.test_client()
    seen = re.search(r'name="base" value="(\w+)"', other.get(f"{sheet}/result").text)[1]
    accepted(phone, sheet, people(desk)[1])
    answer = accepted(other, sheet, people(desk)[2], base=seen)
    assert answer.status_code == 303
    assert slip(desk).by == people(desk)[1] and slip(desk).typed == 1


@pytest.mark.parametrize(
    "wrong",
    [
        *({"by": by} for by in ("", "0", "-1", "9", "99999999999", "x")),
        *({"base": seen} for seen in ("", "x", "3_0000000000000000")),
    ],
    ids=str,
)
def test_nobody_else_accepts_and_nobody_totals_that_he_has_not_seen(desk, phone, wrong):
    sheet = played(desk, phone)
    form = {"by": people(desk)[1]} | wrong
    assert accepted(phone, sheet, **form).status_code == 409
    desk.post("/rounds/1/slips", table=1, accept=wrong.get("base", "x"))
    assert not slip(desk)


def test_an_unfinished_sheet_offers_nothing_to_accept(desk, phone):
    sheet = played(desk, phone, deals=1)
    page = phone.get(f"{sheet}/result").text
    assert "Qui vérifie" not in page and "Dernière donne" in phone.get(sheet).text
    etag = desk.access.repository.sheets.access(token_of(sheet)).etag
    assert accepted(phone, sheet, people(desk)[0], base=etag).status_code == 409


def test_paper_that_says_otherwise_is_shown_with_both_numbers(desk, phone):
    desk.type_slip(1, 120, -40, -40, -40)
    page = phone.get(f"{played(desk, phone)}/result").text
    one = desk.tournament.called(people(desk)[0])
    row = rf"{one}</bdi></th>\s<td class=\"figure\"><b>\+120</b></td>\s.*\+396.*"
    assert re.search(row, page) and "Qui vérifie" not in page


def test_a_sheet_corrected_since_is_shown_with_both_numbers_and_accepted_again(desk, phone):
    sheet = played(desk, phone)
    accepted(phone, sheet, people(desk)[1])
    phone.post(f"{sheet}/end", data={"act": "reopen"})
    assert phone.post(f"{sheet}/journal/removals", data={"entry": "3"}).status_code == 303
    phone.post(f"{sheet}/hands", data=GARDE | {"points": "60"})
    assert "corrigée" in phone.get(f"{sheet}/result").text
    assert "écrit sur le téléphone après l’accord" in desk.get("/rounds/1/slips")
    page = desk.get("/rounds/1/slips?table=1")
    assert "+396" in page and "+462" in page and "à la place" in page
    before = slip(desk).result
    assert accepted(phone, sheet, people(desk)[2]).status_code == 303
    assert slip(desk).result != before


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/table", {"name": ["A", "B", "C", "Zoé"], "number": ["0", "1", "2", "3"]}),
        ("/penalties", {"player": "1", "way": "less", "points": "100"}),
        ("/stake", {"euros": "1", "per": "1"}),
        ("/share", {"key": "f" * 32}),
        ("/deletion", {}),
        ("/revanche", {}),
    ],
)
def test_a_table_changes_nothing_that_the_desk_decides(desk, phone, path, form):
    sheet = played(desk, phone)
    answer = phone.post(f"{sheet}{path}", data=form | {"dealer": "0"})
    assert answer.status_code == 409 and "table de marque" in answer.text
    assert phone.get(sheet).status_code == 200


def test_the_sheet_of_a_table_offers_none_of_that(desk, phone):
    sheet = played(desk, phone)
    pages = phone.get(sheet).text + phone.get(f"{sheet}/share").text
    for path in ('/table"', "/penalties/new", "/revanche", "/deletion", "Nouvelles adresses"):
        assert path not in pages


def test_hands_stay_with_the_seats_when_people_swap(desk, phone):
    sheet, (one, other) = played(desk, phone, deals=1), (people(desk)[0], people(desk, 2)[0])
    page = desk.get("/rounds/1?one=1")
    seen = re.search(r'name="seen" value="(\w+)"', page)[1]
    desk.post("/rounds/1/seats", one=one, other=other, seen=seen)
    assert people(desk)[0] == other
    now = desk.access.repository.sheets.access(token_of(sheet)).sheet
    assert now.names[0] == desk.tournament.called(other) and now.state.totals[0] == 198


def test_a_new_name_is_on_the_sheet_and_the_old_one_nowhere(desk, phone):
    sheet, one = opened(desk, phone), people(desk)[0]
    old = desk.tournament.called(one)
    desk.post(f"/people/{one}", name="Zoé 🎴")
    page = phone.get(sheet).text
    assert "Zoé 🎴" in page and old not in page


def test_phones_are_told_the_last_deal_and_keep_what_is_being_typed(desk, phone, etag):
    sheet = played(desk, phone, deals=0)
    shown = etag(sheet)
    round = desk.tournament.rounds[0]
    announce = lambda clock: clock._replace(is_last=True)  # noqa: E731
    set_clock(desk.access, 1, announce, round.clock.stamp)
    news = phone.get(f"{sheet}/live?v={shown}").text
    assert "Dernière donne" in news and 'id="hand"' not in news
    assert phone.post(f"{sheet}/hands", data=GARDE | {"base": shown}).status_code == 303
    assert "Faire accepter" in phone.get(sheet).text
    assert "Pendule changée" in phone.get(f"{sheet}/journal").text


def test_a_slip_of_belote_with_the_same_points_is_accepted_as_it_is(app, client, phone):
    desk = Desk(app, client, 8, preset="belote_points", deals="1").reach(1)
    sheet = opened(desk, phone)
    phone.post(f"{sheet}/hands", data=BELOTE)
    sums = desk.access.repository.sheets.access(token_of(sheet)).sheet.state.totals
    desk.access.record("slip", {"round": 1, "table": 1, "points": sums, "belotes": 7})
    assert accepted(phone, sheet, desk.tournament.teams[people(desk)[0]][0]).status_code == 303
    assert slip(desk).result == TableResult(sums, belotes=7) and slip(desk).typed == 2


def test_the_desk_sees_what_phones_have_played(desk, phone):
    played(desk, phone, deals=1)
    page = desk.get("/rounds/1/slips")
    assert re.search(r">1 <small>1/2</small>", page) and "Accepter" not in page


@pytest.mark.parametrize("role", [Role.ORGANIZER, Role.DESK, Role.REFEREE])
def test_the_desk_accepts_a_finished_sheet_in_one_tap(desk, phone, role):
    sheet = played(desk, phone)
    if role is not Role.ORGANIZER:
        desk.address = f"/tournaments/{role_token(token_of(desk.address), role)}"
    seen = re.search(r'name="accept" value="(\w+)"', desk.get("/rounds/1/slips"))[1]
    answer = desk.post("/rounds/1/slips", table=1, accept=seen)
    assert answer.status_code == 303 and slip(desk).by == 0 and slip(desk).sheet
    assert "accepté" in phone.get(f"{sheet}/result").text


@pytest.mark.parametrize(
    ("preset", "fields"), [("tarot_libre", {"deals": 2}), ("belote_wins", {"target": 2001})]
)
def test_the_desk_sees_that_a_table_plays_its_last_deal_and_may_stop_it(
    app, client, phone, preset, fields
):
    desk = Desk(app, client, 8, preset=preset, **fields).reach(1)
    phone.post(f"{opened(desk, phone)}/hands", data=BELOTE if "target" in fields else GARDE)
    desk.access.record("timed", {"round": 1, **Clock(is_last=True)._asdict()})
    page = desk.get("/rounds/1/slips?table=1")
    assert "Accepter" not in page and "Dernière donne\xa0: table 1, 1" in page
    told = page.partition("Compter ainsi")[0].rpartition("<p>")[2]
    assert re.findall("<bdi>(.*?)</bdi>", told) == list(
        desk.tournament.side_names(desk.tournament.rounds[0].tables[0])
    )
    form = hidden(page, "/slips") | {"how": "played"}
    assert desk.post("/rounds/1/slips", **form).status_code == 303 and slip(desk)


def test_the_card_of_a_table_that_has_played_leads_to_its_result(desk, phone):
    sheet = played(desk, phone)
    page = phone.get(card(desk)).text
    assert f'href="{sheet}/result"' in page and "Continuer" not in page


def shown(page):
    """The ETag of the page of a result."""
    return re.search(r'id="live" data-etag="(\w+)"', page)[1]


def test_a_result_asks_for_news_and_other_tables_are_none(desk, phone):
    sheet = played(desk, phone)
    address = f"{sheet}/result?v={shown(phone.get(f'{sheet}/result').text)}"
    desk.type_slip(2)
    assert phone.get(address).status_code == 204
    accepted(phone, sheet, people(desk)[1])
    page = phone.get(address).text
    assert "accepté" in page and "Qui vérifie" not in page
    desk.play()
    address = f"{sheet}/result?v={shown(phone.get(f'{sheet}/result').text)}"
    desk.publish()
    assert "Position 2" in phone.get(address).text


def test_a_reader_of_a_result_is_told_when_it_is_accepted_and_of_no_penalty(desk, phone):
    sheet = played(desk, phone)
    results = [f"/sheets/{read_only_token(token_of(sheet))}/result", f"{sheet}/result"]
    news = [f"{one}?v={shown(phone.get(one).text)}" for one in results]
    fault = {"round": 1, "who": people(desk)[0], "points": 100, "reason": "retard"}
    desk.post("/penalties", **fault)
    assert [phone.get(one).status_code for one in news] == [204, 200]
    accepted(phone, sheet, people(desk)[1])
    assert "accepté" in phone.get(news[0]).text


def test_a_phone_is_told_at_once_that_the_desk_noted_its_table(desk, phone, etag):
    sheet = played(desk, phone, deals=1)
    before, one = etag(sheet), desk.tournament.called(people(desk)[0])
    desk.type_slip(1, 19, -97, 58, 20, anyway="1")
    news = phone.get(f"{sheet}/live?v={before}").text
    assert "La table de marque a noté cette table" in news and f'href="{sheet}/result"' in news
    result = html.unescape(phone.get(f"{sheet}/result").text)
    assert f"<bdi>{one}</bdi>\xa0<b>+19</b>" in result
    assert 'id="hand"' not in news
    assert "notée par la table de marque" in phone.get(f"{sheet}/journal").text


@pytest.mark.parametrize(
    ("clock", "told"),
    [(Clock(is_last=True), "Dernière"), (Clock(ends="9999-01-01T00:00:00+00:00"), "")],
)
def test_the_clock_stands_beside_the_menu_of_the_table(desk, phone, clock, told):
    sheet = opened(desk, phone)
    desk.access.record("timed", {"round": 1, **clock._asdict()})
    head = re.search(r'<header class="top">.*?</header>', phone.get(sheet).text, re.S)[0]
    assert 'class="clock"' in head and told in head


@pytest.mark.one_process  # turns the clock of one
def test_the_clock_in_the_news_of_a_table_goes_on(app, desk, phone, etag, monkeypatch):
    moments = ["9999-01-01T21:12:00+00:00", "9999-01-01T21:00:00+00:00"]
    monkeypatch.setitem(app.jinja_env.globals, "utc_now", lambda: moments[-1])
    sheet = opened(desk, phone)
    address, clock = f"{sheet}/live?v={etag(sheet)}", Clock(ends="9999-01-01T21:30:00+00:00")
    set_clock(desk.access, 1, lambda _: clock, Clock().stamp)
    assert "30 min" in phone.get(address).text
    moments.pop()
    assert "18 min" in phone.get(address).text


@pytest.mark.parametrize(("table", "accept", "status"), [(1, "x", 409), (2, "x", 404)])
def test_the_desk_accepts_nothing_that_it_did_not_see(desk, phone, table, accept, status):
    played(desk, phone)
    answer = desk.post("/rounds/1/slips", table=table, accept=accept)
    assert answer.status_code == status and not desk.tournament.rounds[0].slips


def test_a_table_goes_on_on_paper_and_back_on_its_phone(desk, phone):
    sheet = played(desk, phone, deals=1)
    assert desk.type_slip(1, 396, -132, -132, -132, anyway="1").status_code == 303
    phone.post(f"{sheet}/hands", data=GARDE)
    assert accepted(phone, sheet, people(desk)[1]).status_code == 303
    assert slip(desk).typed == 2 and slip(desk).by == people(desk)[1]


def test_the_cards_are_printed_for_as_many_tables_as_asked(desk):
    page = desk.get("/paper/cards").replace("<wbr>", "")
    assert page.count('class="t-card"') == 2 and card(desk, 2) in page
    assert desk.get("/paper/cards?tables=11").count('class="t-card"') == 11


@pytest.mark.long
def test_no_more_than_500_cards_are_printed(desk):
    assert desk.get("/paper/cards?tables=99999").count('class="t-card"') == 500


def test_a_sheet_whose_table_has_other_seats_now_says_so(desk, phone):
    sheet, (first, second) = played(desk, phone), desk.tournament.rounds[0].tables
    seats = "\n\n".join("\n".join(map(str, one)) for one in (first[:3], (*second, first[3])))
    desk.post("/rounds/1/seats", seats=seats, seen=desk.tournament.etag, reason="départ")
    assert len(people(desk)) == 3
    page = phone.get(sheet).text
    assert "Les places de cette table ont changé" in page and "Faire accepter" not in page
    assert "visez sa carte" in phone.get(f"{sheet}/result").text


def test_a_table_that_takes_the_number_of_one_given_up_is_told_on_both_phones(app, client):
    desk = Desk(app, client, 12, deals="2").reach(1)
    phones = {table: app.test_client() for table in (1, 2, 3)}
    sheets = {table: opened(desk, phones[table], table) for table in phones}
    first, _, last = desk.tournament.rounds[0].tables
    seats = "\n\n".join("\n".join(map(str, one)) for one in (first, last))
    desk.post("/rounds/1/seats", seats=seats, seen=desk.tournament.etag)
    told = {table: phones[table].get(sheets[table]).text for table in phones}
    moved = ["table 2</b>" in told[n] and "<b>table 3 → table 2</b>" in told[n] for n in told]
    assert moved == [False, True, True]
    assert "table 3 → table 2" in phones[3].get(f"{sheets[3]}/result").text


def test_a_reader_of_a_sheet_sees_no_result_that_is_not_published(desk, phone):
    sheet = played(desk, phone)
    accepted(phone, sheet, people(desk)[1])
    desk.play()
    known = slip(desk).seq
    desk.type_slip(1, 120, -40, -40, -40, seen=known, reason="erreur")
    fault = {"round": 1, "who": people(desk)[0], "points": 100, "reason": "retard"}
    desk.post("/penalties", **fault)
    reading = f"/sheets/{read_only_token(token_of(sheet))}/result"
    for place, is_told in ((f"{sheet}/result", True), (reading, False)):
        page = phone.get(place).text
        assert ("+120" in page, "retard" in page) == (is_told, is_told)


def test_what_the_referee_decides_is_not_asked_about_again(desk, phone):
    sheet = played(desk, phone)
    desk.type_slip(1, how="average")
    assert slip(desk).result.how == "average"
    assert "le téléphone dit autre chose" not in desk.get("/rounds/1/slips?table=1")
    page = phone.get(f"{sheet}/result").text
    assert "noté autre chose" not in page and "Noté" in page and "Qui vérifie" not in page


def test_the_fifth_player_of_a_table_is_not_called_the_mort(app, client, phone):
    desk = Desk(app, client, 5, odd_tables="five").reach(1)
    pages = [
        phone.get(card(desk)).text,
        desk.get("/rounds/1"),
        desk.get("/paper/table-sheets"),
    ]
    assert all("5e" in page and "le donneur ne joue pas" in page for page in pages)
    assert not any(">mort<" in page for page in pages)


@pytest.mark.parametrize(("method", "path"), SHEET)
def test_a_sheet_of_no_tournament_leads_to_its_own_end(client, sheet, method, path):
    writing = token_of(sheet)
    for token in (writing, read_only_token(writing), "exemple"):
        answer = client.open(address(path, token), method=method, data=FORMS.get(path, {}))
        is_refused = method == "POST" and token != writing
        assert answer.status_code == (404 if is_refused else SHEET[method, path])
    unknown = client.open(address(path, "A" * 22), method=method)
    assert unknown.status_code == 404
