"""Validation of a hand with bids: errors and warnings."""

from collections.abc import Iterator

from scorekeeper.games.belote import validation
from scorekeeper.games.belote.hand import DECK, MOST_BELOTES, Suit
from scorekeeper.games.belote.point_values import BELOTE, ROUNDED
from scorekeeper.games.coinche.hand import GENERALE, HIGHEST, LOWEST, STEP, Hand
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.answers import HandError, about, questions
from scorekeeper.rules.game import Table
from scorekeeper.rules.question import multiple_of


def errors(hand: Hand, table: Table) -> Iterator[HandError]:
    """Yield the answers that are impossible at this table. A mark in tens has no place for a
    bid in fives."""
    is_fine = isinstance(hand.contract, int) and hand.contract % STEP
    if is_fine and ROUNDED[table.options["rounding"]][0] == STEP:
        yield HandError("contract", multiple_of(STEP, LOWEST, HIGHEST))
    if hand.contract == GENERALE and not table.options[GENERALE]:
        yield HandError("contract", msg("cette feuille se joue sans générale"))
    if hand.coinched_by is not None:
        yield from about("coinched_by", _coinched_by_errors(hand, hand.coinched_by))
    yield from validation.errors(hand, table)


def _coinched_by_errors(hand: Hand, player: int) -> Iterator[Message]:
    """Yield an error for a contract that is not doubled, or by the side that bid it."""
    names = {"label": questions(type(hand))["coinched_by"].label}
    if hand.coinche is None:
        yield msg("« %(label)s » ne se dit que d'un contrat doublé", **names)
    elif player % 2 == hand.taker % 2:
        yield msg("« %(label)s » : on attend un joueur de la défense", **names)


def warnings(hand: Hand, table: Table) -> Iterator[HandError]:
    """Yield the answers that no pack of cards allows, and bids that are not made here."""
    yield from validation.warnings(hand, table)
    yield from about("contract", _bid_warnings(hand, table))


def _bid_warnings(hand: Hand, table: Table) -> Iterator[Message]:
    """Yield a warning for a bid above the highest of the game, or above what can be made; with
    announcements any bid can. Rule: FFB contrée, web page and 27-01-2016: 80 to 160, then the
    capot."""
    bid = hand.contract
    if not isinstance(bid, int) or table.options.get("annonces"):
        return
    highest = table.options.get("highest_bid", HIGHEST)
    belotes = MOST_BELOTES if hand.suit is Suit.ALL_TRUMP else 1
    most = DECK + BELOTE * belotes
    if bid > highest:
        yield msg("on demande %(highest)s au plus, ou le capot", highest=highest)
    elif bid > most and not hand.capot:
        yield msg(
            "%(contract)s : sans capot, on ne fait pas plus de %(most)s, belote comprise",
            contract=bid,
            most=most,
        )
