"""The event of a duplicate sheet: its options, and what they mean for the ranking."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.games.duplicate.point_values import SHARES
from scorekeeper.games.tarot.hand import Contract
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.choice import Choice
from scorekeeper.rules.game import SEATS, Seat
from scorekeeper.rules.option import COMMON, Option, Options

CONTRACTS = (Contract.GARDE, Contract.PETITE, Contract.GARDE_SANS, Contract.GARDE_CONTRE)
"""The contracts that an event may impose: garde, p. 16; a taker of teams chooses among
three, p. 25. Petite is a house rule."""


class TriplettesLine(Choice):
    """The two lines of triplettes, who keep to theirs: one attacks, the other defends."""

    NORTH_SOUTH = "north_south", msg("Nord–Sud")
    EAST_WEST = "east_west", msg("Est–Ouest")


Lines = Mapping[Choice, tuple[Seat, ...]]
"""The lines of an event, each with its seats: who is ranked once."""

LINES: Mapping[str, Lines] = {
    "individual": {seat: (seat,) for seat in SEATS},
    "triplettes": {
        TriplettesLine.NORTH_SOUTH: (Seat.NORTH, Seat.SOUTH),
        TriplettesLine.EAST_WEST: (Seat.EAST, Seat.WEST),
    },
}
"""The lines of each event in percent; triplettes: FFT 2012, p. 20-21."""

SOURCE = msg("FFT 2012, p. 13 à 26")
CHOSEN = msg("FFT 2012, p. 25")

OPTIONS = {
    **COMMON,
    "event": Option(
        msg("Épreuve"),
        {
            "individual": msg("individuel (attaque 1/4, défense 3/4)"),
            "triplettes": msg("triplettes (moitié attaque, moitié défense)"),
            "quadrettes": msg("quadrettes (tables deux à deux)"),
        },
        question=msg("Quelle épreuve ?"),
        source=SOURCE,
        sources={"triplettes": msg("FFT 2012, p. 20 et 21"), "quadrettes": SOURCE},
    ),
    "ranking": Option(
        msg("Classement"),
        {
            "alternate": msg("alterné, d'une séance"),
            "plain": msg("simple, de plusieurs séances"),
        },
        question=msg("Quel classement ?"),
        source=msg("FFT 2012, p. 18 et 19"),
        sources={"plain": msg("FFT 2012, p. 19")},
    ),
    "contract": Option(
        msg("Contrat imposé"),
        {
            **{contract.value: contract.label for contract in CONTRACTS},
            "free": msg("au choix du preneur"),
        },
        source=msg("FFT 2012, p. 16"),
        sources={code: CHOSEN for code in ("garde_sans", "garde_contre", "free")},
    ),
}


class EventRanking(NamedTuple):
    """The way in which an event ranks its players or teams."""

    shares: tuple[int, int]
    """Parts of the attack and of the defence in a percentage."""
    lines: Lines
    """Who has a percentage: each player, or each triplette."""
    is_alternate: bool
    """True for the *classement alterné* of one session."""
    in_teams: bool
    """True if teams of two tables are ranked, in PM: quadrettes."""


def event_of(options: Options) -> EventRanking:
    """Return the event that the options of a sheet describe."""
    name = options["event"]
    in_teams = name not in SHARES
    ranked = "individual" if in_teams else name
    return EventRanking(
        SHARES[ranked], LINES[ranked], options["ranking"] == "alternate", in_teams
    )
