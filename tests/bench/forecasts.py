"""The error of the forecast of a round, on random tables: what a deal takes varies, paces of
tables do, and those of the players who make them."""

import argparse
import math
import random
from statistics import fmean

from scorekeeper.tournaments.forecast import DEAL, SPREAD, TABLES, Progress, forecast, last

LIMIT = 120
"""Seconds that a forecast may be wrong."""


class Room:
    """Tables that play so many deals: when each deal ends, in seconds from the beginning.

    :param dice: a :class:`random.Random`.
    :param until: when the last deal is announced.
    """

    def __init__(self, dice, tables, deals, on_paper, until):
        pace = DEAL["tarot"] * dice.gauss(1, 0.1)
        self.deals, self.until, self.paces, self.ends = deals, until, {}, {}
        self.on_paper = {n for n in range(1, tables + 1) if dice.random() < on_paper}
        for table in range(1, tables + 1):
            mine = self.paces[table] = pace * dice.gauss(1, TABLES)
            took = [max(60, dice.gauss(mine, mine * SPREAD)) for _ in range(deals)]
            ends = [sum(took[: n + 1]) for n in range(deals)]
            self.ends[table] = ends[: 1 + sum(end < until for end in ends)]

    def progress(self, now):
        """The facts known of each table at a moment."""
        return {table: self._of(table, ends, now) for table, ends in self.ends.items()}

    def _of(self, table, ends, now):
        is_done = ends[-1] <= now
        if table in self.on_paper:
            return Progress(at=ends[-1] if is_done else 0, is_done=is_done, is_on_paper=True)
        played = sum(end <= now for end in ends)
        return Progress(played, ends[played - 1] if played else 0, is_done)

    def after(self, share):
        """The moment at which this share of all deals is played."""
        ended = sorted(end for ends in self.ends.values() for end in ends)
        return ended[int(len(ended) * share)]

    def last(self):
        """The end of the round."""
        return max(ends[-1] for ends in self.ends.values())


def known(room, table, now):
    """The end of a table for somebody who knows its pace: nobody comes nearer."""
    played = sum(end <= now for end in room.ends[table])
    at = room.ends[table][played - 1] if played else 0
    return max(at + (room.deals - played) * room.paces[table], now)


def errors(rooms, share):
    """The errors of the forecasts once this share is played, in seconds, by their kind."""
    found = {"a table": [], "on paper": [], "the round": [], "by true pace": []}
    for room in rooms:
        now = room.after(share)
        seen = room.progress(now)
        told = forecast(seen, room.deals, room.until, now, DEAL["tarot"])
        for table, end in told.items():
            wrong = end.at - room.ends[table][-1]
            if not seen[table].is_done:
                found["on paper" if table in room.on_paper else "a table"].append(wrong)
                found["by true pace"].append(known(room, table, now) - room.ends[table][-1])
        found["the round"].append(last(told.values()) - room.last())
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=1000)
    parser.add_argument("--paper", type=float, default=0.0, help="share of tables on paper")
    parser.add_argument("--minutes", type=float, default=math.inf, help="time of a round")
    parser.add_argument("--share", type=float, default=0.5, help="share of deals played")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    dice = random.Random(asked.seed)
    print(f"{'tables × deals':16}{'':14}   mean   mean error   ± 2 min")
    for tables, deals in ((5, 5), (10, 5), (10, 8), (10, 12), (30, 5), (30, 12)):
        rooms = [
            Room(dice, tables, deals, asked.paper, 60 * asked.minutes)
            for _ in range(asked.rooms)
        ]
        for what, wrong in errors(rooms, asked.share).items():
            if wrong:
                near = fmean(abs(one) <= LIMIT for one in wrong)
                size = fmean(map(abs, wrong))
                row = f"{tables:3} × {deals:<10}{what:14} {fmean(wrong) / 60:+6.2f}"
                print(f"{row} {size / 60:9.2f} min {near:9.0%}")


if __name__ == "__main__":
    main()
