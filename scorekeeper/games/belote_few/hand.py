"""The questions about one hand of Belote for two or three players."""

from dataclasses import dataclass, field

from scorekeeper.games.belote.hand import DECK, MOST_OF_A_MELD, Meld, Taken
from scorekeeper.games.belote.hand import Annonces as OfASide
from scorekeeper.games.belote.hand import Hand as BeloteHand
from scorekeeper.games.belote_few.point_values import CARDS
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.question import (
    POINTS,
    OnePlayer,
    PointsOfEach,
    WholeDeck,
    ask,
    ask_again,
)

WHOLE = WholeDeck("cards", "all", "no_trick", CARDS)
"""All cards are played by this option; a player without a trick costs the *dix de der*."""


MOST = {meld: most for meld, most in MOST_OF_A_MELD.items() if meld is not Meld.CARRE}
"""Largest count of each announcement; squares are counted by rank."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Annonces:
    """The announcements of the player with the best one, who scores all of his own."""

    player: int = ask(OnePlayer, msg("Joueur qui marque"))
    list: tuple[Meld, ...] = ask_again(OfASide, "list", most=MOST, retired=())
    points: int | None = ask_again(OfASide, "points")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand(Taken):
    """The answers about one hand of Belote for two or three players. Players are seat numbers.
    ``points`` has the trick points of every player, the *dix de der* included; it is absent if
    one player took every trick of a whole pack."""

    points: tuple[int, ...] | None = ask(
        PointsOfEach,
        msg("Points des plis"),
        0,
        DECK,
        whole=WHOLE,
        answered_by="capot",
        identifies=True,
        column=POINTS,
    )
    capot: int | None = ask(
        OnePlayer, msg("Tous les plis"), nobody=msg("Non"), identifies=True
    )
    no_trick: int | None = ask(
        OnePlayer, msg("Seul sans pli"), nobody=msg("Non"), option="no_trick"
    )
    belote: int | None = ask(
        OnePlayer, msg("Belote"), nobody=msg("Non"), option="belote", detail=True
    )
    annonces: Annonces | None = ask_again(BeloteHand, "annonces", record=Annonces)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenHand(Hand):
    """The answers about one hand of Belote découverte: nobody takes, all cards are played."""

    taker: int = field(default=0, init=False)
    points: tuple[int, ...] | None = ask_again(Hand, "points", whole=WholeDeck())
