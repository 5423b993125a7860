"""The questions that all games of Belote ask about one hand, and their choices."""

from dataclasses import dataclass
from typing import Protocol

from scorekeeper.i18n.messages import msg
from scorekeeper.rules.answers import Record
from scorekeeper.rules.choice import ATTACK, DEFENCE, Choice, Condition, HandRole, Side
from scorekeeper.rules.question import (
    CONTRACT,
    POINTS,
    TAKER,
    CardPoints,
    Count,
    Deck,
    OneOf,
    OnePlayer,
    PerSide,
    Several,
    YesNo,
    ask,
)


class Suit(Choice):
    """The trump suit, or one of the two contracts without a trump suit."""

    SPADES = "spades", msg("♠ Pique")
    HEARTS = "hearts", msg("♥ Cœur")
    DIAMONDS = "diamonds", msg("♦ Carreau")
    CLUBS = "clubs", msg("♣ Trèfle")
    NO_TRUMP = "no_trump", msg("Sans atout")
    ALL_TRUMP = "all_trump", msg("Tout atout")


class Meld(Choice):
    """The announcements (*annonces*) that score."""

    TIERCE = "tierce", msg("Tierce")
    CINQUANTE = "cinquante", msg("Cinquante")
    CENT = "cent", msg("Cent")
    CARRE = "carre", msg("Carré (as, 10, rois, dames)")
    """A square of 100, as it was recorded before squares had their ranks."""
    CARRE_AS = "carre_as", msg("Carré d'as")
    CARRE_DIX = "carre_dix", msg("Carré de 10")
    CARRE_ROIS = "carre_rois", msg("Carré de rois")
    CARRE_DAMES = "carre_dames", msg("Carré de dames")
    CARRE_NEUFS = "carre_neufs", msg("Carré de 9")
    CARRE_VALETS = "carre_valets", msg("Carré de valets")


DECK = 162
"""Trick points of a hand: 152 in cards and the *dix de der*; FFB, § on the value of cards."""

RAW_DECK = 258
"""Trick points at all trump if cards keep their trump values; FFB 27-01-2016, § 11."""

MOST_BELOTES = 4
"""Most belotes in a hand: one in each suit, at all trump; FFB, tout atout."""

MOST_ANNOUNCED = 990
"""Largest number of points of announcements that is accepted; above :data:`MOST_MELDS` with
a warning."""

MOST_OF_A_MELD = {
    Meld.TIERCE: 4,
    Meld.CINQUANTE: 4,
    Meld.CENT: 2,
    Meld.CARRE: 4,
    **dict.fromkeys([*Meld][4:], 1),  # the squares by their ranks
}
"""Largest count of each announcement in two hands of eight cards; no article."""


FULL_SUITS = {Suit.NO_TRUMP: "no_trump", Suit.ALL_TRUMP: "no_trump"}
"""The option that each of these contracts requires."""

AT_ALL_TRUMP = Condition("suit", (Suit.ALL_TRUMP,))
"""The only contract that allows more than one belote."""

RAW = Deck(RAW_DECK, "suit", Suit.ALL_TRUMP, "all_trump", "258")
"""The count of trick points out of 258 at all trump."""


WHOSE = dict.fromkeys((meld.code for meld in MOST_OF_A_MELD), msg("le camp du carré")) | {
    "": msg("le camp des annonces"),
    Meld.TIERCE.code: msg("le camp de la tierce"),
    Meld.CINQUANTE.code: msg("le camp du cinquante"),
    Meld.CENT.code: msg("le camp du cent"),
}
"""What is missing where announcements are given without their side."""


class Melds(Protocol):
    """Announcements of any game of Belote: one by one, or only their points."""

    @property
    def list(self) -> tuple[Meld, ...]: ...

    @property
    def points(self) -> int | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Annonces:
    """The announcements of the side with the best one, which scores all of its own.

    ``renonce``: that side cannot show what it announced, and the other one scores its points.
    """

    side: Side = ask(OneOf, msg("Camp de la meilleure annonce"), Side, whose=WHOSE)
    list: tuple[Meld, ...] = ask(
        Several, msg("Annonces"), MOST_OF_A_MELD, retired=(Meld.CARRE,)
    )
    points: int | None = ask(
        Count, msg("Ou leurs points"), 10, MOST_ANNOUNCED, 10, required=False
    )
    renonce: bool | None = ask(
        YesNo, msg("Renonce"), msg("Renonce : à l'autre camp"), msg("Pas de renonce")
    )

    @property
    def scored_by(self) -> Side:
        """The side that scores the announcements. Rule: FFB coinche 2015, annonces."""
        if not self.renonce:
            return self.side
        return DEFENCE if self.side is ATTACK else ATTACK


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """The questions about who takes, and in which suit, of every game of Belote."""

    taker: int = ask(
        OnePlayer,
        msg("Preneur"),
        identifies=True,
        repeatable=True,
        role=HandRole.TAKER,
        column=TAKER,
    )
    suit: Suit | None = ask(
        OneOf,
        msg("Couleur"),
        Suit,
        required=False,
        needs=FULL_SUITS,
        none=None,
        identifies=True,
        repeatable=True,
        column=CONTRACT,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand(Taken):
    """The answers about one hand of Belote. Players are seat numbers; the teams are the even
    and the odd ones. ``points`` is absent if one side took every trick. ``belote`` counts
    those of each side, attack first."""

    points: int | None = ask(
        CardPoints,
        msg("Points de l'attaque"),
        0,
        DECK,
        unit=1,
        required=False,
        other=RAW,
        answered_by="capot",
        identifies=True,
        column=POINTS,
    )
    capot: Side | None = ask(
        OneOf, msg("Tous les plis"), Side, required=False, identifies=True
    )
    belote: tuple[int, int] | None = ask(
        PerSide, msg("Belote"), MOST_BELOTES, several=AT_ALL_TRUMP, detail=True
    )
    annonces: Annonces | None = ask(
        Record, msg("Annonces"), Annonces, option="annonces", detail=True
    )

    @property
    def swept(self) -> Side | None:
        """The side that took every trick."""
        return self.capot
