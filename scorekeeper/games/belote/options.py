"""The options of the games of Belote, each with its choices.

Sources disagree on them; each game puts the choice of its own source first.
"""

from collections.abc import Mapping
from typing import Any

from scorekeeper.games.belote.hand import MOST_BELOTES
from scorekeeper.games.belote.point_values import CAPOT
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules import target
from scorekeeper.rules.option import COMMON, END, NO_SOURCES, Option, Sources

BIDDING = msg("Le contrat")

MELDS = msg("Belote et annonces")

TIES = msg("L'égalité")

CAPOTS = msg("Le capot")

TRUMPS = msg("Sans atout, tout atout")
"""The headings of the options."""

FFB_2016 = msg("FFB 27-01-2016")

FFB_2015 = msg("FFB coinche 2015")

FFB_PAGE = msg("FFB, page web")

CANNES_TEXT = msg("Cannes 2016")

PAGAT = msg("Pagat")

FAULT = msg("FFB, pages web : troisième maldonne de suite, faute de jeu vue à la fin")
"""The article of the points that a fault gives to the other team."""

YES_NO = {True: msg("oui"), False: msg("non")}

LITIGE = msg("FFB 27-01-2016, § 10.1.3")
"""The article of a tie: each organizer chooses what it does."""

ROUNDING = {
    "none": msg("au point près"),
    "5up": msg("84 → 80, 85 → 90"),
    "6up": msg("85 → 80, 86 → 90"),
    "complement": msg("106 → 110, aux autres 50 : 160 en tout"),
    "to5": msg("de 5 en 5, contrats compris : 118 → 115"),
}

ALL_TRUMP = {
    "13": msg("valet 13, neuf 9 (162)"),
    "14": msg("valet 14, dame 1 (162)"),
    "258": msg("valeurs d'atout, 258 ramenés à 162"),
}

ALL_TRUMP_SOURCES = {"13": FFB_2015, "14": PAGAT, "258": FFB_2016}

ANNONCES_COUNT = Option(
    msg("Annonces dans le contrat"),
    {True: msg("comptent"), False: msg("ne comptent pas")},
    requires=("annonces", True),
    group=MELDS,
    source=FFB_PAGE,
)

ANNONCES_ON_CHUTE = Option(
    msg("Annonces du perdant"),
    {
        "winner": msg("au gagnant de la donne"),
        "stay": msg("il les garde"),
        "lost": msg("perdues"),
    },
    requires=("annonces", True),
    group=MELDS,
    source=FFB_PAGE,
)
"""The announcements of the side that loses the hand. FFB coinche 2015 and its web page on
Belote: to the winner; house rules leave them or cancel them."""

TIE = {
    "litige": msg("litige"),
    "failed": msg("dedans"),
    "made": msg("fait"),
    "replayed": msg("donne rejouée"),
}

LITIGE_BELOTE = Option(
    msg("Belote du preneur, au litige"),
    {"held": msg("reste en jeu (91)"), "marked": msg("marquée (20), reste 71")},
    requires=("tie", "litige"),
    group=TIES,
    source=LITIGE,
    sources={"marked": msg("FFB 27-01-2016, § 10.2")},
)

LITIGE_TO = Option(
    msg("Le litige va"),
    {
        "winner": msg("au gagnant de la donne suivante"),
        "contract": msg("au premier contrat fait"),
    },
    requires=("tie", "litige"),
    group=TIES,
    source=FFB_PAGE,
    sources={"contract": LITIGE},
)

ALL_TRUMP_BELOTES = Option(
    msg("Belotes à tout atout"),
    {MOST_BELOTES: msg("jusqu'à 4"), 1: msg("une"), 0: msg("aucune")},
    requires=("no_trump", True),
    group=TRUMPS,
    source=FFB_2016,
)


def _in_order(choices: dict[str, Message], codes: tuple[str, ...]) -> dict[str, Message]:
    return {code: choices[code] for code in codes}


