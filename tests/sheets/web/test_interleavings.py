"""Two phones at one sheet: one acts at any moment of the other's request."""

import itertools

import pytest
from conftest import CAST, GARDE, token_of
from interruption import Interruption
from long_cases import long
from routes import FORMS, GET, POST, address

EVE = {"name": list(CAST), "number": ["0", "1", "2", "3", ""], "dealer": "1"}
"""A newcomer."""

WITHOUT_ANNE = {"name": ["Bruno", "Chloé", "David"], "number": ["1", "2", "3"], "dealer": "1"}

ACTIONS = {
    "a hand": [("hands", GARDE | {"points": "60", "key": "1" * 32})],
    "the same hand": [("hands", GARDE | {"key": "2" * 32})],
    "a newcomer who takes": [
        ("table", EVE | {"active": "5"}),
        ("hands", GARDE | {"taker": "4", "partner": "none", "key": "3" * 32}),
    ],
    "somebody sits out": [("table", EVE | {"active": "4"})],
    "somebody leaves": [("table", WITHOUT_ANNE)],
    "another name": [("table", FORMS["/sheets/<token>/table"])],
    "a correction": [("hands/2", GARDE | {"contract": "petite", "key": "4" * 32})],
    "a removal": [("journal/removals", {"entry": "2"})],
    "a penalty removed": [("journal/removals", {"entry": "3"})],
    "a hand inserted": [("hands", GARDE | {"before": "2", "points": "70", "key": "5" * 32})],
    "the end": [("end", {"act": "close"})],
    "new addresses": [("share", {"key": "6" * 32})],
    "no sheet": [("deletion", {})],
}
"""The other phone's requests, as paths of the sheet and forms."""

QUICK = ("no sheet",)
"""The actions of the ordinary run."""

SHOWN = "the head of the sheet"

STALE = {
    "hands": GARDE | {"base": SHOWN, "seating": "0", "key": "a" * 32},
    "hands?twice": GARDE | {"key": "1" * 32},
    "hands?other": GARDE | {"key": "2" * 32, "points": "1"},
    "hands?impossible": GARDE | {"points": "92"},
    "hands?before": GARDE | {"before": "2", "seating": "0", "key": "b" * 32},
    "hands?before, again": GARDE | {"before": "2", "key": "5" * 32},
    "hands?passed": {"passed": "asked", "key": "c" * 32, "base": SHOWN},
    "hands?for five": GARDE | {"taker": "4", "partner": "0", "key": "d" * 32},
    "hands/2": GARDE | {"contract": "petite", "seen": "2", "key": "e" * 32},
    "hands/2?passed": {"passed": "1", "seen": "2", "key": "f" * 32},
    "hands/2?impossible": GARDE | {"points": "92", "seen": "2"},
    "hands/2?not seen": GARDE | {"contract": "petite", "seen": "1"},
    "hands/preview": GARDE | {"before": "2"},
    "penalties/3": {"player": "3", "way": "more", "points": "10", "seen": "3"},
    "journal/removals": {"entry": "2", "seen": "2"},
    "journal/removals?4": {"entry": "4", "seen": "4"},
    "end": {"act": "close", "base": SHOWN},
    "end?reopen": {"act": "reopen"},
    "table": EVE | {"active": "5", "seating": "0", "deals": "1"},
    "table?out": EVE | {"out": "1", "seating": "0", "deals": "1"},
}
"""Forms of a page that shows the sheet as it was, by path and a word that tells them apart."""


@pytest.fixture
def interruption(app, monkeypatch):
    return Interruption(monkeypatch)


def requests():
    """Every request about a sheet, as method, path and form."""
    pages = [path for path in GET if "writing" not in path]
    for path in pages:
        yield "GET", path.removeprefix("/sheets/<token>"), None
    for path in POST:
        yield "POST", path.removeprefix("/sheets/<token>"), FORMS[path]
    for path, form in STALE.items():
        yield "POST", f"/{path.split('?')[0]}", form


REQUESTS = list(requests())


@pytest.fixture
def new_sheet(app, sheet, client):
    """Opens copies of a sheet with hand 2 and penalty 3, without requests; their addresses and
    their heads."""
    client.post(f"{sheet}/hands", data=GARDE)
    client.post(f"{sheet}/penalties", data=FORMS["/sheets/<token>/penalties"])
    sheets = app.extensions["sheets"]
    events = [(e.kind, e.body) for e in sheets.access(token_of(sheet)).events()]

    def opened():
        token = sheets.journal.open_stream(events)
        stream = sheets.journal.grant(token).sheet_id
        return f"/sheets/{token}", sheets.journal.events(stream)[-1].etag

    return opened


def interrupted_statuses(client, other, new_sheet, interruption, request, action):
    """The status of a request for each moment at which the other phone acts."""
    method, path, form = request
    for moment in itertools.count(1):
        sheet, head = new_sheet()
        posted = form and {k: head if v == SHOWN else v for k, v in form.items()}

        def act(sheet=sheet):
            for where, theirs in ACTIONS[action]:
                other.post(f"{sheet}/{where}", data=theirs)

        target = sheet + address(f"/sheets/<token>{path}", "T").removeprefix("/sheets/T")
        interruption.arm(moment, act)
        answer = client.open(target, method=method, data=posted)
        if not interruption.disarm():
            return
        yield answer.status_code


@pytest.mark.parametrize(
    "action", [*QUICK, *long(*(action for action in ACTIONS if action not in QUICK))]
)
def test_an_action_of_another_phone_at_any_moment_of_a_request_is_no_crash(
    app, client, new_sheet, interruption, action
):
    count, other = 0, app.test_client()
    for request in REQUESTS:
        statuses = interrupted_statuses(
            client, other, new_sheet, interruption, request, action
        )
        for status in statuses:
            count += 1
            assert status < 500, request
    assert count > 150
