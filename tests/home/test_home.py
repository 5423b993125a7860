import re
from datetime import UTC, datetime, timedelta

import pytest
from conftest import token_of

from scorekeeper.streams.event_store import EventStore


def test_what_is_taken_off_the_list_comes_back_by_the_notice(sheet, client):
    form = {"token": token_of(sheet), "address": sheet}
    page = client.post("/forgotten", data=form, follow_redirects=True).text
    assert "Retiré de la liste" in page and "Retiré de la liste" not in client.get("/").text
    client.get(re.search(r'href="([^"]*)">Annuler', page)[1])
    assert sheet in client.get("/").text


def sheets_on(page):
    """The sheets that the home page links to, in order, without the example."""
    links = re.findall(r'<a[^>]* href="(/sheets/[\w-]{22})"', page.text)
    return list(dict.fromkeys(links))


def test_the_last_twelve_sheets_of_a_device_are_listed_the_latest_first(open_sheet, client):
    sheets = [open_sheet() for _ in range(14)]
    assert sheets_on(client.get("/")) == sheets[:1:-1]
    client.get(sheets[5])
    first, *others = sheets_on(client.get("/"))
    assert first == sheets[5] and len(others) == 11 == len({*others} - {first})


def test_a_sheet_that_was_closed_here_is_not_the_one_to_go_on_with(open_sheet, client, close):
    first, second = open_sheet(), open_sheet()
    resumed = [second]
    for act in (second, first):
        close(act)
        resumed += re.findall(r'class="save resume" href="(.*?)"', client.get("/").text)
    assert resumed == [second, first]
    assert sheets_on(client.get("/")) == [first, second]
    client.post(f"{first}/end", data={"act": "reopen"})
    assert f'class="save resume" href="{first}"' in client.get("/").text


def test_only_the_forgotten_sheet_is_forgotten(open_sheet, client):
    first, second, third = (open_sheet() for _ in range(3))
    client.post("/forgotten", data={"token": token_of(second)})
    assert sheets_on(client.get("/")) == [third, first]


def test_the_names_of_a_device_are_offered_once(open_sheet, client):
    open_sheet(3, name=["Anne", "Bruno", "Zoé"])
    open_sheet()
    page = client.get("/sheets/new").text
    offered = re.findall(r'name="known" value="(.*?)"', page)
    assert offered == ["Anne", "Bruno", "Chloé", "David", "Zoé"]


def test_the_session_of_a_device_lasts_a_year(client, open_sheet):
    open_sheet()
    expires = client.get_cookie("marque").expires
    assert expires and expires - datetime.now(UTC) > timedelta(days=360)


def test_the_cookie_is_sent_only_where_it_changes(open_sheet, client):
    first, second = open_sheet(), open_sheet()
    assert "Set-Cookie" in client.get(first).headers
    assert "Set-Cookie" not in client.get(first).headers
    assert "Set-Cookie" in client.get(second).headers


def test_a_sheet_that_was_deleted_elsewhere_is_no_more_on_the_device(sheet, app, client):
    phone = app.test_client()
    phone.get(sheet)
    client.post(f"{sheet}/deletion")
    assert phone.get("/").status_code == phone.get("/sheets/new").status_code == 200
    assert sheet not in phone.get("/").text


def test_another_device_shows_no_sheet_of_this_one(sheet, app):
    assert sheet not in app.test_client().get("/").text


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/sheets/unknown",
        "/sheets/" + "A" * 22,
        "/sheets/%00%ff",
        "/sheets/exemple/hands/99",
        "/sheets/exemple/hands/2/edit",
        "/sheets/exemple/table",
    ],
)
def test_an_unknown_address_is_a_page_of_its_own(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert "La Marque" in answer.text


@pytest.mark.parametrize(
    "away", ["//evil.test/", "/\\evil.test", "https://evil.test/", "x\r\ny"]
)
def test_the_address_after_a_language_is_one_of_this_site(client, away):
    answer = client.post("/language", data={"language": "en", "next": away})
    assert answer.location == "/"


@pytest.mark.one_process
def test_the_list_of_sheets_folds_no_hand(sheet, post_hand, client, app, monkeypatch):
    """Twelve long sheets would take seconds."""
    post_hand(sheet)
    app.extensions["sheets"].cache.__init__()
    kinds = []
    real = EventStore.outlines

    def outlines(store, tokens):
        found = real(store, tokens)
        kinds.extend(event.kind for _, events in found.values() for event in events)
        return found

    monkeypatch.setattr(EventStore, "outlines", outlines)
    for path in ("/", "/sheets/new"):
        assert "Anne" in client.get(path).text
    assert set(kinds) == {"opened"} and len(app.extensions["sheets"].cache) == 0


def test_a_first_visit_shows_a_filled_sheet_and_one_button(client):
    page = client.get("/").text
    picture = re.search(r'<table class="pad">(.*?)</table>', page, re.S)[1]
    assert re.findall(r"<td[^>]*>([+−]\d+)</td>", picture)[:4] == [
        "−140",
        "+164",
        "−308",
        "+284",
    ]
    assert "faite de 8" in picture and "chutée de 7" in picture
    assert page.count('class="save"') == 1 and "Les feuilles de cet appareil" not in page


def test_a_device_with_sheets_goes_on_with_the_last_one_first(open_sheet, client):
    sheets = [open_sheet() for _ in range(6)]
    page = client.get("/").text
    assert f'class="save resume" href="{sheets[-1]}"' in page and 'id="picture"' not in page
    older = page.partition("Les plus anciennes")[2]
    assert [sheet in older for sheet in sheets] == [True, True, False, False, False, False]


def rows_of(page):
    """The rows of links on a page, with their addresses."""
    rows = page.text.split('<ul class="ways">')[1].split("</ul>")[0]
    return re.findall(r'<a href="(.*?)">(.*?)</a>', rows)


def test_a_sheet_is_brought_from_the_settings(client, open_sheet):
    assert [address for address, _ in rows_of(client.get("/settings"))] == ["/import"]
    open_sheet()
    rows = [address for address, _ in rows_of(client.get("/settings"))]
    assert rows == ["/import", "/archive.zip"]


def test_the_button_back_to_a_sheet_names_its_players(open_sheet, client):
    open_sheet()
    open_sheet(3, name=["Paul", "Lise", "Zoé"])
    button = re.search(r'class="save resume".*?</a>', client.get("/").text)[0]
    assert "Paul, Lise, Zoé" in button and "Anne" not in button


def test_a_server_on_https_offers_the_pad_without_a_network(app, client, sheet):
    app.config["PHONE_SITE"] = "https://phone.example/"
    secure = {"base_url": "https://localhost"}
    offer = 'href="https://phone.example/"'
    assert offer in client.get("/", **secure).text
    assert offer not in client.get("/").text and offer not in client.get(sheet).text
    assert f'<p id="carry" hidden><a class="quiet" {offer}' in client.get(sheet, **secure).text
    app.config["PHONE_SITE"] = ""
    assert "emporter" not in client.get("/", **secure).text
