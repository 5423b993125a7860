"""Constructors of the questions of a hand, one per kind of question, and heads of columns."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.answers import PerPlayer, Record
from scorekeeper.rules.choice import Choice, Condition
from scorekeeper.rules.question import (
    Bid,
    CardPoints,
    Count,
    Deck,
    OneOf,
    OnePlayer,
    PerColumn,
    PerSide,
    PointsOfEach,
    Question,
    Several,
    SomePlayers,
    WholeDeck,
    YesNo,
)

TAKER = msg("preneur")

CONTRACT = msg("contrat")

BOUTS = msg("bouts")

POINTS = msg("points")


NO = msg("Non")
"""The label of "none of these" for most questions."""


class ask:
    """Constructors of the fields of a hand's dataclass, one per kind of question.

    Keyword arguments besides those listed are attributes of every
    :class:`~scorekeeper.rules.question.Question`: ``option``, ``when``, ``unless``,
    ``identifies``, ``repeatable``, ``role``.

    They return ``Any``, as :func:`dataclasses.field` does for a type checker, so that the
    field's own annotation is what counts.
    """

    @staticmethod
    def _field(question: Question, default: Any = None) -> Any:
        metadata = {"question": question}
        if question.required:
            return dataclasses.field(metadata=metadata)
        return dataclasses.field(metadata=metadata, default=default)

    @classmethod
    def player(
        cls,
        label: Message,
        nobody: Message | None = None,
        at: int | None = None,
        **attributes: Any,
    ) -> Any:
        """Ask for one player.

        :param nobody: label of the answer "none of them"; without it the answer is required.
        :param at: the number of active players at which this is asked; any if absent.
        """
        return cls._field(OnePlayer(label, nobody is None, nobody, at, **attributes))

    @classmethod
    def players(cls, label: Message, **attributes: Any) -> Any:
        """Ask for any number of players."""
        return cls._field(SomePlayers(label, False, **attributes), default=())

    @classmethod
    def choice(
        cls,
        label: Message,
        choices: type[Choice],
        required: bool = True,
        *,
        needs: Mapping[Any, str] | None = None,
        among: str = "",
        none: Message | None = NO,
        usual: Condition | None = None,
        **attributes: Any,
    ) -> Any:
        """Ask for one of a few choices.

        :param needs: the option of the sheet that each of these choices requires.
        :param among: the option whose table of numbers has the codes of the allowed choices.
        :param none: label of the answer "none of these"; ``None``: may stay unanswered.
        :param usual: the condition under which a form without card points means the first.
        """
        asked = OneOf(label, required, choices, needs or {}, among, none, usual, **attributes)
        return cls._field(asked)

    @classmethod
    def several(
        cls,
        label: Message,
        most: Mapping[Any, int],
        retired: tuple[Any, ...] = (),
        **attributes: Any,
    ) -> Any:
        """Ask for any number of these choices.

        :param most: the maximum count of each choice, in the order of the choices.
        :param retired: choices that are read and no longer offered.
        """
        return cls._field(Several(label, False, most, retired, **attributes), default=())

    @classmethod
    def yes_no(cls, label: Message, yes: Message, no: Message, **attributes: Any) -> Any:
        """Ask for yes or no."""
        return cls._field(YesNo(label, False, yes, no, **attributes))

    @classmethod
    def count(
        cls,
        label: Message,
        low: int,
        high: int,
        step: int = 1,
        required: bool = True,
        **attributes: Any,
    ) -> Any:
        """Ask for a whole number from ``low`` to ``high``."""
        return cls._field(Count(label, required, low, high, step, **attributes))

    @classmethod
    def bid(
        cls,
        label: Message,
        low: int,
        high: int,
        step: int,
        words: Mapping[str, Message],
        *,
        needs: Mapping[str, str] | None = None,
        **attributes: Any,
    ) -> Any:
        """Ask for a bid: a number, or a word.

        :param words: the bids that are not numbers: their codes with their labels.
        :param needs: the option of the sheet that each of these words requires.
        """
        return cls._field(Bid(label, True, low, high, step, words, needs or {}, **attributes))

    @classmethod
    def card_points(
        cls,
        label: Message,
        low: int,
        high: int,
        unit: int = 2,
        required: bool = True,
        other: Deck | None = None,
        **attributes: Any,
    ) -> Any:
        """Ask for card points, from ``low`` to ``high`` points.

        :param unit: parts of a point in the stored answer: 2 for half points.
        :param other: another deck size, and the answer that selects it.
        """
        return cls._field(CardPoints(label, required, low, high, unit, other, **attributes))

    @classmethod
    def per_side(cls, label: Message, most: int, several: Condition, **attributes: Any) -> Any:
        """Ask for a count on each side, up to ``most``.

        :param several: the answer to another question that allows more than one.
        """
        return cls._field(PerSide(label, False, most, several, **attributes))

    @classmethod
    def per_column(
        cls,
        label: Message,
        low: int,
        high: int,
        zero: str = "",
        blank: bool = False,
        **attributes: Any,
    ) -> Any:
        """Ask for a number in each column.

        :param zero: the option of the sheet that requires the numbers to sum to zero.
        :param blank: True if a column may be without a number.
        """
        return cls._field(PerColumn(label, True, low, high, zero, blank, **attributes))

    @classmethod
    def points_of_each(
        cls, label: Message, deck: int, whole: WholeDeck, **attributes: Any
    ) -> Any:
        """Ask for the card points of each player, if they were counted.

        :param deck: the most that a player can have.
        :param whole: when the points of all players are the deck together.
        """
        return cls._field(PointsOfEach(label, False, 0, deck, whole=whole, **attributes))

    @classmethod
    def record(cls, label: Message, record: type, **attributes: Any) -> Any:
        """Ask for the answers of a dataclass, if the event happened."""
        return cls._field(Record(label, False, record, **attributes))

    @classmethod
    def per_player(cls, label: Message, record: type, **attributes: Any) -> Any:
        """Ask for any number of records of a dataclass, each about one player."""
        return cls._field(PerPlayer(label, False, record, **attributes), default=())
