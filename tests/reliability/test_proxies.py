"""The configurations of the documentation, in front of the program: Caddy and nginx."""

import contextlib
import http.client
import os
import re
import shutil
import socket
import subprocess
import time

import pytest
from server import ROOT, Server, free_port
from test_slow_clients import is_closed_while

from scorekeeper.streams.installation import Installation
from scorekeeper.web.rate_limits import FULL_ERROR_PAGES

pytestmark = pytest.mark.long

BLOCKS = re.findall(
    r"(?m)(?:^    .*\n|^\n(?=    ))+", (ROOT / "docs" / "operating.md").read_text("utf-8")
)
"""The indented blocks of the documentation."""

OPENING = {
    "game": "tarot",
    "title": "",
    "date": "",
    "options": {"misere": 0},
    "names": ["Anne", "Bruno", "Chloé", "David"],
    "seats": [0, 1, 2, 3],
    "active": 4,
    "dealer": 0,
}

HAND = ("hand", {"answers": {"taker": 0, "contract": "garde", "bouts": 2, "points": 49}})


def documented(word, changes):
    """The block that holds a word, with its values for a test in place of those."""
    (block,) = [block for block in BLOCKS if word in block]
    for old, new in changes.items():
        assert old in block, old
        block = block.replace(old, new)
    return block


def caddy(folder, port, upstream):
    """The command that runs Caddy as documented, but for addresses and a shorter wait."""
    changes = {
        "table.example": f"http://127.0.0.1:{port}",
        "127.0.0.1:8080": f"127.0.0.1:{upstream}",
        "read_header 10s": "read_header 1s",
        "    {\n        log": "    {\n        admin off\n        log",
    }
    (folder / "Caddyfile").write_text(documented("reverse_proxy", changes))
    return ["caddy", "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"]


def nginx(folder, port, upstream):
    """The command that runs nginx as documented, but for addresses and a shorter wait."""
    changes = {
        "listen 443 ssl;": f"listen 127.0.0.1:{port};",
        "127.0.0.1:8080": f"127.0.0.1:{upstream}",
        "client_header_timeout 10s": "client_header_timeout 1s",
        "/var/log/nginx": str(folder),
    }
    block = re.sub(r".*ssl_certificate.*\n", "", documented("limit_conn_zone", changes))
    temporary = "\n".join(
        f"{kind}_temp_path {folder / kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    text = f"daemon off; pid {folder / 'pid'}; error_log {folder / 'error.log'} crit;"
    text += f"events {{}}\nhttp {{\n{temporary}\n{block}\n}}"
    (folder / "nginx.conf").write_text(text)
    return ["nginx", "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "early.log"]


@pytest.fixture(scope="module", params=[caddy, nginx], ids=["caddy", "nginx"])
def proxied(request, tmp_path_factory):
    """A proxy in front of the program, with a sheet of 900 hands."""
    name = request.param.__name__
    path = os.environ["PATH"] + os.pathsep + "/usr/sbin"
    if not shutil.which(name, path=path) and os.environ.get("CI") != "true":
        pytest.skip(f"no {name}: install Debian's package")
    folder = tmp_path_factory.mktemp(name)
    installation = Installation(folder / "instance")
    installation.create()
    token = installation.shared_journal.open_stream([("opened", OPENING), *[HAND] * 900])
    server = Server(folder / "instance", limited=True, options=("--proxy", "127.0.0.1"))
    port = free_port()
    with open(folder / "output", "wb") as output:
        process = subprocess.Popen(
            request.param(folder, port, server.port),
            stdout=output,
            stderr=output,
            env={**os.environ, "PATH": path, "HOME": str(folder)},
        )
    try:
        wait_for(port, process, folder)
        yield Proxied(port, f"/sheets/{token}", folder, server)
    finally:
        process.terminate()
        process.wait(10)
        server.kill()


def wait_for(port, process, folder):
    """Wait until something listens on a port."""
    for _ in range(200):
        assert process.poll() is None, (folder / "output").read_text()
        with contextlib.suppress(OSError):
            return socket.create_connection(("127.0.0.1", port), 1).close()
        time.sleep(0.05)
    raise AssertionError((folder / "output").read_text())


class Proxied:
    """The program behind a proxy."""

    def __init__(self, port, sheet, folder, server):
        self.port, self.sheet, self.folder, self.server = port, sheet, folder, server

    def get(self, path, client="127.0.0.1", **headers):
        """Ask from one of the addresses of this machine; the status and the text."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=20, source_address=(client, 0)
        )
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def connect(self, sent):
        plug = socket.create_connection(("127.0.0.1", self.port))
        plug.settimeout(20)
        plug.sendall(sent)
        return plug


def test_a_poll_without_news_is_answered(proxied):
    etag = re.search(r"live\?v=(\w+)", proxied.get(proxied.sheet)[1])[1]
    assert proxied.get(f"{proxied.sheet}/live?v={etag}") == (204, "")


def test_headers_sent_byte_by_byte_are_cut_off(proxied):
    with proxied.connect(b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ") as plug:
        assert is_closed_while(plug, lambda: plug.send(b"x"))


def test_readers_that_take_nothing_delay_nobody(proxied):
    ask = f"GET {proxied.sheet}/print HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    with contextlib.ExitStack() as held:
        for _ in range(10):
            plug = held.enter_context(socket.socket())
            plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            plug.connect(("127.0.0.1", proxied.port))
            plug.sendall(ask)
        status, page = proxied.get(proxied.sheet)
    assert status == 200 and "Anne" in page


def test_clients_are_told_apart_and_cannot_forge_their_address(proxied):
    for n in range(FULL_ERROR_PAGES.amount + 1):
        forged = {"X-Forwarded-For": f"203.0.113.{n}"}
        status, page = proxied.get(f"/sheets/{'x' * 22}", "127.0.0.2", **forged)
        assert status == 404
    assert "</html>" not in page
    assert "</html>" in proxied.get(f"/sheets/{'x' * 22}", "127.0.0.3")[1]


@pytest.mark.parametrize("length", [2 * 1024 * 1024 + 1, 2_150_000, 10_000_000])
def test_a_file_that_is_too_large_is_refused(proxied, length):
    head = f"POST /import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {length}\r\n\r\n"
    with proxied.connect(head.encode()) as plug:
        with contextlib.suppress(OSError):  # it may be refused before it has been sent
            plug.sendall(bytes(length))
        assert b" 413 " in plug.recv(100)


def test_no_file_of_the_proxy_holds_a_token_not_even_of_what_failed(proxied):
    """The last test: it stops the program behind the proxy."""
    proxied.server.kill()
    assert proxied.get(proxied.sheet)[0] == 502
    token = proxied.sheet.rsplit("/", 1)[1].encode()
    files = [path for path in proxied.folder.rglob("*") if path.is_file()]
    logs = [path for path in files if "instance" not in path.parts]
    assert len(logs) >= 2
    assert [path.name for path in logs if token in path.read_bytes()] == []
