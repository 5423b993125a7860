"""The ranking of a tournament as a circle counts it: of the closed rounds, as they are now."""

from collections.abc import Sequence

from scorekeeper.sheets.evening_result import EveningResult, ResultLine
from scorekeeper.streams.events import Event
from scorekeeper.tournaments.ranking import NOTHING, ranking, round_scores, unranked
from scorekeeper.tournaments.tournament import fold_tournament, told_apart


def evening_result(events: Sequence[Event]) -> EveningResult:
    """Return the ranking of a tournament; each of a team has its place and its points."""
    tournament = fold_tournament(events)
    last = len(tournament.rounds)
    scores = [round_scores(tournament, one) for one in tournament.rounds if one.is_closed]
    lines = {
        number: (line.place, line.total, fines)
        for line in (*ranking(tournament, last), *unranked(tournament, last))
        for fines in [sum(one.get(line.who, NOTHING).penalty for one in scores)]
        for number in tournament.members(line.who)
    }
    people = (
        ResultLine(name if one.name else "", *lines.get(one.number, (0, 0, 0)))
        for name, one in zip(told_apart(tournament.names), tournament.people, strict=True)
    )
    return EveningResult(tournament.title, tournament.date, tournament.game, tuple(people))
