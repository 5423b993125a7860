"""Judge a tournament by its file alone: `python3 check_tournament.py FILE`.

Nothing of the program is imported, and none of its figures is believed: seats, sums, totals,
wins, places, prizes and repetitions are computed again. That a repetition was avoidable is
said only with seats that avoid it. The file, and how this reads what its text leaves open, is
described in docs/tournaments.md. Exit status: 0 nothing found, 1 findings, 2 unreadable.
"""

from __future__ import annotations

import json
import math
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise, takewhile
from typing import Any, NamedTuple

MOVES = 300_000
"""Exchanges of two seats that are tried to find fewer repetitions, for each run of rounds."""
NODES = 20_000
"""Dead ends after which the search for a pairing of teams gives up; exact below."""
FORBIDDEN = 1_000
"""Pairs that must not meet are as if they had met so often."""

POSITIVE, WHOLE = r"[1-9]\d{0,5}", r"(?:0|-?[1-9]\d{0,11})"
KINDS = {
    "t": r"([^\t]*)",
    "s": r"([^\t]*[^\t ][^\t]*)",
    "d": r"(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))",
    "n": f"({POSITIVE})",
    "i": f"({WHOLE})",
    "N": rf"({POSITIVE}(?:\t{POSITIVE})*)",
    "I": rf"({WHOLE}(?:\t{WHOLE})*)",
}
"""Fixed fields: text, text that says something, date, number from 1, whole number; several."""
LINES = {
    "title": "t", "date": "d", "place": "t", "game": "s", "preset": "s", "set": "st",
    "player": "ns", "team": "ns", "apart": "nn", "round": "n", "absent": "nn", "exempt": "nn",
    "table": "nnN", "result": "nnI", "penalty": "nnit", "ranking": "nnni", "prize": "sni",
    "end": "",
}  # fmt: skip
"""Keywords in their order, with their fixed fields."""
ORDER = {keyword: rank for rank, keyword in enumerate(LINES)}
ONCE = ("title", "date", "place", "game", "preset", "end")
KEYS = {"set": 0, "player": 0, "team": 0, "table": 1, "result": 1, "ranking": 2}
"""The field that names the line: nothing is there twice."""
REFERS = {
    "apart": ("player", 0, 2), "absent": ("player", 1, 2), "exempt": ("seated", 1, 2),
    "table": ("player", 2, 99), "result": ("table", 1, 2), "penalty": ("seated", 1, 2),
    "ranking": ("ranked", 2, 3), "prize": ("ranked", 1, 2),
}  # fmt: skip
"""The fields that name a player, a team or a table, and which."""
NAMED = {
    "draw": "fft|random|ranking|manual",
    "how": "played|forfeit|average|half",
    **dict.fromkeys(("closed", "final", "consolation", "forced", "unranked"), "[01]"),
    **dict.fromkeys(("team", "seed", "basis", "repeats", "wins"), r"\d{1,20}"),
    **dict.fromkeys(("belotes", "capots", "deals"), r"\d{1,6}"),
    **dict.fromkeys(("points", "extra"), WHOLE),
}
NAMED_FIELDS = r"((?:\t\w+=[^\t\r]*)*)"
ROUND = {"draw", "repeats"}
AMOUNT = r"\d{1,9}"
SETTINGS = {
    "preset": "tarot_libre|tarot_pairs|belote_points|belote_wins|belote_melee",
    "rounds": r"[1-9]|1[0-2]",
    "ranking": "points|wins",
    "draw": "fft|random|ranking",
    "odd_tables": "three|five|exempt",
    "litige": "split|held",
    "capot": "252|162",
    "passes": "same|next",
    "tie": "shared|last_round|first_round|best_round",
    "ranked_from": r"\d|1[0-2]",
    "final_first": "yes|no",
    "grid": rf"({AMOUNT}( {AMOUNT})*)?",
    **dict.fromkeys(("deals", "target", "minutes", "exempt_points", "forfeit_points"), AMOUNT),
    **dict.fromkeys(("penalty", "entry", "everyone", "last_two"), AMOUNT),
}

EARLIER = {"ranked_from": "1", "final_first": "no"}
"""The meaning of a file that was written before there were these fields."""

FIGURES = ("place", "total", "wins")
Pair = tuple[int, int]
Tables = list[list[int]]
"""The tables of a round, by who is seated (players, at Belote teams); the exempt are alone."""


class Unreadable(ValueError):
    """No tournament file of version 1."""


