"""The statistics of a circle, recomputed from its answers alone.

It shares nothing with ``scorekeeper.circles`` and is built in another way: every hand becomes
a list of facts, ``(player, key, won, points)``, from which everything is counted. Hands are
scored by the second scorer. The answer has the form of ``circle_helpers.dump``, so that the
two can be compared as JSON.
"""

from collections import defaultdict
from typing import NamedTuple

from independent import tarot
from independent.evening import TABLES, TEAMS, Table, TargetTable


class Sheet(NamedTuple):
    """A sheet as it stands: entries that do not count any more are left out."""

    game: str
    options: dict
    players: list
    """The names at the start, in the order of their numbers."""
    dealer: str
    date: str
    entries: list
    """``(id, entry)``: as in a night document, or ``{"arrived": names, "present": names}``."""


class Circle(NamedTuple):
    """What decides the statistics of a circle besides its sheets."""

    links: dict
    """By sheet: its number, and the player for each of its own players; 0 for a guest."""
    merged: dict
    """From each player who was merged to the one he is."""


class Fact(NamedTuple):
    """What one hand was for one player of the sheet, under one key."""

    hand: int
    player: int
    key: str
    won: bool | None
    points: int


class Arrivals(TargetTable):
    """A table of tarot to which players come late, and that others leave."""

    def start(self):
        self.present = list(self.players)

    def arrive(self, names, present):
        """Give newcomers a column."""
        new = names[len(self.players) :]
        self.players = [*self.players, *new]
        self.columns = list(self.players)
        self.totals = [*self.totals, *(0 for _ in new)]
        self.present = present

    def penalty(self, penalty):
        """Those who have left neither receive nor pay."""
        scores = super().penalty(penalty)
        if not penalty.get("to"):
            return scores
        who = penalty["player"]
        shared = [penalty["points"] if name in self.present else 0 for name in self.columns]
        shared[self.column(who)] = 0
        shared[self.column(who)] = -sum(shared)
        return shared


class Played(NamedTuple):
    """One sheet, played from its answers."""

    hands: int
    facts: list
    totals: list
    penalties: list


def statistics_of(circle, sheets, order):
    """The statistics of everything that a circle has played.

    :param sheets: by the ids of the circle's links.
    :param order: the numbers of the sheets, in which those of one day were added up.
    """
    known = {
        number: (sheets[sheet], [_same(circle, player) for player in players])
        for sheet, (number, players) in circle.links.items()
        if sheet in sheets
    }
    dates = [known[number][0].date for number in order]
    assert dates == sorted(dates)  # and games of one day by their part, which tests decide
    played = {number: play(sheet) for number, (sheet, _) in known.items()}
    assert sorted(order) == sorted(number for number in known if played[number].hands)
    evenings = []
    for number in order:
        date = known[number][0].date
        if date and evenings and evenings[-1][0] == date:
            evenings[-1][1].append(number)
        else:
            evenings.append((date, [number]))
    people = {
        number: (players + [0] * len(played[number].totals))[: len(played[number].totals)]
        for number, (_, players) in known.items()
    }
    games = {number: sheet.game for number, (sheet, _) in known.items()}
    return _added(evenings, played, people, games)


def _same(circle, player):
    while player in circle.merged:
        player = circle.merged[player]
    return player


