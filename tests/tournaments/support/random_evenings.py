"""Random evenings as events: seats at random, latecomers, leavers, mended seats, clocks,
shortened rounds, corrections.

They break no rule of the file, and keep none of a draw.
"""

from random import Random

from scorekeeper.streams.events import Event
from scorekeeper.tournaments.formats.tournament_reader import folded
from scorekeeper.tournaments.ranking import ranking
from scorekeeper.tournaments.regulations import FIELDS, PRESETS
from scorekeeper.tournaments.tournament import Clock, Slip, from_announcement

TIMES = ("", "2026-11-23T20:00:00+00:00", "2026-11-23T23:59:59+00:00")
NAMES = ("Anne", "Zoé Le Gall", "D'Hondt", "Иван", "=x=", "a=b", "#1", "Jean Paul", "🂡")


class RandomEvening:
    """One evening, and the tournament after it.

    :param most: people or teams at the start.
    """

    def __init__(self, seed, most=21):
        self.random = random = Random(seed)
        self.preset = random.choice(list(PRESETS))
        regulations = PRESETS[self.preset].regulations
        self.has_sides, self.ranks_teams = regulations.has_sides, regulations.ranks_teams
        self.size = regulations.seats
        self.tournament, self.teams = None, 0
        announced = {
            "names": ["Tournoi = d'hiver"],
            "date": "2026-11-23",
            "place": random.choice(["", "Salle des fêtes"]),
            "game": random.choice(PRESETS[self.preset].games),
            "preset": self.preset,
            "fields": self.fields(),
        }
        self.add("announced", **announced)
        self.enrol(random.randint(8, most), here=random.random() < 0.8)
        for _ in range(random.randint(0, 5)):
            self.play(len(self.tournament.rounds) + 1)

    def add(self, kind, **body):
        seq = self.tournament.version + 1 if self.tournament else 1
        event = Event(seq, kind, body)
        self.tournament = (
            self.tournament.apply(event) if self.tournament else from_announcement(event)
        )

    def fields(self):
        random = self.random
        known = {
            field.name: random.choice([choice.value for choice in field.choices])
            for field in FIELDS
            if field.choices and field.is_asked(self.preset) and field.name != "ranking"
        }
        known["grid"] = " ".join(
            str(random.randint(0, 9000)) for _ in range(random.randint(0, 3))
        )
        if self.has_sides and known["draw"] == "fft":
            known["draw"] = "random"
        return known | {"entry": str(random.randint(0, 2000))}

    def enrol(self, count, here):
        teams = [0] * count
        if self.ranks_teams:
            teams = [self.teams + n // 2 + 1 for n in range(2 * count)]
            self.teams += count
        names = list(self.tournament.names) if self.tournament else []
        for _ in teams:
            names += [
                self.name(),
                self.random.choice(["", "A1=2"]),
                self.random.choice(["", "TC"]),
            ]
        self.add("enrolled", names=names, teams=teams, here=here)

    def name(self):
        return f"{self.random.choice(NAMES)} {self.random.randint(1, 99)}"

    def people(self):
        return range(1, len(self.tournament.team_of) + 1)

    def play(self, number):
        random = self.random
        if random.random() < 0.3:
            self.enrol(random.randint(1, 3), here=True)
        self.add(
            "attending",
            people=random.sample(self.people(), random.randint(0, 3)),
            here=random.random() < 0.4,
        )
        one, other = sorted(random.sample(self.people(), 2))
        self.add("apart", pairs=[[one, other]], apart=random.random() < 0.8)
        tables, exempt = self.seats()
        if not tables:
            return
        draw = random.choice(["fft", "random", "ranking", "manual"])
        self.add(
            "published",
            round=number,
            draw=draw,
            seed=0 if draw == "manual" else random.randint(0, 2**31 - 1),
            basis=random.randint(0, number - 1),
            tables=tables,
            exempt=exempt,
            repeats=random.randint(0, 9),
            forced=random.random() < 0.2,
            final=random.random() < 0.1,
        )
        if random.random() < 0.3:
            tables, exempt = self.seats()
            self.add(
                "reseated", round=number, tables=tables, exempt=exempt, repeats=3, reason=""
            )
        if random.random() < 0.4:
            self.add("timed", round=number, **self.clock()._asdict())
        is_whole = random.random() < 0.9
        for table in range(1, len(tables) + 1):
            if is_whole or random.random() < 0.5:
                self.slip(number, table)
        if is_whole:
            self.close(number)
        if random.random() < 0.5:
            who = random.choice(self.tournament.ranked)
            self.add("fined", round=number, who=who, points=-100, reason="retard = 10 min")
        if random.random() < 0.3:
            back = random.randint(1, number)
            self.slip(back, 1, reason="relue")
        if random.random() < 0.2:
            first = 3 * random.randrange(len(self.tournament.team_of)) + 1
            for name in range(first, first + 3):
                self.add("renamed", player=name, name="")

    def seats(self):
        entrants = list(self.tournament.entrants)
        self.random.shuffle(entrants)
        tables = [entrants[n : n + self.size] for n in range(0, len(entrants), self.size)]
        if self.has_sides:
            exempt = tables.pop() if tables and len(tables[-1]) < self.size else []
            return tables, exempt
        while tables and len(tables[-1]) < 3:
            tables.pop()
        return tables, []

    def clock(self):
        """A clock, of a round that was shortened or not."""
        random = self.random
        deals = random.choice([0, random.randint(1, self.tournament.regulations.deals)])
        return Clock(random.choice(TIMES), random.choice(TIMES), deals, random.random() < 0.2)

    def slip(self, number, table, reason=""):
        random, round = self.random, self.tournament.round(number)
        if not 0 < table <= len(round.tables):
            return
        sides = self.tournament.sides(round.tables[table - 1])
        points = [random.randint(-900, 900) for _ in sides]
        short = round.clock.deals
        body = {"points": points, "how": "played", "reason": reason, "deals": short}
        if self.has_sides:
            body |= {"belotes": random.randint(0, 4), "capots": random.randint(0, 2)}
            body |= {"extra": random.choice([0, -50, 300])}
            body |= {"deals": random.choice([short, 11])}
            body["how"] = random.choice(["played", "forfeit", "average", "half"])
        for _ in range(random.randint(1, 2)):
            self.add("slip", round=number, table=table, **body)

    def close(self, number):
        closed = self.tournament.with_round(number, is_closed=True)
        self.add(
            "closed", round=number, ranking=[list(one) for one in ranking(closed, number)]
        )


def comparable(tournament):
    """A tournament as its file tells it, without what counts events or is of one machine;
    penalties in the order of the file."""
    rounds = tuple(
        round._replace(
            repeats=tournament.repeats_at(round.number, round.tables),
            slips={n: Slip(slip.result, 0, slip.typed) for n, slip in round.slips.items()},
            clock=Clock(deals=round.clock.deals) if round.is_closed else round.clock,
            published=None,
            penalties=tuple(penalty._replace(entry=0) for penalty in round.penalties),
        )
        for round in tournament.rounds
    )
    return tournament._replace(rounds=rounds, room="", version=0, hash=b"", shown="")


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


def tarot_evening(people, rounds, seed=1):
    """A whole evening of Tarot: seats at random, bilans of five deals."""
    random = Random(seed)
    names = [f"{first} {last}" for first in FIRST for last in LAST]
    title = {"names": ["Tournoi du jeudi"], "date": "2026-11-23", "place": "Salle des fêtes"}
    kinds = [("announced", {**title, "game": "tarot", "preset": "tarot_libre", "fields": {}})]
    texts = [text for name in random.sample(names, people) for text in (name, "", "")]
    enrolled = {"names": [*title["names"], *texts], "teams": [0] * people, "here": True}
    kinds.append(("enrolled", enrolled))
    for number in range(1, rounds + 1):
        seats = random.sample(range(1, people + 1), people)
        tables = [seats[n : n + 4] for n in range(0, people, 4)]
        seed = random.randrange(2**31)
        published = {"draw": "random", "seed": seed, "tables": tables, "exempt": []}
        kinds.append(("published", {"round": number, **published, "repeats": 0}))
        for table in range(1, len(tables) + 1):
            slip = {"round": number, "table": table, "points": bilans(random)}
            kinds.append(("slip", slip))
        closed = folded(kinds).with_round(number, is_closed=True)
        lines = [list(line) for line in ranking(closed, number)]
        kinds.append(("closed", {"round": number, "ranking": lines}))
    return folded(kinds)


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
