"""The hands of an evening that were really played, each with its two sides.

Every fact of an evening is computed from these: a passed or annulled deal, a hand
dealt again and one after the end of the game are none, and a column that sat out or was away
is in none of its hands.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from scorekeeper.i18n.messages import Message
from scorekeeper.rules.answers import attribute, player_with, schema
from scorekeeper.rules.choice import HandRole
from scorekeeper.rules.question import Bid, OneOf
from scorekeeper.rules.score import Extra, Points, Score
from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.sheet import Sheet


class PlayedContract(NamedTuple):
    """A contract: its place among the contracts of the game, and its name."""

    place: int
    name: Message | int


class PlayedHand(NamedTuple):
    """One hand that was played."""

    id: int
    """The id of its entry, for its address."""
    number: int
    """Its number on the sheet."""
    headline: Message
    verdict: Message
    points: Points
    """The points of each column."""
    columns: Points
    """The columns that played."""
    taker: int | None
    """The player of the contract, by number."""
    partner: int | None
    """The other player of the attack, by number."""
    doubler: int | None
    """The player who doubled the contract, by number, if the table says it."""
    attack: Points
    """The columns of the attack; empty in a game without contracts."""
    contract: PlayedContract | None
    won: bool | None
    """True if the contract was made; absent if the hand did not decide it."""
    extras: tuple[tuple[Extra, Points], ...]
    """Each extra with the columns that it is credited to."""
    counted: tuple[tuple[str, Any], ...] = ()
    """The answers that statistics count contracts by: each question and the stored answer."""

    @property
    def defence(self) -> Points:
        """The columns that played against the contract."""
        if not self.attack:
            return ()
        return tuple(column for column in self.columns if column not in self.attack)


def played_hands(sheet: Sheet) -> tuple[PlayedHand, ...]:
    """Return the hands of a sheet that were played, in their order."""
    return tuple(_played(sheet.rows))


def _played(rows: Iterable[Row]) -> Iterable[PlayedHand]:
    for row in rows:
        if row.hand is None or row.late:
            continue
        score = row.score
        if score is not None and not score.replayed:
            yield _played_hand(row, score)


def _played_hand(row: Row, score: Score) -> PlayedHand:
    game, taker = row.setting.game, player_with(row.hand, HandRole.TAKER)
    partner = player_with(row.hand, HandRole.PARTNER)
    side = [player for player in (taker, partner) if player is not None]
    return PlayedHand(
        id=row.entry.id,
        number=row.number,
        headline=row.headline,
        verdict=score.verdict,
        points=row.points,
        columns=row.playing,
        taker=taker,
        partner=partner,
        doubler=player_with(row.hand, HandRole.DOUBLER),
        attack=tuple(sorted({game.column(player) for player in side})),
        contract=_contract(row.hand),
        won=score.won,
        extras=tuple((line.extra, line.authors) for line in score.lines if line.extra),
        counted=_counted(row.hand),
    )


def _counted(hand: Any) -> tuple[tuple[str, Any], ...]:
    asked = schema(type(hand))
    answers = [(name, getattr(hand, attribute(name))) for name in asked.counted]
    return tuple(
        (name, asked.questions[name].write(answer, ()))
        for name, answer in answers
        if answer is not None
    )


def _contract(hand: Any) -> PlayedContract | None:
    """Return the contract of a hand, in a game that has several."""
    asked = schema(type(hand))
    name = asked.roles.get(HandRole.CONTRACT)
    if name is None:
        return None
    question, answer = asked.questions[name], getattr(hand, attribute(name))
    if isinstance(question, OneOf):
        return PlayedContract(list(question.choices).index(answer), answer.label)
    if isinstance(question, Bid) and isinstance(answer, str):
        words = list(question.words)
        return PlayedContract(question.high + 1 + words.index(answer), question.words[answer])
    return PlayedContract(answer, answer) if isinstance(answer, int) else None
