"""Erasure: the names of a player leave the circle, its sheets and with them the database.

Ids, hands and points stay: on a sheet « Joueur 3 » takes the place of the name. :func:`plan`
also finds the names in what players wrote, titles, notes of hands and reasons of penalties,
and those of guests; a guardian chooses which of them go. Each step may be done again, and the
event ``erased`` is the last one, so that an erasure that was cut short is finished by doing it
again (``tests/circles/service/test_erasure.py``).
"""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from scorekeeper.circles.circle import Circle, Link
from scorekeeper.circles.errors import CircleRefused
from scorekeeper.circles.service.access import CircleAccess
from scorekeeper.circles.service.sheets import (
    anonymize,
    follow_revanches,
    free_name,
    names_to_replace,
    outlines,
    rename_on_sheets,
)
from scorekeeper.circles.service.tokens import CircleRole
from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.names import plain
from scorekeeper.sheets.service.access import SHEETS, new_key
from scorekeeper.sheets.service.texts import Mentions, remove_texts, texts_with
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.streams.base import Renaming
from scorekeeper.streams.errors import UnknownEntry
from scorekeeper.streams.event_store import EventStore
from scorekeeper.streams.kind import Kind

ROUNDS = 5
"""Times that names are looked for again, if others link sheets or add names meanwhile."""


TOLD = 100
"""The last sheets of a circle whose phones are told of an erasure: an evening of a club."""

MERGED_SINCE = msg(
    "Un autre joueur vient d'être réuni avec celui-ci : regardez ce qui disparaîtrait."
)


class WrittenText(NamedTuple):
    """A text with one of the names: a title, also a former one, a note, or the reason of a
    penalty."""

    link: Link | None
    """The sheet; absent for the title of a season."""
    text: str

    @property
    def code(self) -> str:
        """The text as forms name it."""
        return f"{self.link.number if self.link else 0} {self.text}"


class Plan(NamedTuple):
    """The effects of an erasure, and what it removes only if a guardian says so."""

    player: int
    """Merges followed."""
    players: frozenset[int]
    """The player's id and every id merged into it."""
    names: tuple[str, ...]
    """The names and nicknames that go, those of merged players too."""
    sheets: tuple[Link, ...]
    """The sheets on which a name is replaced."""
    guests: tuple[Link, ...]
    """The sheets with a guest who has one of the names, and is matched to nobody."""
    is_in_title: bool
    """True if the circle's own name has one of them: it can be changed."""
    texts: tuple[WrittenText, ...]


def plan(access: CircleAccess, player: int) -> Plan:
    """Return the effects that the erasure of a player would have. Raise WriteForbidden if this
    access is not a guardian's, UnknownEntry if there is no such player."""
    access.require(CircleRole.GUARDIAN)
    circle, journal = access.circle, access.repository.journal
    target = _target(circle, player)
    names = _names(circle, target)
    mentions = Mentions(names)
    sheets, guests = [], []
    texts = [
        WrittenText(None, text)
        for text in texts_with(journal, access.kind, access.circle_id, mentions)
    ]
    for link, sheet in outlines(access, circle.links.values()):
        if any(True for _ in names_to_replace(circle, link, sheet, {target})):
            sheets.append(link)
        if _guests(circle, link, sheet, names):
            guests.append(link)
        texts += [
            WrittenText(link, text)
            for text in texts_with(journal, SHEETS, link.sheet, mentions)
        ]
    return Plan(
        target,
        _one_person(circle, target),
        names,
        tuple(sheets),
        tuple(guests),
        mentions.found_in(circle.title),
        tuple(texts),
    )


def erase(
    access: CircleAccess,
    player: int,
    players: Collection[int] | None = None,
    texts: Sequence[WrittenText] = (),
    with_guests: bool = False,
) -> None:
    """Remove the names of a player; nothing of it is left to do if it was done before.

    :param players: those whose names the guardian has seen: see :class:`Plan`.
    :param texts: those to be removed too.
    :param with_guests: whether guests of these names lose them too.
    :raises WriteForbidden: if this access is not a guardian's.
    :raises UnknownEntry: if there is no such player.
    :raises CircleRefused: if somebody else was merged with him since.
    """
    access.require(CircleRole.GUARDIAN)
    for _ in range(ROUNDS):
        follow_revanches(access)
        target = _target(access.refresh(), player)
        if players is not None and not _one_person(access.circle, target) <= {*players}:
            raise CircleRefused(MERGED_SINCE)
        for link, text in texts:
            kind: Kind[Any] = SHEETS if link else access.kind
            stream = link.sheet if link else access.circle_id
            remove_texts(access.repository, kind, stream, [text])
        if with_guests:  # while the circle knows the names
            _anonymize_guests(access, target)
        is_changed = _anonymize_everywhere(access, target)
        unrecorded = sorted(_one_person(access.refresh(), target) - access.circle.erased)
        if not (is_changed or unrecorded):
            return
        access.repository.journal.purge()
        _tell_tables(access.circle, target, access.repository.journal)
        for id in unrecorded:
            access.record("erased", {"player": id})


def _anonymize_guests(access: CircleAccess, target: int) -> None:
    """Replace the names of guests who have one of the names of a player."""
    circle, names = access.circle, _names(access.circle, target)
    rename_on_sheets(
        access,
        [
            Renaming(link.sheet, new_key(), number, free_name(target, number, sheet))
            for link, sheet in outlines(access, circle.links.values())
            for number in _guests(circle, link, sheet, names)
        ],
    )


def _anonymize_everywhere(access: CircleAccess, target: int) -> bool:
    """Replace the names of a player on every sheet and remove them from the circle; false if
    that was done before."""
    circle = access.circle
    is_changed = anonymize(access, circle.links.values(), {target})
    numbers = [number for number in circle.name_numbers(target) if circle.names[number]]
    for number in numbers:
        access.rename(number, "")
    return is_changed or bool(numbers)


def _tell_tables(circle: Circle, target: int, journal: EventStore) -> None:
    """Change the version of the last sheets on which no name was replaced: a form of the
    seats that was to let the player join, open or waiting on a phone, is asked about."""
    last = list(circle.links.values())[-TOLD:]
    others = [link.sheet for link in last if target not in circle.players_of(link)]
    if others:
        journal.tell(others, "erased")


def _target(circle: Circle, player: int) -> int:
    if not circle.has_player(player):
        raise UnknownEntry
    return circle.same(player)


def _one_person(circle: Circle, target: int) -> frozenset[int]:
    """Return the ids of a player and of all merged with him."""
    return frozenset(
        number
        for number, owner in enumerate(circle.owners)
        if number == owner > 0 and circle.same(number) == target
    )


def _names(circle: Circle, target: int) -> tuple[str, ...]:
    names = [circle.names[number] for number in circle.name_numbers(target)]
    return tuple(dict.fromkeys(name for name in names if name))


def _guests(circle: Circle, link: Link, sheet: Sheet, names: Sequence[str]) -> list[int]:
    """Return the numbers of the guests of a sheet who have one of these names."""
    erased_names = {plain(name) for name in names}
    players = dict(enumerate(circle.players_of(link)))
    return [
        number
        for number, name in enumerate(sheet.names)
        if plain(name) in erased_names and not players.get(number)
    ]
