"""Tournaments on the first page: those of the device, the example, the way to a new one."""

from flask import get_template_attribute
from markupsafe import Markup

from scorekeeper.tournaments.service import example
from scorekeeper.tournaments.web.access import ROLES, device_tournaments
from scorekeeper.web.first_page import Part


def part() -> Part:
    """Return what tournaments add to the first page."""
    return Part(
        listed=_rendered("listed", device_tournaments(), ROLES),
        examples=_rendered("examples", example.TOKEN),
        ways=_rendered("ways"),
    )


def _rendered(name: str, *values: object) -> Markup:
    html: Markup = get_template_attribute("tournaments/on_first_page.html", name)(*values)
    return html
