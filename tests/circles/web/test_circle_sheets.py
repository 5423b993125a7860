"""Sheets of a circle: who is there tonight, the last time again, existing sheets."""

import html
import re
from datetime import date, datetime, time, timedelta

import pytest
from circle_routes import PRESENT, found
from conftest import CAST, GARDE, token_of

from scorekeeper.circles.service.tokens import tokens_from


@pytest.fixture
def open_in(client, circle):
    """Open a sheet in the circle; its address."""
    return lambda **changes: client.post(f"{circle}/sheets", data=PRESENT | changes).location


@pytest.fixture
def heads(client):
    """The names of the columns of a sheet."""

    def read(sheet):
        head = re.search(r'<ul id="standing"(.*?)</ul>', client.get(sheet).text, re.S)[1]
        return re.findall(r"<bdi>(.*?)</bdi>", head)

    return read


@pytest.fixture
def matched(app, circle):
    """The players of the circle on its sheets, in the order of linking."""

    def read():
        access = app.extensions["circles"].access(token_of(circle))
        return [access.circle.players_of(link) for link in access.circle.links.values()]

    return read


def offered(page):
    """The players to tap, in their order."""
    return [int(id) for id in re.findall(r'name="player" value="(\d+)"', page)]


def ticked(page):
    return re.findall(r'name="player" value="(\d+)" checked', page)


@pytest.mark.parametrize(
    ("hour", "is_closed", "days"), [(1, False, 1), (7, False, 2), (1, True, 2)]
)
def test_a_sheet_opened_at_night_is_of_the_evening_before_until_that_is_closed(
    app, client, circle, open_in, close, monkeypatch, hour, is_closed, days
):
    evening = open_in()
    if is_closed:
        close(evening)
    later = datetime.combine(date.today() + timedelta(days=1), time(hour))
    clock = type("Clock", (datetime,), {"now": classmethod(lambda kind: later)})
    monkeypatch.setattr("scorekeeper.sheets.web.access.datetime", clock)
    open_in()
    client.post(f"{circle}/sheets/again", data={"last": "2"})
    counted = app.extensions["circles"].access(token_of(circle)).sheets.sheets
    assert len({one.summary.date for one in counted}) == days


def test_players_sit_in_the_order_in_which_they_were_tapped(open_in, heads, client):
    sheet = open_in(order="3 1 4 2")
    assert heads(sheet) == ["Chloé", "Anne", "David", "Bruno"]
    assert "Chloé" in re.search(r'id="deal".*?</p>', client.get(sheet).text, re.S)[0]


@pytest.mark.parametrize("button", ["/present", ""], ids=["add", "open"])
def test_one_more_player_sits_last_and_the_others_stay(client, circle, button):
    tapped = PRESENT | {"order": "3 1 4 2", "name": "Zoé"}
    page = client.post(f"{circle}/sheets{button}", data=tapped)
    assert page.status_code == 200 and 'name="order" value="3 1 4 2 6"' in page.text
    assert sorted(ticked(page.text)) == ["1", "2", "3", "4", "6"]


@pytest.mark.parametrize(("name", "is_long"), [("MOHAMMED", True), ("Lili-Julie", False)])
def test_a_name_is_long_by_its_width_and_not_by_its_letters(client, circle, name, is_long):
    page = client.post(f"{circle}/sheets/present", data={"name": name}).text
    assert ('class="persons long"' in page) == is_long


def test_a_name_that_the_circle_has_is_refused_and_the_others_stay(client, circle):
    tapped = PRESENT | {"order": "3 1 4 2", "name": "Anne"}
    page = client.post(f"{circle}/sheets/present", data=tapped)
    assert page.status_code == 422 and 'name="order" value="3 1 4 2"' in page.text
    assert 'value="Anne"' in page.text and "Anne" in page.text.split('role="alert"')[1]


@pytest.mark.parametrize("order", ["", "3 1", "3 1 4 4", "x", "9 8 7 6", "4 3 2 1 5"])
def test_without_their_order_players_sit_as_in_the_list(open_in, heads, order):
    assert heads(open_in(order=order)) == list(CAST[:4])


def test_the_players_of_the_last_evening_come_first_and_nobody_is_chosen(
    client, circle, open_in
):
    open_in(player=["5", "4", "2"], order="5 4 2")
    page = client.get(f"{circle}/sheets/new").text
    assert (offered(page), ticked(page)) == ([5, 4, 2, 1, 3], [])


