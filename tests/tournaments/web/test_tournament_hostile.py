"""No form of a tournament and no address of one is answered with a 5xx, whatever is sent."""

import urllib.parse

import pytest
from conftest import UNGUARDED
from hostile_values import HUGE, VALUES, encoded
from tournament_routes import FORMS, GET, OPENING, address, open_tokens
from tournament_routes import VALUES as KNOWN

from app import create_app

EXTRA = {
    "/tournaments": {**OPENING, "deals": "5", "grid": "60 30", "penalty": "1"},
    "/tournaments/<token>/regulations": {
        "tie": "x",
        "units": "40",
        "first": "6",
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
"""More fields of some of the forms."""

ASKED = "?one={0}&moved={0}&table={0}&done={0}&who={0}&kind=final&size={0}&seed={0}&other={0}"
ASKED += "&q={0}&new={0}&here={0}&partner={0}"


@pytest.fixture(scope="module")
def values(sampled):
    return [*sampled(VALUES), HUGE]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A client whose crashes are tracebacks."""
    instance = tmp_path_factory.mktemp("hostile") / "instance"
    return create_app({"INSTANCE": instance, **UNGUARDED}).test_client()


@pytest.fixture(scope="module")
def organizer(client):
    return open_tokens(client)["organizing"]


@pytest.mark.parametrize("path", dict.fromkeys([*FORMS, *EXTRA]))
def test_no_value_of_a_field_is_a_server_error(client, organizer, path, values):
    form = {**FORMS.get(path, {}), "key": "k"}
    more = EXTRA.get(path)
    for fields in (form, {**form, **more}) if more else (form,):
        for field in fields:
            for value in values:
                body = encoded({**fields, field: value})
                kind = "application/x-www-form-urlencoded"
                place = address(path, organizer)
                answer = client.post(place, data=body, content_type=kind)
                assert answer.status_code < 500, (field, value[:40])


@pytest.mark.parametrize("path", GET)
def test_no_value_in_an_address_is_a_server_error(client, organizer, path, values):
    for value in values:
        text = urllib.parse.quote(value[:3000], safe="", errors="surrogatepass")
        asked = [address(path, organizer) + ASKED.format(text)]
        for word in [*KNOWN, "<token>"]:
            if word in path:
                asked.append(address(path.replace(word, text), organizer))
        for one in asked:
            assert client.get(one, buffered=True).status_code < 500, one[:200]
