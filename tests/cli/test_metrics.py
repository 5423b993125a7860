"""Metrics: counted by endpoint and never by token; nothing is imported unless asked for."""

import socket
import subprocess
import sys
import urllib.error
import urllib.request

import pytest
from conftest import UNGUARDED, token_of
from prometheus_client import generate_latest
from server import ENVIRONMENT, ROOT, Phone, Server, free_port

from app import create_app
from scorekeeper.cli import metrics
from scorekeeper.cli.serve import read_options


@pytest.fixture
def app(instance):
    app = create_app({"INSTANCE": instance, **UNGUARDED})
    app.metrics = metrics.install(app)
    return app


@pytest.fixture
def value(app):
    """The value of a metric, by its name and labels."""

    def read(name, **labels):
        return app.metrics.registry.get_sample_value(name, labels) or 0

    return read


def test_a_request_is_counted_by_endpoint_method_and_status(client, value, sheet):
    client.get(sheet)
    client.get("/sheets/unknown")
    client.open("/", method="BREW")
    labels = {"endpoint": "sheets.show", "method": "GET"}
    assert value("marque_requests_total", status="200", **labels) == 1
    assert value("marque_requests_total", status="404", **labels) == 1
    other = {"endpoint": "none", "method": "other", "status": "405"}
    assert value("marque_requests_total", **other) == 1
    assert value("marque_request_seconds_count", endpoint="sheets.show") == 2


def test_polls_without_news_are_counted_apart(client, value, sheet, etag):
    found = etag(sheet)
    client.get(sheet)
    for _ in range(3):
        assert client.get(f"{sheet}/live?v={found}").status_code == 204
    assert client.get(f"{sheet}/live?v=x").status_code == 200
    client.get("/health/ready")
    assert value("marque_polls_without_news_total") == 3
    polled = {"endpoint": "live.poll", "method": "GET", "status": "200"}
    assert value("marque_requests_total", **polled) == 1
    asked = {"endpoint": "health", "method": "GET", "status": "200"}
    assert value("marque_requests_total", **asked) == 1


def test_cached_sheets_are_counted(client, value, sheet):
    client.get(sheet)
    assert value("marque_cached_sheets") == 1


def test_no_label_holds_a_token(app, client, sheet):
    for path in (sheet, f"{sheet}/live?v=x", f"{sheet}/nothing", f"/nothing/{'x' * 22}"):
        client.get(path)
    text = generate_latest(app.metrics.registry).decode()
    assert token_of(sheet) not in text and "x" * 22 not in text


def test_metrics_are_served_on_an_address_of_their_own(tmp_path):
    port = free_port()
    server = Server(tmp_path / "instance", options=("--metrics", f"127.0.0.1:{port}"))
    try:
        Phone(server.url).get("/")
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
            assert b'marque_requests_total{endpoint="home.show"' in answer.read()
        with pytest.raises(urllib.error.HTTPError):
            Phone(server.url).get("/metrics")
    finally:
        server.stop()


def test_an_address_in_use_is_one_sentence(tmp_path):
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen()
        port = held.getsockname()[1]
        with pytest.raises(RuntimeError, match=f"ne peut pas s'ouvrir sur 127.0.0.1:{port}"):
            Server(tmp_path / "instance", options=("--metrics", f"127.0.0.1:{port}"))


@pytest.mark.parametrize("given", ["9100", "host:", ":9100", "host:x", "host:99999"])
def test_an_address_without_host_or_port_is_one_sentence(given, capsys):
    with pytest.raises(SystemExit):
        read_options(["--metrics", given])
    assert "n'est pas une adresse pour les mesures" in capsys.readouterr().err


def test_nothing_is_imported_and_nothing_counts_unless_asked_for():
    program = "import sys, app; from scorekeeper.cli import serve; a = app.create_app();"
    program += "print('prometheus_client' in sys.modules, type(a.wsgi_app).__name__)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == ["False", "SecurityHeadersMiddleware"], done.stderr
