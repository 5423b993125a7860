"""The rules page of Tarot with mouches, built from the tables that score it."""

from scorekeeper.games.mouche.hand import TRUMPS
from scorekeeper.games.mouche.options import OPTIONS
from scorekeeper.games.mouche.point_values import (
    CHELEM,
    MISE,
    PENALTY,
    PETIT_AU_BOUT,
    PETIT_CHELEM_LOSES,
    POIGNEE,
    SHOWN,
    SUPPLEMENT,
    TIMES,
)
from scorekeeper.games.tarot.hand import DECK
from scorekeeper.games.tarot.point_values import THRESHOLD
from scorekeeper.games.tarot.reference import CARDS, PLAYERS
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import RuleTable
from scorekeeper.rules.option import Options, source_in

NEEDED = RuleTable(
    msg("Points à faire, sur %(deck)s", deck=DECK),
    msg("règle régionale ; sans bout : l'usage"),
    (msg("Bouts"), *map(str, range(len(THRESHOLD)))),
    ((msg("Points"), *THRESHOLD),),
)


def _stakes(options: Options) -> RuleTable:
    times = options["mise"]
    return RuleTable(
        msg("Mises"),
        source_in(
            OPTIONS,
            options,
            msg("règle régionale, la mise"),
            *("mise", "dealer_mise", "dealer_ante"),
        ),
        (),
        (
            (msg("Chacun, s'il n'y a pas de mouche"), MISE * times),
            (msg("Le donneur, alors"), options["dealer_mise"] * times),
            (msg("Le donneur, sur une mouche"), options["dealer_ante"] * times),
            (
                msg("Une autre mise : mises et prix multipliés, les points de cartes non"),
                f"× 2 … {TIMES[-1]}",
            ),
        ),
    )


MOUCHES = RuleTable(
    msg("Mouches : l'attaque prend la dernière, ou y met si elle chute"),
    msg("règle régionale, les mouches"),
    (),
    (
        (msg("Premier échec, qui double la mise"), msg("la mise")),
        (msg("Échecs suivants, dans une nouvelle mouche"), msg("la dernière")),
        (msg("Mouche simple, doublée à chaque échec"), msg("la mouche")),
        (msg("Mouche simple, augmentée à chaque échec"), msg("une somme")),
    ),
)


def _contracts(times: int) -> RuleTable:
    return RuleTable(
        msg("Contrats : points de gain ou de perte, et supplément, de chaque adversaire"),
        msg("règle régionale, le paiement"),
        (),
        tuple((contract.label, points * times) for contract, points in SUPPLEMENT.items()),
    )


def _chelems(times: int) -> RuleTable:
    prices = (
        (contract.label, *(price * times for price in by_players.values()))
        for contract, by_players in CHELEM.items()
    )
    return RuleTable(
        msg("Chelems, de chaque adversaire"),
        msg("règle régionale, le paiement"),
        ("", *PLAYERS),
        (*prices, (msg("Plis qu'un petit chelem peut perdre"), *PETIT_CHELEM_LOSES.values())),
    )


PARTNERS = RuleTable(
    msg("À cinq, le preneur et l'appelé"),
    msg("règle régionale, le paiement ; point impair : usage de la table"),
    (),
    (
        (msg("Contrat et mouche, additionnés puis partagés"), "÷ 2"),
        (msg("Le point impair"), msg("au preneur")),
    ),
)


def _announcements(times: int) -> RuleTable:
    return RuleTable(
        msg("Annonces, de chacun : points, et atouts à montrer"),
        msg("règle régionale, les annonces"),
        ("", msg("Points"), *PLAYERS),
        (
            *(
                (size.label, points * times, *(TRUMPS[n][size] for n in TRUMPS))
                for size, points in POIGNEE.items()
            ),
            (msg("Misère : pas d'atout"), SHOWN * times, "", "", ""),
            (msg("Misère : ni bout ni figure"), SHOWN * times, "", "", ""),
        ),
    )


def _petit(times: int) -> RuleTable:
    return RuleTable(
        msg("Petit au bout, de chaque adversaire"),
        msg("règle régionale, le petit au bout"),
        (),
        (
            (msg("Dernier pli fait avec son petit"), PETIT_AU_BOUT * times),
            (msg("Petit perdu au dernier pli"), -PETIT_AU_BOUT * times),
        ),
    )


FAULTS = RuleTable(
    msg("Fautes"),
    msg("règle régionale, les fautes"),
    (),
    (
        (msg("Renonce de l'attaque, contrat fait : la mouche reste"), 0),
        (msg("Écart interdit, contrat fait : la mouche reste"), 0),
        (msg("L'un ou l'autre, contrat chuté"), msg("tout est payé")),
        (msg("Renonce de la défense, contrat chuté : le preneur reprend sa mise"), 0),
        (
            msg("Renonce de la défense, contrat fait : payé, et le fautif paie en plus"),
            msg("la mouche"),
        ),
        (
            msg("Maldonne vue après les enchères : le donneur paie au preneur"),
            msg("la mouche"),
        ),
        (msg("Carte hors tour ou reprise, fausse annonce : une pénalité, à chacun"), PENALTY),
    ),
)


def tables(options: Options) -> tuple[RuleTable, ...]:
    """Build the tables of Tarot with mouches by these options."""
    times = options["mise"]
    return (
        CARDS._replace(article=msg("règle régionale ; les cartes du tarot")),
        NEEDED,
        _stakes(options),
        MOUCHES,
        _contracts(times),
        _chelems(times),
        PARTNERS,
        _announcements(times),
        _petit(times),
        FAULTS,
    )
