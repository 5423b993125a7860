"""The tables of addresses of the pad, and of each other package that is there."""

from importlib import import_module
from pathlib import Path

TABLES = {
    path.stem: import_module(path.stem)
    for path in sorted(Path(__file__).parents[1].glob("**/support/*routes.py"))
}
