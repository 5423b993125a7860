"""The links of a tournament: one for each role, and a code for each table.

The token of the organizer gives the *room key* of the evening, one way. Of that key follow the
links of the helpers and of everybody, the codes on the cards of the tables, and the tokens of
the sheets. The ``announced`` event holds the key: whoever reads the database can write on the
sheets of the evening, as its operator can anyway, and cannot act as its organizer. The same
organizer's token on another machine gives the same links, so that cards on the tables and
phones go on where a machine takes over
(``tests/tournaments/service/test_tournament_tokens.py``).
"""

import hmac
from collections.abc import Mapping
from enum import StrEnum

from scorekeeper.streams.base import token_from_digest

CODE_LENGTH = 12
"""Characters of the code of a table, six bits each."""

PREFIX = "tournament/"
"""Stands before the tokens of a tournament in a journal."""


class Role(StrEnum):
    """The rights of a token, by its first letter."""

    ORGANIZER = "o"
    """Everything."""
    DESK = "d"
    """To type and to accept the results of tables, to run the clock."""
    CHECK_IN = "c"
    """To register people and to check them in."""
    REFEREE = "a"
    """To give penalties, to decide results, and to look into the sheets of tables."""
    READING = "r"
    """To see what is published."""
    TABLE = "t"
    """To accept the result of one table; of no token, see
    :meth:`~scorekeeper.tournaments.service.access.TournamentRepository.of_sheet`."""


HELPERS = (Role.DESK, Role.CHECK_IN, Role.REFEREE)

MAY_RECORD: Mapping[Role, frozenset[str]] = {
    Role.DESK: frozenset({"slip", "timed", "answered", "unranked"}),
    Role.CHECK_IN: frozenset(
        {"enrolled", "paired", "renamed", "attending", "paid", "unranked"}
    ),
    Role.REFEREE: frozenset({"slip", "fined", "unfined", "timed", "answered"}),
    Role.TABLE: frozenset({"slip", "called", "answered"}),
}
"""The kinds of event that a role records; an organizer all, a reader none."""


def organizer_token(derived: str) -> str:
    """Return the token of an organizer with these 22 characters."""
    return Role.ORGANIZER + derived


def role_of(token: str) -> Role:
    """Return the role that a token claims, which the journal vouches for.

    >>> role_of("d" + "x" * 22)
    <Role.DESK: 'd'>
    """
    claims = (role for role in (Role.ORGANIZER, *HELPERS) if token.startswith(role))
    return next(claims, Role.READING) if len(token) == 23 else Role.READING


def room_key(organizer: str) -> str:
    """Return the room key that follows from the token of an organizer."""
    return _derived(organizer, "room")


def token_of(room: str, role: Role) -> str:
    """Return the token of a helper, or of everybody.

    :param room: the room key.
    """
    return role + _derived(room, f"role {role}")


def card_code(room: str, table: int) -> str:
    """Return the code on the card of a table, without which nobody writes on its sheets."""
    return _derived(room, f"card {table}")[:CODE_LENGTH]


def sheet_token(room: str, round: int, table: int, seats: int) -> str:
    """Return the token that writes the sheet of a table in a round, open or not.

    :param seats: how many sit there: a sheet stays with its table as long as that is so.
    """
    return _derived(room, f"sheet {round} {table} {seats}")


def journal_tokens(organizer: str) -> dict[str, bool]:
    """Return the tokens of a tournament as a journal knows them, and whether each may
    write."""
    room = room_key(organizer)
    tokens = {token_of(room, role): True for role in HELPERS}
    tokens |= {organizer: True, token_of(room, Role.READING): False}
    return {PREFIX + token: may_write for token, may_write in tokens.items()}


def _derived(key: str, purpose: str) -> str:
    return token_from_digest(hmac.digest(key.encode(), purpose.encode(), "sha256")[:16])
