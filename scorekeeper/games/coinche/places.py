"""What the texts of the rules pages of coinche and contrée name: hands that are scored."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.games.belote.places import Rows, hand_of, shared, table_of
from scorekeeper.games.belote.side_points import rounded
from scorekeeper.games.coinche.hand import LOWEST
from scorekeeper.games.coinche.point_values import FLAT_CHUTE, NOTE_2
from scorekeeper.games.coinche.scoring import CANNES_MARKS, COINCHE_MARKS, CONTREE_MARKS, PAGE
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


@dataclass(frozen=True)
class _Scored:
    """The hands that a text shows, as this table scores them."""

    game: Game
    options: Options
    levels: tuple[Any, ...]
    """Doubled, redoubled."""

    def at_levels(self, answers: dict[str, Any]) -> list[Score]:
        """Return the scores of a hand: plain, doubled, redoubled."""
        hand, at = hand_of(self.game, answers), table_of(self.options)
        hands = [replace(hand, coinche=level) for level in (None, *self.levels)]
        return [self.game.score(one, at) for one in hands]

    def marked(self, label: str, **answers: object) -> Rows:
        """Return what each side marks for a hand: plain, doubled, redoubled."""
        text, scores = msg("%(hand)s · %(level)s").text, self.at_levels(answers)
        doubled = [Message(text, {"hand": label, "level": one.label}) for one in self.levels]
        labels = (label, *doubled)
        return [(one, *score.scores) for one, score in zip(labels, scores, strict=True)]

    def failed(self, label: str, **answers: object) -> Rows:
        """Return a row of what the defence marks: plain, doubled, redoubled."""
        return [(label, *(score.scores[1] for score in self.at_levels(answers)))]

    def verdict(self, **answers: object) -> Message:
        """Return the verdict on a hand."""
        return self.game.score(hand_of(self.game, answers), table_of(self.options)).verdict

    def example(self, label: str, name: str, values: Iterable[Any], **answers: object) -> Rows:
        """Return what a hand marks by values of one option, the others being the book's: the
        attack, the defence, and what stays on the table."""
        option, hand = self.game.options[name], hand_of(self.game, answers)
        beat = {"beat_defence": True} if name == "tie" else {}
        rows: Rows = []
        for value in values:
            chosen = complete(self.game.options, {name: value, **beat})
            if option.applies(chosen):
                choice = option.label_of(value)
                title = msg("%(option)s : %(choice)s", option=option.label, choice=choice)
                score = self.game.score(hand, table_of(chosen))
                both = "\u00a0/\u00a0".join(map(str, score.scores))
                held = f" (+ {score.held.total})" if score.held.total else ""
                rows.append((title, label, both + held))
        return rows


def places(game: Game, options: Options) -> dict[str, Any]:
    """Return what the texts of a game with bids name, by these options."""
    asked = questions(game.hand)
    bid, doubling = asked["contract"], asked["coinche"]
    assert isinstance(bid, Bid) and isinstance(doubling, OneOf)
    article = ARTICLES[game.preset(options).name]
    if game.is_house(options):
        article = msg("%(article)s, et les choix de la table", article=article)
    scored = _Scored(game, options, tuple(doubling.choices))
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
        "levels": scored.levels,
        "highest_bid": bid.highest(options),
        "step": bid.offered_step(options),
        "lowest_doubled": LOWEST * 2,
        "doubled": doubled,
        "redoubled": redoubled,
        "marked": scored.marked,
        "failed": scored.failed,
        "verdict": scored.verdict,
        "example": scored.example,
    }
