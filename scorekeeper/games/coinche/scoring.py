"""The score of a hand with bids: coinche, and contrée by the same functions.

FFB, *Règles de la Belote coinchée*, 2015.
"""

from functools import lru_cache
from typing import NamedTuple

from scorekeeper.games.belote.side_points import (
    ANNONCES_CAPOT,
    BELOTE_KEPT,
    CAPOT_MADE,
    CAPOT_TEXT,
    FINAL_TEXT,
    HELD_TEXT,
    NONE,
    SHARED_TEXT,
    TIE_TEXT,
    OwnRule,
    all_to,
    annonces_line,
    belote_line,
    belotes_marked,
    deck_as_marked,
    each_rounded,
    facing,
    new_pot,
    pot_line,
    round_off,
    together,
    tricks_line,
    wins_pot,
)
from scorekeeper.games.coinche.deal import (
    ALL_MARKED,
    Deal,
    annonces,
    belotes,
    bracket,
    deal,
    is_flat_bid,
    kept_by_capot,
    made,
    rounding_of,
    taken,
)
from scorekeeper.games.coinche.hand import CAPOT, GENERALE, STEP, Coinche, Contre, Hand
from scorekeeper.games.coinche.point_values import BASES, HIGHEST_BIDS
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.choice import ATTACK, DEFENCE
from scorekeeper.rules.game import Table
from scorekeeper.rules.option import HOUSE, Options
from scorekeeper.rules.score import (
    NOTHING_HELD,
    ZERO,
    Account,
    Held,
    Line,
    Points,
    Rule,
    Score,
    add_up,
)

TRICKS, CONTRACT, FAILED = msg("Points des plis"), msg("Contrat"), msg("Chute")

BELOTE, ANNONCES, ROUNDING = msg("Belote"), msg("Annonces"), msg("Arrondi")

COINCHE_MARKS, COINCHE_ANNONCES = (
    msg("FFB coinche 2015, marque"),
    msg("FFB coinche 2015, annonces"),
)

CONTREE_MARKS = msg("FFB contrée 27-01-2016, § 10.2")

PAGE = msg("FFB, page web de la contrée")

ANNOUNCED_MARKS = msg("FFB, page web de la contrée, points annoncés")

CANNES_MARKS = msg("Cannes 2016, marque")

OUTCOME_OPTIONS = ("beat_defence", "tie")
"""The options that decide whether a contract is made; read only where they matter."""

DOUBLED = (*OUTCOME_OPTIONS, "doubling", "surcoinche", "defence_keeps")
"""The options of what a doubled contract multiplies, and for whom."""

VERDICT = (*OUTCOME_OPTIONS, "eighty_needs", "all_trump", "capot_failed")
"""The options by which the points of a side are counted and its contract is judged."""

TRICKS_OPTIONS = (*VERDICT, "capot", GENERALE)

CONTRACT_OPTIONS = (*DOUBLED, "highest_bid", "capot_bid", "capot_doubled")

DECIDED_OPTIONS = (*CONTRACT_OPTIONS, "eighty_needs", "all_trump")
"""The options of a line that has the verdict besides the bid."""

FAILED_OPTIONS = (*VERDICT, *CONTRACT_OPTIONS, "defence_capot", "announced_chute")

BELOTE_OPTIONS = (*OUTCOME_OPTIONS, "belote_doubled", "defence_keeps")

ANNONCES_OPTIONS = (*DOUBLED, "annonces_on_chute")


class CoincheRule(Rule):
    """Coinche, by the federation's text of 2015."""

    TRICKS = TRICKS, COINCHE_MARKS, *TRICKS_OPTIONS
    BID = CONTRACT, COINCHE_MARKS, *CONTRACT_OPTIONS
    CONTRACT = CONTRACT, COINCHE_MARKS, *DECIDED_OPTIONS
    FAILED = FAILED, COINCHE_MARKS, *FAILED_OPTIONS
    BELOTE = BELOTE, msg("FFB coinche 2015, belote"), "surcoinche"
    ANNONCES = ANNONCES, COINCHE_ANNONCES, *ANNONCES_OPTIONS
    ROUNDING = ROUNDING, msg("FFB coinche 2015, § 10.2")


