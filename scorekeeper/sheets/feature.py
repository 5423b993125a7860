"""What the application takes from this package: its addresses."""

from scorekeeper.sheets.web import (
    end,
    files,
    games,
    hands,
    journal,
    live,
    penalties,
    share,
    sheets,
    table,
)

RESOURCES = (games, sheets, hands, penalties, table, journal, end, files, live, share)
"""The modules with a blueprint each."""
