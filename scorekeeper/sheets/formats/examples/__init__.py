"""Sample documents, shipped with the program to be shown and imported."""

import json
from pathlib import Path

FFT_MATCH = Path(__file__).with_name("fft-match.json")
"""The match sheet printed in the federation's rules: FFT 2012, p. 9-10."""

CIRCLE = Path(__file__).with_name("circle.json")
"""A season of invented evenings, by ``tests/tools/make_example_circle.py``."""

TOURNAMENT = Path(__file__).with_name("tournament.txt")
"""An evening of a club, by ``tests/tools/make_example_tournament.py``."""


def fft_match() -> dict[str, object]:
    """Return the federation's match sheet as a night document."""
    document: dict[str, object] = json.loads(FFT_MATCH.read_text(encoding="utf-8"))
    return document


def example_circle() -> dict[str, object]:
    """Return the circle of invented evenings as a circle file."""
    document: dict[str, object] = json.loads(CIRCLE.read_text(encoding="utf-8"))
    return document
