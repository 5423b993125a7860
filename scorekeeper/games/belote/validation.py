"""What a hand of Belote cannot be, and what no pack of cards can do.

The first is refused. The second is asked again: a house may have its reasons.
"""

from collections.abc import Iterator
from typing import Any

from scorekeeper.games.belote.choices import Meld, Suit
from scorekeeper.games.belote.hand import RAW
from scorekeeper.games.belote.points import worth
from scorekeeper.games.belote.values import (
    BELOTE,
    DECK,
    IMPOSSIBLE,
    IMPOSSIBLE_RAW,
    MOST_BELOTES,
    MOST_MELDS,
    NO_MELDS,
    RAW_DECK,
)
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Table
from scorekeeper.rules.hand import HandError
from scorekeeper.rules.question import Side


def errors(hand: Any, table: Table) -> Iterator[HandError]:
    """What cannot be at this table, whatever the house rules."""
    if hand.suit in (Suit.NO_TRUMP, Suit.ALL_TRUMP) and not table.options["no_trump"]:
        yield HandError(
            "suit", msg("cette feuille se joue sans « sans atout » ni « tout atout »")
        )
    if hand.capot:
        yield from _capot_errors(hand, table)
    elif hand.points is None:
        message = msg("il manque les points d'un camp, ou qui a fait tous les plis (capot)")
        yield HandError("points", message, missing=True)
    else:
        yield from _points_errors(hand, table)
    yield from _belote_errors(hand, table)
    yield from _annonces_errors(hand, table)


def deck(hand: Any, table: Table) -> int:
    """The trick points of the whole pack, as this hand counts them."""
    raw = hand.suit is RAW.answer and table.options[RAW.option] == RAW.value
    return RAW_DECK if raw else DECK


def _capot_errors(hand: Any, table: Table) -> Iterator[HandError]:
    every = deck(hand, table) if hand.capot is Side.ATTACK else 0
    if hand.points not in (None, every):
        others = deck(hand, table) - hand.points
        yield HandError(
            "points",
            msg(
                "capot : l'autre camp n'a aucun pli, donc aucun point, et ici il en a "
                "%(points)s",
                points=others if hand.capot is Side.ATTACK else hand.points,
            ),
        )


def _points_errors(hand: Any, table: Table) -> Iterator[HandError]:
    every = deck(hand, table)
    if hand.points > every:
        yield HandError(
            "points",
            msg("il y a %(deck)s points dans les plis, dix de der compris", deck=every),
        )
    elif hand.points in _impossible(hand, table):
        yield HandError(
            "points",
            msg(
                "%(attack)s à %(defence)s : aucune réunion de plis ne fait ce compte",
                attack=hand.points,
                defence=every - hand.points,
            ),
        )


def _impossible(hand: Any, table: Table) -> frozenset[int]:
    """Trick points that this pack cannot make; with 14 for a jack it can make all."""
    if deck(hand, table) == RAW_DECK:
        return IMPOSSIBLE_RAW
    may_be_all_trump = hand.suit in (None, Suit.ALL_TRUMP) and table.options["no_trump"]
    if may_be_all_trump and table.options["all_trump"] == "14":
        return frozenset()
    return IMPOSSIBLE


def _belote_errors(hand: Any, table: Table) -> Iterator[HandError]:
    count = sum(hand.belote or ())
    if hand.suit is Suit.NO_TRUMP and count:
        yield HandError("belote", msg("à sans atout, il n'y a pas de belote"))
    elif hand.suit is Suit.ALL_TRUMP and count > (most := table.options["all_trump_belotes"]):
        yield HandError(
            "belote",
            msg("à tout atout, belotes comptées au plus : %(most)s", most=most),
        )
    elif hand.suit is not Suit.ALL_TRUMP and count > 1:
        yield HandError(
            "belote",
            msg("à une couleur, il n'y a qu'un roi et qu'une dame d'atout : une belote"),
        )


def _annonces_errors(hand: Any, table: Table) -> Iterator[HandError]:
    shown = getattr(hand, "annonces", None)
    if not shown:
        return
    if not table.options.get("annonces"):
        yield HandError("annonces", msg("cette feuille se joue sans annonces"))
    if bool(shown.list) == (shown.points is not None):
        message = (
            msg("dites les annonces ou leurs points, pas les deux")
            if shown.list
            else msg("il manque les annonces, ou leurs points")
        )
        yield HandError("annonces", message)


def warnings(hand: Any, table: Table) -> Iterator[HandError]:
    """What no pack of cards can do, and what is easily forgotten."""
    if not hand.capot and hand.points in (0, deck(hand, table)):
        yield HandError(
            "points",
            msg(
                "un camp a tous les points : si l'autre n'a fait aucun pli, c'est un capot, "
                "et il faut le dire"
            ),
        )
    shown = getattr(hand, "annonces", None)
    if shown:
        for message in _annonces_warnings(hand, shown):
            yield HandError("annonces", message)


def _annonces_warnings(hand: Any, shown: Any) -> Iterator[Message]:
    points = worth(shown, hand.suit)
    if points > MOST_MELDS or points in NO_MELDS:
        yield msg(
            "%(points)s points d'annonces : deux mains de huit cartes ne les font pas",
            points=points,
        )
    if hand.suit is Suit.NO_TRUMP and Meld.CARRE in shown.list:
        yield msg(
            "à sans atout, le carré d'as vaut 200 et celui de 10 vaut 150 : écrivez les "
            "points ; celui de rois ou de dames vaut bien 100"
        )
    if len(shown.list) > 4:
        yield msg("chaque joueur a deux annonces au plus, donc quatre pour un camp")


def over(hand: Any, annonces: bool) -> HandError | None:
    """A number that nobody can make without taking every trick."""
    belotes = MOST_BELOTES if hand.suit is Suit.ALL_TRUMP else 1
    most = DECK + BELOTE * belotes
    if not isinstance(hand.contract, int) or annonces or hand.capot or hand.contract <= most:
        return None
    return HandError(
        "contract",
        msg(
            "%(contract)s : sans capot, on ne fait pas plus de %(most)s, belote comprise",
            contract=hand.contract,
            most=most,
        ),
    )
