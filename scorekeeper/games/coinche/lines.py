"""The lines of a hand with bids: coinche, and contrée by the same rules."""

from functools import lru_cache

from scorekeeper.games.belote.lines import (
    ANNONCES_CAPOT,
    ANNONCES_LOST,
    CAPOT_TEXT,
    SHARED_TEXT,
    TIE_TEXT,
    Extra,
    announced,
    belotes_working,
    shown_working,
    tricks_working,
)
from scorekeeper.games.belote.lines import BELOTE_KEPT as BELOTE_STAYS
from scorekeeper.games.belote.side_points import columns_of, facing
from scorekeeper.games.coinche.articles import CAPOT_BELOTE, DOUBLED_MADE, KEPT, Rules
from scorekeeper.games.coinche.articles import GENERALE as GENERALE_RULE
from scorekeeper.games.coinche.bonuses import kept_by_capot, taken
from scorekeeper.games.coinche.deal import Deal
from scorekeeper.games.coinche.hand_fields import CAPOT, GENERALE
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.choice import DEFENCE
from scorekeeper.rules.score import Line, Points, Rule

MADE_TEXT = msg("fait, %(points)s pour %(contract)s").text
FAILED_TEXT = msg("chuté, %(points)s pour %(contract)s").text
BEATEN_TEXT = msg("chuté, %(points)s contre %(others)s").text
CAPOT_MADE = msg("capot")
CAPOT_FAILED = msg("capot chuté")
CAPOT_OF_DEFENCE = msg("chuté, et capot")
WORD_VERDICTS = {
    CAPOT: (CAPOT_MADE, CAPOT_FAILED),
    GENERALE: (msg("réussie"), msg("chutée")),
}
"""The verdicts of the bids of every trick, made and failed."""


def verdict_of(played: Deal) -> Message:
    """Return the outcome of the contract, with the points that decided it."""
    won, (points, others) = played.won, played.sides
    if played.swept is DEFENCE:
        return CAPOT_OF_DEFENCE
    if played.all_bid:
        made, failed = WORD_VERDICTS[played.hand.contract]
        return made if won else failed
    if won:
        if played.swept is not None:
            return CAPOT_MADE
        return Message(MADE_TEXT, {"points": points, "contract": played.needed})
    if won is None:
        return Message(TIE_TEXT, {"attack": points, "defence": others})
    if played.beaten:
        return Message(BEATEN_TEXT, {"points": points, "others": others})
    return Message(FAILED_TEXT, {"points": points, "contract": played.needed})


CONTRACT_TEXT = msg("l'attaque marque aussi ce qu'elle a demandé")
ONLY_CONTRACT_TEXT = msg("%(verdict)s : on ne marque que ce qui est demandé").text


def shared_lines(played: Deal, verdict: Message, rules: Rules) -> tuple[list[Line], int]:
    """Mark a contract made and not doubled: each side its tricks, the attack its bid.

    :return: the lines, and the points of the bid.
    """
    hand, value = played.hand, played.value
    bid = facing(hand, value, 0)
    rule = GENERALE_RULE if hand.contract == GENERALE else rules.contract
    if played.counting == "announced":
        message = Message(ONLY_CONTRACT_TEXT, {"verdict": verdict})
        return [Line(rule, None, message, str(value), bid)], value
    attack, defence = played.points.tricks
    message = Message(SHARED_TEXT, {"verdict": verdict}) if defence else CAPOT_TEXT
    working = tricks_working(hand, played.points, played.options)
    tricks = Line(rules.tricks, None, message, working, facing(hand, attack, defence))
    return [tricks, _bid_line(rule, bid)] if value else [tricks], value


@lru_cache(maxsize=256)
def _bid_line(rule: Rule, marks: Points) -> Line:
    """Mark the bid; cached, as there are some sixty bids for each team."""
    return Line(rule, None, CONTRACT_TEXT, str(sum(marks)), marks)


