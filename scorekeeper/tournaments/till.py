"""The till (*caisse*): who pays to take part, who has paid, what is still owed.

Each who is ranked pays, a player or a team at once; who was registered and never came owes
nothing. A payment is written to the people of a team in equal parts.
"""

from collections.abc import Collection
from typing import NamedTuple

from scorekeeper.streams.events import Body
from scorekeeper.tournaments.people import require_people
from scorekeeper.tournaments.tournament import Tournament


class Account(NamedTuple):
    """The fee of one who is ranked."""

    people: tuple[int, ...]
    """Those of a team who have a name, or a player."""
    paid: int
    """In cents."""
    due: int
    """What is still to be paid, in cents."""
    over: int
    """What was paid beyond the fee, as it is once that was lowered, in cents."""


class Till(NamedTuple):
    """All that was paid, and by whom something is still owed."""

    accounts: tuple[Account, ...]
    """Of everybody who came, or paid."""

    @property
    def paid(self) -> int:
        """All that was paid, in cents."""
        return sum(account.paid for account in self.accounts)

    @property
    def due(self) -> int:
        """All that is still owed, in cents."""
        return sum(account.due for account in self.accounts)

    @property
    def over(self) -> int:
        """All that was paid beyond the fee, in cents."""
        return sum(account.over for account in self.accounts)


def account(tournament: Tournament, people: Collection[int]) -> Account:
    """Return what the people of a team, or a player, have paid and owe."""
    paid = sum(tournament.paid.get(n, 0) for n in people)
    named = tuple(n for n in people if tournament.person(n).name)
    left = tournament.regulations.entry - paid
    return Account(named, paid, max(left, 0), max(-left, 0))


def till(tournament: Tournament) -> Till:
    """Return the till as it stands."""
    seated = {n for round in tournament.rounds for n in (*round.seated, *round.exempt)}
    if tournament.regulations.seats_teams:
        seated = {n for team in seated for n in tournament.teams[team]}
    came = tournament.here | seated | tournament.paid.keys()
    payers = map(tournament.members, tournament.ranked)
    return Till(tuple(account(tournament, people) for people in payers if came & {*people}))


def pay(tournament: Tournament, people: Collection[int]) -> Body | None:
    """Note that people have paid what they owe; None if they owe nothing.

    :param people: of one or of several who are ranked: where one of a team is named, the
        whole team has paid.
    :raises UnknownEntry: if there is nobody of one of these numbers.
    """
    require_people(tournament, people)
    paid = []
    for payers in map(tournament.members, tournament.ranked):
        owes = account(tournament, payers)
        if owes.people and owes.due and not {*people}.isdisjoint(payers):
            part, rest = divmod(owes.due, len(owes.people))
            for place, n in enumerate(owes.people):
                before = tournament.paid.get(n, 0)
                paid.append([n, before + part + rest * (place == 0)])
    return {"paid": paid} if paid else None


def take_back(tournament: Tournament, people: Collection[int]) -> Body | None:
    """Take back what people have paid, as a wrong tap; None if they have not."""
    paid = [[n, 0] for n in sorted({*people} & tournament.paid.keys())]
    return {"paid": paid} if paid else None
