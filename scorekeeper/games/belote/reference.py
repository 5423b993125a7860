"""The rules pages of the games of Belote, built from the tables that score them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from scorekeeper.games.belote.hand import DECK, Annonces, Meld, Suit
from scorekeeper.games.belote.options import FFB_PAGE
from scorekeeper.games.belote.point_values import (
    BELOTE,
    CARDS,
    LAST_TRICK,
    MELD,
    NO_TRUMP_MELD,
    NO_TRUMP_SQUARES,
    RUNS,
    SQUARES,
)
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.answers import AnyHand
from scorekeeper.rules.choice import ATTACK, DEFENCE, Side
from scorekeeper.rules.game import RuleTable, Table
from scorekeeper.rules.option import Option, Options, complete, source_in
from scorekeeper.rules.score import NOTHING_HELD, Held, Score

Row = tuple[object, ...]
"""A row of a table: its label, then its cells."""


CARD_COLUMNS = {
    "trump": msg("Atout"),
    "plain": msg("Hors atout"),
    "no_trump": msg("Sans atout"),
    "all_trump": msg("Tout atout"),
}

CARD_NAMES = (
    *(msg("Valet"), "9", msg("As"), "10", msg("Roi"), msg("Dame")),
    msg("8 et 7"),
)


def card_table(article: Message, *kinds: str) -> RuleTable:
    """Return the table of the values of the cards.

    :param article: the text of the game.
    """
    head = ("", *(CARD_COLUMNS[kind] for kind in kinds))
    values = zip(*(CARDS[kind] for kind in kinds), strict=True)
    rows = tuple((name, *points) for name, points in zip(CARD_NAMES, values, strict=True))
    return RuleTable(msg("Valeur des cartes"), article, head, rows)


def deck_tables(article: Message, *kinds: str) -> tuple[RuleTable, RuleTable]:
    """Return the tables of the cards and of the points of one deal.

    :param article: the text of the game.
    """
    rows = (
        (msg("Plis, dix de der compris"), DECK),
        (msg("Dix de der : le dernier pli"), LAST_TRICK),
        (msg("Belote"), BELOTE),
    )
    deck = RuleTable(msg("Les points d'une donne"), article, (), rows)
    return card_table(article, *kinds), deck


DECK_TABLES = deck_tables(
    msg("FFB 27-01-2016, § 6, 7, 9.1 et 11.2"), "trump", "plain", "no_trump"
)
"""At all trump the cards keep their values of trump, and 258 points are reduced to 162."""

POT = DECK // 2
"""What the taker of a tie without a belote leaves at stake."""


def _announced(side: Side, meld: Meld) -> dict[str, object]:
    return {"annonces": Annonces(side=side, list=(meld,))}


WITH_TIERCE = {"points": 60, **_announced(ATTACK, Meld.TIERCE)}

Hands = tuple[tuple[Message, Mapping[str, Any]], ...]
"""The labels of rows, each with the answers of its hand."""

KEPT = {"annonces": True, "annonces_on_chute": "stay"}


class Ending(NamedTuple):
    """A hand of a table of what each side marks."""

    label: Message
    answers: Mapping[str, object]
    options: Options = MappingProxyType({})
    """Those that it needs."""
    held: Held = NOTHING_HELD
    """The points that are played for, besides its own."""
    is_last_deal: bool = False
    """True for the last deal of a game of so many deals."""


ENDINGS: tuple[Ending, ...] = (
    Ending(msg("Fait, 91 à 71"), {"points": 91}),
    Ending(msg("Dedans, 80 à 82"), {"points": 80}),
    Ending(msg("Capot"), {"capot": ATTACK}),
    Ending(msg("Dedans, et capot"), {"capot": DEFENCE}),
    Ending(msg("81 à 81"), {"points": 81}),
    Ending(msg("91 à 71, belote au preneur"), {"points": 91, "belote": (1, 0)}),
    Ending(msg("60 à 102, belote au preneur : il la garde"), {"points": 60, "belote": (1, 0)}),
    Ending(msg("85 à 77, belote à la défense"), {"points": 85, "belote": (0, 1)}),
    Ending(msg("71 à 91, belote au preneur"), {"points": 71, "belote": (1, 0)}),
)
"""The hands of the table of what each side marks."""

AFTER_LITIGE = Held((POT,))
"""What a deal after a tie without a belote is played for."""

AFTER: tuple[Ending, ...] = (
    Ending(msg("Fait, 91 à 71"), {"points": 91}, held=AFTER_LITIGE),
    Ending(msg("Dedans, 80 à 82"), {"points": 80}, held=AFTER_LITIGE),
    Ending(msg("Capot"), {"capot": ATTACK}, held=AFTER_LITIGE),
)
"""Those of the deal after a tie."""

MELD_ENDINGS: tuple[Ending, ...] = (
    Ending(
        msg("72 à 90, cinquante au preneur"),
        {"points": 72, **_announced(ATTACK, Meld.CINQUANTE)},
    ),
    Ending(
        msg("91 à 71, cinquante à la défense"),
        {"points": 91, **_announced(DEFENCE, Meld.CINQUANTE)},
    ),
    Ending(msg("60 à 102, tierce au preneur"), WITH_TIERCE),
    Ending(
        msg("Capot, tierce à la défense"),
        {"capot": ATTACK, **_announced(DEFENCE, Meld.TIERCE)},
    ),
)
"""Those with announcements."""

OTHER_ENDINGS: tuple[Ending, ...] = (
    Ending(
        msg("81 à 81, à la dernière d'un nombre de donnes"),
        {"points": 81},
        is_last_deal=True,
    ),
    Ending(msg("81 à 81, donne rejouée"), {"points": 81}, {"tie": "replayed"}),
    Ending(msg("Dedans, tierce gardée"), WITH_TIERCE, KEPT),
    Ending(msg("Dedans, tierce perdue"), WITH_TIERCE, KEPT | {"annonces_on_chute": "lost"}),
)
"""Those of the table of other choices."""

RAW_COUNT: tuple[Ending, ...] = (
    Ending(
        msg("198 sur 258, et la belote"),
        {"suit": Suit.ALL_TRUMP, "points": 198, "belote": (1, 0)},
        {"no_trump": True, "all_trump": "258"},
    ),
)
"""The federation's example at all trump."""

