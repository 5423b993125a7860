"""The summary of an evening is copied and sent as text, on plain http too."""

import pytest
from conftest import wait_until
from phone import FOUR, GARDE, new_sheet

pytestmark = pytest.mark.browser


def test_the_summary_is_copied(phone):
    page = phone()
    page.goto(new_sheet(page, *FOUR, hands=[GARDE] * 2) + "/end")
    assert page.evaluate("[isSecureContext, Boolean(navigator.share)]") == [False, False]
    assert page.locator("[data-send]").is_hidden()
    page.get_by_text("Copier le résumé").click()
    assert page.locator("#sent").inner_text() in ("Résumé copié.", SELECTED)
    assert "1. " in page.evaluate("String(getSelection())")


SELECTED = "Le résumé est sélectionné : copiez-le."


def test_the_summary_is_shared_where_the_browser_can(phone):
    page = phone()
    page.add_init_script(
        "Object.assign(Navigator.prototype, {"
        "share: (data) => { window.shared = data; return Promise.resolve(); } })"
    )
    page.goto("/sheets/exemple/end")
    page.get_by_text("Envoyer le résumé").click()
    wait_until(lambda: page.evaluate("window.shared?.text"))
    assert "−446" in page.evaluate("shared.text")
