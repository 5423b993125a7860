"""The rules pages of the games of Belote, built from the tables that score them."""

from collections.abc import Callable, Mapping

from scorekeeper.games.belote.bidding import DOUBLED
from scorekeeper.games.belote.choices import Coinche
from scorekeeper.games.belote.hand import CAPOT
from scorekeeper.games.belote.values import BELOTE, DECK, MELD, NO_TRUMP_MELD
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import Option, Preset, RuleTable, Table, complete
from scorekeeper.rules.hand import AnyHand
from scorekeeper.rules.score import Score

DECK_TABLE = RuleTable(
    msg("Les points d'une donne"),
    msg("FFB 27-01-2016, § 10"),
    (),
    (
        (msg("Plis, dix de der compris"), DECK),
        (msg("Belote"), BELOTE),
    ),
)

MELD_TABLE = RuleTable(
    msg("Annonces"),
    msg("FFB coinche 2015, annonces"),
    ("", msg("Points"), msg("Sans atout")),
    tuple((meld.label, points, NO_TRUMP_MELD[meld]) for meld, points in MELD.items()),
)

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
