"""Tarot with mouches, as it was played before the federation's scoring.

The regional rules of money play: everybody puts in a *mise*, who fails doubles it or opens
a new *mouche*. Made for three players, adapted to four and five; the book does not say
all, and where it does not the reading is told here.
"""

from functools import cache

from scorekeeper.games.mouche.hand import Hand, Petit
from scorekeeper.games.mouche.values import (
    CHELEM,
    MISE,
    PETIT_AU_BOUT,
    POIGNEE,
    SHOWN,
    SUPPLEMENT,
)
from scorekeeper.games.tarot.hand import Misere, Poignee
from scorekeeper.games.tarot.scoring import verdict_of
from scorekeeper.games.tarot.values import PARTNER_AT, THRESHOLD
from scorekeeper.i18n.messages import Message, half_points, msg
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import ZERO, Held, Line, Points, Score, add_up
from scorekeeper.rules.score import Rule as BaseRule


class Rule(BaseRule):
    """The rules that make a line, in the order of the working."""

    MISE = msg("Mises"), msg("règle régionale, la mise")
    CONTRACT = msg("Contrat"), msg("règle régionale, le paiement")
    MOUCHE = msg("Mouche"), msg("règle régionale, les mouches")
    POIGNEE = msg("Poignée"), msg("règle régionale, les annonces")
    MISERE = msg("Misère"), msg("règle régionale, les annonces")
    PETIT_AU_BOUT = msg("Petit au bout"), msg("règle régionale, le petit au bout")


def score(hand: Hand, table: Table) -> Score:
    """Score one hand: mises, contract, mouche, and what was shown.

    What the columns lose goes into the pots, what they win comes out of them.

    >>> from scorekeeper.games.mouche.choices import Contract
    >>> table = Table(("Anne", "Bruno", "Chloé"), GAME.read_options({}))
    >>> hand = Hand(taker=1, contract=Contract.PRISE, bouts=2, points=2 * 41)
    >>> found = score(hand, table)
    >>> found.scores, found.held.pots
    ((-20, 30, -10), ())

    Rule: the regional rules, deal by deal.
    """
    line, held = _mises(table)
    won, contract = _contract(hand, table)
    mouche, held = _pot(hand, table, won, held)
    lines = [line, contract, mouche] if any(line.scores) else [contract, mouche]
    for poignee in hand.poignees:
        lines.append(_poignee(hand, poignee, table, won))
    for misere in hand.miseres:
        lines.append(_misere(misere, table))
    if hand.petit_au_bout:
        lines.append(_petit(hand, hand.petit_au_bout, table))
    scores = add_up(lines)
    return Score(tuple(lines), scores, contract.tag, held, ZERO, won)


def passed(table: Table) -> Score:
    """A deal that everybody passed: the mises are in, and stay."""
    line, held = _mises(table)
    lines = (line,) if any(line.scores) else ()
    return Score(lines, line.scores, msg("tout le monde passe"), held=held)


OPENING = msg("il n'y a pas de mouche : chacun met sa mise")
ANTE_TEXT = msg("il y a une mouche sur le tapis : le donneur y ajoute")
MISE_TAG = Message("")


def _mises(table: Table) -> tuple[Line, Held]:
    """What is put in before the deal; the dealer adds to what is on the table already.

    Rule: the dealer's 5 at every deal with a pot on the table, passed deals included.
    """
    players, pots, options = len(table.players), table.held.pots, table.options
    if not pots:
        return _opening(players, table.dealer, options["dealer_mise"])
    ante = options["dealer_ante"]
    held = Held((*pots[:-1], pots[-1] + ante), table.held.untouched)
    return _ante(players, table.dealer, ante), held


@cache
def _opening(players: int, dealer: int, first: int) -> tuple[Line, Held]:
    scores = [-MISE] * players
    scores[dealer] = -first
    working = f"{first} + {players - 1} × {MISE}"
    held = Held((MISE * (players - 1) + first,), untouched=True)
    return Line(Rule.MISE, MISE_TAG, OPENING, working, tuple(scores)), held


