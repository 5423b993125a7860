"""The kinds of field in which a hand is tapped: what was sent, and the answer it is."""

from collections.abc import Mapping, Sequence
from typing import Any

from wtforms import Field
from wtforms.validators import ValidationError

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.question import Condition, Side

Codes = Mapping[str, tuple[Message | str, Any]]
"""By what a form sends: the label a player reads, and the answer of a document."""

NONE = "none"
"""What a form sends for "none of them"; never a code of a game."""


class AnswerField(Field):
    """An answer as a form sends it, taken from it whole."""

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        """Take what was sent, or begin with nothing told."""
        self.process_errors: list[object] = []
        self.take(formdata or {})

    def take(self, sent: Any) -> None:
        """Take what was sent for this field, if anything was sent at all."""
        raise NotImplementedError

    def validate(self, form: Any, extra_validators: Any = ()) -> bool:
        """Whether what was told is an answer."""
        try:
            self.errors: list[object] = []
            self.check(form)
        except ValidationError as wrong:
            self.errors = [wrong.args[0]]
        return not self.errors

    def check(self, form: Any) -> None:
        """Refuse what is no answer, with the other fields of its form.

        :raises wtforms.validators.ValidationError: with the words that say why.
        """


class Pick(AnswerField):
    """One answer among a few, each with the code that the form sends."""

    def __init__(
        self, codes: Codes, dim: Sequence[str] = (), optional: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.codes = codes
        self.optional = optional
        """Whether it may be left alone."""
        self.dim = dim
        """The codes that would surprise: shown, and shown so."""

    def take(self, sent: Any) -> None:
        """Take the code."""
        self.data: str | None = sent.get(self.name, self.default)

    @property
    def answer(self) -> Any:
        """The answer of a document; ``None`` where it did not happen."""
        return self.codes.get(self.data or "", ("", None))[1]

    def fill(self, answer: Any) -> None:
        """Show this answer as given."""
        self.data = next(
            (code for code, (_, recorded) in self.codes.items() if recorded == answer), None
        )

    def check(self, form: Any) -> None:
        if self.data not in self.codes and not (self.optional and not self.data):
            raise ValidationError(msg("choisissez une réponse"))


class Picks(AnswerField):
    """Any number of answers among a few."""

    def __init__(
        self, codes: Codes, rows: Sequence[tuple[str, Sequence[str]]] = (), **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.codes = codes
        self.rows = rows
        """The codes in rows, where they are shown so: what a row is called, its codes."""

    def take(self, sent: Any) -> None:
        """Take the codes; where a form was sent without any, nothing was chosen."""
        self.data: list[str] = sent.getlist(self.name) if sent else list(self.default or ())

    @property
    def answer(self) -> list[Any]:
        """The answers of a document, in the order of the choices."""
        return [recorded for code, (_, recorded) in self.codes.items() if code in self.data]

    def fill(self, answer: Any) -> None:
        """Show these answers as given."""
        self.data = [
            code for code, (_, recorded) in self.codes.items() if recorded in (answer or ())
        ]

    def check(self, form: Any) -> None:
        if any(code not in self.codes for code in self.data):
            raise ValidationError(msg("choix inconnu"))


class TallyField(AnswerField):
    """Any of a few choices, each as often as it came."""

    def __init__(
        self, codes: Mapping[str, Message], most: Mapping[str, int], **kwargs: Any
    ) -> None:
        super().__init__(default=dict.fromkeys(codes, 0), **kwargs)
        self.codes = codes
        self.most = most

    def take(self, sent: Any) -> None:
        """Take the count of each."""
        self.data = {
            code: _counted(sent, f"{self.name}_{code}", self.most[code]) for code in self.codes
        }

    @property
    def answer(self) -> list[str]:
        """The answers of a document, in the order of the choices."""
        return [code for code, n in self.data.items() for _ in range(n)]

    def fill(self, answer: Any) -> None:
        """Show these as given."""
        self.data = {code: (answer or []).count(code) for code in self.codes}


def _counted(sent: Any, name: str, most: int) -> int:
    numbers = {str(n): n for n in range(most + 1)}
    return numbers.get(sent.get(name, ""), 0)


class SidesField(Pick):
    """Which side, or how many each has where another question allows several."""

    def __init__(self, codes: Codes, most: int, several: Condition, **kwargs: Any) -> None:
        super().__init__(codes, default=NONE, **kwargs)
        self.most = most
        self.several = several
        self.sides = {side.value: side.label for side in Side}
        self.counts = dict.fromkeys(self.sides, 0)
        self.counted = False
        """Whether the counts are what is meant, not the choice."""

    def take(self, sent: Any) -> None:
        """Take the choice, and the count of each side."""
        super().take(sent)
        self.counts = {
            code: _counted(sent, f"{self.name}_{code}", self.most) for code in self.sides
        }

    @property
    def answer(self) -> Any:
        """The answer of a document; ``None`` where nobody has any."""
        if self.counted and any(self.counts.values()):
            return self.counts
        return super().answer

    def fill(self, answer: Any) -> None:
        """Show these counts; one is told by its side alone."""
        if isinstance(answer, Mapping):
            self.counts = {code: answer.get(code, 0) for code in self.sides}
            self.data = NONE
        else:
            super().fill(answer)

    @property
    def open(self) -> bool:
        """Whether there is something to see."""
        return any(self.counts.values())

    def check(self, form: Any) -> None:
        codes = [choice.value for choice in self.several.answers]
        self.counted = form[self.several.question].data in codes
        super().check(form)


class RecordField(AnswerField):
    """A few answers that belong together; the first says whether there is anything."""

    def __init__(self, parts: Mapping[str, Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.parts = {
            name: part.bind(form=None, name=f"{self.name}_{name}", _meta=self.meta)
            for name, part in parts.items()
        }

    def take(self, sent: Any) -> None:
        """Let each part take what was sent for it."""
        for part in self.parts.values():
            part.process(sent)

    @property
    def lead(self) -> Any:
        """The first part."""
        return next(iter(self.parts.values()))

    @property
    def data(self) -> Any:
        """What was sent for the first part; kept where the others are."""
        return self.lead.data

    @data.setter
    def data(self, value: Any) -> None:
        """The parts hold it."""

    @property
    def answer(self) -> Any:
        """The answers of a document; ``None`` where it did not happen."""
        if self.lead.answer is None:
            return None
        recorded = {name: part.answer for name, part in self.parts.items()}
        return {name: answer for name, answer in recorded.items() if answer not in (None, [])}

    def fill(self, answer: Any) -> None:
        """Show these answers as given."""
        for name, part in self.parts.items():
            part.fill((answer or {}).get(name))

    def check(self, form: Any) -> None:
        recorded = self.lead.answer is not None
        others = [part for part in self.parts.values() if part is not self.lead]
        if not recorded and any(part.answer not in (None, []) for part in others):
            what = self.lead.label.text
            raise ValidationError(msg("il manque une réponse : %(what)s", what=what))
        for part in self.parts.values():
            if (recorded or part is self.lead) and not part.validate(form):
                raise ValidationError(part.errors[0])
