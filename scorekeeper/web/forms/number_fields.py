"""The kinds of field in which numbers are typed: what was sent, and the answer it is."""

import re
from collections.abc import Mapping
from typing import Any

from wtforms.validators import ValidationError

from scorekeeper.i18n.messages import half_points, msg
from scorekeeper.rules.question import CardPoints, Count
from scorekeeper.web.forms.choice_fields import AnswerField, Pick


class BidField(Pick):
    """A bid among the usual ones, or any other typed as a number."""

    def take(self, sent: Any) -> None:
        """Take what was chosen, and what was typed where it is not among the usual."""
        super().take(sent)
        self.typed = sent.get(f"{self.name}_other", "").strip()

    @property
    def answer(self) -> Any:
        """The answer of a document."""
        return int(self.typed) if self.typed else super().answer

    def fill(self, answer: Any) -> None:
        """Show this bid as given."""
        super().fill(answer)
        self.typed = "" if self.data else str(answer)

    def check(self, form: Any) -> None:
        if not self.typed:
            super().check(form)
        elif not _is_number(self.typed):
            raise ValidationError(msg("il faut un nombre, en chiffres"))
        elif (code := self.data or "") in self.codes and code != self.typed:
            label = self.codes[code][0]
            raise ValidationError(
                msg("%(one)s ou %(other)s ? Gardez-en un", one=label, other=self.typed)
            )


class NumberField(AnswerField):
    """A whole number typed in, or nothing."""

    def __init__(self, question: Count, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.question = question

    def take(self, sent: Any) -> None:
        """Take what was typed."""
        self.data = sent.get(self.name, "").strip()

    @property
    def answer(self) -> Any:
        """The answer of a document; ``None`` where nothing was typed."""
        return int(self.data) if self.data else None

    def fill(self, answer: Any) -> None:
        """Show this number as given."""
        self.data = "" if answer is None else str(answer)

    def check(self, form: Any) -> None:
        if self.data and not _is_number(self.data):
            raise ValidationError(msg("il faut un nombre, en chiffres"))
        if self.data:
            try:
                self.question.read(int(self.data), ())
            except ValueError:
                raise ValidationError(self.question.expected(())) from None


class NumbersField(AnswerField):
    """A number for each column: ``12``, ``-12``, or 12 with its sign ticked."""

    def __init__(
        self, columns: Mapping[int, str], among: int, completes: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.columns = columns
        """The columns that are asked for, by number."""
        self.among = among
        """How many columns there are; those not asked for get 0."""
        self.completes = completes
        """Whether a single number left out is what brings the sum to zero."""

    def take(self, sent: Any) -> None:
        """Take what was typed for each column, with its sign."""
        self.data: dict[int, str] = {}
        for n in self.columns:
            typed = sent.get(f"{self.name}_{n}", "").strip()
            minus = sent.get(f"{self.name}_{n}_minus")
            typed = typed.replace("−", "-")
            self.data[n] = f"-{typed}" if minus and typed[:1] not in ("", "-") else typed

    def check(self, form: Any) -> None:
        if not any(self.data.values()):
            raise ValidationError(msg("il faut au moins un nombre"))
        for n, typed in self.data.items():
            if typed and not re.fullmatch("[+-]?[0-9]{1,6}", typed):
                raise ValidationError(
                    msg("%(name)s : il faut un nombre, en chiffres", name=self.columns[n])
                )

    @property
    def answer(self) -> list[int]:
        """The numbers of a document; what was left out is 0, or completes the sum."""
        numbers = [0] * self.among
        for n, typed in self.data.items():
            numbers[n] = int(typed) if typed else 0
        left = [n for n, typed in self.data.items() if not typed]
        if self.completes and len(left) == 1:
            numbers[left[0]] = -sum(numbers)
        return numbers

    def fill(self, answer: Any) -> None:
        """Show these numbers as given."""
        self.data = {n: str(answer[n]) for n in self.columns}


class PointsField(AnswerField):
    """Card points, typed for either camp: ``49``, ``40,5``, ``40½``; held in parts."""

    def __init__(self, question: CardPoints, decks: Mapping[str, int], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.question = question
        self.deck = question.high
        self.decks = decks
        """The size of the deck where another question has one of these answers."""
        self.attack = self.defence = ""

    def take(self, sent: Any) -> None:
        """Take what was typed for the attack and for the defence."""
        self.data: int | None = None
        self.attack = sent.get(self.name, "").strip()
        self.defence = sent.get(f"{self.name}_defence", "").strip()

    def _deck(self, form: Any) -> int:
        other = self.question.other
        return self.decks.get(form[other.question].data, self.deck) if other else self.deck

    def check(self, form: Any) -> None:
        if not (self.attack or self.defence or self.question.required):
            return
        unit, points = self.question.unit, self._deck(form)
        deck = unit * points
        attack, defence = _typed(self.attack, unit), _typed(self.defence, unit)
        if not self.attack and defence is not None:
            attack, defence = deck - defence, None
        if attack is None or not 0 <= attack <= deck:
            message = msg("il faut un nombre de 0 à %(deck)s, par demi-points", deck=points)
            if unit == 1:
                message = msg("il faut un nombre entier de 0 à %(deck)s", deck=points)
            raise ValidationError(message)
        if self.attack and self.defence and defence != deck - attack:
            raise ValidationError(
                msg(
                    "%(deck)s − %(attack)s = %(rest)s pour la défense, "
                    "et il est écrit %(typed)s",
                    deck=points,
                    attack=_written(attack, unit),
                    rest=_written(deck - attack, unit),
                    typed=self.defence,
                )
            )
        self.data = attack

    @property
    def answer(self) -> Any:
        """The answer of a document."""
        return None if self.data is None else self.question.write(self.data, ())

    def fill(self, answer: Any) -> None:
        """Show these points, on both sides where the deck is not in doubt."""
        if answer is None:
            return
        unit = self.question.unit
        self.attack = _written(int(unit * answer), unit)
        if not self.decks:
            self.defence = _written(int(unit * (self.deck - answer)), unit)


def _written(parts: int, unit: int) -> str:
    return half_points(parts) if unit == 2 else str(parts)


def _typed(typed: str, unit: int) -> int | None:
    match = re.fullmatch(r"([0-9]{1,3})?(½|[.,][05])?", typed, re.ASCII)
    if not match or not typed:
        return None
    double = 2 * int(match[1] or 0) + (match[2] in ("½", ",5", ".5"))
    return double if unit == 2 else None if double % 2 else double // 2


def _is_number(typed: str) -> bool:
    return typed.isascii() and typed.isdigit() and len(typed) <= 6
