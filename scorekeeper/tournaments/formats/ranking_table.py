"""The last ranking of a tournament, with the numbers of licences, for a spreadsheet."""

from collections.abc import Sequence

from scorekeeper.sheets.formats.spreadsheet import csv_text, text
from scorekeeper.tournaments.ranking import NOTHING, ranking, round_scores
from scorekeeper.tournaments.tournament import Tournament


def write(tournament: Tournament) -> str:
    """Write the last ranking that counts, one row per person, partners by the number of their
    team: what a federation asks for, and the points of each round."""
    is_team = ("équipe",) * tournament.regulations.ranks_teams
    wins = ("victoires",) * tournament.regulations.has_sides
    counted = [round for round in tournament.rounds if round.is_closed]
    titles = (str(tournament.round_title(round.number)).lower() for round in counted)
    scores = [round_scores(tournament, round) for round in counted]
    heads = (*is_team, "nom", "licence", "club", *titles, "pénalités", "total", *wins)
    rows: list[Sequence[object]] = [("place", *heads)]
    for line in ranking(tournament, len(tournament.rounds)):
        own = [one.get(line.who, NOTHING) for one in scores]
        fines = sum(one.penalty for one in own)
        points = (one.points if one.is_seated else "" for one in own)
        marked = [*points, fines, line.total, *[line.wins] * len(wins)]
        for person in map(tournament.person, tournament.members(line.who)):
            known = (person.name, person.licence, person.club)
            team = [line.who] * len(is_team)
            rows.append([line.place, *team, *map(text, known), *marked])
    return csv_text(rows)
