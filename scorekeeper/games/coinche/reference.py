"""The table of failed contracts on the rules pages, as they are scored."""

from collections.abc import Callable, Mapping

from scorekeeper.games.coinche.hand_fields import CAPOT
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.answers import AnyHand, questions
from scorekeeper.rules.game import Preset, RuleTable, Table
from scorekeeper.rules.option import Option, complete
from scorekeeper.rules.question import OneOf
from scorekeeper.rules.score import Score

BIDS = (80, 100, 120, 160, CAPOT)
"""The bids in a table of failed contracts."""


SIMPLE = msg("simple")
"""Not doubled."""


def failures(
    hand: type[AnyHand],
    score: Callable[[AnyHand, Table], Score],
    preset: Preset,
    options: Mapping[str, Option],
    article: Message,
) -> RuleTable:
    """Build the table of the points of the defence for a failed contract, by scoring hands.

    :param article: the text that the preset follows.
    """
    chosen = complete(options, preset.options)
    table = Table(("", "", "", ""), chosen, standing=(0, 0))
    doubled = questions(hand)["coinche"]
    assert isinstance(doubled, OneOf)
    levels = (None, *doubled.choices)

    def marked(bid: object, level: object) -> int:
        failed = hand(taker=0, contract=bid, coinche=level, points=40)
        return score(failed, table).scores[1]

    return RuleTable(
        preset.title,
        msg("%(article)s : ce que marque la défense si le contrat chute", article=article),
        (msg("Contrat"), SIMPLE, *(level.label for level in doubled.choices)),
        tuple(
            (msg("Capot") if bid == CAPOT else bid, *(marked(bid, level) for level in levels))
            for bid in BIDS
        ),
    )
