"""Circles from files and as text: what only tests ask for."""

import json
from dataclasses import asdict

from scorekeeper.circles.formats.circle_document import CircleFile, fault_of
from scorekeeper.circles.formats.circle_reader import read_circle
from scorekeeper.circles.service.files import store_circle


def import_circle(circles, document):
    """Store the circle of a file; the token of its guardians."""
    return store_circle(circles, read_circle(document))


def write_circle(circle, sheet_of):
    """The file of a circle whose sheets nobody has checked before."""
    faults = {
        link.sheet: fault_of(sheet, link.players)
        for link in circle.links.values()
        if (sheet := sheet_of(link.sheet)) is not None
    }
    return CircleFile(circle, sheet_of, faults)


def dump(statistics):
    """All of the statistics as JSON: equal for equal statistics."""
    return json.dumps(asdict(statistics), sort_keys=True)
