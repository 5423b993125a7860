"""What the outbox of a phone posts, and what it is answered."""

import re
from pathlib import Path

import pytest
from conftest import CAST, GARDE

from app import __file__ as app_file
from scorekeeper.sheets.web.forms.seats_form import MOVES

OUTBOX = {"X-Outbox": "1"}
KEY = "1" * 32
SEATS = {"name": list(CAST[:4]), "number": ["0", "1", "2", "3"], "dealer": "3"}


def test_the_outbox_adds_no_field_to_a_form_that_moves_its_seats():
    source = (Path(app_file).parent / "static/js/sheets/outbox/post.js").read_text("utf-8")
    (added,) = re.findall(r"\[\.\.\.fields, (.*)\]\);", source)
    assert "base" in (names := re.findall(r'\["(\w+)"', added))
    assert not set(names) & set(MOVES)


@pytest.mark.parametrize("path", ["hands", "penalties", "table", "journal/removals"])
def test_every_answer_to_the_outbox_is_marked_as_the_servers(client, sheet, path):
    assert client.post(f"{sheet}/{path}", headers=OUTBOX).headers["X-Outbox"] == "1"
    assert "X-Outbox" not in client.post(f"{sheet}/{path}").headers


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("penalties", {"player": "0", "way": "less", "points": "50"}),
        ("journal/removals", {"entry": "2", "seen": "2"}),
        ("hands/2", GARDE | {"seen": "2", "points": "50"}),
        ("table", SEATS),
    ],
)
def test_a_form_that_the_outbox_sends_again_is_recorded_once(
    app, client, sheet, post_hand, path, form
):
    post_hand(sheet)
    for _ in range(2):
        answer = client.post(f"{sheet}/{path}", data=form | {"key": KEY}, headers=OUTBOX)
        assert answer.status_code == 201
    assert app.extensions["sheets"].access(sheet.rpartition("/")[2]).sheet.version == 3


def test_a_removal_sent_again_after_a_restoration_removes_nothing(client, sheet, post_hand):
    post_hand(sheet)
    removal = {"entry": "2", "seen": "2", "key": KEY}
    client.post(f"{sheet}/journal/removals", data=removal)
    client.post(f"{sheet}/journal/restorations", data={"entry": "2"})
    answer = client.post(f"{sheet}/journal/removals", data=removal, headers=OUTBOX)
    assert answer.location == f"{sheet}?recorded=3"
    assert 'class="row hand' in client.get(sheet).text


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("journal/removals", {"entry": "2", "seen": "2"}),
        ("table", SEATS),
    ],
)
def test_a_form_with_the_key_of_a_hand_is_refused(client, sheet, post_hand, path, form):
    post_hand(sheet, key=KEY)
    answer = client.post(f"{sheet}/{path}", data=form | {"key": KEY}, headers=OUTBOX)
    assert answer.status_code == 422


def test_a_refused_change_of_seats_keeps_its_key(client, sheet):
    form = {"name": ["Anne", "Anne", "Chloé", "David"], "number": ["0", "1", "2", "3"]}
    answer = client.post(f"{sheet}/table", data=form | {"dealer": "0", "key": KEY})
    assert answer.status_code == 422
    assert f'name="key" value="{KEY}"' in answer.text


@pytest.fixture
def five(open_sheet):
    """A sheet of five players, of whom one sits out."""
    return open_sheet(5, active="4")


def test_a_hand_that_does_not_say_who_sits_out_is_a_question(client, five, etag):
    hand = GARDE | {"taker": "1", "key": KEY, "seating": "0", "base": etag(five)}
    refused = client.post(f"{five}/hands", data=hand, headers=OUTBOX)
    assert refused.status_code == 422
    assert "dites qui ne joue pas" in refused.text
    said = client.post(f"{five}/hands", data=hand | {"sitting_out": "4"}, headers=OUTBOX)
    assert said.status_code == 201


