"""No request that a browser or a hostile client can send is answered with a 5xx."""

import logging
import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)
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


def evenings(browser):
    """The state machine of an evening."""

    class Evening(RuleBasedStateMachine):
        """Phones that enter hands, change the table, come back late, and send nonsense."""

        chances = st.randoms(use_true_random=False)

        @initialize(chance=chances)
        def open_a_sheet(self, chance):
            self.browser = browser()
            self.browser.open_sheet(chance)

        @rule(chance=chances)
        def open_another_sheet(self, chance):
            self.browser.open_sheet(chance)

        @rule(chance=chances)
        def follow_a_link(self, chance):
            self.browser.follow(chance)

        @rule(chance=chances)
        def fill_a_form(self, chance):
            self.browser.submit(chance)

        @rule(chance=chances)
        def fill_a_form_badly(self, chance):
            self.browser.submit(chance, hostile=True)

        @rule(chance=chances)
        def fill_two_forms_at_once(self, chance):
            self.browser.race(chance)

        @rule(chance=chances)
        def import_a_file(self, chance):
            self.browser.import_file(chance)

        @rule(chance=chances)
        def attack(self, chance):
            self.browser.attack(chance)

    return Evening


FEW = {"max_examples": 4, "stateful_step_count": 20}
MORE = FEW | {"max_examples": 15}
LONG = {"max_examples": 300, "stateful_step_count": 50}


@pytest.mark.parametrize(
    "size", [FEW, *long(MORE), pytest.param(LONG, marks=pytest.mark.hours)]
)
def test_no_sequence_of_requests_is_a_server_error(browser, size):
    run_state_machine_as_test(
        lambda: evenings(browser)(),
        settings=settings(
            **size,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


HOSTILE = ("submit", "import_file", "attack", "attack", "race", "follow")


@pytest.mark.parametrize(
    "count", [120, *long(500), pytest.param(50_000, marks=pytest.mark.hours)]
)
def test_no_malformed_request_is_a_server_error(browser, count):
    sent = seed = 0
    while sent < count:
        seed += 1
        chance, evening = random.Random(seed), browser()
        evening.open_sheet(chance)
        for _ in range(60):
            action = chance.choice(HOSTILE)
            hostile = {"hostile": True} if action == "submit" else {}
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
