"""French Tarot for 3 to 5 active players, by the federation's rules.

FFT, *Règlement officiel du jeu de Tarot*, version of 1 July 2012 (R-RO201206); the
pages below are its pages. House rules are options, off by default.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from scorekeeper.games.tarot.hand import (
    DEFENCE_CHELEMS,
    PARTNER_AT,
    PETIT_CHELEMS,
    Chelem,
    Contract,
    Hand,
    Misere,
    Poignee,
    Size,
)
from scorekeeper.games.tarot.point_values import BASE, SHARES, TAKER_ALONE, THRESHOLD
from scorekeeper.games.tarot.point_values import POIGNEE as FFT_POIGNEE
from scorekeeper.i18n.messages import Message, half_points, msg, render
from scorekeeper.rules.answers import AnyHand
from scorekeeper.rules.choice import ATTACK, DEFENCE, Side
from scorekeeper.rules.game import Table
from scorekeeper.rules.option import HOUSE, Options
from scorekeeper.rules.score import NOTHING_HELD, ZERO, Line, Points, Score, add_up
from scorekeeper.rules.score import Extra as BaseExtra
from scorekeeper.rules.score import Rule as BaseRule


def score(hand: Hand, table: Table) -> Score:
    """Score one hand of Tarot.

    Every line is computed as the payment of *one defender* to the attack (negative if the
    attack pays), then spread over the columns; every line sums to zero.

    Rule: FFT 2012, p. 8-9; at three p. 11, at five p. 12.
    """
    parts = shares(hand, table)
    needed = 2 * THRESHOLD[hand.bouts]
    won = hand.points >= needed
    margin = (abs(hand.points - needed) + 1) // 2
    verdict = verdict_of(won, margin)
    lines = [contract_line(hand, table, parts, won, margin, verdict)]
    bonus_parts = parts if hand.partner is None else bonus_shares(hand, table, parts)
    lines += _bonus_lines(hand, table, bonus_parts, won)
    if hand.partner is not None and table.options["split"] == "halves":
        lines = in_halves(lines, hand.taker, hand.partner, _is_shared(table))
    if hand.miseres and table.options["misere_for"] == "player":
        lines += [misere_line(hand, misere, table) for misere in hand.miseres]
    note = _shares_note(hand, table)
    return Score(tuple(lines), add_up(lines), verdict, NOTHING_HELD, ZERO, won, note)


PAGAT, WIKIPEDIA = msg("Pagat, French Tarot"), msg("Wikipédia, « Tarot français »")
PAGE_7, PAGE_8 = msg("FFT 2012, p. 7"), msg("FFT 2012, p. 8 (à trois : p. 11, à cinq : p. 12)")

WORTH, SHARING = ("formula", "contracts"), ("split", "partner_bonuses")
"""The options by which a contract counts, and by which taker and partner share a bonus."""
PETIT_OPTIONS = (*WORTH, "petit_au_bout", "petit_times", *SHARING)


class Rule(BaseRule):
    """The rules that make a line, in the order of the working."""

    CONTRACT = msg("Contrat"), PAGE_8, *WORTH, "split"
    ROUNDED_CONTRACT = msg("Contrat"), HOUSE
    PETIT_AU_BOUT = msg("Petit au bout"), PAGE_7, *PETIT_OPTIONS
    POIGNEE = msg("Poignée"), PAGE_7, *SHARING
    OWN_POIGNEE = msg("Poignée"), HOUSE
    CHELEM = msg("Chelem"), msg("FFT 2012, p. 6, 8 et 9"), "chelem", *SHARING
    DEFENCE_CHELEM = msg("Chelem"), WIKIPEDIA, "chelem", *SHARING
    PETIT_CHELEM = msg("Petit chelem"), PAGAT, "petit_chelem", *SHARING
    WITHOUT_PETIT = msg("Gagné sans le petit"), HOUSE
    MISERE = msg("Misère"), HOUSE


(
    CONTRACT, ROUNDED_CONTRACT, PETIT_AU_BOUT, POIGNEE, OWN_POIGNEE, CHELEM, DEFENCE_CHELEM,
    PETIT_CHELEM, WITHOUT_PETIT, MISERE,
) = Rule  # fmt: skip
"""The members as names for scoring code: Python 3.11 finds an attribute of an enumeration
ten times as slowly."""


class Extra(BaseExtra):
    """The events that not every hand has."""

    PETIT_ATTACK = msg("petit au bout")
    PETIT_DEFENCE = msg("petit à la défense")
    POIGNEE = msg("poignée")
    DOUBLE_POIGNEE = msg("double poignée")
    TRIPLE_POIGNEE = msg("triple poignée")
    CHELEM_ANNOUNCED = msg("chelem annoncé")
    CHELEM = msg("chelem")
    CHELEM_FAILED = msg("chelem chuté")
    CHELEM_DEFENCE = msg("chelem de la défense")
    PETIT_CHELEM = msg("petit chelem")
    PETIT_CHELEM_FAILED = msg("petit chelem chuté")
    WITHOUT_PETIT = msg("sans le petit")
    MISERE = msg("misère")


PETITS = {Side.ATTACK: Extra.PETIT_ATTACK, Side.DEFENCE: Extra.PETIT_DEFENCE}

POIGNEES = {
    Size.SIMPLE: Extra.POIGNEE,
    Size.DOUBLE: Extra.DOUBLE_POIGNEE,
    Size.TRIPLE: Extra.TRIPLE_POIGNEE,
}

CHELEMS = {
    Chelem.ANNOUNCED_MADE: Extra.CHELEM_ANNOUNCED,
    Chelem.MADE: Extra.CHELEM,
    Chelem.ANNOUNCED_FAILED: Extra.CHELEM_FAILED,
    Chelem.DEFENCE: Extra.CHELEM_DEFENCE,
    Chelem.DEFENCE_ANNOUNCED_MADE: Extra.CHELEM_DEFENCE,
    Chelem.DEFENCE_ANNOUNCED_FAILED: Extra.CHELEM_FAILED,
    Chelem.PETIT_ANNOUNCED_MADE: Extra.PETIT_CHELEM,
    Chelem.PETIT_MADE: Extra.PETIT_CHELEM,
    Chelem.PETIT_ANNOUNCED_FAILED: Extra.PETIT_CHELEM_FAILED,
}

CONTRACT_TEXT = msg(
    "%(contract)s. Bouts : %(bouts)s, il faut donc %(needed)s points ; l'attaque en a "
    "%(points)s : %(verdict)s"
).text

HALF_POINT_TEXT = msg(
    "%(contract)s. Bouts : %(bouts)s, il faut donc %(needed)s points ; l'attaque en a "
    "%(points)s, et le demi-point va au camp qui gagne : %(verdict)s"
).text


COUNTED_TEXT = msg("%(because)s ; comptés %(counted)s").text


def contract_line(
    hand: Hand, table: Table, shares: Points, won: bool, margin: int, verdict: Message
) -> Line:
    """Pay the base and the margin, multiplied by the contract; or the contract and the
    margin.

    :param margin: the difference from the points needed, rounded up.

    Rule: FFT 2012, p. 8; the rounding of the margin and the sum are house rules.
    """
    options, sign, minus = table.options, 1 if won else -1, "" if won else "−"
    values = {
        "contract": hand.contract,
        "bouts": hand.bouts,
        "needed": THRESHOLD[hand.bouts],
        "points": half_points(hand.points),
        "verdict": verdict,
    }
    because = Message(HALF_POINT_TEXT if hand.points % 2 else CONTRACT_TEXT, values)
    counted, rule = rounded_margin(margin, options), CONTRACT
    if counted != margin:
        because = Message(COUNTED_TEXT, {"because": because, "counted": counted})
        margin, rule = counted, ROUNDED_CONTRACT
    worth = options["contracts"][hand.contract.code]
    if options["formula"] == "flat":
        each, working = worth + margin, f"{minus}({worth} + {margin})"
    else:
        each, working = (BASE + margin) * worth, f"{minus}({BASE} + {margin}) × {worth}"
    return Line(rule, None, because, working, _spread(sign * each, shares))


def rounded_margin(margin: int, options: Options) -> int:
    """Round the points of gain or loss as the table counts them.

    >>> rounded_margin(12, {"margin_to": 5, "margin_rounding": "nearest"})
    10
    >>> rounded_margin(12, {"margin_to": 10, "margin_rounding": "up"})
    20
    """
    to: int = options["margin_to"]
    if to == 1:
        return margin
    if options["margin_rounding"] == "up":
        return -(-margin // to) * to
    return (2 * margin + to) // (2 * to) * to


def petit_line(hand: Hand, side: Side, table: Table, shares: Points) -> Line:
    """Pay the petit au bout, multiplied by the contract, to the side that made it.

    Where contracts are points, there is no multiplier.

    Rule: FFT 2012, p. 7.
    """
    options, attack = table.options, side is ATTACK
    worth, minus = options["petit_au_bout"], "" if attack else "−"
    each, working, because = worth, f"{minus}{worth}", PETIT_TEXT
    if options["petit_times"] and options["formula"] == "times":
        times = options["contracts"][hand.contract.code]
        each, working, because = worth * times, f"{minus}{worth} × {times}", PETIT_TIMES_TEXT
    return Line(
        PETIT_AU_BOUT,
        PETITS[side],
        Message(because, {"side": side}),
        working,
        _spread(each if attack else -each, shares),
        _columns_of(side, hand, table),
    )


PETIT_TEXT = msg(
    "%(side)s : au camp qui prend le petit au dernier pli, même si le contrat est perdu"
).text

PETIT_TIMES_TEXT = msg(
    "%(side)s : au camp qui prend le petit au dernier pli, même si le contrat est perdu ; "
    "multiplié par le contrat"
).text

SIZES = tuple(Size)


def poignee_line(poignee: Poignee, shares: Points, won: bool, table: Table) -> Line:
    """Pay a poignée to the side that won the hand, whoever showed it. Rule: FFT 2012, p. 7."""
    worth = table.options["poignee"][SIZES.index(poignee.size)]
    each = worth if won else -worth
    return Line(
        POIGNEE if worth == FFT_POIGNEE[poignee.size] else OWN_POIGNEE,
        POIGNEES[poignee.size],
        msg(
            "%(size)s, montrée par %(player)s : au camp qui gagne la donne (%(side)s), "
            "quel que soit le contrat",
            size=poignee.size,
            player=table.players[poignee.player],
            side=ATTACK if won else DEFENCE,
        ),
        render(each),
        _spread(each, shares),
        (poignee.player,),
    )


def chelem_line(hand: Hand, chelem: Chelem, table: Table, shares: Points) -> Line:
    """Pay a chelem, whatever the contract.

    A chelem announced by the defence has the points of one of the attack, with the other
    sign.

    Rule: FFT 2012, p. 6, 8 and 9; petit chelem and a defender's announcement are house rules.
    """
    options, rule = table.options, CHELEM
    if chelem in PETIT_CHELEMS:
        rule, each = PETIT_CHELEM, options["petit_chelem"][PETIT_CHELEMS[chelem]]
    elif chelem in DEFENCE_CHELEMS:
        rule, each = DEFENCE_CHELEM, -options["chelem"][DEFENCE_CHELEMS[chelem]]
    else:
        each = options["chelem"][chelem.code]
    because = msg("%(outcome)s : quel que soit le contrat", outcome=chelem)
    side = DEFENCE if chelem in DEFENCE_CHELEMS or chelem is Chelem.DEFENCE else ATTACK
    scores, by = _spread(each, shares), _columns_of(side, hand, table)
    return Line(rule, CHELEMS[chelem], because, render(each), scores, by)


def without_petit_line(table: Table, shares: Points) -> Line:
    """Pay the bonus for a contract won without the petit, as the table agreed."""
    each = table.options["without_petit"]
    because = msg("le contrat est gagné et le petit est à la défense : prime de la table")
    rule, extra = WITHOUT_PETIT, Extra.WITHOUT_PETIT
    return Line(rule, extra, because, render(each), _spread(each, shares))


def misere_line(hand: Hand, misere: Misere, table: Table) -> Line:
    """Pay a misère: by every other active player to the player who showed it."""
    each, players = table.options["misere"], len(table.players)
    others = hand.active(players) - 1
    own = [0 if n in hand.sitting_out else -each for n in range(players)]
    own[misere.player] = each * others
    because = Message(MISERE_TEXT, _misere_values(misere, table))
    working, by = f"{each} × {others}", (misere.player,)
    return Line(MISERE, Extra.MISERE, because, working, tuple(own), by)


def side_misere_line(hand: Hand, misere: Misere, table: Table, shares: Points) -> Line:
    """Pay a misère: by each player of the other side to the side that showed it."""
    attack = misere.player in (hand.taker, hand.partner)
    each = table.options["misere"] if attack else -table.options["misere"]
    because = Message(MISERE_SIDE_TEXT, _misere_values(misere, table))
    scores, by = _spread(each, shares), (misere.player,)
    return Line(MISERE, Extra.MISERE, because, render(each), scores, by)


def _misere_values(misere: Misere, table: Table) -> dict[str, object]:
    player, each = table.players[misere.player], table.options["misere"]
    return {"kind": misere.kind, "player": player, "each": each}


MISERE_TEXT = msg(
    "%(kind)s : misère annoncée par %(player)s, qui reçoit %(each)s de chacun"
).text

MISERE_SIDE_TEXT = msg(
    "%(kind)s : misère annoncée par %(player)s, dont le camp reçoit %(each)s de chaque "
    "adversaire"
).text


def _columns_of(side: Side, hand: Hand, table: Table) -> Points:
    """Return the players of a side, by number."""
    attack = (hand.taker,) if hand.partner is None else (hand.taker, hand.partner)
    if side is ATTACK:
        return attack
    absent = (*attack, *hand.sitting_out)
    return tuple([n for n in range(len(table.players)) if n not in absent])


def _spread(each: int, shares: Points) -> Points:
    return tuple([each * share for share in shares])


def _bonus_lines(hand: Hand, table: Table, parts: Points, won: bool) -> list[Line]:
    """Return the lines of the bonuses that a side receives, in the order of the working."""
    lines = []
    if hand.petit_au_bout:
        lines.append(petit_line(hand, hand.petit_au_bout, table, parts))
    for poignee in hand.poignees:
        lines.append(poignee_line(poignee, parts, won, table))
    if hand.chelem:
        lines.append(chelem_line(hand, hand.chelem, table, parts))
    if hand.without_petit and won:
        lines.append(without_petit_line(table, parts))
    if hand.miseres and table.options["misere_for"] == "side":
        lines += [side_misere_line(hand, misere, table, parts) for misere in hand.miseres]
    return lines


def shares(hand: Hand, table: Table) -> Points:
    """Return the share of each column, in payments of one defender. Rule: FFT 2012, p. 9, 11
    and 12."""
    taker, partner = SHARES[hand.active(len(table.players)), hand.partner is not None]
    return _with_attack(hand, table, taker, partner)


def bonus_shares(hand: Hand, table: Table, parts: Points) -> Points:
    """Return the shares in bonuses: as in the contract, unless the taker has them alone."""
    if table.options["partner_bonuses"]:
        return parts
    return _with_attack(hand, table, *TAKER_ALONE)


def _with_attack(hand: Hand, table: Table, taker: int, partner: int) -> Points:
    parts = [-1] * len(table.players)
    for player in hand.sitting_out:
        parts[player] = 0
    parts[hand.taker] = taker
    if hand.partner is not None:
        parts[hand.partner] = partner
    return tuple(parts)


def _is_shared(table: Table) -> Callable[[Line], bool]:
    """Return the test of a line whose points taker and partner share."""
    bonuses = table.options["partner_bonuses"]
    return lambda line: bonuses or line.rule in (CONTRACT, ROUNDED_CONTRACT)


def in_halves(
    lines: Sequence[Line], taker: int, partner: int, is_shared: Callable[[Line], bool]
) -> list[Line]:
    """Share the points of the attack equally; an odd point of the whole hand is the taker's.
    The partner's part of a line is what it adds to half of the sum up to there."""
    shared, total, partners = [], 0, 0
    for line in lines:
        if is_shared(line):
            attack = line.scores[taker] + line.scores[partner]
            total += attack
            half = total // 2 if total > 0 else -(-total // 2)
            scores = list(line.scores)
            scores[taker], scores[partner] = attack - half + partners, half - partners
            partners, line = half, line._replace(scores=tuple(scores))
        shared.append(line)
    return shared