class Finding(NamedTuple):
    """A fault: its line, its kind, and a sentence."""

    line: int
    code: str
    sentence: str


class Line(NamedTuple):
    at: int
    values: tuple[Any, ...]
    named: dict[str, str]

    def number(self, name: str, usual: int = 0) -> int:
        return int(self.named.get(name, usual))


class Past(NamedTuple):
    """Rounds before a draw: who met, sat at odd tables, was always there; the usual size."""

    met: Counter[Pair]
    odd: Counter[int]
    steady: set[int]
    usual: int

    def repeats(self, plan: Iterable[Tables]) -> int:
        """Count the pairs of some rounds by how often they had met before."""
        met, again = Counter(self.met), 0
        for couple in pairs(plan):
            again += met[couple]
            met[couple] += 1
        return again

    def at_odd(self, tables: Tables) -> set[int]:
        return {unit for table in tables if len(table) != self.usual for unit in table}

    def unfair(self, plan: Iterable[Tables]) -> str:
        """Say who is at an odd table again, or exempt, while another there never was."""
        before = Counter(self.odd)
        for tables in plan:
            odd = self.at_odd(tables)
            again = [unit for unit in odd if before[unit]]
            never = [unit for unit in self.steady - odd if not before[unit]]
            if again and never:
                return f"{min(again)} is at an odd table or exempt again, {min(never)} never."
            before.update(odd)
        return ""

    def uneven(self, plan: Iterable[Tables]) -> int:
        """Return by how much some have been at odd tables more than others."""
        odd = self.odd + Counter(unit for tables in plan for unit in self.at_odd(tables))
        return sum(times * times for times in odd.values())


class Round:
    def __init__(self, line: Line) -> None:
        self.line, self.number, self.draw = line, line.values[0], line.named["draw"]
        self.closed = line.number("closed") == 1
        self.lines: dict[str, list[Line]] = defaultdict(list)
        self.seats: dict[int, list[int]] = {}  # who is seated at each table
        self.tables: Tables = []  # the same, and each exempt one alone
        self.marks = Counter[int]()  # of who is ranked, without penalties
        self.again = 0
        self.past = Past(Counter(), Counter(), set(), 0)
        self.draws = [self]  # of a final with a consolante both

    def present(self) -> set[int]:
        return {unit for table in self.tables for unit in table}

    def everybody(self) -> set[int]:
        return {unit for played in self.draws for unit in played.present()}

    def all(self, keyword: str) -> list[Line]:
        return [line for played in self.draws for line in played.lines[keyword]]


