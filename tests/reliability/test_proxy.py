"""Behind a proxy with TLS: what it says is believed, what anybody else says is not."""

import http.client
import re
import urllib.parse

import pytest
from server import Server

from scorekeeper.cli import serve

BEHIND = {
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "table.example",
    "X-Forwarded-For": "198.51.100.66, 203.0.113.9",
}
"""What a proxy adds; somebody tried to say that he is another."""

SEATS = {"name": ["Anne", "Bruno", "Chloé", "David"], "number": [""] * 4, "dealer": "0"}


@pytest.fixture
def serving(tmp_path):
    """Run the program with these options; how to ask it."""
    running = []

    def run(*options):
        server = Server(tmp_path / "instance", limited=True, options=options)
        running.append(server)
        return lambda path, headers=BEHIND, form=None: ask(server, path, headers, form)

    yield run
    for server in running:
        server.kill()


def ask(server, path, headers, form):
    """One request on a connection of its own; the answer with its text."""
    link = http.client.HTTPConnection(server.host, server.port, timeout=10)
    body = urllib.parse.urlencode(form, doseq=True) if form else None
    kind = {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
    link.request("POST" if form else "GET", path, body, headers | kind)
    answer = link.getresponse()
    answer.text = answer.read().decode()
    link.close()
    return answer


def opened(asked, headers, referrer):
    """Open a sheet as a browser would; the answer and the cookie."""
    page = asked("/sheets/new", headers)
    cookie = page.headers["Set-Cookie"].split(";")[0]
    token = re.search(r'name="csrf_token" value="(.*?)"', page.text)[1]
    recorded = headers | {"Cookie": cookie, "Referer": referrer}
    return asked("/sheets", recorded, SEATS | {"csrf_token": token}), recorded


@pytest.mark.parametrize("options", [("--proxy", "127.0.0.1"), ("--proxy", "::1"), ()])
def test_only_the_proxy_that_was_named_says_that_it_is_https(serving, options):
    headers = serving(*options)("/").headers
    secure = options == ("--proxy", "127.0.0.1")
    assert headers["Set-Cookie"].startswith("__Host-marque=" if secure else "marque=")
    assert ("Secure" in headers["Set-Cookie"]) is secure
    assert ("Strict-Transport-Security" in headers) is secure


def test_forms_and_shared_addresses_are_those_of_the_proxy(serving):
    asked = serving("--proxy", "127.0.0.1")
    written, recorded = opened(asked, BEHIND, "https://table.example/sheets/new")
    assert written.status == 303
    page = asked(f"{written.headers['Location']}/share", recorded).text
    assert f'"https://table.example{written.headers["Location"]}"' in page
    assert "127.0.0.1" not in page and "http://" not in page.replace("http://www.w3.org", "")


def test_a_form_from_another_site_is_refused_behind_the_proxy(serving):
    asked = serving("--proxy", "127.0.0.1")
    assert opened(asked, BEHIND, "https://evil.example/")[0].status == 400


def test_without_a_proxy_the_page_is_where_it_was_asked_for(serving):
    asked = serving()
    headers = BEHIND | {"Host": "192.168.1.7:8080"}
    written, recorded = opened(asked, headers, "http://192.168.1.7:8080/")
    page = asked(f"{written.headers['Location']}/share", recorded).text
    assert f'"http://192.168.1.7:8080{written.headers["Location"]}"' in page
    assert "table.example" not in page


def knock(asked, place):
    """Come twenty-one times, each time as somebody else said he was; the last status."""
    msg = [BEHIND | {"X-Forwarded-For": place(n)} for n in range(21)]
    return [asked(f"/sheets/{'x' * 22}", headers).status for headers in msg][-1]


def test_strangers_behind_the_proxy_are_told_apart_and_cannot_be_another(serving):
    asked = serving("--proxy", "127.0.0.1")
    assert knock(asked, lambda n: f"203.0.113.{n}") == 404
    assert knock(asked, lambda n: f"198.51.100.{n}, 192.0.2.7") == 429


def test_without_a_proxy_nobody_is_somewhere_else(serving):
    assert knock(serving(), lambda n: f"203.0.113.{n}") == 429


def test_the_environment_names_the_proxy_too(monkeypatch):
    monkeypatch.setenv("PROXY", "10.0.0.2")
    assert serve._options([]).proxy == "10.0.0.2"
    assert serve._options(["--proxy", "::1"]).proxy == "::1"
    assert serve._trust("") == {}


def test_a_proxy_is_named_by_its_address(capsys):
    with pytest.raises(SystemExit):
        serve._options(["--proxy", "localhost"])
    assert "n'est pas l'adresse IP d'un proxy" in capsys.readouterr().err


def test_no_qr_code_is_shown_of_an_address_behind_a_proxy():
    assert "█" not in serve._welcome("127.0.0.1", 8080, "127.0.0.1")
