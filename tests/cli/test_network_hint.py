import sys
import threading

import pytest

from scorekeeper.cli import serve
from scorekeeper.cli.network_hint import NetworkHint

LAPTOP, PHONE = "192.0.2.5", "192.0.2.9"


@pytest.fixture
def told():
    return threading.Event()


@pytest.fixture
def ask(told):
    """Ask from an address; what is told, is told at once."""
    hint = NetworkHint(
        lambda environ, start_response: [b"page"], [LAPTOP], 0, lambda text: told.set()
    )
    return lambda address: hint({"REMOTE_ADDR": address}, lambda *_: None)


def test_the_operator_is_told_when_only_this_machine_asks(ask, told):
    assert ask(LAPTOP) == ask(LAPTOP) == [b"page"]
    assert told.wait(10)


def test_the_operator_is_told_nothing_once_a_phone_has_asked(ask, told):
    ask(PHONE)
    ask(LAPTOP)
    assert not told.wait(0.1)


def test_the_operator_is_told_nothing_before_the_first_page(ask, told):
    assert not told.wait(0.05)


@pytest.mark.parametrize(
    ("options", "is_terminal", "watched"),
    [
        ([], True, True),
        ([], False, False),
        (["--proxy", "127.0.0.1"], True, False),
        (["--host", "127.0.0.1"], True, False),
    ],
)
def test_phones_are_expected_where_an_operator_reads(
    app, monkeypatch, options, is_terminal, watched
):
    monkeypatch.setattr(serve, "own_address", lambda: LAPTOP)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal, raising=False)
    serve._watch_network(app, serve.read_options(options))
    assert isinstance(app.wsgi_app, NetworkHint) == watched
