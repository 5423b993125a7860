"""The names of the people of a tournament: corrected, erased, on the sheets of tables too."""

from collections.abc import Iterable, Sequence
from contextlib import suppress

from scorekeeper.sheets.names import NAME_LENGTH, clean
from scorekeeper.streams.base import DatabaseBusy
from scorekeeper.tournaments.errors import TournamentRefused
from scorekeeper.tournaments.people import (
    NO_NAME,
    attend,
    require_as_shown,
    require_not_playing,
    require_people,
)
from scorekeeper.tournaments.service.access import TournamentAccess
from scorekeeper.tournaments.service.tables import follow_names
from scorekeeper.tournaments.tournament import NAMES_EACH


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


def erase_person(
    access: TournamentAccess, number: int, *, was: Sequence[str] = (), key: str = ""
) -> None:
    """Remove somebody who was registered by mistake, or wishes to be forgotten: his number
    stays, without a name.

    :param was: the name that was shown.
    :raises TournamentRefused: if he is to play a round that is under way, or has another name
        since.
    """
    require_people(access.tournament, [number])
    require_not_playing(access.tournament, number)
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