ONE_BELOTE: Hands = (
    (msg("Sans belote"), {}),
    (msg("Avec sa belote"), {"belote": (1, 0)}),
    (msg("Belote à la défense"), {"belote": (0, 1)}),
)
"""Hands whose contract needs different tricks."""

ONE_CINQUANTE: Hands = (
    (msg("Avec un cinquante, sans belote"), _announced(ATTACK, Meld.CINQUANTE)),
    (msg("Cinquante à la défense, sans belote"), _announced(DEFENCE, Meld.CINQUANTE)),
)
"""Those with announcements."""

MARKED_BY = ("tie", "capot", "rounding", "belote_counts")
"""The options that change what each side marks."""

MELDS_MARKED_BY = (*MARKED_BY, "annonces_count", "annonces_on_chute")
"""Those that change it with announcements."""

Scoring = Callable[[AnyHand, Table], Score]


UNDERTRUMP = (msg("Coupe plus forte que la sienne"), msg("on met un atout plus petit (§ 5.2)"))
"""A player who cannot beat the trump of an opponent; FFB 27-01-2016, § 5.2."""

NO_UNDERTRUMP = (
    msg("Coupe plus forte que la sienne"),
    msg("on se défausse si l'on veut (§ 5.2)"),
)
"""FFB coinche 2015 and FFB contrée 27-01-2016, § 5.2, say the opposite."""

NO_REBELOTE = (msg("Belote ou rebelote oubliée"), msg("la belote ne compte pas (§ 7)"))
"""FFB 27-01-2016, § 7; FFB coinche 2015 tolerates it once."""


NOT_BY_BELOTE = {
    "capot": msg(
        "une équipe capot à cette donne ne gagne pas encore : on continue,"
        " il lui faut un pli de plus"
    ),
    "capot_or_chute": msg(
        "une équipe capot ou qui chute à cette donne ne gagne pas encore : on continue,"
        " il lui faut un pli de plus"
    ),
}
"""What follows where a belote alone does not finish the game; FFB coinche 2015."""


