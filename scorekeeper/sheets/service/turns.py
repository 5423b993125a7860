"""One path for what is posted: hands, penalties, their corrections and removals.

A :class:`Turn` is the place on a sheet of what was posted: :class:`NextTurn` that of a new
entry, :class:`EntryTurn` that of an entry the sheet has. It is looked up once, with the state
there; answers are judged at it, and it records them with one append.

A caller names the version that it saw by its *head*: the ``seq`` of an event and the beginning
of its hash. A database restored from a backup has other events under the same numbers; what
was meant for those that are lost is asked about, and never applied to their successors
(``tests/sheets/service/test_service_heads.py``).
"""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, takewhile
from typing import Any, NamedTuple

from scorekeeper.i18n.messages import msg
from scorekeeper.rules.answers import HandError, answers, read, schema, sitting_out
from scorekeeper.rules.choice import HandRole
from scorekeeper.rules.game import MAX_POINTS, NOBODY, REASON_LENGTH, receivers
from scorekeeper.rules.score import Score
from scorekeeper.rules.typed_numbers import number_of
from scorekeeper.sheets.names import NOTE_LENGTH, clean
from scorekeeper.sheets.rows import AnyHand, Entry, Row
from scorekeeper.sheets.service.access import Check, SheetAccess
from scorekeeper.sheets.service.errors import (
    DealRecorded,
    EntryChanged,
    GameOver,
    InvalidAnswers,
    SeatingChanged,
    UnconfirmedWarnings,
)
from scorekeeper.sheets.sheet import NEW_ENTRIES, Sheet
from scorekeeper.sheets.state import State
from scorekeeper.streams.errors import UnknownEntry, VersionConflict
from scorekeeper.streams.events import Body, Event

NO_PASS = msg("dans ce jeu, personne ne passe")

LOST = 0
"""The version that a caller saw if this sheet never had it: all that is recorded is new to
the caller, for it is not known what both have in common."""

Answers = Mapping[str, Any]
"""Answers by question, as the journal holds them: players by number. See
:func:`scorekeeper.rules.answers.read`."""


@dataclass(frozen=True)
class Judgment:
    """Answers read and judged at one place of a sheet."""

    turn: "Turn"
    hand: Any = None
    """The game's hand; absent if the answers tell none."""
    errors: Sequence[HandError] = ()
    """The reasons why it is impossible at this table."""
    warnings: Sequence[HandError] = ()
    """The doubts: no pack of cards can do this, and a table may still want to record it."""

    @cached_property
    def score(self) -> Score | None:
        """The score of the hand, if there is one."""
        turn = self.turn
        if self.hand is None:
            return None
        return turn.sheet.game.score(self.hand, turn.sheet.table(turn.state))

    @cached_property
    def fingerprint(self) -> str:
        """A short code of exactly these warnings, to confirm them and no others."""
        text = "\n".join(map(str, self.warnings))
        return hashlib.sha256(text.encode()).hexdigest()[:16] if self.warnings else ""


class Caller(NamedTuple):
    """The deals since the version that it saw of which a device that posts a hand knows."""

    known: Sequence[str] = ()
    """Hands that are its own, by idempotency key, or that it was asked about, by head."""
    ahead: int = 0
    """Where it asks for a preview only: its own hands before this one that are not settled.
    This one is for the deal after theirs."""
    mended: Sequence[str] = ()
    """The keys of its versions of this hand after the first one, all without an answer."""


NOTHING = Caller()


