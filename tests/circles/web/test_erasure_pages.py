"""« Retirer Philomène »: the page that says what happens, and what is left afterwards."""

import html
import io
import re
import zipfile

import pytest
from circle_routes import PRESENT, found
from conftest import GARDE, token_of

from scorekeeper.circles.service.sheets import match_players
from scorekeeper.streams.sqlite import backup

NAMES = ["Philomène", "Bruno", "Chloé", "David"]
GONE = ("Philom", "Filoute", "Poupette")
"""The beginnings of every name that is erased: no other word of a page has them."""

SHEET_PAGES = (
    "",
    "/live",
    "/tv",
    "/share",
    "/end",
    "/print",
    "/journal",
    "/hands/3",
    "/hands/3/edit",
    "/hands/new?before=3",
    "/table",
    "/penalties/new",
    "/night.json",
    "/hands.csv",
)
CIRCLE_PAGES = (
    "",
    "/live",
    "/players",
    "/players/1/edit",
    "/players/1/erasure",
    "/players/1",
    "/players/2",
    "/players/1/hands?figure=hand",
    "/seasons/0",
    "/seasons/0/print",
    "/links",
    "/card",
    "/privacy",
    "/deletion",
    "/sheets/new",
    "/sheets/1/players",
    "/sheets/taken",
    "/circle.json",
)


@pytest.fixture
def circle(client):
    """A circle in which Philomène, 1, has a nickname, and Poupette, 5, is the same person."""
    address = found(client, title="Cercle du mardi", name=[*NAMES, "Poupette"])
    client.post(f"{address}/players/1/edit", data={"act": "nickname", "nickname": "Filoute"})
    client.post(f"{address}/players/5/merge", data={"into": "1"})
    return address


@pytest.fixture
def sheets(circle, client):
    """The addresses of three sheets of the circle, as its guardians open them."""
    opened = []
    for _ in range(3):
        sheet = client.post(f"{circle}/sheets", data=PRESENT).location
        for taker in "0123":
            client.post(f"{sheet}/hands", data=GARDE | {"taker": taker})
        opened.append(sheet)
    return opened


@pytest.fixture
def visited(circle, sheets, client, app):
    """Every page that has a name on it, seen before: all caches are filled."""
    date = app.extensions["sheets"].access(token_of(sheets[0])).outline.date
    return lambda: {
        path: client.get(path, follow_redirects=True)
        for path in (
            *(f"{sheet}{page}" for sheet in sheets for page in SHEET_PAGES),
            *(f"{circle}{page}" for page in CIRCLE_PAGES),
            f"{circle}/evenings/{date}",
            "/",
            "/circles/new",
            "/circles/recovery",
            "/sheets/new",
            "/archive.zip",
        )
    }


def text_of(answer):
    """The text of an answer, that of every file of an archive."""
    if answer.mimetype != "application/zip":
        return answer.text
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        return " ".join(archive.read(name).decode() + name for name in archive.namelist())


def names_in(content):
    content = content if isinstance(content, bytes) else content.encode()
    return [name for name in GONE if name.encode() in content]


def files_with_a_name(folder):
    return [
        path for path in folder.rglob("*") if path.is_file() and names_in(path.read_bytes())
    ]


@pytest.mark.one_process
def test_no_byte_of_a_name_is_left_anywhere(
    circle, sheets, visited, client, instance, tmp_path, caplog
):
    caplog.set_level(0)
    before = visited()
    assert {path: answer.status_code for path, answer in before.items()} == dict.fromkeys(
        before, 200
    )
    with_names = [path for path, answer in before.items() if names_in(text_of(answer))]
    assert len(with_names) > 40
    assert files_with_a_name(instance)
    answer = client.post(f"{circle}/players/1/erasure")
    assert (answer.status_code, answer.location) == (303, f"{circle}/players")
    after = visited()
    assert {path: answer.status_code for path, answer in after.items()} == dict.fromkeys(
        after, 200
    )
    assert [path for path, answer in after.items() if names_in(text_of(answer))] == []
    assert files_with_a_name(instance) == []
    copy = tmp_path / "copy.sqlite3"
    backup.backup(instance / "la_marque.sqlite3", copy)
    assert copy.stat().st_size and names_in(copy.read_bytes()) == []
    assert names_in(caplog.text) == []


@pytest.mark.parametrize("left_out", ["", "base", "seating"])
def test_a_form_of_before_brings_no_name_back_whatever_version_it_names(
    circle, sheets, client, left_out
):
    page = client.get(f"{sheets[0]}/table").text
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    form = {name: hidden[name] for name in ("base", "seating", "key") if name != left_out}
    form |= {"name": NAMES, "number": ["0", "1", "2", "3"], "dealer": "1"}
    client.post(f"{circle}/players/1/erasure")
    late = client.post(f"{sheets[0]}/table", data=form, headers={"X-Outbox": "1"})
    assert late.status_code == 409
    assert "Philom" not in client.get(sheets[0]).text