def test_another_game_is_asked_for_without_the_token_against_forgery(client, circle):
    page = client.get(f"{circle}/sheets/new").text
    form = re.search(r'<form id="present".*?</form>', page, re.S)[0]
    assert re.findall(r'<(\w+)[^>]* name="csrf_token"', form) == ["button", "button"]


def test_too_few_players_are_refused_and_stay_chosen(client, circle):
    answer = client.post(f"{circle}/sheets", data={"player": ["4", "1"], "order": "4 1"})
    assert answer.status_code == 422
    assert "il faut de 3 à 8 joueurs" in answer.text
    assert set(ticked(answer.text)) == {"4", "1"}
    assert 'name="order" value="4 1"' in answer.text


def test_a_key_with_other_players_is_refused(client, circle, open_in, matched):
    open_in(key="a" * 32)
    form = {"player": ["1", "2", "5"], "key": "a" * 32}
    assert client.post(f"{circle}/sheets", data=form).status_code == 422
    assert matched() == [(1, 2, 3, 4)]


def test_the_rules_of_the_last_sheets_are_offered(client, circle, open_preset):
    names = ["Bruno", "Anne", "Zoé", "Eve"]
    sheet = open_preset("belote-ffb", name=names, circle=token_of(circle))
    page = client.get(f"{circle}/sheets/new").text
    assert re.findall(r'name="rules" value="(\d)" checked', page) == ["0"]
    again = client.post(f"{circle}/sheets", data=PRESENT).location
    assert "Belote" in client.get(again).text and again != sheet


def test_a_sheet_of_another_game_is_opened_by_the_usual_form(
    client, circle, matched, open_sheet
):
    query = f"circle={token_of(circle)}&player=3&player=1&player=2&order=1+3+2"
    page = client.get(f"/sheets/new?{query}").text
    assert re.findall(r'name="name" value="(\w+)"', page)[:3] == ["Anne", "Chloé", "Bruno"]
    assert f'name="circle" value="{token_of(circle)}"' in page
    open_sheet(3, name=["ANNE", "Zoé", "Chloe\u0301"], circle=token_of(circle))
    assert matched() == [(1, 0, 3)]  # in other letters


def test_the_usual_form_opens_nothing_in_a_circle_that_a_token_only_reads(client, circle):
    reading = tokens_from(token_of(circle)).reading
    assert client.get(f"/sheets/new?circle={reading}").status_code == 404
    form = {"name": list(CAST[:4]), "number": [""] * 4, "dealer": "0", "circle": reading}
    assert client.post("/sheets", data=form).status_code == 404


def test_the_last_time_is_offered_and_repeated_once(client, circle, open_in, heads, matched):
    assert "Comme la dernière fois" not in client.get(f"{circle}/sheets/new").text
    client.post(f"{open_in(order='2 4 1 3')}/hands", data=GARDE)
    page = client.get(f"{circle}/sheets/new").text
    assert "Bruno, David, Anne, Chloé" in page
    last = re.search(r'name="last" value="(\d+)"', page)[1]
    first, second = (
        client.post(f"{circle}/sheets/again", data={"last": last}).location for _ in range(2)
    )
    assert first == second and heads(first) == ["Bruno", "David", "Anne", "Chloé"]
    assert "David" in re.search(r'id="deal".*?</p>', client.get(first).text, re.S)[0]
    assert matched() == [(2, 4, 1, 3)] * 2
    page = client.get(f"{circle}/sheets/new").text  # nobody has written on the new one
    assert re.search(r'name="last" value="(\d+)"', page)[1] == last


def test_the_last_time_is_that_of_the_latest_day(client, circle, open_in, open_sheet):
    client.post(f"{open_in(order='2 4 1 3')}/hands", data=GARDE)
    open_sheet(3, circle=token_of(circle), date="2020-01-01")
    assert "Bruno, David, Anne, Chloé" in client.get(f"{circle}/sheets/new").text


@pytest.mark.parametrize("last", ["", "x", "7", "9" * 30])
def test_nothing_is_repeated_that_is_not_there(client, circle, last):
    answer = client.post(f"{circle}/sheets/again", data={"last": last})
    assert answer.status_code == 422 and "à reprendre" in answer.text


def sheets_offered(page):
    return re.findall(r'name="sheet" value="(\w+)"', page)


@pytest.fixture
def take(client, circle):
    """Take in sheets of the device: the page that asks who their players are."""

    def asked(codes=None):
        page = client.get(f"{circle}/sheets/taken").text
        chosen = sheets_offered(page) if codes is None else codes
        query = "&".join(f"sheet={code}" for code in chosen)
        return client.get(f"{circle}/sheets/taken?{query}&step=players").text

    return asked


