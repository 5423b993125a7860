"""The bounds of a document that is brought through a page: how long it takes to read, how many
bytes its sheet needs once it is stored."""

from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.sheets.sheet import MAX_ENTRIES

MAX_VALUES = 100 * MAX_ENTRIES
"""Most commas of a document, a list as :data:`LIST_COST` of them: the parser of JSON holds up
every request until it has read them."""

LIST_COST = 4

MAX_OBJECTS = 10 * MAX_ENTRIES
"""Most opening braces of a document: each hand has one, and hardly any more than two."""

SHEET_BYTES, ENTRY_BYTES = 4000, 250
"""Bytes that the database needs for a sheet, and for each of its entries, besides what the
document says of them."""


def require_bounded(content: bytes) -> None:
    """Refuse a document that would take too long to read, before it is.

    :raises DocumentError: if so.
    """
    values = content.count(b",") + LIST_COST * content.count(b"[")
    if content.count(b"{") > MAX_OBJECTS or values > MAX_VALUES:
        raise DocumentError(
            msg("fichier"), msg("on attend au plus %(n)s donnes", n=MAX_ENTRIES)
        )


def stored_size(entries: int, length: int) -> int:
    """Return the most bytes that the sheet of a document needs in the database.

    :param entries: hands and penalties.
    :param length: of the document, in bytes.
    """
    return length + SHEET_BYTES + ENTRY_BYTES * entries
