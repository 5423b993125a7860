"""The phones of the simulation, from Python: ``simulated_phones.js`` in V8."""

import asyncio
import itertools
import json
from pathlib import Path

from outbox_engine import OUTBOX, script
from py_mini_racer import mini_racer


class Phones:
    """Phones with tabs; each call returns what it made happen. A context manager.

    V8 is called without a change of thread inside of :meth:`run` only.

    :param changes: pairs of a file's name and a replacement in it, for planted faults.
    """

    def __init__(self, changes=()):
        self._changes, self._loop = changes, asyncio.new_event_loop()

    def __enter__(self):
        self._opened = mini_racer(self._loop)
        self.run(self._open)
        return self

    def _open(self):
        self._engine = self._opened.__enter__()
        for name in ("machine", "sender"):
            pieces = [(old, new) for file, old, new in self._changes if file == f"{name}.js"]
            self._engine.eval(script(OUTBOX / f"{name}.js", pieces))
        self._engine.eval(script(Path(__file__).with_name("simulated_phones.js")))

    def __exit__(self, *error):
        self.run(self._opened.__exit__, *error)
        self._loop.close()

    def run(self, act, *given):
        """What a function returns that calls these phones."""

        async def inside():
            return act(*given)

        return self._loop.run_until_complete(inside())

    def reset(self, seed, count):
        """So many new phones, without anything on them."""
        self._keys = (f"{seed:012x}f{n:019x}" for n in itertools.count())
        return self.call("reset", seed, count)

    def call(self, name, *given):
        """Call a function of ``simulated_phones.js``; its effects, as ``look`` tells them."""
        arguments = ", ".join(json.dumps(one) for one in given)
        self._engine.eval(f"{name}({arguments}); 0")
        return json.loads(self._engine.eval("look()"))

    def value(self, name, *given):
        """The value of a function that changes nothing."""
        return self._engine.eval(f"{name}({', '.join(json.dumps(one) for one in given)})")

    def key(self):
        """A key that was never used."""
        return next(self._keys)
