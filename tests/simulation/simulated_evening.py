"""One evening of two phones, simulated from a seed: people, network, server, disk, clock.

An evening is a list of moves, each a name and a number from which it draws what it needs: the
same moves give the same evening, and a move that is impossible by now does nothing, so that a
list can be shortened. What a move may have broken is checked after it.
"""

import itertools
from datetime import timedelta
from random import Random

from simulated_people import ASKED, Page, People
from simulated_promises import Broken, Promises
from simulated_server import Clock, Server

PHONES = 2
TABLES = (
    {"rules": "tarot-fft", "players": 4},
    {"rules": "tarot-fft", "players": 5},
    {"rules": "tarot-fft", "players": 5, "active": "4"},
    {"rules": "belote-ffb", "players": 4},
)
"""The tables: five players that all play, and five of whom one sits out, among them."""

WEIGHTS = {
    **{"write": 30, "enter": 5, "pass_deal": 0.5, "tap_twice": 0.7, "correct": 0.5},
    **{"penalty": 0.4, "undo": 0.4, "seats": 0.1, "mend": 0.6, "drop": 0.3},
    **{"review": 2.5, "load": 0.3, "poll": 3, "go_on": 3},
    **{"commit": 5, "fire": 3, "deliver": 4, "respond": 4, "lose": 1, "copy": 0.3},
    **{"close": 0.05, "reopen": 5, "close_tab": 0.15, "open_tab": 0.6, "battery": 0.15},
    **{"kill": 0.15, "start": 5, "disk": 0.25, "rival": 0.25, "clock": 0.1},
    **{"offline": 0.4, "online": 2.5},
}
"""How often a move is drawn: what brings a hand forward more often."""

NO_FORM = "no form"
"""A page on which nothing is entered."""

MOVES = list(WEIGHTS)
UP_TO = list(itertools.accumulate(WEIGHTS.values()))


