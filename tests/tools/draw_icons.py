"""Draw the icons of the installed application from ``static/icon.svg``, with Chromium:

.venv/bin/python tests/tools/draw_icons.py && npm run build
"""

import re
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).resolve().parents[2] / "static"
PAPER = "#faf7ef"

ICONS = {
    "icon-180": (180, 0.9, PAPER),
    "icon-192": (192, 1, "transparent"),
    "icon-512": (512, 1, "transparent"),
    "maskable-512": (512, 0.76, PAPER),
}
"""Each icon: its size, the part of it that the drawing takes, its background. A system cuts
its own shape out of those with a background: iOS a rounded square, Android often a circle."""


def page_of(size: int, part: float, background: str) -> str:
    """A page that shows one icon."""
    drawing = (STATIC / "icon.svg").read_text(encoding="utf-8")
    edge = round(size * part)
    sized = re.sub("<svg ", f'<svg width="{edge}" height="{edge}" ', drawing, count=1)
    style = f"margin:0;height:{size}px;display:grid;place-items:center;background:{background}"
    return f'<body style="{style}">{sized}</body>'


def main() -> None:
    """Draw all of them."""
    (STATIC / "icons").mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        path = shutil.which("chromium-headless-shell")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, (size, part, background) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(page_of(size, part, background))
            page.screenshot(path=STATIC / "icons" / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
