"""The form of a new circle: its name, and the names of its players."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from werkzeug.datastructures import MultiDict

from scorekeeper.i18n.messages import Message
from scorekeeper.sheets.names import NAME_LENGTH, clean

BOXES = 4
"""The boxes for names that a new form has at least."""

MAX_PLAYERS = 60
"""Most names that one form is read for."""


@dataclass
class FoundingForm:
    """A circle to be founded, as the form shows and posts it."""

    title: str = ""
    names: Sequence[str] = ("",) * BOXES
    """As they stand in the boxes; empty boxes too."""
    known: Sequence[tuple[str, bool]] = ()
    """The players of the device's sheets to be tapped, and which of them are."""
    errors: list[Message] = field(default_factory=list)

    @classmethod
    def offered(cls, known: Sequence[str]) -> Self:
        """An empty form, with these players to tap."""
        boxes = ("",) * (1 if known else BOXES)
        return cls(names=boxes, known=[(name, False) for name in known])

    @classmethod
    def posted(cls, form: "MultiDict[str, str]", known: Sequence[str]) -> Self:
        """The form as it was posted, with one more box if that was asked for."""
        tapped = [clean(name, NAME_LENGTH) for name in form.getlist("known")]
        boxes = [clean(name, NAME_LENGTH) for name in form.getlist("name")[:MAX_PLAYERS]]
        if "more" in form or not boxes:
            boxes.append("")
        return cls(
            clean(form.get("title", ""), NAME_LENGTH),
            boxes,
            [(name, name in tapped) for name in known],
        )

    @property
    def players(self) -> list[str]:
        """The names of the players, those that were tapped first."""
        tapped = [name for name, is_chosen in self.known if is_chosen]
        return [*tapped, *(name for name in self.names if name)]
