"""The poster of an evening is sent as a picture and copied as text, on plain http too."""

import pytest
from conftest import wait_until
from phone import FOUR, GARDE, new_sheet

pytestmark = pytest.mark.browser

PNG = b"\x89PNG\r\n\x1a\n"


def test_the_poster_is_a_png_and_its_text_is_copied(phone):
    page = phone()
    page.goto(new_sheet(page, *FOUR, hands=[GARDE] * 2) + "/end")
    assert page.evaluate("[isSecureContext, Boolean(navigator.share)]") == [False, False]
    with page.expect_download() as download:
        page.get_by_text("Image", exact=True).click()
    picture = download.value.path().read_bytes()
    width = int.from_bytes(picture[16:20], "big")
    assert picture.startswith(PNG) and width == 3 * 360
    assert page.locator("[data-send]").is_hidden()
    page.get_by_text("Copier le résumé").click()
    assert page.locator("#sent").inner_text() in ("Résumé copié.", SELECTED)
    assert "1. " in page.evaluate("String(getSelection())")


SELECTED = "Le résumé est sélectionné : copiez-le."


def test_the_poster_is_shared_where_the_browser_shares_files(phone):
    page = phone()
    page.add_init_script(
        "Object.assign(Navigator.prototype, {"
        "canShare: ({ files }) => files.length === 1,"
        "share: (data) => { window.shared = data; return Promise.resolve(); } })"
    )
    page.goto("/sheets/exemple/end")
    page.get_by_text("Image", exact=True).click()
    wait_until(lambda: page.evaluate("Boolean(window.shared)"))
    shared = page.evaluate(
        "[shared.files[0].name, shared.files[0].type, shared.files[0].size]"
    )
    assert shared[:2] == ["la-feuille-de-match-de-la-fft.png", "image/png"]
    assert shared[2] > 10_000
    page.get_by_text("Envoyer le résumé").click()
    wait_until(lambda: page.evaluate("shared.text"))
    assert "−446" in page.evaluate("shared.text")
