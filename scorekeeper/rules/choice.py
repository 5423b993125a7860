"""Answers among a few, and what an answer means to the rest of the program."""

from enum import Enum
from typing import NamedTuple, Self

from scorekeeper.i18n.messages import Message, msg


class Choice(Enum):
    """Base class of enumerated answers: each with its stored code and its label.

    Members are hashed by identity, which is several times as fast as by name.
    """

    label: Message

    def __new__(cls, code: str, label: Message) -> Self:
        member = object.__new__(cls)
        member._value_ = code
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
    """The name of the question that decides."""
    answers: tuple[Choice, ...]
    """The answers with which the other question is asked."""


class Role(Enum):
    """The meaning of an answer to the rest of the program, independent of its name."""

    TAKER = "taker"
    """The player of the contract, for whom contracts taken and made are counted."""
    PARTNER = "partner"
    """The player on the taker's side."""
    SITTING_OUT = "out"
    """The players with a column who do not play this hand (the *mort*)."""
    CONTRACT = "contract"
    """The contract; a spreadsheet notes in its column that a deal was passed."""
