"""Random evenings: hands until the game is over, passed deals and penalties among them."""

from independent import deals, switches
from independent.evening import TABLES, Table

SEATS = {"tarot": (3, 4, 5), "tarot_mouche": (3, 4, 5), "libre": (2, 3, 4, 5)}
NOBODY = (None, "all", "others")


def evening_of(random, game):
    """A night document with at most 25 entries."""
    players = list(deals.CAST[: random.choice(SEATS.get(game, (4,)))])
    options = switches.at_random(game, random)
    document = {
        "format": "scorekeeper/1",
        "game": game,
        "options": options,
        "players": players,
        "first_dealer": random.choice(players),
        "hands": [],
    }
    table = TABLES.get(game, Table)(document)
    for _ in range(random.randint(1, 25)):
        entry = _entry(random, table, options)
        document["hands"].append(entry)
        table.enter(entry)
        if table.over:
            break
    return document


def _entry(random, table, options):
    chance = random.random()
    if chance < 0.08:
        return {"passed": True}
    if chance < 0.12 and table.game != "libre":
        return {"passed": True, "reason": random.choice(("petit_sec", "referee"))}
    if chance < 0.18:
        return {"penalty": _penalty(random, table)}
    return deals.HANDS[table.game](random, table.players, options)


def _penalty(random, table):
    teams = len(table.columns) < len(table.players)
    to = random.choice((*NOBODY, "opponents") if teams else NOBODY)
    who = {"team" if teams else "player": random.choice(table.columns)}
    return who | deals.present(
        {"points": random.choice((10, 20, 100, 162)), "to": to, "reason": "renonce"}
    )
