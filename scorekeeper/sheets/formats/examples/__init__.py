"""A sample document, shipped with the program to be shown and imported."""

import json
from pathlib import Path

FFT_MATCH = Path(__file__).with_name("fft-match.json")
"""The match sheet printed in the federation's rules: FFT 2012, p. 9-10."""


def fft_match() -> dict[str, object]:
    """Return the federation's match sheet as a night document."""
    document: dict[str, object] = json.loads(FFT_MATCH.read_text(encoding="utf-8"))
    return document
