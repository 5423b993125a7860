"""Several phones that enter the same deals, in every order of what people and network do.

The phones run the state machine of the outbox, and their hands are recorded by turns of the
program, on a sheet without a database. A phone's person enters the deals in the order of play,
each once; the points say whose entry a row is. What must hold is in :meth:`Evening.post`.
"""

import copy
import hashlib
import json
from types import SimpleNamespace

from answers import FOUR, GARDE
from outbox_engine import OUTBOX, script
from py_mini_racer import MiniRacer

from scorekeeper.sheets.service.errors import DealRecorded
from scorekeeper.sheets.service.turns import Caller, next_turn, turn_of
from scorekeeper.sheets.sheet import from_opening
from scorekeeper.streams.events import Event, etag_of

SHEET, ADD = "s", "s/hands"


class Machine:
    """``machine.js``: what an event changes in a queue, and what is sent next."""

    def __init__(self):
        self._engine = MiniRacer()
        self._engine.eval(script(OUTBOX / "machine.js"))
        self._engine.eval(
            "const after = (queue, event) => changed(queue, apply(queue, event));"
            "const sending = (queue) => {"
            " const next = nextToSend(queue, new Set());"
            " return next ? toPost(queue, next) : null; };"
        )

    def after(self, queue, event):
        """The queue after an event."""
        return self._call(f"after({json.dumps(queue)}, {json.dumps(event)})")

    def sending(self, queue):
        """The submission that is sent next, as it is posted; nothing if none is."""
        return self._call(f"sending({json.dumps(queue)})")

    def to_post(self, queue, submission):
        """A submission as it is posted."""
        return self._call(f"toPost({json.dumps(queue)}, {json.dumps(submission)})")

    def _call(self, expression):
        return json.loads(self._engine.eval(f"JSON.stringify({expression})"))


class Table:
    """A sheet as an access gives it, kept in memory."""

    sheet_id = 1

    def __init__(self):
        body = {"game": "tarot", "title": "", "date": "", "options": {}, **FOUR._asdict()}
        body["active"] = len(FOUR.seats)
        opened = self._event(1, "opened", body, b"")
        self.events_so_far, self.keys = (opened,), {}
        self.sheets = (from_opening(opened),)

    def __deepcopy__(self, memo):
        other = copy.copy(self)
        other.keys = dict(self.keys)
        return other

    @property
    def sheet(self):
        return self.sheets[-1]

    @property
    def repository(self):
        journal = SimpleNamespace(seq_of_key=lambda sheet_id, key: self.keys.get(key))
        return SimpleNamespace(journal=journal)

    def require_write(self):
        """Everybody may write."""

    def holds(self, head):
        return int(head.split("_")[0])

    def state_at(self, version):
        return self.sheets[version - 1]

    def events(self, after=0):
        return self.events_so_far[after:]

    def record(self, kind, body, *, key, check, apply=None):
        if key in self.keys:
            return self.keys[key]
        check(self.sheet)
        event = self._event(self.sheet.version + 1, kind, body, self.sheet.hash)
        self.events_so_far += (event,)
        self.sheets += (self.sheet.apply(event),)
        self.keys[key] = event.seq
        return event.seq

    def head(self, seq):
        return etag_of(seq, self.events_so_far[seq - 1].hash)

    @staticmethod
    def _event(seq, kind, body, previous):
        chained = hashlib.sha256(previous + repr((seq, kind, body)).encode()).digest()
        return Event(seq, kind, body, hash=chained)


