"""Belote classique, by the federation's rules of 27 January 2016.

FFB, *Règles officielles de la Belote*, 27-01-2016; with announcements, its web page
« avec ou sans annonces ».
"""

from enum import Enum

from ..game import Game, Option, Preset, Table
from ..question import Side
from ..score import Account, End, Held, Line, Points, Score, add, add_up
from ..score import Rule as BaseRule
from ..words import Words, said
from . import belote_end, belote_options, race
from .belote_checks import doubts, refusals
from .belote_hand import (
    DECK,
    PARTS,
    SEATS,
    Hand,
    Told,
    deck_as_marked,
    facing,
    rounded,
    tell,
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


class Outcome(Enum):
    """How the contract ended."""

    MADE = "made"
    FAILED = "failed"
    LITIGE = "litige"


def outcome(hand: Hand, told: Told, table: Table) -> Outcome:
    """Whether the attack has more than the defence.

    Rule: FFB 27-01-2016, § 10.1; a capot of the defence is always *dedans*.
    """
    if hand.capot:
        return Outcome.MADE if hand.capot is Side.ATTACK else Outcome.FAILED
    ours, theirs = besides(told, table)
    attack, defence = told.parts[0] + PARTS * ours, told.parts[1] + PARTS * theirs
    if attack != defence:
        return Outcome.MADE if attack > defence else Outcome.FAILED
    return TIE[table.options["tie"]]


WON = {Outcome.MADE: True, Outcome.FAILED: False, Outcome.LITIGE: None}
"""What an outcome is to the taker; a tie is neither."""

TIE = {"litige": Outcome.LITIGE, "failed": Outcome.FAILED, "made": Outcome.MADE}
"""What a tie is, as the table agreed; FFB 27-01-2016, § 10.1.3."""


def besides(told: Told, table: Table) -> Points:
    """What each side has towards the contract besides its tricks, attack first."""
    attack = defence = 0
    if table.options["belote_counts"]:
        attack, defence = told.belotes
    if table.options["annonces_count"]:
        attack, defence = attack + told.annonces[0], defence + told.annonces[1]
    return attack, defence


def score(hand: Hand, table: Table) -> Score:
    """Score one hand of Belote classique.

    >>> from scorekeeper.games.belote_hand import Hand
    >>> table = Table(("Anne", "Bruno", "Chloé", "David"), GAME.read_options({}))
    >>> [score(Hand(taker=0, points=n), table).scores for n in (91, 81, 79)]
    [(91, 71), (0, 81), (0, 162)]

    Rule: FFB 27-01-2016, § 10.
    """
    options = table.options
    told = tell(hand, options)
    ended = outcome(hand, told, table)
    verdict = _verdict(hand, ended, add((told.tricks, besides(told, table))))
    lines = [_tricks(hand, told, ended, verdict, table)]
    kept = 0
    belotes = told.belotes
    if ended is Outcome.LITIGE:
        kept = rounded(told.tricks[0] + told.annonces[0], options["rounding"])
        if options["litige_belote"] == "held" and options["belote_counts"]:
            kept, belotes = kept + belotes[0], (0, belotes[1])
    if any(belotes):
        lines.append(_belote(hand, belotes))
    if any(told.annonces):
        lines += _annonces(hand, told, ended)
    pots = table.held.pots
    if pots and _wins_pot(ended, options["litige_to"]):
        lines.append(_litige(hand, sum(pots), ended))
        pots = ()
    scores = add_up(lines)
    if options["rounding"] != "none":
        scores = round_off(lines, scores, options["rounding"], Rule.ROUNDING)
    return Score(
        tuple(lines),
        scores,
        verdict,
        held=Held((*pots, kept) if kept else pots),
        account=_account(told, ended, options["rounding"]),
        won=WON[ended],
    )


def _wins_pot(ended: Outcome, goes_to: str) -> bool:
    return ended is Outcome.MADE or (ended is Outcome.FAILED and goes_to == "winner")


def _account(told: Told, ended: Outcome, how: str) -> Account:
    """The deck, and what came on top of it.

    Rule: FFB 27-01-2016, § 10: 162 points, 252 with a capot, and the belotes.
    """
    failed = ended is Outcome.FAILED
    deck = rounded(sum(told.tricks), how) if failed else deck_as_marked(told, how)
    return Account((deck, sum(told.belotes), sum(told.annonces)))


MADE_WORDS = said("fait, %(attack)s à %(defence)s").text
FAILED_WORDS = said("dedans, %(attack)s à %(defence)s").text
LITIGE_WORDS = said("litige, %(attack)s à %(defence)s").text
CAPOT = said("capot")
CAPOT_OF_DEFENCE = said("dedans, et capot")


def _verdict(hand: Hand, ended: Outcome, sides: Points) -> Words:
    if hand.capot:
        return CAPOT if hand.capot is Side.ATTACK else CAPOT_OF_DEFENCE
    text = {
        Outcome.MADE: MADE_WORDS,
        Outcome.FAILED: FAILED_WORDS,
        Outcome.LITIGE: LITIGE_WORDS,
    }[ended]
    return Words(text, {"attack": sides[0], "defence": sides[1]})


TRICKS_WORDS = {
    Outcome.MADE: SHARED_WORDS,
    Outcome.FAILED: said("%(verdict)s : la défense marque tous les plis").text,
    Outcome.LITIGE: said(
        "%(verdict)s : la défense marque ses points, ceux de l'attaque restent en jeu"
    ).text,
}

TRICKS_WITH = {
    Outcome.MADE: said(
        "%(verdict)s, avec %(what)s : chaque camp marque les plis qu'il a faits"
    ).text,
    Outcome.FAILED: said("%(verdict)s, avec %(what)s : la défense marque tous les plis").text,
    Outcome.LITIGE: said(
        "%(verdict)s, avec %(what)s : la défense marque ses points, ceux de l'attaque restent "
        "en jeu"
    ).text,
}

WITH_BELOTE, WITH_ANNONCES = said("la belote"), said("les annonces")

TRICKS_RULE = {
    Outcome.MADE: Rule.TRICKS,
    Outcome.FAILED: Rule.DEDANS,
    Outcome.LITIGE: Rule.TIE,
}


def _tricks(hand: Hand, told: Told, ended: Outcome, verdict: Words, table: Table) -> Line:
    attack, defence = told.tricks
    working = tricks_working(hand, told, table.options)
    if ended is Outcome.FAILED:
        attack, defence = 0, defence if hand.capot else DECK
    elif ended is Outcome.LITIGE:
        attack = 0
    words = CAPOT_WORDS if hand.capot else _compared_words(told, ended, verdict, table)
    scores = facing(hand, attack, defence)
    return Line(TRICKS_RULE[ended], verdict, words, working, scores)


def _compared_words(told: Told, ended: Outcome, verdict: Words, table: Table) -> Words:
    """Why it ended so, and what was counted besides the tricks."""
    counted = (
        (told.belotes, table.options["belote_counts"], WITH_BELOTE),
        (told.annonces, table.options["annonces_count"], WITH_ANNONCES),
    )
    what = tuple([words for points, counts, words in counted if counts and any(points)])
    if not what:
        return Words(TRICKS_WORDS[ended], {"verdict": verdict})
    return Words(TRICKS_WITH[ended], {"verdict": verdict, "what": what})


def _belote(hand: Hand, belotes: Points) -> Line:
    attack, defence = belotes
    return Line(
        Rule.BELOTE,
        BELOTE_TAG,
        BELOTE_KEPT,
        belotes_working(attack, defence),
        facing(hand, attack, defence),
    )


ANNONCES_MOVE = said("l'attaque n'a pas fait son contrat : toutes les annonces à la défense")


def _annonces(hand: Hand, told: Told, ended: Outcome) -> list[Line]:
    attack, defence = told.annonces
    words = ANNONCES_CAPOT if hand.capot else announced(hand)
    if ended is Outcome.FAILED:
        words = words if hand.capot or not attack else ANNONCES_MOVE
        attack, defence = 0, attack + defence
    elif ended is Outcome.LITIGE:
        attack = 0
    if not attack and not defence:
        return []
    working = shown_working(hand)
    return [Line(Rule.ANNONCES, ANNONCES_TAG, words, working, facing(hand, attack, defence))]


LITIGE_TAG = said("litige gagné")


def _litige(hand: Hand, pot: int, ended: Outcome) -> Line:
    attack, defence = (pot, 0) if ended is Outcome.MADE else (0, pot)
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
    failed = hand and outcome(hand, tell(hand, table.options), table) is Outcome.FAILED
    return belote_end.end(standing, table, before, hand, score, not failed)


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
