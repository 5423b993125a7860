"""Fields whose answer is chosen: what was posted, and the answer it stands for."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from wtforms import Field, Form
from wtforms.validators import ValidationError

from scorekeeper.i18n.messages import Message, msg
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
    column: int | None = None
    """The column of the sheet, for a player."""
    symbol: str = ""
    """The symbol of that column."""


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

    @property
    def is_given(self) -> bool:
        """True if anything was answered, valid or not."""
        return self.answer not in (None, [])

    def fill(self, answer: Answer) -> None:
        """Show this answer."""
        raise NotImplementedError

    def validate(self, form: Form, extra_validators: Any = ()) -> bool:
        """True if what was posted is an answer; else :attr:`errors` says why not."""
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
    def summary(self) -> list[Message | str]:
        """The answer in a few words, for a question that is folded."""
        return []


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

    @property
    def first_code(self) -> str:
        """The code of the first answer that is not "none of them"."""
        return next(code for code, choice in self.choices.items() if choice.answer is not None)

    def code_of(self, answer: Answer) -> str | None:
        """The code that the form posts for this answer, if it is offered."""
        codes = (code for code, choice in self.choices.items() if choice.answer == answer)
        return next(codes, None)

    def fill(self, answer: Answer) -> None:
        self.data = self.code_of(answer)

    @property
    def summary(self) -> list[Message | str]:
        choice = self.choices.get(self.data or NONE)
        return [choice.label] if choice and choice.answer is not None else []

    def check(self, form: Form) -> None:
        if self.data not in self.choices and not (self.optional and not self.data):
            raise ValidationError(msg("choisissez une réponse"))


class PlayerField(ChoiceField):
    """One player."""

    kind = "player"


class ChoicesField(AnswerField):
    """Any number of answers among a few.

    :param rows: where the choices are shown in rows: the name of each row, and its codes.
    :param unlikely: the codes that would surprise, which are not offered at once.
    """

    kind = "choices"

    def __init__(
        self,
        choices: Choices,
        rows: Sequence[tuple[str, Sequence[str]]] = (),
        unlikely: Sequence[str] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.choices = choices
        self.rows = rows
        self.unlikely = unlikely

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

    @property
    def summary(self) -> list[Message | str]:
        """The names of the rows, or the labels of the choices."""
        if self.rows:
            return [name for name, codes in self.rows if set(codes) & set(self.data)]
        return [choice.label for code, choice in self.choices.items() if code in self.data]

    def check(self, form: Form) -> None:
        if any(code not in self.choices for code in self.data):
            raise ValidationError(msg("choix inconnu"))
