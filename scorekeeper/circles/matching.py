"""Suggestions: who of a circle a name on a sheet may be. A person decides."""

import unicodedata

from scorekeeper.circles.circle import GUEST, Circle


def plain(name: str) -> str:
    """Return a name without accents, case and spaces, to be compared.

    >>> plain(" Chloé  B. ") == plain("chloe b.")
    True
    """
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in letters if not unicodedata.combining(c) and not c.isspace())


def suggestion(circle: Circle, name: str) -> int:
    """Return the player who has this name or nickname, merges followed; 0 if nobody does, or
    more than one."""
    wanted = plain(name)
    found = {
        circle.same(owner)
        for owner, known in zip(circle.owners[1:], circle.names[1:], strict=True)
        if known and plain(known) == wanted
    }
    return found.pop() if len(found) == 1 else GUEST
