"""The rules page of Duplicate Tarot, built from the tables that score it."""

from scorekeeper.games.duplicate.point_values import (
    BEATEN,
    FULL_NOTE,
    LEAST_RESULTS,
    PM_DECIMALS,
    SHARES,
    TABLES,
    TIED,
)
from scorekeeper.games.duplicate.scoring import match_points, quadrette_points
from scorekeeper.games.tarot.reference import CARDS, NEEDED
from scorekeeper.i18n.messages import decimal, msg, signed
from scorekeeper.rules.game import RuleTable

HOUSE = msg("règle de La Marque")

EXAMPLE = (56, 62, -56, -52, 50)
"""The results of the board that the FFT prints."""

MOST = BEATEN * (len(EXAMPLE) - 1)
"""The match points of the best result in that example."""

NOTES = RuleTable(
    msg("Un étui joué à cinq tables : la note du preneur, et celle de chaque défenseur"),
    msg("FFT 2012, p. 17 et 18 ; points de match : règle de La Marque"),
    (msg("Résultat"), msg("Points de match"), msg("Preneur, %"), msg("Défenseurs, %")),
    tuple(
        (
            signed(result),
            points,
            *(FULL_NOTE * part // MOST for part in (points, MOST - points)),
        )
        for result, points in sorted(
            zip(EXAMPLE, match_points(EXAMPLE), strict=True), reverse=True
        )
    ),
)

COMPARISON = RuleTable(
    msg("Points de match d'un résultat"),
    msg("règle de La Marque ; la note : FFT 2012, p. 17 et 18"),
    (),
    (
        (msg("Le résultat"), msg("ce que paie ou reçoit un défenseur")),
        (msg("Pour chaque résultat battu"), BEATEN),
        (msg("Pour chaque résultat égal"), TIED),
        (msg("Note d'un résultat qui bat tous les autres, en %"), FULL_NOTE),
    ),
)

AVERAGES = RuleTable(
    msg("Le pourcentage d'un joueur : parts de ses deux moyennes"),
    msg("FFT 2012, p. 18 à 21"),
    ("", msg("Attaque"), msg("Défense")),
    tuple(
        (label, *(f"{part}/{sum(SHARES[event])}" for part in SHARES[event]))
        for event, label in (
            ("individual", msg("Individuel")),
            ("triplettes", msg("Triplettes")),
        )
    ),
)

RANKING = RuleTable(
    msg("Le classement"),
    msg("FFT 2012, p. 18 et 19"),
    (),
    (
        (
            msg("Alterné, d'une séance"),
            msg("les premiers de chaque ligne, par pourcentage ; puis les deuxièmes"),
        ),
        (
            msg("Simple, de plusieurs séances"),
            msg("par pourcentage, toutes lignes ensemble ; tous les étuis sur une feuille"),
        ),
    ),
)

QUADRETTES = RuleTable(
    msg("Quadrettes : la racine carrée de la différence entre les deux preneurs"),
    msg("FFT 2012, p. 22 à 26"),
    (msg("Différence"), msg("PM")),
    tuple(
        (difference, decimal(quadrette_points(difference, 0), PM_DECIMALS))
        for difference in (10, 16, 144)
    ),
)

LIMITS = RuleTable(
    msg("Ce que le règlement ne dit pas"),
    HOUSE,
    (),
    (
        (msg("Tables"), f"{TABLES[0]} – {TABLES[-1]}"),
        (msg("Résultats qu'il faut pour noter un étui"), LEAST_RESULTS),
        (msg("Joueurs à égalité de pourcentage"), msg("la même place")),
        (msg("Joueur qui n'a jamais pris, ou jamais défendu"), msg("son autre moyenne")),
    ),
)

TABLES_OF_RULES = (COMPARISON, NOTES, AVERAGES, RANKING, QUADRETTES, LIMITS, CARDS, NEEDED)
