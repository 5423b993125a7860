"""Every string that an event records is a code, or a text that an erasure searches for names:
asked of each event that any test records."""

from importlib import import_module
from pathlib import Path

import scorekeeper
from scorekeeper.streams import event_store
from scorekeeper.streams.kind import Kind

CODES = {
    "opened": ["game", "played", "date", "night", "options"],
    "hand": ["answers", "reason", "mended"],
    "penalty": ["to"],
    "corrected": ["body.answers", "body.to", "body.reason", "body.note", "body.mended"],
    "founded": ["seed"],
    "renewed": ["seed"],
    "season": ["start", "end", "games", "ranking"],
    "result": ["date", "game"],
    "announced": ["date", "game", "preset", "fields", "room"],
    "regulated": ["fields"],
    "published": ["draw", "seed", "basis"],
    "timed": ["started", "ends"],
    "slip": ["how", "sheet", "beside"],
}
"""The fields of events whose strings nobody wrote, by kind; a corrected entry declares the
texts of a hand or a penalty."""

KINDS = [
    kind
    for path in Path(scorekeeper.__file__).parent.glob("*/service/access.py")
    for kind in vars(
        import_module(f"scorekeeper.{path.parents[1].name}.service.access")
    ).values()
    if isinstance(kind, Kind)
]
"""Of sheets, and of the packages beside them that are there."""


def strings(value, path=""):
    """The paths of the strings in a body, lists aside: ``options.place``."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from strings(inner, f"{path}.{name}".lstrip("."))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner, path)
    elif isinstance(value, str):
        yield path


def undeclared(kind, body):
    """The paths of strings in the body of an event of which nobody said what they are."""
    known = CODES.get(kind, []) + [path for one in KINDS for path in one.texts.get(kind, ())]
    return [
        path
        for path in strings(body)
        if not any(path == one or path.startswith(f"{one}.") for one in known)
    ]


def refuse_undeclared(patch):
    """Refuse each event with such a string, as long as the patch holds."""
    next_event = event_store.next_event

    def declared(last, key, kind, stored_body):
        assert not (found := undeclared(kind, stored_body)), (kind, found)
        return next_event(last, key, kind, stored_body)

    patch.setattr(event_store, "next_event", declared)
