"""The ranking of a tournament after a round: totals, wins, shared places.

Total: results, exemptions and penalties of the closed rounds up to that one; at
``tarot_pairs`` a team's total is that of its players. A place is one more than the number of
those who are before (FFT, *Manuel de l'organisateur de tournois*, p. 10: a ranking after each
position); who is equal shares it (1, 2, 2, 4), unless the regulations separate equals.

Who is *hors classement*, or has missed more rounds than the regulations allow, has a total and
no place. Until the last round somebody is ranked who can still have played enough of them.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.evening_result import EveningResult, ResultLine
from scorekeeper.streams.events import Event
from scorekeeper.tournaments.person import told_apart
from scorekeeper.tournaments.regulations import Regulations
from scorekeeper.tournaments.round import Published, Round, TableResult
from scorekeeper.tournaments.tournament import Tournament, fold_tournament


class Scored(NamedTuple):
    """The score of one who is ranked, in one round."""

    points: int
    """Of the table, or of the exemption; penalties apart."""
    wins: int
    penalty: int
    is_seated: bool
    """True if he sat at a table or was exempt."""


NOTHING = Scored(0, 0, 0, is_seated=False)
"""The score in a round of one who did not play it."""


def wins_of(result: TableResult) -> tuple[int, ...]:
    """Return the wins of both teams of a table: nobody's where they are equal, or where the
    points say nothing of who was better (``half``, ``average``)."""
    one, other = result.points
    counts = result.how in ("played", "forfeit")
    return int(counts and one > other), int(counts and other > one)


def round_scores(tournament: Tournament, round: Round) -> dict[int, Scored]:
    """Return what a round gave, by the number of who is ranked; a table without a result gives
    nothing yet."""
    regulations = tournament.regulations
    points, wins, fines = Counter[int](), Counter[int](), Counter[int]()
    for number, slip in round.slips.items():
        sides = tournament.sides(round.tables[number - 1])
        won = wins_of(slip.result) if regulations.has_sides else (0,) * len(sides)
        for side, scored, win in zip(sides, slip.result.points, won, strict=True):
            for who in (_ranked(tournament, seat) for seat in side):
                points[who] += scored
                wins[who] += win
    for seat in round.exempt:
        who = _ranked(tournament, seat)
        points[who] += regulations.exempt_points
        wins[who] = int(regulations.has_sides)
    for penalty in round.penalties:
        fines[penalty.who] += penalty.points
    return {
        who: Scored(points[who], wins[who], fines[who], who in points)
        for who in points.keys() | fines.keys()
        if who
    }


def _ranked(tournament: Tournament, seat: int) -> int:
    """Return the number by which one who is seated is ranked: partners at Tarot by their
    team, 0 without a team."""
    regulations = tournament.regulations
    if regulations.ranks_teams and not regulations.seats_teams:
        return tournament.team_of[seat - 1]
    return seat


def ranking(
    tournament: Tournament, after: int, *, provisional: bool = False
) -> tuple[Published, ...]:
    """Return the ranking after a round, the best first, equals by number: of those alone who
    are ranked.

    :param after: rounds up to this one count, once they are closed.
    :param provisional: count the results of rounds that are not closed too.
    """
    return _standing(tournament, after, provisional, are_ranked=True)


def unranked(
    tournament: Tournament, after: int, *, provisional: bool = False
) -> tuple[Published, ...]:
    """Return those who have played and are not ranked after a round, by what would decide
    their place, which is 0. Parameters as :func:`ranking`."""
    lines = _standing(tournament, after, provisional, are_ranked=False)
    return tuple(line._replace(place=0) for line in lines)


def least_rounds(tournament: Tournament, counted: Collection[Round]) -> int:
    """Return how many of these rounds one must have played to be ranked after them: what the
    regulations ask for, less what is still to come. A final is not open to all, so that nobody
    has missed it."""
    planned, least = tournament.regulations.rounds, tournament.regulations.ranked_from
    left = max(planned - len(counted), 0)
    for_all = sum(not round.is_final for round in counted)
    least = least or min(planned, for_all + left) - 1
    return min(least - left, for_all)


def _out(tournament: Tournament, counted: Collection[Round]) -> set[int]:
    """Return who is not ranked, by the number by which he would be: a team with one of its
    members."""
    least = least_rounds(tournament, counted)
    played = Counter(
        who
        for round in counted
        for who in {_ranked(tournament, seat) for seat in (*round.seated, *round.exempt)}
    )
    teams, ranks_teams = tournament.team_of, tournament.regulations.ranks_teams
    marked = {teams[n - 1] if ranks_teams else n for n in tournament.unranked}
    return marked | {who for who, times in played.items() if times < least}


def _standing(
    tournament: Tournament, after: int, provisional: bool, are_ranked: bool
) -> tuple[Published, ...]:
    rounds = [round for round in tournament.rounds[:after] if round.is_closed or provisional]
    counted, out = [round_scores(tournament, one) for one in rounds], _out(tournament, rounds)
    finalists = _finalists(tournament, rounds)
    regulations, keys = tournament.regulations, dict[int, tuple[int, ...]]()
    totals: dict[int, tuple[int, int]] = {}
    for who in {who for scores in counted for who in scores}:
        own = [scores.get(who, NOTHING) for scores in counted]
        total = sum(one.points + one.penalty for one in own)
        wins = sum(one.wins for one in own)
        totals[who] = total, wins
        if (who in out) is not are_ranked and any(one.is_seated for one in own):
            keys[who] = who in finalists, *_key(regulations, total, wins, own)
    order = sorted(keys, key=lambda who: (tuple(-part for part in keys[who]), who))
    places: dict[tuple[int, ...], int] = {}
    for place, who in enumerate(order, 1):
        places.setdefault(keys[who], place)
    return tuple(Published(places[keys[who]], who, *totals[who]) for who in order)


FINALISTS_FIRST = msg("Les finalistes sont classés devant les autres.")


def first_behind(tournament: Tournament, after: int, lines: Iterable[Published]) -> int:
    """Return who is the first behind the finalists in a ranking after a round; 0 if they are
    not ranked before the others."""
    finalists = _finalists(tournament, tournament.rounds[:after])
    return next((line.who for line in lines if finalists and line.who not in finalists), 0)


def finalists_now(tournament: Tournament, final: Round) -> tuple[list[int], list[int]]:
    """Return who would play a final by the ranking before it as it stands now, and has not,
    and who has and would not: a result was corrected since."""
    known = final.finalists
    before = ranking(tournament, final.number - 1)
    lines = [line for line in before if line.who in tournament.here | known]
    worst = max((line.place for line in lines if line.who in known), default=0)
    least = max((line.place for line in lines[: len(known)]), default=0)
    return (
        [line.who for line in lines if line.who not in known and line.place < worst],
        [line.who for line in lines if line.who in known and line.place > least],
    )


def _finalists(tournament: Tournament, counted: Iterable[Round]) -> frozenset[int]:
    """Return who is ranked before the others: those of a final, if the regulations say so."""
    if tournament.regulations.final_first != "yes":
        return frozenset()
    return frozenset(who for round in counted for who in round.finalists & round.seated)


def _key(
    regulations: Regulations, total: int, wins: int, rounds: Iterable[Scored]
) -> tuple[int, ...]:
    """Return what decides the place, most important first, more is better.

    :param rounds: all that count, in their order.
    """
    played = [scored.points for scored in rounds]
    decides = {"last_round": played[-1], "first_round": played[0], "best_round": max(played)}
    key = (wins, total) if regulations.ranking == "wins" else (total,)
    return (*key, decides[regulations.tie]) if regulations.tie in decides else key


class RankingChange(NamedTuple):
    """A player or team whose place or total differs from what was published; 0 where it was or
    is not ranked."""

    who: int
    old_place: int
    place: int
    old_total: int
    total: int


def changes(
    published: Iterable[Published], now: Iterable[Published]
) -> tuple[RankingChange, ...]:
    """Return who moved or counts otherwise since a ranking was published, by the place now;
    who left it comes last."""
    nobody = Published(0, 0, 0, 0)
    before = {line.who: line for line in published}
    after = {line.who: line for line in now}
    return tuple(
        RankingChange(who, old.place, new.place, old.total, new.total)
        for who in [*after, *(who for who in before if who not in after)]
        if (old := before.get(who, nobody)) != (new := after.get(who, nobody))
    )


def outdated(tournament: Tournament) -> list[int]:
    """Return the closed rounds whose ranking would be another one than that published."""
    closed = (round for round in tournament.rounds if round.is_closed)
    return [
        round.number for round in closed if round.ranking != ranking(tournament, round.number)
    ]


def rests_on(tournament: Tournament, after: int) -> tuple[Message, ...]:
    """Return what the ranking after a round rests on: the rounds of which something counts,
    and what each open one lacks, so that a ranking with them is a projection."""
    rounds = tournament.rounds[:after]
    counted = tuple(round.number for round in rounds if round.is_closed or round.slips)
    at_tarot = msg("Positions comptées : %(rounds)s.", rounds=counted)
    at_belote = msg("Parties comptées : %(rounds)s.", rounds=counted)
    says = [at_belote if tournament.regulations.has_sides else at_tarot] if counted else []
    for round in rounds:
        title, tables = tournament.round_title(round.number), round.missing
        lacks = msg(
            "Provisoire. %(round)s : tables qui manquent : %(tables)s.",
            round=title,
            tables=tables,
        )
        if tables:
            says.append(lacks)
        elif not round.is_closed:
            says.append(msg("Provisoire. %(round)s : pas encore publiée.", round=title))
    if _finalists(tournament, rounds):
        says.append(FINALISTS_FIRST)
    return tuple(says)


def evening_result(events: Sequence[Event]) -> EveningResult:
    """Return the ranking as a circle counts it: of the closed rounds, as they are now; each of
    a team has its place and its points."""
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
