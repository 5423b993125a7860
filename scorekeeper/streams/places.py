"""Places of databases as an operator writes them: ``sqlite:PATH`` or ``postgresql://…``."""

from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

from scorekeeper.i18n.messages import msg
from scorekeeper.streams.base import StorageError

SQLITE = "sqlite:"
"""How the place of a database in a file begins."""

POSTGRES = ("postgresql://", "postgres://")
"""How the address of a PostgreSQL database begins."""

SHOWN = ("host", "hostaddr", "port", "dbname", "user")
"""The parameters of an address that say which database it is; others may be secret."""


class DatabasePlace(NamedTuple):
    """A database: a file, or the address of a server."""

    name: str
    """The place without its password, the same however it is written: for sentences, and for
    the mark of the other database of a move."""

    path: Path | None = None
    """The file of SQLite."""

    address: str = ""
    """The address of a server, with its password."""


def file_place(path: Path) -> DatabasePlace:
    """Return the place of a database in a file."""
    resolved = path.resolve()
    return DatabasePlace(f"{SQLITE}{resolved}", resolved)


def parse(text: str) -> DatabasePlace:
    """Return the place that an operator names.

    :raises StorageError: if it is none; the sentence does not repeat the text, which may hold
        a password.

    >>> parse("postgres://ada:secret@db/marque").name
    'postgresql://ada@db/marque'
    """
    path = text.removeprefix(SQLITE)
    if path and path != text:
        return file_place(Path(path))
    if is_postgres(text):
        try:
            return DatabasePlace(without_password(text), address=text)
        except ValueError:  # brackets that do not match, or a password that is not encoded
            pass
    raise StorageError(
        msg(
            "Une base s'écrit sqlite:CHEMIN ou postgresql://utilisateur@machine/base. Un mot "
            "de passe qui contient / # ? @ ou : s'y écrit encodé (percent-encoding)."
        )
    )


def is_postgres(url: str) -> bool:
    """Return true for the address of a PostgreSQL database."""
    return url.startswith(POSTGRES)


def without_password(url: str) -> str:
    """Return the address of a database without its password and what does not say where it is.

    :raises ValueError: if the password holds a character that has to be percent-encoded, so
        that it cannot be told from the rest.

    >>> without_password("postgres://ada:secret@db:5432/marque?host=/run/pg&sslmode=require")
    'postgresql://ada@db:5432/marque?host=%2Frun%2Fpg'
    """
    parts = urlsplit(url)
    login, at, hosts = parts.netloc.rpartition("@")
    if "@" in login + parts.path + parts.query + parts.fragment:
        raise ValueError("an @ where none can be")
    shown = [(name, value) for name, value in parse_qsl(parts.query) if name in SHOWN]
    query = f"?{urlencode(shown)}" if shown else ""
    return f"postgresql://{login.partition(':')[0]}{at}{hosts}{parts.path}{query}"