def test_the_page_tells_before_what_happens_and_a_text_that_is_not_ticked_stays(
    circle, sheets, client
):
    client.post(
        f"{sheets[1]}/penalties",
        data={"player": "1", "way": "less", "points": "10", "reason": "Filoute l'a vu"},
    )
    page = client.get(f"{circle}/players/5/erasure").text
    for words in ("Philomène", "Filoute", "Poupette", "3 feuilles du cercle", "Joueur 1"):
        assert words in page, words
    assert "Filoute l" in page
    client.post(f"{circle}/players/1/erasure")
    assert "Filoute l" in client.get(sheets[1]).text


def chosen(page):
    """The texts that a page of erasure has ticked, as it posts them."""
    values = re.findall(r'name="text" value="([^"]*)" checked', page)
    return [html.unescape(value) for value in values]


@pytest.mark.one_process
def test_every_listed_text_and_guest_goes_from_where_it_is_listed(
    circle, sheets, client, app, instance
):
    reason = {"player": "1", "way": "less", "points": "10", "reason": "Filoute l'a <vu>"}
    client.post(f"{sheets[1]}/penalties", data=reason)
    season = {"title": "Chez Philomène", "ranking": "points", "best": "10", "floor": "0"}
    place = client.post(f"{circle}/seasons", data=season).location
    client.post(f"{place}/edit", data=season | {"title": "2026"})
    access = app.extensions["circles"].access(circle.split("/")[2])
    match_players(access, access.circle.link_of(3).sheet, (0, 2, 3, 4))
    form = {"text": chosen(client.get(f"{circle}/players/1/erasure").text), "guests": "1"}
    assert form["text"] == ["0 Chez Philomène", "2 Filoute l'a <vu>"]
    assert client.post(f"{circle}/players/1/erasure", data=form).status_code == 303
    assert files_with_a_name(instance) == []
    assert "Philom" not in client.get(sheets[2]).text
    assert "…" in client.get(f"{sheets[1]}/journal").text
    assert app.extensions["sheets"].journal.first_broken_event() is None


def test_a_name_in_the_title_of_the_circle_is_told(client):
    circle = found(client, title="Chez Anne", name=["Anne", "Bruno"])
    assert "Le nom du cercle contient ce nom" in client.get(f"{circle}/players/1/erasure").text
    other = client.get(f"{circle}/players/2/erasure").text
    assert "Le nom du cercle contient ce nom" not in other


def test_a_guest_of_the_same_name_is_told(circle, sheets, client, app):
    access = app.extensions["circles"].access(circle.split("/")[2])
    match_players(access, access.circle.link_of(2).sheet, (0, 2, 3, 4))
    page = client.get(f"{circle}/players/1/erasure").text
    assert "un invité porte ce nom" in page and f"{circle}/sheets/2/players" in page


def test_a_merge_since_the_page_was_shown_shows_it_again(circle, sheets, client):
    page = client.get(f"{circle}/players/1/erasure").text
    form = {"players": re.search(r'name="players" value="([\d ]+)"', page)[1]}
    client.post(f"{circle}/players", data={"name": "Filou"})
    client.post(f"{circle}/players/7/merge", data={"into": "1"})
    again = client.post(f"{circle}/players/1/erasure", data=form)
    assert again.status_code == 422 and "être réuni avec celui-ci" in again.text
    assert "<bdi>Filou</bdi>" in again.text and "Philomène" in client.get(sheets[0]).text


def test_afterwards_the_page_says_that_it_is_done(circle, sheets, client):
    assert "est fait" not in client.get(f"{circle}/players/1/erasure").text
    client.post(f"{circle}/players/1/erasure")
    for player in ("1", "5"):
        page = client.get(f"{circle}/players/{player}/erasure").text
        assert "est fait" in page and "Retirer pour toujours" not in page
    assert client.post(f"{circle}/players/1/erasure").status_code == 303


def test_the_erasure_is_offered_as_long_as_a_name_is_left(circle, client, app):
    access = app.extensions["circles"].access(token_of(circle))
    page, offer = f"{circle}/players/1/edit", f"{circle}/players/1/erasure"
    access.record("erased", {"player": 1})
    access.rename(1, "")
    assert "Filoute" in access.circle.names
    assert offer in client.get(page).text
    client.post(offer)
    assert offer not in client.get(page).text


@pytest.mark.one_process  # the memory of another process is its own
def test_caches_with_names_are_emptied(circle, client, app, monkeypatch):
    filled = {"Philomène": "Philomène"}
    monkeypatch.setitem(app.extensions, "fragments", filled)
    client.post(f"{circle}/players/1/erasure")
    assert filled == {}


def test_an_erased_player_is_offered_for_no_new_sheet(circle, sheets, client):
    client.post(f"{circle}/players/1/erasure")
    page = client.get(f"{circle}/sheets/new").text
    assert 'value="2"' in page and 'name="player" value="1"' not in page