WON_TEXT = msg("%(verdict)s. %(doubled)s : l'attaque marque tout").text
WON_SHARED_TEXT = msg("%(verdict)s. %(doubled)s").text
LOST_TEXT = msg("%(verdict)s : la défense marque tout").text
LOST_DOUBLED_TEXT = msg("%(verdict)s. %(doubled)s : la défense marque tout").text
BEATEN_LOST = msg("%(verdict)s, et il faut faire plus que la défense : elle marque tout").text


def winner_line(
    played: Deal, verdict: Message, total: int, working: str, rules: Rules
) -> Line:
    """Mark a contract for one side: failed, or doubled.

    :param total: base and contract, multiplied.
    """
    values: dict[str, object] = {"verdict": verdict}
    rule, text, sides = rules.failed, LOST_TEXT, (0, total)
    if played.won:
        made = played.options["doubling"] == "made"
        rule, sides = DOUBLED_MADE if made else rules.contract, (total, 0)
        text = WON_SHARED_TEXT if played.keeps else WON_TEXT
    elif played.hand.coinche:
        text = LOST_DOUBLED_TEXT
    elif played.beaten:
        text = BEATEN_LOST
    if played.hand.coinche:
        values["doubled"] = played.hand.coinche
    if played.hand.contract == GENERALE:
        rule = GENERALE_RULE
    return Line(rule, None, Message(text, values), working, facing(played.hand, *sides))


KEPT_TEXT = msg("la défense garde les plis qu'elle a faits")


def kept_line(played: Deal) -> Line:
    """Mark the tricks of the defence on a doubled contract that is made.

    Rule: none of the federation; ScoreIt.
    """
    points = played.points.tricks[1]
    scores = facing(played.hand, 0, points)
    return Line(KEPT, None, KEPT_TEXT, str(points), scores)


ANNONCES_ALL = msg("au camp qui gagne la donne, celles de l'autre camp comprises")


def annonces_line(played: Deal, marks: Points, rules: Rules) -> Line:
    """Mark the announcements.

    :param marks: their points as they are marked, attack first; none if they are lost.
    """
    hand, shown = played.hand, played.hand.annonces
    assert shown is not None
    working, message = shown_working(shown, hand.suit), announced(shown)
    own = bool(marks[0]) == bool(played.points.annonces[0])
    times = sum(marks) // sum(played.points.annonces)
    if not times:
        working, message = "", ANNONCES_LOST
    elif played.shared and played.swept:
        message = ANNONCES_CAPOT
    elif not played.keeps and (not own or played.options["annonces_on_chute"] == "winner"):
        message = ANNONCES_ALL
    if times > 1:
        working = f"({working}) × {times}" if len(shown.list) > 1 else f"{working} × {times}"
    scores, by = facing(hand, *marks), columns_of(hand, shown.side)
    return Line(rules.annonces, Extra.ANNONCES, message, working, scores, by)


BELOTE_KEPT = BELOTE_STAYS.text
BELOTE_OWN = msg("au camp qui l'a annoncée").text
BELOTE_TAKEN = msg("au camp qui gagne la donne").text
BELOTE_CAPOT = msg("au camp qui l'a annoncée : l'équipe capot garde la sienne").text


def belote_line(played: Deal, marks: Points, rules: Rules) -> Line:
    """Mark the belotes.

    :param marks: their points, attack first.
    """
    rule, because = rules.belote, BELOTE_TAKEN
    if played.options["belote_on_chute"] == "stays":
        because = BELOTE_KEPT
    elif not taken(played):
        because = BELOTE_OWN
    elif kept_by_capot(played):
        rule, because = CAPOT_BELOTE, BELOTE_CAPOT
    own = facing(played.hand, *played.points.belotes)
    return belote_line_of(rule, because, facing(played.hand, *marks), own)


@lru_cache(maxsize=256)
def belote_line_of(rule: Rule, because: str, marks: Points, own: Points) -> Line:
    """Mark the belotes; cached, as few differ.

    :param own: the points of each team's own belotes, whoever marks them.
    """
    by = tuple([team for team, points in enumerate(own) if points])
    return Line(rule, Extra.BELOTE, Message(because), belotes_working(*marks), marks, by)