@dataclass
class Turn(ABC):
    """The place on a sheet of what was posted, as its forms ask about it."""

    access: SheetAccess
    sheet: Sheet
    """The sheet as it was when the place was looked up."""
    state: State
    """The state in which the entry is played."""
    key: str = ""
    """The idempotency key."""
    seen: int | None = None
    """The version that the caller saw, or :data:`LOST`; absent if it says none."""
    entry: Entry | None = None
    """The entry that is corrected."""
    before: Entry | None = None
    """The entry before which a forgotten hand is inserted."""
    recorded: Entry | None = None
    """The entry that this key has recorded already."""
    taken: Row | None = None
    """The row of the deal that the form is for, if another device has recorded it since; the
    turn is then at its place."""
    is_stale: bool = False
    """True if the answers were given for another table than the one that sits there now."""

    def judge(self, given: Answers) -> Judgment:
        """Read and judge answers, without recording anything.

        Players who have left the table sit out, whether the answers say so or not.
        """
        game, table = self.sheet.game, self.sheet.table(self.state)
        given, errors = self._with_absent_players(given)
        try:
            hand: Any = read(game.hand, given, range(len(table.players)))
        except HandError as error:
            return Judgment(self, errors=(*errors, error))
        errors += game.errors(hand, table)
        if errors:
            return Judgment(self, errors=errors)
        return Judgment(self, hand, warnings=tuple(game.warnings(hand, table)))

    def record(
        self, given: Answers | None, *, confirmed: str = "", annulled: str = ""
    ) -> int | None:
        """Record a hand here; return the ``seq`` of its event, nothing if it is recorded
        exactly so.

        :param given: the answers; ``None`` for a deal that everybody passed, or annulled.
        :param confirmed: the fingerprint of the warnings that were confirmed.
        :param annulled: the code of the reason for which the deal was annulled.
        :raises SeatingChanged: if the answers were given for another seating.
        :raises InvalidAnswers: if the answers tell no hand that is possible here.
        :raises UnconfirmedWarnings: if there are warnings other than those confirmed.
        :raises DealRecorded: if another device has recorded this deal since :attr:`seen`.
        :raises EntryChanged: if somebody has changed the entry since.

        And see :meth:`scorekeeper.sheets.service.access.SheetAccess.record`.
        """
        self.require_current()
        if given is None:
            return self._record("hand", self._passed(annulled))
        judgment = self.judge(given)
        if judgment.errors:
            raise InvalidAnswers(judgment.errors)
        if judgment.fingerprint not in ("", confirmed):
            raise UnconfirmedWarnings
        said = answers(judgment.hand, range(self.state.players))
        return self._record("hand", {"answers": said}, judgment.hand)

    def record_penalty(
        self, column: int, points: int, reason: str = "", to: str = NOBODY
    ) -> int | None:
        """Record a penalty here; return the ``seq`` of its event.

        :param points: what the column receives; negative to take points away; 0 for a note,
            which has a reason.
        :param to: who receives the points, one of
            :func:`scorekeeper.rules.game.receivers`.
        :raises SeatingChanged: if this sheet never had the version that the caller saw.
        :raises InvalidAnswers: if there is no such column or receiver, or the points are out
            of bounds.
        :raises EntryChanged: if somebody has changed the entry since.
        """
        reason = clean(reason, REASON_LENGTH)
        if column not in range(len(self.sheet.columns_at(self.state))):
            raise InvalidAnswers([HandError("player", msg("choisissez une réponse"))])
        if abs(points) > MAX_POINTS or not (points or reason):
            bounds = msg("un nombre entier de 1 à %(most)s", most=MAX_POINTS)
            raise InvalidAnswers([HandError("points", bounds)])
        if to not in receivers(self.sheet.game.teams):
            raise InvalidAnswers([HandError("to", msg("choisissez une réponse"))])
        body = {"player": column, "points": points, "reason": reason}
        return self._record("penalty", body | ({"to": to} if to else {}))

    @abstractmethod
    def _record(self, kind: str, body: dict[str, Any], hand: AnyHand = None) -> int | None:
        """Record an entry of this kind here.

        :param hand: what the body tells, as it was judged here.
        """

    def require_current(self) -> None:
        """Refuse answers that were given for another table.

        :raises SeatingChanged: if they were.
        """
        if self.is_stale:
            raise SeatingChanged

    def _with_absent_players(self, given: Answers) -> tuple[Answers, list[HandError]]:
        """Return the answers with the players who have left the table among those sitting
        out, and the error that more play than a hand is for, if they do."""
        state, name = self.state, schema(self.sheet.game.hand).roles.get(HandRole.SITTING_OUT)
        resting = given.get(name, []) if name else None
        if name is None or not isinstance(resting, list):
            return given, []
        absent = [player for player in state.away if player not in resting]
        if absent:
            given = {**given, name: [*resting, *absent]}
        if len([player for player in state.seats if player not in resting]) <= state.active:
            return given, []
        message = msg("on joue à %(active)s : dites qui ne joue pas", active=state.active)
        return given, [HandError(name, message, missing=True)]

    def _passed(self, annulled: str) -> dict[str, Any]:
        if not (annulled or self.sheet.game.can_pass):
            first = next(iter(schema(self.sheet.game.hand).questions))
            raise InvalidAnswers([HandError(first, NO_PASS, missing=True)])
        return {"passed": True, "reason": annulled} if annulled else {"passed": True}


