"""What the texts of the rules pages of Belote name: numbers, and hands that are scored."""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.games.belote.hand import DECK, Meld
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
from scorekeeper.rules.answers import AnyHand, read
from scorekeeper.rules.game import Game, Table
from scorekeeper.rules.option import Options
from scorekeeper.rules.score import NOTHING_HELD, Held

Rows = list[tuple[object, ...]]
"""Rows of a table: each its label, then its cells."""

CARD_NAMES = (*(msg("Valet"), "9", msg("As"), "10", msg("Roi"), msg("Dame")), msg("8 et 7"))

RANKS: dict[Meld, Message | str] = {
    Meld.CARRE_VALETS: msg("valets"),
    Meld.CARRE_NEUFS: "9",
    Meld.CARRE_AS: msg("as"),
    Meld.CARRE_DIX: "10",
    Meld.CARRE_ROIS: msg("rois"),
    Meld.CARRE_DAMES: msg("dames"),
}

POT = DECK // 2
"""What the taker of a tie without a belote leaves at stake."""


def cards(*kinds: str) -> Rows:
    """Return the values of the cards, a column for each key of :data:`CARDS`."""
    return list(zip(CARD_NAMES, *(CARDS[kind] for kind in kinds), strict=True))


def announced(side: str, meld: str) -> dict[str, object]:
    """Return one announcement of a side, as a document has it."""
    return {"side": side, "list": [meld]}


def hand_of(game: Game, answers: Mapping[str, object]) -> AnyHand:
    """Return a hand of the first player with these other answers, as a document has them."""
    return read(game.hand, {"taker": 0, **answers}, range(4))


def table_of(options: Options, held: Held = NOTHING_HELD, is_last_deal: bool = False) -> Table:
    """Return a table of four at the beginning of a game."""
    return Table(("",) * 4, options, 0, held, (0, 0), is_last_deal)


def shared(game: Game) -> dict[str, Any]:
    """Return what the texts that all games of Belote include name."""
    return {
        "DECK": DECK,
        "LAST_TRICK": LAST_TRICK,
        "BELOTE": BELOTE,
        "RUNS": RUNS,
        "cards": cards,
        "announced": announced,
        "melds": [(meld, MELD[meld], NO_TRUMP_MELD[meld]) for meld in (*SQUARES, *RUNS)],
        "squares": tuple(RANKS[meld] for meld in SQUARES),
        "no_trump_squares": tuple(RANKS[meld] for meld in NO_TRUMP_SQUARES),
        "fault": game.penalties[0].points,
    }


def places(game: Game, options: Options) -> dict[str, Any]:
    """Return what the text of Belote names, by these options."""
    at = table_of(options)

    def fewest(**answers: object) -> int:
        """Return the fewest trick points that make a contract with these answers."""
        hand = hand_of(game, {"points": 0, **answers})

        def is_made(points: int) -> bool:
            return bool(game.score(replace(hand, points=points), at).won)

        return bisect_left(range(DECK), True, key=is_made)

    def marked(
        label: str,
        others: Options | None = None,
        held: int = 0,
        is_last_deal: bool = False,
        **answers: object,
    ) -> Rows:
        """Return a row of what a hand marks: the attack, the defence, what stays at stake."""
        at_stake = Held((held,)) if held else NOTHING_HELD
        at = table_of({**options, **(others or {})}, at_stake, is_last_deal)
        score = game.score(hand_of(game, answers), at)
        return [(label, *score.scores, score.held.total or "—")]

    return {**shared(game), "POT": POT, "fewest": fewest, "marked": marked}
