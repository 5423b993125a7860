"""Circles that are brought as files: read and stored beside the requests, one at a time.

An import is known by a token that derives from the form and the file, as its circle does. A
note beside the streams says how far it is: every process reads it, and where the one at work
ended, the next one removes what it had stored (:meth:`Imports.remove_lost`). So does a command
(:meth:`Imports.store`), which may be at work beside the process that serves.
"""

import json
import logging
import threading
import time
from collections.abc import Callable, Hashable
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

from scorekeeper.circles.formats.circle_reader import ReadCircle, is_circle, read_circle
from scorekeeper.circles.service.access import CircleRepository
from scorekeeper.circles.service.files import remove_unopened, store_circle, stream_id
from scorekeeper.circles.service.founding import token_of_key
from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.formats.file_bounds import require_bounded, stored_size
from scorekeeper.sheets.formats.strict_json import DocumentError, parse
from scorekeeper.sheets.service.access import new_key
from scorekeeper.streams.base import DatabaseBusy, DatabaseStopped
from scorekeeper.streams.errors import ImportRefused
from scorekeeper.streams.progress import Progress, part

OF_NETWORK = 2
"""Files of one network that wait or are read."""

MAX_WAITING = 6
"""Files that wait or are read, of everybody."""

LOST_AFTER = 900
"""Seconds without progress after which an import of another process is given up."""

NOTED_EVERY = 1.0
"""Seconds between two notes of how far an import is."""

LONGEST_REST = 0.5
"""Seconds of the longest rest: see :class:`Pace`."""

NOTES = "import "
"""The beginning of the names of the notes."""

NO_CIRCLE = msg("Ce fichier n'est pas un cercle exporté par La Marque.")

MANY = msg(
    "D'autres cercles sont en train d'être apportés. Recommencez avec le vôtre dans quelques "
    "minutes."
)


class Offered(NamedTuple):
    """A file that somebody brings."""

    token: str
    """See :meth:`Imports.token`."""
    network: Hashable
    """Of who brings it."""
    content: bytes
    admit: Callable[[int], None]
    """Called with the bytes that it adds to the database, before it is read in full; raises
    :class:`ImportRefused` where they are too many."""
    translate: Callable[[Message], str]
    """The words of a refusal, in the language of who brings it."""


class ImportState(NamedTuple):
    """The progress of an import, or why it was refused."""

    at: float
    """The time of the last progress, in seconds since 1970."""
    done: int = 0
    total: int = 1
    sheets: int = 0
    """The sheets that may be stored."""
    why: str = ""
    """Why it was refused, in the language of who brought it."""
    by_command: bool = False
    """True if another process than the one that serves is at work on it."""


class Pace:
    """Rests as long as it has worked, so that requests are answered meanwhile."""

    def __init__(self) -> None:
        self._since = time.monotonic()

    def rest(self) -> None:
        """Sleep as long as it is since the last rest."""
        time.sleep(min(time.monotonic() - self._since, LONGEST_REST))
        self._since = time.monotonic()


