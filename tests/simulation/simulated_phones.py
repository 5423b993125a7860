"""The phones of the simulation, from Python: ``simulated_phones.js`` in V8."""

import json
from pathlib import Path

from outbox_engine import OUTBOX, script
from py_mini_racer import MiniRacer


class Phones:
    """Phones with tabs; each call returns what it made happen.

    :param changes: pairs of a file's name and a replacement in it, for planted faults.
    """

    def __init__(self, changes=()):
        self._engine = MiniRacer()
        for name in ("machine", "sender"):
            pieces = [(old, new) for file, old, new in changes if file == f"{name}.js"]
            self._engine.eval(script(OUTBOX / f"{name}.js", pieces))
        self._engine.eval(script(Path(__file__).with_name("simulated_phones.js")))

    def call(self, name, *given):
        """Call a function of ``simulated_phones.js``; its effects, as ``look`` tells them."""
        arguments = ", ".join(json.dumps(one) for one in given)
        self._engine.eval(f"{name}({arguments}); 0")
        return json.loads(self._engine.eval("look()"))

    def key(self):
        return self._engine.eval("key()")
