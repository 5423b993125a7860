"""A browser that follows any link, fills any form in any way, and sends worse.

Every choice comes from one ``random.Random``, so that a seed, or Hypothesis, replays it.
"""

import gzip
import io
from functools import partial

from conftest import CAST
from hostile_values import (
    BODIES,
    CONTENT_TYPES,
    HEADERS,
    METHODS,
    NAMES,
    VALUES,
    encoded,
    random_document,
)
from page_forms import forms_of, links_of

from scorekeeper.games import GAMES, PRESETS
from scorekeeper.streams.base import read_only_token

MAX_KEPT = 60
"""Links and forms that are remembered; old ones are the stale pages of a phone."""

PLAYERS = [*CAST, "Félix", "Gaël", "Huguette", "<b>Zoé</b>", "שרה", "🃏", "%(n)s", "{{x}}"]


class RandomBrowser:
    """The phones of an evening, on one application.

    :param app: with CSRF protection, without rate limits.
    :param check: called with each answer, and what was sent.
    :param interruption: lets one phone act in the middle of another's request.
    """

    def __init__(self, app, check, interruption):
        self.app, self.check, self.interruption = app, check, interruption
        self.phones = [app.test_client() for _ in range(2)]
        self.rules = [rule for rule in app.url_map.iter_rules() if rule.methods]
        self.tokens, self.links, self.forms, self.count = ["exemple"], ["/"], [], 0

    # Honest.

    def open_sheet(self, chance, phone=0):
        """Open a sheet of any game for as many players as it takes."""
        game, preset = chance.choice(list(PRESETS.values()))
        seats = chance.choice(game.seats)
        self.visit(f"/sheets/new?rules={preset.name}", phone)
        form = next(form for form in self.forms[::-1] if form.action == "/sheets")
        named = min(seats, len(PLAYERS))
        names = [*chance.sample(PLAYERS, named), *[""] * (seats - named)]
        pairs = [(n, v) for n, v in self.fill(chance, form) if n not in SEATING]
        pairs += [("name", name) for name in names] + [("number", "")] * seats
        pairs += [("dealer", str(chance.randrange(seats)))]
        pairs += [("count", str(seats))] if game.board else []
        answer = self.post("/sheets", encoded(pairs), phone)
        if answer.status_code == 303:
            self.tokens.append(answer.location.rsplit("/", 1)[1])
            self.visit(answer.location, phone)
        return answer

    def visit(self, path, phone=0, **more):
        """Open a page; remember its links and forms."""
        answer = self.send(phone, "GET", path, **more)
        if answer.mimetype in ("text/html", "image/svg+xml") and answer.status_code < 400:
            self.remember(answer.text)
        return answer

    def remember(self, page):
        self.links = (self.links + links_of(page))[-MAX_KEPT:]
        self.forms = (self.forms + forms_of(page))[-MAX_KEPT:]

    def follow(self, chance):
        """Open any page that was linked to."""
        return self.visit(chance.choice(self.links), self._phone(chance))

    def play_evening(self, chance, hands=6):
        """An evening as tables play them; the number of hands that were recorded."""
        self.open_sheet(chance)
        recorded = sum(self.play_hand(chance) for _ in range(hands))
        for _ in range(3):
            self.submit(chance)
            self.follow(chance)
        return recorded

    def play_hand(self, chance):
        """Fill the form of the next hand, and confirm what is asked; true if recorded."""
        for attempt in range(3):
            form = next((f for f in self.forms[::-1] if f.action.endswith("/hands")), None)
            if form is None:
                return False
            pairs = self.fill(chance, form, kept=0.95 if attempt else 0.7)
            pairs += [button for button in form.buttons if button[0] == "confirm"]
            if self.post(form.action, encoded(pairs)).status_code == 303:
                return True
        return False

    def fill(self, chance, form, kept=0.7):
        """A form filled by somebody who taps what is offered and types what fits.

        :param kept: how likely a question that has an answer keeps it.
        """
        pairs = []
        for name, field in form.fields.items():
            if field.kind == "radio":
                usual = field.filled and chance.random() < kept
                value = field.filled[0] if usual else chance.choice(field.offered)
                pairs.append((name, value))
            elif field.kind == "checkbox":
                rare = [value for value in field.offered if chance.random() < 0.05]
                pairs += [(name, value) for value in {*field.filled, *rare}]
            elif field.typed:
                pairs += [(name, value or self._typed(chance, name)) for value in field.filled]
            else:
                pairs += [(name, value) for value in field.filled]
        return pairs

    def _typed(self, chance, name):
        if name == "name":
            return chance.choice(PLAYERS)
        if name.endswith(("_defence", "_other", "reason")):
            return ""
        return str(chance.randrange(92))

    def submit(self, chance, hostile=False):
        """Post any form that was seen, perhaps one of a page that is out of date."""
        form, phone = chance.choice(self.forms), self._phone(chance)
        pairs = self.fill(chance, form)
        if form.buttons and chance.random() < 0.5:
            pairs.append(chance.choice(form.buttons))
        if form.is_multipart or form.action == "/import":
            return self.import_file(chance, phone)
        if hostile:
            pairs = damaged(chance, pairs)
        headers = random_headers(chance) if hostile and chance.random() < 0.2 else {}
        if chance.random() < 0.3:
            headers = {"X-Outbox": "1"} | headers
        return self.post(form.action, encoded(pairs), phone, headers=headers)

    def race(self, chance):
        """Post a form while another phone posts one."""
        other = partial(self.submit, chance)
        self.interruption.arm(chance.randrange(1, 15), other)
        try:
            return self.submit(chance)
        finally:
            self.interruption.disarm()

    def post(self, path, body, phone=0, **more):
        """Post a form, and open the page that it leads to."""
        form = "application/x-www-form-urlencoded"
        answer = self.send(phone, "POST", path, **{"data": body, "content_type": form} | more)
        if answer.status_code == 303:
            self.visit(answer.location, phone)
        elif answer.mimetype == "text/html":
            self.remember(answer.text)
        return answer

    def import_file(self, chance, phone=0):
        """Bring a file, good or bad, and store it where it can be."""
        content = random_document(chance)
        token = self._csrf_token(phone)
        file = (io.BytesIO(content), chance.choice(("a.json", "é\0.csv", "")))
        answer = self.send(phone, "POST", "/import", data={"file": file, "csrf_token": token})
        if answer.status_code == 200 and answer.mimetype == "text/html":
            form = next((f for f in forms_of(answer.text) if "document" in f.fields), None)
            if form:
                self.post(form.action, encoded(self.fill(chance, form)), phone)
        elif chance.random() < 0.5:
            text = content.decode("utf-8", "replace")
            pairs = [("document", text), ("csrf_token", token), ("key", "c" * 32)]
            self.post("/import", encoded(pairs), phone)
        return answer

    def _csrf_token(self, phone):
        page = self.send(phone, "GET", "/import").text
        return next(form for form in forms_of(page)).fields["csrf_token"].filled[0]

    # Hostile.

    def attack(self, chance):
        """Send any request to any address."""
        rule, phone = chance.choice(self.rules), self._phone(chance)
        path = self._address(chance, str(rule))
        if chance.random() < 0.3:
            query = encoded([(chance.choice(NAMES), chance.choice(VALUES))])
            path += "?" + query.decode()[:15_000]
        method = chance.choice([*sorted(rule.methods), *["POST"] * 3, chance.choice(METHODS)])
        headers = random_headers(chance)
        if chance.random() < 0.7:
            headers.setdefault("X-CSRFToken", self._csrf_token(phone))
        body = chance.choice(BODIES)
        if chance.random() < 0.4:
            body = encoded(damaged(chance, []))
        kind = chance.choice(CONTENT_TYPES)
        return self.send(phone, method, path, data=body, content_type=kind, headers=headers)

    def _address(self, chance, rule):
        tokens = [*self.tokens, *map(read_only_token, self.tokens), "A" * 22, "é", "\ud800"]
        values = {
            "<token>": chance.choice(tokens),
            "<int:id>": chance.choice(["2", "3", "1", "0", "99", HUGE_ID]),
            "<name>": chance.choice([*GAMES, "", "\0", "é"]),
            "<path:filename>": chance.choice(["icon.svg", "../app.py", "\0", "a" * 300]),
        }
        for word, value in values.items():
            rule = rule.replace(word, value)
        return rule

    def _phone(self, chance):
        return chance.randrange(len(self.phones))

    def send(self, phone, method, path, headers=None, **more):
        """Send one request and check its answer."""
        self.count += 1
        overrides = {}
        for name, value in (headers or {}).items():
            key = name.upper().replace("-", "_")
            given = key if key in ("CONTENT_LENGTH", "CONTENT_TYPE") else f"HTTP_{key}"
            overrides[given] = value
        where, _, query = path.partition("?")
        overrides["PATH_INFO"] = where.encode("utf-8", "surrogatepass").decode("latin-1")
        answer = self.phones[phone].open(
            method=method, query_string=query, environ_overrides=overrides, **more
        )
        answer.direct_passthrough = False
        answer.get_data()
        answer.close()
        self.check(answer, (method, path, headers, more))
        if answer.headers.get("Content-Encoding") == "gzip":
            answer.set_data(gzip.decompress(answer.data))
        return answer


HUGE_ID = "9" * 5000
SEATING = ("name", "number", "dealer", "active", "count")


def damaged(chance, pairs):
    """The pairs of a form with a few changes."""
    pairs = list(pairs)
    for _ in range(chance.choice((1, 1, 2, 4))):
        change = chance.choice(("drop", "repeat", "rename", "replace", "replace", "add"))
        if change == "add" or not pairs:
            pairs.append((chance.choice(NAMES), chance.choice(VALUES)))
            continue
        at = chance.randrange(len(pairs))
        name, value = pairs[at]
        if name == "csrf_token" and chance.random() < 0.9:
            continue
        pairs[at : at + 1] = {
            "drop": [],
            "repeat": [(name, value)] * 2,
            "rename": [(chance.choice(NAMES), value)],
            "replace": [(name, chance.choice(VALUES))],
        }[change]
    return pairs


def random_headers(chance):
    """A few odd headers."""
    names = chance.sample(list(HEADERS), chance.choice((0, 0, 1, 2)))
    return {name: chance.choice(HEADERS[name]) for name in names}
