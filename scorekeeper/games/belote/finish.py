"""The end of a game of Belote, and who may not end it on a belote alone."""

from typing import Any

from scorekeeper.games.belote.points import facing
from scorekeeper.rules.game import Table, teams
from scorekeeper.rules.question import Side
from scorekeeper.rules.score import End, Points, Score
from scorekeeper.rules.target import least_to_win, target_score


def end(
    standing: Points, table: Table, before: End, hand: Any, score: Score | None, made: bool
) -> End:
    """Who has won after this hand, or after a penalty where there is no hand.

    A team without a trick, or that fails its contract, needs one more trick if it has the
    target only thanks to the belote of this hand.

    Rule: FFB coinche 2015, end of the game; FFB 27-01-2016 for the rest.
    """
    columns = teams(table.players)
    if hand is None or score is None:
        return target_score(standing, table, columns, before.short)
    return target_score(
        standing, table, columns, _short(standing, table, before, hand, score, made)
    )


def _short(
    standing: Points, table: Table, before: End, hand: Any, score: Score, made: bool
) -> Points:
    clause = table.options["finish"]
    if clause == "off":
        return ()
    no_trick = {Side.ATTACK: facing(hand, 0, 1), Side.DEFENCE: facing(hand, 1, 0)}
    capot = no_trick[hand.capot] if hand.capot else (0, 0)
    failed = facing(hand, 0 if made else 1, 0) if clause == "capot_or_chute" else (0, 0)
    belotes = [line.scores for line in score.lines if line.rule.name == "BELOTE"]
    marked = belotes[0] if belotes else (0, 0)
    needed = least_to_win(table)
    short = []
    for column in (0, 1):
        by_belote = standing[column] - marked[column] < needed
        if (by_belote and failed[column]) or (
            capot[column] and (by_belote or column in before.short)
        ):
            short.append(column)
    return tuple(short)
