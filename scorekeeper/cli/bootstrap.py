"""The entry point of ``app.py``: a check of the Python version, then the command line.

This module must load in every Python 3, so it imports the rest only after its check.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.cli.serve import CreateApp

OLDEST_PYTHON = (3, 11)
"""The oldest Python that can run the program."""

TOO_OLD = (
    "La Marque demande Python 3.11 ou plus ; celui-ci est le {found}.\n"
    "La Marque needs Python 3.11 or newer; this is {found}."
)
"""The only message in two languages: the catalogue cannot be read by an older Python."""


def main(arguments: list[str], create_app: CreateApp) -> int:
    """Run a command of ``app.py``; return the exit status. Only ``run`` calls the factory."""
    if sys.version_info < OLDEST_PYTHON:
        found = ".".join(map(str, sys.version_info[:2]))
        print(TOO_OLD.format(found=found), file=sys.stderr)
        return 1
    from scorekeeper.cli import commands

    return commands.main(arguments, create_app)