ACTS = [
    ("hands", GARDE | {"taker": "2"}, "Donne 2 enregistrée"),
    ("hands", {"passed": "sure"}, "Donne 2 passée"),
    ("hands/2", GARDE | {"points": "50", "seen": "2"}, "Donne 1 corrigée"),
    ("penalties", {"player": "0", "way": "less", "points": "50"}, "Pénalité enregistrée"),
    ("journal/removals", {"entry": "2", "seen": "2"}, "Donne 1 retirée"),
    ("table", SEATS, "Table changée"),
]
"""Forms, and the confirmation of each after one hand."""


@pytest.mark.parametrize(("path", "form", "said"), ACTS)
def test_a_phone_that_shows_the_sheet_is_answered_with_what_changes_on_it(
    client, sheet, post_hand, etag, path, form, said
):
    post_hand(sheet)
    shown = {"shown": etag(sheet), "base": etag(sheet)}
    answer = client.post(f"{sheet}/{path}", data=form | shown, headers=OUTBOX)
    assert (answer.status_code, answer.location) == (201, f"{sheet}?recorded=3")
    assert said in answer.text and 'id="standing"' in answer.text
    assert f'data-etag="{etag(sheet)}"' in answer.text
    assert "<body" not in answer.text


@pytest.mark.parametrize(("path", "form", "said"), ACTS)
def test_a_phone_that_shows_another_page_is_answered_with_the_sheet(
    client, sheet, post_hand, path, form, said
):
    post_hand(sheet)
    answer = client.post(f"{sheet}/{path}", data=form | {"shown": ""}, headers=OUTBOX)
    assert answer.status_code == 201
    assert said in answer.text and 'id="entry"' in answer.text and "<body" in answer.text


@pytest.mark.parametrize(("path", "form", "said"), ACTS)
def test_a_plain_form_is_redirected_to_the_sheet(client, sheet, post_hand, path, form, said):
    post_hand(sheet)
    answer = client.post(f"{sheet}/{path}", data=form)
    assert (answer.status_code, answer.data) == (303, b"")
    assert said in client.get(answer.location).text


def test_a_phone_that_shows_nothing_of_it_is_answered_without_content(client, sheet):
    answer = client.post(f"{sheet}/hands", data=GARDE, headers=OUTBOX)
    assert (answer.status_code, answer.data) == (201, b"")


def test_a_hand_sent_again_is_answered_with_what_others_wrote_too(client, sheet, etag):
    sent = GARDE | {"key": KEY, "base": etag(sheet), "shown": etag(sheet)}
    client.post(f"{sheet}/hands", data=sent, headers=OUTBOX)
    client.post(f"{sheet}/hands", data=GARDE | {"taker": "3"})
    answer = client.post(f"{sheet}/hands", data=sent, headers=OUTBOX)
    assert answer.status_code == 201
    assert 'id="row-2"' in answer.text and 'id="row-3"' in answer.text
    assert "confirmation" not in answer.text  # nothing that it could undo is the last line


def test_htmx_is_answered_like_the_outbox(client, sheet, etag):
    sent = GARDE | {"shown": etag(sheet)}
    answer = client.post(f"{sheet}/hands", data=sent, headers={"HX-Request": "true"})
    assert answer.status_code == 201 and 'id="deal"' in answer.text


def test_a_hand_sent_again_is_answered_with_its_own_head(client, sheet, etag):
    first = GARDE | {"key": KEY}
    answer = client.post(f"{sheet}/hands", data=first, headers=OUTBOX)
    assert answer.headers["X-Outbox"] == etag(sheet)
    client.post(f"{sheet}/hands", data=GARDE | {"taker": "1"}, headers=OUTBOX)
    again = client.post(f"{sheet}/hands", data=first, headers=OUTBOX)
    assert again.headers["X-Outbox"] == answer.headers["X-Outbox"] != etag(sheet)