class Evening(People, Promises):
    """The world, and the promises about it.

    :param phones: a :class:`simulated_phones.Phones`, which is reset.
    :param instance: an empty folder for the server.
    """

    def __init__(self, seed, phones, instance):
        self.random, self.phones = Random(seed), phones
        self.server = Server(instance)
        self.table, self.most_tabs = self.random.choice(TABLES), self.random.choice([1, 1, 2])
        self.pages, self.tab_phone, self.offline = {}, {}, set()
        self.posts, self.answers, self.copies = {}, {}, []
        self.seed, self.form_keys = seed, [[] for _ in range(PHONES)]
        self.opened, self.timers, self._sheet = -1, [], None
        self.stores, self.writing = [[] for _ in range(PHONES)], [0] * PHONES
        self.expect()
        self.sheet = self._open_sheet()
        self.sheet_id = self.server.repository.access(self.sheet.rpartition("/")[2]).sheet_id
        self.phones.reset(seed, PHONES)
        page = self.server.get(self.sheet).text
        for phone in (0, 0, 1):
            self._open_tab(phone, page)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.server.close()

    def _open_sheet(self):
        names = [f"P{n}" for n in range(self.table["players"])]
        form = [("name", name) for name in names] + [("number", "")] * len(names)
        form += [("dealer", "0"), ("rules", self.table["rules"])]
        form += [("active", self.table.get("active", ""))]
        return self.server.post("/sheets", form, outbox=False).location

    # Moves.

    def draw(self):
        """A random move."""
        (name,) = self.random.choices(MOVES, cum_weights=UP_TO)
        return name, self.random.randrange(2**30)

    @property
    def is_over(self):
        """True once somebody has won: soon the table gets up."""
        is_won = self.server.app and self._sheet_now().ended is not None
        return is_won and self.random.random() < 0.1

    def move(self, name, number):
        """Make one move, and check what it may have broken.

        :raises Broken: if a promise does not hold.
        """
        getattr(self, f"_{name}")(Random(number))
        self.check()

    def _load(self, random):
        tab = self._any_tab(random)
        if tab is not None:
            self._reload(tab)

    def _poll(self, random):
        """A page shows what is new on the sheet."""
        tab = self._any_page(random)
        if tab is not None and self.server.app and self.tab_phone[tab] not in self.offline:
            self._update(tab)

    def _commit(self, random):
        phones = [phone for phone in range(PHONES) if self.writing[phone]]
        if phones:
            self._call("commit", random.choice(phones))

    def _fire(self, random):
        if self.timers:
            self._call("fire", random.choice(self.timers))

    def _go_on(self, random):
        self._flow(random.randrange(PHONES), random.randrange(1, 8))

    def _flow(self, phone, times):
        """For a while, the disk and the network of a phone are quick."""
        if self.writing[phone]:
            self._call("settle", phone)
        for _ in range(times):
            posts = self.posts.items()
            first = next((n for n, one in posts if self.tab_phone[one["tab"]] == phone), None)
            if first is None or phone in self.offline:
                return
            if first not in self.answers:
                self.answers[first] = self._deliver_post(self.posts[first]["submission"])
            self._respond_to(first, "respondQuickly")

    def _deliver(self, random):
        waiting = [n for n in self.posts if n not in self.answers and self._is_online(n)]
        if waiting:
            number = random.choice(waiting)
            self.answers[number] = self._deliver_post(self.posts[number]["submission"])

    def _copy(self, random):
        """A request arrives twice, the second time late."""
        if self.copies:
            self._deliver_post(self.copies.pop(random.randrange(len(self.copies))))
        elif self.posts:
            self.copies.append(random.choice(list(self.posts.values()))["submission"])

    def _respond(self, random):
        if self.answers:
            self._respond_to(random.choice(list(self.answers)))

    def _respond_to(self, number, how="respond"):
        answer, post = self.answers.pop(number), self.posts.pop(number)
        self._saw_question(post["submission"], answer.pop("asked", None))
        self._call(how, number, answer)
        if answer["status"] == 201 and post["tab"] in self.pages:
            self.pages[post["tab"]].known.append(post["submission"]["key"])
            if self.server.app:
                self._update(post["tab"])

    def _lose(self, random):
        """A request or its answer is lost; the phone gives up, the request may come late."""
        if not self.posts:
            return
        number = random.choice(list(self.posts))
        if number not in self.answers and random.random() < 0.5:
            self.copies.append(self.posts[number]["submission"])
        self.answers[number] = {"status": 0}
        self._respond_to(number)

    def _close(self, random):
        if self.server.app:
            self._post_end("close")

    def _reopen(self, random):
        if self.server.app and self._sheet_now().closed is not None:
            self._post_end("reopen")

    def _post_end(self, act):
        form = [("act", act), ("key", self.phones.key())]
        self._ask(f"{self.sheet}/end", [*form, ("base", self._sheet_now().etag)])

    def _close_tab(self, random):
        tab = self._any_tab(random)
        if tab is not None:
            self._call("close", tab)
            self._forget(tab)

    def _open_tab(self, given, text=None):
        """Open a tab.

        :param given: the phone, or what draws it.
        :param text: the page, if the server has sent it already.
        """
        phone = given if isinstance(given, int) else given.randrange(PHONES)
        if sum(one == phone for one in self.tab_phone.values()) < self.most_tabs:
            self.opened += 1
            self.tab_phone[self.opened] = phone
            self._call("openTab", phone)
            self._show(self.opened, text)

    def _battery(self, random):
        phone = random.randrange(PHONES)
        self._call("powerCut", phone)
        for tab in [tab for tab, one in self.tab_phone.items() if one == phone]:
            self._forget(tab)
        self._open_tab(phone)

    def _forget(self, tab):
        """A tab is gone: what it has posted may still arrive, and nobody hears the answer."""
        del self.tab_phone[tab]
        self.pages.pop(tab, None)
        for number, post in list(self.posts.items()):
            if post["tab"] == tab:
                if number not in self.answers:
                    self.copies.append(post["submission"])
                del self.posts[number]
                self.answers.pop(number, None)

    def _kill(self, random):
        self.server.stop()

    def _start(self, random):
        self.server.start()
        self.is_changed = True

    def _disk(self, random):
        kind = random.choice(["full", "error", "cut before", "cut after"])
        self.server.disk.plan(kind, random.randrange(4))

    def _rival(self, random):
        """Another process writes in the middle of the next transaction, if it can."""
        self.server.disk.plan("rival", random.randrange(4), self._write_as_rival)

    def _write_as_rival(self):
        self.server.write_beside(self.sheet_id, self.phones.key())

    def _clock(self, random):
        Clock.jumped = timedelta(seconds=random.randint(-200_000, 200_000))

    def _offline(self, random):
        self.offline.add(random.randrange(PHONES))

    def _online(self, random):
        self.offline.discard(random.randrange(PHONES))

    # What moves share.

    def _call(self, name, *given):
        seen = self.phones.call(name, *given)
        for phone, store in seen["stores"].items():
            self.stores[int(phone)] = store
        self.writing = seen["writing"]
        self.timers = [tab for tab in seen["timers"] if tab in self.tab_phone]
        for one in seen["happened"]:
            getattr(self, f"_saw_{one['what']}")(one)

    def _saw_post(self, post):
        self.posts[post["number"]] = post

    def _deliver_post(self, submission):
        fields = self._fields_of(submission)
        before = self.version
        try:
            answer = self._post(submission["url"], fields)
        except ConnectionError:
            return {"status": 0}
        changed = self.read_events() != before
        if answer.status_code >= 500 and changed and not self.server.disk.rivals:
            raise Broken(f"{answer.status_code}, and the sheet has changed")
        if answer.status_code == 201:
            self._saw_recorded(submission, changed)
        asked = ASKED.search(answer.text)
        location = answer.headers.get("Location") or ""
        head = answer.headers["X-Outbox"]
        return {
            **{"status": answer.status_code, "location": location, "head": head},
            "asked": int(asked[1].partition("_")[0]) if asked else None,
        }

    def _saw_question(self, submission, row):
        """Check a question that reaches its phone; nobody reads that to a late copy."""
        wanted = self.wanted.get(submission["key"])
        if row and wanted and wanted["isHand"]:
            self.check_question(wanted["phone"], row)

    def _fields_of(self, submission):
        """What the outbox posts."""
        known = " ".join(submission["known"])
        more = [["base", submission["base"]], ["known_hands", known]]
        return [*submission["fields"], *more]

    def _base_of(self, tab):
        return self.pages[tab].base

    def _post(self, url, fields, outbox=True):
        self.is_changed = True
        return self.server.post(url, fields, outbox)

    def _ask(self, url, fields):
        """The answer to a plain form; nothing while the server is down."""
        try:
            return self._post(url, fields, outbox=False)
        except ConnectionError:
            return None

    def _reload(self, tab, text=None):
        """The tab shows the sheet as it is now, and forgets what it has posted.

        :param text: the page, if the server has sent it already.
        """
        phone = self.tab_phone[tab]
        self._call("close", tab)
        self._forget(tab)
        self._open_tab(phone, text)

    def _show(self, tab, text=None):
        phone = self.tab_phone[tab]
        if phone in self.offline or not self.server.app:
            return
        try:
            text = text or self.server.get(self.sheet).text
        except ConnectionError:
            return
        if 'id="entry"' in text:
            self.pages[tab] = Page(text, self._form_key(tab))
            self.pages[tab].latest = self._latest_shown(phone)

    def _update(self, tab):
        """A page shows the sheet as it is now, as the news of the server make it."""
        sheet, page = self._sheet_now(), self.pages[tab]
        if self.writing[self.tab_phone[tab]]:
            return
        page.base, page.known, page.seating = sheet.etag, [], sheet.seating_version
        page.order = [str(player) for player in sheet.state.seats]
        page.out = [str(player) for player in sheet.state.sitting_out]
        page.latest, page.is_ahead = self._latest_shown(self.tab_phone[tab]), False

    def _latest_shown(self, phone):
        """The latest deal that the sheet shows now, or the list of what waits on a phone."""
        rows = (self.deal_at.get(row.entry.id, -1) for row in self._sheet_now().rows[-3:])
        waiting = (one.get("deal", -1) for one in self.stores[phone])
        return max([-1, *rows, *waiting])

    def _show_quickly(self, tab):
        """A tab shows the sheet, as its page would."""
        self._call("settle", self.tab_phone[tab])
        if self.tab_phone.get(tab) not in self.offline and self.server.app:
            self.pages[tab] = Page("", self._form_key(tab))
            self._update(tab)

    def _form_key(self, tab):
        """The key of a form that a tab shows: now and then, as after a copy of a tab, that
        of an earlier form of this phone."""
        used, random = self.form_keys[self.tab_phone[tab]], Random(f"{self.seed} {tab}")
        key = random.choice(used) if used and random.random() < 0.1 else self.phones.key()
        used.append(key)
        return key

    def _any_tab(self, random):
        return random.choice(sorted(self.tab_phone)) if self.tab_phone else None

    def _any_page(self, random):
        return random.choice(sorted(self.pages)) if self.pages else None

    def _any_row(self, random, *kinds):
        rows = self._sheet_now().rows if self.server.app else ()
        rows = [row for row in rows if row.entry.kind in kinds]
        return random.choice(rows) if rows else None

    def _is_online(self, number):
        return self.tab_phone.get(self.posts[number]["tab"]) not in self.offline

    def _sheet_now(self):
        """The sheet, as the program has it."""
        if self._sheet is None or self.is_changed:
            self._sheet = self.server.repository.sheet(self.sheet_id)
        return self._sheet

    # The end.

    def finish(self):
        """Heal everything, send what waits, and check what must hold at last.

        :raises Broken: if a promise does not hold.
        """
        self._start(None)
        self.server.disk.fails = None
        self.offline.clear()
        self.copies.clear()
        self._reopen(None)
        for phone in range(PHONES):
            self._call("settle", phone)
            for tab in [tab for tab, one in self.tab_phone.items() if one == phone]:
                self._call("close", tab)
                self._forget(tab)
            self._open_tab(phone, NO_FORM)
        for phone in range(PHONES):
            self._flow(phone, 400)
            self.check()
        self.check_at_last()
