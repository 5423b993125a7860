"""Somebody in a tournament: names, homonyms told apart."""

import re
from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.sheets.names import folded, plain

NAMES_EACH = 3
"""Names of a person: how he is called, his licence, his club."""

MAX_PEOPLE = 1000
"""Most people of a tournament; and twice as many numbers as that are ever given."""

Pair = tuple[int, int]
"""Two numbers, the lower one first."""


class Person(NamedTuple):
    """Somebody who was registered."""

    number: int
    name: str
    """Empty once it was erased."""
    licence: str = ""
    club: str = ""
    team: int = 0
    is_here: bool = False
    """True while he plays the rounds that are drawn."""


def family_first(name: str) -> str:
    """Return a name with its words in capitals, the family name, before the others.

    >>> family_first("Guy ROUSSEAU"), family_first("J.-P. DURAND"), family_first("Zoé P.")
    ('ROUSSEAU Guy', 'DURAND J.-P.', 'Zoé P.')
    """

    def is_first_name(word: str) -> bool:
        return not word.isupper() or all(len(part) < 2 for part in re.split("[.-]", word))

    return " ".join(sorted(name.split(), key=is_first_name))


def listed_by(name: str) -> str:
    """Return a name as those of a list are in order, by family names where they are known."""
    return plain(family_first(name))


@lru_cache(maxsize=16)
def told_apart(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the name of each person as it is shown: a homonym with his club where none of the
    others has it, else with his number, never with his licence: readers and walls see it too;
    who was erased by number.

    :param names: those of a :class:`Tournament`.

    >>> told_apart(("Open", "Jean", "", "Lyon", "Jean", "", "Metz", "Léa", "", "", "", "", ""))
    ('Jean (Lyon)', 'Jean (Metz)', 'Léa', '(4)')
    """
    people = [names[first : first + NAMES_EACH] for first in range(1, len(names), NAMES_EACH)]
    same: dict[str, list[int]] = {}
    for number, (name, _, _) in enumerate(people, 1):
        same.setdefault(folded(name), []).append(number)
    shown = [name for name, _, _ in people]
    for name, numbers in same.items():
        if len(numbers) > 1 or not name:
            clubs = [folded(people[n - 1][2]) for n in numbers]
            for n, club in zip(numbers, clubs, strict=True):
                by_club = name and club and clubs.count(club) == 1
                mark = people[n - 1][2] if by_club else str(n)
                shown[n - 1] = f"{people[n - 1][0]} ({mark})".strip()
    count = Counter(map(folded, shown))  # somebody may be called « Jean (2) »
    return tuple(
        f"{name} ({n})" if count[folded(name)] > 1 else name for n, name in enumerate(shown, 1)
    )
