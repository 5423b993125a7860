"""Every address of a tournament, with a form that it takes and the status it answers."""

from conftest import CAST, token_of

from scorekeeper.tournaments.clock import Clock
from scorekeeper.tournaments.service.tokens import Role, card_code, room_key
from scorekeeper.tournaments.service.tokens import token_of as in_address

STREAMS = "tournaments"
"""The kind of stream."""


TOKENS = ("unknown", "sheet", "reading", "desk", "check_in", "referee", "organizing")
"""The kinds of token: one that opens nothing; one that writes a sheet; those of the roles."""


WRITER = "organizing"
"""The kind of token that may do everything."""


GET = {
    "/tournaments/<token>":                             (404, 404, 200, 200, 200, 200, 200),
    "/tournaments/<token>/regulations":                 (404, 404, 200, 200, 200, 200, 200),
    "/tournaments/<token>/share":                       (404, 404, 200, 200, 200, 200, 200),
    "/tournaments/<token>/people":                      (404, 404, 404, 404, 200, 404, 200),
    "/tournaments/<token>/people/<int:n>":              (404, 404, 404, 404, 200, 404, 200),
    "/tournaments/<token>/check-in":                    (404, 404, 404, 404, 200, 404, 200),
    "/tournaments/<token>/unranked":                    (404, 404, 404, 200, 200, 404, 200),
    "/tournaments/<token>/apart":                       (404, 404, 404, 404, 404, 404, 200),
    "/tournaments/<token>/tournament.txt":              (404, 404, 404, 404, 404, 404, 200),
    "/tournaments/<token>/ranking.csv":                 (404, 404, 404, 404, 404, 404, 200),
    "/tournaments/<token>/journal":                     (404, 404, 404, 404, 404, 404, 200),
    "/tournaments/<token>/circles":                     (404, 404, 404, 404, 404, 404, 200),
    "/tournaments/<token>/me/<int:n>":                  (404, 404, 200, 200, 200, 200, 200),
    "/tournaments/<token>/paper":                       (404, 404, 404, 404, 404, 404, 200),
    "/tournaments/<token>/paper/<document>":            (404, 404, 404, 404, 404, 404, 200),
    "/tournaments/<token>/draw":                        (404, 404, 404, 404, 404, 404, 200),
    "/tournaments/<token>/rounds/<int:number>":         (404, 404, 200, 200, 200, 200, 200),
    "/tournaments/<token>/rounds/<int:number>/slips":   (404, 404, 404, 200, 404, 200, 200),
    "/tournaments/<token>/ranking":                     (404, 404, 200, 200, 200, 200, 200),
    "/tournaments/<token>/ranking/<int:number>":        (404, 404, 404, 404, 404, 404, 404),
    "/tournaments/<token>/penalties":                   (404, 404, 404, 404, 404, 200, 200),
    "/tournaments/<token>/progress":                    (404, 404, 404, 200, 404, 200, 200),
    "/tournaments/<token>/calls":                       (404, 404, 404, 200, 404, 200, 200),
    "/tournaments/<token>/prizes":                      (404, 404, 200, 200, 200, 200, 200),
    "/tournaments/<token>/screen":                      (404, 404, 200, 303, 303, 303, 303),
    "/tournaments/<token>/tables/<int:table>/<code>":   (404, 404, 200, 200, 200, 200, 200),
}  # fmt: skip
"""The status of each page, by kind of token, in the order of :data:`TOKENS`."""


POST = {
    "/tournaments/<token>/regulations":                 (404, 404, 404, 404, 404, 404, 409),
    "/tournaments/<token>/people":                      (404, 404, 404, 404, 303, 404, 303),
    "/tournaments/<token>/people/<int:n>":              (404, 404, 404, 404, 303, 404, 303),
    "/tournaments/<token>/check-in":                    (404, 404, 404, 404, 303, 404, 303),
    "/tournaments/<token>/unranked":                    (404, 404, 404, 303, 303, 404, 303),
    "/tournaments/<token>/apart":                       (404, 404, 404, 404, 404, 404, 303),
    "/tournaments/<token>/paper/<document>":            (404, 404, 404, 404, 404, 404, 200),
    "/tournaments/<token>/rounds":                      (404, 404, 404, 404, 404, 404, 303),
    "/tournaments/<token>/rounds/<int:number>/seats":   (404, 404, 404, 404, 404, 404, 409),
    "/tournaments/<token>/rounds/<int:number>/withdrawal": (404, 404, 404, 404, 404, 404, 303),
    "/tournaments/<token>/rounds/<int:number>/slips":   (404, 404, 404, 303, 404, 303, 303),
    "/tournaments/<token>/rounds/<int:number>/close":   (404, 404, 404, 404, 404, 404, 409),
    "/tournaments/<token>/penalties":                   (404, 404, 404, 404, 404, 303, 303),
    "/tournaments/<token>/tables/<int:table>/<code>":   (404, 404, 303, 303, 303, 303, 303),
    "/tournaments/<token>/calls":                       (404, 404, 404, 303, 404, 303, 303),
    "/tournaments/<token>/clock":                       (404, 404, 404, 303, 404, 303, 303),
}  # fmt: skip
"""The status of each form, by kind of token, in the order of :data:`TOKENS`: round 1 has its
seats, so that the regulations are fixed, and no slip yet."""


OPENING = {
    "title": "Grand prix",
    "date": "2026-11-23",
    "place": "Salle des fêtes",
    "preset": "tarot_libre",
    "game": "tarot",
}


