"""Coinche, by the federation's text of 2015, and how a hand with bids is marked.

FFB, *Règles de la Belote coinchée*, 2015. Contrée is marked by the same lines.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..game import Game, Option, Preset, Table
from ..hand import HandError, ask
from ..question import DEFENCE
from ..score import NOTHING_HELD, Account, End, Line, Points, Score, add, add_up
from ..score import Rule as BaseRule
from ..words import Words, said
from . import belote_checks, belote_end, belote_options, race
from .belote_hand import NONE, SEATS, Coinche, Contre, deck_as_marked, facing, rounded
from .belote_lines import (
    ANNONCES_CAPOT,
    ANNONCES_TAG,
    BELOTE_KEPT,
    BELOTE_TAG,
    CAPOT_WORDS,
    NO_TAG,
    SHARED_WORDS,
    announced,
    belotes_working,
    round_off,
    shown_working,
    tricks_working,
)
from .belote_tables import DECK_TABLE, MELD_TABLE, failures
from .bid import (
    CAPOT,
    Bid,
    Deal,
    annonces,
    belotes,
    bracket,
    deal,
    taken,
)

MARKING = said("FFB coinche 2015, marque ; FFB contrée 2016, § 10.2")


class Rule(BaseRule):
    """The rules that make a line, in the order of the working."""

    TRICKS = said("Points des plis"), MARKING
    CONTRACT = said("Contrat"), MARKING
    FAILED = said("Chute"), MARKING
    BELOTE = said("Belote"), said("FFB coinche 2015, belote ; FFB contrée 2016, § 10.2")
    ANNONCES = said("Annonces"), said("FFB coinche 2015, annonces")
    ROUNDING = said("Arrondi"), said("FFB coinche et contrée 2015, arrondi")


TRICKS, CONTRACT, FAILED, BELOTE, ANNONCES, ROUNDING = Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand(Bid):
    """What happened in one hand of coinche."""

    coinche: Coinche | None = ask.choice(said("Coinche"), Coinche, required=False)


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

MADE_WORDS = said("fait, %(points)s pour %(contract)s").text
FAILED_WORDS = said("chuté, %(points)s pour %(contract)s").text
BEATEN_WORDS = said("chuté, %(points)s contre %(others)s").text
CAPOT_MADE = said("capot")
CAPOT_FAILED = said("capot chuté")
CAPOT_OF_DEFENCE = said("chuté, et capot")


def verdict_of(played: Deal) -> Words:
    """How the contract ended, with the points that decided it."""
    hand, (points, others) = played.hand, played.sides
    if hand.capot is DEFENCE:
        return CAPOT_OF_DEFENCE
    if hand.contract == CAPOT:
        return CAPOT_MADE if played.won else CAPOT_FAILED
    if played.won and hand.capot:
        return CAPOT_MADE
    if not played.won and points >= hand.contract:
        return Words(BEATEN_WORDS, {"points": points, "others": others})
    text = MADE_WORDS if played.won else FAILED_WORDS
    return Words(text, {"points": points, "contract": hand.contract})


# Lines

CONTRACT_WORDS = said("l'attaque marque aussi ce qu'elle a demandé")
ONLY_CONTRACT_WORDS = said("%(verdict)s : on ne marque que ce qui est demandé").text


def _shared(played: Deal, verdict: Words) -> tuple[list[Line], int]:
    """A contract made and not doubled: each side its own tricks, the attack its bid."""
    hand, value = played.hand, played.value
    bid = facing(hand, value, 0)
    if played.counting == "announced":
        words = Words(ONLY_CONTRACT_WORDS, {"verdict": verdict})
        return [Line(CONTRACT, NO_TAG, words, str(value), bid)], value
    attack, defence = played.told.tricks
    words = Words(SHARED_WORDS, {"verdict": verdict}) if defence else CAPOT_WORDS
    working = tricks_working(hand, played.told, played.options)
    tricks = Line(TRICKS, verdict, words, working, facing(hand, attack, defence))
    return [tricks, _contract(bid)] if value else [tricks], value


@cache
def _contract(marks: Points) -> Line:
    return Line(CONTRACT, NO_TAG, CONTRACT_WORDS, str(sum(marks)), marks)


WON_WORDS = said("%(verdict)s. %(doubled)s : l'attaque marque tout").text
LOST_WORDS = said("%(verdict)s : la défense marque tout").text
LOST_DOUBLED_WORDS = said("%(verdict)s. %(doubled)s : la défense marque tout").text
BEATEN_LOST = said("%(verdict)s, et il faut faire plus que la défense : elle marque tout").text


def _all_or_nothing(played: Deal, verdict: Words) -> tuple[list[Line], int]:
    """A contract failed, or doubled: one side marks everything."""
    total, working = bracket(played)
    values: dict[str, object] = {"verdict": verdict}
    rule, text, sides = FAILED, LOST_WORDS, (0, total)
    if played.won:
        rule, text, sides = CONTRACT, WON_WORDS, (total, 0)
    elif played.hand.coinche:
        text = LOST_DOUBLED_WORDS
    elif verdict.text == BEATEN_WORDS:
        text = BEATEN_LOST
    if played.hand.coinche:
        values["doubled"] = played.hand.coinche
    scores = facing(played.hand, *sides)
    return [Line(rule, verdict, Words(text, values), working, scores)], total


ANNONCES_ALL = said("au camp qui gagne la donne, celles de l'autre camp comprises")


def _annonces(played: Deal, marks: Points) -> Line:
    hand, working = played.hand, shown_working(played.hand)
    words = ANNONCES_ALL
    if played.shared:
        words = ANNONCES_CAPOT if hand.capot else announced(hand)
    if (times := sum(marks) // sum(played.told.annonces)) > 1:
        working = f"({working}) × {times}" if "+" in working else f"{working} × {times}"
    return Line(ANNONCES, ANNONCES_TAG, words, working, facing(hand, *marks))


BELOTE_OWN = said("au camp qui l'a montrée")
BELOTE_TAKEN = said("au camp qui gagne la donne")


@cache
def _belote(marks: Points, stays: bool, taken: bool) -> Line:
    words = BELOTE_TAKEN if taken else BELOTE_OWN
    if stays:
        words = BELOTE_KEPT
    return Line(BELOTE, BELOTE_TAG, words, belotes_working(*marks), marks)


def _rounding(scores: Points, table: Table) -> str:
    """How this hand is rounded. The last one may not be: it ends the game to the point or
    not at all.

    Rule: Cannes 2016, FFB « Équipe Ludique ».
    """
    how: str = table.options["rounding"]
    if not table.options["last_exact"] or not table.options["target"]:
        return how
    most = tuple([max(mark, rounded(mark, how)) for mark in scores])
    is_last = max(add([table.standing, most])) >= race.least_to_win(table)
    return "none" if is_last else how


def _deck_and_contract(played: Deal, marked: int, how: str) -> tuple[int, int]:
    """What the marks must add up to before belotes and announcements.

    :param marked: the contract, or the bracket where one side marks everything.

    Rule: FFB coinche 2015, marque; FFB contrée 27-01-2016, § 10.2.
    """
    if not played.shared:
        return 0, rounded(marked, how)
    deck = deck_as_marked(played.told.tricks, how) if played.counting != "announced" else 0
    return deck, marked


def end(standing: Points, table: Table, before: End, hand: Any, score: Score | None) -> End:
    """Who has won; FFB coinche 2015, end of the game."""
    won = score and score.won
    return belote_end.end(standing, table, before, hand, score, won is not False)


def headline(hand: Any, table: Table) -> Words:
    """The hand in a few words.

    >>> from scorekeeper.games.belote_hand import Suit
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
        return said("%(taker)s : %(contract)s %(suit)s, %(doubled)s", **values)
    if hand.suit:
        return said("%(taker)s : %(contract)s %(suit)s", **values)
    if hand.coinche:
        return said("%(taker)s : %(contract)s, %(doubled)s", **values)
    return said("%(taker)s : %(contract)s", **values)


CAPOT_BID = said("Capot")

DOUBLED_TAG = {
    Coinche.COINCHE: said("coinché"),
    Coinche.SURCOINCHE: said("surcoinché"),
    Contre.COINCHE: said("contré"),
    Contre.SURCOINCHE: said("surcontré"),
}
"""A doubled contract in the middle of a sentence."""


def doubts(hand: Any, table: Table) -> Iterator[HandError]:
    """What no pack of cards can do, and a house may still play."""
    yield from belote_checks.doubts(hand, table)
    too_high = belote_checks.over(hand, bool(table.options.get("annonces")))
    if too_high:
        yield too_high


PRESETS = (Preset("coinche-ffb", said("Coinche")),)

OPTIONS = {
    "annonces": Option(said("Annonces"), {True: said("avec"), False: said("sans")}),
    "target": race.target(2000, 1000, 1500, 3000),
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
    title=said("Coinche"),
    presets=PRESETS,
    hand=Hand,
    seats=SEATS,
    active=SEATS,
    teams=True,
    settled=True,
    options=OPTIONS,
    score=score,
    refusals=belote_checks.refusals,
    doubts=doubts,
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
