"""Another request at any moment of a request: before each call that shares a sheet."""

from scorekeeper.streams.access import StateCache
from scorekeeper.streams.event_store import EventStore

MOMENTS = {
    StateCache: ("state", "refresh", "put"),
    EventStore: ("store", "events", "seq_of_key", "grant", "open_stream", "renew", "delete"),
}
"""The functions that share sheets between requests."""


class Interruption:
    """Acts once, before the chosen call of the functions in :data:`MOMENTS`."""

    def __init__(self, monkeypatch):
        self.calls, self.at, self.act = 0, 0, None
        for owner, names in MOMENTS.items():
            for name in names:
                monkeypatch.setattr(owner, name, self._interrupted(getattr(owner, name)))

    def _interrupted(self, function):
        def called(*arguments, **named):
            self.calls += 1
            if self.act and self.calls == self.at:
                act, self.act = self.act, None
                act()
            return function(*arguments, **named)

        return called

    def arm(self, at, act):
        """Act before this call, counted from now."""
        self.calls, self.at, self.act = 0, at, act

    def disarm(self):
        """Act no more; true if it has acted."""
        acted, self.act = self.act is None, None
        return acted
