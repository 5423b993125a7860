"""A folder in memory where there is one: tests of many writes do not wait for the disk."""

import contextlib
import tempfile
from pathlib import Path

SHARED_MEMORY = Path("/dev/shm")


@contextlib.contextmanager
def memory_folder():
    where = SHARED_MEMORY if SHARED_MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=where) as folder:
        yield Path(folder)
