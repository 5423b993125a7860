"""The kinds of field a hand is typed in: what was sent, and the answer that it is."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from wtforms import Field, RadioField, SelectMultipleField
from wtforms.validators import ValidationError

from .hand import CardPoints
from .words import Words, halves, said

Codes = Mapping[str, tuple[Words | str, Any]]
"""By what a form sends: the label a player reads, and the answer of a document."""

NONE = "none"
"""What a form sends for "none of them"; never a code of a game."""


class Pick(RadioField):
    """One answer among a few, each with the code that the form sends."""

    def __init__(self, codes: Codes, dim: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(choices=[], validate_choice=False, **kwargs)
        self.codes = codes
        self.dim = dim
        """The codes that would surprise: shown, and shown so."""

    @property
    def answer(self) -> Any:
        """The answer of a document; ``None`` where it did not happen."""
        return self.codes.get(self.data or "", ("", None))[1]

    def fill(self, answer: Any) -> None:
        """Show this answer as given."""
        self.data = next(
            (code for code, (_, told) in self.codes.items() if told == answer), None
        )

    def pre_validate(self, form: Any) -> None:
        if self.data not in self.codes:
            raise ValidationError(said("il faut choisir"))


class Picks(SelectMultipleField):
    """Any number of answers among a few."""

    def __init__(
        self, codes: Codes, rows: Sequence[tuple[str, Sequence[str]]] = (), **kwargs: Any
    ) -> None:
        super().__init__(choices=[], validate_choice=False, **kwargs)
        self.codes = codes
        self.rows = rows
        """The codes in rows, where they are shown so: what a row is called, its codes."""

    @property
    def answer(self) -> list[Any]:
        """The answers of a document, in the order of the choices."""
        return [told for code, (_, told) in self.codes.items() if code in (self.data or ())]

    def fill(self, answer: Any) -> None:
        """Show these answers as given."""
        self.data = [code for code, (_, told) in self.codes.items() if told in (answer or ())]

    def pre_validate(self, form: Any) -> None:
        if any(code not in self.codes for code in self.data or ()):
            raise ValidationError(said("choix inconnu"))


class PointsField(Field):
    """Card points, typed for either camp: ``49``, ``40,5``, ``40½``; held in half points."""

    def __init__(self, question: CardPoints, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.question = question
        self.deck = question.high
        self.attack = self.defence = ""

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        """Take what was typed for the attack and for the defence."""
        self.data: int | None = None
        self.process_errors: list[object] = []
        if formdata:
            self.attack = formdata.get(self.name, "").strip()
            self.defence = formdata.get(f"{self.name}_defence", "").strip()

    def pre_validate(self, form: Any) -> None:
        deck = 2 * self.deck
        attack, defence = _typed_halves(self.attack), _typed_halves(self.defence)
        if not self.attack and defence is not None:
            attack, defence = deck - defence, None
        if attack is None or not 0 <= attack <= deck:
            raise ValidationError(
                said("un nombre de 0 à %(deck)s, par demi-points", deck=self.deck)
            )
        if self.attack and self.defence and defence != deck - attack:
            raise ValidationError(
                said(
                    "%(deck)s − %(attack)s = %(rest)s pour la défense, "
                    "et il est écrit %(typed)s",
                    deck=self.deck,
                    attack=halves(attack),
                    rest=halves(deck - attack),
                    typed=self.defence,
                )
            )
        self.data = attack

    @property
    def answer(self) -> Any:
        """The answer of a document."""
        return None if self.data is None else self.question.write(self.data, ())

    def fill(self, answer: Any) -> None:
        """Show these points, on both sides."""
        self.attack = halves(int(2 * answer))
        self.defence = halves(int(2 * (self.deck - answer)))


def _typed_halves(typed: str) -> int | None:
    match = re.fullmatch(r"([0-9]{1,3})?(½|[.,][05])?", typed, re.ASCII)
    if not match or not typed:
        return None
    return 2 * int(match[1] or 0) + (match[2] in ("½", ",5", ".5"))
