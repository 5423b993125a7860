"""Evenings shipped with the program, to be looked at and imported."""

import json
from pathlib import Path
from typing import Any

FFT_MATCH = Path(__file__).with_name("fft-match.json")
"""The match sheet printed in the federation's rules: FFT 2012, p. 8-10."""


def fft_match() -> Any:
    """The federation's match sheet, as a night document."""
    return json.loads(FFT_MATCH.read_text(encoding="utf-8"))
