"""A hand that waits on a phone while the server is restored from a backup."""

import shutil

import pytest
from phone import FOUR, enter, open_sheet, save, tap_save, wait_for_queued

pytestmark = pytest.mark.browser


def test_waiting_hand_that_was_entered_again_is_asked_about(phone, server, tmp_path):
    page, other = phone(), phone()
    open_sheet(page, *FOUR)
    enter(page)
    save(page)
    server.kill()
    shutil.copytree(server.instance, tmp_path / "copy")
    server.start()
    enter(page, taker="Chloé")
    save(page)
    page.context.set_offline(True)
    enter(page, taker="David")
    tap_save(page)
    wait_for_queued(page)
    server.kill()
    shutil.rmtree(server.instance)
    shutil.copytree(tmp_path / "copy", server.instance)
    server.start()
    other.goto(page.url)
    enter(other, taker="David")
    save(other)
    page.context.set_offline(False)
    page.locator("#outbox .waiting > .plain, .reasons .warning").first.wait_for()
    other.reload()
    assert other.locator(".row.hand").count() == 2
