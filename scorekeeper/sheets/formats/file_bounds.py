"""The bounds of a file that is brought through a page: how long it takes to read, how many
bytes its sheets need once they are stored."""

from collections.abc import Mapping

from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.formats.strict_json import DocumentError

MAX_ENTRIES = 60_000
"""Most hands and penalties of a file that is brought through a page: 1,500 evenings of forty.
A command reads larger ones."""

MAX_VALUES = 20 * MAX_ENTRIES
"""Most commas of such a file, a list as :data:`LIST_COST` of them: the parser of JSON holds up
every request until it has read them."""

LIST_COST = 4

MAX_OBJECTS = 3 * MAX_ENTRIES
"""Most opening braces of such a file: each hand has one, and hardly any more than two."""

SHEET_BYTES, ENTRY_BYTES = 4000, 250
"""Bytes that the database needs for a sheet, and for each of its entries, besides what the
file says of them."""


def require_bounded(content: bytes) -> None:
    """Refuse a file that would take too long to read, before it is.

    :raises DocumentError: if so.
    """
    values = content.count(b",") + LIST_COST * content.count(b"[")
    if content.count(b"{") > MAX_OBJECTS or values > MAX_VALUES:
        raise _too_large()


def _too_large() -> DocumentError:
    return DocumentError(
        msg("fichier"),
        msg(
            "il a plus de %(most)s donnes ; la personne qui s'occupe de La Marque peut "
            "l'apporter",
            most=MAX_ENTRIES,
        ),
    )


def stored_size(sheets: object, length: int) -> int:
    """Return the most bytes that the sheets of a file need in the database.

    :param sheets: night documents, as far as the file is right.
    :param length: of the file, in bytes.
    :raises DocumentError: if they have more than :data:`MAX_ENTRIES`.
    """
    listed = sheets if isinstance(sheets, list) else []
    entries = [sheet.get("hands") for sheet in listed if isinstance(sheet, Mapping)]
    count = sum(len(one) for one in entries if isinstance(one, list))
    if count > MAX_ENTRIES:
        raise _too_large()
    return length + SHEET_BYTES * len(listed) + ENTRY_BYTES * count
