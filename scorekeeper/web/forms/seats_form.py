"""The seats as a form: who sits where, who deals, how many play a hand.

The same form opens a sheet and changes a table in mid-evening. Its buttons (up, down,
leave, one more) are answered by the server, so that it works without a script.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Game
from scorekeeper.sheets.names import NAME_LENGTH, clean
from scorekeeper.sheets.sheet import Sheet

MOST = 20
"""Most chairs that a form is read for; a table has fewer, and says so."""


MOVES = ("up", "out", "back", "known", "more")
"""The buttons that move chairs; at a settled table they do nothing."""

USUAL = 4
"""Chairs around most tables."""


@dataclass
class Seat:
    """One chair: the name typed, and the column of a player who already has one."""

    name: str = ""
    number: int | None = None


@dataclass
class Seats:
    """The chairs around a table, as a form shows and sends them."""

    game: Game
    chairs: list[Seat]
    dealer: int = 0
    """The chair of the dealer."""
    active: int | None = None
    """How many play one hand; as many as can, if not said."""
    names: Sequence[str] = ()
    """Everybody who already has a column."""
    errors: list[Message] = field(default_factory=list)
    changed_totals: bool = False
    """Whether a chair was moved, and nothing sent yet."""

    @classmethod
    def suggested(cls, game: Game, names: Sequence[str] = ()) -> "Seats":
        """The chairs of a new sheet: for these players if they are as many as can play,
        else empty."""
        seats = cls(game, [Seat(name) for name in names if len(names) in game.seats])
        seats._as_many_as_play()
        return seats

    @classmethod
    def of(cls, sheet: Sheet) -> "Seats":
        """The chairs of a sheet as it stands."""
        state = sheet.state
        chairs = [Seat(sheet.names[n], n) for n in state.seats]
        everybody = min(len(chairs), sheet.game.active[-1])
        active = None if state.active == everybody else state.active
        return cls(sheet.game, chairs, state.seats.index(state.dealer), active, sheet.names)

    @classmethod
    def sent(
        cls, form: "MultiDict[str, str]", game: Game, names: Sequence[str] = ()
    ) -> "Seats":
        """The chairs as a form sent them, moved as it asked.

        :param names: everybody who already has a column.
        """
        if game.fixed_seats and names:
            form = MultiDict((k, v) for k, v in form.items(multi=True) if k not in MOVES)
        typed = [clean(name, NAME_LENGTH) for name in form.getlist("name")]
        numbers = [_number(text, len(names)) for text in form.getlist("number")]
        numbers += [None] * (len(typed) - len(numbers))
        chairs = [
            Seat(name, None if number in numbers[:place] else number)
            for place, (name, number) in enumerate(zip(typed, numbers, strict=False))
        ][:MOST]
        dealer = _number(form.get("dealer", ""), len(chairs)) or 0
        active = _number(form.get("active", "") if _spare(game) else "", game.active[-1] + 1)
        seats = cls(game, chairs, dealer, active if active in game.active else None, names)
        seats._move(form)
        return seats

    def _move(self, form: Mapping[str, str]) -> None:
        chairs, dealer = self.chairs, self.chairs[self.dealer] if self.chairs else None
        up = _number(form.get("up", ""), len(chairs))
        out = _number(form.get("out", ""), len(chairs))
        back = _number(form.get("back", ""), len(self.names))
        known = clean(form.get("known", ""), NAME_LENGTH)
        if up:
            chairs[up - 1 : up + 1] = chairs[up], chairs[up - 1]
        elif out is not None:
            del chairs[out]
        elif back is not None:
            self._sit(Seat(self.names[back], back))
        elif known:
            self._sit(Seat(known))
        elif "more" in form:
            self._sit(Seat())
        elif "choose" in form:
            self._as_many_as_play()
        else:
            return
        self.changed_totals = True
        self.dealer = next((n for n, chair in enumerate(chairs) if chair is dealer), 0)

    def _as_many_as_play(self) -> None:
        """Chairs for another game: empty ones come and go, names stay."""
        low, high = self.game.seats[0], self.game.seats[-1]
        while len(self.chairs) < max(low, min(USUAL, high)):
            self.chairs.append(Seat())
        while len(self.chairs) > high and any(not chair.name for chair in self.chairs):
            self.chairs.remove(next(chair for chair in self.chairs[::-1] if not chair.name))

    def _sit(self, seat: Seat) -> None:
        free = [n for n, chair in enumerate(self.chairs) if not chair.name]
        if seat.name and free:
            self.chairs[free[0]] = seat
        elif len(self.chairs) < self.game.seats[-1]:
            self.chairs.append(seat)

    @property
    def fixed_seats(self) -> bool:
        """Whether only names and the dealer may change."""
        return self.game.fixed_seats and bool(self.names)

    @property
    def sized(self) -> bool:
        """Whether there are as many chairs as the game has, no more and no less."""
        return len(self.game.seats) == 1 and len(self.chairs) == self.game.seats[0]

    @property
    def spare(self) -> bool:
        """Whether more may sit at this table than play a hand."""
        return _spare(self.game)

    @property
    def full(self) -> bool:
        """Whether nobody more can sit down."""
        return len(self.chairs) >= self.game.seats[-1]

    @property
    def away(self) -> list[tuple[int, str]]:
        """Who has a column and no chair any more."""
        seated = [chair.number for chair in self.taken]
        return [(n, name) for n, name in enumerate(self.names) if n not in seated]

    @property
    def taken(self) -> list[Seat]:
        """The chairs with a name."""
        return [chair for chair in self.chairs if chair.name]

    def check(self) -> None:
        """Say what cannot be, in :attr:`errors`."""
        low, high = self.game.seats[0], self.game.seats[-1]
        if self.fixed_seats and [chair.number for chair in self.taken] != list(
            range(len(self.names))
        ):
            self._wrong(msg("à ce jeu, la table ne change pas en cours de feuille"))
        if not low <= len(self.taken) <= high:
            self._wrong(
                msg("il faut %(n)s joueurs", n=high)
                if low == high
                else msg("il faut de %(low)s à %(high)s joueurs", low=low, high=high)
            )
        names = [chair.name for chair in self.taken] + [name for _, name in self.away]
        for name in sorted({name for name in names if names.count(name) > 1}):
            self._wrong(msg("deux joueurs s'appellent %(name)s", name=name))
        if len(names) > high and not self.game.fixed_seats:
            self._wrong(msg("une feuille a %(high)s colonnes au plus", high=high))
        if self.active and self.active > len(self.taken):
            self._wrong(
                msg("pour jouer à %(active)s, il manque des joueurs", active=self.active)
            )
        if self.taken and not self.chairs[self.dealer].name:
            self._wrong(msg("le donneur est une chaise vide"))

    def _wrong(self, message: Message) -> None:
        self.errors.append(message)

    def body(self) -> dict[str, Any]:
        """What the journal keeps of these chairs, once they are checked."""
        names = list(self.names)
        seats = []
        for chair in self.taken:
            if chair.number is None:
                seats.append(len(names))
                names.append(chair.name)
            else:
                seats.append(chair.number)
                names[chair.number] = chair.name
        dealer = seats[self.taken.index(self.chairs[self.dealer])]
        active = self.active or min(len(seats), self.game.active[-1])
        return {"names": names, "seats": seats, "active": active, "dealer": dealer}


def _spare(game: Game) -> bool:
    return game.seats[-1] > game.active[-1]


def _number(text: str, below: int) -> int | None:
    """A number of a row that the form has, or nothing."""
    codes = {str(n): n for n in range(below)}
    return codes.get(text)
