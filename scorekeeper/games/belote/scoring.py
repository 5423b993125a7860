"""Belote classique, by the federation's rules of 27 January 2016.

FFB, *Règles officielles de la Belote*, 27-01-2016; with announcements, its web page
« avec ou sans annonces ».
"""

from typing import NamedTuple

from scorekeeper.games.belote.hand import DECK, Hand
from scorekeeper.games.belote.side_points import (
    ANNONCES_CAPOT,
    BELOTE_KEPT,
    CAPOT_MADE,
    CAPOT_OF_DEFENCE,
    CAPOT_TEXT,
    FAILED_TEXT,
    FINAL_TEXT,
    HELD_TEXT,
    LITIGE_TEXT,
    MADE_TEXT,
    NONE,
    PARTS,
    SHARED_TEXT,
    TIE_TEXT,
    WITH_TEXT,
    Extra,
    OwnRule,
    SidePoints,
    all_to,
    annonces_line,
    belote_line,
    belotes_marked,
    compared,
    deck_as_marked,
    facing,
    new_pot,
    pot_line,
    round_off,
    rounded,
    side_points,
    together,
    tricks_line,
    wins_pot,
)
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.choice import ATTACK, Side
from scorekeeper.rules.game import Table, teams
from scorekeeper.rules.option import Options
from scorekeeper.rules.score import (
    NOTHING_HELD,
    ZERO,
    Account,
    End,
    Held,
    Line,
    Points,
    Score,
    add_up,
)
from scorekeeper.rules.score import Rule as BaseRule
from scorekeeper.rules.target import least_to_win, target_score

MARKS, LITIGE_ARTICLE = msg("FFB 27-01-2016, § 10.2"), msg("FFB 27-01-2016, § 10.1.3")
WITH_MELDS = msg("FFB, page web de la belote, avec annonces")

JUDGED = ("belote_counts", "annonces_count", "tie")
"""The options by which a contract is judged."""


class Rule(BaseRule):
    """The rules that make a line, in the order of the working."""

    TRICKS = msg("Points des plis"), MARKS, *JUDGED, "capot", "all_trump"
    DEDANS = msg("Dedans"), MARKS, *JUDGED, "capot", "all_trump"
    TIE = msg("Égalité"), LITIGE_ARTICLE, *JUDGED
    LAST_TIE = msg("Égalité"), msg("concours ASCE 79, Lions et Géraudot"), *JUDGED
    BELOTE = msg("Belote"), MARKS, "litige_belote", "tie"
    ANNONCES = msg("Annonces"), WITH_MELDS, "tie", "annonces_on_chute"
    LITIGE = msg("Litige gagné"), LITIGE_ARTICLE, "tie"
    LITIGE_OF_DEFENCE = msg("Litige gagné"), msg("FFB, page web de la belote, litige"), "tie"
    ROUNDING = msg("Arrondi"), msg("FFB 27-01-2016, § 10.3")


class Outcome(NamedTuple):
    """One way in which a contract ends, with its rule and its words."""

    won: bool | None
    """True if the taker made the contract; absent for a tie."""
    rule: BaseRule
    verdict: str
    because: str
    """The reason, after the verdict."""


MADE = Outcome(True, Rule.TRICKS, MADE_TEXT, SHARED_TEXT)

FAILED = Outcome(
    False,
    Rule.DEDANS,
    FAILED_TEXT,
    msg("%(verdict)s : la défense marque tous les points des plis").text,
)

LITIGE = Outcome(None, Rule.TIE, LITIGE_TEXT, HELD_TEXT)

LAST = Outcome(None, Rule.LAST_TIE, TIE_TEXT, FINAL_TEXT)

REPLAYED = Outcome(None, OwnRule.TIE, TIE_TEXT, msg("%(verdict)s : la donne est rejouée").text)

TIE = {"litige": LITIGE, "failed": FAILED, "made": MADE, "replayed": REPLAYED}
"""The outcome of a tie, by the option; FFB 27-01-2016, § 10.1.3. A tie is dealt again in some
championships, of Coinche too."""


