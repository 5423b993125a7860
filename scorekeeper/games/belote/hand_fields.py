"""The questions that all games of Belote ask about one hand."""

from dataclasses import dataclass

from scorekeeper.games.belote.choices import Meld, Suit
from scorekeeper.games.belote.point_values import (
    DECK,
    MOST_ANNOUNCED,
    MOST_BELOTES,
    MOST_OF_A_MELD,
    RAW_DECK,
)
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.ask import ask
from scorekeeper.rules.choice import ATTACK, DEFENCE, Condition, Role, Side
from scorekeeper.rules.column_heads import CONTRACT, POINTS, TAKER
from scorekeeper.rules.number_question import Deck

FULL_SUITS = {Suit.NO_TRUMP: "no_trump", Suit.ALL_TRUMP: "no_trump"}
"""The option that each of these contracts requires."""

AT_ALL_TRUMP = Condition("suit", (Suit.ALL_TRUMP,))
"""The only contract that allows more than one belote."""

RAW = Deck(RAW_DECK, "suit", Suit.ALL_TRUMP, "all_trump", "258")
"""The count of trick points out of 258 at all trump."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Annonces:
    """The announcements of the side with the best one, which scores all of its own.

    ``renonce``: that side cannot show what it announced, and the other one scores its points.
    """

    side: Side = ask.choice(msg("Camp de la meilleure annonce"), Side)
    list: tuple[Meld, ...] = ask.several(
        msg("Annonces"), MOST_OF_A_MELD, retired=(Meld.CARRE,)
    )
    points: int | None = ask.count(
        msg("Ou leurs points"), 10, MOST_ANNOUNCED, 10, required=False
    )
    renonce: bool | None = ask.yes_no(
        msg("Renonce"), msg("Renonce : à l'autre camp"), msg("Pas de renonce")
    )

    @property
    def scored_by(self) -> Side:
        """The side that scores the announcements.

        Rule: FFB coinche 2015, annonces.
        """
        if not self.renonce:
            return self.side
        return DEFENCE if self.side is ATTACK else ATTACK


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The answers about one hand of Belote.

    Players are seat numbers; the teams are the even and the odd ones. ``points`` is absent
    if one side took every trick. ``belote`` counts those of each side, attack first.
    """

    taker: int = ask.player(
        msg("Preneur"), identifies=True, repeatable=True, role=Role.TAKER, column=TAKER
    )
    suit: Suit | None = ask.choice(
        msg("Couleur"),
        Suit,
        required=False,
        needs=FULL_SUITS,
        none=None,
        identifies=True,
        repeatable=True,
        column=CONTRACT,
        counted=True,
    )
    points: int | None = ask.card_points(
        msg("Points de l'attaque"),
        0,
        DECK,
        unit=1,
        required=False,
        other=RAW,
        identifies=True,
        column=POINTS,
    )
    capot: Side | None = ask.choice(
        msg("Tous les plis"), Side, required=False, identifies=True, counted=True
    )
    belote: tuple[int, int] | None = ask.per_side(
        msg("Belote"), MOST_BELOTES, several=AT_ALL_TRUMP, detail=True
    )
    annonces: Annonces | None = ask.record(
        msg("Annonces"), Annonces, option="annonces", detail=True
    )

    @property
    def swept(self) -> Side | None:
        """The side that took every trick."""
        return self.capot
