"""The columns of the answers on a printed sheet: taker, contract, bouts, points."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.i18n.messages import Message, Translate, msg, render
from scorekeeper.rules.answers import AnyHand, answer_words, questions, schema
from scorekeeper.rules.choice import Role
from scorekeeper.rules.game import Game
from scorekeeper.rules.question import Bid, CardPoints, Count, OnePlayer, Question
from scorekeeper.sheets.rows import Row


class DetailColumn(NamedTuple):
    """One column of answers."""

    head: Message
    kind: str
    """``name``, ``names``, ``word``, ``words`` or ``figure``: the width of the column."""
    names: tuple[str, ...]
    """The questions whose answers it has."""

    def text(self, hand: AnyHand, players: Sequence[str], translate: Translate) -> str:
        """Return the answers of a hand in this column."""
        words = (render(answer_words(hand, name, players), translate) for name in self.names)
        return (" + " if self.kind == "names" else " ").join(filter(None, words))

    def said(self, hand: AnyHand, players: Sequence[str], translate: Translate) -> str:
        """Return these answers as they are said beside the result: « bouts 2 »."""
        text = self.text(hand, players, translate)
        if text and self.kind == "figure":
            return f"{render(self.head, translate)} {text}"
        return text


class Details(NamedTuple):
    """The answers on a printed sheet."""

    columns: tuple[DetailColumn, ...]
    folded: tuple[DetailColumn, ...] = ()
    """Those that have no column on this paper, and stand with the result."""

    def fold(self) -> "Details":
        """Leave their columns to names only."""
        named = tuple(one for one in self.columns if one.kind in ("name", "names"))
        others = tuple(one for one in self.columns if one not in named)
        return Details(named, others)


def detail_columns(game: Game, players: int) -> Details:
    """Return the columns of answers of a game, those of its questions that have a head.

    The contract stands before what is said with it, such as its suit.

    :param players: how many have a column; questions for more of them are left out.
    """
    asked = questions(game.hand)
    contract = schema(game.hand).roles.get(Role.CONTRACT)
    found: dict[str, list[str]] = {}
    for name, question in asked.items():
        needed = question.at if isinstance(question, OnePlayer) else None
        if question.column is not None and (needed or 0) <= players:
            found.setdefault(question.column.text, []).append(name)
    return Details(
        tuple(
            DetailColumn(
                Message(head),
                _kind(asked[names[0]], len(names)),
                tuple(sorted(names, key=lambda name: name != contract)),
            )
            for head, names in found.items()
        )
    )


def _kind(question: Question, count: int) -> str:
    """Return the kind of a column of so many questions, by the first of them."""
    if isinstance(question, OnePlayer):
        return "name" if count == 1 else "names"
    if isinstance(question, Count | CardPoints) and not isinstance(question, Bid):
        return "figure"
    return "word" if count == 1 else "words"


def extras_and_details(row: Row, players: Sequence[str]) -> list[Message]:
    """Return the extras of a hand, and the answers without a column that its points need.

    An extra that such an answer names again is left out.
    """
    game, hand, details, labels = row.setting.game, row.hand, [], []
    for name, question in questions(game.hand).items():
        words = answer_words(hand, name, players) if question.detail else ""
        if words != "":
            details.append(msg("%(what)s : %(words)s", what=question.label, words=words))
            labels.append(question.label.text.casefold())
    extras = [extra.label for extra in row.extras]
    named = [one for one in extras if not any(x.startswith(one.text) for x in labels)]
    return [*named, *details]