def at_the_table(
    options: Options, text: Message, fault: int, played: Iterable[Row], *more: Row
) -> RuleTable:
    """Return what is decided at the table by these options, without a number.

    :param text: the text of the game.
    :param fault: the points of a third misdeal in a row.
    :param played: the rows in which the texts of the games differ.
    :param more: the rows of one game alone.

    Rule: FFB, each text on leads, trumps, passed deals, belote and capot; what follows a
    litige that nobody wins is in none of them.
    """
    litige = (
        (
            msg("Litige sur litige"),
            msg("les points en jeu s'ajoutent (règle de La Marque)"),
        ),
        (
            msg("Tous passent après un litige"),
            msg("les points restent en jeu (règle de La Marque)"),
        ),
        (
            msg("Partie en points, finie avec un litige en jeu"),
            msg("les points en jeu ne vont à personne (règle de La Marque)"),
        ),
        *(
            (
                (
                    msg("Partie en donnes, égalité à la dernière"),
                    msg("chaque camp marque ses points (concours)"),
                ),
            )
            if options.get("counting") != "announced"
            else ()
        ),
    )
    return RuleTable(
        msg("À la table"),
        text,
        (),
        (
            *more,
            (msg("Tous passent"), msg("rien ne se marque ; le joueur suivant donne")),
            (
                msg("Fausse donne, la première ou la deuxième"),
                msg("rien ne se marque ; la table dit qui redonne"),
            ),
            (
                msg("Troisième fausse donne de suite"),
                msg("%(points)s points à l'autre camp (FFB, pages web)", points=fault),
            ),
            (
                msg("Renonce, autre faute"),
                msg(
                    "les textes de la FFB ne la chiffrent pas ;"
                    " en concours, %(points)s points à l'autre camp",
                    points=fault,
                ),
            ),
            (
                msg("Entame"),
                msg("le joueur après le donneur, qui que ce soit qui prenne (§ 5.1)"),
            ),
            (msg("À l'atout"), msg("on monte si l'on peut, même sur son partenaire (§ 5.2)")),
            (msg("Partenaire maître"), msg("on n'est pas obligé de couper (§ 5.2)")),
            *played,
            (msg("Belote"), msg("roi et dame d'atout dans une main, annoncés")),
            (
                msg("Quand dire belote, puis rebelote"),
                msg("la table en convient avant la partie"),
            ),
            (msg("Belote, à sans atout"), msg("il n'y en a pas")),
            (msg("Capot"), msg("tous les plis : un pli sans point suffit à l'éviter")),
            *(litige if options["tie"] == "litige" else ()),
        ),
    )


def end_of_game(options: Mapping[str, Option], chosen: Options, text: Message) -> RuleTable:
    """Return what ends a game by these choices, and what does not yet.

    :param text: the text of the game.
    """
    return RuleTable(
        msg("La fin de la partie"),
        source_in(options, chosen, text, "finish"),
        (),
        (
            *(
                ((msg("L'arrondi"), msg("ne fait pas un contrat ; il peut finir la partie")),)
                if chosen["rounding"] != "none"
                else ()
            ),
            *(
                ((msg("Au bout par sa belote seule"), NOT_BY_BELOTE[chosen["finish"]]),)
                if chosen["finish"] != "off"
                else ()
            ),
            (
                msg("Les deux camps au bout"),
                msg("le plus haut total gagne ; à égalité, encore une donne"),
            ),
        ),
    )


def needed(
    hand: type[AnyHand], score: Scoring, options: Mapping[str, Option], chosen: Options
) -> Iterator[RuleTable]:
    """Build the tables of the fewest trick points that make a contract, by scoring hands."""
    at = Table(("", "", "", ""), chosen, standing=(0, 0))

    def fewest(answers: Mapping[str, Any]) -> int:
        made = (n for n in range(DECK) if score(hand(taker=0, points=n, **answers), at).won)
        return next(made)

    def rows(hands: Hands) -> tuple[Row, ...]:
        return tuple((label, fewest(answers)) for label, answers in hands)

    article = msg("FFB 27-01-2016, § 10.1")
    yield RuleTable(
        msg("Points de plis qu'il faut au preneur, sur %(deck)s", deck=DECK),
        source_in(options, chosen, article, "tie", "belote_counts"),
        (),
        rows(ONE_BELOTE),
    )
    if chosen["annonces"]:
        yield RuleTable(
            msg("Avec des annonces : points de plis qu'il faut au preneur"),
            source_in(options, chosen, FFB_PAGE, "tie", "annonces_count"),
            (),
            rows(ONE_CINQUANTE),
        )


def outcomes(
    hand: type[AnyHand], score: Scoring, options: Mapping[str, Option], chosen: Options
) -> RuleTable:
    """Build the table of what each side marks by these options, by scoring hands."""
    return RuleTable(
        msg("Ce que marque chaque camp"),
        source_in(options, chosen, msg("FFB 27-01-2016, § 10.1 et 10.2"), *MARKED_BY),
        OUTCOME,
        _scored(hand, score, chosen, ENDINGS),
    )


