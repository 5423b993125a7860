"""The rules page of Tarot, built from the tables that score it."""

from scorekeeper.games.tarot.hand import DECK, PARTNER_AT, PETIT_CHELEMS, Contract, Size
from scorekeeper.games.tarot.options import OPTIONS
from scorekeeper.games.tarot.point_values import (
    BASE,
    BOUT,
    CHELEM,
    JACK,
    KING,
    KNIGHT,
    OTHER,
    PETIT_CHELEM,
    QUEEN,
    SHARES,
    THRESHOLD,
    TRUMPS,
)
from scorekeeper.i18n.messages import Message, half_points, msg
from scorekeeper.rules.game import RuleTable
from scorekeeper.rules.option import Options, source_in

PETIT = msg("Petit au bout")

PLAYERS = tuple(msg("à %(n)s", n=players) for players in TRUMPS)
"""The column heads of tables by number of players."""


def _seats(active: int, called: bool) -> Message:
    """Return the label of a number of players, with or without a partner."""
    if active != PARTNER_AT:
        return msg("à %(n)s", n=active)
    return msg("à 5, avec un appelé") if called else msg("à 5, seul contre quatre")


CARDS = RuleTable(
    msg("Valeur des cartes"),
    msg("FFT 2012, p. 3"),
    (),
    (
        (msg("Bout : 21, petit, Excuse"), half_points(BOUT)),
        (msg("Roi"), half_points(KING)),
        (msg("Dame"), half_points(QUEEN)),
        (msg("Cavalier"), half_points(KNIGHT)),
        (msg("Valet"), half_points(JACK)),
        (msg("Toute autre carte"), half_points(OTHER)),
    ),
)

NEEDED = RuleTable(
    msg("Points à faire, sur %(deck)s", deck=DECK),
    msg("FFT 2012, p. 4"),
    (msg("Bouts"), *map(str, range(len(THRESHOLD)))),
    ((msg("Points"), *THRESHOLD),),
)

PARTS = RuleTable(
    msg("Parts du preneur et de l'appelé, pour une part de défenseur"),
    msg("FFT 2012, p. 9, 11 et 12"),
    ("", msg("Preneur"), msg("Appelé")),
    tuple(
        (_seats(active, called), f"× {taker}", f"× {partner}" if called else "–")
        for (active, called), (taker, partner) in SHARES.items()
    ),
)


def tables(options: Options) -> tuple[RuleTable, ...]:
    """Build the tables of Tarot by these options."""
    parts = PARTS if options["split"] == "two_one" and options["partner_bonuses"] else None
    return tuple(
        table
        for table in (
            CARDS,
            NEEDED,
            _contracts(options),
            _petit(options),
            _poignees(options),
            _chelem(options),
            parts,
        )
        if table
    )


def _contracts(options: Options) -> RuleTable:
    flat, numbers = options["formula"] == "flat", options["contracts"]
    title = (
        msg("Contrats : points du contrat + points de gain ou de perte")
        if flat
        else msg("Contrats : (%(base)s + points de gain ou de perte) × contrat", base=BASE)
    )
    labels = ((contract.label, numbers.get(contract.code)) for contract in Contract)
    rows = ((label, number if flat else f"× {number}") for label, number in labels if number)
    names = ("formula", "contracts", "margin_to")
    return RuleTable(title, _source(options, msg("FFT 2012, p. 8"), *names), (), tuple(rows))


def _petit(options: Options) -> RuleTable:
    times = options["petit_times"] and options["formula"] == "times"
    title = (
        msg("Petit au bout, multiplié par le contrat")
        if times
        else msg("Petit au bout, quel que soit le contrat")
    )
    article = _source(
        options, msg("FFT 2012, p. 7"), "petit_au_bout", "petit_times", "formula"
    )
    return RuleTable(title, article, (), ((PETIT, options["petit_au_bout"]),))


def _poignees(options: Options) -> RuleTable:
    return RuleTable(
        msg("Poignées, au camp qui gagne : points, et atouts à montrer"),
        _source(options, msg("FFT 2012, p. 7, 11 et 12"), "poignee"),
        ("", msg("Points"), *PLAYERS),
        tuple(
            (size.label, points, *(TRUMPS[players][size] for players in TRUMPS))
            for size, points in zip(Size, options["poignee"], strict=True)
        ),
    )


def _chelem(options: Options) -> RuleTable:
    numbers = {
        **{chelem: options["chelem"][chelem.code] for chelem in CHELEM},
        **{
            chelem: options["petit_chelem"][PETIT_CHELEMS[chelem]]
            for chelem in (PETIT_CHELEM if options["petit_chelem"] else ())
        },
    }
    return RuleTable(
        msg("Chelem, jamais multiplié"),
        _source(options, msg("FFT 2012, p. 6, 8 et 9"), "chelem", "petit_chelem"),
        (),
        tuple((chelem.label, points) for chelem, points in numbers.items()),
    )


def _source(options: Options, article: Message, *names: str) -> Message:
    return source_in(OPTIONS, options, article, *names)
