"""Pages of a tournament that are computed by the worker process."""

import io
import re

import pytest
from conftest import wait_until
from desk import Desk

from scorekeeper.tournaments.formats.restart_code import restart_codes
from scorekeeper.web import worker
from scorekeeper.web.worker import Worker


@pytest.fixture(scope="module")
def hasty():
    """A worker that no request waits for; it starts once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker, "PATIENCE", 0)
        patch.setattr(worker, "START", 0)
        one = Worker()
        yield one
        one.close()


@pytest.fixture
def desk(app, client, hasty):
    """The desk of a tournament whose draws are made by a worker."""
    found = Desk(app, client, 17, rounds="3")
    app.extensions["worker"] = hasty
    app.testing = False
    return found


def test_a_page_asks_again_until_its_draw_is_made(desk):
    page = desk.client.get(f"{desk.address}/draw")
    assert page.status_code == 503
    assert (page.headers["Refresh"], page.headers["Retry-After"]) == ("1", "1")
    assert "La page s’ouvrira d’elle-même." in page.text
    wait_until(lambda: desk.client.get(f"{desk.address}/draw").status_code == 200)


def test_many_qr_codes_are_drawn_by_the_worker(desk):
    assert desk.client.get(f"{desk.address}/paper/cards?tables=5").status_code == 200
    cards = f"{desk.address}/paper/cards?tables=120"
    assert desk.client.get(cards).status_code == 503
    wait_until(lambda: desk.client.get(cards).status_code == 200)
    assert desk.client.get(cards).text.count('class="t-card"') == 120


def test_the_draw_that_was_shown_is_published_at_once(desk):
    wait_until(lambda: desk.client.get(f"{desk.address}/draw").status_code == 200)
    assert desk.publish().status_code == 303


def test_a_form_is_sent_again_with_the_same_fields(desk):
    form = {"codes": "MARQUE1/1-480213-041712345678", "link": "x"}
    page = desk.client.post("/tournaments/restart", data=form)
    assert (page.status_code, page.headers.get("Refresh")) == (503, None)
    again = dict(re.findall(r'type="hidden" name="(codes|link)" value="([^"]*)"', page.text))
    assert again == form
    wait_until(lambda: desk.client.post("/tournaments/restart", data=again).status_code == 422)


def test_the_evening_of_codes_is_shown(desk):
    desk.app.testing = True
    desk.publish()
    form = {"codes": "\n".join(restart_codes(desk.tournament))}
    desk.app.testing = False
    wait_until(lambda: desk.client.post("/tournaments/restart", data=form).status_code != 503)
    page = desk.client.post("/tournaments/restart", data=form)
    assert page.status_code == 200 and "Continuer ce tournoi" in page.text


def test_a_file_is_chosen_again(desk):
    file = io.BytesIO(b"fiche-tournoi\t1\n"), "coupe.txt"
    page = desk.client.post("/tournaments/restart", data={"codes": "", "file": file})
    assert page.status_code == 503
    assert "envoyez le fichier encore une fois" in page.text
    assert 'name="codes"' not in page.text


def test_a_draw_that_is_given_up_says_so(desk, monkeypatch):
    monkeypatch.setattr(worker, "LONGEST", -1)
    seed = 5

    def is_given_up():
        nonlocal seed
        status = desk.client.get(f"{desk.address}/draw?seed={seed}").status_code
        seed += status == 200  # drawn before it could be given up
        return status == 422

    wait_until(is_given_up)


def test_without_a_worker_requests_compute(desk):
    desk.app.config["WORKER"] = False
    assert desk.client.get(f"{desk.address}/draw").status_code == 200
