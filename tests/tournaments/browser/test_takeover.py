"""A phone that holds hands while another machine takes over, at the same address."""

import shutil
from urllib.error import HTTPError

import pytest
from conftest import UNGUARDED, wait_until
from desk import Desk
from phone import (
    NAME,
    count_hands,
    enter,
    queue_hand,
    save,
    save_offline,
    shot,
    wait_for_queued,
)
from server import Phone, Server, token

from app import create_app
from scorekeeper.tournaments.formats.restart_code import restart_codes
from scorekeeper.tournaments.service.tables import open_table

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture
def evening(tmp_path):
    """The organizer's address, the codes of the printed seats and the sheet of table 1; its
    machine, which is about to die."""
    app = create_app({"INSTANCE": tmp_path / "made", **UNGUARDED})
    desk = Desk(app, app.test_client(), 8, deals="4")
    desk.publish()
    sheet = f"/sheets/{open_table(desk.access, 1, 1)}"
    codes = "\n".join(restart_codes(desk.tournament))
    app.extensions["installation"].journal.close()
    shutil.copytree(tmp_path / "made", tmp_path / "lost")
    server = Server(tmp_path / "lost")
    yield desk.address, codes, sheet, server
    if server.process.poll() is None:
        server.kill()


def insist(organizer, form):
    """Send a form until its codes are read, as its page says on a slow machine."""
    answers = []

    def is_read():
        try:
            answers.append(organizer.post("/tournaments/restart", form))
        except HTTPError as error:
            if error.code != 503:
                raise
        return answers

    wait_until(is_read)
    return answers[0]


def take_over(address, codes, server):
    """Go on at a new machine, as the organizer does."""
    organizer = Phone(server.url)
    page = organizer.get("/tournaments/restart")
    form = {"csrf_token": token(page), "codes": codes, "link": server.url + address}
    page = insist(organizer, form)
    assert "Continuer ce tournoi" in page
    insist(organizer, form | {"confirmed": "1"})
    assert organizer.path == address


def test_what_a_phone_holds_and_showed_arrives_at_the_machine_that_takes_over(
    evening, chromium, tmp_path
):
    address, codes, sheet, lost = evening
    screen = {"viewport": {"width": 360, "height": 640}, "locale": "fr-FR"}
    context = chromium.new_context(base_url=f"http://{NAME}:{lost.port}", **screen)
    page = context.new_page()
    page.goto(sheet)
    page.wait_for_selector("#entry")
    names = [text.split()[-1] for text in page.locator(".ask-taker label").all_inner_texts()]
    enter(page, taker=names[0])
    save(page)
    context.set_offline(True)
    save_offline(page, taker=names[1])
    queue_hand(page, taker=names[2], points="60")
    lost.kill()
    new = Server(tmp_path / "new", port=lost.port)
    try:
        take_over(address, codes, new)
        context.set_offline(False)
        wait_for_queued(page, 1, "look")
        assert names[0] in page.locator("#kept li").inner_text()
        shot(page, "another-machine")
        page.reload()  # a poll may have set another session than the outbox did
        wait_for_queued(page, 1, "look")
        page.locator("#outbox .plain").first.click()
        page.locator("[role=alert]", has_text="La table a changé").wait_for()
        save(page)
        page.locator(".row.hand").nth(1).wait_for()
        enter(page, taker=names[0])
        save(page)
        page.locator("#kept").wait_for(state="hidden")
        assert count_hands(page) == 3 and not page.locator("#outbox li").count()
    finally:
        new.kill()
        context.close()
