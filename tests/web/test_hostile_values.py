"""No form and no page of a circle or a tournament answers with a 5xx, whatever is sent."""

import urllib.parse

import pytest
from conftest import UNGUARDED
from hostile_values import HUGE, VALUES, encoded
from route_tables import TABLES

from app import create_app

ASKED = {name: tables for name, tables in TABLES.items() if hasattr(tables, "MORE")}


@pytest.fixture(scope="module")
def values(sampled):
    return [*sampled(VALUES), HUGE]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A client whose crashes are tracebacks."""
    instance = tmp_path_factory.mktemp("hostile") / "instance"
    return create_app({"INSTANCE": instance, **UNGUARDED}).test_client()


@pytest.mark.parametrize(
    ("name", "path"),
    [(name, path) for name, one in ASKED.items() for path in {**one.FORMS, **one.MORE}],
)
def test_no_value_of_a_field_is_a_server_error(client, name, path, values):
    tables = ASKED[name]
    place = tables.address(path, tables.open_tokens(client)[tables.WRITER])
    form, more = {**tables.FORMS.get(path, {}), "key": "k"}, tables.MORE.get(path)
    for fields in (form, form | more) if more else (form,):
        for field in fields:
            for value in values:
                body = encoded({**fields, field: value})
                kind = "application/x-www-form-urlencoded"
                answer = client.post(place, data=body, content_type=kind)
                assert answer.status_code < 500, (field, value[:40])


@pytest.mark.parametrize(
    ("name", "path"), [(name, path) for name, one in ASKED.items() for path in one.GET]
)
def test_no_value_in_an_address_is_a_server_error(client, name, path, values):
    tables = ASKED[name]
    token = tables.open_tokens(client)[tables.WRITER]
    for value in values:
        text = urllib.parse.quote(value[:3000], safe="", errors="surrogatepass")
        asked = [tables.address(path, token) + tables.ASKED.format(text)]
        for word in [*tables.VALUES, "<token>"]:
            if word in path:
                asked.append(tables.address(path.replace(word, text), token))
        for one in asked:
            assert client.get(one, buffered=True).status_code < 500, one[:200]
