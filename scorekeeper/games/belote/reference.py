"""The rules of the games of Belote as a player reads them: the tables that score them."""

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.games.belote.bidding import CAPOT, DOUBLED
from scorekeeper.games.belote.choices import Coinche
from scorekeeper.games.belote.values import BELOTE, DECK, MELD, NO_TRUMP_MELD
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import Option, Preset, RuleTable, Table, complete
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
"""The bids that a table of failures shows."""

LEVELS = (None, *Coinche)
"""Plain, doubled, redoubled: contrée has other words for the same codes."""


def failures(
    hand: type,
    score: Callable[[Any, Table], Score],
    preset: Preset,
    options: Mapping[str, Option],
) -> RuleTable:
    """What the defence marks where a bid fails, plain, doubled and redoubled: as it is
    scored."""
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
