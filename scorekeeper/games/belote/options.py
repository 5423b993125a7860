"""The options of the games of Belote, each with its choices.

Sources disagree on them; each game puts the choice of its own source first.
"""

from scorekeeper.games.belote.point_values import MOST_BELOTES
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Option

YES_NO = {True: msg("oui"), False: msg("non")}

NO_YES = {False: msg("non"), True: msg("oui")}

ROUNDING = {
    "none": msg("au point près"),
    "5up": msg("84 → 80, 85 → 90"),
    "6up": msg("85 → 80, 86 → 90"),
}

ALL_TRUMP = {
    "13": msg("valet 13, neuf 9 (162)"),
    "14": msg("valet 14, dame 1 (162)"),
    "258": msg("valeurs d'atout, 258 ramenés à 162"),
}

ANNONCES_COUNT = Option(
    msg("Annonces dans le contrat"),
    {True: msg("comptent"), False: msg("ne comptent pas")},
    requires=("annonces", True),
)

ALL_TRUMP_BELOTES = Option(
    msg("Belotes à tout atout"),
    {MOST_BELOTES: msg("jusqu'à 4"), 1: msg("une"), 0: msg("aucune")},
    requires=("no_trump", True),
)


def _in_order(choices: dict[str, Message], codes: tuple[str, ...]) -> dict[str, Message]:
    return {code: choices[code] for code in codes}


def rounding(*codes: str) -> Option:
    """Create the option of rounding, per hand and side; the first code is the default."""
    return Option(msg("Arrondi"), _in_order(ROUNDING, codes))


def all_trump(*codes: str) -> Option:
    """Create the option of card values at all trump; the first code is the default."""
    return Option(
        msg("Cartes à tout atout"), _in_order(ALL_TRUMP, codes), requires=("no_trump", True)
    )


def capot(*values: int) -> Option:
    """Create the option of the points of all eight tricks; the first value is the default."""
    return Option(
        msg("Valeur du capot"), {value: msg("%(n)s points", n=value) for value in values}
    )


def no_trump(usual: bool) -> Option:
    """Create the option that allows no trump and all trump."""
    return Option(msg("Sans atout, tout atout"), YES_NO if usual else NO_YES)


def yes_no(label: Message, usual: bool) -> Option:
    """Create an option that is on or off."""
    return Option(label, YES_NO if usual else NO_YES)


def first(label: Message, choices: dict[str, Message], usual: str) -> Option:
    """Create an option with its default first."""
    return Option(label, {usual: choices[usual], **choices})


FINISH = {
    "off": msg("oui"),
    "capot": msg("sauf capot"),
    "capot_or_chute": msg("sauf capot ou chute"),
}
"""The permission to reach the target by a belote alone; FFB coinche, end of the game."""


def finish(*codes: str) -> Option:
    """Create the option of reaching the target by a belote; the first code is the default."""
    return Option(
        msg("Finir par une belote seule"),
        {code: FINISH[code] for code in (*codes, *(c for c in FINISH if c not in codes))},
    )
