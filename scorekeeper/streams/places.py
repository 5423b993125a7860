"""The address of a database on a server: ``postgresql://user@machine/database``."""

from urllib.parse import parse_qsl, urlencode, urlsplit

from scorekeeper.i18n.messages import msg
from scorekeeper.streams.base import StorageError

POSTGRES = ("postgresql://", "postgres://")
"""How the address of a PostgreSQL database begins."""

SHOWN = ("host", "hostaddr", "port", "dbname", "user")
"""The parameters of an address that say which database it is; others may be secret."""


def require_postgres(url: str) -> None:
    """Nothing, if this is the address of a PostgreSQL database. Raise StorageError if not; the
    sentence does not repeat it, which may hold a password."""
    if not url.startswith(POSTGRES):
        raise StorageError(
            msg("DATABASE_URL commence par « postgresql:// », ou reste vide pour SQLite.")
        )
    try:
        without_password(url)
    except ValueError:  # brackets that do not match, or a password that is not encoded
        raise StorageError(
            msg(
                "DATABASE_URL s'écrit postgresql://utilisateur@machine/base. Un mot de passe "
                "qui contient / # ? @ ou : s'y écrit encodé (percent-encoding)."
            )
        ) from None


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
