"""The fields of a form: what was posted, and the answer that it stands for.

A field holds an *answer* (a player's number, a bid, counts of two sides) that several inputs
make; its labels are messages, which are translated when they are rendered.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.choice import Condition, Side
from scorekeeper.rules.question import Question

Answer = Any
"""An answer as a document holds it; its type is its question's (``rules.question``)."""

Posted = Any
"""A werkzeug ``MultiDict`` of what was posted; empty where nothing was."""

CHOOSE = msg("choisissez une réponse")


class FormChoice(NamedTuple):
    """One of the answers that a field offers."""

    label: Message | str
    answer: Answer
    """``None``: it did not happen."""
    column: int | None = None
    """The column of the sheet, for a player."""
    symbol: str = ""
    """The symbol of that column."""


Choices = Mapping[str, FormChoice]
"""The answers that a field offers, by the code that the form posts."""

NONE = "none"
"""The code of "none of them"; no game has it."""

Fields = Mapping[str, Any]
"""The fields of a form, by name."""


@dataclass(eq=False)
class AnswerField:
    """Base of the fields: from what was posted to an answer.

    :param question: the question that the field asks; of a hand's fields every one has it.
    :param default: the data without an answer.
    """

    kind = ""
    """The macro that renders the field, and the class of its element."""
    optional = False
    """True if it may be left alone where its question is asked."""
    name: str
    label: Message
    question: Question | None = field(default=None, kw_only=True)
    default: Any = field(default=None, kw_only=True)
    data: Any = field(init=False)
    """The values that were posted, as :meth:`take` has read them."""
    errors: list[Message] = field(default_factory=list, init=False)
    warnings: list[Message] = field(default_factory=list, init=False)
    """The doubts about the answer, to be confirmed."""

    def take(self, posted: Posted) -> None:
        """Take what was posted for this field, or begin without an answer."""
        raise NotImplementedError

    @property
    def answer(self) -> Answer:
        """The answer as a document holds it; ``None`` or ``[]`` where there is none."""
        raise NotImplementedError

    @property
    def is_given(self) -> bool:
        """True if anything was answered, valid or not."""
        return self.answer not in (None, [])

    @property
    def needed_without(self) -> str | None:
        """The CSS selector of the answers without which one is needed here, by the rule of
        the question; ``None`` where none is needed."""
        if self.question is None or (self.optional and not self.question.when):
            return None
        spare = [
            f".ask-{unless.question} [value={code}]:checked"
            for unless in self.question.unless
            for code in unless.codes
        ]
        if self.question.answered_by:
            spare.append(f".ask-{self.question.answered_by} :checked:not([value={NONE}])")
        return ", ".join(spare)

    @property
    def lacking(self) -> Message:
        """The label of the answer that is missing, if one is."""
        return self.label

    def fill(self, answer: Answer) -> None:
        """Show this answer."""
        raise NotImplementedError

    def check(self, fields: Fields) -> Message | None:
        """Return why what was posted is no answer, in view of the other fields; nothing if it
        is one."""

    def validate(self, fields: Fields) -> bool:
        """Return True if what was posted is an answer; else :attr:`errors` says why not."""
        why = self.check(fields)
        self.errors = [why] if why else []
        return not why

    @property
    def summary(self) -> list[Message | str]:
        """The answer in a few words, for a question that is folded."""
        return []


class TextField(AnswerField):
    """A line of text."""

    def take(self, posted: Posted) -> None:
        self.data = posted.get(self.name, "").strip()

    @property
    def answer(self) -> Answer:
        return self.data

    def fill(self, answer: Answer) -> None:
        self.data = answer


