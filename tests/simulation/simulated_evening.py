"""One evening of two phones, simulated from a seed: people, network, server, disk, clock.

An evening is a list of moves, each a name and a number from which it draws what it needs: the
same moves give the same evening, and a move that is impossible by now does nothing, so that a
list can be shortened. Every promise is checked after every move.
"""

import re
from datetime import timedelta
from random import Random

from simulated_people import People, hidden_field
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
    **{"enter": 9, "pass_deal": 1, "tap_twice": 1, "correct": 1, "penalty": 1, "undo": 1},
    **{"seats": 0.4, "take_back": 1, "drop": 1, "review": 2, "load": 3},
    **{"commit": 14, "fire": 3, "deliver": 10, "respond": 12, "lose": 2, "copy": 0.6},
    **{"close_or_open": 0.6, "close_tab": 0.3, "open_tab": 0.5, "battery": 0.3},
    **{"kill": 0.3, "start": 1.5, "disk": 0.5, "rival": 0.4, "clock": 0.2, "offline": 0.4},
}
"""How often a move is drawn: what brings a hand forward more often."""


class Page:
    """The page of a sheet in a tab: what its form is about to post."""

    def __init__(self, text, key):
        self.base = hidden_field(text, "base")
        self.seating = hidden_field(text, "seating")
        self.key, self.replaces = key, None


