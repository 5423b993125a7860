"""A whole night document: hand after hand, who has won, and what nobody has yet."""

from typing import NamedTuple

from independent import belote, coinche, mouche, tarot
from independent.mouche import Middle
from independent.tricks import ATTACK, DEFENCE, SIDES

TEAMS = ("belote", "coinche", "contree")


class Evening(NamedTuple):
    """The answer to a document: the scores of each entry, and the state after the last."""

    scores: list
    totals: list
    held: int
    winner: str | None
    over: bool


def play(document):
    """Score a night document.

    :raises ValueError: if a hand comes after the end.
    """
    table = TABLES.get(document["game"], Table)(document)
    scores = []
    for entry in document["hands"]:
        if table.over and "penalty" not in entry:
            raise ValueError("the game is over")
        scores.append(table.enter(entry))
    winner = None if table.winner is None else table.columns[table.winner]
    return Evening(scores, table.totals, table.held, winner, table.over)


class Table:
    """The running state of an evening; here of a game in which deals leave nothing behind."""

    def __init__(self, document):
        self.game = document["game"]
        self.options = document.get("options") or {}
        self.players = document["players"]
        self.columns = list(self.players)
        self.dealer = self.players.index(document.get("first_dealer") or self.players[0])
        self.played = 0
        self.start()
        self.totals = [0] * len(self.columns)
        self.winner = None
        self.over = False

    def start(self):
        """Whatever a game needs before its first deal."""

    @property
    def deals(self):
        return self.options.get("deals") or 0

    @property
    def is_last(self):
        return bool(self.deals) and self.played + 1 == self.deals

    @property
    def held(self):
        return 0

    def enter(self, entry):
        """Score one entry of the document and add it up."""
        if "penalty" in entry:
            scores = self.penalty(entry["penalty"])
        elif entry.get("reason") == "petit_sec":
            scores = [0] * len(self.columns)
            self.next_dealer()
        elif entry.get("reason") == "referee":
            scores = [0] * len(self.columns)
        elif entry.get("passed"):
            scores = self.passed()
            self.next_dealer()
        else:
            scores, counts = self.deal(entry)
            self.played += counts
            if counts:
                self.next_dealer()
        self.totals = [total + n for total, n in zip(self.totals, scores, strict=True)]
        self.end(entry)
        return scores

    def next_dealer(self):
        self.dealer = (self.dealer + 1) % len(self.players)

    def passed(self):
        return [0] * len(self.columns)

    def deal(self, hand):
        """The scores of a hand, and whether it counts as a deal."""
        return tarot.score(hand, self.players, self.options), True

    def column(self, name):
        return self.columns.index(name)

    def penalty(self, penalty):
        """Points of the rules, outside the deals.

        To ``all`` or ``others``, so many to each; to the ``opponents``, given and not taken.
        """
        column = self.column(penalty.get("team") or penalty.get("player"))
        points, to = penalty["points"], penalty.get("to")
        scores = [points if to else 0] * len(self.columns)
        scores[column] = 0
        if to != "opponents":
            scores[column] = -points * (len(self.columns) - 1 if to else 1)
        return scores

    def end(self, entry):
        """After so many deals the first has won, unless two are level."""
        if self.deals and self.played >= self.deals:
            self.over = True
            self.winner = self.first()

    def first(self):
        """The column with most points, if it is alone."""
        best = max(self.totals)
        first = [n for n, total in enumerate(self.totals) if total == best]
        return first[0] if len(first) == 1 else None


class MoucheTable(Table):
    """Tarot with mouches: the middle goes from deal to deal."""

    def start(self):
        self.middle = Middle()

    @property
    def held(self):
        return sum(self.middle.pots)

    def passed(self):
        scores, self.middle = mouche.passed(
            self.players, self.options, self.dealer, self.middle
        )
        return scores

    def deal(self, hand):
        scores, self.middle = mouche.score(
            hand, self.players, self.options, self.dealer, self.middle
        )
        return scores, True


