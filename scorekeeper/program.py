"""The program on this machine: its files, its version, and how it is called.

It runs from the folder of the project, or from a wheel that was installed, which has
templates and built assets in the package. Standard library only, but for the folder of
an installed program.
"""

import os
import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
ROOT = PACKAGE.parent
"""The folder of the project."""

IS_INSTALLED = (PACKAGE / "templates").is_dir()
"""True if a wheel was installed."""

FILES = PACKAGE if IS_INSTALLED else ROOT
"""The folder of ``templates`` and ``static``."""

PYTHON = "py" if os.name == "nt" else "python3"
"""The Python of an operator."""

IN_FOLDER = f"{PYTHON} app.py"

COMMAND = "la-marque" if IS_INSTALLED else IN_FOLDER
"""How an operator calls the program."""


@cache
def version() -> str:
    """Return the version of the program, which stands in ``pyproject.toml`` alone."""
    if IS_INSTALLED:
        return metadata.version("la-marque")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(project["project"]["version"])


def default_instance() -> Path:
    """Return the folder of the installation that is used unless another one is named."""
    if not IS_INSTALLED:
        return ROOT / "instance"
    from platformdirs import user_data_path

    return user_data_path("la-marque", appauthor=False)
