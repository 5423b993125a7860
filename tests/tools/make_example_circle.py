"""Write the example circle: a season of invented evenings, always the same ones.

    .venv/bin/python tests/tools/make_example_circle.py

Six players of different skill and temperament; four or five of them come to an evening of
Tarot, and now and then four of them play Coinche. The numbers are drawn so that contracts are
made about as often as at a real table; nobody has played these hands.
"""

import sys
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from scorekeeper.circles.circle import fold_circle  # noqa: E402
from scorekeeper.circles.formats.circle_document import checked_file  # noqa: E402
from scorekeeper.circles.formats.circle_reader import FORMAT, read_circle  # noqa: E402
from scorekeeper.circles.formats.examples import CIRCLE  # noqa: E402
from scorekeeper.sheets.formats.strict_json import DocumentError  # noqa: E402
from scorekeeper.sheets.sheet import fold  # noqa: E402
from scorekeeper.streams.events import Event  # noqa: E402

SEED = 1981
FIRST_EVENING = date(2025, 9, 4)
TAROT_EVENINGS, COINCHE_EVENINGS = 26, 6
TITLE = "Exemple : une saison inventée"


class Person(NamedTuple):
    """A player: how well he plays, how readily he bids, how often he comes."""

    name: str
    skill: float
    boldness: float
    presence: float


PEOPLE = (
    Person("Odile", 0.4, -0.15, 0.9),
    Person("Marcel", 0.15, 0.45, 0.85),
    Person("Yvette", 0.25, -0.45, 0.75),
    Person("Gérard", -0.25, 0.5, 0.85),
    Person("Sami", 0.0, 0.1, 0.7),
    Person("Louise", -0.1, -0.1, 0.65),
)
NICKNAMES = {"Gégé": "Gérard", "Loulou": "Louise"}

NEEDED = (56, 51, 41, 36)
LEAST, MOST = (0, 4, 9, 13), (78, 82, 87, 91)
LEVELS = ((2.55, "garde_contre"), (2.1, "garde_sans"), (1.05, "garde"), (0.6, "petite"))
"""How good a hand looks to who bids a contract with it."""

SEASONS = [
    {
        "title": "Saison 2025-2026",
        "start": "2025-09-01",
        "end": "2026-08-31",
        "games": ["tarot"],
        "floor": 60,
        "official": True,
    },
    {
        "title": "Les dix meilleures soirées",
        "start": "2025-09-01",
        "end": "2026-08-31",
        "games": ["tarot"],
        "ranking": "best",
        "best": 10,
    },
    {"title": "Coinche", "games": ["coinche"], "ranking": "per_hand", "floor": 30},
]


def main() -> None:
    """Write the file."""
    text = example_file()
    CIRCLE.write_text(text, encoding="utf-8")
    print(f"{len(text.encode())} bytes")


def example_file() -> str:
    """The circle file of the example."""
    read = read_circle(circle_of(Random(SEED)))
    events = list(read.events)
    for number, sheet in enumerate(read.sheets, 1):
        events.append(("linked", {"sheet": number, "players": [*sheet.players]}))
    circle = fold_circle(Event(seq, *event) for seq, event in enumerate(events, 1))
    sheets = {number: fold(sheet.events) for number, sheet in enumerate(read.sheets, 1)}
    return checked_file(circle, sheets.get, dict.fromkeys(sheets)).text


def circle_of(random: Random) -> dict[str, object]:
    """The document of the whole circle."""
    names = [{"id": n, "name": person.name} for n, person in enumerate(PEOPLE, 1)]
    places = {person.name: n for n, person in enumerate(PEOPLE, 1)}
    for nickname, name in NICKNAMES.items():
        names.append({"id": len(names) + 1, "name": nickname, "nickname_of": places[name]})
    evenings = days(random)
    coinche = set(random.sample(evenings[3:], COINCHE_EVENINGS))
    sheets = [
        (coinche_evening if day in coinche else tarot_evening)(random, day) for day in evenings
    ]
    for sheet in sheets:
        sheet["player_ids"] = [places[name] for name in sheet["players"]]
    return {
        "format": FORMAT,
        "title": TITLE,
        "players": names,
        "seasons": SEASONS,
        "sheets": sheets,
    }


def days(random: Random) -> list[date]:
    """Thursdays from September on, without a few of them."""
    thursdays = [FIRST_EVENING + timedelta(weeks=n) for n in range(43)]
    return sorted(random.sample(thursdays, TAROT_EVENINGS + COINCHE_EVENINGS))


def present(random: Random, fewest: int, most: int) -> list[Person]:
    """Those who come, around the table."""
    while True:
        found = [one for one in PEOPLE if random.random() < one.presence]
        if fewest <= len(found) <= most:
            random.shuffle(found)
            return found


