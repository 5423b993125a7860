"""The views of circles: a module a resource, named as in its address."""

from scorekeeper.web.views.circles import (
    circle,
    figures,
    files,
    links,
    players,
    privacy,
    seasons,
    sheets,
)

RESOURCES = (circle, sheets, players, files, links, privacy, seasons, figures)
"""The modules with a blueprint each."""
