"""The views of tournaments: a module a resource, named as in its address."""

from scorekeeper.web.views.tournaments import (
    files,
    paper,
    people,
    ranking,
    rounds,
    screen,
    slips,
    tournament,
)

RESOURCES = (tournament, people, rounds, slips, ranking, paper, screen, files)
"""The modules with a blueprint each."""
