"""The end of a game of Belote, where a belote alone may not reach the target."""

from scorekeeper.games.belote.hand_fields import Hand
from scorekeeper.games.belote.lines import Extra
from scorekeeper.games.belote.side_points import facing
from scorekeeper.rules.choice import Side
from scorekeeper.rules.game import Table, teams
from scorekeeper.rules.score import End, Points, Score
from scorekeeper.rules.target import least_to_win, target_score


def end(
    standing: Points, table: Table, before: End, hand: Hand | None, score: Score | None
) -> End:
    """Find the winner after a hand, or after a penalty (no hand, no score).

    A team without a trick, or that fails its contract, needs one more trick if it has the
    target only thanks to the belote of this hand. A tie (*litige*) is not a failure.

    Rule: FFB coinche 2015, end of the game; FFB 27-01-2016 for the rest.
    """
    columns = teams(table.players)
    if hand is None or score is None:
        return target_score(standing, table, columns, before.short)
    return target_score(standing, table, columns, _short(standing, table, before, hand, score))


def _short(
    standing: Points, table: Table, before: End, hand: Hand, score: Score
) -> tuple[int, ...]:
    """Return the columns that need one more trick before they may win."""
    clause = table.options["finish"]
    if clause == "off":
        return ()
    no_trick = {Side.ATTACK: facing(hand, 0, 1), Side.DEFENCE: facing(hand, 1, 0)}
    capot = no_trick[hand.swept] if hand.swept else (0, 0)
    lost = clause == "capot_or_chute" and score.won is False
    failed = facing(hand, int(lost), 0)
    belotes = [line.scores for line in score.lines if line.extra is Extra.BELOTE]
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
