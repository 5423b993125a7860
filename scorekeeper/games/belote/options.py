"""The ways of playing on which the games of Belote differ, each with its choices.

Where sources disagree, the game says which is its own: it gives that one first.
"""

from typing import Any

from ..game import Option
from ..words import Words, said
from .belote_hand import MOST_BELOTES
from .race import MUST_EXCEED

YES_NO = {True: said("oui"), False: said("non")}

NO_YES = {False: said("non"), True: said("oui")}

ROUNDING = {
    "none": said("au point près"),
    "5up": said("84 → 80, 85 → 90"),
    "6up": said("85 → 80, 86 → 90"),
}

ALL_TRUMP = {
    "13": said("valet 13, neuf 9 (162)"),
    "14": said("valet 14, dame 1 (162)"),
    "258": said("valeurs d'atout, 258 ramenés à 162"),
}

ANNONCES_COUNT = Option(
    said("Annonces dans le contrat"),
    {True: said("comptent"), False: said("ne comptent pas")},
    only=("annonces", True),
)

ALL_TRUMP_BELOTES = Option(
    said("Belotes à tout atout"),
    {MOST_BELOTES: said("jusqu'à 4"), 1: said("une"), 0: said("aucune")},
    only=("no_trump", True),
)


def _in_order(choices: dict[str, Words], codes: tuple[str, ...]) -> dict[str, Words]:
    return {code: choices[code] for code in codes}


def rounding(*codes: str) -> Option:
    """How marks are rounded, the game's own way first; each hand, each side by itself."""
    return Option(said("Arrondi"), _in_order(ROUNDING, codes))


def all_trump(*codes: str) -> Option:
    """How cards count at all trump, the game's own way first."""
    return Option(
        said("Cartes à tout atout"), _in_order(ALL_TRUMP, codes), only=("no_trump", True)
    )


def capot(*values: int) -> Option:
    """What all eight tricks are worth, the game's own value first."""
    return Option(
        said("Valeur du capot"), {value: said("%(n)s points", n=value) for value in values}
    )


def no_trump(usual: bool) -> Option:
    """Whether no trump and all trump may be bid."""
    return Option(said("Sans atout, tout atout"), YES_NO if usual else NO_YES)


def yes_no(label: Words, usual: bool) -> Option:
    """A way of playing that is there or is not."""
    return Option(label, YES_NO if usual else NO_YES)


def first(label: Words, choices: dict[str, Words], usual: str) -> Option:
    """One of these, the game's own way first."""
    return Option(label, {usual: choices[usual], **choices})


FINISH = {
    "off": said("oui"),
    "capot": said("sauf capot"),
    "capot_or_chute": said("sauf capot ou chute"),
}
"""Whether a team may pass the target by its belote alone; FFB coinche, end of the game."""


def finish(*codes: str) -> Option:
    """The option of the end on a belote, the rule book's own first."""
    return Option(
        said("Finir par une belote seule"),
        {code: FINISH[code] for code in (*codes, *(c for c in FINISH if c not in codes))},
    )


def switches(**usual: Any) -> dict[str, Option]:
    """The finer ways of playing a game with bids, each with this game's own value first."""
    return {
        "rounding": rounding(*usual["rounding"]),
        "beat_defence": yes_no(
            said("Le preneur doit battre la défense"), usual["beat_defence"]
        ),
        "belote_on_chute": first(
            said("Belote de l'autre camp, sur une chute ou un contre"),
            {"stays": said("il la garde"), "follows": said("au gagnant")},
            usual["belote_on_chute"],
        ),
        "belote_doubled": yes_no(
            said("Belote multipliée avec le reste"), usual["belote_doubled"]
        ),
        "surcoinche": Option(said("Surcoinche, surcontre"), {4: said("× 4"), 3: said("× 3")}),
        "doubling": Option(
            said("Ce que la coinche ou le contre multiplie"),
            {
                "all": said("plis et contrat"),
                "contract": said("le contrat seul"),
                "base": said("les plis seuls"),
            },
        ),
        "base": Option(
            said("Base d'une chute, d'une coinche, d'un contre"),
            {160: said("160 points"), 162: said("162 points")},
        ),
        "capot": capot(252, 250, 162),
        "capot_bid": Option(
            said("Capot demandé"), {250: said("250 points"), 270: said("270 points")}
        ),
        "capot_failed": first(
            said("Capot demandé et chuté"),
            {
                "chute": said("base d'une chute"),
                "capot": said("base d'un capot"),
            },
            usual["capot_failed"],
        ),
        "capot_doubled": yes_no(
            said("Capot fait, coinché ou contré : base d'un capot"),
            usual["capot_doubled"],
        ),
        "defence_capot": yes_no(said("Capot de la défense : base d'un capot"), False),
        "no_trump": no_trump(usual["no_trump"]),
        "all_trump": all_trump("13", "14", "258"),
        "all_trump_belotes": ALL_TRUMP_BELOTES,
        "last_exact": yes_no(said("Dernière donne au point près"), False),
        "must_exceed": MUST_EXCEED,
        "finish": finish(usual["finish"]),
    }
