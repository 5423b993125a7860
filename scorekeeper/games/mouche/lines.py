"""The lines of Tarot with mouches besides its result: stakes, announcements, faults.

A card out of turn, a card shown and taken back, and a false announcement cost 10 to every
other player: those are penalties of the sheet and no part of a hand.
"""

from scorekeeper.games.mouche.hand import REVOKE, Fault, Hand, Petit
from scorekeeper.games.mouche.point_values import MISE, PETIT_AU_BOUT, POIGNEE, SHOWN
from scorekeeper.games.tarot.hand import Misere, Poignee
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import Extra as BaseExtra
from scorekeeper.rules.score import Held, Line
from scorekeeper.rules.score import Rule as BaseRule

STAKES = ("mise", "dealer_mise", "dealer_ante")
"""The options of what is in the pot."""


class Rule(BaseRule):
    """The rules that make a line, in the order of the working."""

    MISE = msg("Mises"), msg("règle régionale, la mise"), *STAKES
    CONTRACT = msg("Contrat"), msg("règle régionale, le paiement"), "mise"
    MARGIN = msg("Contrat"), msg("règle régionale, le paiement")
    MOUCHE = msg("Mouche"), msg("règle régionale, les mouches"), *STAKES, "failure", "mouches"
    POIGNEE = msg("Poignée"), msg("règle régionale, les annonces"), "mise"
    MISERE = msg("Misère"), msg("règle régionale, les annonces"), "mise"
    PETIT_AU_BOUT = msg("Petit au bout"), msg("règle régionale, le petit au bout"), "mise"
    FAULT = msg("Faute"), msg("règle régionale, les fautes")
    PAID_FAULT = msg("Faute"), msg("règle régionale, les fautes"), *STAKES


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
    """Pay the stakes of before the deal into the pots. Without a pot everybody pays; the
    dealer pays 5 at every deal with a pot on the table, passed deals included. Rule: the
    regional rules, mise."""
    (pots, untouched, stakes), options = table.held, table.options
    players, times = len(table.players), options["mise"]
    if pots:
        ante = options["dealer_ante"] * times
        held = Held((*pots[:-1], pots[-1] + ante), untouched, stakes)
        paid, because, working = [0] * players, ANTE_TEXT, str(ante)
        paid[table.dealer] = ante
    else:
        first, mise = options["dealer_mise"] * times, MISE * times
        paid, because = [mise] * players, OPENING
        working = f"{first} + {players - 1} × {mise}"
        paid[table.dealer] = first
        held = Held((sum(paid),), untouched=True, stakes=tuple(paid))
    return Line(Rule.MISE, None, because, working, tuple([-one for one in paid])), held


def announcement_lines(hand: Hand, table: Table, won: bool | None) -> list[Line]:
    """Pay everything that was announced or shown.

    :param won: ``None`` if a fault annulled the result. A poignée of the taker is paid by
        the result, so then it is not paid; everything else is paid whatever the result.
    """
    lines = []
    for poignee in hand.poignees:
        if poignee.player != hand.taker:
            lines.append(_poignee_line(poignee, table))
        elif won is not None:
            lines.append(_takers_poignee_line(poignee, table, won))
    for misere in hand.miseres:
        lines.append(_misere_line(misere, table))
    if hand.petit_au_bout:
        lines.append(_petit_line(hand, hand.petit_au_bout, table))
    return lines


POIGNEE_TEXT = msg("%(size)s, montrée par %(player)s : chacun des autres paie %(each)s").text

MISERE_TEXT = msg(
    "%(kind)s : misère annoncée par %(player)s, qui reçoit %(each)s de chacun"
).text


def _shown_line(
    rule: Rule, extra: Extra, player: int, each: int, table: Table, text: str, **what: object
) -> Line:
    """Pay this to a player by all others. Rule: the regional rules, announcements."""
    because = Message(text, {**what, "player": table.players[player], "each": each})
    scores = [-each] * len(table.players)
    scores[player] = each * (len(scores) - 1)
    working = f"{each} × {len(scores) - 1}"
    return Line(rule, extra, because, working, tuple(scores), (player,))


def _poignee_line(shown: Poignee, table: Table) -> Line:
    """Pay a poignée by all others to the player."""
    each, rule, extra = (
        POIGNEE[shown.size] * table.options["mise"],
        Rule.POIGNEE,
        Extra.POIGNEE,
    )
    return _shown_line(rule, extra, shown.player, each, table, POIGNEE_TEXT, size=shown.size)


def _takers_poignee_line(shown: Poignee, table: Table, won: bool) -> Line:
    """Pay a poignée of the taker: by all others if he wins, by himself to each if he fails.
    Rule: the regional rules, announcements."""
    line = _poignee_line(shown, table)
    if won:
        return line
    message = msg(
        "%(size)s, montrée par %(player)s, qui chute et paie %(each)s à chacun",
        **line.because.values,
    )
    scores = tuple([-points for points in line.scores])
    return line._replace(because=message, scores=scores)


def _misere_line(shown: Misere, table: Table) -> Line:
    """Pay a misère by all others to the player who showed it."""
    each, rule, extra = SHOWN * table.options["mise"], Rule.MISERE, Extra.MISERE
    return _shown_line(rule, extra, shown.player, each, table, MISERE_TEXT, kind=shown.kind)


