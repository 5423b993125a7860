"""What the texts of the rules pages of coinche and contrée name: hands that are scored."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from scorekeeper.games.belote.places import Rows, hand_of, shared, table_of
from scorekeeper.games.belote.side_points import rounded
from scorekeeper.games.coinche.hand import LOWEST
from scorekeeper.games.coinche.point_values import FLAT_CHUTE, NOTE_2
from scorekeeper.games.coinche.scoring import (
    CANNES_MARKS,
    COINCHE_MARKS,
    CONTREE_MARKS,
    PAGE,
)
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.answers import questions
from scorekeeper.rules.game import Game
from scorekeeper.rules.option import Options, complete
from scorekeeper.rules.question import Bid, OneOf
from scorekeeper.rules.score import Score

ARTICLES = {
    "coinche-ffb": COINCHE_MARKS,
    "contree-faits-annonces": CONTREE_MARKS,
    "contree-faits": CONTREE_MARKS,
    "contree-annonces": PAGE,
    "contree-cannes": CANNES_MARKS,
}
"""The text that each preset follows."""


def _both(score: Score) -> str:
    """Return what the attack and the defence mark, and what stays on the table."""
    scores = "\u00a0/\u00a0".join(map(str, score.scores))
    return f"{scores} (+ {score.held.total})" if score.held.total else scores


def places(game: Game, options: Options) -> dict[str, Any]:
    """Return what the texts of a game with bids name, by these options."""
    asked = questions(game.hand)
    bid, doubling = asked["contract"], asked["coinche"]
    assert isinstance(bid, Bid) and isinstance(doubling, OneOf)
    levels, at = tuple(doubling.choices), table_of(options)
    article = ARTICLES[game.preset(options).name]
    if game.is_house(options):
        article = msg("%(article)s, et les choix de la table", article=article)

    def at_levels(answers: dict[str, Any]) -> list[Score]:
        hand = hand_of(game, answers)
        return [game.score(replace(hand, coinche=level), at) for level in (None, *levels)]

    def marked(label: str, **answers: object) -> Rows:
        """Return what each side marks for a hand: plain, doubled, redoubled."""
        doubled = [
            msg("%(hand)s · %(level)s", hand=label, level=level.label) for level in levels
        ]
        scores = at_levels(answers)
        return [
            (one, *score.scores) for one, score in zip((label, *doubled), scores, strict=True)
        ]

    def failed(label: str, **answers: object) -> Rows:
        """Return a row of what the defence marks: plain, doubled, redoubled."""
        return [(label, *(score.scores[1] for score in at_levels(answers)))]

    def verdict(**answers: object) -> Message:
        return game.score(hand_of(game, answers), at).verdict

    def example(label: str, name: str, values: Iterable[Any], **answers: object) -> Rows:
        """Return what a hand marks by values of one option, the others being the book's."""
        option, hand = game.options[name], hand_of(game, answers)
        beat = {"beat_defence": True} if name == "tie" else {}
        rows: Rows = []
        for value in values:
            chosen = complete(game.options, {name: value, **beat})
            if option.applies(chosen):
                choice = option.label_of(value)
                title = msg("%(option)s : %(choice)s", option=option.label, choice=choice)
                rows.append((title, label, _both(game.score(hand, table_of(chosen)))))
        return rows

    doubled, redoubled = (
        rounded(options["base"] * times, options["rounding"])
        for times in (2, options["surcoinche"])
    )
    return {
        **shared(game),
        "LOWEST": LOWEST,
        "FLAT_CHUTE": FLAT_CHUTE,
        "NOTE_2": NOTE_2,
        "article": article,
        "levels": levels,
        "highest_bid": bid.highest(options),
        "step": bid.offered_step(options),
        "lowest_doubled": LOWEST * 2,
        "doubled": doubled,
        "redoubled": redoubled,
        "marked": marked,
        "failed": failed,
        "verdict": verdict,
        "example": example,
    }
