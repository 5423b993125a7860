"""Validation of a hand of Belote for two or three players: errors and warnings."""

from collections.abc import Iterator

from scorekeeper.games.belote.hand import DECK, FULL_SUITS
from scorekeeper.games.belote.validation import annonces_errors
from scorekeeper.games.belote_few.hand import WHOLE, Hand
from scorekeeper.games.belote_few.point_values import NO_POINTS
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.answers import HandError, about
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import Points


def errors(hand: Hand, table: Table) -> Iterator[HandError]:
    """Yield the answers that are impossible at this table."""
    if hand.suit in FULL_SUITS:
        yield HandError("suit", msg("à deux et à trois, l'atout est une couleur"))
    yield from about("no_trick", _no_trick_errors(hand, table))
    if hand.points is not None:
        yield from about("points", _points_errors(hand, hand.points, table))
    elif not _is_whole(table):
        yield HandError("points", msg("il manque les points de chacun"), missing=True)
    if hand.belote is not None and not table.options["belote"]:
        yield HandError("belote", msg("cette feuille se joue sans belote"))
    yield from about("annonces", annonces_errors(hand, table))


def _is_whole(table: Table) -> bool:
    """Return True if the tricks have all cards of the pack."""
    return bool(table.options.get(WHOLE.option, WHOLE.value) == WHOLE.value)


def _no_trick_errors(hand: Hand, table: Table) -> Iterator[Message]:
    if hand.no_trick is None:
        return
    if not table.options.get("no_trick"):
        yield msg("cette feuille ne compte rien pour un seul joueur sans pli")
    elif hand.capot is not None:
        yield msg("si un joueur a fait tous les plis, les deux autres sont capot")
    elif hand.points and hand.points[hand.no_trick]:
        yield msg("qui n'a aucun pli n'a aucun point")


def _points_errors(hand: Hand, points: Points, table: Table) -> Iterator[Message]:
    total = sum(points)
    deck = DECK if hand.no_trick is None else WHOLE.points
    if hand.capot is not None and total != points[hand.capot]:
        yield msg("capot : les autres n'ont aucun pli, donc aucun point")
    elif total > deck or (_is_whole(table) and total < deck):
        message = msg(
            "les points font %(total)s, et il y en a %(deck)s", total=total, deck=deck
        )
        if hand.no_trick is not None:
            message = msg("%(message)s, sans le dix de der", message=message)
        yield message
    elif NO_POINTS in points:
        yield msg("aucun partage des plis ne donne 1 point")


def warnings(hand: Hand, table: Table) -> Iterator[HandError]:
    """Yield a player without points, who may be capot."""
    if not hand.points or hand.capot is not None or hand.no_trick is not None:
        return
    without = hand.points.count(0)
    if without == len(hand.points) - 1:
        player = hand.points.index(max(hand.points))
        message = msg("tous les plis pour %(name)s ?", name=table.players[player])
        yield HandError("capot", message, suggested=[str(player)])
    elif without and table.options.get("no_trick"):
        message = msg("un joueur n'a aucun point : s'il n'a fait aucun pli, il faut le dire")
        yield HandError("no_trick", message)
