"""Coinche, by the federation's text of 2015; contrée is scored by the same functions.

FFB, *Règles de la Belote coinchée*, 2015.
"""

from dataclasses import dataclass, replace

from scorekeeper.games.belote import options as belote_options
from scorekeeper.games.belote import pots
from scorekeeper.games.belote.end_of_game import end
from scorekeeper.games.belote.lines import Extra, round_off
from scorekeeper.games.belote.penalties import FORGOTTEN_REBELOTE
from scorekeeper.games.belote.point_values import SEATS
from scorekeeper.games.belote.reference import BEST_MELD, MELD_TABLE, deck_table
from scorekeeper.games.belote.side_points import NONE, deck_as_marked, rounded
from scorekeeper.games.coinche import articles
from scorekeeper.games.coinche.articles import Rules, rules_of
from scorekeeper.games.coinche.bonuses import annonces, belotes
from scorekeeper.games.coinche.choices import Coinche, Contre
from scorekeeper.games.coinche.contract_value import bracket
from scorekeeper.games.coinche.deal import ALL_MARKED, Deal, deal
from scorekeeper.games.coinche.examples import examples
from scorekeeper.games.coinche.hand_fields import CAPOT, GENERALE, BidHand
from scorekeeper.games.coinche.lines import (
    annonces_line,
    belote_line,
    kept_line,
    shared_lines,
    verdict_of,
    winner_line,
)
from scorekeeper.games.coinche.options import COUNTING, TARGET, announced_options, switches
from scorekeeper.games.coinche.point_values import BASES
from scorekeeper.games.coinche.reference import failures
from scorekeeper.games.coinche.rounding import rounding_of
from scorekeeper.games.coinche.ties import tied
from scorekeeper.games.coinche.validation import errors, warnings
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules import target
from scorekeeper.rules.game import Game, Preset, Table
from scorekeeper.rules.option import COMMON
from scorekeeper.rules.penalty import OPPONENTS, StandardPenalty
from scorekeeper.rules.score import NOTHING_HELD, Account, Line, Points, Score, add_up


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand(BidHand):
    """The answers about one hand of coinche."""


def score(hand: BidHand, table: Table, own: Rules = articles.COINCHE) -> Score:
    """Score one hand of coinche or contrée.

    :param own: the rules of the game's own text.

    >>> table = Table(("Anne", "Bruno", "Chloé", "David"), GAME.read_options({}))
    >>> score(Hand(taker=0, contract=100, points=110), table).scores
    (210, 50)
    >>> score(Hand(taker=0, contract=90, points=89), table).scores
    (0, 250)

    Rule: FFB coinche 2015, marque; FFB contrée 27-01-2016, § 10.2.
    """
    options, held = table.options, table.held
    played, rules = deal(hand, options), own
    if options["base"] != BASES[0] or played.counting != ALL_MARKED:
        rules = rules_of(options)
    verdict = verdict_of(played)
    if played.won is None:
        return tied(played, verdict, table, rules)
    if played.shared:
        lines, marked = shared_lines(played, verdict, rules)
    else:
        lines, marked = _winner_lines(played, verdict, rules)
    annonces_marks = belote_marks = NONE
    if played.points.annonces != NONE and played.counting != "announced":
        annonces_marks = annonces(played)
        lines.append(annonces_line(played, annonces_marks, rules))
    if played.points.belotes != NONE:
        belote_marks = belotes(played)
        if belote_marks != NONE:
            lines.append(belote_line(played, belote_marks, rules))
    if held.pots and pots.wins_pot(played.won, options):
        lines.append(pots.pot_line(hand, held.total, played.won, articles.LITIGE))
        held = NOTHING_HELD
    scores = add_up(lines)
    how = rounding_of(scores, table) if options["last_exact"] else options["rounding"]
    if how != "none":
        scores = round_off(lines, scores, how, rules.rounding)
    deck, contract = _deck_and_contract(played, marked, how)
    account = Account((deck, contract, sum(annonces_marks), sum(belote_marks)))
    return Score(tuple(lines), scores, verdict, held, account, played.won)


def _winner_lines(played: Deal, verdict: Message, rules: Rules) -> tuple[list[Line], int]:
    """Mark a contract failed or doubled, and the tricks that a doubled defence keeps.

    :return: the lines, and base and contract together.
    """
    marked, working = bracket(played)
    lines = [winner_line(played, verdict, marked, working, rules)]
    if played.keeps and _kept_tricks(played):
        lines.append(kept_line(played))
    return lines, marked


def _kept_tricks(played: Deal) -> int:
    """Return the trick points of a defence that marks them on a doubled contract."""
    return 0 if played.counting == "announced" else played.points.tricks[1]


def _deck_and_contract(played: Deal, marked: int, how: str) -> Points:
    """Return the deck and the contract as they are marked: two parts of the account.

    :param marked: the contract, or base and contract if one side marks everything.

    Rule: FFB coinche 2015, marque; FFB contrée 27-01-2016, § 10.2.
    """
    if not played.shared:
        kept = rounded(_kept_tricks(played), how) if played.keeps else 0
        return kept, rounded(marked, how)
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
        "contract": WORDS.get(hand.contract, hand.contract),
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


WORDS = {CAPOT: msg("Capot"), GENERALE: msg("Générale")}
"""The bids that are no numbers."""

DOUBLED_TAG = {
    Coinche.COINCHE: msg("coinché"),
    Coinche.SURCOINCHE: msg("surcoinché"),
    Contre.COINCHE: msg("contré"),
    Contre.SURCOINCHE: msg("surcontré"),
}
"""The words for a doubled contract in the middle of a sentence."""


PRESETS = (Preset("coinche-ffb", msg("Coinche")),)

OPTIONS = {
    **COMMON,
    "annonces": belote_options.annonces(True),
    "counting": replace(COUNTING, is_further=True),
    "target": target.target_option(
        2000, 1000, 1500, 3000, usual=lambda chosen: TARGET.get(chosen["counting"])
    ),
    "annonces_count": belote_options.ANNONCES_COUNT,
    "annonces_on_chute": belote_options.ANNONCES_ON_CHUTE,
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
    **announced_options(is_further=True),
}

PENALTIES = (
    StandardPenalty(
        160, OPPONENTS, msg("Faute : 160 à l'autre camp"), msg("FFB, page web de la coinche")
    ),
    FORGOTTEN_REBELOTE,
)
"""The penalties of the rules."""

GAME = Game(
    name="coinche",
    emblem=("♦", "×2"),
    title=msg("Coinche"),
    presets=PRESETS,
    hand=Hand,
    penalties=PENALTIES,
    seats=SEATS,
    active=SEATS,
    teams=True,
    fixed_seats=True,
    describe_held=pots.describe,
    options=OPTIONS,
    extras=Extra,
    score=score,
    errors=errors,
    warnings=warnings,
    headline=headline,
    tables=(
        deck_table(msg("FFB coinche 2015, valeur des cartes")),
        failures(Hand, score, PRESETS[0], OPTIONS, articles.COINCHE_MARKS),
        examples(Hand, score, OPTIONS),
        MELD_TABLE,
        BEST_MELD,
    ),
    unsigned=True,
    end=end,
)
"""FFB, *Règles de la Belote coinchée*, 2015."""
