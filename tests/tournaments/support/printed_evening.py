"""A tournament of any size as it stands after some rounds, opened without a draw."""

import random

from scorekeeper.tournaments.ranking import ranking
from scorekeeper.tournaments.regulations import PRESETS, as_fields
from scorekeeper.tournaments.service.access import open_tournament
from scorekeeper.tournaments.service.tokens import Role

FIRST = ("Anne", "Bruno", "Chloé", "David", "Élise", "Gérard", "Jean-Pierre", "Maximilienne")
LAST = ("Durand", "Petit", "Martin", "Lefebvre", "Roux", "Moreau", "Vandenbroucke", "Œuvrard")
LONGEST = "Marie-Christine Vandenbroucke-Montmorency"[:40]


def names_of(count):
    """Names that differ; the first one is as long as a name can be."""
    names = [f"{first} {last}" for last in LAST for first in FIRST]
    names += [f"{name} {mark}" for mark in "ABCDEF" for name in names]
    return [LONGEST, *names][:count]


def opened(repository, count, rounds=1, preset="tarot_libre", closed=None, **fields):
    """Open a tournament of so many people, its rounds closed up to the last but one; its
    access."""
    teams = preset.startswith("belote")
    values = as_fields(PRESETS[preset].regulations) | {"rounds": str(max(rounds, 5))} | fields
    names = [
        text for n, name in enumerate(names_of(count)) for text in (name, str(10_000 + n), "")
    ]
    body = {
        "names": ["Grand prix de printemps"],
        "date": "2026-11-23",
        "place": "Salle des fêtes",
    }
    game = PRESETS[preset].games[0]
    own = [n // 2 + 1 if preset != "tarot_libre" else 0 for n in range(count)]
    events = [
        ("announced", body | {"game": game, "preset": preset, "fields": values}),
        ("enrolled", {"names": [*body["names"], *names], "teams": own, "here": True}),
    ]
    token = open_tournament(repository, events)
    access = repository.access(token, Role)
    numbers = list(range(1, (count // 2 if teams else count) + 1))
    generator = random.Random(count)
    for number in range(1, rounds + 1):
        size = 2 if teams else 4
        generator.shuffle(numbers)
        cut = len(numbers) - len(numbers) % size
        tables = [numbers[n : n + size] for n in range(0, cut, size)]
        left = numbers[cut:]
        if left and not teams:
            tables = [*tables[: len(left) - 4], *_threes(tables, left)]
        seats = {"round": number, "draw": "manual", "tables": tables}
        seats["exempt"] = left if teams else []
        access.record("published", lambda _, seats=seats: seats)
        if number > (rounds - 1 if closed is None else closed):
            continue
        for table, seated in enumerate(tables, 1):
            points = _points(generator, len(seated), teams)
            slip = {"round": number, "table": table, "points": points}
            access.record("slip", lambda _, slip=slip: slip)
        access.record("closed", lambda state, number=number: closing(state, number))
    return access


def _threes(tables, left):
    """The last tables with those who are left, three at each."""
    people = [one for table in tables[len(left) - 4 :] for one in table] + left
    return [people[n : n + 3] for n in range(0, len(people), 3)]


def _points(generator, seats, teams):
    if teams:
        won = generator.randrange(400, 1544)
        return [won, 1944 - won]
    points = [generator.randrange(-500, 500) for _ in range(seats - 1)]
    return [*points, -sum(points)]


def closing(state, number):
    """The event that closes a round."""
    lines = ranking(state.with_round(number, is_closed=True), number)
    return {"round": number, "ranking": [list(line) for line in lines]}
