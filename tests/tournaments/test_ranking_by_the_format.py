"""The ranking against one that is written from the format alone; changes, what it rests on."""

import pytest
from long_cases import one_in
from random_evenings import decided_evening
from slip_faults import tournament_of

from scorekeeper.tournaments.ranking import RankingChange, changes, ranking, rests_on
from scorekeeper.tournaments.tournament import Published, TableResult

EVENINGS = pytest.mark.parametrize("seed", one_in(15, range(300)))


def plainly(tournament, after):
    """Place, number, total and wins of each, by the words of the format."""
    rules, rows, closed = tournament.regulations, {}, []
    for played in tournament.rounds[:after]:
        if played.is_closed:
            closed.append({})
            for n, slip in played.slips.items():
                marked = slip.result.points
                if rules.preset == "belote_melee":
                    marked = marked[0], marked[0], marked[1], marked[1]
                for seat, points in zip(played.tables[n - 1], marked, strict=True):
                    unit = (
                        tournament.team_of[seat - 1] if rules.preset == "tarot_pairs" else seat
                    )
                    won = points == max(slip.result.points) > min(slip.result.points)
                    won = (
                        won
                        and rules.preset[:6] == "belote"
                        and slip.result.how in "played forfeit"
                    )
                    had, wins = closed[-1].get(unit, (0, 0))
                    closed[-1][unit] = had + points, wins + won
            for seat in played.exempt:
                unit = tournament.team_of[seat - 1] if rules.preset == "tarot_pairs" else seat
                had = closed[-1].get(unit, (0, 0))[0]
                wins = int(rules.preset[:6] == "belote")
                closed[-1][unit] = had + rules.exempt_points, wins
    finals = [r for r in tournament.rounds[:after] if r.is_closed and r.is_final]
    finalists = {seat for final in finals for table in final.tables for seat in table}
    for unit in {unit for played in closed for unit in played}:
        if not is_ranked(tournament, closed, unit):
            continue
        marks = [played.get(unit, (0, 0)) for played in closed]
        fines = [
            fine.points
            for played in tournament.rounds[:after]
            for fine in played.penalties
            if played.is_closed and fine.who == unit
        ]
        total, wins = sum(m[0] for m in marks) + sum(fines), sum(m[1] for m in marks)
        tie = {"first_round": marks[0], "last_round": marks[-1], "best_round": max(marks)}
        rows[unit] = (
            rules.final_first == "yes" and unit in finalists,
            wins if rules.ranking == "wins" else 0,
            total,
            tie.get(rules.tie, (0,))[0],
        )
        rows[unit] = rows[unit], total, wins
    keys = [key for key, _, _ in rows.values()]
    placed = [
        (1 + sum(k > key for k in keys), unit, t, w) for unit, (key, t, w) in rows.items()
    ]
    return sorted(placed)


def is_ranked(tournament, closed, unit):
    """By the words of the regulations, in rounds that are all for everybody."""
    rules = tournament.regulations
    members = [
        n for n, team in enumerate(tournament.team_of, 1) if rules.ranks_teams and team == unit
    ]
    if any(n in tournament.unranked for n in members or [unit]):
        return False
    final = [round.is_final for round in tournament.rounds if round.is_closed][: len(closed)]
    missed = sum(
        unit not in played for played, late in zip(closed, final, strict=True) if not late
    )
    extra = sum(unit in played for played, late in zip(closed, final, strict=True) if late)
    may_miss = 1 if rules.ranked_from == 0 else rules.rounds - rules.ranked_from
    if rules.ranked_from:
        may_miss -= sum(final)
    return missed - extra <= max(may_miss, 0)


@EVENINGS
def test_rankings_are_those_of_the_format(seed):
    tournament = decided_evening(seed)
    after = len(tournament.rounds)
    for number in range(after + 1):
        assert [(*line,) for line in ranking(tournament, number)] == plainly(
            tournament, number
        )
    rounds = tuple(played._replace(is_closed=True) for played in tournament.rounds)
    closed = tournament._replace(rounds=rounds)  # as a projection counts them
    assert ranking(tournament, after, provisional=True) == ranking(closed, after)


@EVENINGS
def test_nobody_shares_a_place_with_another_total_unless_a_round_separates_them(seed):
    tournament = decided_evening(seed, presets=("tarot_libre", "tarot_pairs", "belote_points"))
    lines = ranking(tournament, len(tournament.rounds))
    totals = {}
    for line in lines:
        totals.setdefault(line.place, set()).add(line.total)
    assert all(len(them) == 1 for them in totals.values())


def test_an_exempt_partner_at_tarot_counts_for_his_team_without_a_win():
    tournament = tournament_of(
        "tarot_pairs", (TableResult((9, -3, -3, -3)),), exempt_points=50
    )
    first, second = tournament.rounds
    second = second._replace(tables=second.tables[:1], exempt=(7,), is_closed=True)
    lines = ranking(tournament._replace(rounds=(first, second)), 2)
    assert (1, 4, 50, 0) in lines


def test_a_player_of_no_team_is_not_ranked_where_teams_are():
    tournament = tournament_of("tarot_pairs", (TableResult((9, -3, -3, -3)),))
    first, second = tournament.rounds
    second = second._replace(tables=second.tables[:1], is_closed=True)
    tournament = tournament._replace(team_of=(1, 1, 0, 2, 2, 0, 0, 0), rounds=(first, second))
    assert [line.who for line in ranking(tournament, 2)] == [1, 2]


def test_changes_say_who_moved_and_whose_total_changed():
    before = [Published(1, 4, 120, 0), Published(2, 2, 100, 0), Published(3, 9, 50, 0)]
    now = [Published(1, 2, 130, 0), Published(2, 4, 120, 0), Published(3, 9, 50, 0)]
    assert changes(before, now) == (
        RankingChange(2, 2, 1, 100, 130),
        RankingChange(4, 1, 2, 120, 120),
    )


def test_changes_name_who_came_and_who_left():
    before, now = [Published(1, 4, 120, 0)], [Published(1, 2, 130, 0)]
    assert changes(before, now) == (
        RankingChange(2, 0, 1, 0, 130),
        RankingChange(4, 1, 0, 120, 0),
    )


@pytest.mark.parametrize(
    ("slips", "closed", "says"),
    [
        (
            (),
            (True, False),
            [
                "Positions comptées : 1.",
                "Provisoire. Position 2 : tables qui manquent : 1, 2.",
            ],
        ),
        (
            (1, 1),
            (True, False),
            ["Positions comptées : 1.", "Provisoire. Position 2 : pas encore publiée."],
        ),
        ((1, 1), (True, True), ["Positions comptées : 1, 2."]),
    ],
)
def test_a_ranking_says_what_it_rests_on(slips, closed, says):
    result = TableResult((9, -3, -3, -3))
    tournament = tournament_of("tarot_libre", [result for _ in slips], (result, result))
    pairs = zip(tournament.rounds, closed, strict=True)
    rounds = tuple(played._replace(is_closed=is_closed) for played, is_closed in pairs)
    assert [str(line) for line in rests_on(tournament._replace(rounds=rounds), 2)] == says
