"""Play random evenings of tournaments through the service, and let the checker judge the file
of each; print those in which it finds something.

    .venv/bin/python tests/tournaments/simulation/simulated_tournaments.py --evenings 5000

An evening follows from its seed: ``--seed SEED --evenings 1`` plays it again, ``--file``
prints its file.
"""

import argparse
import multiprocessing
import os
import sys
import tempfile
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

import check_tournament as checker  # noqa: E402

from scorekeeper.sheets.service.access import SheetRepository  # noqa: E402
from scorekeeper.streams.sqlite import connection  # noqa: E402
from scorekeeper.streams.sqlite.driver import open_sqlite  # noqa: E402
from scorekeeper.tournaments.formats import tournament_file  # noqa: E402
from scorekeeper.tournaments.next_round import draw_request, drawn, fingerprint, seated_order  # noqa: E402
from scorekeeper.tournaments.people import NewPerson, attend, keep_apart, register  # noqa: E402
from scorekeeper.tournaments.prizes import prizes  # noqa: E402
from scorekeeper.tournaments.regulations import MELEE, PRESETS  # noqa: E402
from scorekeeper.tournaments.rounds import (  # noqa: E402
    add_penalty,
    close,
    publish,
    publish_by_hand,
    record_slip,
    remove_penalty,
    reseat,
)
from scorekeeper.tournaments.service.access import TournamentRepository, announce  # noqa: E402
from scorekeeper.tournaments.service.tables import set_clock  # noqa: E402
from scorekeeper.tournaments.service.tokens import Role  # noqa: E402
from scorekeeper.tournaments.tournament import Result  # noqa: E402

FIRST_NAMES = ("Anne", "Bruno", "Chloé", "Denis", "Élise", "Farid", "Gaëlle", "Hugo", "Inès")


