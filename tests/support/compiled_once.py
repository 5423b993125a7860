"""Bytecode of the tests and of the program is compiled once, also where Python is told not to
write any: then it is in pytest's cache, not in the tree. Import it first."""

import sys
from pathlib import Path

if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).resolve().parents[2] / ".pytest_cache/bytecode")

COMPILED = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": sys.pycache_prefix or ""}
"""The same for a process of the program, in its environment."""
