"""Belote classique, by the federation's rules of 27 January 2016.

FFB, *Règles officielles de la Belote*, 27-01-2016; with announcements, its web page
« avec ou sans annonces ».
"""

from scorekeeper.games.belote import options as belote_options
from scorekeeper.games.belote import pots
from scorekeeper.games.belote.classic_lines import (
    FAILED,
    LITIGE,
    REPLAYED,
    Outcome,
    Rule,
    annonces_line,
    annonces_marks,
    belote_line,
    compared,
    outcome,
    tricks_line,
    verdict_of,
)
from scorekeeper.games.belote.end_of_game import end
from scorekeeper.games.belote.hand_fields import Hand
from scorekeeper.games.belote.lines import Extra, round_off
from scorekeeper.games.belote.penalties import FORGOTTEN_REBELOTE
from scorekeeper.games.belote.point_values import CAPOT, SEATS
from scorekeeper.games.belote.reference import BEST_MELD, DECK_TABLE, MELD_TABLE, outcomes
from scorekeeper.games.belote.side_points import (
    NONE,
    SidePoints,
    deck_as_marked,
    facing,
    rounded,
    side_points,
)
from scorekeeper.games.belote.validation import errors, warnings
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules import target
from scorekeeper.rules.game import Game, Preset, Table
from scorekeeper.rules.option import COMMON, Option, Options
from scorekeeper.rules.penalty import OPPONENTS, StandardPenalty
from scorekeeper.rules.score import (
    NOTHING_HELD,
    ZERO,
    Account,
    Held,
    Line,
    Points,
    Score,
    add_up,
)


def score(hand: Hand, table: Table) -> Score:
    """Score one hand of Belote classique.

    A tie at the last deal of a game of so many deals holds nothing, and wins no earlier pot.

    >>> from scorekeeper.games.belote.hand_fields import Hand
    >>> table = Table(("Anne", "Bruno", "Chloé", "David"), GAME.read_options({}))
    >>> [score(Hand(taker=0, points=n), table).scores for n in (91, 81, 79)]
    [(91, 71), (0, 81), (0, 162)]

    Rule: FFB 27-01-2016, § 10.
    """
    options, held = table.options, table.held
    points = side_points(hand, options, hand.capot)
    sides, what = compared(points, options)
    ended = outcome(hand, points, sides, options, table.is_last_deal)
    verdict, because = verdict_of(hand, ended, sides, what)
    if ended is REPLAYED:
        line = Line(ended.rule, None, because, "", NONE)
        return Score((line,), NONE, verdict, held, ZERO, replayed=True)
    lines = [tricks_line(hand, points, ended, because, options)]
    pot, belotes, how = 0, points.belotes, options["rounding"]
    if ended is LITIGE:
        pot = pots.new_pot(points, _keeps_belote(options), how)
        belotes = pots.belotes_marked(points, _keeps_belote(options))
    if belotes != NONE:
        lines.append(belote_line(facing(hand, *belotes)))
    marks = NONE
    if points.annonces != NONE:
        marks = annonces_marks(points, ended, options)
        if marks != NONE or ended is FAILED:
            lines.append(annonces_line(hand, points, marks))
    if held.pots and ended.won is not None and pots.wins_pot(ended.won, options):
        rule = Rule.LITIGE if ended.won else Rule.LITIGE_OF_DEFENCE
        lines.append(pots.pot_line(hand, held.total, ended.won, rule))
        held = NOTHING_HELD
    if pot:
        held = Held((*held.pots, pot))
    scores = add_up(lines)
    if how != "none":
        scores = round_off(lines, scores, how, Rule.ROUNDING)
    account = _account(points, marks, ended, how)
    return Score(tuple(lines), scores, verdict, held, account, ended.won)


def _keeps_belote(options: Options) -> bool:
    """Return True if the attack marks its belote in a tie."""
    return options["litige_belote"] != "held" or not options["belote_counts"]


def _account(points: SidePoints, marks: Points, ended: Outcome, how: str) -> Account:
    """Return the parts of the total: the deck, the belotes, the announcements.

    :param marks: the announcements as they are marked; those that are lost do not count.

    Rule: FFB 27-01-2016, § 10: 162 points, 252 with a capot, and the belotes.
    """
    failed = ended is FAILED
    deck = rounded(sum(points.tricks), how) if failed else deck_as_marked(points.tricks, how)
    annonces = sum(points.annonces if ended is LITIGE else marks)
    return Account((deck, sum(points.belotes), annonces))


def headline(hand: Hand, table: Table) -> Message:
    """Describe the hand in a few words.

    >>> from scorekeeper.games.belote.choices import Suit
    >>> str(headline(Hand(taker=1, suit=Suit.HEARTS, points=91), Table(("Anne", "Bruno"))))
    'Bruno : ♥ Cœur'
    """
    taker = table.players[hand.taker]
    if hand.suit is None:
        return msg("%(taker)s prend", taker=taker)
    return msg("%(taker)s : %(suit)s", taker=taker, suit=hand.suit)


OPTIONS = {
    **COMMON,
    "annonces": belote_options.annonces(False),
    "target": target.target_option(1000, 501, 1010, 1500),
    "rounding": belote_options.rounding("none", "5up", "6up"),
    "tie": belote_options.tie("litige", "failed", "made", "replayed"),
    "litige_belote": belote_options.LITIGE_BELOTE,
    "litige_to": belote_options.LITIGE_TO,
    "belote_counts": Option(
        msg("Belote dans le contrat"),
        {True: msg("compte"), False: msg("ne compte pas")},
        group=belote_options.MELDS,
        source=belote_options.FFB_2016,
    ),
    "annonces_count": belote_options.ANNONCES_COUNT,
    "annonces_on_chute": belote_options.ANNONCES_ON_CHUTE,
    "capot": belote_options.capot(CAPOT, 250, 162),
    "no_trump": belote_options.no_trump(False),
    "all_trump": belote_options.all_trump("258", "13", "14"),
    "all_trump_belotes": belote_options.ALL_TRUMP_BELOTES,
    "must_exceed": target.MUST_EXCEED,
    "finish": belote_options.finish("off"),
}

GAME = Game(
    name="belote",
    emblem=("♠", "♥"),
    title=msg("Belote"),
    presets=(
        Preset("belote-ffb", msg("Belote")),
        Preset(
            "belote-annonces",
            msg("Belote avec annonces"),
            {"annonces": True, "finish": "capot"},
        ),
    ),
    hand=Hand,
    penalties=(
        StandardPenalty(
            162,
            OPPONENTS,
            msg("Faute : 162 à l'autre camp"),
            msg("FFB, page web de la belote"),
        ),
        FORGOTTEN_REBELOTE,
    ),
    seats=SEATS,
    active=SEATS,
    teams=True,
    fixed_seats=True,
    describe_held=pots.describe,
    unsigned=True,
    options=OPTIONS,
    extras=Extra,
    score=score,
    errors=errors,
    warnings=warnings,
    headline=headline,
    tables=(DECK_TABLE, outcomes(Hand, score, OPTIONS), MELD_TABLE, BEST_MELD),
    end=end,
)
"""FFB 27-01-2016; with announcements, the federation's web page, on which a team that is
capot does not finish by its belote."""
