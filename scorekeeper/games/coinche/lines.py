"""The lines of a hand with bids: coinche, and contrée by the same rules."""

from functools import lru_cache

from scorekeeper.games.belote.lines import (
    ANNONCES_CAPOT,
    BELOTE_KEPT,
    CAPOT_TEXT,
    SHARED_TEXT,
    Extra,
    announced,
    belotes_working,
    shown_working,
    tricks_working,
)
from scorekeeper.games.belote.side_points import facing
from scorekeeper.games.coinche.contract_value import Deal
from scorekeeper.games.coinche.hand_fields import CAPOT
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.choice import DEFENCE
from scorekeeper.rules.score import Line, Points
from scorekeeper.rules.score import Rule as BaseRule

MARKING = msg("FFB coinche 2015, marque ; FFB contrée 2016, § 10.2")


class Rule(BaseRule):
    """The rules that make a line, in the order of the working."""

    TRICKS = msg("Points des plis"), MARKING
    CONTRACT = msg("Contrat"), MARKING
    FAILED = msg("Chute"), MARKING
    BELOTE = msg("Belote"), msg("FFB coinche 2015, belote ; FFB contrée 2016, § 10.2")
    ANNONCES = msg("Annonces"), msg("FFB coinche 2015, annonces")
    ROUNDING = msg("Arrondi"), msg("FFB coinche et contrée 2015, arrondi")


TRICKS, CONTRACT, FAILED, BELOTE, ANNONCES, ROUNDING = Rule


MADE_TEXT = msg("fait, %(points)s pour %(contract)s").text
FAILED_TEXT = msg("chuté, %(points)s pour %(contract)s").text
BEATEN_TEXT = msg("chuté, %(points)s contre %(others)s").text
CAPOT_MADE = msg("capot")
CAPOT_FAILED = msg("capot chuté")
CAPOT_OF_DEFENCE = msg("chuté, et capot")


def verdict_of(played: Deal) -> Message:
    """Return the outcome of the contract, with the points that decided it."""
    hand, (points, others) = played.hand, played.sides
    if hand.capot is DEFENCE:
        return CAPOT_OF_DEFENCE
    if hand.contract == CAPOT:
        return CAPOT_MADE if played.won else CAPOT_FAILED
    if played.won and hand.capot:
        return CAPOT_MADE
    if played.beaten:
        return Message(BEATEN_TEXT, {"points": points, "others": others})
    text = MADE_TEXT if played.won else FAILED_TEXT
    return Message(text, {"points": points, "contract": hand.contract})


CONTRACT_TEXT = msg("l'attaque marque aussi ce qu'elle a demandé")
ONLY_CONTRACT_TEXT = msg("%(verdict)s : on ne marque que ce qui est demandé").text


def shared_lines(played: Deal, verdict: Message) -> tuple[list[Line], int]:
    """Mark a contract made and not doubled: each side its tricks, the attack its bid.

    :return: the lines, and the points of the bid.
    """
    hand, value = played.hand, played.value
    bid = facing(hand, value, 0)
    if played.counting == "announced":
        message = Message(ONLY_CONTRACT_TEXT, {"verdict": verdict})
        return [Line(CONTRACT, None, message, str(value), bid)], value
    attack, defence = played.points.tricks
    message = Message(SHARED_TEXT, {"verdict": verdict}) if defence else CAPOT_TEXT
    working = tricks_working(hand, played.points, played.options)
    tricks = Line(TRICKS, None, message, working, facing(hand, attack, defence))
    return [tricks, _bid_line(bid)] if value else [tricks], value


@lru_cache(maxsize=256)
def _bid_line(marks: Points) -> Line:
    """Mark the bid; cached, as there are some sixty bids for each team."""
    return Line(CONTRACT, None, CONTRACT_TEXT, str(sum(marks)), marks)


WON_TEXT = msg("%(verdict)s. %(doubled)s : l'attaque marque tout").text
LOST_TEXT = msg("%(verdict)s : la défense marque tout").text
LOST_DOUBLED_TEXT = msg("%(verdict)s. %(doubled)s : la défense marque tout").text
BEATEN_LOST = msg("%(verdict)s, et il faut faire plus que la défense : elle marque tout").text


def winner_line(played: Deal, verdict: Message, total: int, working: str) -> Line:
    """Mark everything for one side: a contract failed, or doubled.

    :param total: base and contract, multiplied.
    """
    values: dict[str, object] = {"verdict": verdict}
    rule, text, sides = FAILED, LOST_TEXT, (0, total)
    if played.won:
        rule, text, sides = CONTRACT, WON_TEXT, (total, 0)
    elif played.hand.coinche:
        text = LOST_DOUBLED_TEXT
    elif played.beaten:
        text = BEATEN_LOST
    if played.hand.coinche:
        values["doubled"] = played.hand.coinche
    scores = facing(played.hand, *sides)
    return Line(rule, None, Message(text, values), working, scores)


ANNONCES_ALL = msg("au camp qui gagne la donne, celles de l'autre camp comprises")


def annonces_line(played: Deal, marks: Points) -> Line:
    """Mark the announcements.

    :param marks: their points as they are marked, attack first.
    """
    hand, shown = played.hand, played.hand.annonces
    assert shown is not None
    working, message = shown_working(shown, hand.suit), ANNONCES_ALL
    if played.shared:
        message = ANNONCES_CAPOT if hand.capot else announced(shown)
    if (times := sum(marks) // sum(played.points.annonces)) > 1:
        working = f"({working}) × {times}" if len(shown.list) > 1 else f"{working} × {times}"
    return Line(ANNONCES, Extra.ANNONCES, message, working, facing(hand, *marks))


BELOTE_OWN = msg("au camp qui l'a montrée")
BELOTE_TAKEN = msg("au camp qui gagne la donne")


@lru_cache(maxsize=256)
def belote_line(marks: Points, stays: bool, taken: bool) -> Line:
    """Mark the belotes; cached, as few differ.

    :param marks: their points, column by column.
    :param stays: True if a belote stays with its side whatever happens.
    :param taken: True if the winner takes the other side's belote.
    """
    message = BELOTE_TAKEN if taken else BELOTE_OWN
    if stays:
        message = BELOTE_KEPT
    return Line(BELOTE, Extra.BELOTE, message, belotes_working(*marks), marks)
