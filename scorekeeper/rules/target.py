"""The end of a game that is played to a number of points."""

from typing import Any

from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import TARGET, Option, Table
from scorekeeper.rules.score import End, Points

NO_END = msg("sans fin")


def target_option(*numbers: int, **changed: Any) -> Option:
    """The option of a target, with the usual ones; the first is the rule book's own."""
    choices = {number: msg("%(n)s points", n=number) for number in numbers if number}
    choices = {0: NO_END, **choices} if 0 in numbers else {**choices, 0: NO_END}
    return Option(msg("Partie"), choices, range(0, 100_001), **changed)


MUST_EXCEED = Option(
    msg("Pour gagner"),
    {False: msg("atteindre le nombre"), True: msg("le dépasser")},
)


def least_to_win(table: Table) -> int:
    """The fewest points that win."""
    return int(table.options[TARGET]) + bool(table.options.get("must_exceed"))


def target_score(
    standing: Points,
    table: Table,
    columns: tuple[str, ...],
    short: Points = (),
    least: bool = False,
) -> End:
    """Who has won: the column at the target, the one with most where several are; with
    ``least``, whoever has least once somebody is there.

    Where they are level the game goes on.

    :param columns: what the columns are called.
    :param short: the columns that have the points and may not win with them yet.

    Rule: FFB 27-01-2016, § on the end of the game; FFB coinche, the same.
    """
    target = table.options[TARGET]
    if not target:
        return End()
    there = [n for n, points in enumerate(standing) if points >= least_to_win(table)]
    short = tuple(n for n in short if n in there)
    able = [n for n in there if n not in short]
    if least and there:
        able = list(range(len(standing)))
    best = (min if least else max)((standing[n] for n in able), default=0)
    first = [n for n in able if standing[n] == best]
    if len(first) == 1:
        return End(first[0])
    if first:
        return End(waiting=msg("égalité à %(points)s : encore une donne", points=best))
    if short:
        names = ", ".join(columns[n] for n in short)
        waiting = msg(
            "%(names)s : %(target)s par la seule belote ; il faut encore faire un pli",
            names=names,
            target=target,
        )
        return End(short=short, waiting=waiting)
    return End()