@lru_cache(maxsize=256)
def verdict_of(won: bool, margin: int) -> Message:
    """Return the verdict of a contract, cached because few differ: two for each margin.

    >>> str(verdict_of(True, 8)), str(verdict_of(False, 1)), str(verdict_of(True, 0))
    ('faite de 8', 'chutée de 1', 'juste faite')
    """
    if not margin:
        return msg("juste faite")
    return (
        msg("faite de %(margin)s", margin=margin)
        if won
        else msg("chutée de %(margin)s", margin=margin)
    )


def _shares_note(hand: Hand, table: Table) -> Message:
    active = hand.active(len(table.players))
    taker, _ = SHARES[active, hand.partner is not None]
    if hand.partner is None:
        return msg(
            "%(taker)s marque %(times)s fois la part d'un défenseur.",
            taker=table.players[hand.taker],
            times=taker,
        )
    values = {"taker": table.players[hand.taker], "partner": table.players[hand.partner]}
    text = HALVES_TEXT if table.options["split"] == "halves" else TWO_ONE_TEXT
    note = Message(text, {**values, "times": taker})
    if table.options["partner_bonuses"]:
        return note
    return msg("%(note)s Les primes sont à %(taker)s.", note=note, **values)


TWO_ONE_TEXT = msg(
    "%(taker)s marque %(times)s fois la part d'un défenseur, %(partner)s une fois."
).text