@dataclass
class NextTurn(Turn):
    """The place of a new entry; see :func:`next_turn`."""

    caller: Caller = NOTHING
    """What the caller knows besides :attr:`seen`."""

    def find_taken(self, seating: str | None) -> None:
        """Find out if another device has recorded the deal of a form, see :attr:`taken`.

        :param seating: the seating version that the answers were given for.
        """
        row = None if self.before or self.recorded else self._row_of_others(self.sheet)
        if row and self.sheet.seated < row.entry.id:
            self.taken, self.state = row, row.before
            if seating == self.sheet.seating_version_at(self.state):
                self.is_stale = False

    def _record(self, kind: str, body: dict[str, Any], hand: AnyHand = None) -> int:
        if kind == "penalty":
            if self.seen == LOST and not self.recorded:
                raise SeatingChanged
            return self.access.record(kind, body, key=self.key)
        if self.before:
            body["before"] = self.before.id
        if self.caller.mended:  # else a version before this one, if it is late, corrects it
            body["mended"] = self.caller.mended[-1]

        def apply(sheet: Sheet, event: Event) -> Sheet:
            is_judged_here = sheet is self.sheet and not self.recorded
            return sheet.apply(event, hand if is_judged_here else None)

        def check(sheet: Sheet) -> None:
            if row := self._row_of_others(sheet, body):
                mine, fits = _in_place_of(sheet, row, body)
                raise DealRecorded(row, mine, fits, self._known_after(sheet, row))

        try:
            return self.access.record(kind, body, key=self.key, check=check, apply=apply)
        except GameOver:  # perhaps by this deal
            check(self.access.sheet)
            raise

    def _row_of_others(self, sheet: Sheet, body: Body | None = None) -> Row | None:
        """Return the row of this deal, if a device has recorded it of which the caller does
        not know: the same hand wherever it stands, else the deal that the caller's is for.
        None is looked for where the caller names no version.

        :param body: what is to be recorded; without it, the same hand is not looked for.
        """
        if self.seen is None or self.seen >= sheet.version:
            return None
        before = self._seen_entries(sheet)
        known = set(before)
        if any(row.entry.id not in known for row in sheet.hands):
            known |= self._known_entries()
        if body:
            identifying = schema(sheet.game.hand).identifying
            for row in sheet.hands:
                if row.entry.id not in known and row.entry.is_same_hand(body, identifying):
                    return row
        rows = sheet.rows_before(self.before.id) if self.before else sheet.rows
        deals = _dealt_after(before, rows) if self.seen else sheet.hands[-1:]
        deals = [row for row in deals if row.entry.id not in known]
        ahead = self.caller.ahead if self.seen and not self.before else 0
        return deals[ahead] if ahead < len(deals) else None

    def _known_after(self, sheet: Sheet, row: Row) -> Row | None:
        """Return the first hand after this one of which the caller knows."""
        known = self._known_entries()
        later = (other for other in sheet.hands if other.number > row.number)
        return next((other for other in later if other.entry.id in known), None)

    def _seen_entries(self, sheet: Sheet) -> set[int]:
        """Return the entries that counted when the caller saw the sheet."""
        if not self.seen:
            return set()
        rows = [row for row in sheet.rows if row.entry.id <= self.seen]
        if any(row.entry.changed > self.seen for row in rows):  # perhaps restored since
            rows = list(self.access.state_at(self.seen).rows)
        return {row.entry.id for row in rows}

    def _known_entries(self) -> set[int]:
        """Return the entries that :attr:`Caller.known` names, of those that are new to the
        caller; a correction stands for its hand."""
        journal, sheet_id = self.access.repository.journal, self.access.sheet_id
        events = {event.seq: event for event in self.access.events(after=self.seen or 0)}
        heads = {event.etag: event.seq for event in events.values()}
        found = (
            heads.get(name) if "_" in name else journal.seq_of_key(sheet_id, name)
            for name in self.caller.known
        )
        return {events[seq].body.get("entry", seq) for seq in found if seq in events}


