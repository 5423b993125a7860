"""Seeded slips with one fault each, and how many of their causes are named right.

The true slips come from the engine: the deals of a table of Tarot or of belote, added up.
Where a fault does not fit (a capot forgotten where there was none) another slip is drawn.
"""

from collections import Counter
from functools import cache
from random import Random

from scorekeeper.games import GAMES
from scorekeeper.games.belote.point_values import IMPOSSIBLE
from scorekeeper.games.tarot.hand import Contract, Poignee, Size
from scorekeeper.rules.choice import Side
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import NOTHING_HELD
from scorekeeper.tournaments.regulations import PRESETS
from scorekeeper.tournaments.round import Round, Slip, TableResult
from scorekeeper.tournaments.slips import check_slip
from scorekeeper.tournaments.tournament import Tournament

PLAYERS = ("Anne", "Bruno", "Chloé", "David")
SHOWN = 2
"""A cause among the first so many counts as named."""


def tournament_of(preset, slips=(), earlier=(), tables=2, seats=4, **fields):
    """A tournament in its second round; slips by table, of that round and the one before."""
    seats = 2 if preset.startswith("belote") else seats
    placed = tuple(tuple(range(1 + seats * t, 1 + seats * (t + 1))) for t in range(tables))
    people = tables * seats * (4 // seats if seats == 2 else 1)
    names = ["Soirée", *(part for n in range(people) for part in (f"Nom {n + 1}", "", ""))]
    teams = (
        (0,) * people if preset == "tarot_libre" else tuple(n // 2 + 1 for n in range(people))
    )

    def round_of(number, results):
        typed = {n: Slip(result, n) for n, result in enumerate(results, 1) if result}
        return Round(number, "random", placed, slips=typed)

    return Tournament(
        names=tuple(names),
        date="2026-11-23",
        place="",
        game=fields.pop("game", PRESETS[preset].games[0]),
        regulations=PRESETS[preset].regulations._replace(**fields),
        team_of=teams,
        rounds=(round_of(1, earlier), round_of(2, slips)),
    )


def summed(deals):
    return tuple(map(sum, zip(*deals, strict=True)))


@cache
def usual(game):
    """A game and its options as they are without a choice."""
    return GAMES[game], GAMES[game].read_options({})


def tarot_deal(random, seats):
    """Return the points of each player in a deal of Tarot."""
    game, options = usual("tarot")
    bouts = random.choices((0, 1, 2, 3), (15, 40, 35, 10))[0]
    least, needed = (0, 8, 18, 26)[bouts], 2 * (56, 51, 41, 36)[bouts]
    most = 182 - (26, 18, 8, 0)[bouts]
    poignees = (
        (Poignee(random.randrange(seats), Size.SIMPLE),) if random.random() < 0.08 else ()
    )
    hand = game.hand(
        taker=random.randrange(seats),
        contract=random.choices(list(Contract)[1:], (40, 0, 48, 9, 3))[0],
        bouts=bouts,
        points=max(least, min(most, round(random.gauss(needed + 8, 22)))),
        petit_au_bout=random.choice(list(Side)) if random.random() < 0.1 else None,
        poignees=poignees,
    )
    return game.score(hand, Table(PLAYERS[:seats], options)).scores


def belote_deals(random, deals=12):
    """The deals of a table of belote: what both teams mark, then belotes and capots."""
    (game, options), held, played = usual("belote"), NOTHING_HELD, []
    while len(played) < deals:
        points = round(random.gauss(92, 26))
        capot = random.choices((None, *Side), (95, 4, 1))[0]
        if not 0 <= points <= 162 or points in IMPOSSIBLE:
            continue
        belote = random.choices((None, (1, 0), (0, 1)), (77, 16, 7))[0]
        hand = game.hand(
            taker=random.randrange(4),
            points=None if capot else points,
            capot=capot,
            belote=belote,
        )
        at = Table(PLAYERS, options, 0, held, (0, 0))
        score = game.score(hand, at)
        if len(played) == deals - 1 and score.held.total:
            continue
        held = score.held
        played.append((*score.scores, int(belote is not None), int(capot is not None)))
    return played


def tarot_slip(random, seats=4, deals=5):
    """A true slip of Tarot; at five one sits out of each deal."""
    played = [tarot_deal(random, min(seats, 4)) for _ in range(deals)]
    if seats > 4:
        played = [(*deal[: n % 5], 0, *deal[n % 5 :]) for n, deal in enumerate(played)]
    return TableResult(summed(played))


def belote_slip(played):
    """A true slip of these deals of belote."""
    one, other, belotes, capots = summed(played)
    return TableResult((one, other), belotes, capots)


# Faults: each changes the points of a true slip, or nothing where it does not fit.


def swapped(random, number):
    digits = list(str(abs(number)))
    if len(digits) < 2:
        return None
    at = random.randrange(len(digits) - 1)
    digits[at], digits[at + 1] = digits[at + 1], digits[at]
    return None if digits[0] == "0" else with_digits(number, digits)


def missing(random, number):
    digits = list(str(abs(number)))
    digits.pop(random.randrange(len(digits)))
    return with_digits(number, digits) if digits and digits[0] != "0" else None


def added(random, number):
    digits = list(str(abs(number)))
    at = random.randrange(len(digits))
    digits.insert(at, digits[at] if random.random() < 0.5 else str(random.randrange(10)))
    return with_digits(number, digits) if digits[0] != "0" else None


def digit(random, number):
    digits = list(str(abs(number)))
    digits[random.randrange(len(digits))] = str(random.randrange(10))
    return with_digits(number, digits) if digits[0] != "0" else None


def sign(random, number):
    return -number or None


def with_digits(number, digits):
    typed = int("".join(digits)) * (-1 if number < 0 else 1)
    return typed if typed != number else None


NUMBERS = {"swapped": swapped, "missing": missing, "added": added, "digit": digit}


def one_number(random, kind, points):
    """The points with one number typed wrong; nothing where the fault does not fit."""
    seat = random.randrange(len(points))
    if kind == "twice":
        typed = points[seat - 1]
    else:
        typed = (NUMBERS | {"sign": sign})[kind](random, points[seat])
    if typed is None or typed == points[seat]:
        return None
    return (*points[:seat], typed, *points[seat + 1 :])


def tarot_case(random, kind, seats):
    """A tournament, and a slip as typed."""
    true, other, before = (tarot_slip(random, seats) for _ in range(3))
    tournament = tournament_of("tarot_libre", (None, other), (before, None), seats=seats)
    if kind == "other_table":
        return tournament, random.choice((other, before))
    if kind == "typed":
        one, two = random.sample(range(seats), 2)
        points = list(true.points)
        points[one], points[two] = points[two], points[one]
        tournament = tournament_of("tarot_libre", (true, other), (before, None), seats=seats)
        return points != [*true.points] and (tournament, TableResult(tuple(points)))
    points = one_number(random, kind, true.points)
    return points and (tournament, TableResult(points))


def belote_case(random, kind, deals):
    """A tournament, and a slip as typed."""
    played = belote_deals(random, deals)
    typed = true = belote_slip(played)
    one, other = true.points
    if kind == "belote":
        few = random.choice((true.belotes, 1))
        typed = true._replace(belotes=random.choice((true.belotes - few, true.belotes + 1)))
    elif kind == "capot":
        typed = true._replace(capots=true.capots - 1) if true.capots else true
    elif kind == "last_trick":
        points = random.choice(((one - 10, other), (one, other - 10)))
        typed = true._replace(points=points)
    elif kind == "announced":
        announced = random.choice((20, 50, 50, 70, 100, 100, 150, 200))
        typed = true._replace(points=(one + announced, other))
    elif kind == "litige":
        typed = true._replace(points=(one - 81, other))
    elif kind == "deal":
        deal, by = random.choice(played), random.choice((-1, 1))
        points = tuple(n + by * own for n, own in zip(true.points, deal[:2], strict=True))
        typed = true._replace(points=points)
    elif points := one_number(random, kind, true.points):
        typed = true._replace(points=points)
    return None if typed == true else (tournament_of("belote_points"), typed)


TAROT = ("swapped", "sign", "twice", "missing", "added", "digit", "other_table", "typed")
BELOTE = (
    "belote", "capot", "last_trick", "announced", "litige", "deal",
    "swapped", "twice", "missing", "added", "digit",
)  # fmt: skip
CASES = {
    **{("tarot", kind): (tarot_case, kind, 4) for kind in TAROT},
    **{("tarot of three", kind): (tarot_case, kind, 3) for kind in TAROT},
    **{("tarot of five", kind): (tarot_case, kind, 5) for kind in TAROT},
    **{("belote", kind): (belote_case, kind, 12) for kind in BELOTE},
}
"""Each kind of fault at each kind of table."""


def measured(case, seed, slips):
    """Count, of so many faults, those named among the first causes and those not found."""
    make, kind, argument = CASES[case]
    random, found = Random(f"{seed} {case}"), Counter()
    while found["slips"] < slips:
        if not (seeded := make(random, kind, argument)):
            continue
        tournament, typed = seeded
        check = check_slip(tournament, 2, 1, typed)
        found["slips"] += 1
        found["named"] += kind in [cause.kind for cause in check.causes][:SHOWN]
        found["missed"] += check.ok and not check.causes
    return found
