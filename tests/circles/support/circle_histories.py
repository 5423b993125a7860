"""Random histories of circles: what people may do to a circle and its sheets, in any order."""

from types import SimpleNamespace

from independent import deals, evenings, switches
from independent.evening import TABLES, TEAMS, Table

from scorekeeper.circles.circle import fold_circle
from scorekeeper.circles.season import ALL_TIME
from scorekeeper.circles.service.statistics import CircleStatistics
from scorekeeper.streams.base import Head, encode
from scorekeeper.streams.chain import START, chained_hash
from scorekeeper.streams.events import Event

GAMES = ("tarot",) * 4 + ("coinche", "contree", "belote", "tarot_mouche", "libre")
NAMES = (*deals.CAST, "Zoé", "Max", "Lou")
DAYS = ("", "2026-09-03", "2026-09-10", "2026-09-17", "2026-09-24")
CIRCLE = 1


class MemoryJournal:
    """Journals in memory that grow, with the hash chain of a database."""

    is_shared = False

    def __init__(self, streams):
        self.streams = streams
        self.summaries = {}

    def events(self, id, after=0, previous=b""):
        return self.streams.get(id, [])[after:]

    def outline(self, id):
        return self.events(id)[:1]

    def heads(self, ids):
        last = {id: self.streams[id][-1] for id in ids if id in self.streams}
        return {id: Head(event.seq, event.hash) for id, event in last.items()}

    def read_summaries(self, ids, program):
        return {id: self.summaries[id] for id in ids if id in self.summaries}

    def write_summaries(self, summaries, program):
        self.summaries.update(summaries)

    def append(self, id, kind, body):
        events = self.streams.setdefault(id, [])
        seq, previous = len(events) + 1, events[-1].hash if events else START
        chained = chained_hash(previous, seq, kind, encode(body), "")
        events.append(Event(seq, kind, body, "", chained))
        return seq


class OpenSheet:
    """A sheet that is being played."""

    def __init__(self, random, id):
        self.id, self.game = id, random.choice(GAMES)
        self.options = switches.at_random(self.game, random)
        count = random.choice(evenings.SEATS.get(self.game, (4,)))
        self.players = random.sample(NAMES, count)
        self.names, self.present = list(self.players), list(self.players)
        self.dealer, self.date = random.choice(self.players), random.choice(DAYS)
        self.part = random.choice((1, 1, 1, 2, 3))
        self.entries = {}
        """By id: the entry, the names and those present when it was written, if it counts."""
        self.order = []
        self.removed = set()

    @property
    def opening(self):
        return {
            "game": self.game,
            "title": "",
            "date": self.date,
            "options": self.options,
            "names": list(self.players),
            "seats": list(range(len(self.players))),
            "active": min(5, len(self.players)),
            "dealer": self.players.index(self.dealer),
            **({"part": self.part} if self.part > 1 else {}),
        }

    def entry(self, random, names, present):
        """A random entry of somebody who sees these names."""
        chance = random.random()
        if chance < 0.08:
            return {"passed": True}
        if chance < 0.1 and self.game != "libre":
            return {"passed": True, "reason": random.choice(("petit_sec", "referee"))}
        if chance < 0.2:
            return {"penalty": self._penalty(random, names)}
        hand = deals.HANDS[self.game](random, present, self.options)
        absent = [name for name in names if name not in present]
        if absent:
            hand["sitting_out"] = [*hand.get("sitting_out", ()), *absent]
        return hand

    def _penalty(self, random, names):
        teams = self.game in TEAMS
        to = random.choice((None, "others", *(["opponents"] if teams else ["others"])))
        table = TABLES.get(self.game, Table)(
            self.opening | {"players": names, "first_dealer": ""}
        )
        who = {"team" if teams else "player": random.choice(table.columns)}
        return who | deals.present({"points": random.choice((10, 100, 162)), "to": to})

    def body(self, entry, names):
        """The body of the event of an entry."""
        if "penalty" in entry:
            return self._penalty_body(entry["penalty"], names)
        if "passed" in entry:
            return dict(entry)
        return {"answers": by_number(entry, names)}

    def _penalty_body(self, penalty, names):
        if "team" in penalty:
            player = [" & ".join(names[n::2]) for n in (0, 1)].index(penalty["team"])
        else:
            player = names.index(penalty["player"])
        body = {"player": player, "points": -penalty["points"], "reason": ""}
        return body | ({"to": penalty["to"]} if "to" in penalty else {})


