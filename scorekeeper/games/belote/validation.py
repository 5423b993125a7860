"""Validation of a hand of Belote: errors and warnings.

A hand with an error is never recorded. A warning is about answers that no pack of cards
allows; they are recorded once confirmed.
"""

from collections.abc import Iterator

from scorekeeper.games.belote.hand import DECK, RAW, RAW_DECK, Annonces, Hand, Meld, Suit
from scorekeeper.games.belote.point_values import (
    IMPOSSIBLE,
    IMPOSSIBLE_RAW,
    MOST_MELDS,
    NO_MELDS,
)
from scorekeeper.games.belote.side_points import worth
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.answers import AnyHand, HandError, about
from scorekeeper.rules.choice import ATTACK, DEFENCE, Side
from scorekeeper.rules.game import Table


def errors(hand: Hand, table: Table) -> Iterator[HandError]:
    """Yield the answers that are impossible at this table."""
    if hand.capot:
        yield from about("points", _capot_errors(hand, table))
    elif hand.points is not None:
        yield from about("points", _points_errors(hand, hand.points, table))
    if hand.suit in (Suit.NO_TRUMP, Suit.ALL_TRUMP) and not table.options["no_trump"]:
        yield HandError(
            "suit", msg("cette feuille se joue sans « sans atout » ni « tout atout »")
        )
    yield from about("belote", _belote_errors(hand, table))
    yield from about("annonces", annonces_errors(hand, table))


def deck(hand: Hand, table: Table) -> int:
    """Return the trick points of the whole pack, as this hand counts them."""
    raw = hand.suit is RAW.answer and table.options[RAW.option] == RAW.value
    return RAW_DECK if raw else DECK


def _capot_errors(hand: Hand, table: Table) -> Iterator[Message]:
    every = deck(hand, table) if hand.capot is Side.ATTACK else 0
    if hand.points is not None and hand.points != every:
        others = deck(hand, table) - hand.points
        yield msg(
            "capot : l'autre camp n'a aucun pli, donc aucun point, et ici il en a %(points)s",
            points=others if hand.capot is Side.ATTACK else hand.points,
        )


def _points_errors(hand: Hand, points: int, table: Table) -> Iterator[Message]:
    every = deck(hand, table)
    if points > every:
        yield msg("il y a %(deck)s points dans les plis, dix de der compris", deck=every)
    elif points in _impossible(hand, table):
        yield msg(
            "%(attack)s à %(defence)s : aucun partage des plis ne donne ce compte",
            attack=points,
            defence=every - points,
        )


def _impossible(hand: Hand, table: Table) -> frozenset[int]:
    """Return the trick points that no tricks make; none if a jack counts 14."""
    if deck(hand, table) == RAW_DECK:
        return IMPOSSIBLE_RAW
    may_be_all_trump = hand.suit in (None, Suit.ALL_TRUMP) and table.options["no_trump"]
    if may_be_all_trump and table.options["all_trump"] == "14":
        return frozenset()
    return IMPOSSIBLE


def _belote_errors(hand: Hand, table: Table) -> Iterator[Message]:
    count = sum(hand.belote or ())
    if hand.suit is Suit.NO_TRUMP and count:
        yield msg("à sans atout, il n'y a pas de belote")
    elif hand.suit is Suit.ALL_TRUMP and count > (most := table.options["all_trump_belotes"]):
        yield msg("à tout atout, belotes comptées au plus : %(most)s", most=most)
    elif hand.suit is not Suit.ALL_TRUMP and count > 1:
        yield msg("à une couleur, il n'y a qu'un roi et qu'une dame d'atout : une belote")


def annonces_errors(hand: AnyHand, table: Table) -> Iterator[Message]:
    """Yield the error of announcements that the sheet does not have, or that say nothing, in a
    hand of any game of Belote."""
    shown = hand.annonces
    if not shown:
        return
    if not table.options.get("annonces"):
        yield msg("cette feuille se joue sans annonces")
    if bool(shown.list) == (shown.points is not None):
        message = (
            msg("dites les annonces ou leurs points, pas les deux")
            if shown.list
            else msg("il manque les annonces, ou leurs points")
        )
        yield message


def warnings(hand: Hand, table: Table) -> Iterator[HandError]:
    """Yield the answers that no pack of cards allows, and a capot that may be missing."""
    if not hand.capot and hand.points in (0, deck(hand, table)):
        side = ATTACK if hand.points else DEFENCE
        message = msg("tous les plis pour la défense ?")
        if side is ATTACK:
            message = msg("tous les plis pour %(name)s ?", name=table.players[hand.taker])
        yield HandError("capot", message, suggested=[side.value])
    if hand.annonces:
        yield from about("annonces", _annonces_warnings(hand, hand.annonces))


def _annonces_warnings(hand: Hand, shown: Annonces) -> Iterator[Message]:
    points = worth(shown, hand.suit)
    if points > MOST_MELDS or points in NO_MELDS:
        yield msg(
            "%(points)s points d'annonces : deux mains de huit cartes ne les font pas",
            points=points,
        )
    if hand.suit is Suit.NO_TRUMP and Meld.CARRE in shown.list:
        yield msg(
            "à sans atout, le carré d'as vaut 200, celui de 10 vaut 150, ceux de rois et de "
            "dames 100 : dites lequel"
        )
    if len(shown.list) > 4:
        yield msg("chaque joueur a deux annonces au plus, donc quatre pour un camp")
