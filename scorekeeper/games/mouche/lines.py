"""The lines of a hand of Tarot with mouches, one function per rule."""

from functools import lru_cache

from scorekeeper.games.mouche.hand_fields import Hand, Petit
from scorekeeper.games.mouche.point_values import (
    CHELEM,
    MISE,
    PETIT_AU_BOUT,
    POIGNEE,
    SHOWN,
    SUPPLEMENT,
)
from scorekeeper.games.tarot.hand_fields import Misere, Poignee
from scorekeeper.games.tarot.point_values import THRESHOLD
from scorekeeper.i18n.messages import Message, half_points, msg
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


class Extra(BaseExtra):
    """The events that not every hand has."""

    MOUCHE = msg("mouche")
    MOUCHE_TAKEN = msg("mouche prise")
    POIGNEE = msg("poignée")
    MISERE = msg("misère")
    PETIT = msg("petit au bout")
    PETIT_LOST = msg("petit perdu au bout")


OPENING = msg("il n'y a pas de mouche : chacun met sa mise")
ANTE_TEXT = msg("il y a une mouche sur le tapis : le donneur y ajoute")


def mises(table: Table) -> tuple[Line, Held]:
    """Pay the stakes of before the deal into the pots.

    Without a pot everybody pays; the dealer pays 5 at every deal with a pot on the table,
    passed deals included.

    Rule: the regional rules, mise.
    """
    players, pots, options = len(table.players), table.held.pots, table.options
    if not pots:
        return _opening(players, table.dealer, options["dealer_mise"])
    ante = options["dealer_ante"]
    held = Held((*pots[:-1], pots[-1] + ante), table.held.untouched)
    return _ante(players, table.dealer, ante), held


@lru_cache(maxsize=32)
def _opening(players: int, dealer: int, first: int) -> tuple[Line, Held]:
    """Return the opening stakes; cached, as only 24 combinations exist."""
    scores = [-MISE] * players
    scores[dealer] = -first
    working = f"{first} + {players - 1} × {MISE}"
    held = Held((MISE * (players - 1) + first,), untouched=True)
    return Line(Rule.MISE, None, OPENING, working, tuple(scores)), held


@lru_cache(maxsize=32)
def _ante(players: int, dealer: int, ante: int) -> Line:
    """Return the line of the dealer's ante; cached, as only 24 combinations exist."""
    scores = [0] * players
    scores[dealer] = -ante
    return Line(Rule.MISE, None, ANTE_TEXT, str(ante), tuple(scores))


CONTRACT_TEXT = msg(
    "%(contract)s. Bouts : %(bouts)s, il faut donc %(needed)s points ; l'attaque en a "
    "%(points)s : %(verdict)s. %(paid)s"
).text
CHELEM_TEXT = msg("%(verdict)s. %(paid)s").text
PAID = msg("Chaque adversaire paie %(each)s").text
RECEIVED = msg("Chaque adversaire reçoit %(each)s").text


def contract_line(hand: Hand, table: Table, won: bool, margin: int, verdict: Message) -> Line:
    """Pay the contract: each opponent pays or receives the margin and the supplement.

    :param margin: the difference from the points needed, rounded up.

    Rule: the regional rules, payment.
    """
    assert hand.bouts is not None and hand.points is not None
    extra = SUPPLEMENT[hand.contract]
    each = margin + extra
    values = {
        "contract": hand.contract,
        "bouts": hand.bouts,
        "needed": THRESHOLD[hand.bouts],
        "points": half_points(hand.points),
        "verdict": verdict,
        "paid": _payment(won, each),
    }
    working = f"{margin} + {extra} = {each}"
    scores = _from_opponents(hand, table, each if won else -each)
    return Line(Rule.CONTRACT, None, Message(CONTRACT_TEXT, values), working, scores)


def chelem_line(hand: Hand, table: Table, won: bool, verdict: Message) -> Line:
    """Pay a chelem: each opponent pays or receives its fixed price.

    Rule: the regional rules, payment.
    """
    each = CHELEM[hand.contract][len(table.players)]
    message = Message(CHELEM_TEXT, {"verdict": verdict, "paid": _payment(won, each)})
    scores = _from_opponents(hand, table, each if won else -each)
    return Line(Rule.CONTRACT, None, message, str(each), scores)


@lru_cache(maxsize=256)
def _payment(won: bool, each: int) -> Message:
    """Describe the payment of each opponent; cached, as few sums occur."""
    return Message(PAID if won else RECEIVED, {"each": each})


