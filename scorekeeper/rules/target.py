"""The end of a game that is played to a target score."""

from typing import Any

from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import TARGET, Option, Table
from scorekeeper.rules.score import End, Points

NO_END = msg("sans fin")


def target_option(*numbers: int, **attributes: Any) -> Option:
    """Create the option that holds the target score.

    :param numbers: the usual targets, the rule book's own first; 0 means a game without end.
    :param attributes: further attributes of the :class:`~scorekeeper.rules.game.Option`.
    """
    choices = {number: msg("%(n)s points", n=number) for number in numbers if number}
    choices = {0: NO_END, **choices} if 0 in numbers else {**choices, 0: NO_END}
    return Option(msg("Partie"), choices, range(0, 100_001), **attributes)


MUST_EXCEED = Option(
    msg("Pour gagner"),
    {False: msg("atteindre le nombre"), True: msg("le dépasser")},
)


def least_to_win(table: Table) -> int:
    """Return the fewest points that win."""
    return int(table.options[TARGET]) + bool(table.options.get("must_exceed"))


def target_score(
    standing: Points,
    table: Table,
    columns: tuple[str, ...],
    short: Points = (),
    least: bool = False,
) -> End:
    """Find the winner: the column with most points among those that reached the target.

    The game goes on while the best columns are level.

    :param columns: the names of the columns.
    :param short: columns that have the points and may not win with them yet.
    :param least: the column with fewest points wins once any column reached the target.

    Rule: FFB 27-01-2016, § on the end of the game; FFB coinche, the same.
    """
    target = table.options[TARGET]
    if not target:
        return End()
    needed = least_to_win(table)
    reached = [n for n, points in enumerate(standing) if points >= needed]
    short = tuple(n for n in short if n in reached)
    eligible = [n for n in reached if n not in short]
    if least and reached:
        eligible = list(range(len(standing)))
    best = (min if least else max)((standing[n] for n in eligible), default=0)
    first = [n for n in eligible if standing[n] == best]
    if len(first) == 1:
        return End(first[0])
    if first:
        return End(waiting=msg("égalité à %(points)s : encore une donne", points=best))
    return _waiting_for_a_trick(short, columns, target) if short else End()


def _waiting_for_a_trick(short: Points, columns: tuple[str, ...], target: int) -> End:
    waiting = msg(
        "%(names)s : %(target)s par la seule belote ; il faut encore faire un pli",
        names=", ".join(columns[n] for n in short),
        target=target,
    )
    return End(short=short, waiting=waiting)
