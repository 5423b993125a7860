"""Fields whose answer is chosen: what was posted, and the answer it stands for."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from wtforms import Field, Form
from wtforms.validators import ValidationError

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.choice import Condition, Side
from scorekeeper.rules.question import Question

Answer = Any
"""An answer as a document holds it; its type is its question's (``rules.question``)."""

Posted = Any
"""A werkzeug ``MultiDict`` of what was posted; empty where nothing was. WTForms' own
``formdata`` is untyped."""


class FormChoice(NamedTuple):
    """One of the answers that a field offers."""

    label: Message | str
    answer: Answer
    """``None``: it did not happen."""


Choices = Mapping[str, FormChoice]
"""The answers that a field offers, by the code that the form posts."""

NONE = "none"
"""The code of "none of them"; no game has it."""


class AnswerField(Field):
    """Base of the fields of a hand: from what was posted to an answer.

    :param question: the question that the field asks; of a hand's fields every one has it.
    """

    kind = ""
    """The macro that renders the field, and the class of its element."""

    def __init__(self, question: Question | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.question = question

    def process(self, formdata: Posted, data: Any = None, extra_filters: Any = None) -> None:
        """Take what was posted, or begin without an answer."""
        self.process_errors: list[object] = []
        self.take(formdata or {})

    def take(self, posted: Posted) -> None:
        """Take what was posted for this field, if anything was posted at all."""
        raise NotImplementedError

    @property
    def answer(self) -> Answer:
        """The answer as a document holds it; ``None`` or ``[]`` where there is none."""
        raise NotImplementedError

    def fill(self, answer: Answer) -> None:
        """Show this answer."""
        raise NotImplementedError

    def validate(self, form: Form, extra_validators: Any = ()) -> bool:
        """Whether what was posted is an answer; else :attr:`errors` says why not."""
        try:
            self.errors: list[Message] = []
            self.check(form)
        except ValidationError as error:
            self.errors = [error.args[0]]
        return not self.errors

    def check(self, form: Form) -> None:
        """Refuse what is no answer, in view of the other fields.

        :raises wtforms.validators.ValidationError: with a message.
        """

    @property
    def opened(self) -> bool:
        """Whether a folded question has to be shown open."""
        return bool((self.data or None) != (self.default or None))


class ChoiceField(AnswerField):
    """One answer among a few.

    :param unlikely: the codes that would surprise, which are shown faded.
    :param optional: whether it may be left alone.
    """

    kind = "choice"

    def __init__(
        self,
        choices: Choices,
        unlikely: Sequence[str] = (),
        optional: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.choices = choices
        self.unlikely = unlikely
        self.optional = optional

    def take(self, posted: Posted) -> None:
        self.data: str | None = posted.get(self.name, self.default)

    @property
    def answer(self) -> Answer:
        choice = self.choices.get(self.data or "")
        return choice.answer if choice else None

    def code_of(self, answer: Answer) -> str | None:
        """The code that the form posts for this answer, if it is offered."""
        codes = (code for code, choice in self.choices.items() if choice.answer == answer)
        return next(codes, None)

    def fill(self, answer: Answer) -> None:
        self.data = self.code_of(answer)

    def check(self, form: Form) -> None:
        if self.data not in self.choices and not (self.optional and not self.data):
            raise ValidationError(msg("choisissez une réponse"))


class PlayerField(ChoiceField):
    """One player."""

    kind = "player"


class ChoicesField(AnswerField):
    """Any number of answers among a few.

    :param rows: where the choices are shown in rows: the name of each row, and its codes.
    """

    kind = "choices"

    def __init__(
        self,
        choices: Choices,
        rows: Sequence[tuple[str, Sequence[str]]] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.choices = choices
        self.rows = rows

    def take(self, posted: Posted) -> None:
        """Take the codes; a form that was posted without any chose nothing."""
        self.data: list[str] = (
            posted.getlist(self.name) if posted else list(self.default or ())
        )

    @property
    def answer(self) -> list[Answer]:
        return [choice.answer for code, choice in self.choices.items() if code in self.data]

    def fill(self, answer: Answer) -> None:
        given = answer or ()
        self.data = [code for code, choice in self.choices.items() if choice.answer in given]

    def check(self, form: Form) -> None:
        if any(code not in self.choices for code in self.data):
            raise ValidationError(msg("choix inconnu"))


class TallyField(AnswerField):
    """Any of a few choices, each as often as it came.

    :param labels: the choices by code.
    :param most: how often each may come.
    """

    kind = "tally"

    def __init__(
        self, labels: Mapping[str, Message], most: Mapping[str, int], **kwargs: Any
    ) -> None:
        super().__init__(default=dict.fromkeys(labels, 0), **kwargs)
        self.labels = labels
        self.most = most

    def take(self, posted: Posted) -> None:
        self.data = {
            code: _count(posted, f"{self.name}_{code}", self.most[code])
            for code in self.labels
        }

    @property
    def answer(self) -> list[str]:
        return [code for code, count in self.data.items() for _ in range(count)]

    def fill(self, answer: Answer) -> None:
        self.data = {code: (answer or []).count(code) for code in self.labels}


def _count(posted: Posted, name: str, most: int) -> int:
    counts = {str(n): n for n in range(most + 1)}
    return counts.get(posted.get(name, ""), 0)


class SidesField(ChoiceField):
    """One side, or a count of each side where another question allows several.

    :param most: the highest count of a side.
    :param several: the answers to another question with which there may be several.
    """

    kind = "sides"

    def __init__(self, choices: Choices, most: int, several: Condition, **kwargs: Any) -> None:
        super().__init__(choices, default=NONE, **kwargs)
        self.most = most
        self.several = several
        self.sides = {side.value: side.label for side in Side}
        self.counts = dict.fromkeys(self.sides, 0)
        self.is_counted = False
        """Whether the counts are the answer, and not the choice."""

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
    def opened(self) -> bool:
        return super().opened or any(self.counts.values())

    def check(self, form: Form) -> None:
        codes = [choice.value for choice in self.several.answers]
        self.is_counted = form[self.several.question].data in codes
        super().check(form)


class RecordField(AnswerField):
    """A few answers that belong together; the first decides whether there is anything.

    :param parts: the fields of the answers, by name.
    """

    kind = "record"

    def __init__(self, parts: Mapping[str, Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.parts: dict[str, AnswerField] = {
            name: part.bind(form=None, name=f"{self.name}_{name}", _meta=self.meta)
            for name, part in parts.items()
        }

    def take(self, posted: Posted) -> None:
        for part in self.parts.values():
            part.process(posted)

    @property
    def lead(self) -> AnswerField:
        """The first part."""
        return next(iter(self.parts.values()))

    @property
    def data(self) -> Answer:
        """The data of the first part."""
        return self.lead.data

    @data.setter
    def data(self, value: Any) -> None:
        """Nothing: the parts hold the data; WTForms sets it when it makes the field."""

    @property
    def answer(self) -> Answer:
        if self.lead.answer is None:
            return None
        given = {name: part.answer for name, part in self.parts.items()}
        return {name: answer for name, answer in given.items() if answer not in (None, [])}

    def fill(self, answer: Answer) -> None:
        for name, part in self.parts.items():
            part.fill((answer or {}).get(name))

    def check(self, form: Form) -> None:
        happened = self.lead.answer is not None
        others = [part for part in self.parts.values() if part is not self.lead]
        if not happened and any(part.answer not in (None, []) for part in others):
            what = self.lead.label.text
            raise ValidationError(msg("il manque une réponse : %(what)s", what=what))
        for part in self.parts.values():
            if (happened or part is self.lead) and not part.validate(form):
                raise ValidationError(part.errors[0])