class EntryTurn(Turn):
    """The place of an entry, removed or not; see :func:`turn_of`. Here :attr:`seen` is the
    last event about it that the caller saw."""

    entry: Entry

    def _record(self, kind: str, body: dict[str, Any], hand: AnyHand = None) -> int | None:
        """Replace what the entry records; a removed one is put back with it."""
        entry = self.entry
        kept = ("before", "mended", "note")
        body |= {name: entry.body[name] for name in kept if name in entry.body}
        change = {"entry": entry.id, "body": body}
        if body == entry.body and not entry.removed:
            return self.access.recorded_before("corrected", change, self.key)
        check = self._check_seen(
            0 if self.seen is None and entry.removed else self.seen, change
        )
        seq = self.access.record("corrected", change, key=self.key, check=check)
        corrected = self.access.sheet.entry(entry.id)
        if corrected and corrected.removed and corrected.revision == seq:
            seq = self.access.record("restored", {"entry": entry.id})
        return seq  # removed since by somebody else, where the same key was sent again

    def revert(self, version: int) -> int | None:
        """Correct the entry to what it was in an earlier version of the sheet; see
        :meth:`record`.

        :raises UnknownEntry: if the sheet has no such version, or did not have the entry.
        """
        is_earlier = 0 < version < self.sheet.version
        former = self.access.state_at(version).entry(self.entry.id) if is_earlier else None
        if former is None:
            raise UnknownEntry(self.entry.id)
        return self._record(former.kind, {**former.body})

    def remove(self) -> int | None:
        """Take the entry off the sheet; the journal keeps it. Return the ``seq`` of the event;
        nothing if the entry was removed already.

        :raises EntryChanged: if somebody has changed the entry since.
        """
        body, check = {"entry": self.entry.id}, self._check_seen(self.seen)
        return self._change("removed", body, self.entry.removed, check=check)

    def restore(self, known: Iterable[int] = ()) -> int | None:
        """Put the removed entry back in its place. Return the ``seq`` of the event; nothing if
        it was not removed.

        :param known: the other hands that the caller was asked about.
        :raises EntryChanged: if this sheet never had the version that the caller saw.
        :raises DealRecorded: if a hand that has never counted beside it is equal to it, or in
            its place.
        """
        id, access = self.entry.id, self.access

        def apply(sheet: Sheet, event: Event) -> Sheet:
            restored = sheet.apply(event)
            mine = restored.row(id)
            if mine and (row := _recorded_instead(access, mine, known)):
                raise DealRecorded(row, mine)
            return restored

        return self._change("restored", {"entry": id}, not self.entry.removed, apply=apply)

    def annotate(self, note: str) -> int | None:
        """Write a line about the hand, in the place of the one that it has; empty to remove
        that. Return the ``seq`` of the event; nothing if that is its note already.

        :raises UnknownEntry: if it is removed.
        :raises EntryChanged: if somebody has changed the entry since.
        """
        entry, text = self.entry, clean(note, NOTE_LENGTH)
        if entry.removed:
            raise UnknownEntry(entry.id)
        body = {"entry": entry.id, "note": text}
        check = self._check_seen(self.seen)
        return self._change("annotated", body, text == entry.note, check=check)

    def _change(self, kind: str, body: Body, is_done: bool, **how: Any) -> int | None:
        """Record a change of the entry, unless it is as that says already."""
        if not is_done and self.seen != LOST:
            return self.access.record(kind, body, key=self.key, **how)
        earlier = self.access.recorded_before(kind, body, self.key)
        if earlier is None and self.seen == LOST:
            raise EntryChanged(self.entry)
        return earlier

    def _check_seen(self, seen: int | None, change: Body | None = None) -> Check:
        """Return the check that the entry is as the caller has seen it.

        :param change: the correction, where it is one.
        """
        id = self.entry.id

        def check(sheet: Sheet) -> None:
            entry = sheet.entry(id)
            if entry and seen not in (None, entry.revision):
                proposed = _with_correction(sheet, change) if change else None
                raise EntryChanged(entry, proposed)

        return check


