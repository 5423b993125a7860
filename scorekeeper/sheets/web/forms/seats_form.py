"""The form of the seats: who sits where, who deals, how many play a hand.

The same form opens a sheet and changes the table in the middle of an evening. Its buttons (up,
out, one more) are answered by the server, so that it works without JavaScript.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Self

from werkzeug.datastructures import MultiDict

from scorekeeper.i18n.messages import Message, Translate, render
from scorekeeper.rules.game import Game
from scorekeeper.sheets.names import NAME_LENGTH, PLAYER, clean
from scorekeeper.sheets.service.seating import Seating, seating_errors
from scorekeeper.sheets.sheet import Sheet

MAX_SEATS = 60
"""Most seats that a form is read for; a sheet has fewer, and says so."""

MOVES = ("up", "down", "out", "back", "known", "more")
"""The buttons that move seats; ignored where the seats of a sheet are fixed."""

MOVES_OF_ONE = ("up", "down", "out")
"""The buttons beside each seat, which name it."""

USUAL_SEATS = 4
"""Seats around most tables."""


@dataclass
class SeatRow:
    """One seat: the name typed, and the column of a player who has one already."""

    name: str = ""
    number: int | None = None


@dataclass
class SeatsForm:
    """The seats around a table, as the form shows and posts them."""

    game: Game
    seats: list[SeatRow]
    dealer: int = 0
    """The dealer, as a place in ``seats``."""
    active: int | None = None
    """Number of players in one hand; as many as can play, if absent."""
    names: Sequence[str] = ()
    """Everybody who has a column already."""
    errors: list[Message] = field(default_factory=list)
    is_rearranged: bool = False
    """True if the form was posted by a button that moves seats: nothing is to be saved."""
    moved: int | None = None
    """The place of the seat that a button has moved: its buttons stay in view."""

    @classmethod
    def suggested(cls, game: Game, names: Sequence[str] = ()) -> Self:
        """Return the seats of a new sheet: for these players if the game is for so many, else
        empty."""
        form = cls(game, [SeatRow(name) for name in names if len(names) in game.seats])
        form._fit_game()
        form._fit_count(str(len(form.seats)))
        return form

    @classmethod
    def of(cls, sheet: Sheet) -> Self:
        """Return the seats of a sheet as it stands."""
        state = sheet.state
        seats = [SeatRow(sheet.names[n], n) for n in state.seats]
        everybody = min(len(seats), sheet.game.active[-1])
        active = None if state.active == everybody else state.active
        return cls(sheet.game, seats, state.seats.index(state.dealer), active, sheet.names)

    @classmethod
    def posted(
        cls, form: "MultiDict[str, str]", game: Game, names: Sequence[str] = ()
    ) -> Self:
        """Return the seats as a form posted them, moved by the button that posted it.

        :param names: everybody who has a column already.
        """
        if game.fixed_seats and names:
            form = MultiDict((k, v) for k, v in form.items(multi=True) if k not in MOVES)
        typed = [clean(name, NAME_LENGTH) for name in form.getlist("name")]
        numbers = [_below(text, len(names)) for text in form.getlist("number")]
        numbers += [None] * (len(typed) - len(numbers))
        seats = [
            SeatRow(name, None if number in numbers[:place] else number)
            for place, (name, number) in enumerate(zip(typed, numbers, strict=False))
        ][:MAX_SEATS]
        dealer = _below(form.get("dealer", ""), len(seats)) or 0
        typed_active = form.get("active", "") if _has_spare_seats(game) else ""
        active = _below(typed_active, game.active[-1] + 1)
        made = cls(game, seats, dealer, active if active in game.active else None, names)
        made._rearrange(form)
        made._fit_count(str(len(seats)) if names else form.get("count", str(len(made.seats))))
        return made

    def _rearrange(self, form: Mapping[str, str]) -> None:
        seats = self.seats
        dealer = seats[self.dealer] if seats else None
        up, down, out = (_below(form.get(name, ""), len(seats)) for name in MOVES_OF_ONE)
        back = _below(form.get("back", ""), len(self.names))
        name = clean(form.get("known", ""), NAME_LENGTH)
        if up:
            self.moved = _move(seats, up, up - 1)
        elif down is not None:
            self.moved = _move(seats, down, down + 1)
        elif out is not None:
            del seats[out]
        elif back is not None:
            self._come_back(back)
        elif name:
            self._sit_down(SeatRow(name))
        elif "more" in form:
            self._sit_down(SeatRow())
        elif "choose" in form:
            if self.is_counted != ("count" in form):  # players are no tables
                seats.clear()
            self._fit_game()
        elif "move" not in form:  # a page that is older than the program drags seats
            return
        self.is_rearranged = True
        self.dealer = next((n for n, seat in enumerate(seats) if seat is dealer), 0)

    def _fit_game(self) -> None:
        """Add or drop empty seats for this game; names stay, and if they are too many the form
        says so."""
        low, high = self.game.seats[0], self.game.seats[-1]
        while len(self.seats) < max(low, min(USUAL_SEATS, high)):
            self.seats.append(SeatRow())
        while len(self.seats) > high and any(not seat.name for seat in self.seats):
            self.seats.remove(next(seat for seat in self.seats[::-1] if not seat.name))
        if len(self.seats) > high:
            self.validate()

    def _fit_count(self, typed: str) -> None:
        """Have as many seats as were typed, each with its own name or the usual one, where the
        game counts them; none for what is no such number."""
        if not self.is_counted:
            return
        wanted = _below(typed, MAX_SEATS) or 0
        seats = [*self.seats, *(SeatRow() for _ in range(wanted - len(self.seats)))][:wanted]
        for place, seat in enumerate(seats, 1):
            seat.name = seat.name or str(self.usual_name(place))
        self.seats = seats

    def usual_name(self, place: int) -> Message:
        """Return the name of a seat that nobody has named, from 1."""
        return Message(self.game.column_name.text or PLAYER.text, {"n": place})

    def name_seats(self, translate: Translate) -> None:
        """Give every seat its usual name, in the language of the reader."""
        for place, seat in enumerate(self.seats, 1):
            seat.name = render(self.usual_name(place), translate)

    def _sit_down(self, seat: SeatRow) -> None:
        free = [n for n, other in enumerate(self.seats) if not other.name]
        if seat.name and free:
            self.seats[free[0]] = seat
        elif len(self.seats) < self.game.seats[-1]:
            self.seats.append(seat)

    def _come_back(self, number: int) -> None:
        """Seat a player who left again; at a full table one takes an empty seat."""
        if self.is_full:
            free = [seat for seat in self.seats if seat == SeatRow()]
            if not free:
                return
            self.seats.remove(free[0])
        self.seats.insert(self._place_of(number), SeatRow(self.names[number], number))

    def _place_of(self, number: int) -> int:
        """Return where a player who comes back sits: after the nearest of those who sat
        before, as columns are in the order of the first seats."""
        places = {seat.number: place for place, seat in enumerate(self.seats, 1)}
        return next((places[n] for n in range(number)[::-1] if n in places), 0)

    @property
    def is_fixed(self) -> bool:
        """True if only names and the dealer may change."""
        return self.game.fixed_seats and bool(self.names)

    @property
    def is_counted(self) -> bool:
        """True if the form asks how many seats there are, and their names only if somebody
        gives them one."""
        return bool(self.game.column_name.text)

    @property
    def own_names(self) -> list[str]:
        """The names of the seats; empty where it is the usual one."""
        return [
            "" if seat.name == str(self.usual_name(place)) else seat.name
            for place, seat in enumerate(self.seats, 1)
        ]

    @property
    def is_exact(self) -> bool:
        """True if the game is for exactly as many seats as there are."""
        return len(self.game.seats) == 1 and len(self.seats) == self.game.seats[0]

    @property
    def has_spare_seats(self) -> bool:
        """True if more may sit at a table of this game than play a hand."""
        return _has_spare_seats(self.game)

    @property
    def may_play(self) -> list[tuple[str, int]]:
        """The answers to how many play a hand, with their numbers; 0 for everybody."""
        most = self.game.active[-1]
        fewer = [(str(n), n) for n in self.game.active]
        return [*fewer[:-1], ("", most)] if len(self.seats) > most else [("", 0), *fewer]

    @property
    def has_names(self) -> bool:
        """True if a name was given to a seat."""
        return bool(self._taken)

    @property
    def is_full(self) -> bool:
        """True if nobody more can sit down."""
        return len(self.seats) >= self.game.seats[-1]

    @property
    def is_large(self) -> bool:
        """True if so many sit at the table that some may sit out."""
        return len(self.seats) > USUAL_SEATS

    @property
    def columns(self) -> list[int]:
        """The column of each seat, those of new players after the others."""
        new = count(len(self.names))
        numbers = [next(new) if seat.number is None else seat.number for seat in self.seats]
        return [self.game.column(number) for number in numbers]

    def away_at(self, place: int) -> list[tuple[int, str]]:
        """The players with a column and no seat any more who would come back to this place, by
        number and name."""
        seated = [seat.number for seat in self._taken]
        away = [n for n in range(len(self.names)) if n not in seated]
        return [(n, self.names[n]) for n in away if self._place_of(n) == place]

    @property
    def _taken(self) -> list[SeatRow]:
        """The seats with a name."""
        return [seat for seat in self.seats if seat.name]

    @property
    def seating(self) -> Seating:
        """The seating that the form describes; its dealer is -1 where that seat is empty."""
        names, places, dealer = list(self.names), [], -1
        for place, seat in enumerate(self.seats):
            if not seat.name:
                continue
            number = len(names) if seat.number is None else seat.number
            names[number : number + 1] = [seat.name]
            places.append(number)
            if place == self.dealer:
                dealer = number
        return Seating(tuple(names), tuple(places), dealer, self.active)

    def validate(self) -> bool:
        """Return true if the seating is possible; else :attr:`errors` says why not."""
        self.errors = seating_errors(self.game, self.seating, self.names)
        return not self.errors


def _has_spare_seats(game: Game) -> bool:
    return game.seats[-1] > game.active[-1]


def _below(text: str, limit: int) -> int | None:
    """Return a number from 0 below a limit, if the text is one in plain figures."""
    codes = {str(n): n for n in range(limit)}
    return codes.get(text)


def _move(seats: list[SeatRow], start: int, end: int) -> int:
    """Take a seat from one place to another, both from 0; return its new place."""
    seats.insert(end, seats.pop(start))
    return min(end, len(seats) - 1)
