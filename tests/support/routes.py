"""Every address of the pad, with a form that it takes and the status it answers.

Those of another package are in a table beside its tests, ``*_routes.py``.
"""

from conftest import CAST, GARDE, token_of

from scorekeeper.sheets.formats.examples import FFT_MATCH
from scorekeeper.streams.base import read_only_token

STREAMS = "sheets"
"""The kind of stream."""


TOKENS = ("unknown", "reading", "writing", "other", "example")
"""The kinds of token: one that opens nothing; the one that reads the sheet; the one that
writes it; the one that writes another sheet, which has no hand yet; the example's."""


WRITER = "writing"
"""The kind of token that may do everything."""


GET = {
    #                                                 unknown reading writing other example
    "/sheets/<token>":                               (404,    200,    200,    200,  200),
    "/sheets/<token>/print":                         (404,    200,    200,    200,  200),
    "/sheets/<token>/rules":                         (404,    200,    200,    200,  200),
    "/sheets/<token>/ranking":                       (404,    404,    404,    404,  404),
    "/sheets/<token>/journal":                       (404,    200,    200,    200,  200),
    "/sheets/<token>/end":                           (404,    200,    200,    200,  200),
    "/sheets/<token>/night.json":                    (404,    200,    200,    200,  200),
    "/sheets/<token>/night":                         (404,    200,    200,    200,  200),
    "/sheets/<token>/hands.csv":                     (404,    200,    200,    200,  200),
    "/sheets/<token>/live":                          (404,    200,    200,    200,  200),
    "/sheets/<token>/tv":                            (404,    200,    200,    200,  200),
    "/sheets/<token>/tv/live":                       (404,    200,    200,    200,  200),
    "/sheets/<token>/share":                         (404,    200,    200,    200,  200),
    "/sheets/<token>/hands/<int:id>":                (404,    200,    200,    404,  200),
    "/sheets/<token>/hands/<int:id>/edit":           (404,    404,    200,    404,  404),
    "/sheets/<token>/hands/new":                     (404,    404,    200,    404,  404),
    "/sheets/<token>/penalties/new":                 (404,    404,    200,    200,  404),
    "/sheets/<token>/penalties/<int:id>/edit":       (404,    404,    200,    404,  404),
    "/sheets/<token>/table":                         (404,    404,    200,    200,  404),
    "/sheets/<token>/note":                          (404,    404,    200,    200,  404),
    "/sheets/<token>/deletion":                      (404,    404,    200,    200,  404),
}  # fmt: skip
"""The status of each page, by kind of token."""


POST = {
    #                                                 unknown reading writing other example
    "/sheets/<token>/hands":                         (404,    404,    303,    303,  404),
    "/sheets/<token>/hands/<int:id>":                (404,    404,    303,    404,  404),
    "/sheets/<token>/hands/<int:id>/note":           (404,    404,    303,    404,  404),
    "/sheets/<token>/note":                          (404,    404,    303,    303,  404),
    "/sheets/<token>/hands/preview":                 (404,    404,    200,    404,  404),
    "/sheets/<token>/penalties":                     (404,    404,    303,    303,  404),
    "/sheets/<token>/penalties/<int:id>":            (404,    404,    303,    404,  404),
    "/sheets/<token>/table":                         (404,    404,    303,    303,  404),
    "/sheets/<token>/journal/removals":              (404,    404,    303,    404,  404),
    "/sheets/<token>/journal/reversions":            (404,    404,    303,    404,  404),
    "/sheets/<token>/journal/restorations":          (404,    404,    303,    404,  404),
    "/sheets/<token>/end":                           (404,    404,    303,    303,  404),
    "/sheets/<token>/stake":                         (404,    404,    303,    303,  404),
    "/sheets/<token>/revanche":                      (404,    404,    409,    409,  404),
    "/sheets/<token>/share":                         (404,    404,    303,    303,  404),
    "/sheets/<token>/deletion":                      (404,    404,    303,    303,  404),
}  # fmt: skip
"""The status of each form, by kind of token; a game that goes on has no *revanche*."""


OPEN = {
    ("GET", "/"): 200,
    ("GET", "/sheets/new"): 200,
    ("POST", "/sheets"): 303,
    ("GET", "/import"): 200,
    ("POST", "/import"): 303,
    ("GET", "/import/<name>.csv"): 200,
    ("GET", "/archive.zip"): 200,
    ("GET", "/games/<name>"): 200,
    ("POST", "/language"): 303,
    ("GET", "/settings"): 200,
    ("POST", "/settings"): 303,
    ("GET", "/service_worker.js"): 200,
    ("GET", "/offline"): 200,
    ("POST", "/forgotten"): 303,
    ("GET", "/assets/<name>"): 200,
    ("GET", "/static/<path:filename>"): 200,
}
"""The status of each address without a token."""


HEALTH = ("/health/live", "/health/ready")
"""The addresses that are answered before Flask, with status 200."""


SEATS = {"name": list(CAST[:4]), "number": [""] * 4, "dealer": "0"}


OTHER_SEATS = {"name": [*CAST[:3], "Zoé"], "number": ["0", "1", "2", "3"], "dealer": "0"}


PENALTY = {"player": "1", "way": "less", "points": "100"}


FORMS = {
    "/sheets": SEATS,
    "/import": {"document": FFT_MATCH.read_text(encoding="utf-8")},
    "/language": {"language": "en"},
    "/settings": {"theme": "dark"},
    "/forgotten": {"token": "x"},
    "/sheets/<token>/hands": GARDE,
    "/sheets/<token>/hands/<int:id>": GARDE | {"contract": "petite"},
    "/sheets/<token>/hands/<int:id>/note": {"note": "bien joué"},
    "/sheets/<token>/note": {"note": "une belle soirée"},
    "/sheets/<token>/hands/preview": GARDE | {"entry": "2"},
    "/sheets/<token>/penalties": PENALTY,
    "/sheets/<token>/penalties/<int:id>": PENALTY | {"points": "50"},
    "/sheets/<token>/table": OTHER_SEATS,
    "/sheets/<token>/journal/removals": {"entry": "2"},
    "/sheets/<token>/journal/reversions": {"entry": "2", "version": "2"},
    "/sheets/<token>/journal/restorations": {"entry": "2"},
    "/sheets/<token>/end": {"act": "close"},
    "/sheets/<token>/stake": {"euros": "0,05", "per": "1"},
    "/sheets/<token>/revanche": {},
    "/sheets/<token>/share": {"key": "f" * 32},
    "/sheets/<token>/deletion": {},
}
"""A valid form of each address; those that end a token come last."""


VALUES = {"<name>": "tarot", "<path:filename>": "icon.svg"}
"""The values of the other variables in an address."""


def address(path, token=""):
    """An address of the tables above with its variables filled in."""
    path = path.replace("<token>", token)
    path = path.replace("<int:id>", "3" if "penalties" in path else "2")
    path += "?before=2" if path.endswith("hands/new") else ""
    for word, value in VALUES.items():
        path = path.replace(word, value)
    return path


def open_tokens(client):
    """A token of each kind; the sheet has hand 2 and penalty 3, the other one nothing."""
    sheet, other = (client.post("/sheets", data=SEATS).location for _ in range(2))
    client.post(f"{sheet}/hands", data=GARDE)
    client.post(f"{sheet}/penalties", data=PENALTY)
    return {
        "unknown": "A" * 22,
        "reading": read_only_token(token_of(sheet)),
        "writing": token_of(sheet),
        "other": token_of(other),
        "example": "exemple",
    }