def outcome(
    hand: Hand, points: SidePoints, sides: Points, options: Options, is_last: bool
) -> Outcome:
    """Compare the points of attack and defence.

    :param sides: the points that count for the contract, attack first.
    :param is_last: True for the last deal of a game of so many deals, at which no tie
        holds points.

    Rule: FFB 27-01-2016, § 10.1; the last deal: contests. A capot of the defence is always
    *dedans*.
    """
    if hand.capot:
        return MADE if hand.capot is ATTACK else FAILED
    attack, defence = sides
    ahead = PARTS * (attack - defence) + 2 * points.rest
    if ahead:
        return MADE if ahead > 0 else FAILED
    tie = TIE[options["tie"]]
    return LAST if tie is LITIGE and is_last else tie


def verdict_of(
    hand: Hand, ended: Outcome, sides: Points, what: tuple[Message, ...]
) -> tuple[Message, Message]:
    """Return the verdict and the reason, by the points that count for the contract, attack
    first, and by the names of their parts besides the tricks."""
    if hand.capot:
        return CAPOT_MADE if ended is MADE else CAPOT_OF_DEFENCE, CAPOT_TEXT
    attack, defence = sides
    verdict = Message(ended.verdict, {"attack": attack, "defence": defence})
    said = Message(WITH_TEXT, {"verdict": verdict, "what": what}) if what else verdict
    return verdict, Message(ended.because, {"verdict": said})


def tricks_marks(hand: Hand, points: SidePoints, ended: Outcome) -> Points:
    """Return the tricks as they are marked: each side its own, or all for the defence. Rule:
    FFB 27-01-2016, § 10.1 and 10.2."""
    attack, defence = points.tricks
    if ended is FAILED:
        return 0, defence if hand.capot else DECK
    return (0 if ended is LITIGE else attack), defence


ANNONCES_MOVE = msg("l'attaque n'a pas fait son contrat : toutes les annonces à la défense")


def annonces_marks(points: SidePoints, ended: Outcome, options: Options) -> Points:
    """Return the announcements as they are marked, attack first; a tie holds the attack's.

    Rule: FFB, web page on Belote with announcements: the defence marks all of them if the
    contract failed. A house rule leaves them with their side, another has the attack's lost.
    """
    attack, defence = points.annonces
    if ended is LITIGE:
        return 0, defence
    if ended is not FAILED or not attack or options["annonces_on_chute"] == "stay":
        return attack, defence
    return 0, defence + (attack if options["annonces_on_chute"] == "winner" else 0)


def annonces_because(hand: Hand, points: SidePoints, marks: Points) -> Message | None:
    """Return why a side that is not the better one marks the announcements, if one does.
    ``marks``: what each side marks for them, attack first."""
    if marks != points.annonces:
        return ANNONCES_MOVE
    return ANNONCES_CAPOT if hand.capot and marks[hand.capot is not ATTACK] else None


def score(hand: Hand, table: Table) -> Score:
    """Score one hand of Belote classique. A tie at the last deal of a game of so many deals
    holds nothing, and wins no earlier pot. Rule: FFB 27-01-2016, § 10."""
    options, held, last = table.options, table.held, table.is_last_deal
    points = side_points(hand, options, hand.capot)
    sides, what, left = (NONE, (), ()) if hand.capot else compared(points, options)
    ended = outcome(hand, points, sides, options, last)
    turned = left and outcome(hand, points, together(sides, left), options, last) is not ended
    verdict, because = verdict_of(hand, ended, sides, what)
    if ended is REPLAYED:
        line = Line(ended.rule, None, because, "", NONE)
        return Score((line,), NONE, verdict, held, ZERO, replayed=True)
    tricks = tricks_marks(hand, points, ended)
    lines = [tricks_line(ended.rule, because, hand, points, tricks, options)]
    pot, belotes, how = 0, points.belotes, options["rounding"]
    if ended is LITIGE:
        keeps = _keeps_belote(points, options)
        pot, belotes = new_pot(points, keeps, how), belotes_marked(points, keeps)
    if belotes != NONE:
        lines.append(belote_line(Rule.BELOTE, BELOTE_KEPT, facing(hand, *belotes)))
    marks = annonces_marks(points, ended, options) if points.annonces != NONE else NONE
    if marks != NONE or (points.annonces != NONE and ended is FAILED):
        moved = annonces_because(hand, points, marks)
        rule = OwnRule.ANNONCES if turned and points.annonces[0] else Rule.ANNONCES
        lines.append(annonces_line(rule, hand, marks, moved))
    if held.pots and ended.won is not None and wins_pot(ended.won, options):
        litige = Rule.LITIGE if ended.won else Rule.LITIGE_OF_DEFENCE
        rule = OwnRule.LITIGE if turned else litige
        lines.append(pot_line(rule, all_to(hand, ended.won, held.total)))
        held = NOTHING_HELD
    held = Held((*held.pots, pot)) if pot else held
    scores = add_up(lines)
    if how != "none":
        scores = round_off(lines, scores, how, Rule.ROUNDING, attack=hand.taker % 2)
    account = _account(points, marks, ended, how)
    return Score(tuple(lines), scores, verdict, held, account, ended.won)