def next_turn(
    access: SheetAccess,
    *,
    key: str = "",
    head: str = "",
    before: int | None = None,
    seating: str | None = None,
    caller: Caller = NOTHING,
) -> NextTurn:
    """Return the place of a new entry: the end of the sheet, or before another one.

    The journal is not asked for the key if nobody has written since the caller saw the sheet.

    :param head: the version of the sheet that the caller saw; without it, deals entered twice
        are not looked for.
    :param before: the entry before which a forgotten hand is inserted; the end, if absent.
    :param seating: the seating version that the answers were given for.
    :raises WriteForbidden: if the access may only read.
    :raises UnknownEntry: if there is no entry ``before``.
    """
    access.require_write()
    sheet = access.sheet
    place = sheet.entry(before) if before else None
    if before and not place:
        raise UnknownEntry(before)
    seen = version_of(access, head)
    is_current = seating in (None, sheet.seats_version, sheet.seating_version)
    earlier = None
    if key and not (is_current and seen == sheet.version):
        seq = access.repository.journal.seq_of_key(access.sheet_id, key)
        earlier = sheet.entry(seq) if seq else None
    at = earlier or place
    state = sheet.state_before(at.id) if at else sheet.state
    if seen == LOST:  # what named the place or the seats may be the lost events
        may_be_others = sheet.table_of and not sheet.hands  # opened anew, perhaps redrawn
        has_moved = bool(place or sheet.seated or may_be_others or not is_current)
    else:
        has_moved = not (place or is_current)
    is_stale = has_moved and not earlier
    return NextTurn(
        access, sheet, state, key, seen, None, place, earlier, None, is_stale, caller
    )


def turn_of(
    access: SheetAccess,
    entry_id: int,
    *kinds: str,
    key: str = "",
    seen: str = "",
    head: str = "",
) -> EntryTurn:
    """Return the place of an entry, removed or not.

    As many play there as played the recorded hand, where those were more than usual.

    :param kinds: the kinds it may have, ``hand`` or ``penalty``; a hand, if absent.
    :param seen: the last event about the entry that the caller knows of; without it, the
        caller is taken to know the entry as it is, if it is not removed.
    :param head: the version of the sheet that the caller saw.
    :raises WriteForbidden: if the access may only read.
    :raises UnknownEntry: if there is no such entry.
    """
    access.require_write()
    sheet, entry = access.sheet, access.sheet.entry(entry_id)
    if entry is None or entry.kind not in (kinds or ("hand",)):
        raise UnknownEntry(entry_id)
    state, row = sheet.state_before(entry.id), sheet.row(entry.id)
    if row and row.hand:
        playing = state.players - len(sitting_out(row.hand))
        state = state._replace(active=max(state.active, playing))
    last = number_of(seen, 7)
    is_lost = version_of(access, head) == LOST
    is_lost |= bool(seen) and not 0 < (last or 0) <= sheet.version
    return EntryTurn(access, sheet, state, key, LOST if is_lost else last, entry)