class Checker:
    """One file, and what is found in it; unless it can be read, nothing is judged."""

    def __init__(self, data: bytes) -> None:
        self.findings: list[Finding] = []
        self.rounds: list[Round] = []
        self.lines: dict[str, list[Line]] = defaultdict(list)
        self.known: dict[str, dict[Any, Line]] = defaultdict(dict)
        self.read(data)
        if not self.findings:
            self.people()
        if not self.findings:
            self.judge()
        self.findings.sort()

    def found(self, line: Line | int, code: str, sentence: str) -> None:
        at = line if isinstance(line, int) else line.at
        self.findings.append(Finding(at, code, sentence))

    # Reading

    def read(self, data: bytes) -> None:
        try:
            texts = data.decode().split("\n")
        except UnicodeDecodeError as error:
            raise Unreadable("The file is not UTF-8.") from error
        kept = [(at, t) for at, t in enumerate(texts, 1) if t and not t.startswith("#")]
        if not kept or kept[0][1].split("\t")[:2] != ["fiche-tournoi", "1"]:
            raise Unreadable("The file does not begin with “fiche-tournoi”, a tab and 1.")
        if texts[-1]:
            self.found(len(texts), "syntax", "The last line does not end.")
        rank = -1
        for at, text in kept[1:]:
            keyword = text.partition("\t")[0]
            if (line := parsed(at, keyword, text)) is None:
                self.found(at, "syntax", f"A line “{keyword}” is not written like this.")
                continue
            before, rank = rank, ORDER[keyword]
            again = keyword == "round" and ORDER["round"] <= before <= ORDER["ranking"]
            if (rank < before and not again) or (rank == before and keyword in ONCE):
                self.found(at, "order", f"“{keyword}” cannot stand here.")
            self.take(keyword, line)
        missing = [k for k in ONCE if not self.lines[k]]
        if missing and not self.findings:
            self.found(kept[-1][0], "order", f"Missing: {', '.join(missing)}.")

    def take(self, keyword: str, line: Line) -> None:
        """Keep a line where it belongs, with what it names and refers to."""
        self.lines[keyword].append(line)
        if keyword == "preset":
            self.preset = line.values[0]
            self.tarot, self.melee = self.preset[:5] == "tarot", self.preset == "belote_melee"
            self.single = self.tarot or self.melee
            self.libre = self.melee or self.preset == "tarot_libre"
            self.known["seated"] = self.known["player" if self.single else "team"]
            self.known["ranked"] = self.known["player" if self.libre else "team"]
        if keyword == "round":
            self.begin(line)
            self.known |= {"table": {}, "result": {}, "ranking": {}}
        if ORDER["round"] <= ORDER[keyword] <= ORDER["ranking"]:
            if line.values[0] != len(self.rounds):
                self.found(line, "order", f"This is the block of round {len(self.rounds)}.")
            elif self.rounds:
                self.rounds[-1].draws[-1].lines[keyword].append(line)
        key = line.values[KEYS[keyword]] if keyword in KEYS else None
        if key and self.known[keyword].setdefault(key, line) is not line:
            self.found(line, "twice", f"The {keyword} {key} was there before.")
        of, first, end = REFERS.get(keyword, ("", 0, 0))
        for number in line.values[first:end]:
            if number not in self.known[of]:
                self.found(line, "unknown", f"There is no {of} {number} before this line.")

    def begin(self, line: Line) -> None:
        """Begin a round, or the consolante of a final."""
        played, final = Round(line), self.rounds[-1] if self.rounds else None
        if not line.number("consolation"):
            self.rounds.append(played)
        elif final and final.line.number("final") and len(final.draws) == 1:
            final.draws.append(played)
            played.marks = final.marks
        else:
            self.found(line, "consolation", "A consolante follows its final.")

    def people(self) -> None:
        """Read the règlement and the teams."""
        told = {name: line.values[1] for name, line in self.known["set"].items()}
        self.set = {**EARLIER, **told}
        for name, values in SETTINGS.items():
            value = {"preset": self.preset, **self.set}.get(name, "missing")
            if not re.fullmatch(values, value):
                line = self.known["set"].get(name, self.lines["preset"][0])
                self.found(line, "set", f"{name} is {value}.")
        self.usual, odd = (4 if self.single else 2), self.set.get("odd_tables", "missing")
        self.fives = odd == "five"
        if self.tarot == (odd == "exempt"):
            self.found(self.lines["preset"][0], "set", f"Not with odd_tables {odd}.")
        self.team = {n: line.number("team") for n, line in self.known["player"].items()}
        teams = self.known["team"]
        self.members = {n: [p for p, team in self.team.items() if team == n] for n in teams}
        sizes = (1, 2, 3, 4) if self.tarot else (1, 2)  # one alone waits for a partner
        for team, line in self.known["team"].items():
            if len(self.members[team]) not in sizes or self.libre:
                self.found(line, "team", f"Team {team} has {len(self.members[team])} players.")
        for player, line in self.known["player"].items():
            if not self.libre and self.team[player] not in self.members:
                self.found(line, "team", f"Player {player} has no team.")

    def ranked(self, seated: int) -> int:
        return self.team[seated] if self.preset == "tarot_pairs" else seated

    def seated(self, players: Iterable[int]) -> list[int]:
        return [*players] if self.single else [*dict.fromkeys(self.team[p] for p in players)]

    def sides(self, units: list[int]) -> Tables:
        """Return who is seated at a table, by the numbers of its result."""
        return [units[:2], units[2:]] if self.melee else [[unit] for unit in units]

    # Seats

    def judge(self) -> None:
        beside = Counter[Pair]()
        met, odd, steady = Counter[Pair](), Counter[int](), set(self.known["seated"])
        apart = [pair(*line.values) for line in self.lines["apart"]]
        self.apart = {couple for couple in apart if len(self.seated(couple)) == 2}
        teams = [[*self.members.values()]] if self.tarot else []
        self.partners = {*pairs(teams)}
        for position in self.rounds:
            for played in position.draws:
                self.seats(played)
            steady &= position.everybody()
            before = met.copy(), odd.copy()
            for played in position.draws:
                played.past = Past(*before, steady & played.present(), self.usual)
                played.again = played.past.repeats([played.tables])
                met.update(pairs([played.tables]))
                odd.update(played.past.at_odd(played.tables))
                self.drawn(played)
                if self.melee and not self.rests_on("size"):
                    self.matched(played, beside)
                if not self.rests_on("size", "partners"):
                    self.results(played)
            self.apart_from(position, *position.draws[1:])
            if not self.rests_on("size", "partners"):
                self.ranking(position)
        if not self.rests_on("missing", "seated_twice", "size", "partners"):
            self.repetitions()
        if self.lines["prize"] and not self.rests_on("result", "size", "partners"):
            self.prizes()

    def rests_on(self, *codes: str) -> bool:
        """Return True if a fault was found that makes it useless to judge what follows."""
        return any(finding.code in codes for finding in self.findings)

    def seats(self, played: Round) -> None:
        """Everybody is in one place; tables have their size; who must not meet does not."""
        places: dict[int, list[Line]] = {player: [] for player in self.team}
        due = 0 if self.tarot else int(self.set["exempt_points"])
        for line in played.lines["absent"]:
            places[line.values[1]].append(line)
        for line in played.lines["exempt"]:
            unit, points = line.values[1], line.number("points")
            played.tables.append([unit])
            played.marks[self.ranked(unit)] += points
            if not self.single and len(self.members[unit]) == 1:
                self.found(line, "partners", f"Team {unit} has one player.")
            for player in [unit] if self.single else self.members[unit]:
                places[player].append(line)
            if points != due:
                self.found(line, "exempt_points", f"The règlement gives {due} points.")
        for line in played.lines["table"]:
            players, teams = line.values[2:], [self.team[player] for player in line.values[2:]]
            for player in players:
                places[player].append(line)
            played.seats[line.values[1]] = self.seated(players)
            if len(players) not in ((3, 4, 5) if self.tarot else (4,)):
                self.found(line, "size", f"{len(players)} players sit at this table.")
            elif not self.single and not teams[0] == teams[1] != teams[2] == teams[3]:
                self.found(line, "partners", "North, South and East, West are no two teams.")
            excused = played.draw in ("fft", "manual") or line.number("forced")
            for couple in pairs([[list(players)]]):
                if couple in self.partners:
                    self.found(line, "partners", "{} and {} are partners.".format(*couple))
                elif couple in self.apart and not excused:
                    self.found(line, "apart", "{} and {} must not meet.".format(*couple))
        played.tables += played.seats.values()
        for player, lines in places.items():
            if not lines:
                self.found(played.line, "missing", f"Player {player} is nowhere.")
            for line in lines[1:]:
                self.found(line, "seated_twice", f"Player {player} is in two places.")

    def apart_from(self, final: Round, *others: Round) -> None:
        """Nobody is in a final and in its consolante; the tables have other numbers."""
        for played in others:
            if both := final.present() & played.present():
                self.found(played.line, "seated_twice", f"{sorted(both)} are in the final.")
            if self.set["final_first"] != "yes" or played.closed != final.closed:
                self.found(played.line, "consolation", "It is ranked with a final, behind it.")
            if min(played.seats, default=0) <= max(final.seats, default=0):
                self.found(played.line, "consolation", "Its tables come after the final's.")
            for line in final.lines["ranking"] + played.lines["ranking"]:
                if (line.values[2] in final.present()) is not (line.at < played.line.at):
                    told = f"{line.values[2]} is ranked in the other block."
                    self.found(line, "consolation", told)

    def drawn(self, played: Round) -> None:
        """As many odd tables as needed, nobody there unfairly; a ranking of a closed round."""
        number, line, basis = len(played.present()), played.line, played.line.number("basis")
        if line.number("deals") > int(self.set["deals"]):
            self.found(line, "deals", f"The règlement has {self.set['deals']} deals.")
        if line.number("repeats") != played.again:
            self.found(line, "repeats", f"There are {played.again} repetitions.")
        odd = sorted(len(table) for table in played.tables if len(table) != self.usual)
        ways = (
            [[3] * (-number % 4), [5] * (number % 4)]
            if self.tarot
            else [[1] * (number % self.usual)]
        )
        ways = [sizes for sizes in ways if sum(sizes) <= number]
        due = ways[-self.fives] if ways else odd
        if odd != due and played.draw != "manual":
            self.found(line, "odd", f"The odd tables of {number} have {due} seats, not {odd}.")
        if played.draw in ("random", "ranking"):
            self.turns(played)
        final = line.number("final")
        basis = basis or final * (played.number - 1)
        if basis or final or (played.draw == "ranking" and played.number > 1):
            if not 0 < basis < played.number or not self.rounds[basis - 1].closed:
                self.found(line, "basis", f"Round {basis} is no closed round before this one.")
            elif final and not self.rests_on("result") and not self.changed(played, basis):
                self.final(played, self.standing(basis))

    def turns(self, played: Round) -> None:
        """Nobody is at an odd table again, or exempt, before others, but where two who must
        not meet would do so, or who met before, at a ranking of teams."""
        lines = played.lines["exempt"] + played.lines["table"]
        if not (unfair := played.past.unfair([played.tables])):
            return
        forced = any(line.number("forced") for line in lines)
        if not forced or not (self.single or played.draw == "ranking"):
            self.found(played.line, "fairness", unfair)
        elif self.single:
            past = self.kept_apart(played.past)
            sizes = sorted(map(len, played.tables), key=lambda size: size == self.usual)
            units = sorted(unit for table in played.tables for unit in table)
            start = list(dealt(past, [], units, sizes, 1, random.Random(0)))
            for [tables] in exchanges(past, start, 1, FORBIDDEN):
                shown = " | ".join(" ".join(map(str, table)) for table in tables)
                self.found(played.line, "forced", f"{unfair} Nothing forced it: {shown}")

    def kept_apart(self, past: Past) -> Past:
        """Return what was played before with those as met who must not meet."""
        past = past._replace(met=past.met.copy())
        for players in self.apart | self.partners:
            one, other = self.seated(players)
            past.met[pair(one, other)] += FORBIDDEN
        return past

    def matched(self, played: Round, beside: Counter[Pair]) -> None:
        """Partners of a drawn round have been so as seldom as these four at a table allow."""
        for line, (a, b, c, d) in zip(
            played.lines["table"], played.seats.values(), strict=True
        ):
            ways = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
            again = [sum(beside[pair(*side)] for side in way) for way in ways]
            if again[0] > min(again) and played.draw in ("random", "ranking"):
                told = f"{a} and {b}, or {c} and {d}, need not be partners again."
                self.found(line, "avoidable", told)
        beside.update(pairs(self.sides(seats) for seats in played.seats.values()))

    def changed(self, played: Round, basis: int) -> bool:
        """Return True if seats were changed since, or a result that the ranking rested on."""
        results = [line for before in self.rounds[:basis] for line in before.lines["result"]]
        return any("reason" in line.named for line in results) or "drawn" in played.line.named

    def final(self, played: Round, standing: dict[int, tuple[int, int, int]]) -> None:
        """Table k of T seats the ranks k, k + T, k + 2T and k + 3T of those who play."""
        tables = played.seats.values()
        seats = [p for seat in range(4) for table in tables for p in table[seat : seat + 1]]
        places = [standing.get(player, (len(self.team),))[0] for player in seats]
        if not self.libre or len(seats) not in (4, 8, 12, 16, 20) or places != sorted(places):
            self.found(
                played.line, "final", "Table k of T seats the ranks k, k+T, k+2T, k+3T."
            )

    # Repetitions

    def repetitions(self) -> None:
        """Judge random rounds of the same people as one plan, rounds by ranking one by one."""
        last, run = max(len(self.rounds), int(self.set["rounds"])), list[Round]()
        for played in self.rounds:
            if run and (played.draw != "random" or played.present() != run[0].present()):
                self.avoidable(run, last)
                run = []
            if played.draw == "random":
                run.append(played)
            elif played.draw == "ranking":
                self.avoidable([played], played.number)
            for others in played.draws[1:]:
                if others.draw == "random":
                    self.avoidable([others], last)
        if run:
            self.avoidable(run, last)

    def avoidable(self, run: list[Round], last: int) -> None:
        """Look for seats in these rounds, and those planned after, with fewer repetitions."""
        number, marked = run[0].number, sum(played.again for played in run)
        past = self.kept_apart(run[0].past)
        plans: Iterable[list[Tables]]
        forced = not self.tarot and any(li.number("forced") for li in run[0].lines["exempt"])
        if not self.single and number == last:
            plans = pairings(past, run[0].tables, marked + forced)
        else:
            plans = exchanges(past, [r.tables for r in run], last + 1 - number, marked)
        for plan in plans:
            if not past.unfair(plan):
                seats = "; ".join(" | ".join(" ".join(map(str, t)) for t in ts) for ts in plan)
                fewer = past.repeats(plan)
                shown = f"{fewer} repetitions instead of {marked} from {number} on: {seats}"
                self.found(run[-1].line, "avoidable" if fewer < marked else "forced", shown)
                break

    # Results, ranking, prizes

    def results(self, played: Round) -> None:
        missing = set(played.seats) if played.closed else set()
        for line in played.lines["result"]:
            units, points = self.sides(played.seats[line.values[1]]), line.values[2:]
            missing -= {line.values[1]}
            if len(points) != len(units):
                self.found(line, "result", f"{len(units)} numbers are expected.")
            elif played.closed:
                for side, marked in zip(units, points, strict=True):
                    played.marks.update({self.ranked(unit): marked for unit in side})
                if wrong := self.wrong_sum(line, points):
                    self.found(line, "sum", wrong)
        if missing:
            self.found(played.line, "result", f"Without result: tables {sorted(missing)}.")

    def wrong_sum(self, line: Line, points: Sequence[int]) -> str:
        """Return what is wrong with the points of a table, in a sentence, or nothing."""
        how = line.named.get("how", "played")
        shortened = self.rounds[line.values[0] - 1].line.number("deals")
        deals = line.number("deals") or shortened or int(self.set["deals"])
        half = 81 * deals if deals else int(self.set["target"]) // 2
        sums = {
            "half": [half, half],
            "forfeit": [0, int(self.set["forfeit_points"])],
            "average": sorted(points),
        }
        if self.tarot and how != "played":
            return f"Each marks 0 at {how}." if any(points) else ""
        if how in sums:
            return "" if sorted(points) == sums[how] else f"{sums[how]} are marked at {how}."
        deck = 162 * deals + (int(self.set["capot"]) - 162) * line.number("capots")
        due = deck + 20 * line.number("belotes") + line.number("extra")
        due = 0 if self.tarot else due if deals else sum(points)
        return f"The sum is {sum(points)}, not {due}." if sum(points) != due else ""

    def standing(self, number: int) -> dict[int, tuple[int, int, int]]:
        """Return place, total and wins of each after a round."""
        closed = [played for played in self.rounds[:number] if played.closed]
        totals, wins = Counter[int](), Counter[int]()
        for played in closed:
            totals.update(played.marks)
            wins.update(self.winners(played))
            for line in played.all("penalty"):
                totals[self.ranked(line.values[1])] += line.values[2]
        tie = {"last_round": closed[-1:], "first_round": closed[:1], "best_round": closed}
        keys, here = {}, [{self.ranked(unit) for unit in r.everybody()} for r in closed]
        finals = [r for r in closed if r.line.number("final")]
        first = {unit for r in finals for unit in r.present()}
        first = first if self.set["final_first"] == "yes" else set()
        least = self.least(len(closed), len(finals))
        for unit in set().union(*here) - self.out():
            if sum(unit in present for present in here) < least:
                continue
            best = max((r.marks[unit] for r in tie.get(self.set["tie"], [])), default=0)
            won = wins[unit] * (self.set["ranking"] == "wins")
            keys[unit] = (unit in first, won, totals[unit], best)
        ordered = sorted(keys.values(), reverse=True)
        return {u: (ordered.index(keys[u]) + 1, totals[u], wins[u]) for u in sorted(keys)}

    def least(self, closed: int, finals: int) -> int:
        """Return the rounds that one must have played to be ranked: what may still come does
        not count against him, nor a final. By 0 the règlement means all but one."""
        planned, least = int(self.set["rounds"]), int(self.set["ranked_from"])
        to_come = planned - closed if planned > closed else 0
        open_to_all = closed - finals
        if not least:
            least = min(planned, open_to_all + to_come) - 1
        return min(least - to_come, open_to_all)

    def out(self) -> set[int]:
        """Return who is unranked, a team with one of its players."""
        players = {n for n, line in self.known["player"].items() if line.number("unranked")}
        return players if self.libre else {self.team[player] for player in players}

    def winners(self, played: Round) -> Iterator[int]:
        """Yield the teams with more points than the other, and the exempt."""
        yield from (line.values[1] for line in played.lines["exempt"])
        for line in [] if self.tarot else played.lines["result"]:
            (one, other), (a, b) = self.sides(played.seats[line.values[1]]), line.values[2:]
            if a != b and line.named.get("how") not in ("half", "average"):
                yield from one if a > b else other

    def ranking(self, played: Round) -> None:
        lines = played.all("ranking")
        if not played.closed and lines:
            self.found(lines[0], "closed", "A round that is not closed has no ranking.")
        if not played.closed or self.rests_on("result"):
            return
        due = self.standing(played.number)
        for line in lines:
            _, place, unit, total = line.values
            rights = due.get(unit, (0, 0, 0))
            won = line.number("wins", -1 if self.set["ranking"] == "wins" else rights[2])
            for what, told, right in zip(FIGURES, (place, total, won), rights, strict=True):
                if told != right and unit in due:
                    self.found(line, what, f"The {what} of {unit}: {right}, not {told}.")
        if wrong := sorted(set(due) ^ {line.values[2] for line in lines}):
            self.found(played.line, "ranking", f"{wrong} are missing, or have not played.")
        if any(before.values[1:3] > line.values[1:3] for before, line in pairwise(lines)):
            self.found(
                lines[0], "order", "Those of a ranking stand in order of place, number."
            )

    def prizes(self) -> None:
        """The grid is shared by place; labels but those of the règlement are free."""
        standing, grid = self.standing(len(self.rounds)), [*map(int, self.set["grid"].split())]
        things = self.set.get("in_kind", "").split(" ; ")
        due: dict[tuple[str, int], tuple[int, str]] = {}
        sharing = Counter(place for place, _, _ in standing.values())
        for unit, (place, _, _) in standing.items():
            filled = slice(place - 1, place - 1 + sharing[place])
            share = (
                sum(grid[filled]) // sharing[place],
                " ; ".join(filter(None, things[filled])),
            )
            if share != (0, ""):
                due[str(place), unit] = share
        rest = set(standing) - {unit for _, unit in due}
        if int(self.set["last_two"]) and rest:
            counted = [played for played in self.rounds if played.closed]
            counted = [*takewhile(lambda played: not played.line.number("final"), counted)]
            closed = [played.marks for played in counted[-2:]]
            marks = {unit: sum(marks[unit] for marks in closed) for unit in rest}
            best = [unit for unit in rest if marks[unit] == max(marks.values())]
            due |= {
                ("last_two", unit): (int(self.set["last_two"]) // len(best), "")
                for unit in best
            }
            rest -= {*best}
        if int(self.set["everyone"]):
            due |= {("everyone", unit): (int(self.set["everyone"]), "") for unit in rest}
        for line in self.lines["prize"]:
            label, unit, given = line.values
            right = due.pop((label, unit), (0, ""))
            is_known = label.isdecimal() or label in ("last_two", "everyone")
            if is_known and right != (given, line.named.get("text", "")):
                self.found(line, "prize", f"The prize {label} of {unit} is {right}.")
        for (label, unit), share in due.items():
            self.found(
                self.lines["end"][0], "prize", f"{label} of {unit} is missing: {share}."
            )


def parsed(at: int, keyword: str, text: str) -> Line | None:
    """Return a line with its fields, numbers where they are; None if it is not so written."""
    kinds = LINES.get(keyword, "")
    pattern = keyword + "".join(rf"\t{KINDS[kind]}" for kind in kinds) + NAMED_FIELDS
    if keyword not in LINES or not (match := re.fullmatch(pattern, text)):
        return None
    values: list[str | int] = []
    for kind, value in zip(kinds, match.groups(), strict=False):
        values += map(int, value.split("\t")) if kind in "niNI" else [value]
    fields = [field.partition("=")[::2] for field in match.groups()[-1].split("\t")[1:]]
    named = dict(fields)
    wrong = any(not re.fullmatch(NAMED.get(name, ".*"), named[name]) for name in named)
    if wrong or len(named) < len(fields) or (keyword == "round" and not named.keys() >= ROUND):
        return None
    return Line(at, tuple(values), named)


def pair(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)


def pairs(plan: Iterable[Tables]) -> Iterator[Pair]:
    for tables in plan:
        for table in tables:
            yield from combinations(sorted(table), 2)


def dealt(
    past: Past,
    plan: list[Tables],
    units: list[int],
    sizes: list[int],
    rounds: int,
    rng: random.Random,
) -> Iterator[Tables]:
    """Yield rounds at random after a plan, at odd tables those who were there least."""
    odd = past.odd + Counter(unit for tables in plan for unit in past.at_odd(tables))
    first = sum(size for size in sizes if size != past.usual)
    for _ in range(rounds):
        order = sorted(rng.sample(units, len(units)), key=lambda unit: odd[unit])
        odd.update(order[:first])
        seats = iter(order[:first] + rng.sample(order[first:], len(order) - first))
        yield [[next(seats) for _ in range(size)] for size in sizes]


def exchanges(
    past: Past, plan: list[Tables], rounds: int, limit: int
) -> Iterator[list[Tables]]:
    """Yield the best plan below the limit, if there is one: seats are exchanged (annealing).

    Odd tables stay as evenly spread as in the plan that is given.

    The first start is the plan itself, and rounds dealt after it; later ones are all dealt.
    """
    rng, left = random.Random(limit), MOVES if limit else 0
    best: list[Tables] = []
    uneven = 0
    units = sorted(unit for table in plan[0] for unit in table)
    sizes = sorted(map(len, plan[0]), key=lambda size: size == past.usual)
    while left > 0:
        plan = [[table[:] for table in tables] for tables in plan]
        plan += dealt(past, plan, units, sizes, rounds - len(plan), rng)
        uneven = uneven or past.uneven(plan)
        now = {a: {b: past.met[pair(a, b)] for b in units} for a in units}
        for a, b in (p for tables in plan for t in tables for p in combinations(t, 2)):
            now[a][b] = now[b][a] = now[a][b] + 1
        cost, steps = past.repeats(plan), min(left, MOVES // 3)
        for step in range(steps):
            if cost < limit:
                limit, best = cost, [[table[:] for table in tables] for tables in plan]
            one, two = rng.sample(plan[int(rng.random() * rounds)] + [[]], 2)
            if not one or not two:
                continue
            i, j = int(rng.random() * len(one)), int(rng.random() * len(two))
            a, b = one[i], two[j]
            of_a, of_b = now[a], now[b]
            change = sum(of_b[x] - of_a[x] + 1 for x in one if x != a)
            change += sum(of_a[y] - of_b[y] + 1 for y in two if y != b)
            if change > 0 and rng.random() >= math.exp(-change * (1.2 + 4 * step / steps)):
                continue
            one[i], two[j] = b, a
            if len(one) != len(two) and (past.unfair(plan) or past.uneven(plan) > uneven):
                one[i], two[j] = a, b
                continue
            for table, came, gone in ((one, b, a), (two, a, b)):
                for other in (other for other in table if other != came):
                    now[came][other] = now[other][came] = now[came][other] + 1
                    now[gone][other] = now[other][gone] = now[gone][other] - 1
            cost += change
        left, plan = (left - steps if limit else 0), []
    if best:
        yield best


def pairings(past: Past, tables: Tables, limit: int) -> Iterator[list[Tables]]:
    """Yield a round of teams with fewer repetitions than the limit, if there is one.

    With an odd number somebody meets 0, who waits; only those may who keep exemptions fair.
    """
    met, teams = past.met.copy(), sorted(team for table in tables for team in table)
    often = max((past.odd[team] for team in past.at_odd(tables)), default=0)
    for team in teams if len(teams) % 2 else ():
        fair = past.odd[team] <= often and not past.unfair([[[team]]])
        met[0, team] = 0 if fair else FORBIDDEN
    dead: set[tuple[int, ...]] = set()

    def rest_of(units: tuple[int, ...], budget: int) -> Tables | None:
        if not units:
            return []
        for other in sorted(units[1:], key=lambda unit: met[units[0], unit]):
            rest = tuple(unit for unit in units[1:] if unit != other)
            left = budget - met[units[0], other]
            if left < 0 or len(dead) > NODES:
                break
            if (left, *rest) not in dead:
                if (tables := rest_of(rest, left)) is not None:
                    return [[unit for unit in (units[0], other) if unit], *tables]
                dead.add((left, *rest))
        return None

    found = rest_of((*([0] * (len(teams) % 2)), *teams), limit - 1) if limit else None
    if found is not None:
        yield [found]


def check(data: bytes) -> list[Finding]:
    """Return what is found in a file, in the order of its lines; may raise `Unreadable`."""
    return Checker(data).findings


def main(arguments: Sequence[str]) -> int:
    """Print the findings of a file; return the exit status."""
    names = [argument for argument in arguments if argument != "--json"] or ["?"]
    try:
        with open(names[0], "rb") as file:
            findings = check(file.read())
    except (OSError, Unreadable) as error:
        print(error, file=sys.stderr)
        return 2
    if names != [*arguments]:
        print(json.dumps([finding._asdict() for finding in findings], ensure_ascii=False))
    else:
        for finding in findings:
            print(f"{names[0]}:{finding.line}: {finding.code}: {finding.sentence}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
