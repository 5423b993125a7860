"""The tables of the rules pages: failed contracts, and a hand scored by each house rule."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from scorekeeper.games.belote.hand import Annonces, Meld
from scorekeeper.games.belote.reference import Hands, Row
from scorekeeper.games.belote.side_points import rounded
from scorekeeper.games.coinche.hand import (
    CAPOT,
    GENERALE,
    LOWEST,
    Coinche,
    Hand,
)
from scorekeeper.games.coinche.point_values import FLAT_CHUTE, NOTE_2
from scorekeeper.games.coinche.scoring import PAGE
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.answers import AnyHand, questions
from scorekeeper.rules.choice import ATTACK, DEFENCE, Choice, Side
from scorekeeper.rules.game import Game, RuleTable, Table
from scorekeeper.rules.option import Option, Options, complete
from scorekeeper.rules.question import Bid, OneOf
from scorekeeper.rules.score import Score

BIDS = (80, 100, 120, 160, CAPOT)
"""The bids in a table of failed contracts."""


HIGHER_THAN_CAPOT = (
    msg("Générale"),
    msg("au-dessus du capot : un joueur fait seul tous les plis"),
)
"""The bid of all tricks by one player, where the table plays it: no text of a federation."""

KEPT = (msg("Doublé et fait"), msg("la défense marque aussi ses points"))
"""What a defence marks that lost a doubled contract, where the table lets it; see the option
``defence_keeps``."""


def bidding(options: Options, text: Message, *more: Row) -> RuleTable:
    """Return what is decided while players bid.

    :param text: the text of the game.
    :param more: the rows of one game alone.
    """
    bid = questions(Hand)["contract"]
    assert isinstance(bid, Bid)
    rows: tuple[Row, ...] = (
        (
            msg("Enchères"),
            msg(
                "de %(least)s à %(most)s, de %(step)s en %(step)s, toujours plus haut ;"
                " puis le capot",
                least=LOWEST,
                most=bid.highest(options),
                step=bid.offered_step(options),
            ),
        ),
        *((HIGHER_THAN_CAPOT,) if options[GENERALE] else ()),
        (
            msg("Doubler"),
            msg("un adversaire double le contrat ; le camp qui l'a demandé peut redoubler"),
        ),
        *more,
    )
    return RuleTable(msg("Les enchères"), text, (), rows)


def _bonus(doubled: int) -> Row:
    return (
        msg("Capot sans l'avoir demandé, doublé"),
        msg("%(points)s + %(bonus)s ; redoublé, rien de plus", points=doubled, bonus=NOTE_2),
    )


def part_marked(options: Options) -> Iterator[RuleTable]:
    """Yield the reasons of numbers that a table of contracts does not explain.

    Rule: FFB contrée 27-01-2016, § 10.2, note 2; its web page, points bid.
    """
    doubled, again = (
        rounded(options["base"] * times, options["rounding"])
        for times in (2, options["surcoinche"])
    )
    if options["counting"] == "made" and options["doubling"] != "made":
        bonus = () if options["capot_doubled"] else (_bonus(doubled),)
        kept = (KEPT,) if options["defence_keeps"] else ()
        yield RuleTable(
            msg("Points faits : pourquoi ces nombres"),
            msg("FFB contrée 27-01-2016, § 10.2 et note 2"),
            (),
            (
                (
                    msg("Doublé"),
                    msg(
                        "%(points)s points au gagnant, quel que soit le nombre demandé",
                        points=doubled,
                    ),
                ),
                (
                    msg("Redoublé"),
                    msg(
                        "%(points)s points au gagnant, quel que soit le nombre demandé",
                        points=again,
                    ),
                ),
                *bonus,
                *kept,
            ),
        )
    elif options["counting"] == "announced" and options["announced_chute"] == "160":
        yield RuleTable(
            msg("Points annoncés : pourquoi ces nombres"),
            PAGE,
            (),
            (
                (
                    msg("Chuté"),
                    msg("%(points)s points, quel que soit le contrat", points=FLAT_CHUTE),
                ),
                (
                    msg("Doublé, fait ou chuté"),
                    msg(
                        "deux fois le contrat, au gagnant : à %(least)s aussi %(points)s",
                        least=LOWEST,
                        points=LOWEST * 2,
                    ),
                ),
            ),
        )


BIDS_OF_COINCHE = (
    (msg("Après avoir passé"), msg("on peut encore enchérir (§ 4.1)")),
    (msg("Coincher"), msg("à son tour de parler ; plus personne n'enchérit (§ 4.1)")),
)
"""What the text of coinche says besides; FFB coinche 2015, § 4.1."""

REBELOTE = (
    msg("Belote ou rebelote oubliée"),
    msg("tolérée une fois par équipe et par partie"),
)
"""FFB coinche 2015, *belote*."""

SIMPLE = msg("simple")
"""Not doubled."""


MADE: Hands = (
    (msg("100, 120 faits"), {"contract": 100, "points": 120}),
    (msg("100, capot sans l'avoir demandé"), {"contract": 100, "capot": ATTACK}),
    (msg("Capot demandé"), {"contract": CAPOT, "capot": ATTACK}),
)
"""Contracts that are made."""

WITH_BELOTE: Hands = (
    (
        msg("100, 120 faits, belote à l'attaque"),
        {"contract": 100, "points": 120, "belote": (1, 0)},
    ),
    (
        msg("100, 120 faits, belote à la défense"),
        {"contract": 100, "points": 120, "belote": (0, 1)},
    ),
    (
        msg("100, 60 faits, belote à l'attaque"),
        {"contract": 100, "points": 60, "belote": (1, 0)},
    ),
    (
        msg("100, 60 faits, belote à la défense"),
        {"contract": 100, "points": 60, "belote": (0, 1)},
    ),
    (
        msg("100, capot, belote à la défense"),
        {"contract": 100, "capot": ATTACK, "belote": (0, 1)},
    ),
)
"""Contracts with a belote, made and failed."""


def _announced(side: Side, meld: Meld = Meld.TIERCE) -> dict[str, Any]:
    return {"annonces": Annonces(side=side, list=(meld,))}


WITH_MELD: Hands = (
    (
        msg("100, 120 faits, tierce à l'attaque"),
        {"contract": 100, "points": 120, **_announced(ATTACK)},
    ),
    (
        msg("100, 120 faits, tierce à la défense"),
        {"contract": 100, "points": 120, **_announced(DEFENCE)},
    ),
    (
        msg("100, 60 faits, tierce à l'attaque"),
        {"contract": 100, "points": 60, **_announced(ATTACK)},
    ),
)
"""Contracts with an announcement, made and failed."""

CONDITIONS: Hands = (
    (msg("80, 82 faits à 80"), {"contract": 80, "points": 82}),
    (msg("80, 81 faits à 81"), {"contract": 80, "points": 81}),
    (msg("80, 80 faits à 82"), {"contract": 80, "points": 80}),
    (
        msg("90, 91 faits à 91 avec la belote"),
        {"contract": 90, "points": 91, "belote": (0, 1)},
    ),
    (msg("90, 89 faits, arrondis à 90"), {"contract": 90, "points": 89}),
    (msg("90, 70 faits et la belote"), {"contract": 90, "points": 70, "belote": (1, 0)}),
)
"""Contracts that are made or fail by little."""

MELD_CONDITIONS: Hands = (
    (
        msg("100, 80 faits et une tierce"),
        {"contract": 100, "points": 80, **_announced(ATTACK)},
    ),
    (
        msg("90, 100 faits, un cinquante à la défense"),
        {"contract": 90, "points": 100, **_announced(DEFENCE, Meld.CINQUANTE)},
    ),
)
"""Those with an announcement."""


CONTRACT_AND_POINTS = msg("Contrat, points faits")
"""The head of the labels of hands."""


def marks(game: Game, options: Options, articles: Mapping[str, Message]) -> list[RuleTable]:
    """Build the tables of what contracts mark, by scoring hands.

    :param articles: the text that each preset follows.
    """
    doubled = questions(game.hand)["coinche"]
    assert isinstance(doubled, OneOf)
    levels = (None, *doubled.choices)
    head = (msg("Contrat"), SIMPLE, *(level.label for level in doubled.choices))
    article = articles[game.preset(options).name]
    if game.is_house(options):
        article = msg("%(article)s, et les choix de la table", article=article)

    def scored(answers: Mapping[str, Any], level: Choice | None = None) -> Score:
        at = Table(("", "", "", ""), options, standing=(0, 0))
        return game.score(game.hand(taker=0, coinche=level, **answers), at)

    def rows(hands: Hands) -> tuple[tuple[object, ...], ...]:
        return tuple(
            (_at(label, level), *scored(answers, level).scores)
            for label, answers in hands
            for level in levels
        )

    def failed(bid: object) -> list[int]:
        answers = {"contract": bid, "points": 40}
        return [scored(answers, level).scores[1] for level in levels]

    beats = options["beat_defence"]
    with_melds = options["annonces"]
    near = (*CONDITIONS, *(MELD_CONDITIONS if with_melds else ()))
    conditions = tuple((label, scored(answers).verdict) for label, answers in near)
    melds = RuleTable(
        msg("Les annonces : ce que marque chaque camp"), article, SIDES, rows(WITH_MELD)
    )
    return [
        RuleTable(
            BEATEN if beats else REACHED,
            game.options["beat_defence"].source_of(beats),
            (CONTRACT_AND_POINTS, msg("Le contrat est")),
            conditions,
        ),
        RuleTable(
            msg("Contrat fait : ce que marque chaque camp"),
            article,
            SIDES,
            rows(MADE),
        ),
        RuleTable(
            msg("Contrat chuté : ce que marque la défense"),
            article,
            head,
            tuple((msg("Capot") if bid == CAPOT else bid, *failed(bid)) for bid in BIDS),
        ),
        RuleTable(
            msg("La belote : ce que marque chaque camp"),
            article,
            SIDES,
            rows(WITH_BELOTE),
        ),
        *((melds,) if with_melds else ()),
        *part_marked(options),
    ]


SIDES = (CONTRACT_AND_POINTS, msg("Attaque"), msg("Défense"))


def _at(hand: Message, level: Choice | None) -> Message:
    """Return the label of a hand that was doubled, or not."""
    return msg("%(hand)s · %(level)s", hand=hand, level=level.label) if level else hand


BEATEN = msg("Il faut ce qu'on a demandé, et plus que la défense ; la belote compte")

REACHED = msg("Il faut ce qu'on a demandé, même moins que la défense ; la belote compte")


def _both(score: Score) -> str:
    """Return what the attack and the defence mark, and what stays on the table."""
    scores = "\u00a0/\u00a0".join(map(str, score.scores))
    return f"{scores} (+ {score.held.total})" if score.held.total else scores


class Example(NamedTuple):
    """A hand that a house rule scores in another way."""

    text: Message
    answers: Mapping[str, Any]


DOUBLED = Example(
    msg("100, coinché ou contré, 120 faits"),
    {"contract": 100, "points": 120, "coinche": Coinche.COINCHE},
)

PLAIN = Example(msg("100, 120 faits"), {"contract": 100, "points": 120})

EIGHTY = Example(msg("80, 81 faits"), {"contract": 80, "points": 81})

TIED = Example(msg("80, 81 à 81, s'il faut battre la défense"), {"contract": 80, "points": 81})

CAPOT_BID = Example(msg("capot demandé et fait"), {"contract": CAPOT, "capot": ATTACK})

CAPOT_BELOTE = Example(
    msg("100, coinché ou contré, capot, belote à la défense"),
    {"contract": 100, "coinche": Coinche.COINCHE, "capot": ATTACK, "belote": (0, 1)},
)

GENERALE_MADE = Example(msg("réussie"), {"contract": GENERALE, "generale_made": True})

GENERALE_FAILED = Example(msg("chutée"), {"contract": GENERALE, "generale_made": False})

MELD_LOST = Example(
    msg("130, 60 faits, un cinquante à l'attaque"),
    {"contract": 130, "points": 60, **_announced(ATTACK, Meld.CINQUANTE)},
)

EXAMPLES: tuple[tuple[str, Any, Example], ...] = (
    *(("counting", how, PLAIN) for how in ("made", "announced")),
    ("eighty_needs", 82, EIGHTY),
    *(("doubling", what, DOUBLED) for what in ("all", "contract", "base", "made")),
    ("defence_keeps", True, DOUBLED),
    ("capot_keeps_belote", True, CAPOT_BELOTE),
    *(("capot_bid", value, CAPOT_BID) for value in (350, 500)),
    *((GENERALE, 500, example) for example in (GENERALE_MADE, GENERALE_FAILED)),
    *(("tie", how, TIED) for how in ("failed", "litige", "replayed")),
    *(("annonces_on_chute", how, MELD_LOST) for how in ("winner", "stay", "lost")),
)
"""The options with the values that are shown, each with an example."""


def examples(
    hand: type[AnyHand],
    score: Callable[[AnyHand, Table], Score],
    options: Mapping[str, Option],
) -> RuleTable:
    """Build the table of examples, by scoring a hand for each house rule."""

    def sheet(name: str, value: object) -> Mapping[str, Any]:
        beat = {"beat_defence": True} if name == "tie" else {}
        return complete(options, {name: value, **beat})

    def marked(name: str, value: object, example: Example) -> Score:
        table = Table(("", "", "", ""), sheet(name, value), standing=(0, 0))
        return score(hand(taker=0, **example.answers), table)

    def row(name: str, value: object, example: Example) -> tuple[object, ...]:
        option = options[name]
        label = msg(
            "%(option)s : %(choice)s", option=option.label, choice=option.label_of(value)
        )
        return (label, example.text, _both(marked(name, value, example)))

    return RuleTable(
        msg("Ce que marque chaque camp"),
        msg("attaque / défense (+ en jeu), selon ce que la table choisit"),
        (),
        tuple(
            row(name, value, example)
            for name, value, example in EXAMPLES
            if name in options and options[name].applies(sheet(name, value))
        ),
    )
