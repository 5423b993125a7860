"""Every address of a circle, with a form that it takes and the status it answers."""

from conftest import CAST, GARDE, token_of

from scorekeeper.circles.service.tokens import tokens_from

STREAMS = "circles"
"""The kind of stream."""


TOKENS = ("unknown", "sheet", "reading", "table", "guardian")
"""The kinds of token: one that opens nothing; one that writes a sheet of the circle; those of
the three roles."""


WRITER = "guardian"
"""The kind of token that may do everything."""


GET = {
    "/circles/<token>":                                     (404, 404, 200, 200, 200),
    "/circles/<token>/live":                                (404, 404, 200, 200, 200),
    "/circles/<token>/sheets/new":                          (404, 404, 404, 200, 200),
    "/circles/<token>/sheets/taken":                        (404, 404, 404, 200, 200),
    "/circles/<token>/sheets/<int:number>":                 (404, 404, 303, 303, 303),
    "/circles/<token>/sheets/<int:number>/players":         (404, 404, 404, 200, 200),
    "/circles/<token>/players":                             (404, 404, 404, 200, 200),
    "/circles/<token>/players/<int:player>/edit":           (404, 404, 404, 404, 200),
    "/circles/<token>/players/<int:player>/erasure":        (404, 404, 404, 404, 200),
    "/circles/<token>/links":                               (404, 404, 200, 200, 200),
    "/circles/<token>/card":                                (404, 404, 404, 404, 200),
    "/circles/<token>/privacy":                             (404, 404, 200, 200, 200),
    "/circles/<token>/deletion":                            (404, 404, 404, 404, 200),
    "/circles/<token>/players/<int:player>":                (404, 404, 200, 200, 200),
    "/circles/<token>/players/<int:player>/hands":          (404, 404, 404, 404, 404),
    "/circles/<token>/evenings/<date>":                     (404, 404, 200, 200, 200),
    "/circles/<token>/seasons/<int:season>":                (404, 404, 200, 200, 200),
    "/circles/<token>/seasons/<int:season>/print":          (404, 404, 200, 200, 200),
    "/circles/<token>/seasons/new":                         (404, 404, 404, 404, 200),
    "/circles/<token>/seasons/<int:season>/edit":           (404, 404, 404, 404, 200),
    "/circles/<token>/results/new":                         (404, 404, 404, 404, 200),
    "/circles/<token>/results/<int:number>/edit":           (404, 404, 404, 404, 404),
    "/circles/<token>/circle.json":                         (404, 404, 200, 200, 200),
}  # fmt: skip
"""The status of each page, by kind of token, in the order of :data:`TOKENS`."""


POST = {
    "/circles/<token>/sheets":                              (404, 404, 404, 303, 303),
    "/circles/<token>/sheets/again":                        (404, 404, 404, 303, 303),
    "/circles/<token>/sheets/present":                      (404, 404, 404, 200, 200),
    "/circles/<token>/sheets/taken":                        (404, 404, 404, 303, 303),
    "/circles/<token>/sheets/<int:number>/players":         (404, 404, 404, 303, 303),
    "/circles/<token>/players":                             (404, 404, 404, 303, 303),
    "/circles/<token>/players/<int:player>/edit":           (404, 404, 404, 404, 303),
    "/circles/<token>/players/<int:player>/merge":          (404, 404, 404, 404, 303),
    "/circles/<token>/players/<int:player>/unmerge":        (404, 404, 404, 404, 303),
    "/circles/<token>/players/<int:player>/erasure":        (404, 404, 404, 404, 303),
    "/circles/<token>/links":                               (404, 404, 404, 404, 303),
    "/circles/<token>/deletion":                            (404, 404, 404, 404, 303),
    "/circles/<token>/seasons":                             (404, 404, 404, 404, 303),
    "/circles/<token>/seasons/<int:season>/edit":           (404, 404, 404, 404, 303),
    "/circles/<token>/results":                             (404, 404, 404, 404, 303),
    "/circles/<token>/results/<int:number>/edit":           (404, 404, 404, 404, 404),
}  # fmt: skip
"""The status of each form, by kind of token, in the order of :data:`TOKENS`."""