def _petit_line(hand: Hand, petit: Petit, table: Table) -> Line:
    """Pay the petit in the last trick, by or to each opponent of its holder. Rule: the
    regional rules, petit au bout."""
    lost = petit.from_ is not None
    holder = petit.from_ if petit.from_ is not None else petit.player
    attack = (hand.taker, hand.partner)
    others = [n for n in range(len(table.players)) if (n in attack) is not (holder in attack)]
    price = PETIT_AU_BOUT * table.options["mise"]
    each = -price if lost else price
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
    working = f"{price} × {len(others)}"
    extra = Extra.PETIT_LOST if lost else Extra.PETIT
    return Line(Rule.PETIT_AU_BOUT, extra, message, working, tuple(scores), (holder,))


def is_annulled(hand: Hand, fault: Fault, won: bool) -> bool:
    """Return True if a fault annuls the result: neither contract nor mouche is paid. A revoke
    annuls what it may have given to the side that revoked; a forbidden discard annuls a
    contract made. Rule: the regional rules, faults."""
    if fault.kind is REVOKE:
        return won is _is_by_attack(hand, fault)
    return won


def _is_by_attack(hand: Hand, fault: Fault) -> bool:
    return fault.player in (hand.taker, hand.partner)


NOBODY_PAYS = msg("%(fault)s ; %(verdict)s : personne ne paie, la mouche reste").text

TAKEN_BACK = msg(
    "%(fault)s ; %(verdict)s : l'attaque ne paie rien, et %(taker)s reprend sa mise"
).text

AS_USUAL = msg("%(fault)s ; %(verdict)s : l'attaque paie comme sans faute").text

PENALTY = msg(
    "%(fault)s ; %(verdict)s : qui a renoncé paie encore à l'attaque autant que la mouche"
).text


def annulled_line(
    hand: Hand, fault: Fault, table: Table, verdict: Message, held: Held
) -> tuple[Line, Held]:
    """Settle a hand whose result is annulled. After a revoke of the defence the taker takes
    his own stake back from the pot that is played for; in every other case nothing moves.
    Rule: the regional rules, faults."""
    scores = [0] * len(table.players)
    text, working = NOBODY_PAYS, ""
    if fault.kind is REVOKE and not _is_by_attack(hand, fault):
        stake, held = _take_back(hand.taker, table, held)
        scores[hand.taker] = stake
        text, working = TAKEN_BACK, str(stake)
    return _line(hand, fault, table, text, verdict, working, scores), held


def _take_back(taker: int, table: Table, held: Held) -> tuple[int, Held]:
    """Return the taker's stake, and the pots without it. A stake taken back once is no longer
    in the pots; a pot cannot become negative."""
    *below, pot = held.pots
    stakes = list(held.stakes or [MISE * table.options["mise"]] * len(table.players))
    stake = min(stakes[taker], pot)
    stakes[taker] = 0
    pots = (*below, pot - stake) if pot > stake else tuple(below)
    return stake, Held(pots, held.untouched, tuple(stakes) if pots else ())


def fault_line(hand: Hand, fault: Fault, table: Table, verdict: Message, mouche: Line) -> Line:
    """Settle a fault that does not annul the result.

    A revoke of the defence against a contract made costs the player as much again as the
    mouche; any other fault is of the attack, which has failed and pays as usual.

    Rule: the regional rules, faults.
    """
    scores = [0] * len(table.players)
    if fault.player is None or _is_by_attack(hand, fault):
        return _line(hand, fault, table, AS_USUAL, verdict, "", scores)
    pot = sum(mouche.scores)
    scores[fault.player], scores[hand.taker] = -pot, pot
    return _line(hand, fault, table, PENALTY, verdict, str(pot), scores)


def _line(
    hand: Hand,
    fault: Fault,
    table: Table,
    text: str,
    verdict: Message,
    working: str,
    scores: list[int],
) -> Line:
    values = {
        "fault": _description(hand, fault, table),
        "verdict": verdict,
        "taker": table.players[hand.taker],
    }
    extra = Extra.REVOKE if fault.kind is REVOKE else Extra.FORBIDDEN_DISCARD
    by = hand.taker if fault.player is None else fault.player
    rule = Rule.PAID_FAULT if working else Rule.FAULT
    return Line(rule, extra, Message(text, values), working, tuple(scores), (by,))


def _description(hand: Hand, fault: Fault, table: Table) -> Message:
    if fault.player is None:
        return msg("écart interdit")
    player = table.players[fault.player]
    if _is_by_attack(hand, fault):
        return msg("%(player)s, de l'attaque, renonce", player=player)
    return msg("%(player)s, de la défense, renonce", player=player)


def misdeal_line(hand: Hand, table: Table, held: Held) -> Line:
    """Pay the taker as much as the pot that is played for, by the dealer; the pot stays. A
    dealer who takes has nobody to pay. Rule: the regional rules, faults."""
    scores, pot = [0] * len(table.players), held.pots[-1]
    names = {"dealer": table.players[table.dealer], "taker": table.players[hand.taker]}
    if table.dealer == hand.taker:
        message = msg(
            "%(dealer)s a mal donné et prend : personne n'est payé", dealer=names["dealer"]
        )
        return Line(Rule.FAULT, Extra.MISDEAL, message, "", tuple(scores), (table.dealer,))
    scores[table.dealer], scores[hand.taker] = -pot, pot
    message = msg(
        "maldonne : %(dealer)s paie à %(taker)s autant que la mouche, qui reste", **names
    )
    by = (table.dealer,)
    return Line(Rule.PAID_FAULT, Extra.MISDEAL, message, str(pot), tuple(scores), by)
