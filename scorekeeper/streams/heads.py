"""The signed list of the last event of each stream, kept beside the database.

A hash chain proves that nothing in between was changed or lost, and knows nothing of what was
cut off at its end, or of a whole stream. The list does: each stream in it is still there, with
that event, or the database notes that it was deleted
(``tests/reliability/test_heads.py``).
"""

import hmac
from pathlib import Path

from scorekeeper.i18n.messages import msg
from scorekeeper.streams.base import DatabaseDamaged, Head, StorageError
from scorekeeper.streams.chain import FIRST
from scorekeeper.streams.event_store import DELETED, EventStore
from scorekeeper.streams.events import utc_now
from scorekeeper.streams.files import write_durably


def write(path: Path, journal: EventStore, key: bytes) -> None:
    """Write the list as it is now, signed with the key. One that the database contradicts
    stays, and raises StorageError. Raise OSError if the folder cannot be written."""
    if path.exists():
        compare(path, journal, key)
    deleted = journal.notes(DELETED)
    heads = journal.heads(journal.stream_ids()).items()
    lines = [f"{stream} {head.seq} {head.hash.hex()}" for stream, head in heads]
    text = "\n".join([utc_now(), *lines])
    write_durably(path, f"{_signature(key, text)}\n{text}".encode("ascii"))
    for name in deleted:
        journal.note(name, "")


def compare(path: Path, journal: EventStore, key: bytes) -> None:
    """Raise DatabaseDamaged unless all that is listed is in the database; StorageError if the
    list was not signed with this key."""
    at, listed = _read(path, key)
    deleted, found = journal.notes(DELETED), journal.heads(listed)
    lost = [
        stream
        for stream, head in listed.items()
        if f"{DELETED}{stream}" not in deleted
        and not _has(journal, stream, found.get(stream, FIRST), head)
    ]
    if lost:
        raise DatabaseDamaged(
            msg(
                "%(database)s n'a plus tout ce qu'elle avait le %(day)s à %(time)s (UTC) : il "
                "manque la feuille, le cercle ou le tournoi %(stream)s, ou sa fin (%(n)s en "
                "tout). Si vous avez remis vous-même une copie plus ancienne, sans la "
                "commande restore, rien n'est abîmé : effacez %(path)s.",
                database=journal.place,
                day=at[:10],
                time=at[11:16],
                stream=str(lost[0]),
                n=len(lost),
                path=path,
            )
        )


def _read(path: Path, key: bytes) -> tuple[str, dict[int, Head]]:
    """Return when a list was written, and the last event of each stream then. Raise
    StorageError if the list was not signed with this key."""
    signature, _, text = path.read_text(encoding="ascii", errors="replace").partition("\n")
    if not hmac.compare_digest(signature.encode(), _signature(key, text).encode()):
        raise StorageError(
            msg(
                "%(path)s n'est pas la liste que La Marque a signée avec sa clé. Si la clé a "
                "changé, effacez ce fichier.",
                path=path,
            )
        )
    at, *lines = text.splitlines()
    return at, {
        int(stream): Head(int(seq), bytes.fromhex(chained))
        for stream, seq, chained in map(str.split, lines)
    }


def _has(journal: EventStore, stream: int, last: Head, head: Head) -> bool:
    if last.seq <= head.seq:
        return last == head
    return [event.hash for event in journal.events(stream, head.seq - 1)[:1]] == [head.hash]


def _signature(key: bytes, text: str) -> str:
    return hmac.digest(key, f"heads\n{text}".encode(), "sha256").hex()
