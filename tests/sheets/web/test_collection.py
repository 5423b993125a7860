"""A new sheet that is opened in a collection of another package."""

import re

import pytest
from conftest import token_of
from flask import request
from markupsafe import Markup

from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.service.sheets import open_sheet
from scorekeeper.sheets.web.access import repository
from scorekeeper.sheets.web.collection import COLLECTION, REVANCHE_OPENED
from scorekeeper.streams.errors import Refused

pytestmark = pytest.mark.one_process  # the collection is registered in one of them

FORM = {"name": ["Anne", "Bruno", "Zoé"], "number": [""] * 3, "dealer": "0"}


class Shelf:
    """A collection that takes one sheet, whose title it decides."""

    form_part = Markup('<input type="hidden" name="shelf" value="1">')
    last_sheet = None
    player_names = ("Anne", "Bruno", "Zoé")
    names_present = ("Zoé", "Anne", "Bruno")

    def __init__(self):
        self.opened = []

    def open_sheet(self, game, options, seating, *, title, date, key):
        if self.opened:
            raise Refused(msg("Retirer de la liste"))
        token = open_sheet(
            repository(), game, options, seating, title="Une seule", date=date, key=key
        )
        self.opened.append(token)
        return f"/sheets/{token}"


@pytest.fixture
def shelf(app):
    shelf = Shelf()
    COLLECTION.register(app, lambda: shelf if "shelf" in request.values else None)
    return shelf


def names(page, field):
    return re.findall(rf'name="{field}" value="(.*?)"', page)


def test_the_form_suggests_the_players_of_the_collection(client, shelf):
    page = client.get("/sheets/new?shelf=1").text
    assert shelf.form_part in page
    assert names(page, "name") == ["Zoé", "Anne", "Bruno", ""]
    assert names(page, "known") == ["Anne", "Bruno", "Zoé"]
    assert shelf.form_part not in client.get("/sheets/new").text


def test_the_form_suggests_the_rules_of_the_last_sheet_of_the_collection(
    app, shelf, open_preset
):
    sheet = open_preset("belote-ffb")
    shelf.last_sheet = app.extensions["sheets"].access(token_of(sheet)).sheet
    another_phone = app.test_client()
    assert names(another_phone.get("/sheets/new").text, "rules") != ["belote-ffb"]
    assert names(another_phone.get("/sheets/new?shelf=1").text, "rules") == ["belote-ffb"]


def test_the_collection_opens_the_sheet_or_says_why_not(client, shelf):
    opened = client.post("/sheets", data=FORM | {"shelf": "1"})
    assert token_of(opened.location) == shelf.opened[0]
    assert "Une seule" in client.get(opened.location).text
    refused = client.post("/sheets", data=FORM | {"shelf": "1"})
    assert refused.status_code == 422
    assert '<p class="error" role="alert">Retirer de la liste</p>' in refused.text
    assert names(refused.text, "name") == FORM["name"]
    assert client.post("/sheets", data=FORM).status_code == 303


def test_the_collections_are_told_of_a_revanche(app, client, open_preset, post_answers):
    told = []
    REVANCHE_OPENED.register(app, lambda access: told.append((access.token, access.following)))
    won = open_preset("belote-ffb")
    for _ in range(4):
        post_answers(won, {"taker": "0", "capot": "attack"})
    assert told == []
    revanche = client.post(f"{won}/revanche").location
    assert told == [(token_of(won), token_of(revanche))]
