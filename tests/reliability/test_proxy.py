"""Behind a proxy with TLS: its headers are trusted, those of anybody else are not."""

import http.client
import re
import urllib.parse
from pathlib import Path

import pytest
from routes import SEATS
from server import Server

from scorekeeper.cli import serve
from scorekeeper.web.rate_limits import FULL_ERROR_PAGES

pytestmark = pytest.mark.long

FORWARDED = {
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "table.example",
    "X-Forwarded-For": "198.51.100.66, 203.0.113.9",
}
"""Headers that a proxy adds; the client has forged the first address."""


@pytest.fixture
def serving(tmp_path):
    """Start the server with options; return the function that sends it a request."""
    running = []

    def run(*options):
        server = Server(tmp_path / "instance", limited=True, options=options)
        running.append(server)
        return lambda path, headers=FORWARDED, form=None: request(server, path, headers, form)

    yield run
    for server in running:
        server.kill()


def request(server, path, headers, form):
    """One request on a new connection; its response with a ``text``."""
    connection = http.client.HTTPConnection(server.host, server.port, timeout=60)
    body = urllib.parse.urlencode(form, doseq=True) if form else None
    kind = {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
    connection.request("POST" if form else "GET", path, body, headers | kind)
    response = connection.getresponse()
    response.text = response.read().decode()
    connection.close()
    return response


def open_sheet(send, headers, referrer):
    """Open a sheet as a browser would; the response, and headers with the cookie."""
    page = send("/sheets/new", headers)
    cookie = page.headers["Set-Cookie"].split(";")[0]
    token = re.search(r'name="csrf_token" value="(.*?)"', page.text)[1]
    headers = headers | {"Cookie": cookie, "Referer": referrer}
    return send("/sheets", headers, SEATS | {"csrf_token": token}), headers


@pytest.mark.parametrize("options", [("--proxy", "127.0.0.1"), ("--proxy", "::1"), ()])
def test_only_the_trusted_proxy_can_say_https(serving, options):
    headers = serving(*options)("/").headers
    secure = options == ("--proxy", "127.0.0.1")
    assert headers["Set-Cookie"].startswith("__Host-marque=" if secure else "marque=")
    assert ("Secure" in headers["Set-Cookie"]) is secure
    assert ("Strict-Transport-Security" in headers) is secure


def test_forms_and_links_use_the_address_of_the_proxy(serving):
    send = serving("--proxy", "127.0.0.1")
    response, headers = open_sheet(send, FORWARDED, "https://table.example/sheets/new")
    assert response.status == 303
    page = send(f"{response.headers['Location']}/share", headers).text
    assert f">https://table.example{response.headers['Location']}<" in page
    assert "127.0.0.1" not in page and "http://" not in page.replace("http://www.w3.org", "")


def test_without_a_proxy_links_use_the_host_of_the_request(serving):
    send = serving()
    headers = FORWARDED | {"Host": "192.168.1.7:8080"}
    response, headers = open_sheet(send, headers, "http://192.168.1.7:8080/")
    page = send(f"{response.headers['Location']}/share", headers).text
    assert f">http://192.168.1.7:8080{response.headers['Location']}<" in page
    assert "table.example" not in page


def last_answer(send, client):
    """Ask for many unknown tokens, each forwarded for another client; the last answer."""
    for n in range(FULL_ERROR_PAGES.amount + 1):
        answer = send(f"/sheets/{'x' * 22}", FORWARDED | {"X-Forwarded-For": client(n)})
    assert answer.status == 404
    return answer.text


def test_clients_behind_the_proxy_are_counted_by_the_address_it_reports(serving):
    send = serving("--proxy", "127.0.0.1")
    assert "</html>" in last_answer(send, lambda n: f"203.0.113.{n}")
    assert "</html>" not in last_answer(send, lambda n: f"198.51.100.{n}, 192.0.2.7")


def test_without_a_proxy_forwarded_addresses_are_ignored(serving):
    assert "</html>" not in last_answer(serving(), lambda n: f"203.0.113.{n}")


def test_the_environment_names_the_proxy_too(monkeypatch):
    monkeypatch.setenv("PROXY", "10.0.0.2")
    assert serve.read_options([]).proxy == "10.0.0.2"
    assert serve.read_options(["--proxy", "::1"]).proxy == "::1"


def test_a_proxy_is_given_by_its_ip_address(capsys):
    with pytest.raises(SystemExit):
        serve.read_options(["--proxy", "localhost"])
    assert "n'est pas l'adresse IP d'un proxy" in capsys.readouterr().err


def test_no_qr_code_is_shown_behind_a_proxy():
    assert "█" not in serve.welcome(serve.read_options(["--proxy", "127.0.0.1"]), Path())
