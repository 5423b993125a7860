"""No request that a browser or a hostile client can send is answered with a 5xx."""

import logging
import random

import pytest
from interruption import Interruption
from long_cases import long
from random_browser import RandomBrowser

from app import create_app

# Werkzeug leaves the temporary file of a broken upload to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


class LoggedError(logging.Handler):
    """Fails where the program logs an error: an error page that could not be made."""

    def emit(self, record):
        raise AssertionError(record.getMessage())


def guarded_app(instance):
    """An application with CSRF protection, whose crashes are tracebacks."""
    return create_app({"INSTANCE": instance, "TESTING": True, "RATELIMIT_ENABLED": False})


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    """One application for all evenings: their sheets are their own."""
    app = guarded_app(tmp_path_factory.mktemp("guarded") / "instance")
    handler = LoggedError(logging.ERROR)
    app.logger.addHandler(handler)
    yield app
    app.logger.removeHandler(handler)


@pytest.fixture
def browser(guarded, monkeypatch):
    interruption = Interruption(monkeypatch)
    return lambda: RandomBrowser(guarded, no_server_error, interruption)


def no_server_error(answer, sent):
    """Assert that an answer is one, with headers that a server can send."""
    assert answer.status_code < 500, sent
    for name, value in answer.headers:
        assert value.isprintable() and value.encode("latin-1"), (sent, name)


ACTIONS = ("submit", "import_file", "attack", "attack", "race", "follow", "open_sheet")


@pytest.mark.parametrize(
    "count", [400, *long(1500), pytest.param(50_000, marks=pytest.mark.hours)]
)
def test_no_malformed_request_is_a_server_error(browser, count):
    sent = seed = 0
    while sent < count:
        seed += 1
        chance, evening = random.Random(seed), browser()
        evening.open_sheet(chance)
        for _ in range(20):
            action = chance.choice(ACTIONS)
            hostile = {"hostile": chance.random() < 0.8} if action == "submit" else {}
            getattr(evening, action)(chance, **hostile)
        sent += evening.count
    print(f"{sent} requests")


@pytest.mark.parametrize("count", [3, *long(20), pytest.param(5000, marks=pytest.mark.hours)])
def test_no_honest_evening_has_a_server_error(browser, count):
    hands = requests = 0
    for seed in range(count):
        evening = browser()
        hands += evening.play_evening(random.Random(seed))
        requests += evening.count
    print(f"{count} evenings, {hands} hands recorded, {requests} requests")
    assert hands > count