class Imports:
    """The imports of one process; safe for threads.

    Its thread is there while there is something to do.
    """

    def __init__(self, circles: CircleRepository) -> None:
        self._circles = circles
        self._queue: list[Offered] = []
        """The files that wait, after the one that is read."""
        self._lock = threading.Lock()

    def token(self, key: str, content: bytes) -> str:
        """Return the token of the import of a file: a secret, as that of a circle.

        :param key: the idempotency key of the form: with the same file it imports once.
        """
        return self._circles.sheets.derived_token(
            f"import {key} {sha256(content).hexdigest()}"
        )

    def offer(self, offered: Offered) -> None:
        """Read and store a file, once those before it are; nothing if that was done before.

        :raises ImportRefused: if too many wait already.
        """
        with self._lock:
            if self._is_here(offered.token) or self._is_stored(offered.token):
                return
            of_network = [one for one in self._queue if one.network == offered.network]
            if len(self._queue) >= MAX_WAITING or len(of_network) >= OF_NETWORK:
                raise ImportRefused(MANY)
            self._note(offered.token, ImportState(time.time()))
            self._queue.append(offered)
            if len(self._queue) == 1:
                threading.Thread(target=self._work, args=(offered,), daemon=True).start()

    def state(self, token: str) -> ImportState | None:
        """Return how far an import is; nothing if it is unknown, stored or lost."""
        is_here = self._is_here(token)  # before its note is read: what ends since is not lost
        text = self._circles.journal.notes(NOTES + token).get(NOTES + token)
        state = ImportState(**json.loads(text)) if text else None
        is_lost = state is not None and not is_here and self._is_lost(token, state)
        return None if is_lost else state

    def circle_token(self, token: str) -> str:
        """Return the token of the guardians of the circle that was imported; empty if there
        is none, or its links were renewed."""
        found = token_of_key(self._circles, f"imported {token}")
        return found if self._circles.is_known(found) else ""

    def store(self, read: ReadCircle, bar: Progress) -> str:
        """Store a circle at once, for a command; the token of its guardians. Where that fails
        nothing is left, nor where it is killed, once the note is old."""
        token, sheets = new_key(), len(read.sheets)
        self._note(token, ImportState(time.time(), sheets=sheets, by_command=True))
        note = self._noting(token, sheets, by_command=True)

        def progress(done: int, total: int) -> None:
            note(done, total)
            bar(done, total)

        try:
            stored = store_circle(self._circles, read, token, progress)
        except BaseException:
            remove_unopened(self._circles, token, sheets, lambda: None)
            self._note(token, None)
            raise
        self._note(token, None)
        return stored

    def remove_lost(self) -> None:
        """Remove what imports had stored that ended in the middle."""
        for name, text in self._circles.journal.notes(NOTES).items():
            token, state = name.removeprefix(NOTES), ImportState(**json.loads(text))
            if self._is_lost(token, state):
                remove_unopened(self._circles, token, state.sheets, Pace().rest)
                self._circles.journal.note(name, "")

    def resume(self) -> None:
        """Remove what the process before this one had begun to store, if the database lets
        it; the next import tries again."""
        with suppress(DatabaseBusy, DatabaseStopped):
            self.remove_lost()

    def _is_lost(self, token: str, state: ImportState) -> bool:
        """Return True if no process is at work on an import, and nobody has to be told."""
        if self._is_here(token):
            return False
        is_old = time.time() - state.at > LOST_AFTER
        others = state.by_command or self._circles.journal.is_shared
        return is_old or not (state.why or others)

    def _is_here(self, token: str) -> bool:
        return any(one.token == token for one in list(self._queue))

    def _is_stored(self, token: str) -> bool:
        return bool(self._circles.journal.heads([stream_id(self._circles, token)]))

    def _note(self, token: str, state: ImportState | None) -> None:
        text = json.dumps(state._asdict()) if state else ""
        self._circles.journal.note(NOTES + token, text)

    def _work(self, offered: Offered | None) -> None:
        """Import the files that wait, this one first."""
        while offered:
            try:
                self.remove_lost()
                self._import(offered)
            except Exception as error:  # it is lost, and removed by the next one
                why = msg("Un cercle n'a pas pu être apporté : %(why)s", why=str(error))
                logging.getLogger("la_marque").error("%s", say(why), exc_info=error)
            with self._lock:
                self._queue.pop(0)
                offered = self._queue[0] if self._queue else None

    def _import(self, offered: Offered) -> None:
        """Import a file, or note why it is refused."""
        token = offered.token
        try:
            read = self._read(offered)
        except (DocumentError, ImportRefused) as refused:
            why = offered.translate(refused.message)
            self._note(token, ImportState(time.time(), why=why))
            return
        sheets = len(read.sheets)
        self._note(token, ImportState(time.time(), 1, 2, sheets))
        progress = self._progress(token, sheets)
        store_circle(self._circles, read, token, part(progress, 1, 2))
        self._note(token, None)

    def _read(self, offered: Offered) -> ReadCircle:
        """Return the circle of a file.

        :raises DocumentError: for the first fault of the file.
        :raises ImportRefused: if it is no circle, or too large.
        """
        require_bounded(offered.content)
        document = parse(offered.content)
        if not is_circle(document):
            raise ImportRefused(NO_CIRCLE)
        offered.admit(stored_size(document.get("sheets"), len(offered.content)))
        return read_circle(document, part(self._progress(offered.token), 0, 2))

    def _progress(self, token: str, sheets: int = 0) -> Progress:
        """Return a progress that rests, and notes how far an import is.

        :param sheets: that may be stored from now on.
        """
        pace, note = Pace(), self._noting(token, sheets)

        def progress(done: int, total: int) -> None:
            note(done, total)
            pace.rest()

        return progress

    def _noting(self, token: str, sheets: int, by_command: bool = False) -> Progress:
        """Return a progress that notes how far an import is."""
        noted = time.monotonic()

        def note(done: int, total: int) -> None:
            nonlocal noted
            if time.monotonic() - noted > NOTED_EVERY:
                state = ImportState(time.time(), done, total, sheets, by_command=by_command)
                self._note(token, state)
                noted = time.monotonic()

        return note