@dataclass(eq=False)
class ChoiceField(AnswerField):
    """One answer among a few.

    :param unlikely: the codes that would surprise, which are shown faded.
    :param optional: whether it may be left alone.
    """

    kind = "choice"
    choices: Choices
    unlikely: Sequence[str] = ()
    optional: bool = False

    def take(self, posted: Posted) -> None:
        self.data = posted.get(self.name, self.default)

    @property
    def answer(self) -> Answer:
        choice = self.choices.get(self.data or "")
        return choice.answer if choice else None

    def code_of(self, answer: Answer) -> str | None:
        """Return the code that the form posts for this answer, if it is offered."""
        for code, choice in self.choices.items():
            if choice.answer == answer:
                return code
        return None

    def fill(self, answer: Answer) -> None:
        self.data = self.code_of(answer)

    @property
    def summary(self) -> list[Message | str]:
        choice = self.choices.get(self.data or NONE)
        return [choice.label] if choice and choice.answer is not None else []

    def check(self, fields: Fields) -> Message | None:
        is_open = self.optional and not self.data
        return None if is_open or self.data in self.choices else CHOOSE


class PlayerField(ChoiceField):
    """One player."""

    kind = "player"


@dataclass(eq=False)
class ChoicesField(AnswerField):
    """Any number of answers among a few.

    :param rows: where the choices are shown in rows: the name of each row, and its codes.
    :param unlikely: the codes that would surprise, which are not offered at once.
    :param hint: what the choices mean.
    :param turns: returns who sits out in turn, for the code of the dealer.
    """

    kind = "choices"
    choices: Choices
    rows: Sequence[tuple[str, Sequence[str]]] = ()
    unlikely: Sequence[str] = ()
    hint: Message | None = None
    turns: Callable[[str], Sequence[int]] | None = None

    def take(self, posted: Posted) -> None:
        """Take the codes; a form that was posted without any chose nothing."""
        self.data = posted.getlist(self.name) if posted else list(self.default or ())

    @property
    def answer(self) -> list[Answer]:
        return [choice.answer for code, choice in self.choices.items() if code in self.data]

    def fill(self, answer: Answer) -> None:
        chosen = answer or ()
        self.data = [code for code, choice in self.choices.items() if choice.answer in chosen]

    @property
    def summary(self) -> list[Message | str]:
        """The labels of the choices, with the names of their rows."""
        names = {code: name for name, codes in self.rows for code in codes}
        labels = {code: one.label for code, one in self.choices.items() if code in self.data}
        return [
            Message("%(what)s %(name)s", {"what": label, "name": names[code]})
            if names
            else label
            for code, label in labels.items()
        ]

    def check(self, fields: Fields) -> Message | None:
        is_known = set(self.data) <= self.choices.keys()
        return None if is_known else msg("choix inconnu")


@dataclass(eq=False)
class TallyField(AnswerField):
    """Any of a few choices, each as often as it came.

    :param labels: the choices by code.
    :param most: how often each may come.
    :param retired: the codes that are shown only where an answer has them.
    """

    kind = "tally"
    labels: Mapping[str, Message]
    most: Mapping[str, int]
    retired: Sequence[str] = ()

    def take(self, posted: Posted) -> None:
        self.data = {
            code: _count(posted, f"{self.name}_{code}", self.most[code])
            for code in self.labels
        }

    @property
    def counted(self) -> dict[str, Message]:
        """The labels of the choices to count, by code."""
        return {code: label for code, label in self._shown.items() if self.most[code] > 1}

    @property
    def ticked(self) -> dict[str, Message]:
        """The labels of the choices that come once at most, by code."""
        return {code: label for code, label in self._shown.items() if self.most[code] == 1}

    @property
    def _shown(self) -> dict[str, Message]:
        hidden = [code for code in self.retired if not self.data[code]]
        return {code: label for code, label in self.labels.items() if code not in hidden}

    @property
    def answer(self) -> list[str]:
        return [code for code, count in self.data.items() for _ in range(count)]

    def fill(self, answer: Answer) -> None:
        self.data = {code: (answer or []).count(code) for code in self.labels}

    @property
    def summary(self) -> list[Message | str]:
        return _counted(self.labels, self.data)


