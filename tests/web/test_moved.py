"""Pages of a program whose sheets are moved away while it runs."""

import pytest
from conftest import GARDE
from routes import SEATS

MOVED = "Les feuilles de cette Marque changent de machine"


@pytest.fixture
def moved(app, sheet):
    """The address of a sheet whose database is being moved."""
    app.extensions["installation"].journal.set_mark("to postgresql://ada@db/marque")
    return sheet


def test_every_form_is_refused_with_a_sentence(moved, client):
    forms = [
        ("/hands", GARDE),
        ("/share", {}),
        ("/deletion", {}),
        ("/stake", {"euros": "0,05"}),
    ]
    for path, form in [*((moved + path, form) for path, form in forms), ("/sheets", SEATS)]:
        answer = client.post(path, data=form)
        assert (answer.status_code, MOVED in answer.text) == (503, True), path
        assert "postgresql" not in answer.text


def test_sheets_are_still_read(moved, client):
    assert client.get(moved).status_code == 200
    assert client.get("/").status_code == 200


def test_the_outbox_knows_that_this_server_has_refused(moved, client):
    answer = client.post(f"{moved}/hands", data=GARDE, headers={"X-Outbox": "1"})
    assert (answer.status_code, answer.headers["X-Outbox"]) == (503, "1")


def test_a_hand_that_was_refused_is_recorded_once_the_mark_is_off(app, moved, client):
    form = {**GARDE, "key": "the same form"}
    assert client.post(f"{moved}/hands", data=form).status_code == 503
    app.extensions["installation"].journal.set_mark("")
    assert client.post(f"{moved}/hands", data=form).status_code == 303
