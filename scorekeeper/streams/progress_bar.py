"""The progress bar of a command that takes more than a second."""

import sys
import time
from types import TracebackType
from typing import Any

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message

DELAY = 1.0
"""Seconds after which a command shows its progress."""

INTERVAL = 0.1
"""Seconds between two drawings of the bar."""


class ProgressBar:
    """Click's bar, drawn on a terminal once its command has taken a second. Without an
    installed environment there is no click, and so no bar."""

    def __init__(self, label: Message) -> None:
        self._label = label
        self._bar: Any = None
        self._next = time.monotonic() + DELAY

    def __enter__(self) -> "ProgressBar":
        return self

    def __call__(self, done: int, total: int) -> None:
        """Show how much of how much is done."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + INTERVAL
        if self._bar is None:
            self._bar = _drawn(say(self._label), total)
        if self._bar is not None:
            self._bar.length = total
            self._bar.update(done - self._bar.pos)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Fill the bar, unless the command has failed, and end its line."""
        if self._bar is not None:
            if kind is None:
                self._bar.update(self._bar.length - self._bar.pos)
            self._bar.__exit__(kind, error, trace)


def _drawn(label: str, total: int) -> Any:
    """Return a bar on the terminal; nothing where there is none, or no click."""
    if not sys.stderr.isatty():
        return None
    try:
        import click
    except ImportError:
        return None
    return click.progressbar(length=total, label=label, file=sys.stderr).__enter__()
