"""Adding, inserting and correcting hands."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorekeeper.i18n.messages import msg
from scorekeeper.rules.answers import HandError, answers, read, schema, sitting_out
from scorekeeper.rules.choice import Role
from scorekeeper.rules.score import Score
from scorekeeper.service.access import SheetAccess
from scorekeeper.service.entries import correct, find_entry
from scorekeeper.service.errors import (
    DuplicateHand,
    InvalidAnswers,
    SeatingChanged,
    UnconfirmedWarnings,
)
from scorekeeper.service.recording import Check, record
from scorekeeper.sheets.rows import Entry
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.sheets.state import State

NO_PASS = msg("dans ce jeu, personne ne passe")

Answers = Mapping[str, Any]
"""Answers by question, as the journal holds them: players by number. See
:func:`scorekeeper.rules.answers.read`."""


@dataclass(frozen=True)
class Evaluation:
    """Answers read and judged at one point of a sheet."""

    sheet: Sheet
    state: State
    hand: Any = None
    """The game's hand; absent where the answers tell none."""
    errors: Sequence[HandError] = ()
    """The reasons why it is impossible at this table."""
    warnings: Sequence[HandError] = ()
    """The doubts: no pack of cards can do this, and a table may still want to record it."""

    @cached_property
    def score(self) -> Score | None:
        """The score of the hand, if there is one."""
        if self.hand is None:
            return None
        return self.sheet.game.score(self.hand, self.sheet.table(self.state))

    @cached_property
    def fingerprint(self) -> str:
        """A short code of exactly these warnings, to confirm them and no others."""
        text = "\n".join(map(str, self.warnings))
        return hashlib.sha256(text.encode()).hexdigest()[:16] if self.warnings else ""

    @property
    def body(self) -> dict[str, Any]:
        """The body of the event that records the hand."""
        players = range(len(self.sheet.table(self.state).players))
        return {"answers": answers(self.hand, players)}


def evaluate(sheet: Sheet, state: State, given: Answers) -> Evaluation:
    """Read and judge answers, without recording anything.

    Players who have left the table sit out, whether the answers say so or not.

    :param state: the point of the sheet at which the hand is played.
    """
    table = sheet.table(state)
    given, errors = _with_seats(sheet, state, given)
    try:
        hand: Any = read(sheet.game.hand, given, range(len(table.players)))
    except HandError as error:
        return Evaluation(sheet, state, errors=(*errors, error))
    errors += sheet.game.errors(hand, table)
    if errors:
        return Evaluation(sheet, state, errors=errors)
    return Evaluation(sheet, state, hand, warnings=tuple(sheet.game.warnings(hand, table)))


def _with_seats(sheet: Sheet, state: State, given: Answers) -> tuple[Answers, list[HandError]]:
    """The answers with the players who have left the table among those sitting out, and the
    error that more play than a hand is for, if they do."""
    name = schema(sheet.game.hand).roles.get(Role.SITTING_OUT)
    resting = given.get(name, []) if name else None
    if name is None or not isinstance(resting, list):
        return given, []
    absent = [player for player in state.away if player not in resting]
    if absent:
        given = {**given, name: [*resting, *absent]}
    if sum(player not in resting for player in state.seats) <= state.active:
        return given, []
    message = msg("on joue à %(active)s : dites qui ne joue pas", active=state.active)
    return given, [HandError(name, message, missing=True)]


def is_seating_current(access: SheetAccess, seating: str | None) -> bool:
    """True if answers given for this seating version are for the table as it is."""
    sheet = access.sheet
    return seating in (None, sheet.seats_version, sheet.seating_version)


def recorded_entry(
    access: SheetAccess, key: str, seen: int | None, seating: str | None = None
) -> Entry | None:
    """The hand that this idempotency key has recorded already, if it has.

    The journal is not asked where nobody has written since the caller saw the sheet.
    """
    if seen == access.sheet.version and is_seating_current(access, seating):
        return None
    seq = access.repository.journal.seq_of_key(access.sheet_id, key) if key else None
    return access.sheet.entry(seq) if seq else None


def state_for_new(access: SheetAccess, before: Entry | None) -> State:
    """The point of the sheet at which a new hand is played: the end, or before an entry."""
    return access.sheet.state_before(before.id) if before else access.sheet.state