class ContreeRule(Rule):
    """Contrée, by the federation's text of 2016."""

    TRICKS = TRICKS, CONTREE_MARKS, *TRICKS_OPTIONS
    BID = CONTRACT, CONTREE_MARKS, *CONTRACT_OPTIONS
    CONTRACT = CONTRACT, CONTREE_MARKS, *DECIDED_OPTIONS
    FAILED = FAILED, CONTREE_MARKS, *FAILED_OPTIONS
    BELOTE = BELOTE, CONTREE_MARKS, *BELOTE_OPTIONS
    ANNONCES = ANNONCES, HOUSE
    ROUNDING = ROUNDING, msg("FFB contrée 27-01-2016, § 10.3")


class AnnouncedRule(Rule):
    """Points bid alone, which only the federation's web page has."""

    TRICKS = TRICKS, PAGE, *TRICKS_OPTIONS
    BID = CONTRACT, ANNOUNCED_MARKS, *CONTRACT_OPTIONS
    CONTRACT = CONTRACT, ANNOUNCED_MARKS, *DECIDED_OPTIONS
    FAILED = FAILED, ANNOUNCED_MARKS, *FAILED_OPTIONS


class CannesRule(Rule):
    """The French championship at Cannes, which counts 162 and not 160."""

    TRICKS = TRICKS, CANNES_MARKS, *TRICKS_OPTIONS
    BID = CONTRACT, CANNES_MARKS, *CONTRACT_OPTIONS
    CONTRACT = CONTRACT, CANNES_MARKS, *DECIDED_OPTIONS
    FAILED = FAILED, CANNES_MARKS, *FAILED_OPTIONS
    BELOTE = BELOTE, msg("Cannes 2016, belote"), *BELOTE_OPTIONS


class OtherRule(Rule):
    """The rules that no game has for all of its hands."""

    CAPOT_BELOTE = BELOTE, PAGE, *BELOTE_OPTIONS
    PLAIN_BELOTE = BELOTE, msg("FFB coinche 2015, belote"), "belote_doubled"
    GENERALE = msg("Générale"), msg("règle de la table, hors des textes de la FFB"), GENERALE
    FAULT = msg("Faute"), msg("règle de la table, comme à Cannes 2016")


CAPOT_BELOTE, PLAIN_BELOTE, GENERALE_RULE, FAULT_RULE = OtherRule
OWN_TRICKS, OWN_CONTRACT = OwnRule.TRICKS, OwnRule.CONTRACT
OWN_FAILED, TIE = OwnRule.FAILED, OwnRule.TIE
"""The members as names for scoring code: Python 3.11 finds an attribute of an enumeration
ten times as slowly."""


class Rules(NamedTuple):
    """The rules of one text."""

    tricks: Rule
    bid: Rule
    contract: Rule
    failed: Rule
    belote: Rule = OwnRule.BELOTE
    annonces: Rule = OwnRule.ANNONCES
    rounding: Rule = CoincheRule.ROUNDING


COINCHE_RULES, CONTREE_RULES = Rules(*CoincheRule), Rules(*ContreeRule)

ANNOUNCED_RULES, CANNES_RULES = Rules(*AnnouncedRule), Rules(*CannesRule)

TURNED_RULES = Rules(OWN_TRICKS, OWN_CONTRACT, OWN_CONTRACT, OWN_FAILED)
"""The rules of a contract that announcements would have decided otherwise, if they counted."""


FAULT_RULES = Rules(OWN_TRICKS, FAULT_RULE, FAULT_RULE, FAULT_RULE)
"""The rules of a contract that a fault decided: no text of the federation has any."""


def _rules_of(hand: Hand, played: Deal, options: Options, own: Rules) -> Rules:
    """Return the rules that a hand follows, of which not all need be those of its game."""
    rules = own
    if hand.fault:
        return FAULT_RULES._replace(rounding=own.rounding)
    if options["base"] != BASES[0] or played.counting != ALL_MARKED:
        of_contree = CONTREE_RULES if options["base"] == BASES[0] else CANNES_RULES
        rules = ANNOUNCED_RULES if options["counting"] == "announced" else of_contree
        rules = rules._replace(rounding=own.rounding)
    if played.left:
        every, rest = together(played.sides, played.left), played.points.rest
        if made(played.swept, played.needed, every, rest, options) is not played.won:
            rules = TURNED_RULES._replace(rounding=own.rounding)
        elif played.left[0] and played.needed and played.swept is None:
            rules = rules._replace(tricks=OWN_TRICKS, failed=OWN_FAILED)
    bid = 0 if played.all_bid else hand.contract
    if bid % STEP or (bid > HIGHEST_BIDS[0] and bid > options.get("highest_bid", bid)):
        rules = rules._replace(bid=OWN_CONTRACT, contract=OWN_CONTRACT, failed=OWN_FAILED)
    return rules


