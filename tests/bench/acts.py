"""The parts that measure single acts of phones, on sheets of an evening and of many."""

import talks
from costs import Act, compare

EVENING, LONG, CLUB = (40, 10), (920, 5), (40, 100)
"""Hands on each sheet, which become some more, and tables that play at once. The program
remembers all those hands; of a whole club not every row as it is shown."""

HAND = (talks.send,)
"""What goes before a look at a new version: a hand of another phone."""

SEEN = (talks.send, talks.read_unseen)
"""What goes before a look at news that another phone has had."""

NEWS = "CPU ≤ 0.5, ≤ 1024 bytes"


def hand(stage, rounds):
    """A hand, with all that the writer's phone then shows, on sheets of 40 hands."""
    saved = Act(
        "hand", stage.tables(*EVENING), talks.save, against=("C", "L"), goal="time ≤ 1.0"
    )
    compare((*stage.bare, saved), rounds.rounds)


def page(stage, rounds):
    """The first page of a version, which nobody has seen, of a sheet of 40 hands."""
    tables, limit = stage.tables(*EVENING), {"against": ("L",)}
    club = stage.tables(*CLUB)
    rows = (
        stage.bare[0],
        Act("first page after a hand", tables, talks.page, HAND, **limit, goal="speed ≥ 0.8"),
        Act("the same page again", tables, talks.page, **limit),
        Act("first page, 100 tables in turns", club, talks.page, HAND, **limit),
    )
    compare(rows, rounds.rounds)


def news(stage, rounds):
    """The poll of a follower after a hand, by the link that may only read and by the other."""
    tables, limit = stage.tables(*EVENING), {"against": ("L",), "goal": NEWS}
    rows = (
        stage.bare[0],
        Act("news, first reader", tables, talks.read_news, HAND, **limit),
        Act("news, next reader", tables, talks.read_news, SEEN, **limit),
        Act("news, writer", tables, talks.poll, HAND, **limit),
    )
    compare(rows, rounds.rounds)


def preview(stage, rounds):
    """The preview of a complete hand."""
    limit = {"against": ("L",), "goal": "speed ≥ 1.5"}
    rows = stage.bare[0], Act("preview", stage.tables(*EVENING), talks.preview, **limit)
    compare(rows, rounds.rounds)


def growth(stage, rounds):
    """Each of these on sheets of 920 hands and more, beside sheets of 40 hands and more."""
    acts = {
        "preview": (talks.preview,),
        "hand": (talks.save,),
        "first page": (talks.page, HAND),
        "news, reader": (talks.read_news, HAND),
        "news, writer": (talks.poll, HAND),
    }
    few, many = stage.tables(40, 5), stage.tables(*LONG)
    rows = []
    for name, act in acts.items():
        short = f"{name}, 40"
        rows.append(Act(short, few, *act))
        rows.append(Act(f"{name}, 1000", many, *act, against=(short,), goal="time ≤ 1.05"))
    compare(rows, rounds.rounds)