def _added(evenings, played, people, games):
    order = [number for _, numbers in evenings for number in numbers]
    players = sorted(
        {one for number in order for one in _seen(played[number], people[number])}
    )
    found = {"players": {}, "evenings": [], "guests": 0, "penalties": 0, "hands": {}}
    for number in order:
        sheet = played[number]
        counted = _seen(sheet, people[number])
        guests = [n for n, player in enumerate(people[number]) if player not in counted]
        found["guests"] += sum(sheet.totals[n] for n in guests)
        found["penalties"] += sum(sheet.penalties)
        game = games[number]
        found["hands"][game] = found["hands"].get(game, 0) + sheet.hands
    for date, numbers in evenings:
        found["evenings"].append(_evening(date, numbers, played, people))
    dates = {number: date for date, numbers in evenings for number in numbers}
    for player in players:
        own = _player(player, order, played, people, games, dates)
        own["evenings"] = [
            [place, one["points"][str(player)], _tally(hands), own_place == 1, behind]
            for place, (one, (_, numbers)) in enumerate(
                zip(found["evenings"], evenings, strict=True)
            )
            if str(player) in one["points"]
            for hands in [_hands(player, numbers, played, people)]
            for own_place in [one["places"][str(player)]]
            for behind in [sum(other > own_place for other in one["places"].values())]
        ]
        found["players"][str(player)] = own
    found["evenings"] = [list(one.values()) for one in found["evenings"]]
    return found


def _number(people, player):
    return people.index(player) if player in people else None


def _hands(player, numbers, played, people):
    """The hands of a player on some sheets."""
    return [
        fact
        for number in numbers
        for fact in played[number].facts
        if fact.player == _number(people[number], player) and fact.key == "hand"
    ]


def _seen(sheet, people):
    """The players of the circle who played a hand of a sheet."""
    did = {fact.player for fact in sheet.facts}
    return [player for number, player in enumerate(people) if player and number in did]


def _evening(date, numbers, played, people):
    points = {}
    for number in numbers:
        for player in _seen(played[number], people[number]):
            own = played[number].totals[people[number].index(player)]
            points[player] = points.get(player, 0) + own
    return {
        "date": date,
        "numbers": list(numbers),
        "points": {str(player): own for player, own in points.items()},
        "hands": sum(played[number].hands for number in numbers),
        "places": {
            str(player): 1 + sum(other > own for other in points.values())
            for player, own in points.items()
        },
    }


def _player(player, order, played, people, games, dates):
    """Everything of one player but his evenings."""
    figures = defaultdict(lambda: defaultdict(list))
    best, worst = None, None
    points = penalties = 0
    for number in order:
        who = _number(people[number], player)
        if who is None or player not in _seen(played[number], people[number]):
            continue
        sheet, game = played[number], games[number]
        points += sheet.totals[who]
        penalties += sheet.penalties[who]
        mine = [fact for fact in sheet.facts if fact.player == who]
        for fact in mine:
            key = _of_circle(fact.key, people[number])
            if key:
                figures[game][key].append(fact)
            if fact.key == "hand":
                record = [fact.points, dates[number], number, fact.hand]
                if best is None or fact.points > best[0]:
                    best = record
                if worst is None or fact.points < worst[0]:
                    worst = record
    return {
        "points": points,
        "penalties": penalties,
        "figures": {
            game: {key: _tally(facts) for key, facts in by_key.items()}
            for game, by_key in figures.items()
        },
        "best": best,
        "worst": worst,
    }


def _of_circle(key, people):
    """A key with a player of the circle at its end; nothing for a guest."""
    kind, _, other = key.partition("=")
    if kind not in ("with", "attack", "against"):
        return key
    return f"{kind}={people[int(other)]}" if people[int(other)] else ""


def _tally(facts):
    return [
        len(facts),
        sum(fact.won is True for fact in facts),
        sum(fact.won is False for fact in facts),
        sum(fact.points for fact in facts),
    ]


def play(sheet):
    """Play a sheet from its answers; nobody plays where the fewest points win."""
    if sheet.options.get("wins") == "least":
        return Played(0, [], [], [])
    document = {
        "game": sheet.game,
        "options": sheet.options,
        "players": sheet.players,
        "first_dealer": sheet.dealer,
    }
    table = (Arrivals if sheet.game == "tarot" else TABLES.get(sheet.game, Table))(document)
    if sheet.game != "tarot":
        table.present = list(sheet.players)
    facts, hands = [], 0
    penalties = [0] * len(table.columns)
    for id, entry in sheet.entries:
        if "arrived" in entry:
            table.arrive(entry["arrived"], entry["present"])
            penalties += [0] * (len(table.columns) - len(penalties))
        elif "penalty" in entry:
            moved = table.enter(entry)
            penalties = [a + b for a, b in zip(penalties, moved, strict=True)]
        elif not table.over:
            counted = _deal(table, id, entry)
            if counted is not None:
                hands += 1
                facts += counted
    names = table.players
    totals = [_own(sheet.game, table.totals, n) for n in range(len(names))]
    penalties = [_own(sheet.game, penalties, n) for n in range(len(names))]
    return Played(hands, facts, totals, penalties)