def score(hand: Hand, table: Table, rules_of_game: Rules = COINCHE_RULES) -> Score:
    """Score one hand of coinche or contrée. ``rules_of_game``: those of the game's own text.
    Rule: FFB coinche 2015, marque; FFB contrée 27-01-2016, § 10.2."""
    options, held = table.options, table.held
    played = deal(hand, options)
    rules, verdict = _rules_of(hand, played, options, rules_of_game), verdict_of(played)
    if played.won is None:
        return tied(played, verdict, table, rules)
    if played.shared:
        lines, marked = shared_lines(played, verdict, rules)
    else:
        lines, marked = _winner_lines(played, verdict, rules)
    annonces_marks = belote_marks = NONE
    if played.points.annonces != NONE and played.counting != "announced":
        annonces_marks = annonces(played)
        times = sum(annonces_marks) // sum(played.points.annonces)
        because = annonces_because(played)
        lines.append(annonces_line(rules.annonces, hand, annonces_marks, because, times))
    if played.points.belotes != NONE:
        belote_marks = belotes(played)
        if belote_marks != NONE:
            lines.append(belotes_line(played, belote_marks, rules))
    if held.pots and wins_pot(played.won, options):
        lines.append(pot_line(OwnRule.LITIGE, all_to(hand, played.won, held.total)))
        held = NOTHING_HELD
    scores = add_up(lines)
    how = rounding_of(hand, scores, table) if options["last_exact"] else options["rounding"]
    if how != "none":
        scores = round_off(lines, scores, how, rules.rounding, attack=hand.taker % 2)
    deck, contract = _deck_and_contract(played, marked, how)
    account = Account((deck, contract, sum(annonces_marks), sum(belote_marks)))
    return Score(tuple(lines), scores, verdict, held, account, played.won)


def _winner_lines(played: Deal, verdict: Message, rules: Rules) -> tuple[list[Line], int]:
    """Mark a contract failed or doubled, and the tricks that a doubled defence keeps; return
    the lines, and base and contract together."""
    marked, working = bracket(played)
    lines = [winner_line(played, verdict, marked, working, rules)]
    if played.keeps and _kept_tricks(played):
        lines.append(kept_line(played))
    return lines, marked


def _kept_tricks(played: Deal) -> int:
    return 0 if played.counting == "announced" else played.points.tricks[1]


def _deck_and_contract(played: Deal, marked: int, how: str) -> Points:
    """Return the deck and what is marked of the contract, or of both if one side marks
    everything: two parts of the account. Rule: FFB coinche 2015, marque; FFB contrée
    27-01-2016, § 10.2."""
    if not played.shared:
        kept = _kept_tricks(played) if played.keeps else 0
        marked, kept = each_rounded((marked, kept), how, attack=0)
        return kept, marked
    deck = deck_as_marked(played.points.tricks, how) if played.counting != "announced" else 0
    return deck, marked


def headline(hand: Hand, table: Table) -> Message:
    """Describe the hand in a few words.

    >>> from scorekeeper.games.belote.hand import Suit
    >>> hand = Hand(taker=1, contract=100, suit=Suit.HEARTS, points=91)
    >>> str(headline(hand, Table(("Anne", "Bruno"))))
    'Bruno : 100 ♥ Cœur'
    """
    values: dict[str, object] = {
        "taker": table.players[hand.taker],
        "contract": WORDS.get(hand.contract, hand.contract),
        "suit": hand.suit,
        "doubled": _doubled(hand, table) if hand.coinche else None,
    }
    if hand.suit and hand.coinche:
        return msg("%(taker)s : %(contract)s %(suit)s, %(doubled)s", **values)
    if hand.suit:
        return msg("%(taker)s : %(contract)s %(suit)s", **values)
    if hand.coinche:
        return msg("%(taker)s : %(contract)s, %(doubled)s", **values)
    return msg("%(taker)s : %(contract)s", **values)


