"""The pictures of the README, taken of the real program, and the words on them, by which a
test finds a picture of another program: ``docs/pictures/``.

Run with the environment of the tests: ``.venv/bin/python tests/pictures.py``.
"""

import base64
import json
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests/support")]

from phone import CHROMIUM, NAME, OPTIONS, enter
from playwright.sync_api import sync_playwright
from server import Server

FOLDER = ROOT / "docs/pictures"
WORDS = FOLDER / "words.json"
TOURNAMENT = ROOT / "tests/vectors/tournaments/tarot_libre.txt"
MOST = 40 * 1024
"""Most bytes of one picture."""

PLAYERS = ("Anne", "Bruno", "Chloé", "David")
HANDS = (
    ("Anne", "petite", 1, 57, {}),
    ("Bruno", "garde", 2, 61, {"petit_au_bout": "attack"}),
    ("Chloé", "garde", 0, 52, {}),
    ("David", "garde_sans", 2, 38, {}),
    ("Anne", "garde", 3, 41, {"poignees": [{"player": "Anne", "size": "simple"}]}),
    ("Chloé", "petite", 1, 57, {}),
    ("Bruno", "garde", 1, 30, {"petit_au_bout": "defence"}),
    ("David", "garde_contre", 3, 60, {}),
    ("Chloé", "garde", 2, 56, {}),
    ("Anne", "garde_sans", 2, 44.5, {}),
)


def evening():
    """An evening of four players as a night document."""
    fields = ("taker", "contract", "bouts", "points")
    hands = [dict(zip(fields, hand, strict=False)) | hand[-1] for hand in HANDS]
    return {
        "format": "scorekeeper/1",
        "game": "tarot",
        "title": "Jeudi chez Paul",
        "date": "2026-11-19",
        "players": [*PLAYERS],
        "hands": hands,
    }


def imported(page):
    """The address of the evening's sheet."""
    page.goto("/import")
    content = json.dumps(evening()).encode()
    file = {"name": "night.json", "mimeType": "application/json", "buffer": content}
    page.locator("[name=file]").set_input_files(file)
    page.locator(".save").click()
    page.wait_for_selector(".tables")
    page.locator(".save").click()
    page.wait_for_selector("#marks")
    return page.url.split("?")[0]


def save(page, name, scale):
    """Write what the window shows, as WebP of a quality at which it is small."""
    session = page.context.new_cdp_session(page)
    clip = {"x": 0, "y": 0, **page.viewport_size, "scale": scale}
    for quality in range(80, 0, -10):
        options = {"format": "webp", "quality": quality, "clip": clip}
        shown = base64.b64decode(session.send("Page.captureScreenshot", options)["data"])
        if len(shown) <= MOST:
            break
    else:
        raise SystemExit(f"{name} has {len(shown)} bytes")
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{name}.webp").write_bytes(shown)
    print(f"{name}.webp {len(shown)}")


def shown(browser, base_url):
    """Open each page that has a picture; its name, and the scale of the picture."""

    def window(width, height):
        size = {"width": width, "height": height}
        return browser.new_page(viewport=size, locale="fr-FR", base_url=base_url)

    page = window(360, 640)
    sheet = imported(page)
    page.goto(sheet)
    enter(page, "Bruno", "Garde", "2", "49")
    page.wait_for_timeout(800)
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    yield page, "phone", 1.0
    page = window(790, 1000)
    page.emulate_media(media="print")
    page.goto(f"{sheet}/print?paper=a4")
    page.evaluate("document.body.style.padding = '9mm'")
    page.wait_for_timeout(300)
    yield page, "paper", 0.7
    page = window(1920, 1080)
    page.goto(f"{sheet}/tv")
    page.wait_for_timeout(800)
    yield page, "television", 0.4
    page.goto("/tournaments/restart")
    page.locator("[name=file]").set_input_files(TOURNAMENT)
    page.locator(".save").click()
    page.locator("[name=confirmed]").click()
    page.goto(f"{page.url}/screen?show=ranking")
    page.wait_for_timeout(800)
    yield page, "tournament", 0.4


def words_on(page):
    """The words of a page, those below its window too: which these are, fonts decide."""
    return " ".join(page.locator("body").inner_text().split())


def main():
    """Take the pictures of the program on a new installation, and write their words."""
    words = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "instance")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        try:
            for page, name, scale in shown(browser, f"http://{NAME}:{server.port}"):
                save(page, name, scale)
                words[name] = words_on(page)
        finally:
            browser.close()
            server.stop()
    WORDS.write_text(json.dumps(words, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
