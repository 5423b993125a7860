"""What the application takes from this package: its addresses."""

from scorekeeper.home import first_page, installed, settings

RESOURCES = (first_page, settings, installed)
"""The modules with a blueprint each."""
