"""The tables of the rules pages: failed contracts, and a hand scored by each house rule."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from scorekeeper.games.belote.hand import Annonces, Meld
from scorekeeper.games.coinche.hand import CAPOT, GENERALE, Coinche
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.answers import AnyHand, questions
from scorekeeper.rules.choice import ATTACK
from scorekeeper.rules.game import Game, RuleTable, Table
from scorekeeper.rules.option import Option, Options, complete
from scorekeeper.rules.question import OneOf
from scorekeeper.rules.score import Score

BIDS = (80, 100, 120, 160, CAPOT)
"""The bids in a table of failed contracts."""


SIMPLE = msg("simple")
"""Not doubled."""


def failures(game: Game, options: Options, articles: Mapping[str, Message]) -> RuleTable:
    """Build the table of the points of the defence for a failed contract, by scoring hands.

    :param articles: the text that each preset follows.
    """
    table = Table(("", "", "", ""), options, standing=(0, 0))
    doubled = questions(game.hand)["coinche"]
    assert isinstance(doubled, OneOf)
    levels = (None, *doubled.choices)

    def marked(bid: object, level: object) -> int:
        failed = game.hand(taker=0, contract=bid, coinche=level, points=40)
        return game.score(failed, table).scores[1]

    article = articles[game.preset(options).name]
    if game.is_house(options):
        article = msg("%(article)s, et les choix de la table", article=article)
    return RuleTable(
        msg("Contrat chuté : ce que marque la défense"),
        article,
        (msg("Contrat"), SIMPLE, *(level.label for level in doubled.choices)),
        tuple(
            (msg("Capot") if bid == CAPOT else bid, *(marked(bid, level) for level in levels))
            for bid in BIDS
        ),
    )


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
    {
        **{"contract": 130, "points": 60},
        "annonces": Annonces(side=ATTACK, list=(Meld.CINQUANTE,)),
    },
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
        option, example_score = options[name], marked(name, value, example)
        label = msg(
            "%(option)s : %(choice)s", option=option.label, choice=option.label_of(value)
        )
        scores = "\u00a0/\u00a0".join(map(str, example_score.scores))
        if example_score.held.total:
            return (label, example.text, f"{scores} (+ {example_score.held.total})")
        return (label, example.text, scores)

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
