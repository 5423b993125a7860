"""The people of a tournament: registered once; names corrected, erased, on sheets too."""

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from typing import Any

from scorekeeper.sheets.names import NAME_LENGTH, clean
from scorekeeper.sheets.service.access import SHEETS
from scorekeeper.sheets.service.texts import REMOVED, Mentions, remove_texts, texts_with
from scorekeeper.streams.base import DatabaseBusy, KeyReused
from scorekeeper.streams.kind import Kind
from scorekeeper.tournaments.errors import TournamentRefused
from scorekeeper.tournaments.people import (
    NO_NAME,
    NewPerson,
    attend,
    register,
    require_as_shown,
    require_not_playing,
    require_people,
)
from scorekeeper.tournaments.person import NAMES_EACH
from scorekeeper.tournaments.service.access import TournamentAccess
from scorekeeper.tournaments.service.tables import follow_names, opened_sheets

SHORTEST_WORD = 3
"""Letters of a word of a name that is searched for by itself: « de » is in any text."""


def register_people(
    access: TournamentAccess,
    people: Sequence[NewPerson],
    is_here: bool,
    partner: int = 0,
    *,
    key: str = "",
) -> None:
    """Register people; see :func:`scorekeeper.tournaments.people.register`. What the same form
    has recorded before stands, though a number that it gave is no longer free."""
    try:
        access.record("enrolled", register, people, is_here, partner, key=key)
    except (TournamentRefused, KeyReused):
        if not key or access.repository.journal.seq_of_key(access.stream, key) is None:
            raise
        access.refresh()


def change_person(
    access: TournamentAccess,
    number: int,
    name: str,
    licence: str,
    club: str,
    *,
    was: Sequence[str] = (),
    key: str = "",
) -> None:
    """Correct how somebody is called, his licence and his club; those before leave the
    database.

    :param was: the three texts that were shown: what is the same there stays as it is now.
    :raises TournamentRefused: if the name is empty, or somebody changed the same text since.
    :raises UnknownEntry: if there is nobody of this number.
    """
    require_people(access.tournament, [number])
    texts = [clean(text, NAME_LENGTH) for text in (name, licence, club)]
    if not texts[0]:
        raise TournamentRefused(NO_NAME)
    _rename(access, number, texts, was, key)


def texts_about(access: TournamentAccess, number: int) -> list[str]:
    """Return what somebody wrote with a name of this person, or his licence, each text once:
    the title, the place, a reason of the tournament, a note or a reason on a table's sheet.
    Raise UnknownEntry if there is nobody of this number."""
    tournament = access.tournament
    require_people(tournament, [number])
    person = tournament.person(number)
    words = (word for word in person.name.split() if len(word) >= SHORTEST_WORD)
    mentions = Mentions(filter(None, (person.name, person.licence, *words)))
    texts = {tournament.title} if mentions.found_in(tournament.title) else set()
    for where in _streams(access):
        texts.update(texts_with(access.repository.journal, *where, mentions))
    return sorted(texts)


def _streams(access: TournamentAccess) -> list[tuple[Kind[Any], int]]:
    """Return the kinds and ids of the tournament and of the sheets of its tables."""
    sheets = ((SHEETS, sheet.sheet_id) for _, _, sheet in opened_sheets(access))
    return [(access.kind, access.stream), *sheets]


def erase_person(
    access: TournamentAccess,
    number: int,
    *,
    was: Sequence[str] = (),
    key: str = "",
    texts: Collection[str] = (),
) -> None:
    """Remove somebody who was registered by mistake, or wishes to be forgotten: his number
    stays, without a name.

    :param was: the name that was shown.
    :param texts: those of :func:`texts_about` that are removed too, before the name: so an
        erasure that was cut short can be done again.
    :raises TournamentRefused: if he is to play a round that is under way, or has another name
        since.
    """
    require_not_playing(access.tournament, number)
    first = NAMES_EACH * (number - 1) + 1
    require_as_shown(access.tournament, {first: ""}, dict(enumerate(was[:1], first)))
    for where in _streams(access) if texts else ():
        remove_texts(access.repository, *where, texts)
    if access.tournament.title in texts:
        access.rename(0, REMOVED)
    _rename(access, number, ["", "", ""], was, key)
    access.record("attending", attend, [number], False, key=key and f"{key}-leaves")
    with suppress(DatabaseBusy):  # the next purge overwrites the name too
        access.repository.journal.purge()


def _rename(
    access: TournamentAccess, number: int, texts: Iterable[str], was: Sequence[str], key: str
) -> None:
    places = range(NAMES_EACH * (number - 1) + 1, NAMES_EACH * number + 1)
    shown = dict(zip(places, was, strict=False))
    new = {n: text for n, text in zip(places, texts, strict=True) if shown.get(n) != text}
    for place, text in new.items():
        if access.tournament.names[place] != text:
            access.rename(
                place,
                text,
                key=key and f"{key}-{place}",
                check=lambda tournament: require_as_shown(tournament, new, shown),
            )
    follow_names(access)