def _keeps_belote(points: SidePoints, options: Options) -> bool:
    """Return True if a tie holds no belote of the attack."""
    if not points.belotes[0]:
        return True
    return options["litige_belote"] != "held" or not options["belote_counts"]


def _account(points: SidePoints, marks: Points, ended: Outcome, how: str) -> Account:
    """Return the parts of the total: the deck, the belotes, the announcements as they are
    marked; those that are lost do not count. Rule: FFB 27-01-2016, § 10: 162 points, 252 with
    a capot, and the belotes."""
    deck = deck_as_marked(points.tricks, how)
    if ended is FAILED and how != "none":
        deck = rounded(sum(points.tricks), how)
    annonces = sum(points.annonces if ended is LITIGE else marks)
    return Account((deck, sum(points.belotes), annonces))


def headline(hand: Hand, table: Table) -> Message:
    """Describe the hand in a few words.

    >>> from scorekeeper.games.belote.hand import Suit
    >>> str(headline(Hand(taker=1, suit=Suit.HEARTS, points=91), Table(("Anne", "Bruno"))))
    'Bruno : ♥ Cœur'
    """
    taker = table.players[hand.taker]
    if hand.suit is None:
        return msg("%(taker)s prend", taker=taker)
    return msg("%(taker)s : %(suit)s", taker=taker, suit=hand.suit)


def end(
    standing: Points, table: Table, before: End, hand: Hand | None, score: Score | None
) -> End:
    """Find the winner after a hand, or after a penalty (no hand, no score).

    A team without a trick, or that fails its contract, needs one more trick if it has the
    target only thanks to the belote of this hand. A tie (*litige*) is not a failure.

    Rule: FFB coinche 2015, end of the game; FFB 27-01-2016 for the rest.
    """
    columns = teams(table.players)
    if hand is None or score is None:
        return target_score(standing, table, columns, before.short)
    return target_score(standing, table, columns, _short(standing, table, before, hand, score))


def _short(
    standing: Points, table: Table, before: End, hand: Hand, score: Score
) -> tuple[int, ...]:
    """Return the columns that need one more trick before they may win."""
    clause = table.options["finish"]
    if clause == "off":
        return ()
    no_trick = {Side.ATTACK: facing(hand, 0, 1), Side.DEFENCE: facing(hand, 1, 0)}
    capot = no_trick[hand.swept] if hand.swept else (0, 0)
    lost = clause == "capot_or_chute" and score.won is False
    failed = facing(hand, int(lost), 0)
    belotes = [line.scores for line in score.lines if line.extra is Extra.BELOTE]
    marked = belotes[0] if belotes else (0, 0)
    needed = least_to_win(table)
    short = []
    for column in (0, 1):
        by_belote = standing[column] - marked[column] < needed
        if (by_belote and failed[column]) or (
            capot[column] and (by_belote or column in before.short)
        ):
            short.append(column)
    return tuple(short)
