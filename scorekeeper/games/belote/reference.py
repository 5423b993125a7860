"""The rules pages of the games of Belote, built from the tables that score them."""

from scorekeeper.games.belote.point_values import BELOTE, DECK, MELD, NO_TRUMP_MELD
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import RuleTable

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
