"""The sizes of paper that a sheet or a paper of a tournament is printed on."""

from typing import NamedTuple

MARGIN = 10
"""Margin at each edge of a page, in millimeters: ``static/css/web/page.css``."""


class Paper(NamedTuple):
    """A size of paper."""

    name: str
    """The code in addresses and in the names of styles."""
    title: str
    width: int
    """In millimeters, as the height; the shorter side."""
    height: int


PAPERS = {
    paper.name: paper
    for paper in (
        Paper("a4", "A4", 210, 297),
        Paper("a5", "A5", 148, 210),
        Paper("letter", "Letter", 216, 279),
    )
}
"""The papers by code, the usual one first."""
