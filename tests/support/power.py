"""A disk in a power cut at any moment, simulated from the system calls of a real program.

Writes that were not yet synced may be lost, kept, or kept in part; so may file names.
"""

import itertools
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SECTOR = 512
CALLS = "openat close write pwrite64 ftruncate fsync fdatasync unlink unlinkat rename renameat"
UNKNOWN = "writev pwritev truncate fallocate sendfile copy_file_range renameat2 link linkat"


def calls(program, *arguments):
    """Run a Python program under strace; its calls, as name, arguments and result."""
    if subprocess.run("strace true", shell=True, capture_output=True).returncode:
        pytest.skip("needs strace")
    trace = ",".join(f"?{name}" for name in (CALLS + " " + UNKNOWN).split())
    strace = ["strace", "-xx", "-s", "1000000", "-e", "signal=none", "-e", f"trace={trace}"]
    run = subprocess.run(
        [*strace, sys.executable, "-c", program, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    for line in run.stderr.splitlines():
        found = re.fullmatch(r"(\w+)\((.*)\)\s+= (\d+)", line)
        if found:
            yield found[1], found[2].split(", "), int(found[3])


class Disk:
    """One folder as a disk sees it: what is durable, and what is still buffered.

    Files are numbered like inodes, because their names become durable separately.
    ``content`` and ``names`` are durable; ``buffered``, ``renamed`` and ``seen`` are not.
    ``open`` maps the program's descriptors to a file and a position, ``printed`` is its
    standard output.
    """

    def __init__(self, folder):
        self.folder, self.printed, self.open, self.numbers = folder, "", {}, itertools.count()
        self.content, self.buffered, self.names, self.renamed = {}, {}, {}, []
        for path in folder.iterdir():
            self.names[path.name] = self.file(path.read_bytes())
        self.seen = dict(self.names)

    def file(self, content=b""):
        number = next(self.numbers)
        self.content[number], self.buffered[number] = content, []
        return number

    def apply(self, call, given, result):
        """Apply one call; true if it changes the possible states after a power cut."""
        texts = [bytes.fromhex(text[1:-1].replace("\\x", "")) for text in given if '"' in text]
        if call in UNKNOWN.split():
            ours = [text for text in texts if bytes(self.folder) in text]
            assert not ours and not set(given) & {str(fd) for fd in self.open}, (call, given)
            return False
        return getattr(self, "_" + call.removesuffix("at"))(given, texts, result)

    def _open(self, given, texts, result):
        self.open.pop(result, None)
        path = Path(texts[0].decode())
        if path == self.folder:
            self.open[result] = None, 0
        if path.parent != self.folder:
            return False
        new = path.name not in self.seen
        if new:
            self._name({path.name: self.file()})
        number = self.seen[path.name]
        self.open[result] = number, 0
        if "O_TRUNC" in given[2]:
            self.buffered[number].append((0, None))
        return new or "O_TRUNC" in given[2]

    _openat = _open

    def _close(self, given, texts, result):
        self.open.pop(int(given[0]), None)
        return False

    def _write(self, given, texts, result):
        if given[0] == "1":
            self.printed += texts[0].decode()
            return True
        if int(given[0]) not in self.open:
            return False
        number, position = self.open[int(given[0])]
        self.open[int(given[0])] = number, position + result
        return self._pwrite64([given[0], "", "", position], texts, result)

    def _pwrite64(self, given, texts, result):
        if int(given[0]) not in self.open:
            return False
        number, _ = self.open[int(given[0])]
        assert len(texts[0]) == result
        self.buffered[number].append((int(given[3]), texts[0]))
        return True

    def _ftruncate(self, given, texts, result):
        if int(given[0]) not in self.open:
            return False
        number, _ = self.open[int(given[0])]
        self.buffered[number].append((int(given[1]), None))
        return True

    def _fsync(self, given, texts, result):
        if int(given[0]) not in self.open:
            return False
        number, _ = self.open[int(given[0])]
        if number is None:
            self.names, self.renamed = dict(self.seen), []
        else:
            self.content[number] = written(self.content[number], self.buffered[number])
            self.buffered[number] = []
        return True

    _fdatasync = _fsync

    def _unlink(self, given, texts, result):
        path = Path(texts[0].decode())
        return path.parent == self.folder and self._name({path.name: None})

    def _rename(self, given, texts, result):
        old, new = (Path(text.decode()) for text in texts)
        if old.parent != self.folder != new.parent:
            return False
        assert old.parent == new.parent
        return self._name({new.name: self.seen[old.name], old.name: None})

    def _name(self, change):
        self.seen |= change
        self.seen = {name: number for name, number in self.seen.items() if number is not None}
        self.renamed.append(change)
        return True

    def cut(self, renamed, arrives):
        """The files after a power cut.

        :param renamed: the number of buffered name changes that became durable.
        :param arrives: from one buffered write to the parts of it that became durable.
        """
        names = dict(self.names)
        for change in self.renamed[:renamed]:
            names |= change
        return {
            name: written(
                self.content[number],
                (part for change in self.buffered[number] for part in arrives(change)),
            )
            for name, number in names.items()
            if number is not None
        }

    def cuts(self, chance, torn):
        """States after a power cut: buffers lost or whole, and ``torn`` random ones."""
        for names, arrives in itertools.product((0, len(self.renamed)), (nothing, whole)):
            yield self.cut(names, arrives)
        for _ in range(torn):
            names = chance.randint(0, len(self.renamed))
            yield self.cut(names, lambda change: by_sector(change, chance))


def written(content, changes):
    """A content after some changes: a position and bytes, or a size and ``None``."""
    after = bytearray(content)
    for position, data in changes:
        after.extend(bytes(max(0, position - len(after))))
        after[position : None if data is None else position + len(data)] = data or b""
    return bytes(after)


def nothing(change):
    return []


def whole(change):
    return [change]


def by_sector(change, chance):
    """Random sectors of one write."""
    position, data = change
    if data is None:
        return [change] if chance.random() < 0.5 else []
    first = position - position % SECTOR + SECTOR
    ends = range(first, position + len(data) + SECTOR, SECTOR)
    starts = [position, *ends[:-1]]
    parts = [
        (start, data[start - position : end - position])
        for start, end in zip(starts, ends, strict=True)
    ]
    return [part for part in parts if chance.random() < 0.5]