@pytest.fixture
def answer(client, circle):
    """Post who the players are, by their names on the sheets."""

    def posted(page, **answers):
        numbers = dict(re.findall(r'name="name" value="(.*?)".*?name="(who-\d+)"', page, re.S))
        fields = {numbers[name]: who for name, who in answers.items()}
        form = {"sheet": sheets_offered(page), "key": "b" * 32} | fields
        return client.post(f"{circle}/sheets/taken", data=form)

    return posted


def unfolded(page):
    """A page without what is behind a fold."""
    return re.sub(r"<details(?![^>]* open).*?</details>", "", page, flags=re.S)


def test_a_sheet_whose_names_are_all_of_the_circle_is_taken_in_by_one_yes(
    open_sheet, take, client, circle, matched
):
    open_sheet(name=["ANNÉ", "Bruno", "Chloe", "David"])
    page = take()
    assert "Anne, Bruno, Chloé, David\u00a0: du cercle." in page
    assert "<fieldset" not in unfolded(page) and '<button class="save">Oui<' in page
    form = dict(re.findall(r'name="(who-\d)" value="(\w+)" checked', page))
    form |= {"sheet": sheets_offered(page), "key": "b" * 32}
    assert client.post(f"{circle}/sheets/taken", data=form).status_code == 303
    assert matched() == [(1, 2, 3, 4)]


@pytest.fixture
def bring(client, circle):
    """Bring pasted points to the circle, by the way on its page: where that leads."""

    def brought(pasted):
        [way] = re.findall(r'href="(.*?)">Une soirée d’un tableur', client.get(circle).text)
        page = client.get(way).text
        assert re.search(r"comptée dans «\sLes Martin\s»", page)
        assert "Un cercle entier" not in page
        [here] = re.findall(r'action="(/import.*?)"', page)
        seen = client.post(here, data={"pasted": pasted}).text
        [document] = re.findall(r'name="document" hidden>(.*?)</textarea>', seen, re.S)
        [_questions, confirmed] = re.findall(r'action="(/import.*?)"', seen)
        form = {"document": html.unescape(document), "key": "c" * 32}
        return [client.post(confirmed, data=form | {"key": key * 32}).location for key in "cd"]

    return brought


def test_an_evening_brought_to_a_circle_counts_at_once_if_it_knows_every_name(
    bring, client, circle, matched
):
    shown, again = bring("Anne;Bruno;Chloe\n2;-1;-1\n4;-2;-2\n")
    page = client.get(shown).text
    assert shown == circle and "+6" in page
    assert "comptée dans le cercle" not in client.get(shown).text
    assert matched() == [(1, 2, 3)] and again.startswith("/sheets/")
    back = page.partition("comptée dans le cercle")[2].partition("</form>")[0]
    assert f'action="{circle}/sheets/1/players"' in back and ">Annuler<" in back
    for _ in range(2):
        undone = client.post(f"{circle}/sheets/1/players", data={"act": "unlink"})
        assert undone.location == circle
    assert matched() == [] and ">Annuler<" not in client.get(shown).text


def test_an_evening_of_one_circle_is_not_told_in_another(bring, client, circle):
    other = found(client)
    client.post(f"{other}/sheets", data=PRESENT)
    bring("Anne;Bruno;Chloe\n2;-1;-1\n4;-2;-2\n")
    assert "comptée dans le cercle" not in client.get(other).text
    assert "comptée dans le cercle" in client.get(circle).text


def test_who_may_not_take_an_evening_out_is_offered_no_way_back(bring, client, circle):
    bring("Anne;Bruno;Chloe\n2;-1;-1\n4;-2;-2\n")
    token = tokens_from(token_of(circle)).table
    with client.session_transaction() as session:
        session[f"taken {token}"] = 1
    page = client.get(f"/circles/{token}").text
    assert "+6" in page and "comptée dans le cercle" not in page
    with client.session_transaction() as session:
        assert f"taken {token}" not in session


def test_an_evening_brought_to_a_circle_has_a_guest_for_a_name_until_one_says_who_it_is(
    bring, client, circle, matched
):
    asked, again = bring("Anne;Bruno;Zoé\n2;-1;-1\n4;-2;-2\n")
    assert asked == f"{circle}/sheets/1/players" and again.startswith("/sheets/")
    page = client.get(asked).text
    assert page.count("<fieldset") == 1 and "Retirer du cercle" in page
    page = client.get(circle).text
    assert matched() == [(1, 2, 0)] and "+6" in page
    assert f'href="{asked}"' in unfolded(page)
    client.post(f"{circle}/sheets", data=PRESENT)  # a later sheet, without a guest
    assert f'href="{asked}"' not in unfolded(client.get(circle).text)


