"""The rules and the extras of Tarot with mouches, and the stakes of before the deal."""

from functools import lru_cache

from scorekeeper.games.mouche.hand_fields import Hand
from scorekeeper.games.mouche.point_values import MISE
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import Extra as BaseExtra
from scorekeeper.rules.score import Held, Line, Points
from scorekeeper.rules.score import Rule as BaseRule


class Rule(BaseRule):
    """The rules that make a line, in the order of the working."""

    MISE = msg("Mises"), msg("règle régionale, la mise")
    CONTRACT = msg("Contrat"), msg("règle régionale, le paiement")
    MOUCHE = msg("Mouche"), msg("règle régionale, les mouches")
    POIGNEE = msg("Poignée"), msg("règle régionale, les annonces")
    MISERE = msg("Misère"), msg("règle régionale, les annonces")
    PETIT_AU_BOUT = msg("Petit au bout"), msg("règle régionale, le petit au bout")
    FAULT = msg("Faute"), msg("règle régionale, les fautes")


class Extra(BaseExtra):
    """The events that not every hand has."""

    MOUCHE = msg("mouche")
    MOUCHE_TAKEN = msg("mouche prise")
    POIGNEE = msg("poignée")
    MISERE = msg("misère")
    PETIT = msg("petit au bout")
    PETIT_LOST = msg("petit perdu au bout")
    REVOKE = msg("renonce")
    FORBIDDEN_DISCARD = msg("écart interdit")
    MISDEAL = msg("maldonne")


OPENING = msg("il n'y a pas de mouche : chacun met sa mise")
ANTE_TEXT = msg("il y a une mouche sur le tapis : le donneur y ajoute")


def mises(table: Table) -> tuple[Line, Held]:
    """Pay the stakes of before the deal into the pots.

    Without a pot everybody pays; the dealer pays 5 at every deal with a pot on the table,
    passed deals included.

    Rule: the regional rules, mise.
    """
    (pots, untouched, stakes), options = table.held, table.options
    times = options["mise"]
    if not pots:
        first = options["dealer_mise"] * times
        return _opening(len(table.players), table.dealer, first, MISE * times)
    ante = options["dealer_ante"] * times
    held = Held((*pots[:-1], pots[-1] + ante), untouched, stakes)
    return _ante(len(table.players), table.dealer, ante), held


@lru_cache(maxsize=64)
def _opening(players: int, dealer: int, first: int, mise: int) -> tuple[Line, Held]:
    """Return the opening stakes; cached, as a table has at most five of them."""
    stakes = [mise] * players
    stakes[dealer] = first
    working = f"{first} + {players - 1} × {mise}"
    held = Held((sum(stakes),), untouched=True, stakes=tuple(stakes))
    scores = tuple([-stake for stake in stakes])
    return Line(Rule.MISE, None, OPENING, working, scores), held


@lru_cache(maxsize=64)
def _ante(players: int, dealer: int, ante: int) -> Line:
    """Return the line of the dealer's ante; cached, as a table has at most five of them."""
    scores = [0] * players
    scores[dealer] = -ante
    return Line(Rule.MISE, None, ANTE_TEXT, str(ante), tuple(scores))


def shared(hand: Hand, total: int, scores: list[int], *earlier: Line) -> Points:
    """Set the scores of the attack; partners share equally, an odd point is the taker's.

    What partners win or lose together is halved once: the partner's part of a line is what
    it adds to half of the sum.

    :param earlier: the lines of the result that are shared before this one.
    """
    partner = hand.partner
    if partner is not None:
        before = sum([line.scores[hand.taker] + line.scores[partner] for line in earlier])
        part = _half(before + total) - _half(before)
        scores[partner] = part
        total -= part
    scores[hand.taker] = total
    return tuple(scores)


def _half(total: int) -> int:
    """Return half of a gain or a loss, without its odd point."""
    return total // 2 if total > 0 else -(-total // 2)
