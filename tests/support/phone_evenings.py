"""Whole evenings entered by taps in La Marque without a server, and the same answers in the
program beside it: what the two say, in Chromium, Firefox and WebKitGTK.

The taps are those of a script in the shell: clicks on what a page offers, and typed values.
"""

import contextlib
import json
import re
import time
from pathlib import Path
from typing import NamedTuple

from engines import DRIVEN, WebDriverError
from page_forms import forms_of
from phone import CAST
from phone_site import served
from random_browser import RandomBrowser

from scorekeeper.application import create_app
from scorekeeper.games import PRESETS

HANDS = 12
START_SECONDS = 300
"""The longest wait for the first page: 9 MB are loaded and Python starts, which takes
WebKitGTK some minutes on a busy machine."""

ACT = """async ({ path, fields, form, press, until }) => {
  const frame = document.querySelector("iframe");
  const find = (css) => frame.contentDocument.querySelector(css);
  const wait = async (holds, what) => {
    for (let n = 0; n < 800; n++) {
      if (holds()) return;
      await new Promise((done) => setTimeout(done, 25));
    }
    throw new Error(`${what}: ${(find("main") || {}).innerText}`);
  };
  if (path) {
    const left = frame.contentDocument;
    frame.contentWindow.location.assign(new URL(`app${path}`, location));
    await wait(() => frame.contentDocument !== left && find("footer.bottom"), path);
    await wait(() => frame.contentDocument.readyState === "complete", path);
  }
  if (press) {
    await wait(() => find(`${form} ${press}`), press);
    const inputs = [...find(form).elements].filter(({ type }) => type !== "hidden");
    const { Event } = frame.contentWindow;
    for (const [name, place, value] of fields) {
      const named = inputs.filter((one) => one.name === name && one.type !== "submit");
      const chosen = named.find((one) => one.value === value);
      if (["radio", "checkbox"].includes(named[0].type)) {
        chosen.click();
        continue;
      }
      named[place].value = value;
      for (const kind of ["input", "change"]) {
        named[place].dispatchEvent(new Event(kind, { bubbles: true }));
      }
    }
    const etag = () => find("#live[data-etag]")?.dataset.etag;
    const before = etag();
    find(`${form} ${press}`).click();
    await wait(() => find(until) && (!before || etag() !== before), until);
  }
  return frame.contentWindow.location.pathname;
}"""
"""Open a page in the frame, fill its form, press a button, and wait for what comes then: an
element, and another state of the sheet where the page shows one. Its address."""

WORDS = """async ({ sheet, pages, told }) => {
  const words = (text) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const found = page.querySelector("main") || page.body;
    for (const one of found.querySelectorAll("p:has(> a[href$='/copy'])")) one.remove();
    return found.textContent.replace(/\\s+/g, " ");
  };
  const found = [];
  for (const [n, page] of pages.entries()) {
    const answer = await fetch(new URL(`app${sheet}${page}`, location));
    const text = await answer.text();
    const isPage = !/[.]\\w+$/.test(page);
    found.push(isPage ? [words(text), words(told[n])] : [text, told[n]]);
  }
  return found;
}"""
"""The words of some pages of a sheet, beside those that the program says; the offer to keep a
copy of the phone is only here."""


class Action(NamedTuple):
    """What a person does on a page of a sheet: fill its form, and press a button.

    :param fields: the name, the place among those of the name, and the value of each input.
    """

    fields: list
    press: str = ".save"


class ChromiumShell:
    """La Marque without a server in a page of Playwright."""

    def __init__(self, page):
        self._page = page

    def open(self, address):
        """Start La Marque, and wait for its first page."""
        self._page.goto("about:blank")
        self._page.goto(address)
        started = self._page.frame_locator("iframe").locator("footer.bottom")
        started.wait_for(timeout=START_SECONDS * 1000)

    def evaluate(self, source, given):
        """What the promise of a function holds."""
        return self._page.evaluate(source, given)

    def close(self):
        self._page.context.close()


