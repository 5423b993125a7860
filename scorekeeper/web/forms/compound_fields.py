"""Fields of several inputs that make one answer: counts, sides, records."""

from collections.abc import Mapping, Sequence
from typing import Any

from wtforms import Form
from wtforms.validators import ValidationError

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.choice import Condition, Side
from scorekeeper.web.forms.choice_fields import (
    NONE,
    Answer,
    AnswerField,
    ChoiceField,
    Choices,
    Posted,
)


class TallyField(AnswerField):
    """Any of a few choices, each as often as it came.

    :param labels: the choices by code.
    :param most: how often each may come.
    :param retired: the codes that are shown only where an answer has them.
    """

    kind = "tally"

    def __init__(
        self,
        labels: Mapping[str, Message],
        most: Mapping[str, int],
        retired: Sequence[str] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(default=dict.fromkeys(labels, 0), **kwargs)
        self.labels = labels
        self.most = most
        self.retired = retired

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
    """The labels with their counts: « Attaque, Défense × 2 »."""
    return [
        label if counts[code] == 1 else Message("%(what)s × %(n)s", {"what": label, "n": n})
        for code, label in labels.items()
        if (n := counts[code])
    ]


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
        """True if the counts are the answer, and not the choice."""

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

    def check(self, form: Form) -> None:
        self.is_counted = form[self.several.question].data in self.several.codes
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

    @property
    def summary(self) -> list[Message | str]:
        return [what for part in self.parts.values() for what in part.summary]

    def check(self, form: Form) -> None:
        happened = self.lead.answer is not None
        others = [part for part in self.parts.values() if part is not self.lead]
        if not happened and any(part.is_given for part in others):
            what = self.lead.label.text
            raise ValidationError(msg("il manque une réponse : %(what)s", what=what))
        for part in self.parts.values():
            if (happened or part is self.lead) and not part.validate(form):
                raise ValidationError(part.errors[0])
