"""Validation of a board of Duplicate Tarot: errors and warnings."""

from collections.abc import Iterator

from scorekeeper.games.duplicate.hand import Hand
from scorekeeper.games.duplicate.point_values import RESULTS
from scorekeeper.games.tarot.hand import Contract
from scorekeeper.i18n.messages import msg, signed
from scorekeeper.rules.answers import HandError
from scorekeeper.rules.game import Table

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