IS_STARTED = """
const page = document.querySelector("iframe")?.contentDocument;
return Boolean(page?.querySelector("footer.bottom"));
"""

PROMISE = """
const given = JSON.parse(arguments[0]), done = arguments[arguments.length - 1];
(%s)(given).then((value) => done({ value }), (error) => done({ error: String(error) }));
"""


class WebDriverShell:
    """La Marque without a server in a browser that obeys WebDriver."""

    def __init__(self, phone):
        self._phone = phone

    def open(self, address):
        """Start La Marque, and wait for its first page."""
        self._phone.goto("about:blank")
        self._phone.goto(address)
        until = time.monotonic() + START_SECONDS
        while True:
            with contextlib.suppress(WebDriverError):  # the page is loaded again meanwhile
                if self._phone.script(IS_STARTED):
                    return
            assert time.monotonic() < until, "La Marque does not start"
            time.sleep(0.1)

    def evaluate(self, source, given):
        """What the promise of a function holds."""
        found = self._phone.command(
            "WebDriver:ExecuteAsyncScript",
            "execute/async",
            script=PROMISE % source,
            args=[json.dumps(given)],
            sandbox=None,
        )
        if "error" in found:
            raise WebDriverError("script", found["error"])
        return found.get("value")

    def close(self):
        self._phone.close()


@contextlib.contextmanager
def phone_without_server(engine, folder, chromium=None, base=""):
    """La Marque on a phone, from a folder on a web server that is gone after the first load;
    it has been started once more since.

    :param chromium: the browser of Playwright, for this engine.
    :param base: the path of La Marque in the folder.
    """
    if engine == "chromium":
        size = {"width": 360, "height": 640}
        shell = ChromiumShell(chromium.new_page(viewport=size, locale="fr-FR"))
    else:
        shell = WebDriverShell(DRIVEN[engine]())
    with contextlib.closing(shell):
        with served(folder) as address:
            shell.open(f"{address}{base}")
        shell.open(f"{address}{base}")
        yield shell


def program(folder):
    """A person at the program itself, through its test client."""
    guards = dict.fromkeys(("WTF_CSRF_ENABLED", "RATELIMIT_ENABLED"), False)
    app = create_app({"INSTANCE": Path(folder), "TESTING": True, **guards})
    return RandomBrowser(app, lambda *given: None, None)


