"""Tokens of circles and of sheets open nothing of the other kind, and no page tells an id."""

import pytest
from circle_routes import GET, TOKENS, address, open_tokens


@pytest.fixture
def tokens(client):
    return open_tokens(client)


@pytest.mark.parametrize("role", TOKENS[2:])
def test_no_page_says_an_id_or_a_token_that_allows_more(app, tokens, role):
    secrets = [
        str(app.extensions["circles"].access(tokens["table"]).stream),
        str(app.extensions["sheets"].access(tokens["sheet"]).stream),
        *(tokens[more] for more in TOKENS[TOKENS.index(role) + 1 :]),
        *([tokens["sheet"]] if role == "reading" else []),
    ]
    phone = app.test_client()  # which knows no other link of the circle
    pages = {
        path: phone.get(address(path, tokens[role]), follow_redirects=True).text
        for path in GET
    }
    assert not [(path, one) for path, page in pages.items() for one in secrets if one in page]


@pytest.mark.parametrize("role", ["reading", "table", "guardian"])
def test_a_token_of_a_circle_is_no_sheet_to_found_a_circle_of(client, tokens, role):
    sheet = f"circle/{tokens[role]}"
    assert client.post("/circles", data={"sheet": sheet}).status_code == 404
    assert client.get("/").status_code == client.get("/sheets/new").status_code == 200
