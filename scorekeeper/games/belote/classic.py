"""Belote classique, by the federation's rules of 27 January 2016.

FFB, *Règles officielles de la Belote*, 27-01-2016; with announcements, its web page
« avec ou sans annonces ».
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from ..game import Game, Option, Preset, Table
from ..question import ATTACK
from ..score import NOTHING_HELD, Account, End, Held, Line, Points, Score, add_up
from ..score import Rule as BaseRule
from ..words import Words, said
from . import belote_end, belote_options, race
from .belote_checks import doubts, refusals
from .belote_hand import (
    DECK,
    NONE,
    PARTS,
    SEATS,
    Hand,
    Told,
    deck_as_marked,
    facing,
    rounded,
    tell,
    together,
)
from .belote_lines import (
    ANNONCES_CAPOT,
    ANNONCES_TAG,
    BELOTE_KEPT,
    BELOTE_TAG,
    CAPOT_WORDS,
    SHARED_WORDS,
    announced,
    belotes_working,
    round_off,
    shown_working,
    tricks_working,
)
from .belote_tables import DECK_TABLE, MELD_TABLE


class Rule(BaseRule):
    """The rules that make a line, in the order of the working."""

    TRICKS = said("Points des plis"), said("FFB 27-01-2016, § 10.1")
    DEDANS = said("Dedans"), said("FFB 27-01-2016, § 10.2")
    TIE = said("Égalité"), said("FFB 27-01-2016, § 10.1.3")
    BELOTE = said("Belote"), said("FFB 27-01-2016, § 10.2")
    ANNONCES = said("Annonces"), said("FFB, « avec ou sans annonces »")
    LITIGE = said("Litige gagné"), said("FFB 27-01-2016, § 10.1.3")
    ROUNDING = said("Arrondi"), said("FFB 27-01-2016, § 10")


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
    said("fait, %(attack)s à %(defence)s").text,
    SHARED_WORDS,
    said("%(verdict)s, avec %(what)s : chaque camp marque les plis qu'il a faits").text,
)
FAILED = Outcome(
    False,
    Rule.DEDANS,
    said("dedans, %(attack)s à %(defence)s").text,
    said("%(verdict)s : la défense marque tous les plis").text,
    said("%(verdict)s, avec %(what)s : la défense marque tous les plis").text,
)
LITIGE = Outcome(
    None,
    Rule.TIE,
    said("litige, %(attack)s à %(defence)s").text,
    said("%(verdict)s : la défense marque ses points, ceux de l'attaque restent en jeu").text,
    said(
        "%(verdict)s, avec %(what)s : la défense marque ses points, ceux de l'attaque restent "
        "en jeu"
    ).text,
)

TIE = {"litige": LITIGE, "failed": FAILED, "made": MADE}
"""What a tie is, as the table agreed; FFB 27-01-2016, § 10.1.3."""


def outcome(hand: Hand, told: Told, sides: Points, options: Mapping[str, Any]) -> Outcome:
    """Whether the attack has more than the defence.

    Rule: FFB 27-01-2016, § 10.1; a capot of the defence is always *dedans*.
    """
    if hand.capot:
        return MADE if hand.capot is ATTACK else FAILED
    attack, defence = sides
    ahead = PARTS * (attack - defence) + 2 * told.rest
    if ahead:
        return MADE if ahead > 0 else FAILED
    return TIE[options["tie"]]


WITH_BELOTE, WITH_ANNONCES = said("la belote"), said("les annonces")


def compared(told: Told, options: Mapping[str, Any]) -> tuple[Points, tuple[Words, ...]]:
    """What each side has towards the contract, attack first, and what it has besides its
    tricks."""
    sides, what = told.tricks, tuple[Words, ...]()
    if told.belotes != NONE and options["belote_counts"]:
        sides, what = together(sides, told.belotes), (WITH_BELOTE,)
    if told.annonces != NONE and options["annonces_count"]:
        sides, what = together(sides, told.annonces), (*what, WITH_ANNONCES)
    return sides, what


def score(hand: Hand, table: Table) -> Score:
    """Score one hand of Belote classique.

    >>> from scorekeeper.games.belote_hand import Hand
    >>> table = Table(("Anne", "Bruno", "Chloé", "David"), GAME.read_options({}))
    >>> [score(Hand(taker=0, points=n), table).scores for n in (91, 81, 79)]
    [(91, 71), (0, 81), (0, 162)]

    Rule: FFB 27-01-2016, § 10.
    """
    options, held = table.options, table.held
    told = tell(hand, options)
    sides, what = compared(told, options)
    ended = outcome(hand, told, sides, options)
    words = _words(hand, ended, sides, what)
    lines = [_tricks(hand, told, ended, words, options)]
    kept, belotes = _kept(told, ended, options)
    if belotes != NONE:
        lines.append(_belote(facing(hand, *belotes)))
    if told.annonces != NONE:
        lines += _annonces(hand, told, ended)
    if held.pots and _wins_pot(ended, options["litige_to"]):
        lines.append(_litige(hand, held.total, ended))
        held = NOTHING_HELD
    if kept:
        held = Held((*held.pots, kept))
    scores, how = add_up(lines), options["rounding"]
    if how != "none":
        scores = round_off(lines, scores, how, Rule.ROUNDING)
    account = _account(told, ended, how)
    return Score(tuple(lines), scores, words[0], held, account, ended.won)


def _kept(told: Told, ended: Outcome, options: Mapping[str, Any]) -> tuple[int, Points]:
    """What a litige leaves on the table, and the belotes that are marked.

    Rule: FFB 27-01-2016, § 10.1.3.
    """
    if ended is not LITIGE:
        return 0, told.belotes
    kept = rounded(told.tricks[0] + told.annonces[0], options["rounding"])
    attack, defence = told.belotes
    if options["litige_belote"] == "held" and options["belote_counts"]:
        return kept + attack, (0, defence)
    return kept, told.belotes


def _wins_pot(ended: Outcome, goes_to: str) -> bool:
    return ended is MADE or (ended is FAILED and goes_to == "winner")


def _account(told: Told, ended: Outcome, how: str) -> Account:
    """The deck, and what came on top of it.

    Rule: FFB 27-01-2016, § 10: 162 points, 252 with a capot, and the belotes.
    """
    failed = ended is FAILED
    deck = rounded(sum(told.tricks), how) if failed else deck_as_marked(told.tricks, how)
    return Account((deck, sum(told.belotes), sum(told.annonces)))


CAPOT = said("capot")
CAPOT_OF_DEFENCE = said("dedans, et capot")


def _words(
    hand: Hand, ended: Outcome, sides: Points, what: tuple[Words, ...]
) -> tuple[Words, Words]:
    """How it ended, and why."""
    if hand.capot:
        return CAPOT if ended is MADE else CAPOT_OF_DEFENCE, CAPOT_WORDS
    attack, defence = sides
    verdict = Words(ended.verdict, {"attack": attack, "defence": defence})
    if what:
        return verdict, Words(ended.because_with, {"verdict": verdict, "what": what})
    return verdict, Words(ended.because, {"verdict": verdict})


def _tricks(
    hand: Hand,
    told: Told,
    ended: Outcome,
    words: tuple[Words, Words],
    options: Mapping[str, Any],
) -> Line:
    attack, defence = told.tricks
    if ended is FAILED:
        attack, defence = 0, defence if hand.capot else DECK
    elif ended is LITIGE:
        attack = 0
    working = tricks_working(hand, told, options)
    return Line(ended.rule, *words, working, facing(hand, attack, defence))


@cache
def _belote(marks: Points) -> Line:
    return Line(Rule.BELOTE, BELOTE_TAG, BELOTE_KEPT, belotes_working(*marks), marks)


ANNONCES_MOVE = said("l'attaque n'a pas fait son contrat : toutes les annonces à la défense")


def _annonces(hand: Hand, told: Told, ended: Outcome) -> list[Line]:
    attack, defence = told.annonces
    words = ANNONCES_CAPOT if hand.capot else announced(hand)
    if ended is FAILED:
        words = words if hand.capot or not attack else ANNONCES_MOVE
        attack, defence = 0, attack + defence
    elif ended is LITIGE:
        attack = 0
    if not attack and not defence:
        return []
    working = shown_working(hand)
    return [Line(Rule.ANNONCES, ANNONCES_TAG, words, working, facing(hand, attack, defence))]


LITIGE_TAG = said("litige gagné")


def _litige(hand: Hand, pot: int, ended: Outcome) -> Line:
    attack, defence = (pot, 0) if ended is MADE else (0, pot)
    return Line(
        Rule.LITIGE,
        LITIGE_TAG,
        said("%(pot)s points restaient en jeu : au camp qui gagne cette donne", pot=pot),
        str(pot),
        facing(hand, attack, defence),
    )


def end(
    standing: Points, table: Table, before: End, hand: Hand | None, score: Score | None
) -> End:
    """Who has won; FFB 27-01-2016, end of the game."""
    won = score and score.won
    return belote_end.end(standing, table, before, hand, score, won is not False)


def held(pots: Held) -> Words:
    """Every litige that waits, for the next winner takes them all."""
    if len(pots.pots) > 1:
        working = " + ".join(map(str, pots.pots))
        return said("Litiges : %(pots)s = %(all)s en jeu", pots=working, all=pots.total)
    return said("Litige : %(pot)s en jeu", pot=pots.total)


def headline(hand: Hand, table: Table) -> Words:
    """The hand in a few words.

    >>> from scorekeeper.games.belote_hand import Suit
    >>> str(headline(Hand(taker=1, suit=Suit.HEARTS, points=91), Table(("Anne", "Bruno"))))
    'Bruno : ♥ Cœur'
    """
    taker = table.players[hand.taker]
    if hand.suit is None:
        return said("%(taker)s prend", taker=taker)
    return said("%(taker)s : %(suit)s", taker=taker, suit=hand.suit)


GAME = Game(
    name="belote",
    title=said("Belote"),
    presets=(
        Preset("belote-ffb", said("Belote")),
        Preset("belote-annonces", said("Belote avec annonces"), {"annonces": True}),
    ),
    hand=Hand,
    seats=SEATS,
    active=SEATS,
    teams=True,
    settled=True,
    held=held,
    plain=True,
    options={
        "annonces": Option(said("Annonces"), {False: said("sans"), True: said("avec")}),
        "target": race.target(1000, 501, 1010, 1500),
        "rounding": belote_options.rounding("none", "5up", "6up"),
        "tie": Option(
            said("Égalité"),
            {"litige": said("litige"), "failed": said("dedans"), "made": said("fait")},
        ),
        "litige_belote": Option(
            said("Belote du preneur, au litige"),
            {"held": said("reste en jeu (91)"), "marked": said("marquée (20), reste 71")},
            only=("tie", "litige"),
        ),
        "litige_to": Option(
            said("Le litige va"),
            {
                "winner": said("au gagnant de la donne suivante"),
                "contract": said("au premier contrat fait"),
            },
            only=("tie", "litige"),
        ),
        "belote_counts": Option(
            said("Belote dans le contrat"),
            {True: said("compte"), False: said("ne compte pas")},
        ),
        "annonces_count": belote_options.ANNONCES_COUNT,
        "capot": belote_options.capot(252, 250, 162),
        "no_trump": belote_options.no_trump(False),
        "all_trump": belote_options.all_trump("258", "13", "14"),
        "all_trump_belotes": belote_options.ALL_TRUMP_BELOTES,
        "must_exceed": race.MUST_EXCEED,
        "finish": belote_options.finish("off"),
    },
    score=score,
    refusals=refusals,
    doubts=doubts,
    headline=headline,
    tables=(DECK_TABLE, MELD_TABLE),
    end=end,
)
"""FFB 27-01-2016; with announcements, the federation's web page."""
