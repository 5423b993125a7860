"""The sender of the outbox, run by V8: when it looks at the queue again."""

import json

import pytest
from outbox_engine import OUTBOX, script
from py_mini_racer import MiniRacer

WORLD = """
const waiting = [], reads = [], sent = [], statuses = [], timers = [];
const sender = createSender({
  queue: () => {
    const asItIs = [...waiting];
    return new Promise((resolve) => reads.push(() => resolve(asItIs)));
  },
  happen: async ({ type, key }) => {
    const submission = waiting.find((one) => one.key === key);
    if (type === "recorded") waiting.splice(waiting.indexOf(submission), 1);
    return submission;
  },
  post: async ({ key }) => {
    sent.push(key);
    return { status: statuses.shift() || 201 };
  },
  settled: () => {},
  later: (act, wait) => timers.push(wait),
  random: () => 0.5,
});
function note(key) {
  waiting.push({ key, sheet: "s", state: "noted" });
  sender.flush();
}
"""


class Phone:
    """A sender that hears of its queue when the test says so."""

    def __init__(self, *changes):
        self._engine = MiniRacer()
        self._engine.eval(script(OUTBOX / "machine.js"))
        self._engine.eval(script(OUTBOX / "sender.js", changes))
        self._engine.eval(WORLD)

    def note(self, key):
        """Note a hand, as a person submits it."""
        self._engine.eval(f"note({json.dumps(key)})")

    def read(self):
        """Let the sender hear of the queue, as it was when it began to read it, if it did."""
        self._engine.eval("if (reads.length) reads.shift()()")

    def outcome_of(self, status):
        """What an answer with this status says of a submission; nothing if it is no answer."""
        return self._engine.eval(f"outcomeOf({{ status: {status} }})")

    @property
    def sent(self):
        return json.loads(self._engine.eval("JSON.stringify(sent)"))


def phone_that_notes_while_reading(*changes):
    """A phone that notes a hand while it reads a queue that is empty by now."""
    phone = Phone(*changes)
    phone.note("first")
    phone.read()
    phone.note("second")
    for _ in range(3):
        phone.read()
    return phone


def test_hand_noted_while_the_queue_is_read_is_sent():
    assert phone_that_notes_while_reading().sent == ["first", "second"]


@pytest.mark.parametrize(
    "broken",
    [("askedAgain = sending", "askedAgain = false"), ("while (askedAgain)", "while (false)")],
)
def test_broken_sender_leaves_it_waiting(broken):
    assert phone_that_notes_while_reading(broken).sent == ["first"]


OUTCOMES = {
    "recorded": [201],
    "refused": [400, 403, 404, 409, 413, 422, 499],
    None: [0, 200, 303, 399, 408, 425, 429, 500, 503],
}


def test_what_is_neither_recorded_nor_refused_is_sent_again():
    phone = Phone()
    for outcome, answers in OUTCOMES.items():
        assert {phone.outcome_of(status) for status in answers} == {outcome}
