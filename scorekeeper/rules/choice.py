"""Answers among a few, and what an answer means to the rest of the program."""

from enum import Enum
from typing import NamedTuple, Self

from scorekeeper.i18n.messages import Message, msg


class Choice(Enum):
    """Base class of enumerated answers: each with its stored code and its label. Members are
    hashed by identity, which is several times as fast as by name."""

    label: Message
    code: str
    """The stored code: the value, which Python 3.11 finds more slowly."""

    def __new__(cls, code: str, label: Message) -> Self:
        member = object.__new__(cls)
        member._value_ = member.code = code
        member.label = label
        return member

    __hash__ = object.__hash__


class Side(Choice):
    """The two sides of a hand."""

    ATTACK = "attack", msg("Attaque")
    DEFENCE = "defence", msg("Défense")


ATTACK, DEFENCE = Side
"""The members as names for scoring code: Python 3.11 finds an attribute of an enumeration
ten times as slowly."""


class Condition(NamedTuple):
    """Answers to one question on which another question depends."""

    question: str
    """The name of the question that decides; of a record, its first question does."""
    answers: tuple[Choice | str, ...]
    """The answers that meet the condition: choices, or words of a bid."""

    @property
    def codes(self) -> tuple[str, ...]:
        """The answers as they are stored."""
        return tuple(a.value if isinstance(a, Choice) else a for a in self.answers)


class HandRole(Enum):
    """The meaning of an answer to the rest of the program, independent of its name."""

    TAKER = "taker"
    """The player of the contract, for whom contracts taken and made are counted."""
    PARTNER = "partner"
    """The player on the taker's side."""
    SITTING_OUT = "out"
    """The players with a column who do not play this hand (the *mort*)."""
    CONTRACT = "contract"
    """The contract; a spreadsheet notes in its column that a deal was passed."""
