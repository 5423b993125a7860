"""A sample circle, shipped with the program to be shown."""

import json
from pathlib import Path

CIRCLE = Path(__file__).with_name("circle.json")
"""A season of invented evenings."""


def example_circle() -> dict[str, object]:
    """Return the circle of invented evenings as a circle file."""
    document: dict[str, object] = json.loads(CIRCLE.read_text(encoding="utf-8"))
    return document