@cache
def _ante(players: int, dealer: int, ante: int) -> Line:
    scores = [0] * players
    scores[dealer] = -ante
    return Line(Rule.MISE, MISE_TAG, ANTE_TEXT, str(ante), tuple(scores))


CONTRACT_TEXT = msg(
    "%(contract)s. Bouts : %(bouts)s, il faut donc %(needed)s points ; l'attaque en a "
    "%(points)s : %(verdict)s. %(paid)s"
).text
CHELEM_TEXT = msg("%(verdict)s. %(paid)s").text
PAID = msg("Chaque adversaire paie %(each)s").text
RECEIVED = msg("Chaque adversaire reçoit %(each)s").text
CHELEM_MADE = msg("chelem réussi")
CHELEM_FAILED = msg("chelem chuté")


def _contract(hand: Hand, table: Table) -> tuple[bool, Line]:
    """Whether it is made, and what each opponent pays or receives.

    Rule: the points above or below what was needed, and the supplement of the contract;
    a chelem has a price of its own.
    """
    if hand.contract in CHELEM:
        return _chelem(hand, table)
    assert hand.bouts is not None and hand.points is not None
    needed = THRESHOLD[hand.bouts]
    won = hand.points >= 2 * needed
    margin, extra = (abs(hand.points - 2 * needed) + 1) // 2, SUPPLEMENT[hand.contract]
    each, verdict = margin + extra, verdict_of(won, margin)
    values = {
        "contract": hand.contract,
        "bouts": hand.bouts,
        "needed": needed,
        "points": half_points(hand.points),
        "verdict": verdict,
        "paid": _paid_words(won, each),
    }
    working = f"{margin} + {extra} = {each}"
    scores = _from_opponents(hand, table, each if won else -each)
    return won, Line(Rule.CONTRACT, verdict, Message(CONTRACT_TEXT, values), working, scores)


def _chelem(hand: Hand, table: Table) -> tuple[bool, Line]:
    each = CHELEM[hand.contract][len(table.players)]
    won = bool(hand.chelem_made)
    verdict = CHELEM_MADE if won else CHELEM_FAILED
    message = Message(CHELEM_TEXT, {"verdict": verdict, "paid": _paid_words(won, each)})
    scores = _from_opponents(hand, table, each if won else -each)
    return won, Line(Rule.CONTRACT, verdict, message, str(each), scores)


@cache
def _paid_words(won: bool, each: int) -> Message:
    return Message(PAID if won else RECEIVED, {"each": each})


def _from_opponents(hand: Hand, table: Table, each: int) -> Points:
    """The attack receives this from each opponent, or pays it if it is negative."""
    players = len(table.players)
    attack = 1 if hand.partner is None else 2
    return _shared(hand, each * (players - attack), [-each] * players)


def _shared(hand: Hand, total: int, scores: list[int]) -> Points:
    """These scores with what the attack wins or loses: two partners share it, the odd point
    is the taker's."""
    if hand.partner is not None:
        half = abs(total) // 2 * (1 if total > 0 else -1)
        scores[hand.partner] = half
        total -= half
    scores[hand.taker] = total
    return tuple(scores)


POT_TAKEN = msg("l'attaque prend la mouche qui est en jeu")
POT_DOUBLED = msg("premier échec : l'attaque double la mise")
POT_ADDED = msg("l'attaque met autant que la mouche en jeu dans une nouvelle")
MOUCHE_TAKEN = msg("mouche prise")
MOUCHE_MADE = msg("mouche")


