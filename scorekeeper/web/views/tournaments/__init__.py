"""The views of tournaments: a module a resource, named as in its address."""

from scorekeeper.web.views.tournaments import (
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
