"""The game of Duplicate Tarot: a sheet over boards, a column for each table."""

from collections.abc import Iterator, Sequence
from typing import Any

from scorekeeper.games.duplicate import point_values
from scorekeeper.games.duplicate.hand import Hand, board
from scorekeeper.games.duplicate.options import OPTIONS
from scorekeeper.games.duplicate.point_values import (
    BEATEN,
    FULL_NOTE,
    PM_DECIMALS,
    RESULTS,
    SHARES,
    TABLES,
)
from scorekeeper.games.duplicate.scoring import headline, match_points, quadrette_points, score
from scorekeeper.games.tarot.hand import Contract
from scorekeeper.games.tarot.places import NUMBERS
from scorekeeper.i18n.messages import Message, decimal, msg, signed
from scorekeeper.rules.answers import HandError
from scorekeeper.rules.game import Game, Preset, Table
from scorekeeper.rules.option import Options

LABELS = {contract.value: contract.label for contract in Contract}
"""The labels of the contracts that an event imposes, by their codes."""


def errors(hand: Hand, table: Table) -> Iterator[HandError]:
    """Yield an error for a board that no table has played."""
    if all(result is None for result in hand.scores):
        yield HandError("scores", msg("il faut au moins un résultat"))


def warnings(hand: Hand, table: Table) -> Iterator[HandError]:
    """Yield the results that the imposed contract cannot have: typing errors."""
    imposed = table.options["contract"]
    if imposed not in RESULTS:
        return
    for name, result in zip(table.players, hand.scores, strict=True):
        if result is not None and result not in RESULTS[imposed]:
            yield HandError(
                "scores",
                msg(
                    "%(name)s : %(result)s ne peut pas être le résultat de ce contrat : "
                    "%(contract)s",
                    name=name,
                    result=signed(result),
                    contract=LABELS[imposed],
                ),
            )


def _notes(results: Sequence[int]) -> list[tuple[object, ...]]:
    """Return the results of one board from the best: match points, and notes in percent."""
    most = BEATEN * (len(results) - 1)
    compared = sorted(zip(results, match_points(tuple(results)), strict=True), reverse=True)
    return [
        (
            signed(result),
            points,
            FULL_NOTE * points // most,
            FULL_NOTE * (most - points) // most,
        )
        for result, points in compared
    ]


def _shares(label: str, event: str) -> list[tuple[object, ...]]:
    return [(label, *(f"{part}/{sum(SHARES[event])}" for part in SHARES[event]))]


def _quadrette(difference: int) -> Message:
    return decimal(quadrette_points(difference, 0), PM_DECIMALS)


def places(game: Game, options: Options) -> dict[str, Any]:
    """Return what the text names: the same with all options."""
    return {
        **NUMBERS,
        **vars(point_values),
        "notes": _notes,
        "shares": _shares,
        "quadrette": _quadrette,
    }


GAME = Game(
    name="tarot_duplicate",
    variant_of="tarot",
    title=msg("Tarot duplicate"),
    presets=(Preset("tarot-duplicate", msg("Tarot duplicate")),),
    hand=Hand,
    seats=TABLES,
    active=TABLES,
    fixed_seats=True,
    unsigned=True,
    annulments={},
    board=board,
    column_name=msg("Table %(n)s"),
    options=OPTIONS,
    score=score,
    errors=errors,
    warnings=warnings,
    headline=headline,
    places=places,
)
"""The federation's rules of duplicate."""