class Evening:
    """One evening, drawn from its seed and played as an organizer would."""

    def __init__(self, repository, seed, presets=tuple(PRESETS)):
        self.rng = rng = Random(seed)
        self.seed, self.clocks = seed, Random(f"clocks {seed}")
        self.preset = rng.choice(presets)
        self.belote, self.melee = "belote" in self.preset, self.preset == MELEE
        self.teams = not self.melee and self.preset != "tarot_libre"
        rounds, deals = rng.randint(2, 6), rng.choice((4, 5, 10, 12))
        self.fields = {"rounds": rounds, "deals": deals, "tie": rng.choice(TIES)}
        if self.belote:
            self.fields |= {"exempt_points": 81 * deals, "forfeit_points": 162 * deals}
            self.fields |= {"draw": rng.choice(("random", "ranking", "ranking"))}
            self.fields |= {"capot": rng.choice((252, 162))}
            if self.melee:
                self.fields |= {"ranking": rng.choice(("points", "wins"))}
            if rng.random() < 0.15:
                self.fields |= {"deals": 0, "target": 1000, "forfeit_points": 1000}
        else:
            self.fields |= {"draw": rng.choice(("random", "random", "ranking", "fft"))}
            self.fields |= {"odd_tables": rng.choice(("three", "three", "five"))}
        grid = sorted((rng.randrange(0, 9000) for _ in range(rng.randrange(8))), reverse=True)
        self.fields |= {"entry": 1000, "grid": " ".join(map(str, grid))}
        self.fields |= {"everyone": rng.choice((0, 0, 300)), "last_two": rng.choice((0, 1001))}
        most = rng.choices((16, 40, 100, 400), (40, 45, 13, 2))[0]
        self.number = rng.randint(8, most) // (2 if self.teams else 1)
        token = announce(
            repository,
            title=f"Soirée {seed}",
            date="2026-11-21",
            place="",
            game=rng.choice(PRESETS[self.preset].games),
            preset=self.preset,
            fields={name: str(value) for name, value in self.fields.items()},
        )
        self.desk = repository.access(token, Role)

    @property
    def tournament(self):
        return self.desk.tournament

    def chance(self, probability):
        return self.rng.random() < probability

    def play(self):
        """Play all rounds; the text of the file."""
        self.arrive(self.number)
        people = len(self.tournament.team_of)
        for _ in range(self.rng.choice((0, 0, 0, 1, 2))):
            pair = self.rng.sample(range(1, people + 1), 2)
            self.desk.record("apart", keep_apart, [pair], True)
        for number in range(1, self.fields["rounds"] + 1):
            self.come_and_go(number)
            self.publish(number)
            if self.chance(0.2):
                self.mend(number)
            self.shorten(number)
            for table in range(1, len(self.tournament.rounds[-1].tables) + 1):
                self.slip(number, table)
            if self.chance(0.3):
                self.fault(number)
            if number == self.fields["rounds"] and self.chance(0.1):
                break
            self.desk.record("closed", close, number)
            if self.chance(0.2):
                self.correct(self.rng.randint(1, number))
        return self.file()

    def file(self):
        text = tournament_file.write(self.tournament)
        if self.tournament.is_over and "\nprize\t" not in text:
            lines = (
                f"prize\t{p.label}\t{p.who}\t{p.cents}\n" for p in prizes(self.tournament)
            )
            text = text.removesuffix("end\n") + "".join(lines) + "end\n"
        return text

    def arrive(self, number):
        """Register so many players, or teams, who are here with that."""
        new = [
            NewPerson(
                f"{self.rng.choice(FIRST_NAMES)} {self.rng.choice('BCDFGLMPRT')}.",
                club=self.rng.choice(("", "", "Saint-Aubin", "Coutances")),
                team=-1 - place if self.teams else 0,
            )
            for place in range(number)
            for _ in range(2 if self.teams else 1)
        ]
        self.desk.record("enrolled", register, new, True)

    def units(self):
        """Return those who come and go together: teams, or players alone."""
        if self.teams:
            return list(self.tournament.teams.values())
        return [(number,) for number in range(1, len(self.tournament.team_of) + 1)]

    def come_and_go(self, number):
        """Some come late, some leave, some are back; enough stay."""
        if number > 1 and self.chance(0.25) and len(self.tournament.team_of) < 390:
            self.arrive(self.rng.randint(1, 3))
        here = [unit for unit in self.units() if unit[0] in self.tournament.here]
        gone = [unit for unit in self.units() if unit[0] not in self.tournament.here]
        least = 4 if self.teams else 8
        if self.chance(0.25) and len(here) > least:
            for unit in self.rng.sample(here, min(self.rng.randint(1, 3), len(here) - least)):
                self.desk.record("attending", attend, unit, False)
        if gone and self.chance(0.5):
            self.desk.record("attending", attend, self.rng.choice(gone), True)

    def publish(self, number):
        """Publish the round: drawn, by hand, or the final."""
        final = number == self.fields["rounds"] and number > 1 and self.chance(0.3)
        order = seated_order(self.tournament) if number > 1 else {}
        if self.preset == "tarot_libre" and final:
            best = sorted((p for p in self.tournament.here if p in order), key=order.get)
            tables = self.rng.choice([t for t in (3, 4, 5) if 4 * t <= len(best)] or [0])
            if tables:
                seats = [best[k : 4 * tables : tables] for k in range(tables)]
                return self.desk.record("published", publish_by_hand, number, seats, (), True)
        if self.belote and self.chance(0.05):
            teams = self.rng.sample(self.tournament.entrants, len(self.tournament.entrants))
            size = self.tournament.regulations.seats
            whole = len(teams) // size * size
            tables = [teams[k : k + size] for k in range(0, whole, size)]
            exempt = teams[whole:]
            return self.desk.record("published", publish_by_hand, number, tables, exempt)
        kind = "random" if self.chance(0.1) else ""
        seed = self.rng.randrange(2**31)
        asked = draw_request(self.tournament, seed, kind)
        began = time.perf_counter()
        drawn(asked)
        self.slowest = max(getattr(self, "slowest", 0), time.perf_counter() - began)
        return self.desk.record("published", publish, seed, kind, fingerprint(asked))

    def mend(self, number):
        """Somebody comes, or leaves, once the seats are published."""
        published = self.tournament.rounds[-1]
        tables, exempt = [list(table) for table in published.tables], list(published.exempt)
        if self.melee and exempt:
            self.arrive(1)
            exempt.append(len(self.tournament.team_of))
            if len(exempt) == 4:
                tables, exempt = [*tables, exempt], []
        elif self.belote and exempt:
            self.arrive(1)
            tables.append([exempt.pop(), max(self.tournament.teams)])
        elif self.preset == "tarot_libre":
            odd = [table for table in tables if len(table) == 3]
            if odd:
                self.arrive(1)
                odd[0].append(len(self.tournament.team_of))
            else:
                leaver = tables[-1].pop()
                self.desk.record("attending", attend, [leaver], False)
        else:
            one, two = self.rng.sample(range(len(tables)), 2)
            if self.belote:
                tables[one][0], tables[two][0] = tables[two][0], tables[one][0]
            else:
                return
        self.desk.record("reseated", reseat, number, tables, exempt, self.tournament)

    def shorten(self, number):
        """Sometimes the round has fewer deals than the regulations."""
        deals, clock = self.tournament.regulations.deals, self.tournament.rounds[-1].clock
        if deals and self.clocks.random() < 0.2:
            shorter = clock._replace(deals=self.clocks.randrange(1, deals))
            set_clock(self.desk, number, lambda _: shorter, clock.stamp)

    def result(self, played, table):
        """A random result of a table in a round, with the sum that it must have; often equal
        to others."""
        rng, seats = self.rng, len(played.tables[table - 1])
        shortened = played.clock.deals
        how = rng.choices(("played", "forfeit", "average", "half"), (94, 2, 2, 2))[0]
        if not self.belote:
            points = [rng.choice((-30, -10, 0, 10, 20, 150)) for _ in range(seats - 1)]
            points = [*points, -sum(points)] if how == "played" else [0] * seats
            deals = shortened if how == "played" else 0
            return Result(tuple(rng.sample(points, seats)), deals=deals, how=how)
        regulations = self.tournament.regulations
        if how == "forfeit":
            return Result(tuple(rng.sample((regulations.forfeit_points, 0), 2)), how=how)
        if how == "half":
            half = 81 * shortened or regulations.half
            return Result((half, half), deals=shortened, how=how)
        belotes, capots = rng.randint(0, 3), rng.choice((0, 0, 0, 1))
        extra, deals = rng.choice((0, 0, 100)), rng.choice((0, 0, 0, 0, 7)) or shortened
        total = regulations.deck(deals or regulations.deals, belotes, capots) + extra
        if not regulations.deals:
            deals, total = 0, rng.randint(1000, 1900)
        one = min(rng.choice((total // 2, rng.randrange(0, total, 50))), total)
        return Result((one, total - one), belotes, capots, extra, deals, how)

    def slip(self, number, table):
        """Type the slip of a table, sometimes twice, sometimes wrong at first."""
        played = self.tournament.rounds[number - 1]
        right = self.result(played, table)
        if self.chance(0.03):
            self.desk.record("slip", record_slip, number, table, self.result(played, table))
        for _ in range(2 if self.chance(0.05) else 1):
            self.type(number, table, right)

    def type(self, number, table, result):
        known = self.tournament.rounds[number - 1].slips.get(table)
        seen = known.seq if known else 0
        self.desk.record("slip", record_slip, number, table, result, seen)

    def fault(self, number):
        who = self.rng.choice(self.tournament.ranked)
        points = 162 if self.belote else self.rng.choice((-100, -200))
        self.desk.record("fined", add_penalty, number, who, points, "renonce")
        if self.chance(0.2):
            last = self.tournament.rounds[-1].penalties[-1]
            self.desk.record("unfined", remove_penalty, last.entry)

    def correct(self, number):
        """Correct a result of a closed round; its ranking may be published again."""
        played = self.tournament.rounds[number - 1]
        table = self.rng.randint(1, len(played.tables))
        result = self.result(played, table)
        self.type(number, table, result._replace(reason="erreur de saisie"))
        if self.chance(0.5):
            self.desk.record("closed", close, number)


TIES = ("shared", "shared", "last_round", "first_round", "best_round")


@contextmanager
def repository():
    """The tournaments of a new installation, which does not wait for the disk."""
    with tempfile.TemporaryDirectory() as folder:
        before = connection.SETTINGS["synchronous"]
        connection.SETTINGS["synchronous"] = ("OFF", 0)
        journal = open_sqlite(Path(folder) / "journal.sqlite3")
        try:
            yield TournamentRepository(SheetRepository(lambda: journal, lambda: b"secret"))
        finally:
            journal.close()
            connection.SETTINGS["synchronous"] = before


def judged(repository, seed, presets=tuple(PRESETS)):
    """Play an evening; what the checker finds in its file, and the file."""
    text = Evening(repository, seed, presets).play()
    return checker.check(text.encode()), text


def run(seeds, presets, until, results):
    with repository() as tournaments:
        for seed in seeds:
            if time.time() > until:
                break
            try:
                found = judged(tournaments, seed, presets)[0]
            except Exception as error:
                found = [checker.Finding(0, type(error).__name__, repr(error))]
            results.put((seed, found))
    results.put(None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--evenings", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0, help="of the first evening")
    parser.add_argument("--preset", nargs="+", choices=PRESETS, default=list(PRESETS))
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=1e9, help="to begin evenings in")
    parser.add_argument("--file", action="store_true", help="print the file of one evening")
    options = parser.parse_args()
    if options.file:
        with repository() as tournaments:
            print(judged(tournaments, options.seed, options.preset)[1], end="")
        return 0
    until = time.time() + options.seconds
    spawn, began = multiprocessing.get_context("spawn"), time.perf_counter()
    results, last = spawn.Queue(), options.seed + options.evenings
    for first in range(options.seed, options.seed + options.processes):
        seeds = range(first, last, options.processes)
        spawn.Process(target=run, args=(seeds, options.preset, until, results)).start()
    played, differing, left, codes = 0, 0, options.processes, Counter()
    while left:
        if (judgment := results.get()) is None:
            left -= 1
            continue
        played += 1
        seed, found = judgment
        differing += bool(found)
        codes.update({finding.code for finding in found})
        for finding in found[:3]:
            print(
                f"seed {seed}: line {finding.line}: {finding.code}: {finding.sentence[:300]}"
            )
        if played % 500 == 0:
            print(f"{played} evenings, {time.perf_counter() - began:.0f} s", flush=True)
    print(
        f"{played} evenings, seeds {options.seed} to {last - 1}, {differing} differences",
        end="",
    )
    print(
        f", {time.perf_counter() - began:.0f} s", *(f"{n} {code}" for code, n in codes.items())
    )
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
