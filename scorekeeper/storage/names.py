"""Names of players apart from the hash chain, so that they can be changed and erased.

A stored event says how many players a sheet has, and another table how they are called. The
rest of the program reads and writes bodies with names. The journal of a circle holds the
title of the circle, the names and the nicknames of its players in the same way.
"""

from collections.abc import Sequence

from scorekeeper.sheets.events import Body

NAMING = ("opened", "seated", "renamed", "founded", "joined", "nicknamed")
"""The kinds of event whose body has names, outside of the database."""


def without_names(body: Body) -> tuple[dict[str, object], Sequence[str]]:
    """The body as it is stored, and its names, in the order of the players' numbers.

    >>> without_names({"names": ["Anne", "Zoé"], "dealer": 0})
    ({'players': 2, 'dealer': 0}, ['Anne', 'Zoé'])
    """
    names = body.get("names", ())
    stored = {
        "players" if field == "names" else field: len(names) if field == "names" else value
        for field, value in body.items()
    }
    return stored, names


def with_names(kind: str, body: Body, names: Sequence[str]) -> Body:
    """The body of a stored event with the names as they are now.

    :param names: all players of the sheet, in the order of their numbers.

    >>> with_names("seated", {"players": 2, "dealer": 0}, ["Anne", "Zoé", "Max"])
    {'names': ['Anne', 'Zoé'], 'dealer': 0}
    >>> with_names("renamed", {"player": 1}, ["Anne", "Zoé"])
    {'player': 1, 'name': 'Zoé'}
    """
    if kind == "renamed":
        return {**body, "name": names[body["player"]]}
    if kind not in NAMING or "players" not in body:
        return body
    return {
        "names" if field == "players" else field: list(names[:value])
        if field == "players"
        else value
        for field, value in body.items()
    }