class TwoTables:
    """One evening, in the program and then on a phone with the same answers.

    :param person: a :class:`RandomBrowser` at the program, which chooses the answers.
    :param shell: the phone.
    """

    def __init__(self, person, shell, chance):
        self._person, self._shell, self._chance = person, shell, chance
        self.rules = chance.choice(list(PRESETS))
        self._is_passed = False
        """True if everybody passed the last hand."""
        self.count = 0
        """The number of its hands."""

    def play(self):
        """Play the evening; each page that differs, as the phone and the program say it."""
        self._open()
        while self.count < HANDS and self._enter():
            self.count += 1
        self._correct()
        self._end()
        return self._differing()

    def _open(self):
        page = f"/sheets/new?rules={self.rules}"
        form = self._form(page, "/sheets")
        seats = len(form.fields["name"].filled) if "name" in form.fields else 0
        names = self._chance.sample(CAST, min(seats, len(CAST)))
        fields = [("name", place, name) for place, name in enumerate(names)]
        if "dealer" in form.fields and names:
            dealer = self._chance.randrange(len(names))
            fields += [("dealer", 0, str(dealer))] if dealer else []
        answer = self._post(form, fields)
        assert answer.status_code == 303, answer.text
        self._here = answer.location
        opened = self._tap("#new-sheet", Action(fields, ".buttons .save"), "#entry", page)
        self._there = re.search(r"/sheets/[^/]+$", opened)[0]

    def _form(self, page, action):
        text = self._person.visit(page).text
        return next((form for form in forms_of(text) if form.action == action), None)

    def _post(self, form, fields, button=None):
        """Post a form with these of its fields changed."""
        pairs = []
        for name, field in form.fields.items():
            changed = {place: value for n, place, value in fields if n == name}
            if field.kind == "checkbox":
                pairs += [(name, value) for value in (*field.filled, *changed.values())]
            else:
                values = field.filled or ([None] if changed else [])
                told = [changed.get(place, value) for place, value in enumerate(values)]
                pairs += [(name, value) for value in told]
        pairs += [button] if button else []
        data = {}
        for name, value in pairs:
            data.setdefault(name, []).append(value)
        return self._person.phones[0].post(form.action, data=data)

    def _answers(self, form, kept):
        """The fields of a form that a person changes, at random."""
        filled, seen, changed = self._person.fill(self._chance, form, kept), {}, []
        for name, value in filled:
            place = seen[name] = seen.get(name, -1) + 1
            field = form.fields[name]
            if field.kind == "hidden" or value in field.filled[place : place + 1]:
                continue
            if not field.typed or self._chance.random() < 0.7:  # the page completes a sum
                changed.append((name, place, value))
        return changed

    def _enter(self):
        """Enter the next hand, or one that everybody passes; false if the game is over."""
        form = self._form(self._here, f"{self._here}/hands")
        passed = [button for button in form.buttons if button[0] == "passed"] if form else []
        if passed and self._chance.random() < 0.08 and not self._is_passed:
            button = self._chance.choice(passed)
            if self._post(form, [], button).status_code == 303:
                self._is_passed = True  # the page asks about another one at once
                return self._save(Action([], f"[name=passed][value={button[1]}]"))
        for _ in range(200 if form else 0):
            fields = self._answers(form, 0.8)
            if self._post(form, fields).status_code == 303:
                self._is_passed = False
                return self._save(Action(fields))
        return False

    def _save(self, action):
        self._tap("#entry", action, "#live[data-etag]")
        return True

    def _tap(self, form, action, until, page=None):
        given = {"form": form, "until": until, "path": page}
        return self._shell.evaluate(ACT, given | action._asdict())

    def _correct(self):
        """Correct one hand."""
        for _ in range(40):
            hand = f"/hands/{self._chance.randrange(self.count) + 2}"
            form = self._form(f"{self._here}{hand}/edit", f"{self._here}{hand}")
            fields = self._answers(form, 0.5) if form else []
            answer = self._post(form, fields) if fields else None
            if answer and answer.status_code == 303:
                shown = "#note" if "/hands/" in answer.location else "#live[data-etag]"
                self._tap("#entry", Action(fields), shown, f"{self._there}{hand}/edit")
                return

    def _end(self):
        form = next(
            form
            for form in forms_of(self._person.visit(f"{self._here}/end").text)
            if form.fields.get("act") and form.fields["act"].filled == ["close"]
        )
        assert self._post(form, []).status_code == 303
        end = f"{self._there}/end"
        close = Action([], "button")
        self._tap("form:has([value=close])", close, "form:has([value=reopen])", end)
        self._shell.evaluate(ACT, {"path": f"{self._there}/print"})

    def _differing(self):
        pages = ["", "/night.json", "/hands.csv", "/print", "/end"]
        pages += [f"/hands/{n + 2}" for n in range(self.count)]
        told = [self._person.phones[0].get(f"{self._here}{page}").text for page in pages]
        given = {"sheet": self._there, "pages": pages, "told": told}
        both = self._shell.evaluate(WORDS, given)
        plain = [[_plain(text) for text in pair] for pair in both]
        return [
            (self.rules, page, *pair)
            for page, pair in zip(pages, plain, strict=True)
            if pair[0] != pair[1]
        ]


def _plain(text):
    """A page without the secret words of its sheet, and without the mark of UTF-8."""
    return re.sub(r"\ufeff|[\w-]{22,}", "", text)
