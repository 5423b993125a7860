"""Where an evening stands between two entries: who sits, who deals, who has what."""

from typing import NamedTuple

from scorekeeper.rules.score import GOING_ON, NOTHING_HELD, End, Held, Points, add


class State(NamedTuple):
    """Where the evening stands between two entries."""

    seats: tuple[int, ...]
    """Who is at the table, in the order in which the deal passes."""
    active: int
    """How many play one hand; the others sit out in turn."""
    dealer: int
    """Who deals the next hand."""
    players: int
    """How many have ever sat at the table."""
    totals: Points
    """The sum of the hands, a column at a time."""
    penalties: Points
    """The sum of the penalties, which no other column receives."""
    hands: int = 0
    """Hands written so far, passed deals included."""
    held: Held = NOTHING_HELD
    """What is left on the table."""
    accounted: int = 0
    """What the hands have given out in all, by their accounts."""
    end: End = GOING_ON

    @property
    def standing(self) -> Points:
        """What each column has: hands and penalties."""
        return add((self.totals, self.penalties))

    @property
    def discrepancy(self) -> int:
        """By how much the columns and what is held miss what the hands gave out: 0 is the
        seal of the sheet."""
        return sum(self.totals) + self.held.total - self.accounted

    @property
    def sitting_out(self) -> tuple[int, ...]:
        """Who sits out the next hand: the dealer, and others spread around the table.

        Rule: FFT 2012, p. 12: the dealer deals to the others and does not play.
        """
        spare = max(0, len(self.seats) - self.active)
        start = self.seats.index(self.dealer)
        every = len(self.seats)
        return tuple(self.seats[(start + n * every // spare) % every] for n in range(spare))

    @property
    def away(self) -> tuple[int, ...]:
        """Who has a column and is not at the table any more."""
        return tuple(n for n in range(self.players) if n not in self.seats)

    def dealt(self, sitting_out: tuple[int, ...]) -> "State":
        """The state with the dealer that this hand tells of.

        The *mort* deals: where the dealer expected here played the hand, he did not deal
        it, and the next in order among those who sat out did.

        Rule: FFT 2012, p. 12.
        """
        out = [n for n in self.seats if n in sitting_out]
        if len(self.seats) <= self.active or not out or self.dealer in out:
            return self
        start, every = self.seats.index(self.dealer), len(self.seats)
        return self._replace(
            dealer=min(out, key=lambda n: (self.seats.index(n) - start) % every)
        )

    def dealer_among(self, seats: tuple[int, ...]) -> int:
        """Who deals next among these: the same player, or the next in order who stays."""
        start = self.seats.index(self.dealer)
        order = self.seats[start:] + self.seats[:start]
        return next((n for n in order if n in seats), seats[0])

    def next_dealer(self, passed: bool) -> int:
        """Who deals after this hand.

        Rule: FFT 2012, p. 5: the next in order, after a passed deal too; p. 12: with a
        *mort* the same player deals again until somebody takes.
        """
        if passed and len(self.seats) > self.active:
            return self.dealer
        return self.seats[(self.seats.index(self.dealer) + 1) % len(self.seats)]
