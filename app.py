"""La Marque: the score of Tarot and Belote at a real card table.

``python3 app.py run`` serves it, ``python3 app.py test`` tests it. Only the standard library
is imported until an environment with the requirements has been found.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from scorekeeper.cli import bootstrap

if TYPE_CHECKING:
    from flask import Flask


def create_app(config: dict[str, Any] | None = None) -> Flask:
    """Return the application; see :func:`scorekeeper.application.create_app`."""
    from scorekeeper import application

    return application.create_app(config)


if __name__ == "__main__":
    sys.exit(bootstrap.main(sys.argv[1:], create_app))
