"""A table that somebody brings: of the game that it names, of the one whose questions are its
heads, or of points alone."""

from collections.abc import Sequence

from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.answers import questions
from scorekeeper.sheets.formats.cells import Line, Rows
from scorekeeper.sheets.formats.columns import NOTE, note_of
from scorekeeper.sheets.formats.findings import Findings
from scorekeeper.sheets.formats.plain_table import FREE_MARKING, PlainTable, split
from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.sheets.formats.typed_game import (
    Heads,
    TypedEvening,
    document_of,
    read_game,
    read_hands,
)
from scorekeeper.sheets.formats.words import Words
from scorekeeper.sheets.names import TITLE_LENGTH, clean

LEAST_HEADS = 3
"""So many questions of a game among the heads of a table make it one of this game."""


def read(rows: Rows, findings: Findings) -> TypedEvening:
    """Return the evening of a table.

    :param findings: takes what was assumed of a table that does not say what it is.
    :raises DocumentError: with every line that is refused.
    """
    evening = read_game(rows)
    if not evening:
        title, head, lines = split(rows, findings)
        evening = _of_a_game(title, head, lines, findings)
        evening = evening or _of_points(title, PlainTable(head, lines, findings), findings)
    if evening.left_out:
        findings.note(msg("Laissé de côté : %(remarks)s", remarks=tuple(evening.left_out)))
    return evening


def _of_a_game(
    title: str, head: Line, lines: Sequence[Line], findings: Findings
) -> TypedEvening | None:
    """Return the evening of the game whose questions are among the heads; absent if it is of
    points alone.

    :raises DocumentError: with every line that this game refuses.
    """
    evenings: dict[str, TypedEvening] = {}
    faults: dict[str, DocumentError] = {}
    for game in GAMES.values():
        known = {*map(Heads(game).find, head.cells)} & questions(game.hand).keys()
        if game is not FREE_MARKING and len(known) >= LEAST_HEADS:
            try:
                evenings[game.name] = read_hands(game, {}, {"title": [title]}, [head, *lines])
            except DocumentError as error:
                faults[game.name] = error
    if not (evenings or faults):
        return None
    titles = ((name, GAMES[name].title) for name in [*evenings, FREE_MARKING.name, *faults])
    text = msg("Quel jeu est-ce ? La marque libre ne garde que les points.")
    chosen = findings.choose("game", text, titles, sure=len(evenings) == 1)
    if chosen in faults:
        raise faults[chosen]
    return evenings.get(chosen)


def _of_points(title: str, table: PlainTable, findings: Findings) -> TypedEvening:
    """Return the evening of a table of points."""
    played = FREE_MARKING
    if not title and table.game:
        name = table.game.title
        text = msg(
            "Ces points ont l'air de ce jeu : %(game)s. La feuille en prend le nom, et reste "
            "une marque libre : ses donnes ne disent pas qui a pris.",
            game=name,
        )
        if findings.assume("title", text):
            title, played = str(name), table.game
    hands = [
        {"scores": points} | ({NOTE: note} if note else {})
        for points, note in zip(table.points, map(note_of, table.notes), strict=True)
    ]
    document = document_of(FREE_MARKING, {}, table.names, hands)
    dealer = Words(zip(table.names, table.names, strict=True)).only(table.dealer)
    title = clean(title, TITLE_LENGTH)
    return TypedEvening(
        document
        | {"title": title or None, "first_dealer": dealer, "date": table.day}
        | {"played": played.name}
    )
