"""The end of a game that is played to a target score, or to a number of deals."""

from collections.abc import Callable

from scorekeeper.i18n.messages import msg
from scorekeeper.rules.answers import AnyHand
from scorekeeper.rules.game import Table
from scorekeeper.rules.option import DEALS, END, TARGET, Option, Options
from scorekeeper.rules.score import End, Points, Score

NO_END = msg("sans fin")


def target_option(
    *numbers: int,
    usual: Callable[[Options], int | None] = lambda chosen: None,
) -> Option:
    """Create the option that holds the target score; a game of so many deals has none.

    :param numbers: the usual targets, the rule book's own first; 0 means a game without end.
    :param usual: the default where it depends on the options before this one.
    """
    choices = {number: msg("%(n)s points", n=number) for number in numbers if number}
    choices = {0: NO_END, **choices} if 0 in numbers else {**choices, 0: NO_END}
    return Option(
        msg("Partie"),
        choices,
        range(0, 100_001),
        usual=lambda chosen: 0 if chosen.get(DEALS) else usual(chosen),
        question=msg("On joue en combien de points ?"),
        group=END,
    )


MUST_EXCEED = Option(
    msg("Pour gagner"),
    {False: msg("atteindre le nombre"), True: msg("le dépasser")},
    group=END,
    source=msg("FFB, fin de la partie"),
)


def least_to_win(table: Table) -> int:
    """Return the fewest points that win."""
    return int(table.options[TARGET]) + bool(table.options.get("must_exceed"))


def target_score(
    standing: Points,
    table: Table,
    columns: tuple[str, ...],
    short: Points = (),
) -> End:
    """Find the winner: the column with most points among those that reached the target, or by
    an option with fewest of all once one reached it.

    The game goes on while the best columns are level.

    :param columns: the names of the columns.
    :param short: columns that have the points and may not win with them yet.

    Rule: FFB 27-01-2016, § on the end of the game; FFB coinche, the same.
    """
    target = table.options[TARGET]
    if not target:
        return End()
    needed = least_to_win(table)
    reached = [n for n, points in enumerate(standing) if points >= needed]
    short = tuple(n for n in short if n in reached)
    least = table.options.get("wins") == "least"
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


def target_of_players(
    standing: Points, table: Table, before: End, hand: AnyHand | None, score: Score | None
) -> End:
    """Find the winner of a game in which each player counts alone; see :func:`target_score`.
    House rule at Tarot, of two public score pads: no text of the FFT has a target."""
    return target_score(standing, table, table.players)


def _waiting_for_a_trick(short: Points, columns: tuple[str, ...], target: int) -> End:
    waiting = msg(
        "%(names)s : %(target)s par la seule belote ; il faut encore faire un pli",
        names=", ".join(columns[n] for n in short),
        target=target,
    )
    return End(short=short, waiting=waiting)


def last_deal(end: End, standing: Points, options: Options, played: int) -> End:
    """Return the end of a game of so many deals: the column with most points wins.

    :param end: the end by the game's own rules.
    :param played: the number of deals played, passed ones not counted.

    Rule: FFT, manual of the organizer of tournaments, 2011: games of 20, 24 or 25 deals;
    contests of Belote: 10, 12 or 20.
    """
    deals = options.get(DEALS)
    if not deals or played < deals:
        return end
    best = (min if options.get("wins") == "least" else max)(standing)
    first = [column for column, points in enumerate(standing) if points == best]
    return End(first[0]) if len(first) == 1 else End(drawn=True)