def sheet_of(game: str, day: date, people: list[Person], dealer: Person) -> dict[str, object]:
    """A night document without its hands."""
    return {
        "format": "scorekeeper/1",
        "title": "Soirée inventée",
        "date": day.isoformat(),
        "game": game,
        "players": [one.name for one in people],
        "first_dealer": dealer.name,
        "hands": [],
    }


def tarot_evening(random: Random, day: date) -> dict[str, object]:
    """An evening of four or five players."""
    people = present(random, 4, 5)
    sheet = sheet_of("tarot", day, people, random.choice(people))
    sheet["hands"] = [tarot_hand(random, people) for _ in range(random.randint(12, 20))]
    return sheet


def tarot_hand(random: Random, people: list[Person]) -> dict[str, object]:
    """One hand: the player who values his cards most takes it."""
    cards = {one: random.gauss(0, 1) for one in people}
    valued = {one: cards[one] + 0.5 * one.boldness + random.gauss(0, 0.15) for one in people}
    taker = max(people, key=lambda one: valued[one])
    contract = next((code for least, code in LEVELS if valued[taker] > least), None)
    if contract is None:
        return {"passed": True}
    hand: dict[str, object] = {"taker": taker.name, "contract": contract}
    others = [one for one in people if one is not taker]
    partner = None
    if len(people) == 5 and random.random() < 0.93:
        partner = random.choice(others)
        hand["partner"] = partner.name
    bouts = sum(random.random() < 0.36 + 0.12 * cards[taker] for _ in range(3))
    defence = [one for one in others if one is not partner]
    edge = taker.skill - sum(one.skill for one in defence) / len(defence)
    if partner:
        edge += 0.4 * partner.skill
    needed_cards = {"petite": 0.6, "garde": 1.0, "garde_sans": 1.9, "garde_contre": 2.2}
    margin = 1 + 9 * (cards[taker] - needed_cards[contract]) + 4 * edge
    points = round(NEEDED[bouts] + margin + random.gauss(0, 9) + 2 * (bouts - 1.4))
    hand |= {"bouts": bouts, "points": max(LEAST[bouts], min(MOST[bouts] - 4, points))}
    return hand | extras(random, hand, taker, people, float(margin))


def extras(
    random: Random, hand: dict[str, object], taker: Person, people: list[Person], margin: float
) -> dict[str, object]:
    """What happens in some hands."""
    found: dict[str, object] = {}
    if random.random() < 0.06:
        side = random.random() < 0.58
        found["petit_au_bout"] = "attack" if side else "defence"
    if random.random() < 0.11:
        holder = taker if random.random() < 0.6 else random.choice(people)
        size = "double" if random.random() < 0.12 else "simple"
        found["poignees"] = [{"player": holder.name, "size": size}]
    if margin > 24 and hand["bouts"] == 3 and random.random() < 0.5:
        found |= {"points": 91, "chelem": random.choice(("made", "announced_made"))}
    return found


def coinche_evening(random: Random, day: date) -> dict[str, object]:
    """A game of two teams, to its end or until they go home."""
    people = present(random, 4, 4)
    sheet = sheet_of("coinche", day, people, random.choice(people))
    sheet["options"] = {"annonces": False}
    hands: list[object] = []
    for _ in range(random.randint(12, 20)):
        hands.append(coinche_hand(random, people))
        try:
            read_circle(circle_with(sheet | {"hands": hands}))
        except DocumentError:
            hands.pop()
            break
    sheet["hands"] = hands
    return sheet


def circle_with(sheet: dict[str, object]) -> dict[str, object]:
    """A circle with one sheet of guests, to try its hands."""
    players = sheet["players"]
    assert isinstance(players, list)
    guests = {**sheet, "player_ids": [None for _ in players]}
    return {"format": FORMAT, "title": TITLE, "sheets": [guests]}


def coinche_hand(random: Random, people: list[Person]) -> dict[str, object]:
    """One contract of a team."""
    if random.random() < 0.05:
        return {"passed": True}
    taker = random.choices(people, [1.3 + one.boldness for one in people])[0]
    mate, against = (
        people[(people.index(taker) + 2) % 4],
        people[1 - people.index(taker) % 2 :: 2],
    )
    edge = taker.skill + mate.skill - sum(one.skill for one in against)
    level = random.choices(range(80, 150, 10), (30, 26, 20, 12, 7, 3, 2))[0]
    hand: dict[str, object] = {
        "taker": taker.name,
        "contract": level,
        "suit": random.choice(("spades", "hearts", "diamonds", "clubs")),
    }
    points = round(level + 7 - 6 * taker.boldness + 6 * edge + random.gauss(0, 17))
    belote = random.choices(("attack", "defence", None), (24, 8, 68))[0]
    if points > 158 and random.random() < 0.5:
        hand["capot"] = "attack"
    else:
        hand["points"] = max(0, min(152, points))
    if belote:
        hand["belote"] = belote
    if random.random() < 0.05 + 0.04 * (level > 100):
        hand["coinche"] = "coinche" if random.random() < 0.9 else "surcoinche"
    return hand


if __name__ == "__main__":
    main()
