"""The program and the second scorer at one table."""

from functools import partial

from independent import belote, coinche, mouche, tarot
from independent.mouche import Middle
from scorekeeper.games import GAMES
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import Held


def ends(rules, totals):
    """Return True if a team has the points that end a game."""
    target = rules["target"]
    return bool(target) and max(totals) >= target + bool(rules["must_exceed"])


class Compared:
    """Both scorers, at one table with one set of options."""

    def __init__(self, game, players, options):
        self.game = GAMES[game]
        self.players = tuple(players)
        self.given = options
        self.options = self.game.read_options(options)
        self.columns = len(self.game.columns(self.players))

    def table(self, dealer=0, pots=(), untouched=False):
        """The circumstances of a hand."""
        held = Held(tuple(pots), untouched)
        return Table(self.players, self.options, dealer, held, (0,) * self.columns)

    def program(self, hand, dealer=0, pots=(), untouched=False):
        """The program's score of a hand."""
        at = self.table(dealer, pots, untouched)
        return self.game.score(self.game.read(hand, at), at)

    def second(self, hand, dealer=0, pots=(), untouched=False, last=False):
        """The second scorer's points and pots.

        :param last: True for the last deal of a game of so many deals.
        """
        players, given = self.players, self.given
        if self.game.name == "tarot":
            return tarot.score(hand, players, given), ()
        if self.game.name == "tarot_mouche":
            middle = Middle(tuple(pots), untouched)
            points, middle = mouche.score(hand, players, given, dealer, middle)
            return points, middle.pots
        if self.game.name == "belote":
            marks = belote.score(hand, given, tuple(pots), last)
        else:
            name = self.game.name
            rules = coinche.complete(given, name)
            ending = partial(ends, rules)
            marks = coinche.score(hand, given, name, ending, tuple(pots), last)
        attack = players.index(hand["taker"]) % 2
        return list(marks.marks if attack == 0 else marks.marks[::-1]), marks.pots

    def difference(self, hand, dealer=0, pots=(), untouched=False):
        """What the two say of a hand, if they differ."""
        score = self.program(hand, dealer, pots, untouched)
        points, left = self.second(hand, dealer, pots, untouched)
        if list(score.scores) == points and score.held.pots == left:
            return None
        found = (list(score.scores), score.held.pots)
        return {"options": self.given, "hand": hand, "pots": pots, "found": found,
                "expected": (points, left)}  # fmt: skip