PEOPLE = ("Anne", "Bruno", "Chloé", "David", "Eve", "Farid", "Gilles", "Hélène")


SEATS = {"kind": "manual", "number": "1", "seats": "1\n2\n3\n4\n\n5\n6\n7\n8"}


OPEN = {
    ("GET", "/tournaments/new"): 200,
    ("POST", "/tournaments"): 303,
    ("GET", "/tournaments/restart"): 200,
    ("POST", "/tournaments/restart"): 422,
}
"""The status of each address without a token."""


SHEET = {
    ("GET", "/sheets/<token>/result"): 303,
    ("POST", "/sheets/<token>/result"): 303,
    ("POST", "/sheets/<token>/referee"): 303,
}
"""The status of each address of a sheet, by a token of one that is of no tournament."""


FORMS = {
    "/tournaments": {"title": "Grand prix", "preset": "tarot_libre", "game": "tarot"},
    "/tournaments/restart": {"codes": ""},
    "/sheets/<token>/result": {},
    "/sheets/<token>/referee": {},
    "/tournaments/<token>/rounds": SEATS | {"number": "2"},
    "/tournaments/<token>/rounds/<int:number>/seats": {"one": "1", "other": "5"},
    "/tournaments/<token>/rounds/<int:number>/slips": {
        "table": "1",
        "points": ["120", "-40", "40-", "−40"],
    },
    "/tournaments/<token>/rounds/<int:number>/withdrawal": {},
    "/tournaments/<token>/rounds/<int:number>/close": {},
    "/tournaments/<token>/clock": {
        "round": "1",
        "change": "start",
        "seen": Clock().stamp,
        "minutes": "30",
    },
    "/tournaments/<token>/calls": {"round": "1", "table": "1"},
    "/tournaments/<token>/penalties": {
        "round": "1",
        "who": "1",
        "points": "100",
        "reason": "retard",
    },
    "/tournaments/<token>/regulations": {"rounds": "4", "entry": "12,50"},
    "/tournaments/<token>/people": {"people": "Zoé, Lyon", "here": "1"},
    "/tournaments/<token>/people/<int:n>": {"name": "Anne D"},
    "/tournaments/<token>/check-in": {"people": "1", "here": "1"},
    "/tournaments/<token>/unranked": {"who": "1", "reason": "parti"},
    "/tournaments/<token>/apart": {"one": "1", "other": "2"},
    "/tournaments/<token>/paper/<document>": {"network": "Salle", "password": "tarot"},
    "/tournaments/<token>/tables/<int:table>/<code>": {"round": "1"},
}
"""A valid form of each address."""


MORE = {
    "/tournaments": {**OPENING, "deals": "5", "grid": "60 30", "penalty": "1"},
    "/tournaments/<token>/regulations": {
        "tie": "x",
        "units": "40",
        "first": "6",
        "returned": "900",
        "rewarded": "900",
        "compute": "1",
    },
    "/tournaments/<token>/people": {"read": "1", "partner": "1", "new": "1"},
    "/tournaments/<token>/people/<int:n>": {"licence": "1", "club": "x"},
    "/tournaments/<token>/rounds": {"kind": "random", "seed": "1", "seen": "x", "size": "12"},
    "/tournaments/<token>/rounds/<int:number>/seats": {
        "gone": "1",
        "seen": "1",
        "seats": "1\n2\n3\n4",
    },
    "/tournaments/<token>/rounds/<int:number>/slips": {
        "how": "played",
        "belotes": "1",
        "capots": "1",
        "extra": "-1",
        "deals": "3",
        "seen": "1",
        "reason": "x",
    },
    "/tournaments/<token>/penalties": {"entry": "1", "other": "x"},
}
"""More fields of some of the forms, for hostile values."""

ASKED = "?one={0}&moved={0}&table={0}&done={0}&who={0}&kind=final&size={0}&seed={0}&other={0}"
ASKED += "&q={0}&new={0}&here={0}&partner={0}"
"""The parameters of the pages."""


VALUES = {"<document>": "wall", "<int:number>": "1", "<int:n>": "1", "<int:table>": "1"}
"""The values of the other variables in an address; ``<code>`` is that of the card of the
tournament that was opened last."""


def address(path, token=""):
    """An address of the tables above with its variables filled in."""
    path = path.replace("<token>", token)
    for word, value in VALUES.items():
        path = path.replace(word, value)
    return path


def role_token(organizer, role=Role.READING):
    """The token of a role in the tournament of this organizer's token."""
    return in_address(room_key(organizer), role)


def opened(client, **changes):
    """Open a tournament; its address for the organizer."""
    return client.post("/tournaments", data=OPENING | changes).location


def open_tokens(client):
    """A token of each kind; the tournament has eight people, at two tables."""
    form = {"name": list(CAST[:4]), "number": [""] * 4, "dealer": "0"}
    sheet = client.post("/sheets", data=form).location
    address = opened(client)
    client.post(f"{address}/people", data={"people": "\n".join(PEOPLE)})
    client.post(f"{address}/rounds", data=SEATS)
    token = token_of(address)
    VALUES["<code>"] = card_code(room_key(token), 1)
    return {
        "unknown": "t" + "A" * 22,
        "sheet": token_of(sheet),
        "reading": role_token(token),
        "desk": role_token(token, Role.DESK),
        "check_in": role_token(token, Role.CHECK_IN),
        "referee": role_token(token, Role.REFEREE),
        "organizing": token,
    }
