from cachetools import LRUCache


class Guarded(LRUCache):
    """A cache that is used only while a lock is held."""

    def __init__(self, lock):
        super().__init__(100)
        self.lock = lock

    def __getitem__(self, key):
        assert self.lock.locked()
        return super().__getitem__(key)

    def __setitem__(self, key, value):
        assert self.lock.locked()
        super().__setitem__(key, value)
