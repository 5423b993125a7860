"""A game for tests whose questions have names that no real game uses.

Code that names a question of a game, instead of asking for its role or attribute, fails
with this one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.answers import HandError
from scorekeeper.rules.choice import Choice, HandRole
from scorekeeper.rules.game import Game, Preset, Table
from scorekeeper.rules.option import Option
from scorekeeper.rules.question import CardPoints, OneOf, OnePlayer, SomePlayers, ask
from scorekeeper.rules.score import Extra as BaseExtra
from scorekeeper.rules.score import Line, Points, Score, add_up
from scorekeeper.rules.score import Rule as BaseRule

DECK = 100
NEEDED = 50


class Level(Choice):
    LOW = "low", msg("Basse")
    HIGH = "high", msg("Haute")


class Bonus(Choice):
    FIRST = "first", msg("Premier pli")
    LAST = "last", msg("Dernier pli")


MULTIPLIER = {Level.LOW: 1, Level.HIGH: 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """The answers about one hand; ``card_score`` is in half points."""

    declarer: int = ask(
        OnePlayer, msg("Déclarant"), identifies=True, repeatable=True, role=HandRole.TAKER
    )
    helper: int | None = ask(
        OnePlayer, msg("Aide"), nobody=msg("Personne"), repeatable=True, role=HandRole.PARTNER
    )
    level: Level = ask(
        OneOf, msg("Hauteur"), Level, identifies=True, repeatable=True, role=HandRole.CONTRACT
    )
    card_score: int = ask(CardPoints, msg("Points de cartes"), 0, DECK, identifies=True)
    bonus: Bonus | None = ask(OneOf, msg("Prime"), Bonus, required=False, option="bonuses")
    resting: tuple[int, ...] = ask(SomePlayers, msg("Au repos"), role=HandRole.SITTING_OUT)


class Rule(BaseRule):
    LEVEL = msg("Hauteur"), msg("article 1")
    BONUS = msg("Prime"), msg("article 2")


class Extra(BaseExtra):
    FIRST = msg("premier pli")
    LAST = msg("dernier pli")


EXTRAS = {Bonus.FIRST: Extra.FIRST, Bonus.LAST: Extra.LAST}

MADE, FAILED = msg("réussie"), msg("manquée")


def score(hand: Deal, table: Table) -> Score:
    """Every opponent pays 10 times the level, and 4 for a bonus.

    >>> hand = Deal(declarer=0, level=Level.HIGH, card_score=2 * 50)
    >>> score(hand, Table(("Anne", "Bruno", "Chloé", "David"))).scores
    (60, -20, -20, -20)
    """
    won = hand.card_score >= 2 * NEEDED
    verdict = MADE if won else FAILED
    each = 10 * MULTIPLIER[hand.level] * (1 if won else -1)
    lines = [Line(Rule.LEVEL, None, verdict, str(each), _paid(hand, table, each))]
    if hand.bonus:
        extra = EXTRAS[hand.bonus]
        lines.append(Line(Rule.BONUS, extra, extra.label, "4", _paid(hand, table, 4)))
    return Score(tuple(lines), add_up(lines), verdict, won=won)


def _paid(hand: Deal, table: Table, each: int) -> Points:
    """The opponents pay the declarer, who shares equally with the helper."""
    scores = [0 if n in hand.resting else -each for n in range(len(table.players))]
    side = [n for n in (hand.declarer, hand.helper) if n is not None]
    for player in side:
        scores[player] = 0
    total = -sum(scores)
    for player in side:
        scores[player] = total // len(side)
    return tuple(scores)


def errors(hand: Deal, table: Table) -> Iterator[HandError]:
    if hand.declarer in hand.resting:
        yield HandError("declarer", msg("%(name)s se repose", name=_name(hand, table)))
    if hand.helper == hand.declarer:
        yield HandError("helper", msg("%(name)s s'aide seul", name=_name(hand, table)))
    if len(hand.resting) > 1:
        yield HandError("resting", msg("un seul joueur se repose"))


def warnings(hand: Deal, table: Table) -> Iterator[HandError]:
    if hand.card_score % 2:
        yield HandError("card_score", msg("un demi-point est rare"))


def headline(hand: Deal, table: Table) -> Message:
    return msg("%(name)s : %(level)s", name=_name(hand, table), level=hand.level)


def _name(hand: Deal, table: Table) -> str:
    return table.players[hand.declarer]


GAME = Game(
    name="other_words",
    title=msg("Autres mots"),
    presets=(Preset("other-words", msg("Autres mots")),),
    hand=Deal,
    seats=range(4, 5),
    active=range(3, 5),
    options={"bonuses": Option(msg("Primes"), {True: msg("avec"), False: msg("sans")})},
    score=score,
    errors=errors,
    warnings=warnings,
    headline=headline,
)
