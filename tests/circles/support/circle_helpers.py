"""Circles from files and as text: what only tests ask for."""

import json
from dataclasses import asdict
from pathlib import Path

from conftest import UNGUARDED

from app import create_app
from scorekeeper.circles.formats.circle_document import CircleFile, fault_of
from scorekeeper.circles.formats.circle_reader import read_circle
from scorekeeper.circles.service.access import CircleRepository
from scorekeeper.circles.service.files import store_circle
from scorekeeper.circles.service.tokens import tokens_from
from scorekeeper.sheets.commands import shared_sheets

EXAMPLE = Path(__file__).parents[2] / "vectors/circle.json"
"""The file of a circle with an invented season of Tarot and coinche."""


def example_circle():
    """The circle of that file, to be changed."""
    return json.loads(EXAMPLE.read_text(encoding="utf-8"))


def bring(instance, document):
    """Store a circle in an installation, beside its program; its address for readers."""
    app = create_app({"INSTANCE": instance, **UNGUARDED})
    with app.app_context():
        token = import_circle(CircleRepository(shared_sheets()), document)
    return f"/circles/{tokens_from(token).reading}"


class Reader:
    """Reads the pages of a circle, by addresses below its own."""

    def __init__(self, instance):
        self.address = bring(instance, example_circle())
        self.app = create_app({"INSTANCE": instance, **UNGUARDED})
        self.client = self.app.test_client()

    def get(self, path, **options):
        path = path if path.startswith("/circles/") else self.address + path
        return self.client.get(path, **options)


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


def text_of(file):
    """The whole text of a circle file."""
    return "".join(file.pieces())


def dump(statistics):
    """All of the statistics as JSON: equal for equal statistics."""
    return json.dumps(asdict(statistics), sort_keys=True)
