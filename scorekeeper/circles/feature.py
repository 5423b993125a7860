"""What the application takes from this package: its addresses."""

from scorekeeper.circles.web import (
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
