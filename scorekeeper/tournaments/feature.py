"""What the application takes from this package: its addresses."""

from scorekeeper.tournaments.web import (
    clock,
    everybody,
    files,
    paper,
    people,
    ranking,
    rounds,
    screen,
    slips,
    tables,
    tournament,
)

RESOURCES = (
    tournament,
    people,
    rounds,
    clock,
    slips,
    tables,
    ranking,
    paper,
    screen,
    files,
    everybody,
)
"""The modules with a blueprint each."""
