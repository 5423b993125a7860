"""Tokens of circles and of sheets open nothing of the other kind, and no page tells an id."""

import pytest
from circle_routes import GET, address, open_tokens


@pytest.fixture
def tokens(client):
    return open_tokens(client)


def test_no_page_says_the_id_of_a_sheet_or_of_the_circle(app, client, tokens):
    ids = [
        app.extensions["circles"].access(tokens["table"]).stream,
        app.extensions["sheets"].access(tokens["sheet"]).stream,
    ]
    pages = {
        path: client.get(address(path, tokens["guardian"]), follow_redirects=True).text
        for path in GET
    }
    assert not [(path, id) for path, page in pages.items() for id in ids if str(id) in page]


@pytest.mark.parametrize("role", ["reading", "table", "guardian"])
def test_a_token_of_a_circle_is_no_sheet_to_found_a_circle_of(client, tokens, role):
    sheet = f"circle/{tokens[role]}"
    assert client.post("/circles", data={"sheet": sheet}).status_code == 404
    assert client.get("/").status_code == client.get("/sheets/new").status_code == 200