def _pot(hand: Hand, table: Table, won: bool, held: Held) -> tuple[Line, Held]:
    """The pot that is played for: taken, or matched.

    Rule: the first failure doubles the opening mise; each later one opens a new mouche.
    """
    *below, pot = held.pots
    if won:
        message, tag, left = POT_TAKEN, MOUCHE_TAKEN, Held(tuple(below))
    elif held.untouched and table.options["mouches"] == "merged":
        message, tag, left = POT_DOUBLED, MOUCHE_MADE, Held((*below, 2 * pot))
    else:
        message, tag, left = POT_ADDED, MOUCHE_MADE, Held((*held.pots, pot))
    scores = _shared(hand, pot if won else -pot, [0] * len(table.players))
    return Line(Rule.MOUCHE, tag, message, str(pot), scores), left


def _from_all(table: Table, player: int, each: int) -> Points:
    """One player receives from every other, or pays each of them."""
    scores = [-each] * len(table.players)
    scores[player] = each * (len(table.players) - 1)
    return tuple(scores)


SIZE_TAG = msg("poignée")
KIND_TAG = msg("misère")


def _poignee(hand: Hand, shown: Poignee, table: Table, won: bool) -> Line:
    """Rule: the taker is paid if he wins and pays if he loses; anybody else is paid."""
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
    return Line(Rule.POIGNEE, SIZE_TAG, message, working, scores)


def _misere(shown: Misere, table: Table) -> Line:
    scores = _from_all(table, shown.player, SHOWN)
    message = msg(
        "%(kind)s, montrée par %(player)s, qui reçoit %(each)s de chacun",
        kind=shown.kind,
        player=table.players[shown.player],
        each=SHOWN,
    )
    return Line(Rule.MISERE, KIND_TAG, message, f"{SHOWN} × {len(scores) - 1}", scores)


PETIT_TAG = msg("petit au bout")
PETIT_LOST = msg("petit perdu au bout")


def _petit(hand: Hand, petit: Petit, table: Table) -> Line:
    """Rule: who brings it home is paid by each of his opponents; who loses it pays each of
    his."""
    lost = petit.from_ is not None
    holder = petit.from_ if petit.from_ is not None else petit.player
    attack = (hand.taker, hand.partner)
    others = [n for n in range(len(table.players)) if (n in attack) is not (holder in attack)]
    each = -PETIT_AU_BOUT if lost else PETIT_AU_BOUT
    scores = [-each if n in others else 0 for n in range(len(table.players))]
    scores[holder] = each * len(others)
    message = (
        msg(
            "%(player)s perd son petit au dernier pli, et paie chaque adversaire",
            player=table.players[holder],
        )
        if lost
        else msg(
            "%(player)s fait le dernier pli avec son petit : chaque adversaire paie",
            player=table.players[holder],
        )
    )
    working = f"{PETIT_AU_BOUT} × {len(others)}"
    tag = PETIT_LOST if lost else PETIT_TAG
    return Line(Rule.PETIT_AU_BOUT, tag, message, working, tuple(scores))


def held(pots: Held) -> Message:
    """The stack of mouches; only the last is played for."""
    *_, last = pots.pots
    if len(pots.pots) == 1:
        return msg("Mouche : %(pot)s", pot=last)
    stack = " + ".join(map(str, pots.pots))
    return msg("Mouches : %(stack)s ; on joue pour %(last)s", stack=stack, last=last)


def headline(hand: Hand, table: Table) -> Message:
    """The hand in a few words.

    >>> from scorekeeper.games.mouche.choices import Contract
    >>> hand = Hand(taker=1, contract=Contract.POUSSE, bouts=2, points=98)
    >>> str(headline(hand, Table(("Anne", "Bruno", "Chloé"))))
    'Bruno : Pousse'
    """
    values: dict[str, object] = {"contract": hand.contract, "taker": table.players[hand.taker]}
    if hand.partner is not None:
        partner = table.players[hand.partner]
        return msg("%(taker)s avec %(partner)s : %(contract)s", partner=partner, **values)
    if len(table.players) == PARTNER_AT:
        return msg("%(taker)s en solo : %(contract)s", **values)
    return msg("%(taker)s : %(contract)s", **values)
