"""What is assumed of a table that somebody brings, and how it can be answered otherwise."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scorekeeper.i18n.messages import Message, msg

YES, NO = "yes", "no"


class Finding(NamedTuple):
    """Something that is assumed of a table, or asked about it."""

    name: str
    """By which it is answered."""
    text: Message
    choices: tuple[tuple[str, Message], ...]
    """The answers, each with its words; the likely one first."""
    answer: str | None
    """The answer that holds; absent for a question that is still open."""

    @property
    def said(self) -> Message | None:
        """The words of the answer that holds; absent for an open question and a plain yes."""
        return None if self.answer == YES else dict(self.choices).get(self.answer or "")

    @property
    def others(self) -> tuple[tuple[str, Message], ...]:
        """The answers that can be given: every other one."""
        return tuple(choice for choice in self.choices if choice[0] != self.answer)


class Findings(list[Finding]):
    """The things that are assumed of a table, or asked.

    :param answers: what has been answered, by name.
    """

    def __init__(self, answers: Mapping[str, object]) -> None:
        super().__init__()
        self._answers = answers

    def choose(
        self, name: str, text: Message, choices: Iterable[tuple[str, Message]], sure: bool
    ) -> str:
        """Note something of several answers; return the one that holds, or for an open
        question the likely one."""
        listed = tuple(choices)
        given = self._answers.get(name)
        answer = given if given in dict(listed) else listed[0][0] if sure else None
        self.append(Finding(name, text, listed, answer))
        return answer or listed[0][0]

    def assume(self, name: str, text: Message, sure: bool = True, likely: bool = True) -> bool:
        """Note something that is so, or is not; return whether it is."""
        answers = (YES, msg("oui")), (NO, msg("non"))
        return self.choose(name, text, answers[:: 1 if likely else -1], sure) == YES

    def note(self, text: Message) -> None:
        """Note something that cannot be answered otherwise."""
        self.append(Finding("", text, (), YES))

    @property
    def is_open(self) -> bool:
        """True if a question has no answer yet."""
        return any(finding.answer is None for finding in self)