class Evening(People, Promises):
    """The world, and the promises about it.

    :param phones: a :class:`simulated_phones.Phones`, which is reset.
    :param instance: an empty folder for the server.
    """

    def __init__(self, seed, phones, instance):
        self.random, self.phones = Random(seed), phones
        self.server = Server(instance)
        self.table = self.random.choice(TABLES)
        self.pages, self.tab_phone, self.offline = {}, {}, set()
        self.posts, self.answers, self.copies = {}, {}, []
        self.seed, self.form_keys = seed, [[] for _ in range(PHONES)]
        self._seqs, self._told = {}, {}
        self.wanted, self.noted, self.version, self.timers = {}, 0, 1, []
        self.stores, self.writing = [[]] * PHONES, [0] * PHONES
        self.sheet = self._open_sheet()
        self._call("reset", seed, PHONES)
        for phone in (0, 0, 1):
            self._open_tab(phone)

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
        name = self.random.choices(list(WEIGHTS), WEIGHTS.values())[0]
        return name, self.random.randrange(2**30)

    def move(self, name, number):
        """Make one move, and check every promise.

        :raises Broken: if one does not hold.
        """
        getattr(self, f"_{name}")(Random(number))
        self._check()

    def _load(self, random):
        tab = self._any_tab(random)
        if tab is not None:
            self._reload(tab)

    def _commit(self, random):
        phones = [phone for phone in range(PHONES) if self.writing[phone]]
        if phones:
            self._call("commit", random.choice(phones))

    def _fire(self, random):
        if self.timers:
            self._call("fire", random.choice(self.timers))

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

    def _respond_to(self, number):
        answer = self.answers.pop(number)
        del self.posts[number]
        self._call("respond", number, answer)

    def _lose(self, random):
        """A request or its answer is lost; the phone gives up, the request may come late."""
        if not self.posts:
            return
        number = random.choice(list(self.posts))
        if number not in self.answers and random.random() < 0.5:
            self.copies.append(self.posts[number]["submission"])
        self.answers[number] = {"status": 0}
        self._respond_to(number)

    def _close_or_open(self, random):
        act = random.choice(["close", "reopen", "reopen", "reopen"])
        if self.server.app:
            base = str(self._sheet_now().version)
            form = [("act", act), ("key", self.phones.key()), ("base", base)]
            self._ask(f"{self.sheet}/end", form)

    def _close_tab(self, random):
        tab = self._any_tab(random)
        if tab is not None:
            self._call("close", tab)
            self._forget(tab)

    def _open_tab(self, given):
        phone = given if isinstance(given, int) else given.randrange(PHONES)
        if sum(one == phone for one in self.tab_phone.values()) < 2:
            tab = self.opened = getattr(self, "opened", -1) + 1
            self.tab_phone[tab] = phone
            self._call("openTab", phone)
            self._show(tab)

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

    def _disk(self, random):
        kind = random.choice(["full", "error", "cut before", "cut after"])
        self.server.disk.plan(kind, random.randrange(4))

    def _rival(self, random):
        """Another process writes in the middle of the next transaction, if it can."""
        self.server.disk.plan("rival", random.randrange(4), self._write_as_rival)

    def _write_as_rival(self):
        self.server.write_beside(self._sheet_id, self.phones.key())

    def _clock(self, random):
        Clock.jumped = timedelta(seconds=random.randint(-200_000, 200_000))

    def _offline(self, random):
        self.offline ^= {random.randrange(PHONES)}

    # What moves share.

    def _call(self, name, *given):
        seen = self.phones.call(name, *given)
        self.stores, self.writing = seen["stores"], seen["writing"]
        self.timers = [tab for tab in seen["timers"] if tab in self.tab_phone]
        for one in seen["happened"]:
            getattr(self, f"_saw_{one['what']}")(one)

    def _saw_post(self, post):
        self.posts[post["number"]] = post

    def _commit_all(self, phone):
        while self.writing[phone]:
            self._call("commit", phone)

    def _deliver_post(self, submission):
        fields = [*submission["fields"], ["base", submission["base"]]]
        before = self._version_or_none()
        try:
            answer = self.server.post(submission["url"], fields)
        except ConnectionError:
            return {"status": 0}
        changed = self._version_or_none() != before
        if answer.status_code >= 500 and changed and not self.server.disk.rivals:
            raise Broken(f"{answer.status_code}, and the sheet has changed")
        if answer.status_code == 201:
            self._saw_recorded(submission, changed)
        location = answer.headers.get("Location") or ""
        head, since = answer.headers["X-Outbox"], re.search(r"since=(\d+)", location)
        follows = since is not None and int(head.partition("_")[0]) == int(since[1]) + 1
        heard = {"status": answer.status_code, "location": location}
        return heard | {"head": head, "follows": follows}

    def _ask(self, url, fields):
        try:
            return self.server.post(url, fields, outbox=False)
        except ConnectionError:
            return None

    def _reload(self, tab):
        """The tab shows the sheet as it is now, and forgets what it has posted."""
        phone = self.tab_phone[tab]
        self._call("close", tab)
        self._forget(tab)
        self._open_tab(phone)

    def _show(self, tab):
        if self.tab_phone.get(tab) in self.offline or not self.server.app:
            return
        try:
            text = self.server.get(self.sheet).text
        except ConnectionError:
            return
        if 'id="entry"' in text:
            self.pages[tab] = Page(text, self._form_key(tab))

    def _form_key(self, tab):
        """The key of a form that a tab shows: now and then, as after a copy of a tab, that
        of an earlier form of this phone."""
        used, random = self.form_keys[self.tab_phone[tab]], Random(f"{self.seed} {tab}")
        key = random.choice(used) if used and random.random() < 0.3 else self.phones.key()
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
        return self.server.repository.sheet(self._sheet_id)

    @property
    def _sheet_id(self):
        return self.server.repository.access(self.sheet.rpartition("/")[2]).sheet_id

    def _seq(self, key):
        """The event of this key; nothing if there is none yet."""
        if self._seqs.get(key) is None:
            self._seqs[key] = self.server.repository.journal.seq_of_key(self._sheet_id, key)
        return self._seqs[key]

    def _version_or_none(self):
        return self._sheet_now().version if self.server.app else None

    def finish(self):
        """Heal everything, send what waits, and check what must hold at last.

        :raises Broken: if a promise does not hold.
        """
        self.server.start()
        self.server.disk.fails = None
        self.offline.clear()
        self.copies.clear()
        self._ask(f"{self.sheet}/end", [("act", "reopen"), ("key", self.phones.key())])
        for phone in range(PHONES):
            for tab in [tab for tab, one in self.tab_phone.items() if one == phone]:
                self._call("close", tab)
                self._forget(tab)
            self._open_tab(phone)
        for _ in range(400):
            if not self._make_progress():
                break
            self._check()
        self._check_at_last()

    def _make_progress(self):
        for phone in range(PHONES):
            if self.writing[phone]:
                self._call("commit", phone)
                return True
        if self.answers:
            self._respond_to(next(iter(self.answers)))
        elif self.posts:
            number = next(iter(self.posts))
            self.answers[number] = self._deliver_post(self.posts[number]["submission"])
        else:
            return False
        return True

    @property
    def hands(self):
        """How many hands the server has recorded."""
        return sum(event.kind == "hand" for event in self._events())

    def _events(self):
        return self.server.repository.journal.events(self._sheet_id)