def _doubled(hand: Hand, table: Table) -> Message:
    """Return the words for a doubled contract, and who doubled it, if that is said."""
    assert hand.coinche is not None
    if hand.coinched_by is None:
        return DOUBLED_TAG[hand.coinche]
    text = DOUBLED_BY[hand.coinche].text
    return Message(text, {"player": table.players[hand.coinched_by]})


WORDS = {CAPOT: msg("Capot"), GENERALE: msg("Générale")}
"""The bids that are no numbers."""

DOUBLED_TAG = {
    Coinche.COINCHE: msg("coinché"),
    Coinche.SURCOINCHE: msg("surcoinché"),
    Contre.COINCHE: msg("contré"),
    Contre.SURCOINCHE: msg("surcontré"),
}
"""The words for a doubled contract in the middle of a sentence."""

DOUBLED_BY = {
    Coinche.COINCHE: msg("coinché par %(player)s"),
    Coinche.SURCOINCHE: msg("coinché par %(player)s, surcoinché"),
    Contre.COINCHE: msg("contré par %(player)s"),
    Contre.SURCOINCHE: msg("contré par %(player)s, surcontré"),
}
"""The same, where the player who doubled is known."""


MADE_TEXT = msg("fait, %(points)s pour %(contract)s").text

FAILED_TEXT = msg("chuté, %(points)s pour %(contract)s").text

BEATEN_TEXT = msg("chuté, %(points)s contre %(others)s").text

CAPOT_FAILED = msg("capot chuté")

CAPOT_OF_DEFENCE = msg("chuté, et capot")

BY_FAULT = {
    ATTACK: msg("chuté, faute de l'attaque"),
    DEFENCE: msg("fait, faute de la défense"),
}
"""The verdicts on a contract lost by a fault of one side."""

WORD_VERDICTS = {
    CAPOT: (msg("capot fait"), CAPOT_FAILED),
    GENERALE: (msg("réussie"), msg("chutée")),
}
"""The verdicts of the bids of every trick, made and failed."""


def verdict_of(played: Deal) -> Message:
    """Return the outcome of the contract, with the points that decided it."""
    won, (points, others) = played.won, played.sides
    if played.hand.fault:
        return BY_FAULT[played.hand.fault]
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
    """Mark a contract made and not doubled: each side its tricks, the attack its bid; return
    the lines, and the points of the bid."""
    hand, value = played.hand, played.value
    bid = facing(hand, value, 0)
    is_alone = played.counting == "announced"
    rule = rules.contract if is_alone else rules.bid
    if hand.contract == GENERALE:
        rule = GENERALE_RULE
    if is_alone:
        message = Message(ONLY_CONTRACT_TEXT, {"verdict": verdict})
        return [Line(rule, None, message, str(value), bid)], value
    points = played.points
    message = Message(SHARED_TEXT, {"verdict": verdict}) if points.tricks[1] else CAPOT_TEXT
    tricks = tricks_line(rules.tricks, message, hand, points, points.tricks, played.options)
    return [tricks, _bid_line(rule, bid)] if value else [tricks], value


@lru_cache(maxsize=256)
def _bid_line(rule: Rule, marks: Points) -> Line:
    """Mark the bid; cached, as there are some sixty bids for each team."""
    return Line(rule, None, CONTRACT_TEXT, str(sum(marks)), marks)


WON_TEXT = msg("%(verdict)s. %(doubled)s : l'attaque marque tout").text

WON_SHARED_TEXT = msg("%(verdict)s. %(doubled)s").text

WON_BY_FAULT = msg("%(verdict)s : l'attaque marque tout").text

LOST_TEXT = msg("%(verdict)s : la défense marque tout").text

LOST_DOUBLED_TEXT = msg("%(verdict)s. %(doubled)s : la défense marque tout").text

BEATEN_LOST = msg("%(verdict)s, et il faut faire plus que la défense : elle marque tout").text


def winner_line(
    played: Deal, verdict: Message, total: int, working: str, rules: Rules
) -> Line:
    """Mark a contract for one side, failed or doubled: base and contract, multiplied."""
    values: dict[str, object] = {"verdict": verdict}
    rule, text, sides = rules.failed, LOST_TEXT, (0, total)
    if played.won:
        made = not is_flat_bid(played) and played.options["doubling"] == "made"
        rule, sides = OWN_CONTRACT if made else rules.contract, (total, 0)
        text = WON_SHARED_TEXT if played.keeps else WON_TEXT
        if not played.hand.coinche:
            text = WON_BY_FAULT
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
    """Mark the tricks of the defence on a doubled contract that is made. Rule: none of the
    federation; ScoreIt."""
    points = played.points.tricks[1]
    scores = facing(played.hand, 0, points)
    return Line(OWN_TRICKS, None, KEPT_TEXT, str(points), scores)


