"""No form of a circle and no address of one is answered with a 5xx, whatever is sent."""

import urllib.parse

import pytest
from circle_routes import FORMS, GET, address, open_tokens
from circle_routes import VALUES as KNOWN
from conftest import UNGUARDED
from hostile_values import HUGE, VALUES, encoded

from app import create_app


@pytest.fixture(scope="module")
def values(sampled):
    return [*sampled(VALUES), HUGE]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A client whose crashes are tracebacks."""
    instance = tmp_path_factory.mktemp("hostile") / "instance"
    return create_app({"INSTANCE": instance, **UNGUARDED}).test_client()


@pytest.fixture(scope="module")
def guardian(client):
    return open_tokens(client)["guardian"]


EXTRA = {
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
"""More fields of some of the forms."""

ENDING = ("/deletion", "/links")
"""The ends of the addresses after which the token opens nothing."""

PATHS = [path for path in dict.fromkeys([*FORMS, *EXTRA]) if not path.endswith(ENDING)]


@pytest.mark.parametrize("path", PATHS)
def test_no_value_of_a_field_is_a_server_error(client, guardian, path, values):
    form = {**FORMS.get(path, {}), **EXTRA.get(path, {}), "key": "k"}
    for field in form:
        for value in values:
            body = encoded({**form, field: value})
            kind = "application/x-www-form-urlencoded"
            answer = client.post(address(path, guardian), data=body, content_type=kind)
            assert answer.status_code < 500, (field, value[:40])


@pytest.mark.parametrize("path", GET)
def test_no_value_in_an_address_is_a_server_error(client, guardian, path, values):
    for value in values:
        text = urllib.parse.quote(value[:3000], safe="", errors="surrogatepass")
        asked = [
            f"{address(path, guardian)}?v={text}&sheet={text}&season={text}&figure={text}"
        ]
        for word in [*KNOWN, "<token>"]:
            if word in path:
                asked.append(address(path.replace(word, text), guardian))
        for one in asked:
            answer = client.get(one, buffered=True)
            assert answer.status_code < 500, one[:200]
