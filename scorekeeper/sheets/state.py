"""The state of a sheet between two entries: seats, dealer and totals."""

from operator import add
from typing import NamedTuple

from scorekeeper.rules.score import GOING_ON, NOTHING_HELD, End, Held, Points


class State(NamedTuple):
    """The state of a sheet between two entries; players and columns are numbers."""

    seats: tuple[int, ...]
    """The players at the table, in the order of the deal."""
    active: int
    """The number of players in one hand; the others sit out in turn."""
    dealer: int
    """The dealer of the next hand."""
    players: int
    """The number of players who have ever sat at the table."""
    totals: Points
    """The sum of the hands, by column."""
    penalties: Points
    """The sum of the penalties, by column, and of what it received of others' penalties."""
    hands: int = 0
    """The number of hands that count, passed deals included."""
    played: int = 0
    """The number of deals played, without those passed, annulled or dealt again."""
    held: Held = NOTHING_HELD
    """Points left on the table."""
    accounted: int | None = 0
    """The sum of the hands' accounts; absent once a hand has none."""
    end: End = GOING_ON

    @property
    def standing(self) -> Points:
        """The running total of each column, penalties included."""
        return tuple(map(add, self.totals, self.penalties))

    @property
    def next_deal(self) -> int:
        """The number of the next deal among those that count for a game of so many."""
        return self.played + 1

    @property
    def total(self) -> int:
        """The sum of the hands over all columns."""
        return sum(self.totals)

    @property
    def discrepancy(self) -> int | None:
        """The totals and held points minus the sum of the accounts: 0 if the sheet adds up;
        absent where no rule fixes that sum."""
        if self.accounted is None:
            return None
        return self.total + self.held.total - self.accounted

    @property
    def first_to_speak(self) -> int:
        """The player who speaks first in the next hand, and leads."""
        return self.after_dealer(self.sitting_out)

    def after_dealer(self, out: tuple[int, ...]) -> int:
        """Return the player after the dealer, of those who do not sit out; the dealer where
        a form has everybody sit out."""
        place = self.seats.index(self.dealer) + 1
        order = self.seats[place:] + self.seats[:place]
        return next((player for player in order if player not in out), self.dealer)

    @property
    def sitting_out(self) -> tuple[int, ...]:
        """The players who sit out the next hand: the dealer, and others evenly spread.

        Rule: FFT 2012, p. 12: the dealer deals to the others and does not play.
        """
        spare = len(self.seats) - self.active
        if spare <= 0:
            return ()
        dealer, count = self.seats.index(self.dealer), len(self.seats)
        return tuple(self.seats[(dealer + n * count // spare) % count] for n in range(spare))

    @property
    def away(self) -> tuple[int, ...]:
        """The players who have a column and have left the table."""
        return tuple([n for n in range(self.players) if n not in self.seats])

    @property
    def absent_columns(self) -> tuple[int, ...]:
        """The columns of players who have left the table; none where the columns are teams."""
        return self.away if len(self.totals) == self.players else ()

    def with_dealer_of(self, sitting_out: tuple[int, ...]) -> "State":
        """Return the state with the dealer that follows from who sits out a hand.

        The *mort* deals: a dealer who plays the hand did not deal it, but the next in order
        among those who sit out.

        Rule: FFT 2012, p. 12.
        """
        out = [n for n in self.seats if n in sitting_out]
        if len(self.seats) <= self.active or not out or self.dealer in out:
            return self
        dealer, count = self.seats.index(self.dealer), len(self.seats)
        return self._replace(
            dealer=min(out, key=lambda n: (self.seats.index(n) - dealer) % count)
        )

    def dealer_among(self, seats: tuple[int, ...]) -> int:
        """Return the next dealer among these seats: the same player, or the next who stays."""
        dealer = self.seats.index(self.dealer)
        order = self.seats[dealer:] + self.seats[:dealer]
        return next((n for n in order if n in seats), seats[0])

    def next_dealer(self, passed: bool) -> int:
        """Return the dealer after this hand.

        :param passed: True if nobody took: everybody passed, or a petit sec annulled the deal.

        Rule: FFT 2012, p. 5: the next in order, after these too; p. 12: with a *mort* the
        same player deals again until somebody takes.
        """
        if passed and len(self.seats) > self.active:
            return self.dealer
        return self.seats[(self.seats.index(self.dealer) + 1) % len(self.seats)]