def more_outcomes(
    hand: type[AnyHand], score: Scoring, options: Mapping[str, Option], chosen: Options
) -> Iterator[RuleTable]:
    """Build the tables of the deal after a tie and of announcements, where they are played."""
    if chosen["tie"] == "litige":
        yield RuleTable(
            msg("La donne d'après 81 à 81"),
            source_in(options, chosen, FFB_PAGE, "litige_to", *MARKED_BY),
            OUTCOME,
            _scored(hand, score, chosen, AFTER),
        )
    if chosen["annonces"]:
        yield RuleTable(
            msg("Avec des annonces : ce que marque chaque camp"),
            source_in(options, chosen, FFB_PAGE, *MELDS_MARKED_BY),
            OUTCOME,
            _scored(hand, score, chosen, MELD_ENDINGS),
        )


def other_outcomes(
    hand: type[AnyHand], score: Scoring, options: Mapping[str, Option]
) -> RuleTable:
    """Build the table of what each side marks by other choices, by scoring hands."""
    return RuleTable(
        msg("Ce que marque chaque camp, autrement"),
        msg("règles de concours ou de table"),
        OUTCOME,
        _scored(hand, score, complete(options, {}), OTHER_ENDINGS),
    )


def all_trump(
    hand: type[AnyHand], score: Scoring, options: Mapping[str, Option], chosen: Options
) -> tuple[RuleTable, ...]:
    """Build the table of points at all trump, where these options count 258 of them."""
    if chosen["all_trump"] != "258":
        return ()
    return (
        RuleTable(
            msg("Tout atout, si on le joue : les 258 points ramenés à 162"),
            source_in(options, chosen, msg("FFB 27-01-2016, § 11.2"), "all_trump"),
            OUTCOME,
            _scored(hand, score, chosen, RAW_COUNT),
        ),
    )


OUTCOME = ("", msg("Attaque"), msg("Défense"), msg("En jeu"))
"""The heads of both."""


def _scored(
    hand: type[AnyHand], score: Scoring, options: Options, endings: Iterable[Ending]
) -> tuple[Row, ...]:
    def row(ending: Ending) -> Row:
        at = Table(
            ("", "", "", ""),
            {**options, **ending.options},
            held=ending.held,
            standing=(0, 0),
            is_last_deal=ending.is_last_deal,
        )
        marked = score(hand(taker=0, **ending.answers), at)
        return (ending.label, *marked.scores, marked.held.total or "—")

    return tuple(map(row, endings))


MELDS: tuple[Meld, ...] = (*SQUARES, *RUNS)

MELD_TABLE = RuleTable(
    msg("Annonces"),
    msg("FFB coinche 2015, annonces"),
    ("", msg("Points"), msg("Sans atout")),
    tuple((meld.label, MELD[meld], NO_TRUMP_MELD[meld]) for meld in MELDS),
)


RANKS: dict[Meld, Message | str] = {
    Meld.CARRE_VALETS: msg("valets"),
    Meld.CARRE_NEUFS: "9",
    Meld.CARRE_AS: msg("as"),
    Meld.CARRE_DIX: "10",
    Meld.CARRE_ROIS: msg("rois"),
    Meld.CARRE_DAMES: msg("dames"),
}


def _ranks(squares: tuple[Meld, ...]) -> tuple[Message | str, ...]:
    return tuple(RANKS[meld] for meld in squares)


BEST_MELD = RuleTable(
    msg("La meilleure annonce"),
    msg("FFB coinche 2015, annonces ; de la plus forte à la plus faible"),
    (),
    (
        (msg("Carrés"), _ranks(SQUARES)),
        (msg("À sans atout"), _ranks(NO_TRUMP_SQUARES)),
        (msg("Puis"), tuple(meld.label for meld in RUNS)),
        (msg("Carré de 8 ou de 7"), msg("ne compte pas")),
        (
            msg("Suites"),
            msg("dans l'ordre 7, 8, 9, 10, valet, dame, roi, as ; à l'atout aussi"),
        ),
        (msg("Plus de cinq cartes"), msg("un cent, sans plus (Pagat)")),
        (
            msg("Quand"),
            msg(
                "dites au premier pli, en jouant sa carte ;"
                " montrées au deuxième (§ 8.2 et 8.3)"
            ),
        ),
        (msg("Entre deux suites"), msg("la plus forte ; à hauteur égale, celle à l'atout")),
        (msg("Égalité"), msg("personne ne marque")),
        (
            msg("Qui marque"),
            msg("le camp de la meilleure, toutes les siennes ; l'autre, aucune"),
        ),
        (
            msg("Une carte"),
            msg("ne sert qu'à une annonce ; celles de la belote y servent aussi"),
        ),
        (msg("Capot de l'attaque"), msg("elle marque aussi celles de la défense")),
        (msg("Renonce"), msg("l'autre camp marque les annonces")),
    ),
)
"""The comparison of announcements: the side with the best one scores all of its own."""