def _from_opponents(hand: Hand, table: Table, each: int) -> Points:
    """Pay the attack this by each opponent; negative if the attack pays."""
    players = len(table.players)
    attack = 1 if hand.partner is None else 2
    return _shared(hand, each * (players - attack), [-each] * players)


def _shared(hand: Hand, total: int, scores: list[int]) -> Points:
    """Set the scores of the attack; partners share equally, an odd point is the taker's."""
    if hand.partner is not None:
        half = abs(total) // 2 * (1 if total > 0 else -1)
        scores[hand.partner] = half
        total -= half
    scores[hand.taker] = total
    return tuple(scores)


POT_TAKEN = Extra.MOUCHE_TAKEN, msg("l'attaque prend la mouche qui est en jeu")
POT_DOUBLED = Extra.MOUCHE, msg("premier échec : l'attaque double la mise")
POT_ADDED = Extra.MOUCHE, msg("l'attaque met autant que la mouche en jeu dans une nouvelle")


def mouche_line(hand: Hand, table: Table, won: bool, held: Held) -> tuple[Line, Held]:
    """Take the pot that is played for, or match it.

    The first failure doubles the opening stakes; each later one opens a new mouche.

    Rule: the regional rules, mouches.
    """
    *below, pot = held.pots
    if won:
        (extra, message), left = POT_TAKEN, Held(tuple(below))
    elif held.untouched and table.options["mouches"] == "merged":
        (extra, message), left = POT_DOUBLED, Held((*below, 2 * pot))
    else:
        (extra, message), left = POT_ADDED, Held((*held.pots, pot))
    scores = _shared(hand, pot if won else -pot, [0] * len(table.players))
    return Line(Rule.MOUCHE, extra, message, str(pot), scores), left


def poignee_line(hand: Hand, shown: Poignee, table: Table, won: bool) -> Line:
    """Pay a poignée by all others to the player; a taker who fails pays it instead.

    Rule: the regional rules, announcements.
    """
    each = POIGNEE[shown.size]
    message = msg(
        "%(size)s, montrée par %(player)s : chacun des autres paie %(each)s",
        size=shown.size,
        player=table.players[shown.player],
        each=each,
    )
    if shown.player == hand.taker and not won:
        message = msg(
            "%(size)s, montrée par %(player)s, qui chute : il paie %(each)s à chacun",
            **message.values,
        )
        each = -each
    scores = _from_all(table, shown.player, each)
    working = f"{abs(each)} × {len(scores) - 1}"
    return Line(Rule.POIGNEE, Extra.POIGNEE, message, working, scores)


def misere_line(shown: Misere, table: Table) -> Line:
    """Pay a misère by all others to the player who showed it.

    Rule: the regional rules, announcements.
    """
    scores = _from_all(table, shown.player, SHOWN)
    message = msg(
        "%(kind)s, montrée par %(player)s, qui reçoit %(each)s de chacun",
        kind=shown.kind,
        player=table.players[shown.player],
        each=SHOWN,
    )
    return Line(Rule.MISERE, Extra.MISERE, message, f"{SHOWN} × {len(scores) - 1}", scores)


def _from_all(table: Table, player: int, each: int) -> Points:
    """Pay one player this by every other; negative if the player pays."""
    scores = [-each] * len(table.players)
    scores[player] = each * (len(table.players) - 1)
    return tuple(scores)


def petit_line(hand: Hand, petit: Petit, table: Table) -> Line:
    """Pay the petit in the last trick, by or to each opponent of its holder.

    Rule: the regional rules, petit au bout.
    """
    lost = petit.from_ is not None
    holder = petit.from_ if petit.from_ is not None else petit.player
    attack = (hand.taker, hand.partner)
    others = [n for n in range(len(table.players)) if (n in attack) is not (holder in attack)]
    each = -PETIT_AU_BOUT if lost else PETIT_AU_BOUT
    scores = [-each if n in others else 0 for n in range(len(table.players))]
    scores[holder] = each * len(others)
    name = table.players[holder]
    message = (
        msg("%(player)s perd son petit au dernier pli, et paie chaque adversaire", player=name)
        if lost
        else msg(
            "%(player)s fait le dernier pli avec son petit : chaque adversaire paie",
            player=name,
        )
    )
    working = f"{PETIT_AU_BOUT} × {len(others)}"
    extra = Extra.PETIT_LOST if lost else Extra.PETIT
    return Line(Rule.PETIT_AU_BOUT, extra, message, working, tuple(scores))