OPEN = {
    ("GET", "/circles/new"): 200,
    ("POST", "/circles"): 303,
    ("GET", "/circles/recovery"): 200,
    ("POST", "/circles/recovery"): 422,
}
"""The status of each address without a token."""


FOUNDING = {"title": "Les Martin", "name": list(CAST)}


PRESENT = {"player": ["1", "2", "3", "4"], "order": "1 2 3 4"}


SEASON = {"title": "Saison 2026", "ranking": "points", "best": "10", "floor": "20"}


RESULT = {
    **{"title": "Au café", "date": "2026-03-07", "game": "tarot"},
    "lines": "Anne 30\nBruno -30",
}


FORMS = {
    "/circles/<token>/results": RESULT,
    "/circles/<token>/results/<int:number>/edit": RESULT,
    "/circles": {"title": "Les Martin", "name": ["Anne", "Bruno"]},
    "/circles/recovery": {"words": "abeille"},
    "/circles/<token>/seasons": SEASON,
    "/circles/<token>/seasons/<int:season>/edit": SEASON,
    "/circles/<token>/sheets": PRESENT,
    "/circles/<token>/sheets/again": {"last": "1"},
    "/circles/<token>/sheets/present": {"name": "Farid"},
    "/circles/<token>/sheets/taken": {},
    "/circles/<token>/sheets/<int:number>/players": {},
    "/circles/<token>/players": {"name": "Zoé"},
    "/circles/<token>/players/<int:player>/edit": {"act": "rename", "name": "Anna"},
    "/circles/<token>/players/<int:player>/merge": {"into": "1"},
    "/circles/<token>/players/<int:player>/unmerge": {},
    "/circles/<token>/players/<int:player>/erasure": {},
    "/circles/<token>/links": {"key": "f" * 32},
    "/circles/<token>/deletion": {},
}
"""A valid form of each address."""


MORE = {
    "/circles": {"title": "x", "name": "x", "known": "x", "sheet": "x"},
    "/sheets": {"circle": "x", "name": ["Anne", "Zoé", "Max"]},
    "/circles/<token>/players": {"title": "x", "name": "x"},
    "/circles/<token>/sheets": {"rules": "0", "player": ["1", "2", "3"], "order": "1 2 3"},
    "/circles/<token>/sheets/taken": {"sheet": "x", "who-0": "new", "who-0-name": "x"},
    "/circles/<token>/sheets/<int:number>/players": {"who-0": "other", "who-0-other": "1"},
    "/circles/<token>/results": {"matched": "1", "who-0": "new", "tournament": "x"},
    "/circles/<token>/players/<int:player>/edit": {
        "act": "rename",
        "name": "x",
        "number": "1",
    },
}
"""More fields of some of the forms, for hostile values."""

ASKED = "?v={0}&sheet={0}&season={0}&figure={0}"
"""The parameters of the pages."""


VALUES = {"<int:number>": "1", "<int:player>": "5", "<int:season>": "0", "<date>": "sheet-1"}
"""The values of the other variables in an address; player 5 has no hand yet."""


def address(path, token=""):
    """An address of the tables above with its variables filled in."""
    path = path.replace("<token>", token)
    if path.endswith("<int:season>/edit"):
        path = path.replace("<int:season>", "3")
    path += "?figure=hand" if path.endswith("/hands") else ""
    for word, value in VALUES.items():
        path = path.replace(word, value)
    return path


def found(client, **changes):
    """Found a circle of five players; the address of its guardians."""
    return client.post("/circles", data=FOUNDING | changes).location


def open_tokens(client):
    """A token of each kind; the circle has one sheet, with one hand, and a
    season, which is event 3."""
    circle = found(client)
    sheet = client.post(f"{circle}/sheets", data=PRESENT).location
    client.post(f"{sheet}/hands", data=GARDE)
    client.post(f"{circle}/seasons", data=SEASON)
    tokens = tokens_from(token_of(circle))
    return {
        "unknown": "g" + "A" * 22,
        "sheet": token_of(sheet),
        "reading": tokens.reading,
        "table": tokens.table,
        "guardian": tokens.guardian,
    }
