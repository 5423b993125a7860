"""The questions about one hand that all games of Belote ask."""

from dataclasses import dataclass

from scorekeeper.games.belote.choices import Meld, Suit
from scorekeeper.games.belote.values import (
    DECK,
    MOST_BELOTES,
    MOST_OF_A_MELD,
    MOST_TOLD,
    RAW_DECK,
)
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.ask import ask
from scorekeeper.rules.question import Condition, Deck, Role, Side

FULL_SUITS = {Suit.NO_TRUMP: "no_trump", Suit.ALL_TRUMP: "no_trump"}
"""The contracts that a sheet has to allow."""

AT_ALL_TRUMP = Condition("suit", (Suit.ALL_TRUMP,))
"""The one contract at which there may be more than one belote."""

RAW = Deck(RAW_DECK, "suit", Suit.ALL_TRUMP, "all_trump", "258")
"""When trick points are counted out of 258."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Annonces:
    """What the side with the best announcement scores: all of its announcements."""

    side: Side = ask.choice(msg("Camp qui marque"), Side)
    list: tuple[Meld, ...] = ask.several(msg("Annonces"), MOST_OF_A_MELD)
    points: int | None = ask.count(msg("Ou leurs points"), 10, MOST_TOLD, 10, required=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """What happened in one hand of Belote. Players are numbers of seats; the teams are the
    even and the odd ones. ``belote`` is how many each side has, attack first."""

    taker: int = ask.player(msg("Preneur"), identifies=True, repeatable=True, role=Role.TAKER)
    suit: Suit | None = ask.choice(
        msg("Couleur"),
        Suit,
        required=False,
        needs=FULL_SUITS,
        none=None,
        identifies=True,
        repeatable=True,
    )
    points: int | None = ask.card_points(
        msg("Points de l'attaque"), 0, DECK, unit=1, required=False, other=RAW, identifies=True
    )
    capot: Side | None = ask.choice(msg("Capot"), Side, required=False, identifies=True)
    belote: tuple[int, int] | None = ask.per_side(
        msg("Belote"), MOST_BELOTES, several=AT_ALL_TRUMP
    )
    annonces: Annonces | None = ask.record(msg("Annonces"), Annonces, option="annonces")