def add_hand(
    access: SheetAccess,
    given: Answers | None,
    *,
    key: str = "",
    seen: int | None = None,
    before: int | None = None,
    seating: str | None = None,
    confirmed: str = "",
    annulled: str = "",
) -> int:
    """Record one more hand; the ``seq`` of its event, which is the id of its entry.

    :param given: the answers; ``None`` for a deal that everybody passed, or that was annulled.
    :param key: the idempotency key.
    :param seen: the version of the sheet that the caller saw; without it, hands entered
        twice are not looked for.
    :param before: the entry before which a forgotten hand is inserted; the end, if absent.
    :param seating: the seating version that the answers were given for.
    :param confirmed: the fingerprint of the warnings that were confirmed.
    :param annulled: the code of the reason for which the deal was annulled before play.
    :raises UnknownEntry: if there is no entry ``before``.
    :raises SeatingChanged: if the answers were given for another seating.
    :raises InvalidAnswers: if the answers tell no hand that is possible here.
    :raises UnconfirmedWarnings: if there are warnings other than those confirmed.
    :raises DuplicateHand: if somebody has recorded the same hand since ``seen``.
    :raises scorekeeper.storage.base.KeyReused: if the key recorded another hand.

    And see :func:`scorekeeper.service.recording.record`.
    """
    access.require_write()
    place = find_entry(access, before, "hand", "penalty", "seated") if before else None
    earlier = recorded_entry(access, key, seen, seating)
    if not (place or earlier or is_seating_current(access, seating)):
        raise SeatingChanged(access.events(after=seen) if seen else ())
    state = state_for_new(access, earlier or place)
    body = _body(access.sheet, state, given, confirmed, annulled)
    if place:
        body["before"] = place.id
    return record(access, "hand", body, key=key, check=_check_duplicate(body, seen))


def correct_hand(
    access: SheetAccess,
    entry_id: int,
    given: Answers | None,
    *,
    key: str = "",
    seen: int | None = None,
    confirmed: str = "",
    annulled: str = "",
) -> int | None:
    """Replace the answers of a hand; the journal keeps those before.

    :param seen: the last event about the entry that the caller knows of.
    :returns: the ``seq`` of the event; nothing if the answers are those recorded.
    :raises UnknownEntry: if there is no such hand.
    :raises EntryChanged: if somebody has changed the hand since.

    And see :func:`add_hand`.
    """
    access.require_write()
    entry = find_entry(access, entry_id, "hand")
    body = _body(access.sheet, state_of_entry(access, entry), given, confirmed, annulled)
    if "before" in entry.body:
        body["before"] = entry.body["before"]
    if body == entry.body and not entry.removed:
        return None
    return correct(access, entry, body, key, seen)


def state_of_entry(access: SheetAccess, entry: Entry) -> State:
    """The point of the sheet at which this entry stands, or stood before it was removed.

    As many play there as played the recorded hand, where those were more than usual.
    """
    row = access.sheet.row(entry.id)
    if row is None:
        return access.sheet.state_before(entry.id)
    playing = row.before.players - len(sitting_out(row.hand)) if row.hand else 0
    return row.before._replace(active=max(row.before.active, playing))


def _body(
    sheet: Sheet, state: State, given: Answers | None, confirmed: str, annulled: str
) -> dict[str, Any]:
    """The body of a hand's event.

    :raises InvalidAnswers: if the answers tell no hand that is possible here.
    :raises UnconfirmedWarnings: if there are warnings other than those confirmed.
    """
    if given is None and not sheet.game.can_pass:
        missing = HandError(
            next(iter(schema(sheet.game.hand).questions)), NO_PASS, missing=True
        )
        raise InvalidAnswers([missing])
    if given is None:
        return {"passed": True, "reason": annulled} if annulled else {"passed": True}
    evaluation = evaluate(sheet, state, given)
    if evaluation.errors:
        raise InvalidAnswers(evaluation.errors)
    if evaluation.fingerprint not in ("", confirmed):
        raise UnconfirmedWarnings(evaluation.warnings, evaluation.fingerprint)
    return evaluation.body


def _check_duplicate(body: Mapping[str, Any], seen: int | None) -> Check:
    """The check that nobody has recorded the same hand since the caller saw the sheet."""

    def check(sheet: Sheet) -> None:
        identifying = schema(sheet.game.hand).identifying
        for row in sheet.hands_since(sheet.version if seen is None else seen):
            if row.entry.is_same_hand(body, identifying):
                raise DuplicateHand(row)

    return check
