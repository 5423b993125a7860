"""The JavaScript of the outbox in V8, with a world of tests around it."""

import json
import re
from pathlib import Path

from py_mini_racer import MiniRacer

ROOT = Path(__file__).resolve().parents[2]
OUTBOX = ROOT / "static" / "js" / "sheets" / "outbox"


def script(path, changes=()):
    """A module as a script: without imports and exports, for files that are joined.

    :param changes: pairs of a piece of the text that must be there, and its replacement.
    """
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return re.sub(r"^import .*\n|^export ", "", text, flags=re.MULTILINE)


class World:
    """``outbox_world.js`` around ``machine.js``."""

    def __init__(self, changes=()):
        self._engine = MiniRacer()
        self._engine.eval(script(OUTBOX / "machine.js", changes))
        self._engine.eval(script(Path(__file__).with_name("outbox_world.js")))

    def explore(self, depth, same_key):
        """Every order of moves up to a depth; see ``explore``."""
        return self._call(f"explore({depth}, {json.dumps(same_key)})")

    def wander(self, first, end, length):
        """Random histories from these seeds; see ``wander``."""
        return self._call(f"wander({first}, {end}, {length})")

    def relive(self, moves):
        """One history: the fault that it ends with, if any."""
        return self._call(f"fault({json.dumps(moves)}.reduce(after, start(false)))")

    def _call(self, expression):
        return json.loads(self._engine.eval(f"JSON.stringify({expression})"))


def world(changes=None):
    """A fresh world.

    :param changes: pieces of the state machine's text, and what stands there instead.
    """
    return World(tuple((changes or {}).items()))
