"""Coinche, by the federation's text of 2015, and how a hand with bids is marked.

FFB, *Règles de la Belote coinchée*, 2015. Contrée is marked by the same lines.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from scorekeeper.games.belote import finish as belote_end
from scorekeeper.games.belote import options as belote_options
from scorekeeper.games.belote import validation as belote_checks
from scorekeeper.games.belote.bidding import (
    CAPOT,
    Bid,
    Deal,
    annonces,
    belotes,
    bracket,
    deal,
    taken,
)
from scorekeeper.games.belote.choices import Coinche, Contre
from scorekeeper.games.belote.lines import (
    ANNONCES_CAPOT,
    ANNONCES_TAG,
    BELOTE_KEPT,
    BELOTE_TAG,
    CAPOT_TEXT,
    NO_TAG,
    SHARED_TEXT,
    announced,
    belotes_working,
    round_off,
    shown_working,
    tricks_working,
)
from scorekeeper.games.belote.points import NONE, deck_as_marked, facing, rounded
from scorekeeper.games.belote.reference import DECK_TABLE, MELD_TABLE, failures
from scorekeeper.games.belote.values import SEATS
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules import target
from scorekeeper.rules.ask import ask
from scorekeeper.rules.game import Game, Option, Preset, Table
from scorekeeper.rules.hand import HandError
from scorekeeper.rules.question import DEFENCE
from scorekeeper.rules.score import (
    NOTHING_HELD,
    Account,
    End,
    Line,
    Points,
    Score,
    add,
    add_up,
)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand(Bid):
    """What happened in one hand of coinche."""

    coinche: Coinche | None = ask.choice(msg("Coinche"), Coinche, required=False)


def score(hand: Any, table: Table) -> Score:
    """Score one hand of coinche or contrée.

    >>> table = Table(("Anne", "Bruno", "Chloé", "David"), GAME.read_options({}))
    >>> score(Hand(taker=0, contract=100, points=110), table).scores
    (210, 50)
    >>> score(Hand(taker=0, contract=90, points=89), table).scores
    (0, 250)

    Rule: FFB coinche 2015, marque; FFB contrée 27-01-2016, § 10.2.
    """
    played = deal(hand, table.options)
    verdict = verdict_of(played)
    if played.shared:
        lines, marked = _shared(played, verdict)
    else:
        lines, marked = _all_or_nothing(played, verdict)
    shown, kept = annonces(played), belotes(played)
    if shown != NONE:
        lines.append(_annonces(played, shown))
    if kept != NONE:
        stays = played.options["belote_on_chute"] == "stays"
        lines.append(_belote(facing(hand, *kept), stays, taken(played)))
    scores = add_up(lines)
    how = _rounding(scores, table)
    if how != "none":
        scores = round_off(lines, scores, how, ROUNDING)
    deck, contract = _deck_and_contract(played, marked, how)
    account = Account((deck, contract, sum(shown), sum(kept)))
    return Score(tuple(lines), scores, verdict, NOTHING_HELD, account, played.won)


# Verdicts

MADE_TEXT = msg("fait, %(points)s pour %(contract)s").text
FAILED_TEXT = msg("chuté, %(points)s pour %(contract)s").text
BEATEN_TEXT = msg("chuté, %(points)s contre %(others)s").text
CAPOT_MADE = msg("capot")
CAPOT_FAILED = msg("capot chuté")
CAPOT_OF_DEFENCE = msg("chuté, et capot")


def verdict_of(played: Deal) -> Message:
    """How the contract ended, with the points that decided it."""
    hand, (points, others) = played.hand, played.sides
    if hand.capot is DEFENCE:
        return CAPOT_OF_DEFENCE
    if hand.contract == CAPOT:
        return CAPOT_MADE if played.won else CAPOT_FAILED
    if played.won and hand.capot:
        return CAPOT_MADE
    if not played.won and points >= hand.contract:
        return Message(BEATEN_TEXT, {"points": points, "others": others})
    text = MADE_TEXT if played.won else FAILED_TEXT
    return Message(text, {"points": points, "contract": hand.contract})


# Lines

CONTRACT_TEXT = msg("l'attaque marque aussi ce qu'elle a demandé")
ONLY_CONTRACT_TEXT = msg("%(verdict)s : on ne marque que ce qui est demandé").text


def _shared(played: Deal, verdict: Message) -> tuple[list[Line], int]:
    """A contract made and not doubled: each side its own tricks, the attack its bid."""
    hand, value = played.hand, played.value
    bid = facing(hand, value, 0)
    if played.counting == "announced":
        message = Message(ONLY_CONTRACT_TEXT, {"verdict": verdict})
        return [Line(CONTRACT, NO_TAG, message, str(value), bid)], value
    attack, defence = played.points.tricks
    message = Message(SHARED_TEXT, {"verdict": verdict}) if defence else CAPOT_TEXT
    working = tricks_working(hand, played.points, played.options)
    tricks = Line(TRICKS, verdict, message, working, facing(hand, attack, defence))
    return [tricks, _contract(bid)] if value else [tricks], value


@cache
def _contract(marks: Points) -> Line:
    return Line(CONTRACT, NO_TAG, CONTRACT_TEXT, str(sum(marks)), marks)


WON_TEXT = msg("%(verdict)s. %(doubled)s : l'attaque marque tout").text
LOST_TEXT = msg("%(verdict)s : la défense marque tout").text
LOST_DOUBLED_TEXT = msg("%(verdict)s. %(doubled)s : la défense marque tout").text
BEATEN_LOST = msg("%(verdict)s, et il faut faire plus que la défense : elle marque tout").text


def _all_or_nothing(played: Deal, verdict: Message) -> tuple[list[Line], int]:
    """A contract failed, or doubled: one side marks everything."""
    total, working = bracket(played)
    values: dict[str, object] = {"verdict": verdict}
    rule, text, sides = FAILED, LOST_TEXT, (0, total)
    if played.won:
        rule, text, sides = CONTRACT, WON_TEXT, (total, 0)
    elif played.hand.coinche:
        text = LOST_DOUBLED_TEXT
    elif verdict.text == BEATEN_TEXT:
        text = BEATEN_LOST
    if played.hand.coinche:
        values["doubled"] = played.hand.coinche
    scores = facing(played.hand, *sides)
    return [Line(rule, verdict, Message(text, values), working, scores)], total


ANNONCES_ALL = msg("au camp qui gagne la donne, celles de l'autre camp comprises")


def _annonces(played: Deal, marks: Points) -> Line:
    hand, working = played.hand, shown_working(played.hand)
    message = ANNONCES_ALL
    if played.shared:
        message = ANNONCES_CAPOT if hand.capot else announced(hand)
    if (times := sum(marks) // sum(played.points.annonces)) > 1:
        working = f"({working}) × {times}" if "+" in working else f"{working} × {times}"
    return Line(ANNONCES, ANNONCES_TAG, message, working, facing(hand, *marks))


BELOTE_OWN = msg("au camp qui l'a montrée")
BELOTE_TAKEN = msg("au camp qui gagne la donne")


@cache
def _belote(marks: Points, stays: bool, taken: bool) -> Line:
    message = BELOTE_TAKEN if taken else BELOTE_OWN
    if stays:
        message = BELOTE_KEPT
    return Line(BELOTE, BELOTE_TAG, message, belotes_working(*marks), marks)


def _rounding(scores: Points, table: Table) -> str:
    """How this hand is rounded. The last one may not be: it ends the game to the point or
    not at all.

    Rule: Cannes 2016, FFB « Équipe Ludique ».
    """
    how: str = table.options["rounding"]
    if not table.options["last_exact"] or not table.options["target"]:
        return how
    most = tuple([max(mark, rounded(mark, how)) for mark in scores])
    is_last = max(add([table.standing, most])) >= target.least_to_win(table)
    return "none" if is_last else how


def _deck_and_contract(played: Deal, marked: int, how: str) -> tuple[int, int]:
    """What the marks must add up to before belotes and announcements.

    :param marked: the contract, or the bracket where one side marks everything.

    Rule: FFB coinche 2015, marque; FFB contrée 27-01-2016, § 10.2.
    """
    if not played.shared:
        return 0, rounded(marked, how)
    deck = deck_as_marked(played.points.tricks, how) if played.counting != "announced" else 0
    return deck, marked


def end(standing: Points, table: Table, before: End, hand: Any, score: Score | None) -> End:
    """Who has won; FFB coinche 2015, end of the game."""
    won = score and score.won
    return belote_end.end(standing, table, before, hand, score, won is not False)


def headline(hand: Any, table: Table) -> Message:
    """The hand in a few words.

    >>> from scorekeeper.games.belote.choices import Suit
    >>> hand = Hand(taker=1, contract=100, suit=Suit.HEARTS, points=91)
    >>> str(headline(hand, Table(("Anne", "Bruno"))))
    'Bruno : 100 ♥ Cœur'
    """
    values: dict[str, object] = {
        "taker": table.players[hand.taker],
        "contract": CAPOT_BID if hand.contract == CAPOT else hand.contract,
        "suit": hand.suit,
        "doubled": DOUBLED_TAG[hand.coinche] if hand.coinche else None,
    }
    if hand.suit and hand.coinche:
        return msg("%(taker)s : %(contract)s %(suit)s, %(doubled)s", **values)
    if hand.suit:
        return msg("%(taker)s : %(contract)s %(suit)s", **values)
    if hand.coinche:
        return msg("%(taker)s : %(contract)s, %(doubled)s", **values)
    return msg("%(taker)s : %(contract)s", **values)


CAPOT_BID = msg("Capot")

DOUBLED_TAG = {
    Coinche.COINCHE: msg("coinché"),
    Coinche.SURCOINCHE: msg("surcoinché"),
    Contre.COINCHE: msg("contré"),
    Contre.SURCOINCHE: msg("surcontré"),
}
"""A doubled contract in the middle of a sentence."""


def warnings(hand: Any, table: Table) -> Iterator[HandError]:
    """What no pack of cards can do, and a house may still play."""
    yield from belote_checks.warnings(hand, table)
    too_high = belote_checks.over(hand, bool(table.options.get("annonces")))
    if too_high:
        yield too_high


PRESETS = (Preset("coinche-ffb", msg("Coinche")),)

OPTIONS = {
    "annonces": Option(msg("Annonces"), {True: msg("avec"), False: msg("sans")}),
    "target": target.target_option(2000, 1000, 1500, 3000),
    "annonces_count": belote_options.ANNONCES_COUNT,
    **belote_options.switches(
        rounding=("5up", "6up", "none"),
        beat_defence=True,
        belote_on_chute="stays",
        belote_doubled=True,
        capot_failed="chute",
        capot_doubled=True,
        no_trump=False,
        finish="capot_or_chute",
    ),
}

GAME = Game(
    name="coinche",
    title=msg("Coinche"),
    presets=PRESETS,
    hand=Hand,
    seats=SEATS,
    active=SEATS,
    teams=True,
    fixed_seats=True,
    options=OPTIONS,
    score=score,
    errors=belote_checks.errors,
    warnings=warnings,
    headline=headline,
    tables=(
        DECK_TABLE,
        *(failures(Hand, score, preset, OPTIONS) for preset in PRESETS),
        MELD_TABLE,
    ),
    plain=True,
    end=end,
)
"""FFB, *Règles de la Belote coinchée*, 2015."""
