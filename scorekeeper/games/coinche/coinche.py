"""Coinche, by the federation's text of 2015; contrée is scored by the same functions.

FFB, *Règles de la Belote coinchée*, 2015.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.games.belote import options as belote_options
from scorekeeper.games.belote import validation
from scorekeeper.games.belote.end_of_game import end
from scorekeeper.games.belote.lines import round_off
from scorekeeper.games.belote.point_values import SEATS
from scorekeeper.games.belote.reference import DECK_TABLE, MELD_TABLE
from scorekeeper.games.belote.side_points import NONE, deck_as_marked, facing, rounded
from scorekeeper.games.coinche.choices import Coinche, Contre
from scorekeeper.games.coinche.contract_value import (
    Deal,
    annonces,
    belotes,
    bracket,
    deal,
    taken,
)
from scorekeeper.games.coinche.hand_fields import CAPOT, BidHand
from scorekeeper.games.coinche.lines import (
    ROUNDING,
    annonces_line,
    belote_line,
    shared_lines,
    verdict_of,
    winner_line,
)
from scorekeeper.games.coinche.options import switches
from scorekeeper.games.coinche.reference import failures
from scorekeeper.games.coinche.validation import bid_warnings
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules import target
from scorekeeper.rules.answers import HandError
from scorekeeper.rules.game import Game, Option, Preset, Table
from scorekeeper.rules.score import NOTHING_HELD, Account, Points, Score, add, add_up


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand(BidHand):
    """The answers about one hand of coinche."""


def score(hand: BidHand, table: Table) -> Score:
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
        lines, marked = shared_lines(played, verdict)
    else:
        marked, working = bracket(played)
        lines = [winner_line(played, verdict, marked, working)]
    annonces_marks, belote_marks = annonces(played), belotes(played)
    if annonces_marks != NONE:
        lines.append(annonces_line(played, annonces_marks))
    if belote_marks != NONE:
        stays = played.options["belote_on_chute"] == "stays"
        lines.append(belote_line(facing(hand, *belote_marks), stays, taken(played)))
    scores = add_up(lines)
    how = _rounding(scores, table)
    if how != "none":
        scores = round_off(lines, scores, how, ROUNDING)
    deck, contract = _deck_and_contract(played, marked, how)
    account = Account((deck, contract, sum(annonces_marks), sum(belote_marks)))
    return Score(tuple(lines), scores, verdict, NOTHING_HELD, account, played.won)


def _rounding(scores: Points, table: Table) -> str:
    """Return the code of the rounding of this hand.

    As an option, the hand that ends the game is not rounded.

    :param scores: the points before rounding.

    Rule: Cannes 2016, FFB « Équipe Ludique ».
    """
    how: str = table.options["rounding"]
    if not table.options["last_exact"] or not table.options["target"]:
        return how
    most = tuple([max(mark, rounded(mark, how)) for mark in scores])
    is_last = max(add([table.standing, most])) >= target.least_to_win(table)
    return "none" if is_last else how


def _deck_and_contract(played: Deal, marked: int, how: str) -> tuple[int, int]:
    """Return the deck and the contract as they are marked: two parts of the account.

    :param marked: the contract, or base and contract if one side marks everything.

    Rule: FFB coinche 2015, marque; FFB contrée 27-01-2016, § 10.2.
    """
    if not played.shared:
        return 0, rounded(marked, how)
    deck = deck_as_marked(played.points.tricks, how) if played.counting != "announced" else 0
    return deck, marked


def headline(hand: BidHand, table: Table) -> Message:
    """Describe the hand in a few words.

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
"""The words for a doubled contract in the middle of a sentence."""


def warnings(hand: BidHand, table: Table) -> Iterator[HandError]:
    """Yield the answers that no pack of cards allows."""
    yield from validation.warnings(hand, table)
    yield from bid_warnings(hand, bool(table.options.get("annonces")))


PRESETS = (Preset("coinche-ffb", msg("Coinche")),)

OPTIONS = {
    "annonces": Option(msg("Annonces"), {True: msg("avec"), False: msg("sans")}),
    "target": target.target_option(2000, 1000, 1500, 3000),
    "annonces_count": belote_options.ANNONCES_COUNT,
    **switches(
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
    errors=validation.errors,
    warnings=warnings,
    headline=headline,
    tables=(
        DECK_TABLE,
        *(failures(Hand, score, preset, OPTIONS) for preset in PRESETS),
        MELD_TABLE,
    ),
    unsigned=True,
    end=end,
)
"""FFB, *Règles de la Belote coinchée*, 2015."""
