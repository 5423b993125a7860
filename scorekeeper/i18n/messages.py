"""What a player reads: a French sentence with its values, translated when shown."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

Translate = Callable[[str], str]
"""From a French text of the program to the same text in the reader's language."""

NOTHING: Mapping[str, object] = MappingProxyType({})


def untranslated(text: str) -> str:
    """The French source, untouched."""
    return text


class Message(NamedTuple):
    """A sentence of the program, in French, and the values that go into it.

    >>> str(Words("fait de %(margin)s", {"margin": 8}))
    'fait de 8'
    """

    text: str
    """The French source text, with named ``%(…)s`` places: the key in a catalogue."""

    values: Mapping[str, object] = NOTHING
    """What goes into the places: words themselves, choices, numbers, names."""

    def render(self, translate: Translate = untranslated) -> str:
        """The sentence in the language of ``translate``."""
        text = translate(self.text)
        if not self.values:
            return text
        return text % {name: render(value, translate) for name, value in self.values.items()}

    def __str__(self) -> str:
        return self.render()


def msg(text: str, **values: object) -> Message:
    """Mark a French text as one that a player reads, to be found by the catalogue."""
    return Message(text, values)


def render(value: object, translate: Translate = untranslated) -> str:
    """Any value as a player reads it: words translated, a true minus sign on numbers.

    >>> tell(-62), tell(said("Garde"))
    ('−62', 'Garde')
    """
    label = getattr(value, "label", value)
    if isinstance(label, Message):
        return label.render(translate)
    if isinstance(label, tuple):
        return ", ".join(render(one, translate) for one in label)
    if isinstance(label, int):
        return str(label).replace("-", "−")
    return str(label)


def signed(number: int) -> str:
    """Points as a score pad writes them.

    >>> signed(62), signed(-62), signed(0)
    ('+62', '−62', '0')
    """
    return f"+{number}" if number > 0 else render(number)


@lru_cache(maxsize=256)
def half_points(number: int) -> str:
    """Card points counted in half points, as a player writes them.

    >>> halves(98), halves(81), halves(1)
    ('49', '40½', '½')
    """
    whole, half = divmod(number, 2)
    return (str(whole) if whole or not half else "") + "½" * half