class TeamTable(Table):
    """Two teams that play to a number of points, or for so many deals."""

    def start(self):
        self.columns = [" & ".join(self.players[n::2]) for n in (0, 1)]
        game = self.game
        self.rules = (
            belote.complete(self.options)
            if game == "belote"
            else coinche.complete(self.options, game)
        )
        self.pots = ()
        self.short = set()
        self.facts = None

    @property
    def held(self):
        return sum(self.pots)

    def column(self, name):
        if name in self.columns:
            return self.columns.index(name)
        return self.players.index(name) % 2

    def deal(self, hand):
        attack = self.players.index(hand["taker"]) % 2

        def is_last(marks):
            """Return True if these marks of a deal end the game."""
            turned = marks if attack == 0 else marks[::-1]
            totals = [a + b for a, b in zip(self.totals, turned, strict=True)]
            return self.reached(totals) != []

        if self.game == "belote":
            marks = belote.score(hand, self.options, self.pots, self.is_last)
        else:
            marks = coinche.score(
                hand, self.options, self.game, is_last, self.pots, self.is_last
            )
        self.pots = marks.pots
        self.facts = _facts(hand, marks, attack)
        turned = marks.marks if attack == 0 else marks.marks[::-1]
        return list(turned), not marks.replayed

    def reached(self, totals):
        target = self.rules["target"]
        needed = target + bool(self.rules["must_exceed"])
        return [n for n, total in enumerate(totals) if target and total >= needed]

    def end(self, entry):
        self.over, self.winner = False, None  # a penalty may reopen a game
        super().end(entry)
        if self.over:
            return
        facts, self.facts = self.facts, None
        for team in (0, 1):
            self._is_short(team, facts)
        able = [team for team in self.reached(self.totals) if team not in self.short]
        able.sort(key=lambda team: self.totals[team])
        if able and not (len(able) == 2 and self.totals[0] == self.totals[1]):
            self.winner = able[-1]
            self.over = True

    def _is_short(self, team, facts):
        """A team that passed the target by its belote alone waits until it takes a trick."""
        finish = self.rules["finish"]
        if team not in self.reached(self.totals):
            self.short.discard(team)
        elif facts and finish != "off":
            kept, without_trick, failed = facts[team]
            barred = without_trick or (failed and finish == "capot_or_chute")
            without = list(self.totals)
            without[team] -= kept
            if barred and team not in self.reached(without):
                self.short.add(team)
            elif not without_trick:
                self.short.discard(team)


def _facts(hand, marks, attack):
    """For each team: what it marked by belotes, took it no trick, did it fail."""
    by_fault = hand.get("fault") == "defence" and hand["contract"] == "capot"
    every = hand.get("generale_made") or by_fault
    swept = SIDES.get(hand.get("capot"), ATTACK if every else None)
    facts = {}
    for side in (ATTACK, DEFENCE):
        without_trick = swept is not None and swept != side
        failed = side == ATTACK and marks.made is False
        facts[(attack + side) % 2] = (marks.kept[side], without_trick, failed)
    return facts


class TargetTable(Table):
    """Players who each play to a number of points."""

    def end(self, entry):
        self.over, self.winner = False, None
        super().end(entry)
        target = self.options.get("target") or 0
        if not self.over and target and max(self.totals) >= target:
            self.winner = self.first()
            self.over = self.winner is not None


class FreeTable(TargetTable):
    """Free marking: numbers as they were typed; the fewest may win."""

    def deal(self, hand):
        return list(hand["scores"]), True

    def first(self):
        if self.options.get("wins") != "least":
            return super().first()
        least = min(self.totals)
        first = [n for n, total in enumerate(self.totals) if total == least]
        return first[0] if len(first) == 1 else None


TABLES = {
    "tarot": TargetTable,
    "tarot_mouche": MoucheTable,
    "libre": FreeTable,
} | dict.fromkeys(TEAMS, TeamTable)
