"""The options of Tarot with mouches."""

from scorekeeper.games.mouche.point_values import ADDED, ANTE, FIRST_MISE, MISE, TIMES
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.option import COMMON, Option

STAKES = msg("Les mises")
REGIONAL = msg("règle régionale, les mouches")
MISES = msg("règle régionale, la mise")
PAGAT = msg("Pagat, French Tarot")


def _factor(number: object) -> Message:
    return Message("%(number)s", {"number": number})


OPTIONS: dict[str, Option] = {
    **COMMON,
    "mise": Option(
        msg("Mises et prix multipliés par"),
        {1: msg("1 : la mise est de %(mise)s", mise=MISE)},
        TIMES,
        unit=_factor,
        question=msg("Mises et prix : multipliés par combien ?"),
        source=MISES,
    ),
    "dealer_mise": Option(
        msg("Mise du donneur"),
        {FIRST_MISE: msg("le double des autres"), MISE: msg("autant que les autres")},
        group=STAKES,
        source=MISES,
        sources={MISE: PAGAT},
    ),
    "dealer_ante": Option(
        msg("Le donneur ajoute à la mouche"),
        {ANTE: msg("une demi-mise"), 0: msg("rien")},
        group=STAKES,
        source=MISES,
    ),
    "failure": Option(
        msg("À chaque échec, l'attaque met"),
        {
            "stack": msg("autant, dans une nouvelle mouche"),
            "double": msg("autant, dans la même mouche"),
        },
        ADDED,
        question=msg("À chaque échec, met-on autant ou une somme fixe ?"),
        source=REGIONAL,
    ),
    "mouches": Option(
        msg("Premier échec"),
        {"merged": msg("double la mise"), "separate": msg("nouvelle mouche")},
        requires=("failure", "stack"),
        group=STAKES,
        source=REGIONAL,
        sources={"separate": PAGAT},
    ),
}
"""The options by name; the first choice of each is the regional rule."""
