"""The way from a sheet to its circle, on the devices that know the circle."""

import re

import pytest
from circle_routes import PRESENT, found
from conftest import token_of

from scorekeeper.circles.service.sheets import link_sheet
from scorekeeper.circles.service.tokens import tokens_from
from scorekeeper.streams.base import DatabaseBusy

LINK = re.compile(r'<a href="(/circles/[^"]+)"><span>Cercle\s: <bdi>(.*?)</bdi>')


@pytest.fixture
def played(client, circle):
    """A sheet that was opened in the circle."""
    return client.post(f"{circle}/sheets", data=PRESENT).location


@pytest.fixture
def led(client):
    """The circles that the menu of a page leads to: address and name of each."""
    return lambda address, by=client: LINK.findall(by.get(address).text)


@pytest.mark.parametrize("page", ["", "/journal", "/share", "/end", "/print", "/table"])
def test_the_menu_of_a_sheet_leads_to_its_circle(led, circle, played, page):
    assert led(played + page) == [(circle, "Les Martin")]


def test_a_sheet_of_no_circle_has_no_link_and_not_one_byte_more(client, app, sheet):
    def page(by):
        return re.sub(r'(name="(key|csrf_token)" value=)"[^"]*"', r"\1", by.get(sheet).text)

    without = page(app.test_client())
    found(client)
    assert page(client) == without


def test_a_device_without_the_circle_sees_no_link(led, app, played):
    assert led(played, app.test_client()) == []


def test_a_device_that_joins_sees_the_link_from_then_on(led, app, circle, played):
    other, table = app.test_client(), tokens_from(token_of(circle)).table
    other.get(played)
    other.get(f"/circles/{table}")
    assert led(played, other) == [(f"/circles/{table}", "Les Martin")]


def test_a_reader_of_the_circle_finds_his_way_back(led, app, circle, played):
    other, reading = app.test_client(), tokens_from(token_of(circle)).reading
    watched = other.get(f"/circles/{reading}/sheets/1").location
    other.get(f"/circles/{reading}")
    assert led(watched, other) == [(f"/circles/{reading}", "Les Martin")]
    assert "Les Martin" not in other.get("/").text


@pytest.mark.parametrize("turn", [1, -1])
def test_a_device_with_two_links_of_a_circle_keeps_the_one_that_allows_more(app, circle, turn):
    phone, token = app.test_client(), token_of(circle)
    for known in (tokens_from(token).table, token)[::turn]:
        phone.get(f"/circles/{known}")
    with phone.session_transaction() as session:
        assert session["circles"] == [token]


@pytest.mark.parametrize(
    ("path", "form", "title"),
    [
        ("{circle}/players", {"title": "Le mardi"}, "Le mardi"),
        ("{circle}/deletion", {}, ""),
        ("{circle}/sheets/1/players", {"act": "unlink"}, ""),
        ("/forgotten", {"token": "{token}"}, ""),
    ],
    ids=["a new name", "it is deleted", "the sheet leaves it", "it is forgotten"],
)
def test_the_menu_follows_what_becomes_of_the_circle(
    led, client, circle, played, path, form, title
):
    client.get(f"/circles/{tokens_from(token_of(circle)).reading}")
    assert led(played) == [(circle, "Les Martin")]
    names = {"circle": circle, "token": token_of(circle)}
    form = {name: value.format(**names) for name, value in form.items()}
    client.post(path.format(**names), data=form)
    assert led(played) == [(circle, title)] * bool(title)


def test_a_circle_whose_links_were_renewed_leaves_the_menu(led, client, app, circle, played):
    other = app.test_client()
    other.get(circle)
    new = client.post(f"{circle}/links", data={"key": "f" * 32}).location.removesuffix(
        "/links"
    )
    assert (led(played, other), led(played)) == ([], [(new, "Les Martin")])


def test_a_sheet_of_two_circles_leads_to_both(led, client, circle, played):
    other = found(client, title="Le mardi")
    circles = client.application.extensions["circles"]
    sheet = circles.sheets.access(token_of(played))
    link_sheet(circles.access(token_of(other)), sheet, [1, 2, 3, 4])
    assert led(played) == [(other, "Le mardi"), (circle, "Les Martin")]


def test_a_sheet_is_shown_without_its_circle_while_the_database_does_not_answer(
    led, client, circle, played, monkeypatch
):
    def busy(tokens):
        raise DatabaseBusy("locked")

    assert led(played)
    monkeypatch.setattr(client.application.extensions["circles"], "outlined", busy)
    assert client.get(played).status_code == 200 and led(played) == []
