"""What people do at an evening of a tournament, drawn from a seed.

A *desk* carries it out: it has the ``tournament`` as it is now, and ``record(kind, decision,
*arguments)``. There is one of the decisions alone (:mod:`decided`), one of the store (the
access of an organizer), and one of the pages (:mod:`simulated_room`).
"""

from functools import cache
from random import Random

from decided import decided

from scorekeeper.streams.events import Event
from scorekeeper.tournaments.clock import Clock
from scorekeeper.tournaments.draw import DrawResult
from scorekeeper.tournaments.formats.tournament_reader import folded
from scorekeeper.tournaments.next_round import best_here, draw_request, fingerprint
from scorekeeper.tournaments.people import NewPerson, attend, keep_apart, register, set_ranked
from scorekeeper.tournaments.ranking import ranking
from scorekeeper.tournaments.regulations import MELEE, PRESETS
from scorekeeper.tournaments.round import Slip, TableResult
from scorekeeper.tournaments.rounds import (
    add_penalty,
    close,
    publish,
    publish_by_hand,
    publish_final,
    record_slip,
    remove_penalty,
    reseat,
    set_clock,
)

NAMES = ("Anne", "Zoé Le Gall", "D'Hondt", "Иван", "=x=", "a=b", "#1", "Jean Paul", "🂡")
CLUBS = ("", "", "TC", "Saint-Aubin", "A1=2")
TIES = ("shared", "shared", "last_round", "first_round", "best_round")
TIMES = ("", "2026-11-23T20:00:00+00:00", "2026-11-23T23:59:59+00:00")


