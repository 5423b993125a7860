"""The options of Tarot: the FFT's rules first, then those of homes and clubs."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.games.tarot.hand import PETIT_CHELEMS, Contract, Size
from scorekeeper.games.tarot.point_values import (
    CHELEM,
    FLAT_CONTRACTS,
    HIGHEST_NUMBER,
    HOUSE_CONTRACTS,
    HOUSE_POIGNEES,
    MULTIPLIER,
    PETIT_AU_BOUT,
    PETIT_CHELEM,
    POIGNEE,
    UNPAID_PETIT_CHELEM,
)
from scorekeeper.games.tarot.scoring import PAGAT, WIKIPEDIA
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.option import (
    COMMON,
    TARGET,
    NamedNumber,
    Numbers,
    NumberTable,
    Option,
    Options,
)
from scorekeeper.rules.target import target_option

FFT = msg("FFT 2012, p. 7 à 9")

CONTRACTS = msg("Les contrats")
BONUSES = msg("Les primes")
SHARES = msg("Le partage")

POSITIVE = range(1, HIGHEST_NUMBER + 1)
FROM_ZERO = range(HIGHEST_NUMBER + 1)
SIGNED = range(-HIGHEST_NUMBER, HIGHEST_NUMBER + 1)


def _by_code(points: Mapping[Any, int]) -> Numbers:
    return Numbers({choice.code: number for choice, number in points.items()})


def _in_words(points: Mapping[Any, int]) -> Message:
    """Return the labels of a table of numbers with the numbers, as a list."""
    pairs = (
        msg("%(label)s %(number)s", label=choice.label, number=number)
        for choice, number in points.items()
    )
    return Message("%(list)s", {"list": tuple(pairs)})


def _usual_contracts(chosen: Options) -> Numbers | None:
    """Return the usual points, where nothing is multiplied."""
    return _by_code(FLAT_CONTRACTS[0]) if chosen["formula"] == "flat" else None


def _contracts() -> NumberTable:
    multipliers = (MULTIPLIER, *HOUSE_CONTRACTS)
    return NumberTable(
        msg("Contrats"),
        {_by_code(table): _in_words(table) for table in (*multipliers, *FLAT_CONTRACTS)},
        sources={_by_code(table): PAGAT for table in HOUSE_CONTRACTS},
        rows={
            contract.code: NamedNumber(contract.label, POSITIVE, required=False)
            for contract in Contract
        },
        other_names={Contract.PRISE.code: Contract.PETITE.code},
        goes_with={
            **{_by_code(table): ("formula", "times") for table in multipliers},
            **{_by_code(table): ("formula", "flat") for table in FLAT_CONTRACTS},
        },
        usual=_usual_contracts,
        group=CONTRACTS,
        source=FFT,
    )


def _chelem() -> NumberTable:
    usual = msg("400 annoncé et fait, 200 sans l'annoncer, −200 chuté ou subi (FFT)")
    return NumberTable(
        msg("Chelem"),
        {_by_code(CHELEM): usual},
        rows={chelem.code: NamedNumber(chelem.label, SIGNED) for chelem in CHELEM},
        group=BONUSES,
        source=FFT,
    )


def _petit_chelem() -> NumberTable:
    usual, unpaid = (
        Numbers({PETIT_CHELEMS[chelem]: number for chelem, number in points.items()})
        for points in (PETIT_CHELEM, UNPAID_PETIT_CHELEM)
    )
    rows = {
        PETIT_CHELEMS[chelem]: NamedNumber(chelem.label, SIGNED) for chelem in PETIT_CHELEM
    }
    return NumberTable(
        msg("Petit chelem : tous les plis sauf un"),
        {
            None: msg("ne se joue pas (FFT)"),
            usual: msg("300 annoncé et fait, 150 sans l'annoncer, −150 chuté"),
            unpaid: msg("300 annoncé et fait, 0 sans l'annoncer, −150 chuté"),
        },
        rows=rows,
        source=FFT,
        sources={unpaid: PAGAT},
        group=BONUSES,
    )


def _poignee() -> NumberTable:
    tables = (tuple(POIGNEE.values()), *HOUSE_POIGNEES)
    return NumberTable(
        msg("Poignées"),
        {sizes: Message(" / ".join(map(str, sizes))) for sizes in tables},
        rows={size.code: NamedNumber(size.label, FROM_ZERO) for size in Size},
        is_list=True,
        question=msg("Combien valent les poignées ?"),
        source=FFT,
    )


OPTIONS: dict[str, Option] = {
    **COMMON,
    TARGET: target_option(0, 500, 1000),
    "misere": Option(
        msg("Misères"),
        {0: msg("sans (FFT)"), 10: msg("10 points de chacun"), 20: msg("20 points de chacun")},
        question=msg("Joue-t-on les misères ?"),
        source=FFT,
    ),
    "poignee": _poignee(),
    "formula": Option(
        msg("Le contrat compte"),
        {
            "times": msg("(25 + points de gain) × contrat (FFT)"),
            "flat": msg("contrat + points de gain, sans multiplier"),
        },
        group=CONTRACTS,
        source=FFT,
    ),
    "contracts": _contracts(),
    "margin_to": Option(
        msg("Points de gain ou de perte comptés"),
        {1: msg("un par un (FFT)"), 5: msg("de 5 en 5"), 10: msg("de 10 en 10")},
        group=CONTRACTS,
        source=FFT,
    ),
    "margin_rounding": Option(
        msg("Arrondi des points de gain ou de perte"),
        {"up": msg("vers le haut"), "nearest": msg("au plus près (moitié : vers le haut)")},
        group=CONTRACTS,
        unless=("margin_to", 1),
    ),
    "petit_au_bout": Option(
        msg("Petit au bout"),
        {PETIT_AU_BOUT: msg("%(number)s points", number=PETIT_AU_BOUT)},
        FROM_ZERO,
        group=BONUSES,
        source=FFT,
    ),
    "petit_times": Option(
        msg("Petit au bout multiplié par le contrat"),
        {True: msg("oui (FFT)"), False: msg("non")},
        group=BONUSES,
        source=FFT,
    ),
    "without_petit": Option(
        msg("Contrat gagné sans le petit"),
        {0: msg("sans prime (FFT)"), 10: msg("%(number)s points", number=10)},
        FROM_ZERO,
        group=BONUSES,
        source=FFT,
    ),
    "chelem": _chelem(),
    "defence_chelem": Option(
        msg("Chelem annoncé par un défenseur qui a le 21"),
        {False: msg("non"), True: msg("oui")},
        group=BONUSES,
        source=WIKIPEDIA,
        sources={True: WIKIPEDIA},
    ),
    "petit_chelem": _petit_chelem(),
    "misere_for": Option(
        msg("La misère est payée"),
        {
            "player": msg("au joueur, par chacun"),
            "side": msg("au camp, par chaque adversaire"),
        },
        group=BONUSES,
        unless=("misere", 0),
    ),
    "split": Option(
        msg("À cinq, preneur et appelé partagent"),
        {"two_one": msg("2/3 et 1/3 (FFT)"), "halves": msg("par moitiés")},
        group=SHARES,
        source=msg("FFT 2012, p. 12"),
        sources={"halves": PAGAT},
        players=5,
    ),
    "partner_bonuses": Option(
        msg("À cinq, l'appelé partage les primes"),
        {True: msg("oui (FFT)"), False: msg("non, elles sont au preneur")},
        group=SHARES,
        source=msg("FFT 2012, p. 12"),
        players=5,
    ),
}
"""The options by name, in the order in which they are shown."""