def version_of(access: SheetAccess, head: str) -> int | None:
    """Return the version of a sheet that a caller saw, :data:`LOST` if the sheet never had
    it, as one that is malformed; nothing if the caller says none.

    :param head: as a form posts it.
    """
    if not head:
        return None
    return access.holds(head) or LOST


def _recorded_instead(access: SheetAccess, mine: Row, known: Iterable[int]) -> Row | None:
    """Return the row of a hand that may be one put back: the same hand wherever it stands,
    else the one in its place. None is one that has counted beside it, or is known."""
    if not mine.dealt:
        return None
    sheet, beside = access.sheet, _counted_beside(access.events(), mine.entry.id).union(known)
    others = [row for row in sheet.hands if row.entry.id not in beside]

    def place(row: Row) -> int:
        return row.number - sum(other.number < row.number for other in others)

    identifying = schema(sheet.game.hand).identifying
    same = (row for row in others if row.entry.is_same_hand(mine.entry.body, identifying))
    in_place = (row for row in others if place(row) == place(mine))
    return next(chain(same, in_place), None)


def _counted_beside(events: Iterable[Event], entry_id: int) -> set[int]:
    """Return the entries that have counted while this one did."""
    counted, beside = set[int](), set[int]()
    for event in events:
        entry = event.body.get("entry", event.seq)
        if event.kind == "removed":
            counted.discard(entry)
        elif event.kind in ("restored", *NEW_ENTRIES):
            counted.add(entry)
        if entry_id in counted:
            beside |= counted
    return beside


def annotate_sheet(access: SheetAccess, note: str, *, key: str = "", seen: int) -> int | None:
    """Write a line about the evening, in the place of the one that it has; empty to remove
    that. Return the ``seq`` of the event; nothing if that is its note already.

    :param seen: :attr:`Sheet.annotated` as the caller saw it.
    :raises VersionConflict: if somebody has written it since.
    """
    body = {"note": clean(note, NOTE_LENGTH)}
    earlier = access.recorded_before("annotated", body, key)
    if earlier is not None or body["note"] == access.sheet.note:
        return earlier

    def check(sheet: Sheet) -> None:
        if sheet.annotated != seen:
            raise VersionConflict

    return access.record("annotated", body, key=key, check=check)


def _dealt_after(entries: set[int], rows: Sequence[Row]) -> list[Row]:
    """Return the deals among rows that follow all of these entries."""
    last = takewhile(lambda row: row.entry.id not in entries, reversed(rows))
    return [row for row in last if row.dealt][::-1]


def _in_place_of(sheet: Sheet, row: Row, body: Body) -> tuple[Row | None, bool]:
    """Return the row of a hand in the place of another one, and True; where it cannot have
    been played there, its row at the end of the sheet, if it can be that, and False."""
    with suppress(HandError):
        change = {"entry": row.entry.id, "body": body}
        return _with_correction(sheet, change).row(row.entry.id), True
    with suppress(HandError):
        return sheet.apply(Event(sheet.version + 1, "hand", body)).rows[-1], False
    return None, False


def _with_correction(sheet: Sheet, change: Body) -> Sheet:
    """Return the sheet with this correction, the entry counted."""
    corrected = sheet.apply(Event(sheet.version + 1, "corrected", change))
    return corrected.apply(Event(sheet.version + 2, "restored", change))