class Evening:
    """One evening, as an organizer and his helpers play it.

    :param open_desk: called with what announces the tournament; its desk.
    :param most: people at the start; drawn, up to 400, without.
    :param rounds: so many are played whole; drawn, perhaps in part, without.
    """

    def __init__(self, seed, open_desk, presets=tuple(PRESETS), most=0, rounds=0, deals=0):
        self.random = random = Random(seed)
        self.preset = random.choice(presets)
        self.belote, self.melee = "belote" in self.preset, self.preset == MELEE
        self.teams = PRESETS[self.preset].regulations.ranks_teams
        self.is_whole = bool(rounds)
        self.last = rounds or random.randint(2, 6)
        """The number of the last round."""
        self.results = {}
        """The points of each table of each round, as they were recorded last."""
        most = most or random.choices((16, 40, 100, 400), (40, 45, 13, 2))[0]
        self.number = random.randint(8, most) // (2 if self.teams else 1)
        self.draw = ()
        """What makes the draws, in the place of the search."""
        self.later = Random(seed + 1)
        """Decides what was added later, so that the rest of an evening stays the same."""
        fields = self.fields(deals or random.choice((4, 5, 10, 12)))
        self.desk = open_desk(
            title="Tournoi = d'hiver",
            date="2026-11-23",
            place=random.choice(("", "Salle des fêtes")),
            game=random.choice(PRESETS[self.preset].games),
            preset=self.preset,
            fields={name: str(value) for name, value in fields.items()},
        )

    def fields(self, deals):
        """Regulations of rounds of so many deals."""
        random = self.random
        fields = {"rounds": self.last, "deals": deals, "tie": random.choice(TIES)}
        if self.belote:
            fields |= {"exempt_points": 81 * deals, "forfeit_points": 162 * deals}
            fields |= {"draw": random.choice(("random", "ranking", "ranking"))}
            fields |= {"capot": random.choice((252, 162))}
            if self.melee:
                fields |= {"ranking": random.choice(("points", "wins"))}
            if deals > 3 and self.chance(0.15):
                fields |= {"deals": 0, "target": 1000, "forfeit_points": 1000}
        else:
            fields |= {"draw": random.choice(("random", "random", "ranking", "fft"))}
            fields |= {"odd_tables": random.choice(("three", "three", "five"))}
        grid = sorted(random.sample(range(9000), random.randrange(8)), reverse=True)
        fields |= {"entry": 1000, "grid": " ".join(map(str, grid))}
        if sum(grid) % 5 == 1:
            fields |= {"in_kind": "un jambon ;  ; du vin ; un <panier>"}
        fields |= {"everyone": random.choice((0, 0, 300))}
        fields |= {"ranked_from": self.later.choice((0, 0, 1, 2, 5))}
        return fields | {"last_two": random.choice((0, 1001))}

    @property
    def tournament(self):
        """The tournament as it is now."""
        return self.desk.tournament

    def chance(self, probability):
        """True as often as that."""
        return self.random.random() < probability

    def play(self):
        """Play it; the tournament."""
        self.arrive(self.number)
        people = len(self.tournament.team_of)
        for _ in range(self.random.choice((0, 0, 0, 1, 2))):
            pair = self.random.sample(range(1, people + 1), 2)
            one, other = (self.tournament.team_of[n - 1] for n in pair)
            if not 0 < one == other:
                self.desk.record("apart", keep_apart, [pair], True)
        for _ in range(self.later.choice((0, 0, 1, 2))):
            number = self.later.randint(1, people)
            self.desk.record("unranked", set_ranked, number, False, "hors concours")
        ends_early = not self.is_whole and self.chance(0.2)
        last = self.random.randint(0, self.last) if ends_early else self.last
        for number in range(1, last + 1):
            self.come_and_go(number)
            self.publish(number)
            if self.chance(0.2):
                self.mend(number)
            if self.chance(0.3):
                self.change_clock(number)
            tables = range(1, len(self.tournament.rounds[-1].tables) + 1)
            if ends_early and number == last:
                self.slips(number, self.random.sample(tables, len(tables) // 2))
                break
            self.slips(number, tables)
            if self.chance(0.3):
                self.fault(number)
            self.desk.record("closed", close, number)
            if self.chance(0.2):
                self.correct(self.random.randint(1, number))
        return self.tournament

    def arrive(self, number):
        """Register so many players, or teams, who are here with that."""
        new = [
            NewPerson(
                f"{self.random.choice(NAMES)} {self.random.randint(1, 99)}",
                licence=self.random.choice(("", "12345")),
                club=self.random.choice(CLUBS),
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
            self.arrive(self.random.randint(1, 3))
        here = [unit for unit in self.units() if unit[0] in self.tournament.here]
        gone = [unit for unit in self.units() if unit[0] not in self.tournament.here]
        spare = len(here) - (4 if self.teams else 8)
        if self.chance(0.25) and spare > 0:
            for unit in self.random.sample(here, min(self.random.randint(1, 3), spare)):
                self.desk.record("attending", attend, unit, False)
        if gone and self.chance(0.5):
            self.desk.record("attending", attend, self.random.choice(gone), True)

    def publish(self, number):
        """Publish the round: drawn, by hand, or the final."""
        random = self.random
        final = number == self.last and number > 1 and self.chance(0.3)
        if self.preset == "tarot_libre" and final:
            most = min(len(best_here(self.tournament)), len(self.tournament.here) - 1)
            tables = random.choice([t for t in (3, 4, 5) if 4 * t <= most] or [0])
            tables = 2 if most >= 8 and self.later.random() < 0.3 else tables
            others = len(self.tournament.here) - 4 * tables
            seed = self.later.randrange(1, 2**31) if self.later.random() < 0.7 else None
            if tables:
                final = 4 * tables, seed if others > 2 else None, None, *self.draw
                self.desk.record("published", publish_final, number, *final)
                return
        if self.belote and self.chance(0.05):
            size = self.tournament.regulations.seats
            seats = any_seats(random, self.tournament.entrants, size, may_exempt=True)
            self.desk.record("published", publish_by_hand, number, *seats)
            return
        kind, seed = "random" if self.chance(0.1) else "", random.randrange(1, 2**31)
        seen = fingerprint(draw_request(self.tournament, seed, kind))
        self.desk.record("published", publish, number, seed, kind, seen, *self.draw)

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
        elif self.belote:
            one, two = self.random.sample(range(len(tables)), 2)
            tables[one][0], tables[two][0] = tables[two][0], tables[one][0]
        else:
            return
        self.desk.record("reseated", reseat, number, tables, exempt, self.tournament)

    def change_clock(self, number):
        """Start the clock of a round, or give it fewer deals than the regulations."""
        deals, clock = self.tournament.regulations.deals, self.tournament.rounds[-1].clock
        changed = clock._replace(
            started=self.random.choice(TIMES),
            ends=self.random.choice(TIMES),
            is_last=self.chance(0.2),
        )
        if deals and self.chance(0.6):
            changed = clock._replace(deals=self.random.randrange(1, deals))
        self.desk.record("timed", set_clock, number, lambda _: changed, clock.stamp)

    def slips(self, number, tables):
        """Type the slips of these tables."""
        for table in tables:
            self.slip(number, table)

    def result(self, played, table):
        """A random result of a table in a round, with the sum that it must have; often equal
        to others."""
        random, sides = self.random, len(self.tournament.sides(played.tables[table - 1]))
        shortened = played.clock.deals
        how = random.choices(("played", "forfeit", "average", "half"), (94, 2, 2, 2))[0]
        if not self.belote:
            points = [random.choice((-30, -10, 0, 10, 20, 150)) for _ in range(sides - 1)]
            points = [*points, -sum(points)] if how == "played" else [0] * sides
            deals = shortened if how in ("played", "half") else 0
            return TableResult(tuple(random.sample(points, sides)), deals=deals, how=how)
        regulations = self.tournament.regulations
        if how == "forfeit":
            return TableResult(
                tuple(random.sample((regulations.forfeit_points, 0), 2)), how=how
            )
        if how == "half":
            half = 81 * shortened or regulations.half
            return TableResult((half, half), deals=shortened, how=how)
        belotes, capots = random.randint(0, 3), random.choice((0, 0, 0, 1))
        extra, deals = random.choice((0, 0, 100)), random.choice((0, 0, 0, 0, 7)) or shortened
        total = regulations.deck(deals or regulations.deals, belotes, capots) + extra
        if not regulations.deals:
            deals, total = 0, random.randint(1000, 1900)
        one = min(random.choice((total // 2, random.randrange(0, total, 50))), total)
        return TableResult((one, total - one), belotes, capots, extra, deals, how)

    def slip(self, number, table):
        """Type the slip of a table, sometimes twice, sometimes wrong at first."""
        played = self.tournament.rounds[number - 1]
        right = self.result(played, table)
        if self.chance(0.03):
            self.type(number, table, self.result(played, table))
        for _ in range(2 if self.chance(0.05) else 1):
            self.type(number, table, right)

    def type(self, number, table, result):
        """Type a slip, knowing what was typed before."""
        known = self.tournament.rounds[number - 1].slips.get(table)
        self.results[number, table] = result.points
        self.desk.record("slip", record_slip, number, table, result, known.seq if known else 0)

    def fault(self, number):
        """Note a penalty, and sometimes take it back."""
        who = self.random.choice(self.tournament.ranked)
        points = 162 if self.belote else self.random.choice((-100, -200))
        reason = self.random.choice(("renonce", "retard = 10 min"))
        self.desk.record("fined", add_penalty, number, who, points, reason)
        if self.chance(0.2) and (noted := self.tournament.rounds[-1].penalties):
            self.desk.record("unfined", remove_penalty, noted[-1].entry)

    def correct(self, number):
        """Correct a result of a closed round; its ranking may be published again."""
        played = self.tournament.rounds[number - 1]
        table = self.random.randint(1, len(played.tables))
        result = self.result(played, table)
        self.type(number, table, result._replace(reason="erreur de saisie"))
        if self.chance(0.5):
            self.desk.record("closed", close, number)

    def changed_results(self):
        """The results that are not as they were recorded last."""
        rounds = self.tournament.rounds
        found = {
            place: rounds[place[0] - 1].slips[place[1]].result.points for place in self.results
        }
        return {place: both for place, both in found.items() if both != self.results[place]}


def any_seats(random, entrants, size, may_exempt):
    """Return tables of so many at random, and who is exempt; where nobody may be, there are
    tables of three and five."""
    entrants = random.sample(entrants, len(entrants))
    tables = [entrants[n : n + size] for n in range(0, len(entrants), size)]
    if len(tables[-1]) == size:
        return tables, []
    *tables, rest = tables
    if may_exempt:
        return tables, rest
    if len(rest) == 1:
        return [*tables[:-1], tables[-1] + rest], []
    if len(rest) == 2:
        rest.append(tables[-1].pop())
    return [*tables, rest], []


def any_draw(wanted):
    random = Random(wanted.seed)
    tables, exempt = any_seats(random, wanted.entrants, wanted.size, wanted.odd == "exempt")
    repeats, is_forced = random.randint(0, 9), random.random() < 0.2
    return DrawResult(tables, exempt, repeats, is_forced, kind=wanted.kind)


@cache
def decided_evening(seed, most=21, presets=tuple(PRESETS)):
    """The tournament after a small evening by decisions alone, with any seats in the place of
    those that are searched for, which takes longest. Somebody may be erased from it."""
    evening = Evening(seed, decided, presets, most)
    evening.draw = (any_draw,)
    evening.play()
    if evening.chance(0.4):
        evening.desk.erase(evening.random.randrange(len(evening.tournament.team_of)) + 1)
    return evening.tournament


def comparable(tournament):
    """A tournament as its file tells it, without what counts events or is of one machine;
    penalties in the order of the file."""
    rounds = tuple(
        round._replace(
            repeats=tournament.repeats_at(round.number, round.tables),
            slips={n: Slip(slip.result, 0, slip.typed) for n, slip in round.slips.items()},
            clock=Clock(deals=round.clock.deals) if round.is_closed else round.clock,
            published=None,
            finalists=round.finalists & round.seated,
            penalties=penalties_in_file(round),
        )
        for round in tournament.rounds
    )
    unranked = {
        number: reason if tournament.person(number).name else ""
        for number, reason in tournament.unranked.items()
    }
    bare = tournament._replace(unranked=unranked, unranked_published={})
    return bare._replace(rounds=rounds, room="", version=0, hash=b"", shown="")


def penalties_in_file(round):
    """The penalties of a round; of one with a consolante those of the final first."""
    bare = [penalty._replace(entry=0) for penalty in round.penalties]
    if round.consolation:
        bare.sort(key=lambda penalty: penalty.who not in round.finalists & round.seated)
    return tuple(bare)


FIRST = (
    *("Alain", "Anne", "Bernard", "Brigitte", "Catherine", "Chantal", "Christian", "Claude"),
    *("Colette", "Daniel", "Denise", "Didier", "Élisabeth", "Éric", "Évelyne", "Françoise"),
    *("Gérard", "Ghislaine", "Guy", "Hélène", "Jacques", "Jean-Claude", "Jean-Pierre", "Joël"),
    *("Josette", "Lucette", "Marc", "Marie-Claude", "Martine", "Michel", "Monique", "Nicole"),
    *("Odile", "Patrick", "Philippe", "René", "Simone", "Solange", "Thierry", "Yvette"),
)
LAST = (
    *("Aubert", "Barbier", "Benoît", "Blanchard", "Bouvier", "Caron", "Chevalier", "Collet"),
    *("Deschamps", "Dubois", "Dufour", "Faure", "Fontaine", "Gaillard", "Gauthier", "Girard"),
    *("Guérin", "Jacquet", "Lacroix", "Leclerc", "Lefebvre", "Lemoine", "Leroux", "Marchand"),
    *("Mercier", "Meunier", "Moreau", "Perrin", "Picard", "Renard", "Rousseau", "Vasseur"),
)


@cache
def tarot_evening(people, rounds):
    """A whole evening of Tarot: seats at random, bilans of five deals."""
    random = Random(1)
    names = [f"{first} {last}" for first in FIRST for last in LAST]
    title = {"names": ["Tournoi du jeudi"], "date": "2026-11-23", "place": "Salle des fêtes"}
    kinds = [("announced", {**title, "game": "tarot", "preset": "tarot_libre", "fields": {}})]
    texts = [text for name in random.sample(names, people) for text in (name, "", "")]
    enrolled = {"names": [*title["names"], *texts], "teams": [0] * people, "here": True}
    kinds.append(("enrolled", enrolled))
    evening = folded(kinds)

    def record(kind, body):
        nonlocal evening
        evening = evening.apply(Event(evening.version + 1, kind, body))

    for number in range(1, rounds + 1):
        seats = random.sample(range(1, people + 1), people)
        tables = [seats[n : n + 4] for n in range(0, people, 4)]
        seed = random.randrange(2**31)
        published = {"draw": "random", "seed": seed, "tables": tables, "exempt": []}
        record("published", {"round": number, **published, "repeats": 0})
        for table in range(1, len(tables) + 1):
            record("slip", {"round": number, "table": table, "points": bilans(random)})
        closed = evening.with_round(number, is_closed=True)
        lines = [list(line) for line in ranking(closed, number)]
        record("closed", {"round": number, "ranking": lines})
    return evening


def bilans(random):
    """The bilans of a table of four after five deals of garde and petite."""
    totals = [0, 0, 0, 0]
    for _ in range(5):
        margin = random.gauss(0, 14)
        value = (25 + round(abs(margin))) * random.choice([1, 2, 2, 4])
        taker = random.randrange(4)
        for seat in range(4):
            share = 3 * value if seat == taker else -value
            totals[seat] += share if margin > -3 else -share
    return totals
