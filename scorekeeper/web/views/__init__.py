"""The views: a module a resource, named as in its address."""

from flask import Flask

from scorekeeper.web.views import (
    circles,
    end,
    files,
    games,
    hands,
    home,
    installed,
    journal,
    live,
    penalties,
    settings,
    share,
    sheets,
    table,
    tournaments,
)

RESOURCES = (
    home,
    games,
    sheets,
    hands,
    penalties,
    table,
    journal,
    end,
    files,
    live,
    share,
    settings,
    installed,
    *circles.RESOURCES,
    *tournaments.RESOURCES,
)
"""The modules with a blueprint each."""


def install(app: Flask) -> None:
    """Give an application its addresses."""
    for resource in RESOURCES:
        app.register_blueprint(resource.bp)
