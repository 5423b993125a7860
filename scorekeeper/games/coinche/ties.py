"""A tie at coinche that is no failure: its points are held, or the deal is played again.

No text of the federation has it: FFB coinche 2015 counts a tie as a failed contract. Some
clubs hold the points as in Belote classique, some championships deal again.
"""

from scorekeeper.games.belote import pots
from scorekeeper.games.belote.lines import (
    FINAL_TEXT,
    HELD_TEXT,
    Extra,
    announced,
    round_off,
    shown_working,
    tricks_working,
)
from scorekeeper.games.belote.side_points import (
    NONE,
    columns_of,
    deck_as_marked,
    facing,
    together,
)
from scorekeeper.games.coinche.articles import TIE, Rules
from scorekeeper.games.coinche.deal import Deal
from scorekeeper.games.coinche.lines import BELOTE_OWN, belote_line_of
from scorekeeper.games.coinche.rounding import rounding_of
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import ZERO, Account, Held, Line, Score, add_up

REPLAYED_TEXT = msg("%(verdict)s : la donne est rejouée").text
BID_HELD_TEXT = msg("%(verdict)s : le contrat reste en jeu").text


def tied(played: Deal, verdict: Message, table: Table, rules: Rules) -> Score:
    """Score a tie: nobody marks the contract, doubled or not.

    Each side marks its own points at the last deal of a game of so many deals, as in Belote
    classique; before it the attack's are held. Earlier pots stay held.

    Rule: FFB 27-01-2016, § 10.1.3 and 10.4.1, for Belote classique.
    """
    if table.options["tie"] == "replayed":
        line = Line(TIE, None, Message(REPLAYED_TEXT, {"verdict": verdict}), "", NONE)
        return Score((line,), NONE, verdict, table.held, ZERO, replayed=True)
    if played.counting == "announced":
        return _bid_held(played, verdict, table)
    return _points_held(played, verdict, table, rules)


def _bid_held(played: Deal, verdict: Message, table: Table) -> Score:
    """Hold the bid if only bids are marked; at the last deal nobody marks anything."""
    value = 0 if table.is_last_deal else played.value
    line = Line(TIE, None, Message(BID_HELD_TEXT, {"verdict": verdict}), "", NONE)
    held = Held((*table.held.pots, value)) if value else table.held
    return Score((line,), NONE, verdict, held, Account((value,)))


def _points_held(played: Deal, verdict: Message, table: Table, rules: Rules) -> Score:
    points, held = played.points, table.held
    lines = _own_points(played, verdict, table, rules)
    scores = add_up(lines)
    how = rounding_of(scores, table)
    if not table.is_last_deal:
        held = Held((*held.pots, pots.new_pot(points, _keeps_belote(table), how)))
    if how != "none":
        scores = round_off(lines, scores, how, rules.rounding)
    bonuses = together(points.belotes, points.annonces)
    account = Account((deck_as_marked(points.tricks, how), sum(bonuses)))
    return Score(tuple(lines), scores, verdict, held, account)


def _keeps_belote(table: Table) -> bool:
    """Return True if the attack marks its belote in a tie, which holds its other points."""
    return table.is_last_deal or table.options["litige_belote"] != "held"


def _own_points(played: Deal, verdict: Message, table: Table, rules: Rules) -> list[Line]:
    """Mark the points of the defence, and at the last deal those of the attack."""
    hand, points, is_last = played.hand, played.points, table.is_last_deal
    attack, defence = points.tricks
    because = Message(FINAL_TEXT if is_last else HELD_TEXT, {"verdict": verdict})
    working = tricks_working(hand, points, played.options)
    marks = facing(hand, attack if is_last else 0, defence)
    lines = [Line(TIE, None, because, working, marks)]
    annonces = points.annonces if is_last else (0, points.annonces[1])
    if annonces != NONE and hand.annonces:
        sums, message = shown_working(hand.annonces, hand.suit), announced(hand.annonces)
        columns = facing(hand, *annonces)
        by = columns_of(hand, hand.annonces.side)
        lines.append(Line(rules.annonces, Extra.ANNONCES, message, sums, columns, by))
    belotes = pots.belotes_marked(points, _keeps_belote(table))
    if belotes != NONE:
        marked, own = facing(hand, *belotes), facing(hand, *points.belotes)
        lines.append(belote_line_of(rules.belote, BELOTE_OWN, marked, own))
    return lines
