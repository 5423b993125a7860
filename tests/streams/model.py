"""Two processes on one database beside a model of it: random verbs, the same answers."""

import itertools
from dataclasses import dataclass, field

from filled_journals import store_stream
from hypothesis import HealthCheck, settings
from hypothesis import strategies as some
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from scorekeeper.streams.base import KeyReused, StaleHead, StreamDeleted, read_only_token

BODIES = some.dictionaries(
    some.sampled_from(["points", "note", "dealer"]),
    some.one_of(some.integers(-(2**53), 2**53), some.text(max_size=5).filter(str.isprintable)),
    max_size=2,
)
NAMES = some.text(some.characters(exclude_categories=["C", "Z"]), max_size=6)


@dataclass
class Sheet:
    """A sheet as it should be."""

    id: int
    token: str
    names: list
    events: list = field(default_factory=list)
    """Kind, body as it was given, and key of each event."""
    admitted: dict = field(default_factory=dict)
    """Tokens that open it besides, and whether each may write."""

    def bodies(self):
        """The events as they should be read, with the names of now."""
        return [(kind, self._named(kind, body)) for kind, body, _ in self.events]

    def _named(self, kind, body):
        if kind == "renamed":
            return body | {"name": self.names[body["player"]]}
        if "names" in body:
            return body | {"names": self.names[: len(body["names"])]}
        return body


