"""The field of the card points of each player, one of whom may be left out."""

from collections.abc import Mapping
from typing import Any

from wtforms import Form
from wtforms.validators import ValidationError

from scorekeeper.i18n.messages import msg
from scorekeeper.rules.question import PointsOfEach
from scorekeeper.web.forms.choice_fields import Answer, AnswerField, Posted
from scorekeeper.web.forms.number_fields import parts_typed


class PointsOfEachField(AnswerField):
    """Card points of each player; one left out is the rest of the deck.

    :param columns: the names of the players, by number.
    :param is_whole: whether the points of all players are the deck together.
    """

    kind = "points"

    def __init__(
        self,
        columns: Mapping[int, str],
        is_whole: bool,
        question: PointsOfEach,
        **kwargs: Any,
    ) -> None:
        super().__init__(question=question, **kwargs)
        self.columns = columns
        self.most = question.high
        self.whole = question.whole if is_whole else None
        self.deck = question.high if is_whole else None
        """The deck; absent where the points of all players may be any."""

    def take(self, posted: Posted) -> None:
        self.data = {n: posted.get(f"{self.name}_{n}", "").strip() for n in self.columns}
        self.points: list[int] | None = None

    def check(self, form: Form) -> None:
        if not any(self.data.values()):
            return
        numbers = {n: parts_typed(typed, 1) for n, typed in self.data.items() if typed}
        if any(points is None or points > self.most for points in numbers.values()):
            raise ValidationError(
                msg("il faut un nombre entier de 0 à %(deck)s", deck=self.most)
            )
        left = [n for n in self.columns if n not in numbers]
        total, deck = sum(points or 0 for points in numbers.values()), self._deck(form)
        if left and self.deck and total > deck:
            raise ValidationError(
                msg("les points font %(total)s, et il y en a %(deck)s", total=total, deck=deck)
            )
        if len(left) == 1 and self.deck:
            numbers[left[0]] = deck - total
        elif left:
            names = tuple(self.columns[n] for n in left)
            raise ValidationError(msg("il manque les points de : %(names)s", names=names))
        self.points = [numbers[n] or 0 for n in self.columns]

    def _deck(self, form: Form) -> int:
        """The points of the deck in view of the question that may change them."""
        whole = self.whole
        if whole and whole.question in form and form[whole.question].answer is not None:
            return whole.points
        return self.deck or 0

    @property
    def answer(self) -> list[int] | None:
        return self.points

    @property
    def is_given(self) -> bool:
        return any(self.data.values())

    def fill(self, answer: Answer) -> None:
        if answer is not None:
            self.data = {n: str(answer[n]) for n in self.columns}
