"""The table of failed contracts on the rules pages, as they are scored."""

from collections.abc import Callable, Mapping

from scorekeeper.games.coinche.choices import Coinche
from scorekeeper.games.coinche.contract_value import DOUBLED
from scorekeeper.games.coinche.hand_fields import CAPOT
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.answers import AnyHand
from scorekeeper.rules.game import Option, Preset, RuleTable, Table, complete
from scorekeeper.rules.score import Score

BIDS = (80, 100, 120, 160, CAPOT)
"""The bids in a table of failed contracts."""


LEVELS = (None, *Coinche)
"""Not doubled, doubled, redoubled."""


def failures(
    hand: type[AnyHand],
    score: Callable[[AnyHand, Table], Score],
    preset: Preset,
    options: Mapping[str, Option],
) -> RuleTable:
    """Build the table of the points of the defence for a failed contract, by scoring hands."""
    chosen = complete(options, preset.options)
    table = Table(("", "", "", ""), chosen, standing=(0, 0))

    def marked(bid: object, level: object) -> int:
        failed = hand(taker=0, contract=bid, coinche=level, points=40)
        return score(failed, table).scores[1]

    return RuleTable(
        preset.title,
        msg("ce que marque la défense si le contrat chute"),
        (msg("Contrat"), "× 1", f"× {DOUBLED[Coinche.COINCHE]}", f"× {chosen['surcoinche']}"),
        tuple(
            (msg("Capot") if bid == CAPOT else bid, *(marked(bid, level) for level in LEVELS))
            for bid in BIDS
        ),
    )
