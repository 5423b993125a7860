"""Scoring alone, without pages and files: hands a second in each game."""

import itertools
import random
import statistics
import time

from scorekeeper.games import GAMES
from scorekeeper.games.belote.hand import Suit
from scorekeeper.games.mouche.hand import Contract as MoucheContract
from scorekeeper.games.tarot.hand import Hand, Poignee, Size
from scorekeeper.games.tarot.point_values import MULTIPLIER
from scorekeeper.rules.answers import questions
from scorekeeper.rules.choice import Side
from scorekeeper.rules.game import Table

NAMES = ("Anne", "Bruno", "Chloé", "David")


def tarot_hands():
    """An evening's mix: one hand in four with a petit au bout, one in four with a poignée."""
    kinds = itertools.product(
        MULTIPLIER,
        range(4),
        (30, 41, 49, 56),
        (None, None, None, Side.ATTACK),
        ((), (), (), (Poignee(1, Size.SIMPLE),)),
    )
    return [
        Hand(taker=0, contract=c, bouts=b, points=2 * p, petit_au_bout=side, poignees=shown)
        for c, b, p, side, shown in kinds
    ]


def belote_hands(game):
    """One hand in three with a belote, one in ten a capot; bids near what is made, one in
    five doubled."""
    chance = random.Random(1)
    hands = []
    for _ in range(1000):
        made = chance.choice((*range(60, 131), 40, 162))
        recorded = {"taker": chance.randrange(4), "suit": chance.choice(list(Suit)[:4])}
        recorded["belote"] = chance.choice((None, None, None, None, (1, 0), (0, 1)))
        recorded |= {"capot": Side.ATTACK} if chance.random() < 0.1 else {"points": made}
        if game.name != "belote":
            recorded["contract"] = max(80, made // 10 * 10 + chance.choice((-20, -10, 0, 10)))
            doubled = list(questions(game.hand)["coinche"].choices)
            recorded["coinche"] = chance.choice((*[None] * 8, *doubled))
        hands.append(game.hand(**recorded))
    return hands


def mouche_hands(game):
    """A third of the hands failed."""
    kinds = itertools.product(list(MoucheContract)[:4], range(4), (30, 41, 49, 56, 60))
    return [game.hand(taker=0, contract=c, bouts=b, points=2 * p) for c, b, p in kinds]


def few_hands(game):
    """Belote for two or three: one hand in three with a belote, one in ten with all tricks."""
    chance, seats = random.Random(1), game.seats[0]
    hands = []
    for _ in range(1000):
        recorded = {"taker": chance.randrange(seats), "suit": chance.choice(list(Suit)[:4])}
        recorded["belote"] = chance.choice((None, None, None, None, 0, 1))
        taken = chance.randrange(40, 110)
        rest = (162 - taken,) if seats == 2 else (150 - taken, 12)
        recorded |= {"capot": 0} if chance.random() < 0.1 else {"points": (taken, *rest)}
        hands.append(game.hand(**recorded))
    return hands


def duplicate_hands(game):
    """Boards of four tables; one result in four equals another."""
    chance = random.Random(1)
    results = (50, 54, 56, 62, 70, 88, -52, -56, -60, -72)
    takers = list(questions(game.hand)["taker"].choices)
    return [
        game.hand(taker=chance.choice(takers), scores=tuple(chance.choices(results, k=4)))
        for _ in range(1000)
    ]


def evenings():
    """Every game with the hands of an evening."""
    for name, game in GAMES.items():
        if name == "tarot":
            yield game, tarot_hands()
        elif game.teams:
            yield game, belote_hands(game)
        elif name in ("belote_two", "belote_three"):
            yield game, few_hands(game)
        elif name == "tarot_mouche":
            yield game, mouche_hands(game)
        elif name == "tarot_duplicate":
            yield game, duplicate_hands(game)
        else:
            yield game, [game.hand(scores=(n, -n, 3, -3)) for n in range(500)]


def scoring(rounds, seconds=0.3):
    """Hands scored a second in each game, lines and working included; in turns, the median."""
    found = {}
    for _ in range(rounds):
        for game, played in evenings():
            names = NAMES[: game.seats[-1]]
            columns = (0,) * len(game.columns(names))
            table = Table(names, game.read_options({}), standing=columns)
            done, began = 0, time.process_time()
            while time.process_time() - began < seconds:
                for hand in played:
                    game.score(hand, table)
                done += len(played)
            found.setdefault(game.name, []).append(done / (time.process_time() - began))
    return {name: statistics.median(speeds) for name, speeds in found.items()}