def test_only_the_names_in_doubt_are_asked(open_sheet, take, client, circle):
    client.post(f"{circle}/players/2/edit", data={"act": "nickname", "nickname": "Nono"})
    open_sheet(name=["Anne", "Nono", "Chlo", "Zoé"])
    page = take()
    assert "Rien n’est compté dans le cercle avant votre réponse." in page
    assert "Anne\u00a0: du cercle." in page and ">Enregistrer</button>" in page
    names = re.findall(r'name="name" value="(.*?)"', unfolded(page))
    assert names == ["Nono", "Chlo", "Zoé"]
    assert "Est-ce Bruno, du cercle" in page and "Est-ce Chloé, du cercle" in page
    assert re.findall(r'name="(who-\d)" value="\w+" checked', unfolded(page)) == ["who-3"]


def test_two_of_one_table_with_one_name_are_both_asked(open_sheet, take):
    open_sheet(name=["Anne", "ANNÉ", "Chloé", "David"])
    page = unfolded(take())
    assert re.findall(r'name="name" value="(.*?)"', page) == ["Anne", "ANNÉ"]
    assert not re.search(r'name="who-\d" value="\w+" checked', page)
    assert "Chloé, David\u00a0: du cercle." in page


def test_a_name_is_asked_once_for_all_sheets(open_sheet, take, answer, matched):
    open_sheet(name=["Anne", "Bruno", "Zoé", "Max"])
    open_sheet(name=["Max", "Anne", "Zoé", "Eve"])
    page = take()
    assert page.count("<fieldset") == 5 and "sur 2 feuilles" in page
    answer(page, Anne="1", Bruno="2", Zoé="new", Max="new", Eve="5")
    assert sorted(matched()) == [(1, 2, 7, 6), (6, 1, 7, 5)] or sorted(matched()) == [
        (1, 2, 6, 7),
        (7, 1, 6, 5),
    ]


def test_a_posted_form_that_takes_sheets_in_takes_them_in_once(
    open_sheet, take, answer, matched, client, circle
):
    open_sheet()
    page = take()
    answers = {name: str(n) for n, name in enumerate(CAST[:3], 1)} | {"David": "new"}
    refused = answer(page, **answers)
    assert refused.status_code == 422 and matched() == []  # there is a David already
    for _ in range(2):
        assert answer(page, **answers | {"David": "4"}).status_code == 303
    assert matched() == [(1, 2, 3, 4)]


def test_the_same_form_names_a_player_who_was_renamed_since(
    open_sheet, take, answer, matched, client, circle
):
    open_sheet(name=["Anne", "Zoé", "Max", "David"])
    page = take()
    answers = {"Anne": "1", "Zoé": "new", "Max": "new", "David": "4"}
    assert answer(page, **answers).status_code == 303
    client.post(f"{circle}/players/7/edit", data={"act": "rename", "name": "Maxime"})
    client.post(f"{circle}/players/6/edit", data={"act": "rename", "name": "Max"})
    assert answer(page, **answers).status_code == 303
    assert matched() == [(1, 6, 7, 4)]
    assert answer(page, **answers | {"Max": "guest"}).status_code == 422  # it joined two


def test_an_unanswered_question_is_asked_again(open_sheet, take, answer, matched):
    open_sheet()
    refused = answer(take(), Anne="1", Bruno="2", Chloé="")
    assert refused.status_code == 422
    assert refused.text.count("Dites qui c") == 2 and matched() == []


def test_nobody_plays_against_himself(open_sheet, take, client, circle, matched):
    open_sheet(name=["Anne", "Nanou", "Chloé", "Zoé"])
    page = take()
    fields = {"who-0": "1", "who-1": "other", "who-1-other": "1", "who-2": "3", "who-3": "new"}
    form = {"sheet": sheets_offered(page)} | fields
    refused = client.post(f"{circle}/sheets/taken", data=form)
    assert refused.status_code == 422 and "Anne est déjà à cette table" in refused.text
    assert matched() == [] and "Zoé" not in client.get(circle).text


def test_a_sheet_is_offered_until_the_circle_has_it(open_sheet, take, answer, client, circle):
    open_sheet()
    open_sheet(name=["Anne", "Zoé", "Max", "Léa"])
    first = sheets_offered(client.get(f"{circle}/sheets/taken").text)
    answer(take(first[:1]), Anne="1", Zoé="guest", Max="guest", Léa="guest")
    assert sheets_offered(client.get(f"{circle}/sheets/taken").text) == first[1:]
    assert f"{circle}/sheets/taken" in client.get(circle).text
    answer(take(), Anne="1", Bruno="2", Chloé="3", David="4")
    assert f"{circle}/sheets/taken" not in client.get(circle).text


