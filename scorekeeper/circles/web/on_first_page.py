"""Circles on the first page: those of the device, the example, and the way to one."""

from flask import get_template_attribute
from markupsafe import Markup

from scorekeeper.circles.web.access import EXAMPLE_TOKEN, closed_circles, device_circles
from scorekeeper.web.first_page import Part


def part() -> Part:
    """Return what circles add to the first page."""
    circles = device_circles()
    return Part(
        resume=_rendered("resume", circles),
        listed=_rendered("listed", circles, closed_circles()),
        examples=_rendered("examples", EXAMPLE_TOKEN),
        ways=_rendered("ways"),
    )


def _rendered(name: str, *values: object) -> Markup:
    html: Markup = get_template_attribute("circles/on_first_page.html", name)(*values)
    return html