ANNONCES_ALL = msg("au camp qui gagne la donne, celles de l'autre camp comprises")


def annonces_because(played: Deal) -> Message | None:
    """Return the reason why a side marks the announcements, if it is not the better one."""
    if played.shared and played.swept:
        return ANNONCES_CAPOT
    moves = not played.keeps and played.options["annonces_on_chute"] == "winner"
    return ANNONCES_ALL if moves else None


BELOTE_OWN = msg("au camp qui l'a annoncée").text

BELOTE_TAKEN = msg("au camp qui gagne la donne").text

BELOTE_CAPOT = msg("au camp qui l'a annoncée : l'équipe capot garde la sienne").text


def belotes_line(played: Deal, marks: Points, rules: Rules) -> Line:
    """Mark the belotes, by their points, attack first."""
    rule, because = _belote_rule(played, marks, rules), BELOTE_TAKEN
    if played.options["belote_on_chute"] == "stays":
        because = BELOTE_KEPT
    elif not taken(played):
        because = BELOTE_OWN
    elif kept_by_capot(played):
        rule, because = CAPOT_BELOTE, BELOTE_CAPOT
    announced_by = facing(played.hand, *played.points.belotes)
    return belote_line(rule, because, facing(played.hand, *marks), announced_by)


def _belote_rule(played: Deal, marks: Points, rules: Rules) -> Rule:
    """Return the rule of a belote: coinche leaves it, and multiplies that of the winner;
    contrée moves it."""
    if played.counting == "announced":
        return rules.belote
    if played.options["belote_on_chute"] == "stays":
        return PLAIN_BELOTE if marks == played.points.belotes else COINCHE_RULES.belote
    own = rules.belote is COINCHE_RULES.belote
    return CONTREE_RULES.belote if own else rules.belote


REPLAYED_TEXT = msg("%(verdict)s : la donne est rejouée").text

BID_HELD_TEXT = msg("%(verdict)s : le contrat reste en jeu").text


def tied(played: Deal, verdict: Message, table: Table, rules: Rules) -> Score:
    """Score a tie: nobody marks the contract, doubled or not.

    Each side marks its own points at the last deal of a game of so many deals, as in Belote
    classique; before it the attack's are held. Earlier pots stay held.

    Rule: FFB 27-01-2016, § 10.1.3, for Belote classique; the last deal: contests.
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
    how = rounding_of(played.hand, scores, table)
    if not table.is_last_deal:
        held = Held((*held.pots, new_pot(points, _keeps_belote(table), how)))
    if how != "none":
        scores = round_off(lines, scores, how, rules.rounding, attack=played.hand.taker % 2)
    bonuses = together(points.belotes, points.annonces)
    account = Account((deck_as_marked(points.tricks, how), sum(bonuses)))
    return Score(tuple(lines), scores, verdict, held, account)


def _keeps_belote(table: Table) -> bool:
    """Return True if the attack marks its belote in a tie, which holds its other points."""
    return table.is_last_deal or table.options["litige_belote"] != "held"


def _own_points(played: Deal, verdict: Message, table: Table, rules: Rules) -> list[Line]:
    """Mark the points of the defence, and at the last deal those of the attack."""
    hand, points, is_last = played.hand, played.points, table.is_last_deal
    because = Message(FINAL_TEXT if is_last else HELD_TEXT, {"verdict": verdict})
    tricks, annonces = points.tricks, points.annonces
    if not is_last:
        tricks, annonces = (0, tricks[1]), (0, annonces[1])
    lines = [tricks_line(TIE, because, hand, points, tricks, played.options)]
    if annonces != NONE:
        lines.append(annonces_line(rules.annonces, hand, annonces))
    belotes = belotes_marked(points, _keeps_belote(table))
    if belotes != NONE:
        marked, announced_by = facing(hand, *belotes), facing(hand, *points.belotes)
        lines.append(belote_line(rules.belote, BELOTE_OWN, marked, announced_by))
    return lines