def _own(game, columns, player):
    if game in TEAMS:
        return columns[player % 2] - columns[1 - player % 2]
    return columns[player]


def _deal(table, id, entry):
    """Play one deal; the facts of a hand, nothing for what is no hand."""
    before = list(table.totals)
    pots = list(getattr(table, "pots", ()))
    dealer = table.dealer
    middle = getattr(table, "middle", None)
    played = table.played
    table.enter(entry)
    if entry.get("passed") or table.played == played:
        return None
    scores = [new - old for old, new in zip(before, table.totals, strict=True)]
    out = entry.get("sitting_out") or ()
    playing = [n for n, name in enumerate(table.players) if name not in out]
    own = {n: _own(table.game, scores, n) for n in playing}
    hand = _by_number(entry, table.players)
    won = (
        None if table.game == "libre" else WON[table.game](table, entry, pots, middle, dealer)
    )
    return [Fact(id, *fact) for fact in _facts(table.game, hand, own, won)]


def _by_number(value, names):
    """An answer with players by number."""
    if isinstance(value, dict):
        return {field: _by_number(one, names) for field, one in value.items()}
    if isinstance(value, list):
        return [_by_number(one, names) for one in value]
    return names.index(value) if isinstance(value, str) and value in names else value


def _facts(game, hand, own, won):
    teams = game in TEAMS
    for player, points in own.items():
        sign = None if points == 0 else points > 0
        yield player, "hand", sign, points
        for other, theirs in own.items():
            attack = (hand.get("taker"), hand.get("partner"))
            called = player in attack and other in attack
            if other != player and not called and not (teams and (other - player) % 2 == 0):
                ahead = points if teams else points - theirs  # of teams they are differences
                outcome = None if ahead == 0 else ahead > 0
                yield player, f"against={other}", outcome, ahead
    if "taker" in hand:
        yield from _of_contract(game, hand, own, won)


def _of_contract(game, hand, own, won):
    taker, lost = hand["taker"], None if won is None else not won
    teams = game in TEAMS
    partner = (taker + 2) % 4 if teams else hand.get("partner")
    if partner is not None:
        for one, mate in ((taker, partner), (partner, taker)):
            yield one, f"with={mate}", won, own[taker] if teams else own[taker] + own[partner]
    if teams:
        for player in {*own} - {taker, partner}:
            yield player, f"with={(player + 2) % 4}", lost, own[player]
    if won is None:
        return
    yield taker, "taker", won, own[taker]
    if "contract" in hand:
        yield taker, f"contract={hand['contract']}", won, own[taker]
    if partner is not None:
        yield partner, "partner", won, own[partner]
    for player in own:
        if player not in (taker, partner):
            yield player, "defender", lost, own[player]


def _tarot_won(table, entry, pots, middle, dealer):
    return 2 * entry["points"] >= 2 * tarot.NEEDED[entry["bouts"]]


def _mouche_won(table, entry, pots, middle, dealer):
    from independent import mouche

    fault = entry.get("fault") or {}
    if fault.get("kind") == "misdeal":
        return None
    won = mouche.won(entry)
    if fault.get("kind") == "revoke":
        attack = (entry["taker"], entry.get("partner"))
        return None if won == (fault["player"] in attack) else won
    return None if fault and won else won


def _team_won(table, entry, pots, middle, dealer):
    return table.made


WON = {"tarot": _tarot_won, "tarot_mouche": _mouche_won} | dict.fromkeys(TEAMS, _team_won)
"""How each game says if the contract was made."""
