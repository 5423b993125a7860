"""Files replaced atomically and durably, also in a power cut."""

import os
from pathlib import Path


def replace_durably(draft: Path, target: Path) -> None:
    """Give a finished draft its final name, atomically and durably.

    :raises OSError: if the folder cannot be written.
    """
    with open(draft, "rb+") as file:
        os.fsync(file.fileno())
    os.replace(draft, target)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def write_durably(path: Path, content: bytes) -> None:
    """Write a small file, readable by its owner only.

    :raises OSError: if the folder cannot be written.
    """
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    file = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        os.write(file, content)
    finally:
        os.close(file)
    replace_durably(draft, path)