def test_sheets_are_taken_in_in_the_order_in_which_they_were_opened(
    open_sheet, take, answer, matched
):
    open_sheet(name=["Anne", "Bruno", "Chloé", "Zoé"])
    open_sheet(name=["Bruno", "Anne", "Chloé", "Zoé"])
    answer(take(), Anne="1", Bruno="2", Chloé="3", Zoé="guest")
    assert matched() == [(1, 2, 3, 0), (2, 1, 3, 0)]


def test_the_guests_of_a_sheet_are_named_later(client, circle, matched, open_sheet):
    open_sheet(3, name=["Anne", "Zoé", "Chloé"], circle=token_of(circle))
    assert "qui est-ce" in client.get(circle).text
    page = client.get(f"{circle}/sheets/1/players").text
    assert page.count("<fieldset") == 1 and "Reste un invité" in page
    assert " checked" not in page
    assert re.findall(r'<option value="(\d+)"', page) == ["2", "4", "5"]
    refused = client.post(f"{circle}/sheets/1/players")
    assert refused.status_code == 422 and matched() == [(1, 0, 3)]
    client.post(f"{circle}/sheets/1/players", data={"who-0": "other", "who-0-other": "5"})
    assert matched() == [(1, 5, 3)]
    assert "qui est-ce" not in client.get(circle).text


def test_a_guest_with_the_name_of_a_player_at_the_table_is_somebody_else(
    client, circle, matched, open_sheet
):
    open_sheet(3, name=["Anne", "ANNÉ", "Chloé"], circle=token_of(circle))
    page = client.get(f"{circle}/sheets/1/players").text
    assert "Est-ce Anne" not in page and "Son nom dans le cercle" in page
    form = {"who-0": "new", "who-0-name": "Anne B."}
    client.post(f"{circle}/sheets/1/players", data=form)
    assert matched() == [(1, 6, 3)]


def test_a_sheet_whose_links_another_phone_renewed_leads_to_its_evening(
    app, client, circle, open_in
):
    sheet = open_in()
    client.post(f"{sheet}/hands", data=GARDE)
    app.test_client().post(f"{sheet}/share", data={"key": "f" * 32})
    answer = client.get(f"{circle}/sheets/1")
    assert "/evenings/" in answer.location
    assert client.get(answer.location).status_code == 200


def test_the_phone_that_renews_the_links_of_a_sheet_still_opens_it_from_the_circle(
    client, circle, open_in
):
    sheet = open_in()
    renewed = client.post(f"{sheet}/share", data={"key": "f" * 32}).location.removesuffix(
        "/share"
    )
    client.get(renewed)
    assert client.get(f"{circle}/sheets/1").location == renewed
    assert f'href="{renewed}"' in client.get(circle).text


def test_a_sheet_that_the_device_has_already_is_listed_once(
    open_sheet, take, answer, client, circle
):
    sheet = open_sheet()
    answer(take(), **{name: str(n) for n, name in enumerate(CAST[:4], 1)})
    assert client.get(f"{circle}/sheets/1").location == sheet
    listed = re.findall(r'<a href="/sheets/[\w-]{22}" data-sheet', client.get("/").text)
    assert len(listed) == 1


def test_a_full_circle_says_so(client, circle, monkeypatch):
    monkeypatch.setattr("scorekeeper.circles.service.sheets.MAX_LINKS", 0)
    answer = client.post(f"{circle}/sheets", data=PRESENT)
    assert answer.status_code == 409 and "Ce cercle est plein" in answer.text


def test_a_night_is_counted_once_also_from_a_copy(
    open_sheet, take, client, circle, answer, matched
):
    sheet = open_sheet(name=["Anne", "Bruno", "Chloé", "David"])
    names = {"Anne": "1", "Bruno": "2", "Chloé": "3", "David": "guest"}
    assert answer(take(), **names).status_code == 303
    taken = matched()
    document = client.get(f"{sheet}/night.json").text
    client.post("/import", data={"document": document, "key": "d" * 32, "again": "1"})
    page = take()
    refused = answer(page, **names)
    assert refused.status_code == 422 and "déjà cette soirée" in refused.text
    assert matched() == taken and len(taken) == 1
    form = {"document": document, "key": "e" * 32, "again": "1", "circle": token_of(circle)}
    assert "/sheets/taken" in client.post("/import", data=form).location
    assert matched() == taken  # each of its names is a player's