def tie(
    *codes: str, source: Message, sources: Sources = NO_SOURCES, **attributes: Any
) -> Option:
    """Create the option of a tie; the first code is the default."""
    return Option(
        msg("Égalité"),
        _in_order(TIE, codes),
        question=msg("À égalité, que fait-on ?"),
        source=source,
        sources=sources,
        **attributes,
    )


def rounding(*codes: str, source: Message) -> Option:
    """Create the option of rounding, per hand and side; the first code is the default."""
    sources = {"5up": source, "6up": CANNES_TEXT}
    return Option(
        msg("Arrondi"),
        _in_order(ROUNDING, codes),
        group=END,
        source=source,
        sources={code: sources[code] for code in codes if code in sources},
    )


def all_trump(usual: str, source: Message) -> Option:
    """Create the option of card values at all trump."""
    return first(
        msg("Cartes à tout atout"),
        ALL_TRUMP,
        usual,
        requires=("no_trump", True),
        group=TRUMPS,
        source=source,
        sources=ALL_TRUMP_SOURCES,
    )


def capot(*values: int, source: Message = FFB_2016, sources: Sources = NO_SOURCES) -> Option:
    """Create the option of the points of all eight tricks; the first value is the default."""
    return Option(
        msg("Valeur du capot"),
        {value: msg("%(n)s points", n=value) for value in values},
        question=msg("Combien vaut le capot ?"),
        source=source,
        sources=sources,
    )


def first(
    label: Message, choices: Mapping[Any, Message], usual: object, **attributes: Any
) -> Option:
    """Create an option with its default first."""
    return Option(label, {usual: choices[usual], **choices}, **attributes)


def yes_no(label: Message, usual: bool, **attributes: Any) -> Option:
    """Create an option that is on or off."""
    return first(label, YES_NO, usual, **attributes)


def no_trump(usual: bool, source: Message = FFB_2016) -> Option:
    """Create the option that allows no trump and all trump."""
    return yes_no(
        msg("Sans atout, tout atout"),
        usual,
        question=msg("Joue-t-on sans atout et tout atout ?"),
        source=source,
        sources={True: msg("%(rules)s, § 11", rules=source)},
    )


def annonces(usual: bool, source: Message) -> Option:
    """Create the option that allows announcements."""
    return first(
        msg("Annonces"),
        {False: msg("sans"), True: msg("avec")},
        usual,
        question=msg("Joue-t-on les annonces ?"),
        source=source,
        sources={True: FFB_PAGE},
    )


FINISH = {
    "off": msg("oui"),
    "capot": msg("pas si l'on est capot"),
    "capot_or_chute": msg("pas si capot ou chute"),
}
"""The permission to reach the target by a belote alone; FFB coinche, end of the game."""


def finish(usual: str, source: Message) -> Option:
    """Create the option of reaching the target by a belote."""
    return first(
        msg("Finir par une belote seule"),
        FINISH,
        usual,
        group=END,
        source=source,
        sources={"capot": FFB_PAGE, "capot_or_chute": FFB_2015},
    )


OPTIONS = {
    **COMMON,
    "annonces": annonces(False, msg("FFB 27-01-2016, § 8")),
    "target": target.target_option(1000, 501, 1010, 1500),
    "rounding": rounding(
        "none", "5up", "6up", "complement", source=msg("FFB 27-01-2016, § 10.3")
    ),
    "tie": tie(
        *("litige", "failed", "made", "replayed"),
        source=FFB_2016,
        sources={"failed": LITIGE, "made": LITIGE},
    ),
    "litige_belote": LITIGE_BELOTE,
    "litige_to": LITIGE_TO,
    "belote_counts": Option(
        msg("Belote dans le contrat"),
        {True: msg("compte"), False: msg("ne compte pas")},
        group=MELDS,
        source=FFB_2016,
    ),
    "annonces_count": ANNONCES_COUNT,
    "annonces_on_chute": ANNONCES_ON_CHUTE,
    "capot": capot(CAPOT, 250, 162),
    "no_trump": no_trump(False),
    "all_trump": all_trump("258", source=FFB_2016),
    "all_trump_belotes": ALL_TRUMP_BELOTES,
    "must_exceed": target.MUST_EXCEED,
    "finish": finish("off", source=FFB_2016),
}