HALVES_TEXT = msg(
    "%(taker)s et %(partner)s partagent par moitiés ; le point impair est à %(taker)s."
).text


def usual_names(hand: Hand, table: Table) -> Hand:
    """Return a *prise* as the *petite* that it is; older sheets may have both. Rule: FFT 2012,
    p. 8."""
    prise = Contract.PRISE
    if hand.contract is prise and prise.code not in table.options["contracts"]:
        return replace(hand, contract=Contract.PETITE)
    return hand


def leads(hand: Hand, usual: int) -> int | None:
    """Return who leads: whoever announced a chelem, whoever dealt. A hand does not say which
    defender did. Rule: FFT 2012, p. 6-7."""
    if hand.chelem in (Chelem.DEFENCE_ANNOUNCED_MADE, Chelem.DEFENCE_ANNOUNCED_FAILED):
        return None
    announced = (Chelem.ANNOUNCED_MADE, Chelem.ANNOUNCED_FAILED)
    return hand.taker if hand.chelem in announced else usual


def headline(hand: AnyHand, table: Table) -> Message:
    """Describe the hand in a few words.

    :param hand: a hand of Tarot, with or without mouches.
    """
    values: dict[str, object] = {"contract": hand.contract, "taker": table.players[hand.taker]}
    if hand.partner is not None:
        return msg(
            "%(taker)s avec %(partner)s : %(contract)s",
            partner=table.players[hand.partner],
            **values,
        )
    if hand.active(len(table.players)) == PARTNER_AT:
        return msg("%(taker)s seul : %(contract)s", **values)
    return msg("%(taker)s : %(contract)s", **values)