class History:
    """A circle to which things happen."""

    def __init__(self, random):
        self.random, self.journal = random, MemoryJournal({})
        self.people = random.choice((3, 5, 8, 12, 20))
        names = ["Jeudi", *(f"J{n}" for n in range(1, self.people + 1))]
        self.journal.append(CIRCLE, "founded", {"names": names, "seed": ""})
        self.sheets, self.links, self.merged = {}, {}, {}
        self.opened = self.linked = 0
        self.kept = self.fresh()

    def fresh(self):
        """Statistics that have computed nothing yet, beside those that are kept."""
        journal = MemoryJournal(self.journal.streams)
        cache = SimpleNamespace(cached=lambda id: None)
        repository = SimpleNamespace(journal=journal, cache=cache)
        return CircleStatistics(repository)

    def known_sheets(self, engine=None):
        """The sheets as the program has them; of an engine that was there all the time."""
        return (engine or self.kept).sheets(CIRCLE, self.circle)

    @property
    def circle(self):
        return fold_circle(self.journal.events(CIRCLE))

    def statistics(self, engine=None):
        """The statistics as the program has them; of an engine that was there all the time."""
        return self.known_sheets(engine).statistics(ALL_TIME).statistics

    def act(self):
        """Do one random thing, if it is possible."""
        deed = self.random.choices(DEEDS, WEIGHTS)[0]
        deed(self)

    def _record(self, sheet, kind, body):
        return self.journal.append(sheet.id, kind, body)

    def _sheet(self):
        return self.random.choice(list(self.sheets.values())) if self.sheets else None

    def open_sheet(self):
        self.opened += 1
        id = 100 + self.opened
        sheet = self.sheets[id] = OpenSheet(self.random, id)
        self._record(sheet, "opened", sheet.opening)
        if self.random.random() < 0.9:
            self._link(sheet)
        for _ in range(self.random.randint(0, 6)):
            self._add(sheet)

    def add_hand(self):
        if sheet := self._sheet():
            self._add(sheet)

    def _add(self, sheet, before=0):
        names, present = list(sheet.names), list(sheet.present)
        entry = sheet.entry(self.random, names, present)
        body = sheet.body(entry, names)
        kind = "penalty" if "penalty" in entry else "hand"
        id = self._record(sheet, kind, body | ({"before": before} if before else {}))
        sheet.entries[id] = (entry, names, present)
        place = sheet.order.index(before) if before else len(sheet.order)
        sheet.order.insert(place, id)

    def insert_hand(self):
        sheet = self._sheet()
        if sheet and sheet.order and len(sheet.names) == len(sheet.players):
            self._add(sheet, self.random.choice(sheet.order))

    def correct(self):
        sheet = self._sheet()
        found = (
            [id for id in sheet.order if "arrived" not in sheet.entries[id][0]]
            if sheet
            else []
        )
        if found:
            id = self.random.choice(found)
            old, names, present = sheet.entries[id]
            while ("penalty" in (new := sheet.entry(self.random, names, present))) != (
                "penalty" in old
            ):
                pass
            self._record(sheet, "corrected", {"entry": id, "body": sheet.body(new, names)})
            sheet.entries[id] = (new, names, present)

    def remove(self):
        sheet = self._sheet()
        if sheet and (found := _movable(sheet, sheet.order, sheet.removed)):
            id = self.random.choice(found)
            self._record(sheet, "removed", {"entry": id})
            sheet.removed.add(id)

    def restore(self):
        sheet = self._sheet()
        if sheet and sheet.removed:
            id = self.random.choice(sorted(sheet.removed))
            self._record(sheet, "restored", {"entry": id})
            sheet.removed.discard(id)

    def arrive(self):
        """Somebody comes to a table of tarot, and perhaps somebody leaves it."""
        sheet = self._sheet()
        if not sheet or sheet.game != "tarot" or len(sheet.names) == len(NAMES):
            return
        new = next(name for name in NAMES if name not in sheet.names)
        names, present = [*sheet.names, new], [*sheet.present, new]
        if len(present) > 5 or (len(present) > 3 and self.random.random() < 0.3):
            present.remove(self.random.choice(present[:-1]))
        seats = [names.index(name) for name in present]
        body = {"names": names, "seats": seats, "active": len(seats), "dealer": seats[0]}
        id = self._record(sheet, "seated", body)
        sheet.names, sheet.present = names, present
        sheet.entries[id] = ({"arrived": names, "present": present}, names, present)
        sheet.order.append(id)
        if sheet.id in self.links:
            players = self.links[sheet.id][1]
            if self.random.random() < 0.7:
                self._match(sheet, [*players, self._free(players)])

    def _free(self, players):
        """A player who is not among these, or a guest."""
        taken = {self._same(player) for player in players}
        free = [n for n in self._there if self._same(n) not in taken]
        return self.random.choice([0, *free, *free])

    @property
    def _there(self):
        return range(1, self.people + 1)

    def _same(self, player):
        while player in self.merged:
            player = self.merged[player]
        return player

    def _link(self, sheet):
        players = []
        for _ in sheet.names:
            players.append(self._free(players))
        self._match(sheet, players)

    def _match(self, sheet, players):
        self.journal.append(CIRCLE, "linked", {"sheet": sheet.id, "players": players})
        if sheet.id not in self.links:
            self.linked += 1
        number = self.links[sheet.id][0] if sheet.id in self.links else self.linked
        self.links[sheet.id] = (number, players)

    def link(self):
        if sheet := self._sheet():
            self._link(sheet)

    def unlink(self):
        if self.links:
            id = self.random.choice(list(self.links))
            self.journal.append(CIRCLE, "unlinked", {"sheet": id})
            del self.links[id]

    def delete(self):
        """A sheet is deleted; the circle still points to it."""
        if sheet := self._sheet():
            del self.sheets[sheet.id], self.journal.streams[sheet.id]

    def merge(self):
        one, into = self.random.sample(self._there, 2)
        ends = sorted(set(self.merged.values()) - self.merged.keys())
        if ends and self.random.random() < 0.5:
            one = self.random.choice(ends)  # a chain of merges
        if one == into:
            return
        if one in self.merged or into in self.merged or self._met(one, into):
            return
        self.journal.append(CIRCLE, "merged", {"player": one, "into": into})
        self.merged[one] = into

    def _met(self, one, other):
        """Return True if two players, merges followed, have a column on one sheet."""
        tables = [
            {self._same(player) for player in players} for _, players in self.links.values()
        ]
        return any({one, other} <= table for table in tables)

    def unmerge(self):
        if self.merged:
            one = self.random.choice(list(self.merged))
            self.journal.append(CIRCLE, "unmerged", {"player": one})
            del self.merged[one]


def by_number(value, names):
    """An answer with players by number."""
    if isinstance(value, dict):
        return {field: by_number(one, names) for field, one in value.items()}
    if isinstance(value, list):
        return [by_number(one, names) for one in value]
    return names.index(value) if isinstance(value, str) and value in names else value


def _movable(sheet, ids, removed):
    """The entries that can be removed: no arrivals, since later hands need their seats."""
    return [id for id in ids if id not in removed and "arrived" not in sheet.entries[id][0]]


DEEDS, WEIGHTS = zip(
    (History.open_sheet, 4),
    (History.add_hand, 8),
    (History.insert_hand, 1),
    (History.correct, 5),
    (History.remove, 3),
    (History.restore, 2),
    (History.arrive, 1),
    (History.link, 1),
    (History.unlink, 1),
    (History.delete, 0.4),
    (History.merge, 4),
    (History.unmerge, 1.5),
    strict=True,
)
"""What people do, and how often."""
