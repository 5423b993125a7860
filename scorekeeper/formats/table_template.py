"""The table of a game to be filled in: its heads, and what is typed under each."""

import csv
import io
from collections.abc import Mapping
from typing import Any

from scorekeeper.formats.typed_answers import expected_words
from scorekeeper.i18n.messages import Translate, msg, render
from scorekeeper.rules.answers import questions
from scorekeeper.rules.game import Game
from scorekeeper.rules.question import PerColumn, PointsOfEach, Question

BOM = "\ufeff"
"""The byte order mark, by which spreadsheets recognize UTF-8."""


def template(game: Game, players: int, translate: Translate) -> str:
    """Return a table without hands.

    :param players: how many players have a name to be replaced.
    """

    def say(value: object) -> str:
        return render(value, translate)

    names = [say(msg("Joueur %(n)s", n=n)) for n in range(1, players + 1)]
    asked = {n: q for n, q in questions(game.hand).items() if _is_typed(q, players)}
    points, usual = game.columns(names), game.read_options({})
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow([say(msg("jeu")), say(game.title)])
    writer.writerow([say(msg("joueurs")), *names])
    writer.writerow([say(msg("date")), ""])
    heads = [say(question.label) for question in asked.values()]
    writer.writerow([say(msg("donne")), say(msg("donneur")), *heads, *points])
    writer.writerow(["#", "", *(_hint(one, usual, translate) for one in asked.values())])
    rest = [""] * (1 + len(asked) + len(points))
    writer.writerow(["1", *rest])
    return BOM + out.getvalue()


def _is_typed(question: Question, players: int) -> bool:
    """True for a question that a table plays by the usual rules, and that has a column."""
    is_points = isinstance(question, PerColumn) and not isinstance(question, PointsOfEach)
    return (
        not question.option
        and not is_points
        and getattr(question, "at", players)
        in (
            None,
            players,
        )
    )


def _hint(question: Question, options: Mapping[str, Any], translate: Translate) -> str:
    """The answers that a column takes: its choices, or its bounds."""
    expected = expected_words(question, options)
    said = []
    if "low" in expected:
        said.append(f"{expected['low']}–{expected['high']}")
    said += [render(choice, translate) for choice in expected.get("choices", ())]  # type: ignore[attr-defined]
    return " / ".join(said)
