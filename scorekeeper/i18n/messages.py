"""Messages for a reader: a French source text with its values, translated when rendered.

Standard library only, and no language is known here: rules, storage and the start program
all make messages.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

Translate = Callable[[str], str]
"""From a French source text to the same text in the reader's language."""

NOTHING: Mapping[str, object] = MappingProxyType({})
"""The values of a message without placeholders."""


def untranslated(text: str) -> str:
    """Return the French source text as it is."""
    return text


class Message(NamedTuple):
    """A sentence of the program: a French source text and the values of its placeholders.

    >>> str(Message("fait de %(margin)s", {"margin": 8}))
    'fait de 8'
    """

    text: str
    """The source text with ``%(name)s`` placeholders: the key in a catalog."""

    values: Mapping[str, object] = NOTHING
    """The values by placeholder: other messages, choices, numbers, names."""

    def render(self, translate: Translate = untranslated) -> str:
        """Return the sentence in the language of ``translate``, its values included."""
        text = translate(self.text)
        if not self.values:
            return text
        return text % {name: render(value, translate) for name, value in self.values.items()}

    def __str__(self) -> str:
        return self.render()


def msg(text: str, **values: object) -> Message:
    """Make a message whose text is to be translated. The text is a literal, so that the tests
    can compare all texts with the catalogs."""
    return Message(text, values)


class MessageError(Exception):
    """An error with a message for a reader."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def render(value: object, translate: Translate = untranslated) -> str:
    """Return any value as a reader sees it: messages translated, a minus sign on numbers.

    A value with a ``label`` is shown by it, a tuple as a list with commas.

    >>> render(-62), render((msg("Garde"), 3)), render(1346).replace(THOUSANDS.text, "_")
    ('−62', 'Garde, 3', '1_346')
    """
    if type(value) is int:
        return _number(value, translate)
    label = getattr(value, "label", value)
    if isinstance(label, Message):
        return label.render(translate)
    if isinstance(label, tuple):
        return ", ".join(render(item, translate) for item in label)
    if isinstance(label, int):
        return _number(label, translate)
    return str(label)


THOUSANDS = msg("\N{NARROW NO-BREAK SPACE}")
"""What stands between thousands and hundreds: each catalog has its own sign."""


@lru_cache(maxsize=2048)
def _number(number: int, translate: Translate) -> str:
    separator = translate(THOUSANDS.text) if abs(number) >= 1000 else ""
    return f"{number:,}".replace(",", separator).replace("-", "−")


def signed(number: int, translate: Translate = untranslated) -> str:
    """Return points with their sign, as on a score pad.

    >>> signed(62), signed(-62), signed(0)
    ('+62', '−62', '0')
    """
    return ("+" if number > 0 else "") + _number(number, translate)


@lru_cache(maxsize=256)
def half_points(number: int) -> str:
    """Return card points, given in halves, as a player writes them.

    >>> half_points(98), half_points(81), half_points(1)
    ('49', '40½', '½')
    """
    whole, half = divmod(number, 2)
    return (str(whole) if whole or not half else "") + "½" * half


def decimal(units: int, digits: int) -> Message:
    """Return a number with so many decimals, given in units of the last, as a reader writes
    it.

    >>> str(decimal(3162, 3)), str(decimal(-5, 2)), str(decimal(0, 2))
    ('3,162', '−0,05', '0,00')
    """
    whole, part = divmod(abs(units), 10**digits)
    values = {"whole": f"{'−' if units < 0 else ''}{whole}", "part": f"{part:0{digits}}"}
    return msg("%(whole)s,%(part)s", **values)
