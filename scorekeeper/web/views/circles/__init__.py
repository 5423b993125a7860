"""The views of circles: a module a resource, named as in its address."""

from scorekeeper.web.views.circles import (
    circle,
    erasure,
    figures,
    files,
    links,
    matching,
    players,
    privacy,
    recovery,
    seasons,
    sheets,
    tv,
)

RESOURCES = (
    circle,
    recovery,
    sheets,
    matching,
    players,
    erasure,
    files,
    links,
    privacy,
    seasons,
    figures,
    tv,
)
"""The modules with a blueprint each."""
