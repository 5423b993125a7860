"""Belote classique, by the federation's rules of 27 January 2016.

FFB, *Règles officielles de la Belote*, 27-01-2016; with announcements, its web page
« avec ou sans annonces ».
"""

from scorekeeper.games.belote import options as belote_options
from scorekeeper.games.belote.classic_lines import (
    FAILED,
    LITIGE,
    MADE,
    Outcome,
    Rule,
    annonces_lines,
    belote_line,
    compared,
    litige_line,
    outcome,
    tricks_line,
    verdict_of,
)
from scorekeeper.games.belote.end_of_game import end
from scorekeeper.games.belote.hand_fields import Hand
from scorekeeper.games.belote.lines import round_off
from scorekeeper.games.belote.point_values import SEATS
from scorekeeper.games.belote.reference import DECK_TABLE, MELD_TABLE
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
from scorekeeper.rules.game import Game, Option, Options, Preset, Table
from scorekeeper.rules.score import NOTHING_HELD, Account, Held, Points, Score, add_up


def score(hand: Hand, table: Table) -> Score:
    """Score one hand of Belote classique.

    >>> from scorekeeper.games.belote.hand_fields import Hand
    >>> table = Table(("Anne", "Bruno", "Chloé", "David"), GAME.read_options({}))
    >>> [score(Hand(taker=0, points=n), table).scores for n in (91, 81, 79)]
    [(91, 71), (0, 81), (0, 162)]

    Rule: FFB 27-01-2016, § 10.
    """
    options, held = table.options, table.held
    points = side_points(hand, options)
    sides, what = compared(points, options)
    ended = outcome(hand, points, sides, options)
    verdict, because = verdict_of(hand, ended, sides, what)
    lines = [tricks_line(hand, points, ended, because, options)]
    pot, belotes = _new_pot(points, ended, options)
    if belotes != NONE:
        lines.append(belote_line(facing(hand, *belotes)))
    if points.annonces != NONE:
        lines += annonces_lines(hand, points, ended)
    if held.pots and _wins_pot(ended, options["litige_to"]):
        lines.append(litige_line(hand, held.total, ended))
        held = NOTHING_HELD
    if pot:
        held = Held((*held.pots, pot))
    scores, how = add_up(lines), options["rounding"]
    if how != "none":
        scores = round_off(lines, scores, how, Rule.ROUNDING)
    account = _account(points, ended, how)
    return Score(tuple(lines), scores, verdict, held, account, ended.won)


def _new_pot(points: SidePoints, ended: Outcome, options: Options) -> tuple[int, Points]:
    """Return the points that a tie leaves on the table, and the belotes that are marked.

    Rule: FFB 27-01-2016, § 10.1.3.
    """
    if ended is not LITIGE:
        return 0, points.belotes
    pot = rounded(points.tricks[0] + points.annonces[0], options["rounding"])
    attack, defence = points.belotes
    if options["litige_belote"] == "held" and options["belote_counts"]:
        return pot + attack, (0, defence)
    return pot, points.belotes


def _wins_pot(ended: Outcome, goes_to: str) -> bool:
    """Return True if this hand wins the points held by earlier ties.

    :param goes_to: the code of the option: the next winner, or the next contract made.
    """
    return ended is MADE or (ended is FAILED and goes_to == "winner")


def _account(points: SidePoints, ended: Outcome, how: str) -> Account:
    """Return the parts of the total: the deck, the belotes, the announcements.

    Rule: FFB 27-01-2016, § 10: 162 points, 252 with a capot, and the belotes.
    """
    failed = ended is FAILED
    deck = rounded(sum(points.tricks), how) if failed else deck_as_marked(points.tricks, how)
    return Account((deck, sum(points.belotes), sum(points.annonces)))


def held(pots: Held) -> Message:
    """Describe the points held by ties; the next winner takes all of them."""
    if len(pots.pots) > 1:
        working = " + ".join(map(str, pots.pots))
        return msg("Litiges : %(pots)s = %(all)s en jeu", pots=working, all=pots.total)
    return msg("Litige : %(pot)s en jeu", pot=pots.total)


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


GAME = Game(
    name="belote",
    title=msg("Belote"),
    presets=(
        Preset("belote-ffb", msg("Belote")),
        Preset("belote-annonces", msg("Belote avec annonces"), {"annonces": True}),
    ),
    hand=Hand,
    seats=SEATS,
    active=SEATS,
    teams=True,
    fixed_seats=True,
    describe_held=held,
    unsigned=True,
    options={
        "annonces": Option(msg("Annonces"), {False: msg("sans"), True: msg("avec")}),
        "target": target.target_option(1000, 501, 1010, 1500),
        "rounding": belote_options.rounding("none", "5up", "6up"),
        "tie": Option(
            msg("Égalité"),
            {"litige": msg("litige"), "failed": msg("dedans"), "made": msg("fait")},
        ),
        "litige_belote": Option(
            msg("Belote du preneur, au litige"),
            {"held": msg("reste en jeu (91)"), "marked": msg("marquée (20), reste 71")},
            requires=("tie", "litige"),
        ),
        "litige_to": Option(
            msg("Le litige va"),
            {
                "winner": msg("au gagnant de la donne suivante"),
                "contract": msg("au premier contrat fait"),
            },
            requires=("tie", "litige"),
        ),
        "belote_counts": Option(
            msg("Belote dans le contrat"),
            {True: msg("compte"), False: msg("ne compte pas")},
        ),
        "annonces_count": belote_options.ANNONCES_COUNT,
        "capot": belote_options.capot(252, 250, 162),
        "no_trump": belote_options.no_trump(False),
        "all_trump": belote_options.all_trump("258", "13", "14"),
        "all_trump_belotes": belote_options.ALL_TRUMP_BELOTES,
        "must_exceed": target.MUST_EXCEED,
        "finish": belote_options.finish("off"),
    },
    score=score,
    errors=errors,
    warnings=warnings,
    headline=headline,
    tables=(DECK_TABLE, MELD_TABLE),
    end=end,
)
"""FFB 27-01-2016; with announcements, the federation's web page."""
