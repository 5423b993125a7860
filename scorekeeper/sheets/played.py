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
    """A contract: its place among the contracts of the game, its name, the stored answer."""

    place: int
    name: Message | int
    code: str | int


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
    attack: Points
    """The columns of the attack; empty in a game without contracts."""
    contract: PlayedContract | None
    won: bool | None
    """True if the contract was made; absent if the hand did not decide it."""
    extras: tuple[tuple[Extra, Points], ...]
    """Each extra with the columns that it is credited to."""

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
        attack=tuple(sorted({game.column(player) for player in side})),
        contract=_contract(row.hand),
        won=score.won,
        extras=tuple((line.extra, line.authors) for line in score.lines if line.extra),
    )


def _contract(hand: Any) -> PlayedContract | None:
    """Return the contract of a hand, in a game that has several."""
    asked = schema(type(hand))
    name = asked.roles.get(HandRole.CONTRACT)
    if name is None:
        return None
    question, answer = asked.questions[name], getattr(hand, attribute(name))
    if isinstance(question, OneOf):
        return PlayedContract(list(question.choices).index(answer), answer.label, answer.code)
    if isinstance(question, Bid) and isinstance(answer, str):
        place = question.high + 1 + list(question.words).index(answer)
        return PlayedContract(place, question.words[answer], answer)
    return PlayedContract(answer, answer, answer) if isinstance(answer, int) else None