def _count(posted: Posted, name: str, most: int) -> int:
    counts = {str(n): n for n in range(most + 1)}
    return counts.get(posted.get(name, ""), 0)


def _counted(labels: Mapping[str, Message], counts: Mapping[str, int]) -> list[Message | str]:
    """Return the labels with their counts: « Attaque, Défense × 2 »."""
    return [
        label if counts[code] == 1 else Message("%(what)s × %(n)s", {"what": label, "n": n})
        for code, label in labels.items()
        if (n := counts[code])
    ]


@dataclass(eq=False)
class SidesField(ChoiceField):
    """One side, or a count of each side where another question allows several.

    :param most: the highest count of a side.
    :param several: the answers to another question with which there may be several.
    """

    kind = "sides"
    default: Any = field(default=NONE, kw_only=True)
    most: int = field(kw_only=True)
    several: Condition = field(kw_only=True)
    is_counted: bool = field(default=False, init=False)
    """True if the counts are the answer, and not the choice."""

    def __post_init__(self) -> None:
        self.sides = {side.value: side.label for side in Side}
        self.counts = dict.fromkeys(self.sides, 0)

    def take(self, posted: Posted) -> None:
        super().take(posted)
        self.counts = {
            code: _count(posted, f"{self.name}_{code}", self.most) for code in self.sides
        }

    @property
    def answer(self) -> Answer:
        if self.is_counted and any(self.counts.values()):
            return self.counts
        return super().answer

    def fill(self, answer: Answer) -> None:
        """Show these counts; a document gives one by its side alone."""
        if isinstance(answer, Mapping):
            self.counts = {code: answer.get(code, 0) for code in self.sides}
            self.data = NONE
        else:
            super().fill(answer)

    @property
    def summary(self) -> list[Message | str]:
        return super().summary or _counted(self.sides, self.counts)

    def check(self, fields: Fields) -> Message | None:
        self.is_counted = fields[self.several.question].data in self.several.codes
        return super().check(fields)


@dataclass(eq=False)
class RecordField(AnswerField):
    """A few answers that belong together; the first decides whether there is anything.

    :param parts: the fields of the answers, by name.
    """

    kind = "record"
    parts: Mapping[str, AnswerField]

    def __post_init__(self) -> None:
        self.lead = next(iter(self.parts.values()))
        """The first part."""

    def take(self, posted: Posted) -> None:
        for part in self.parts.values():
            part.take(posted)

    @property  # type: ignore[misc]
    def data(self) -> Answer:
        """The data of the first part."""
        return self.lead.data

    @property
    def answer(self) -> Answer:
        if self.lead.answer is None:
            return None
        every = {name: part.answer for name, part in self.parts.items()}
        return {name: answer for name, answer in every.items() if answer not in (None, [])}

    def fill(self, answer: Answer) -> None:
        for name, part in self.parts.items():
            part.fill((answer or {}).get(name))

    @property
    def lacking(self) -> Message:
        if self.lead.is_given or not any(part.is_given for part in self.parts.values()):
            return self.label
        whose: Mapping[str, Message] = getattr(self.lead.question, "whose", {})
        if not whose:
            return msg("%(label)s (%(what)s)", label=self.lead.label, what=self.label)
        lists = [part.answer for part in self.parts.values() if isinstance(part, TallyField)]
        given = {code for answer in lists for code in answer}
        return whose["".join(given) if len(given) == 1 else ""]

    @property
    def summary(self) -> list[Message | str]:
        return [what for part in self.parts.values() for what in part.summary]

    def check(self, fields: Fields) -> Message | None:
        happened = self.lead.answer is not None
        others = [part for part in self.parts.values() if part is not self.lead]
        if not happened and any(part.is_given for part in others):
            self.lead.data = None  # « none » is no answer
            return msg("il manque une réponse : %(what)s", what=self.lead.label)
        for part in self.parts.values():
            if (happened or part is self.lead) and not part.validate(fields):
                return part.errors[0]
        return None
