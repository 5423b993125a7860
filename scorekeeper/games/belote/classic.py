"""Belote classique, by the federation's rules of 27 January 2016.

FFB, *Règles officielles de la Belote*, 27-01-2016; with announcements, its web page
« avec ou sans annonces ».
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from scorekeeper.games.belote import finish as belote_end
from scorekeeper.games.belote import options as belote_options
from scorekeeper.games.belote.hand import Hand
from scorekeeper.games.belote.lines import (
    ANNONCES_CAPOT,
    ANNONCES_TAG,
    BELOTE_KEPT,
    BELOTE_TAG,
    CAPOT_TEXT,
    SHARED_TEXT,
    announced,
    belotes_working,
    round_off,
    shown_working,
    tricks_working,
)
from scorekeeper.games.belote.points import (
    NONE,
    PARTS,
    SidePoints,
    deck_as_marked,
    facing,
    rounded,
    side_points,
    together,
)
from scorekeeper.games.belote.reference import DECK_TABLE, MELD_TABLE
from scorekeeper.games.belote.validation import errors, warnings
from scorekeeper.games.belote.values import DECK, SEATS
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules import target
from scorekeeper.rules.game import Game, Option, Preset, Table
from scorekeeper.rules.question import ATTACK
from scorekeeper.rules.score import (
    NOTHING_HELD,
    Account,
    End,
    Held,
    Line,
    Points,
    Score,
    add_up,
)
from scorekeeper.rules.score import Rule as BaseRule


class Rule(BaseRule):
    """The rules that make a line, in the order of the working."""

    TRICKS = msg("Points des plis"), msg("FFB 27-01-2016, § 10.1")
    DEDANS = msg("Dedans"), msg("FFB 27-01-2016, § 10.2")
    TIE = msg("Égalité"), msg("FFB 27-01-2016, § 10.1.3")
    BELOTE = msg("Belote"), msg("FFB 27-01-2016, § 10.2")
    ANNONCES = msg("Annonces"), msg("FFB, « avec ou sans annonces »")
    LITIGE = msg("Litige gagné"), msg("FFB 27-01-2016, § 10.1.3")
    ROUNDING = msg("Arrondi"), msg("FFB 27-01-2016, § 10")


class Outcome(NamedTuple):
    """How the contract ended."""

    won: bool | None
    """What it is to the taker; a tie is neither."""
    rule: Rule
    verdict: str
    because: str
    because_with: str
    """Why, where more was counted than the tricks."""


MADE = Outcome(
    True,
    Rule.TRICKS,
    msg("fait, %(attack)s à %(defence)s").text,
    SHARED_TEXT,
    msg("%(verdict)s, avec %(what)s : chaque camp marque les plis qu'il a faits").text,
)
FAILED = Outcome(
    False,
    Rule.DEDANS,
    msg("dedans, %(attack)s à %(defence)s").text,
    msg("%(verdict)s : la défense marque tous les plis").text,
    msg("%(verdict)s, avec %(what)s : la défense marque tous les plis").text,
)
LITIGE = Outcome(
    None,
    Rule.TIE,
    msg("litige, %(attack)s à %(defence)s").text,
    msg("%(verdict)s : la défense marque ses points, ceux de l'attaque restent en jeu").text,
    msg(
        "%(verdict)s, avec %(what)s : la défense marque ses points, ceux de l'attaque restent "
        "en jeu"
    ).text,
)

TIE = {"litige": LITIGE, "failed": FAILED, "made": MADE}
"""What a tie is, as the table agreed; FFB 27-01-2016, § 10.1.3."""


def outcome(
    hand: Hand, points: SidePoints, sides: Points, options: Mapping[str, Any]
) -> Outcome:
    """Whether the attack has more than the defence.

    Rule: FFB 27-01-2016, § 10.1; a capot of the defence is always *dedans*.
    """
    if hand.capot:
        return MADE if hand.capot is ATTACK else FAILED
    attack, defence = sides
    ahead = PARTS * (attack - defence) + 2 * points.rest
    if ahead:
        return MADE if ahead > 0 else FAILED
    return TIE[options["tie"]]


WITH_BELOTE, WITH_ANNONCES = msg("la belote"), msg("les annonces")


def compared(
    points: SidePoints, options: Mapping[str, Any]
) -> tuple[Points, tuple[Message, ...]]:
    """What each side has towards the contract, attack first, and what it has besides its
    tricks."""
    sides, what = points.tricks, tuple[Message, ...]()
    if points.belotes != NONE and options["belote_counts"]:
        sides, what = together(sides, points.belotes), (WITH_BELOTE,)
    if points.annonces != NONE and options["annonces_count"]:
        sides, what = together(sides, points.annonces), (*what, WITH_ANNONCES)
    return sides, what


def score(hand: Hand, table: Table) -> Score:
    """Score one hand of Belote classique.

    >>> from scorekeeper.games.belote.hand import Hand
    >>> table = Table(("Anne", "Bruno", "Chloé", "David"), GAME.read_options({}))
    >>> [score(Hand(taker=0, points=n), table).scores for n in (91, 81, 79)]
    [(91, 71), (0, 81), (0, 162)]

    Rule: FFB 27-01-2016, § 10.
    """
    options, held = table.options, table.held
    points = side_points(hand, options)
    sides, what = compared(points, options)
    ended = outcome(hand, points, sides, options)
    message = _words(hand, ended, sides, what)
    lines = [_tricks(hand, points, ended, message, options)]
    kept, belotes = _kept(points, ended, options)
    if belotes != NONE:
        lines.append(_belote(facing(hand, *belotes)))
    if points.annonces != NONE:
        lines += _annonces(hand, points, ended)
    if held.pots and _wins_pot(ended, options["litige_to"]):
        lines.append(_litige(hand, held.total, ended))
        held = NOTHING_HELD
    if kept:
        held = Held((*held.pots, kept))
    scores, how = add_up(lines), options["rounding"]
    if how != "none":
        scores = round_off(lines, scores, how, Rule.ROUNDING)
    account = _account(points, ended, how)
    return Score(tuple(lines), scores, message[0], held, account, ended.won)


def _kept(
    points: SidePoints, ended: Outcome, options: Mapping[str, Any]
) -> tuple[int, Points]:
    """What a litige leaves on the table, and the belotes that are marked.

    Rule: FFB 27-01-2016, § 10.1.3.
    """
    if ended is not LITIGE:
        return 0, points.belotes
    kept = rounded(points.tricks[0] + points.annonces[0], options["rounding"])
    attack, defence = points.belotes
    if options["litige_belote"] == "held" and options["belote_counts"]:
        return kept + attack, (0, defence)
    return kept, points.belotes


def _wins_pot(ended: Outcome, goes_to: str) -> bool:
    return ended is MADE or (ended is FAILED and goes_to == "winner")


def _account(points: SidePoints, ended: Outcome, how: str) -> Account:
    """The deck, and what came on top of it.

    Rule: FFB 27-01-2016, § 10: 162 points, 252 with a capot, and the belotes.
    """
    failed = ended is FAILED
    deck = rounded(sum(points.tricks), how) if failed else deck_as_marked(points.tricks, how)
    return Account((deck, sum(points.belotes), sum(points.annonces)))


CAPOT = msg("capot")
CAPOT_OF_DEFENCE = msg("dedans, et capot")


def _words(
    hand: Hand, ended: Outcome, sides: Points, what: tuple[Message, ...]
) -> tuple[Message, Message]:
    """How it ended, and why."""
    if hand.capot:
        return CAPOT if ended is MADE else CAPOT_OF_DEFENCE, CAPOT_TEXT
    attack, defence = sides
    verdict = Message(ended.verdict, {"attack": attack, "defence": defence})
    if what:
        return verdict, Message(ended.because_with, {"verdict": verdict, "what": what})
    return verdict, Message(ended.because, {"verdict": verdict})


def _tricks(
    hand: Hand,
    points: SidePoints,
    ended: Outcome,
    message: tuple[Message, Message],
    options: Mapping[str, Any],
) -> Line:
    attack, defence = points.tricks
    if ended is FAILED:
        attack, defence = 0, defence if hand.capot else DECK
    elif ended is LITIGE:
        attack = 0
    working = tricks_working(hand, points, options)
    return Line(ended.rule, *message, working, facing(hand, attack, defence))


@cache
def _belote(marks: Points) -> Line:
    return Line(Rule.BELOTE, BELOTE_TAG, BELOTE_KEPT, belotes_working(*marks), marks)


ANNONCES_MOVE = msg("l'attaque n'a pas fait son contrat : toutes les annonces à la défense")


def _annonces(hand: Hand, points: SidePoints, ended: Outcome) -> list[Line]:
    attack, defence = points.annonces
    message = ANNONCES_CAPOT if hand.capot else announced(hand)
    if ended is FAILED:
        message = message if hand.capot or not attack else ANNONCES_MOVE
        attack, defence = 0, attack + defence
    elif ended is LITIGE:
        attack = 0
    if not attack and not defence:
        return []
    working = shown_working(hand)
    return [Line(Rule.ANNONCES, ANNONCES_TAG, message, working, facing(hand, attack, defence))]


LITIGE_TAG = msg("litige gagné")


def _litige(hand: Hand, pot: int, ended: Outcome) -> Line:
    attack, defence = (pot, 0) if ended is MADE else (0, pot)
    return Line(
        Rule.LITIGE,
        LITIGE_TAG,
        msg("%(pot)s points restaient en jeu : au camp qui gagne cette donne", pot=pot),
        str(pot),
        facing(hand, attack, defence),
    )


def end(
    standing: Points, table: Table, before: End, hand: Hand | None, score: Score | None
) -> End:
    """Who has won; FFB 27-01-2016, end of the game."""
    won = score and score.won
    return belote_end.end(standing, table, before, hand, score, won is not False)


def held(pots: Held) -> Message:
    """Every litige that waits, for the next winner takes them all."""
    if len(pots.pots) > 1:
        working = " + ".join(map(str, pots.pots))
        return msg("Litiges : %(pots)s = %(all)s en jeu", pots=working, all=pots.total)
    return msg("Litige : %(pot)s en jeu", pot=pots.total)


def headline(hand: Hand, table: Table) -> Message:
    """The hand in a few words.

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
    held=held,
    plain=True,
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
            only=("tie", "litige"),
        ),
        "litige_to": Option(
            msg("Le litige va"),
            {
                "winner": msg("au gagnant de la donne suivante"),
                "contract": msg("au premier contrat fait"),
            },
            only=("tie", "litige"),
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
