"""Every address of a tournament, with a form that it takes and the status it answers."""

from conftest import token_of

from scorekeeper.storage.base import read_only_token

TOKENS = ("unknown", "sheet", "reading", "organizing")
"""The kinds of token: one that opens nothing; one that writes a sheet; those of both roles."""


GET = {
    "/tournaments/<token>":                                 (404, 404, 200, 200),
    "/tournaments/<token>/regulations":                     (404, 404, 200, 200),
    "/tournaments/<token>/share":                           (404, 404, 200, 200),
    "/tournaments/<token>/people":                          (404, 404, 404, 200),
    "/tournaments/<token>/people/<int:n>":                  (404, 404, 404, 200),
    "/tournaments/<token>/check-in":                        (404, 404, 404, 200),
    "/tournaments/<token>/apart":                           (404, 404, 404, 200),
    "/tournaments/<token>/tournament.txt":                  (404, 404, 404, 200),
    "/tournaments/<token>/paper":                           (404, 404, 404, 200),
    "/tournaments/<token>/paper/<document>":                (404, 404, 404, 200),
}  # fmt: skip
"""The status of each page, by kind of token, in the order of :data:`TOKENS`."""


POST = {
    "/tournaments/<token>/regulations":                     (404, 404, 404, 303),
    "/tournaments/<token>/people":                          (404, 404, 404, 303),
    "/tournaments/<token>/people/<int:n>":                  (404, 404, 404, 303),
    "/tournaments/<token>/check-in":                        (404, 404, 404, 303),
    "/tournaments/<token>/apart":                           (404, 404, 404, 303),
    "/tournaments/<token>/paper/<document>":                (404, 404, 404, 200),
}  # fmt: skip
"""The status of each form, by kind of token, in the order of :data:`TOKENS`."""


OPENING = {
    "title": "Grand prix",
    "date": "2026-11-23",
    "place": "Salle des fêtes",
    "preset": "tarot_libre",
    "game": "tarot",
}


PEOPLE = ("Anne", "Bruno", "Chloé", "David", "Eve", "Farid", "Gilles", "Hélène")


FORMS = {
    "/tournaments/<token>/regulations": {"rounds": "4", "entry": "12,50"},
    "/tournaments/<token>/people": {"people": "Zoé, Lyon", "here": "1"},
    "/tournaments/<token>/people/<int:n>": {"name": "Anne D"},
    "/tournaments/<token>/check-in": {"people": "1", "here": "1"},
    "/tournaments/<token>/apart": {"one": "1", "other": "2"},
    "/tournaments/<token>/paper/<document>": {"network": "Salle", "password": "tarot"},
}
"""A valid form of each address."""


VALUES = {"<document>": "wall", "<int:number>": "1", "<int:n>": "1"}
"""The values of the other variables in an address."""


def address(path, token=""):
    """An address of the tables above with its variables filled in."""
    path = path.replace("<token>", token)
    for word, value in VALUES.items():
        path = path.replace(word, value)
    return path


def opened(client, **changes):
    """Open a tournament; its address for the organizer."""
    return client.post("/tournaments", data=OPENING | changes).location


def open_tokens(client, sheet):
    """A token of each kind; the tournament has eight people."""
    address = opened(client)
    client.post(f"{address}/people", data={"people": "\n".join(PEOPLE)})
    token = token_of(address)
    return {
        "unknown": "t" + "A" * 22,
        "sheet": token_of(sheet),
        "reading": read_only_token(token),
        "organizing": token,
    }
