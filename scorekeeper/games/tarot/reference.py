"""The rules page of Tarot, built from the tables that score it."""

from scorekeeper.games.tarot.hand import (
    DECK,
    PARTNER_AT,
    PETIT_CHELEMS,
    TRUMPS,
    Chelem,
    Contract,
    Hand,
    Size,
)
from scorekeeper.games.tarot.options import OPTIONS
from scorekeeper.games.tarot.point_values import (
    BASE,
    BOUT,
    CHELEM,
    DECK_CARDS,
    DOG,
    JACK,
    KING,
    KNIGHT,
    OTHER,
    PETIT_CHELEM,
    QUEEN,
    SHARES,
    THRESHOLD,
    WITHOUT_EXCUSE,
)
from scorekeeper.games.tarot.scoring import score
from scorekeeper.i18n.messages import Message, half_points, msg, signed
from scorekeeper.rules.game import RuleTable, Table
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

DEALT = RuleTable(
    msg("Cartes de chacun, et au chien"),
    msg("FFT 2012, p. 4, 11 et 12"),
    ("", msg("Cartes"), msg("Chien")),
    tuple(
        (label, (DECK_CARDS - DOG[players]) // players, DOG[players])
        for players, label in zip(DOG, PLAYERS, strict=True)
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
            _halves(options),
            _petit(options),
            _poignees(options),
            _chelem(options),
            _failed_chelem(options),
            parts,
            DEALT,
            AT_THE_TABLE,
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


def _hand(options: Options, points: int, chelem: Chelem | None = None) -> Hand:
    """Return a garde of two bouts; the first contract of a table without garde."""
    played = (one for one in (Contract.GARDE, *Contract) if one.code in options["contracts"])
    return Hand(taker=0, contract=next(played), bouts=2, points=points, chelem=chelem)


def _halves(options: Options) -> RuleTable:
    at = Table(("", "", ""), options)
    return RuleTable(
        msg("À trois et à cinq, le demi-point va au camp qui gagne : avec deux bouts"),
        msg("FFT 2012, p. 11 et 12"),
        (msg("Points"), msg("Le contrat est")),
        tuple(
            (half_points(points), score(_hand(options, points), at).verdict)
            for points in range(2 * THRESHOLD[2] - 2, 2 * THRESHOLD[2] + 3)
        ),
    )


def _failed_chelem(options: Options) -> RuleTable:
    hand = _hand(options, 2 * THRESHOLD[2] + 16, Chelem.ANNOUNCED_FAILED)
    scored = score(hand, Table(("", "", "", ""), options))
    return RuleTable(
        msg("Chelem annoncé et chuté : le contrat compte quand même"),
        _source(options, msg("FFT 2012, p. 8"), "chelem", "contracts", "formula"),
        (),
        (
            *((line.rule.title, signed(-line.scores[1])) for line in scored.lines),
            (msg("Chaque défenseur paie"), signed(-scored.scores[1])),
        ),
    )


CODE_FAULTS = msg("Code d'arbitrage, p. 4 à 8")


def _said(answer: Message, article: Message | str) -> Message:
    return msg("%(answer)s (%(article)s)", answer=answer, article=article)


AT_THE_TABLE = RuleTable(
    msg("À la table"),
    msg("FFT 2012 ; fautes : Code d'arbitrage 2012"),
    (),
    (
        (
            msg("Donneur"),
            _said(msg("à chaque donne, le voisin de droite"), msg("p. 4 et 5")),
        ),
        (
            msg("Premier donneur"),
            _said(msg("qui tire la plus petite carte"), msg("p. 4 et 5")),
        ),
        (
            msg("Fausse donne"),
            _said(msg("le même redonne, et n'enchérit pas à cette donne"), msg("p. 4 et 5")),
        ),
        (
            msg("Enchères"),
            _said(
                msg("chacun une seule fois, à partir du voisin de droite du donneur"),
                msg("p. 5 et 6"),
            ),
        ),
        (msg("Écart"), _said(msg("ni roi ni bout"), "p. 6")),
        (
            msg("Écart, à la prise et à la garde"),
            _said(msg("il compte pour l'attaque"), msg("p. 3 à 9")),
        ),
        (
            msg("Écart d'atouts"),
            _said(msg("s'il le faut seulement, et montrés à la défense"), "p. 6"),
        ),
        (msg("Prise"), _said(msg("c'est la petite"), "p. 8")),
        (
            msg("Petit au bout"),
            _said(
                msg("au camp qui fait le dernier pli, si le petit y est ; jamais à un joueur"),
                "p. 7",
            ),
        ),
        (
            msg("L'Excuse, dans une poignée"),
            _said(msg("compte pour un atout ; la montrer dit qu'on n'en cache aucun"), "p. 7"),
        ),
        (
            msg("Quand montrer une poignée"),
            _said(
                msg("juste avant de jouer sa première carte, complète, en une fois"), "p. 7"
            ),
        ),
        (
            msg("Atouts de trop pour la poignée"),
            _said(
                msg("on les cache, à son choix ; l'atout écarté se remontre avec la triple"),
                "p. 7",
            ),
        ),
        (
            msg("Deux poignées"),
            _said(
                msg(
                    "de deux joueurs : chacune compte, toutes au camp qui gagne ;"
                    " un joueur n'en montre qu'une"
                ),
                "p. 7",
            ),
        ),
        (
            msg("L'Excuse"),
            _said(
                msg("reste à son camp, qui donne à l'autre une petite carte à la place"),
                msg("p. 3 à 9"),
            ),
        ),
        (
            msg("L'Excuse en première carte"),
            _said(msg("la carte suivante dit la couleur"), msg("p. 3 à 9")),
        ),
        (
            msg("L'Excuse au dernier pli"),
            _said(msg("elle passe à l'autre camp"), msg("p. 3 à 9")),
        ),
        (
            msg("L'Excuse, à qui fait le chelem"),
            _said(
                msg(
                    "jouée en dernier, elle fait le pli ; le petit est au bout au pli d'avant"
                ),
                msg("p. 6 et 8"),
            ),
        ),
        (
            msg("L'Excuse, à la défense contre un chelem"),
            _said(
                msg(
                    "elle la garde : l'attaque a %(points)s points",
                    points=half_points(WITHOUT_EXCUSE),
                ),
                "p. 9",
            ),
        ),
        (msg("Chelem demandé"), _said(msg("après l'annonce du contrat"), "p. 6")),
        (
            msg("Chien, à la garde sans"),
            _said(msg("caché ; compté pour l'attaque"), msg("p. 3 à 9")),
        ),
        (
            msg("Chien, à la garde contre"),
            _said(msg("caché ; compté pour la défense"), msg("p. 3 à 9")),
        ),
        (
            msg("Entame"),
            _said(
                msg(
                    "le voisin de droite du donneur ; qui a annoncé un chelem, s'il y en a un"
                ),
                msg("p. 6 et 7"),
            ),
        ),
        (
            msg("Entame, à cinq"),
            _said(
                msg("pas dans la couleur de la carte appelée, sinon par cette carte"), "p. 12"
            ),
        ),
        (
            msg("À l'atout"),
            _said(msg("on monte si l'on peut, même sur son partenaire"), msg("p. 3 à 9")),
        ),
        (
            msg("Sans la couleur demandée"),
            _said(msg("on coupe, plus haut si l'on peut, sinon plus bas"), msg("p. 3 à 9")),
        ),
        (
            msg("Petit sec"),
            _said(
                msg(
                    "seul atout, sans l'Excuse, et dit avant les enchères : donne annulée ;"
                    " le voisin de droite donne"
                ),
                "p. 5",
            ),
        ),
        (
            msg("Tous passent"),
            _said(msg("rien ne se marque ; le voisin de droite donne"), "p. 5"),
        ),
        (
            msg("Un demi-point, à quatre"),
            _said(
                msg(
                    "les plis sont pairs : il manque l'échange de l'Excuse ; si vous"
                    " confirmez, il est compté comme à trois"
                ),
                msg("règle de La Marque"),
            ),
        ),
        (
            msg("Avec un mort"),
            _said(
                msg(
                    "il marque 0 et ne compte pas comme défenseur ;"
                    " petit sec, tous passent : le même donne encore"
                ),
                "p. 12",
            ),
        ),
        (
            msg("À cinq, on appelle"),
            _said(
                msg(
                    "un roi ; avec les quatre rois, une dame ; avec les dames aussi,"
                    " un cavalier ; avec les cavaliers aussi, un valet"
                ),
                "p. 12",
            ),
        ),
        (
            msg("Roi appelé au chien ou en main"),
            _said(msg("le preneur est seul contre quatre"), "p. 12"),
        ),
        (
            msg("Renonce, faux écart"),
            _said(
                msg("si le camp fautif gagne, donne annulée ; s'il perd, elle compte"),
                CODE_FAULTS,
            ),
        ),
        (
            msg("Renonce consommée"),
            _said(msg("dès la première carte du pli suivant"), CODE_FAULTS),
        ),
        (
            msg("Écart de sept cartes"),
            _said(
                msg(
                    "le dernier pli, de trois cartes, va à la défense,"
                    " avec la plus forte carte de l'écart"
                ),
                CODE_FAULTS,
            ),
        ),
        (
            msg("Écart de cinq cartes"),
            _said(
                msg(
                    "le dernier pli, d'une carte, va au preneur ;"
                    " si c'est le petit, il n'est pas au bout"
                ),
                CODE_FAULTS,
            ),
        ),
        (
            msg("Un défenseur n'a pas son compte de cartes"),
            _said(
                msg(
                    "vu pendant le jeu : si le preneur gagne, la donne compte ; sinon, annulée"
                ),
                CODE_FAULTS,
            ),
        ),
        (
            msg("Fausse donne vue pendant le jeu"),
            _said(msg("contrat fait, la donne compte ; chuté, elle est annulée"), CODE_FAULTS),
        ),
        (
            msg("Poignée incomplète"),
            _said(
                msg(
                    "elle ne compte pas ; celle d'un défenseur annule aussi la donne"
                    " si le preneur chute"
                ),
                CODE_FAULTS,
            ),
        ),
        (
            msg("Poignée du preneur, au mauvais moment"),
            _said(
                msg("s'il gagne, elle ne compte pas ; s'il chute, elle compte"), CODE_FAULTS
            ),
        ),
        (
            msg("Poignée d'un défenseur, au mauvais moment ou avec trop d'atouts"),
            _said(
                msg("si le preneur gagne, elle compte ; s'il chute, donne annulée"),
                CODE_FAULTS,
            ),
        ),
        (
            msg("Excuse montrée, un atout caché"),
            _said(
                msg(
                    "si le camp fautif gagne, donne annulée ;"
                    " s'il perd, donne et poignée comptent"
                ),
                CODE_FAULTS,
            ),
        ),
        (
            msg("Pénalités de l'arbitre"),
            _said(
                msg(
                    "100 points ou plus, au joueur fautif seul ;"
                    " les autres n'en reçoivent rien"
                ),
                CODE_FAULTS,
            ),
        ),
        (
            msg("Donne annulée par l'arbitre"),
            _said(
                msg(
                    "elle n'est pas jouée ; qui redonne n'est pas dit :"
                    " La Marque garde le même donneur"
                ),
                msg("Code d'arbitrage, p. 7"),
            ),
        ),
        (msg("Somme d'une donne"), _said(msg("toujours zéro, pénalités à part"), "p. 9")),
    ),
)
"""What is decided at the table, without a number."""


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
    numbers: dict[Chelem, int] = {
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
        (
            *((chelem.label, points) for chelem, points in numbers.items()),
            (DEFENCE_RECEIVES, -numbers[Chelem.DEFENCE]),
        ),
    )


DEFENCE_RECEIVES = msg("Fait par la défense : chaque défenseur reçoit en plus")


def _source(options: Options, article: Message, *names: str) -> Message:
    return source_in(OPTIONS, options, article, *names)
