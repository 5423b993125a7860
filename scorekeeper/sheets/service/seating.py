"""Changing the table in the middle of an evening: who sits where, who deals, how many play."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.answers import HandError
from scorekeeper.rules.game import Game
from scorekeeper.sheets.names import folded
from scorekeeper.sheets.service.errors import InvalidAnswers, SeatingChanged
from scorekeeper.sheets.service.turns import LOST, NextTurn
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.streams.base import KeyReused


class Seating(NamedTuple):
    """The players around a table."""

    names: tuple[str, ...]
    """Everybody with a column, those who left included."""
    seats: tuple[int, ...]
    """The players at the table, as places in ``names``, in the order of the deal."""
    dealer: int
    """The dealer of the next hand, as a place in ``names``."""
    active: int | None = None
    """Number of players in one hand; as many as can play, if absent."""

    def body(self, game: Game) -> dict[str, Any]:
        """Return the part of an event's body that records this."""
        return {
            "names": list(self.names),
            "seats": list(self.seats),
            "active": self.active or min(len(self.seats), game.active[-1]),
            "dealer": self.dealer,
        }


def seating_of(sheet: Sheet) -> Seating:
    """Return the seating of a sheet as it stands."""
    state = sheet.state
    return Seating(sheet.names, state.seats, state.dealer, state.active)


def seating_errors(game: Game, seating: Seating, named: Sequence[str] = ()) -> list[Message]:
    """Return the errors of a seating; none if it is possible.

    :param named: everybody who has a column already.
    """
    low, high = game.seats[0], game.seats[-1]
    names, seats = seating.names, seating.seats
    errors = []
    if game.fixed_seats and named and seats != tuple(range(len(named))):
        errors.append(msg("à ce jeu, la table ne change pas en cours de feuille"))
    if not low <= len(seats) <= high:
        errors.append(_wrong_number(game, low, high))
    before, after = Counter(map(folded, named)), Counter(map(folded, names))
    twice = {name for name in names if after[folded(name)] > max(1, before[folded(name)])}
    for name in sorted({folded(name): name for name in twice}.values()):
        errors.append(
            msg("deux tables s'appellent %(name)s", name=name)
            if game.board
            else msg("deux joueurs s'appellent %(name)s", name=name)
        )
    if len(names) > high and not game.fixed_seats:
        errors.append(msg("une feuille a %(high)s colonnes au plus", high=high))
    if seating.active and seating.active > len(seats):
        errors.append(
            msg("pour jouer à %(active)s, il manque des joueurs", active=seating.active)
        )
    if seats and seating.dealer not in seats:
        errors.append(msg("le donneur est une chaise vide"))
    return errors


def _wrong_number(game: Game, low: int, high: int) -> Message:
    if game.board:
        return msg("il faut de %(low)s à %(high)s tables", low=low, high=high)
    if low == high:
        return msg("il faut %(n)s joueurs", n=high)
    return msg("il faut de %(low)s à %(high)s joueurs", low=low, high=high)


def require_seen(turn: NextTurn, seating: str | None, dealer: int | None) -> None:
    """Refuse a seating that was chosen in view of another one.

    :param seating: the seating version that the caller saw, if it says so.
    :param dealer: who was to deal then, if it says so.
    :raises SeatingChanged: if the seating or the dealer is another by now, or a name was
        replaced or erased: it does not come back.
    """
    sheet = turn.sheet
    is_seen = turn.seen is None or turn.seen >= max(sheet.columns_since, LOST + 1)
    is_same = seating in (None, sheet.seating_version)
    if not is_seen or not is_same or dealer not in (None, sheet.state.dealer):
        raise SeatingChanged


def change_seating(
    turn: NextTurn, seating: Seating, *, seen: str | None = None, dealer: int | None = None
) -> int | None:
    """Record another seating, from the next hand on. Return the ``seq`` of the event; nothing
    if everybody sits there already.

    :param seen: the seating version that the caller saw.
    :param dealer: who was to deal when the caller saw the sheet.
    :raises SeatingChanged: if the seating or the dealer is another by now.
    :raises InvalidAnswers: if the seating is impossible.
    :raises scorekeeper.streams.base.KeyReused: if the key recorded something else.
    """
    sheet = turn.sheet
    if turn.recorded:
        if turn.recorded.kind != "seated":
            raise KeyReused(turn.key)
        return turn.recorded.id
    require_seen(turn, seen, dealer)
    errors = seating_errors(sheet.game, seating, sheet.names)
    if errors:
        raise InvalidAnswers([HandError("seats", error) for error in errors])
    body = seating.body(sheet.game)
    if body == seating_of(sheet).body(sheet.game):
        return None
    if seating.dealer == sheet.state.dealer:
        del body["dealer"]  # nobody chose another: the deal goes on following the hands
    return turn.access.record("seated", body, key=turn.key)