class Evening:
    """The phones and the sheet; :attr:`fault` says which promise was broken."""

    def __init__(self, machine, phones):
        self.machine, self.table, self.fault = machine, Table(), ""
        self.queues = [[] for _ in range(phones)]
        self.forms = [{} for _ in range(phones)]
        self.entered, self.noted = [0] * phones, [{} for _ in range(phones)]
        self.entries = {}
        for phone in range(phones):
            self.look(phone)

    def fork(self):
        """The same evening, to go on otherwise."""
        other = copy.copy(self)
        other.table, other.queues = copy.deepcopy(self.table), list(self.queues)
        other.forms, other.entered = copy.deepcopy(self.forms), list(self.entered)
        other.noted, other.entries = copy.deepcopy(self.noted), dict(self.entries)
        return other

    def moves(self):
        """What can happen next: a phone and a method."""
        for phone, queue in enumerate(self.queues):
            yield phone, "look"
            if len(self.noted[phone]) < 3:
                yield phone, "note"
            if self.machine.sending(queue):
                yield phone, "send"
                yield phone, "send_while_filling"
            if any(one["state"] == "look" for one in queue):
                yield phone, "keep_theirs"
                yield phone, "put_own"

    def state(self):
        """All that decides what can happen."""
        rows = [(row.entry.id, row.hand.points) for row in self.table.sheet.rows]
        return json.dumps([rows, self.queues, self.forms, self.entered, self.table.keys])

    # Moves.

    def look(self, phone):
        """The page is loaded, or moves on to the next deal."""
        sheet = self.table.sheet
        self.forms[phone] = {"base": sheet.etag, "known": [], "deal": sheet.state.hands + 1}

    def note(self, phone):
        """The next deal is entered, in a form that names it or that another one precedes."""
        form = self.forms[phone]
        deal = self.entered[phone] = max(self.entered[phone] + 1, form["deal"])
        key = f"{phone}{len(self.noted[phone])}".ljust(32, "0")
        self.noted[phone][key] = deal
        fields = [["points", str(10 * deal + phone)], ["key", key]]
        self._note(phone, {"key": key, "fields": fields, "url": ADD, "isHand": True, **form})
        form["known"].append(key)

    def send(self, phone, is_filling=False):
        """What waits is sent; the page shows the answer, unless its form is being filled."""
        submission = self.machine.sending(self.queues[phone])
        if self.post(phone, submission) and not is_filling:
            self.look(phone)
        elif is_filling and submission["key"] not in self.forms[phone]["known"]:
            self.forms[phone]["known"].append(submission["key"])

    def send_while_filling(self, phone):
        self.send(phone, is_filling=True)

    def keep_theirs(self, phone):
        self._decide(phone, "keep")

    def put_own(self, phone):
        self._decide(phone, "put")

    def _decide(self, phone, choice):
        """A person looks at the first hand that was asked about."""
        held = next(one for one in self.queues[phone] if one["state"] == "look")
        key, posted = held["key"], self.machine.to_post(self.queues[phone], held)
        self._happen(phone, {"type": "review", "key": key})
        row = self.post(phone, posted)
        self.look(phone)
        if row is True:
            return
        self._happen(phone, {"type": "shown", "key": key, "form": "f"})
        head, deal = self.table.head(row.entry.id), self.noted[phone][key]
        is_same = self.entries[row.entry.id] == deal
        if is_same and choice == "keep":
            self._happen(phone, {"type": "drop", "key": key, "compared": head})
            return
        again = {"key": key, "replaces": key, "compared": head, "known": [], "deal": deal}
        again |= {"base": self.table.sheet.etag, "fields": held["fields"], "url": ADD}
        if is_same:
            again["url"] = f"{ADD}/{row.entry.id}"
            again["seen"] = str(row.entry.revision)
        self._note(phone, again)

    # The server.

    def post(self, phone, submission):
        """Post a submission; True if it was recorded, else the row that is asked about."""
        key, deal = submission["key"], self.noted[phone][submission["key"]]
        answers = GARDE | {"points": int(submission["fields"][0][1])}
        try:
            if submission["url"] == ADD:
                caller = Caller(submission["known"])
                turn = next_turn(self.table, key=key, head=submission["base"], caller=caller)
                seq = turn.record(answers)
                self.entries.setdefault(seq, deal)
            else:
                entry = int(submission["url"].rpartition("/")[2])
                seq = (
                    turn_of(
                        self.table, entry, "hand", key=key, seen=submission["seen"]
                    ).record(answers)
                    or self.table.sheet.version
                )
        except DealRecorded as asked:
            if self.entries[asked.row.entry.id] != deal:
                self.fault = f"deal {deal} is asked about beside another one"
            if asked.row.entry.id in {self.table.keys.get(own) for own in self.noted[phone]}:
                self.fault = "a hand is asked about beside one of its own phone"
            self._happen(phone, self._outcome(submission, "refused"))
            return asked.row
        head = self.table.head(seq)
        self._happen(phone, self._outcome(submission, "recorded") | {"head": head})
        deals = [self.entries[row.entry.id] for row in self.table.sheet.rows]
        if len(set(deals)) < len(deals):
            self.fault = f"a deal is two rows, nobody was asked: {deals}"
        elif deals != sorted(deals):
            self.fault = f"the deals are out of order: {deals}"
        return True

    def lost(self):
        """Hands that are neither recorded nor waiting nor found to be those of others."""
        for phone, noted in enumerate(self.noted):
            waiting = {one["key"] for one in self.queues[phone]}
            recorded = set(self.entries.values())
            for key, deal in noted.items():
                if key not in waiting and deal not in recorded:
                    yield phone, deal

    def _outcome(self, submission, outcome):
        return {"type": outcome, "key": submission["key"], "spare": "f" * 32}

    def _note(self, phone, submission):
        key = submission["key"]
        submission = {"sheet": SHEET, **submission}
        event = {"type": "note", "key": key, "submission": submission, "spare": key}
        self._happen(phone, event)

    def _happen(self, phone, event):
        self.queues[phone] = self.machine.after(self.queues[phone], event)


def explore(machine, phones, depth):
    """Every order of so many moves; the number of states, and the first fault with its moves.

    Phones that have done nothing are alike: the first of them moves.
    """
    seen, todo, states = {}, [(Evening(machine, phones), ())], 0
    while todo:
        evening, moves = todo.pop()
        if len(moves) == depth:
            continue
        idle = next(
            (n for n in range(phones) if all(phone != n for phone, _ in moves)), phones
        )
        for phone, name in evening.moves():
            if phone > idle:
                continue
            after = evening.fork()
            getattr(after, name)(phone)
            states += 1
            lost = list(after.lost())
            if after.fault or lost:
                return states, (after.fault or f"lost: {lost}", (*moves, (phone, name)))
            state = after.state()
            if seen.get(state, depth) > len(moves) + 1:
                seen[state] = len(moves) + 1
                todo.append((after, (*moves, (phone, name))))
    return states, None