class Processes(RuleBasedStateMachine):
    """Verbs of two journals on one database."""

    def __init__(self, journals):
        super().__init__()
        self.journals, self.sheets, self.gone = journals, [], []
        self.numbers = itertools.count(1)

    def journal(self, which):
        return self.journals[which]

    def sheet(self, data):
        return data.draw(some.sampled_from(self.sheets), "sheet") if self.sheets else None

    @initialize()
    def begin_empty(self):
        for sheet_id in self.journals[0].stream_ids():
            self.journals[0].delete(sheet_id)

    @rule(
        which=some.integers(0, 1), names=some.lists(NAMES, min_size=1, max_size=4), body=BODIES
    )
    def open_sheet(self, which, names, body):
        journal = self.journal(which)
        token = f"{next(self.numbers):022}"
        events = [("opened", {**body, "names": names}), ("hand", body)]
        assert journal.open_stream(events, token) == token
        assert journal.open_stream(events, token) == token
        sheet = Sheet(journal.grant(token).sheet_id, token, list(names))
        sheet.events = [(*event, f"first-{n}") for n, event in enumerate(events, 1)]
        self.sheets.append(sheet)

    @rule(
        which=some.integers(0, 1),
        data=some.data(),
        body=BODIES,
        behind=some.sampled_from([0, 0, 0, 1, 2]),
        names=some.none() | some.lists(NAMES, min_size=4, max_size=6),
        is_checked=some.booleans(),
    )
    def append(self, which, data, body, behind, names, is_checked):
        sheet = self.sheet(data)
        if sheet is None:
            return
        kind = "hand" if names is None else "seated"
        body = body if names is None else {**body, "names": names}
        known = self.journal(which).events(sheet.id)
        seen = known[max(0, len(known) - 1 - behind)]
        previous = seen.hash if is_checked else b""
        key = data.draw(some.sampled_from([k for *_, k in sheet.events] + ["new"] * 4), "key")
        expected = self.expected_append(sheet, key, kind, body, seen.seq)
        key = f"k{next(self.numbers)}" if key == "new" else key
        outcome = outcome_of(
            lambda: (
                self.journal(which).append(sheet.id, key, kind, body, seen.seq, previous).seq
            )
        )
        assert outcome == expected
        if outcome == len(sheet.events) + 1:
            sheet.events.append((kind, body, key))
            sheet.names[: len(names or ())] = names or ()

    def expected_append(self, sheet, key, kind, body, after):
        for seq, (known_kind, known_body, known_key) in enumerate(sheet.events, 1):
            if key == known_key:
                same = (kind, stored(body)) == (known_kind, stored(known_body))
                return seq if same else KeyReused
        return StaleHead if after < len(sheet.events) else len(sheet.events) + 1

    @rule(which=some.integers(0, 1), data=some.data(), name=NAMES, is_new=some.booleans())
    def rename(self, which, data, name, is_new):
        sheet = self.sheet(data)
        if sheet is None:
            return
        player = data.draw(some.integers(0, len(sheet.names) - 1), "player")
        known = {key: (kind, stored(body)) for kind, body, key in sheet.events}
        key = f"k{next(self.numbers)}" if is_new else data.draw(some.sampled_from([*known]))
        expected = None
        if key in known and known[key] != ("renamed", [("player", player)]):
            expected = KeyReused
        rename = self.journal(which).rename
        assert outcome_of(lambda: rename(sheet.id, key, player, name)) == expected
        if key not in known:
            sheet.events.append(("renamed", {"player": player}, key))
            sheet.names[player] = name

    @rule(which=some.integers(0, 1), data=some.data())
    def renew(self, which, data):
        sheet = self.sheet(data)
        if sheet is None:
            return
        token, key = f"{next(self.numbers):022}", f"k{next(self.numbers)}"
        self.journal(which).renew(sheet.id, key, token)
        self.gone += [sheet.token, *sheet.admitted]
        sheet.token = token
        sheet.admitted.clear()
        sheet.events.append(("renewed", {}, key))

    @rule(which=some.integers(0, 1), data=some.data())
    def admit(self, which, data):
        sheet = self.sheet(data)
        if sheet is None:
            return
        known = set(sheet.admitted)
        number = data.draw(some.integers(0, 2), "admitted")
        token = f"admitted {number} of {sheet.id}"
        self.journal(which).add_tokens(sheet.id, {token: bool(number)})
        sheet.admitted[token] = bool(number)
        if token not in known:
            sheet.events.append(("admitted", {}, self.last_key(sheet)))

    def last_key(self, sheet):
        return self.journals[0].stored_stream(sheet.id).events[-1].key

    @rule(which=some.integers(0, 1), data=some.data())
    def delete(self, which, data):
        sheet = self.sheet(data)
        if sheet is None:
            return
        self.journal(which).delete(sheet.id)
        self.sheets.remove(sheet)
        self.gone += [sheet.token, *sheet.admitted]
        journal = self.journal(1 - which)
        outcome = outcome_of(lambda: journal.append(sheet.id, "late", "hand", {}, 1))
        assert outcome is StreamDeleted

    @rule(which=some.integers(0, 1), data=some.data())
    def store_as_it_is(self, which, data):
        sheet = self.sheet(data)
        if sheet is None:
            return
        whole = self.journal(which).stored_stream(sheet.id)
        assert list(whole.names) == sheet.names
        store_stream(self.journal(1 - which), whole)

    @invariant()
    def everything_is_as_in_the_model(self):
        for journal in self.journals:
            assert journal.stream_ids() == sorted(sheet.id for sheet in self.sheets)
            tokens = {t for sheet in self.sheets for t in (sheet.token, *sheet.admitted)}
            assert journal.known_tokens([*tokens, *self.gone]) == tokens
            heads = journal.heads([sheet.id for sheet in self.sheets])
            for sheet in self.sheets:
                self.is_as_in_the_model(journal, sheet, heads[sheet.id])
            assert journal.count_events() == sum(len(sheet.events) for sheet in self.sheets)
            assert journal.first_broken_event() is journal.changed_row() is None

    def is_as_in_the_model(self, journal, sheet, head):
        events = journal.events(sheet.id)
        assert [(event.kind, event.body) for event in events] == sheet.bodies()
        assert (events[-1].seq, events[-1].hash) == head == journal.grant(sheet.token).head
        reader = journal.grant(read_only_token(sheet.token))
        assert (reader.sheet_id, reader.may_write) == (sheet.id, False)
        for token, may_write in sheet.admitted.items():
            assert journal.grant(token) == reader._replace(may_write=may_write)
        naming = [event for event in events if event.kind in ("opened", "seated", "renamed")]
        assert journal.outline(sheet.id) == naming
        for seq, (*_, key) in enumerate(sheet.events, 1):
            assert journal.seq_of_key(sheet.id, key) == seq


def stored(body):
    """The body as it is compared: without the names themselves."""
    return [
        ("players", len(value)) if name == "names" else (name, value)
        for name, value in body.items()
    ]


def outcome_of(act):
    """What it returns, or the class of the error that it raises."""
    try:
        return act()
    except (StaleHead, KeyReused, StreamDeleted) as error:
        return type(error)


def run_against_model(connect, examples):
    """Compare two journals on one database with the model, this many times."""
    journals = (connect(), connect())
    run_state_machine_as_test(
        lambda: Processes(journals),
        settings=settings(
            max_examples=examples,
            stateful_step_count=20,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
