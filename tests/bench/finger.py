"""A hand on a slow line: how far its page moves under the finger, how late its preview is.

    .venv/bin/python tests/bench/finger.py --beside /path/to/another/checkout

The line is Chromium's: 400 kbit/s, 400 ms. All layout shifts count, also those within half a
second of a tap, which Chromium's own sum leaves out: the next tap comes as soon.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from process import ROOT, Program

sys.path[:0] = [str(ROOT / "tests" / name) for name in ("support", "sheets/browser")]
from phone import CAST, CHROMIUM, OPTIONS, changed_sheet, open_sheet
from test_steady_form import HANDS, SHIFTS, slow_down

LOOKS = (("", "light"), ("Très grand", "dark"))
"""A size of text, and a scheme."""

TYPE = """async (digits) => {
  const preview = document.querySelector("#preview");
  const wait = (time) => new Promise((done) => setTimeout(done, time));
  for (const digit of digits) {
    await wait(150);
    document.querySelector(`#entry [data-key="${digit}"]`).click();
  }
  const typed = performance.now();
  let shown = typed;
  const note = () => (shown = performance.now());
  const observer = new MutationObserver(note);
  observer.observe(preview, { childList: true });
  await wait(2500);
  observer.disconnect();
  return shown - typed;
}"""
"""Type digits 150 ms apart; milliseconds from the last one to the last preview."""


def play(browser, program, game, text, scheme, hands=3):
    """The layout shift of each hand of a new sheet, and the milliseconds to its preview."""
    rules, seats, answers, points = HANDS[game]
    view = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
    base = f"http://127.0.0.1:{program.port}"
    context = browser.new_context(base_url=base, locale="fr-FR", color_scheme=scheme, **view)
    page = context.new_page()
    page.add_init_script(SHIFTS)
    if text:
        page.goto("/settings")
        page.get_by_role("button", name=text).click()
    open_sheet(page, *CAST[:seats], rules=rules)
    slow_down(page)
    for _ in range(hands):
        page.evaluate("shifted = 0")
        for name, value in answers.items():
            chip = page.locator(f"#entry [name={name}][value='{value}']")
            chip.dispatch_event("click")
            page.wait_for_timeout(600)
        late = page.evaluate(TYPE, points)
        with changed_sheet(page):
            page.locator("#entry .save").dispatch_event("click")
        page.wait_for_timeout(500)
        yield page.evaluate("shifted"), late
    context.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--beside", type=Path, metavar="CHECKOUT")
    checkouts = [ROOT, *filter(None, [parser.parse_args().beside])]
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        places = [(one, Path(folder, str(n))) for n, one in enumerate(checkouts)]
        programs = [Program(*place) for place in places]
        try:
            for game in HANDS:
                for text, scheme in LOOKS:
                    for checkout, program in zip(checkouts, programs, strict=True):
                        hands = list(play(browser, program, game, text, scheme))
                        shifts = " ".join(f"{shift:.3f}" for shift, _ in hands)
                        late = " ".join(f"{late:.0f}" for _, late in hands)
                        said = f"{game}, {text or 'usual text'}, {checkout.name}"
                        print(f"{said}: shift {shifts}; preview {late} ms", flush=True)
        finally:
            browser.close()
            for program in programs:
                program.__exit__()


if __name__ == "__main__":
    main()
