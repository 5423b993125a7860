"""A sample tournament, shipped with the program to be shown."""

from pathlib import Path

TOURNAMENT = Path(__file__).with_name("tournament.txt")
"""An evening of a club."""
