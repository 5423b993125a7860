"""The people of a tournament: registering, check-in, who must not meet."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.names import NAME_LENGTH, clean
from scorekeeper.streams.base import DatabaseBusy
from scorekeeper.streams.errors import UnknownEntry
from scorekeeper.streams.events import Body
from scorekeeper.tournaments.errors import TournamentRefused
from scorekeeper.tournaments.service.access import FULL, TournamentAccess
from scorekeeper.tournaments.service.rounds import TEAM_OF_TWO
from scorekeeper.tournaments.service.tables import follow_names
from scorekeeper.tournaments.tournament import MAX_PEOPLE, NAMES_EACH, Pair, Tournament

TEAM_OF_FOUR = msg("Une équipe a deux, trois ou quatre joueurs.")


class NewPerson(NamedTuple):
    """Somebody to be registered, as typed."""

    name: str
    licence: str = ""
    club: str = ""
    team: int = 0
    """The number of his team, known or new; 0 without. The new team −1 is the next one that
    has no number yet, −2 the one after it."""


def enrol(
    access: TournamentAccess,
    people: Sequence[NewPerson],
    *,
    is_here: bool,
    partner: int = 0,
    key: str = "",
) -> int:
    """Register people; the ``seq`` of the event.

    :param is_here: whether they have checked in with that, as at the door.
    :param partner: who is in their team already; teams get other numbers as they form.
    :raises TournamentRefused: if a name is empty, a team has too many players, or there is
        no room.
    """
    cleaned = [
        person._replace(
            name=clean(person.name, NAME_LENGTH),
            licence=clean(person.licence, NAME_LENGTH),
            club=clean(person.club, NAME_LENGTH),
        )
        for person in people
    ]

    if partner:
        _require_people(access.tournament, [partner])

    def check(tournament: Tournament) -> None:
        if not cleaned or not all(person.name for person in cleaned):
            raise TournamentRefused(msg("Il manque un nom."))
        if _registered(tournament) + len(cleaned) > MAX_PEOPLE:
            raise TournamentRefused(FULL)
        regulations, new = tournament.regulations, _numbered(tournament, cleaned, partner)
        size = Counter([*tournament.team_of, *new])
        if (regulations.ranks_teams and size[0]) or any(
            team and size[team] > regulations.team_most for team in new
        ):
            raise TournamentRefused(TEAM_OF_TWO if regulations.seats_teams else TEAM_OF_FOUR)

    def body(tournament: Tournament) -> Body:
        new = [text for person in cleaned for text in person[:NAMES_EACH]]
        teams, names = _numbered(tournament, cleaned, partner), [*tournament.names, *new]
        return {"names": names, "teams": teams, "here": is_here}

    return access.record("enrolled", body, key=key, check=check)


def _numbered(tournament: Tournament, people: Sequence[NewPerson], partner: int) -> list[int]:
    """Return the number of the team of each, also of the new ones."""
    if partner:
        return [tournament.team_of[partner - 1]] * len(people)
    before = next_team(tournament) - 1
    return [person.team if person.team >= 0 else before - person.team for person in people]


def _registered(tournament: Tournament) -> int:
    """Return the number of people who are registered and not erased."""
    return sum(bool(name) for name in tournament.names[1::NAMES_EACH])


def next_team(tournament: Tournament) -> int:
    """Return the lowest number of a team that has never been given."""
    return max(tournament.team_of, default=0) + 1


def alone(tournament: Tournament) -> tuple[int, ...]:
    """Return the people whose team has nobody else yet."""
    return tuple(members[0] for members in tournament.teams.values() if len(members) == 1)


def pair_up(access: TournamentAccess, one: int, other: int, *, key: str = "") -> None:
    """Make a team of two people who were registered alone, before the first round.

    :raises TournamentRefused: if one of them has a partner, or the seats are published.
    """

    def check(tournament: Tournament) -> None:
        if tournament.rounds or one == other or not {one, other} <= {*alone(tournament)}:
            raise TournamentRefused(msg("Ces deux joueurs ne peuvent plus faire équipe."))

    access.record("paired", {"people": [one, other]}, key=key, check=check)


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
    _require_people(access.tournament, [number])
    texts = [clean(text, NAME_LENGTH) for text in (name, licence, club)]
    if not texts[0]:
        raise TournamentRefused(msg("Il manque un nom."))
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
    _require_people(access.tournament, [number])
    under_way = (round for round in access.tournament.rounds if not round.is_closed)
    if any(number not in access.tournament.absent(round) for round in under_way):
        raise TournamentRefused(msg("Il est assis à une table : attendez qu'elle ait fini."))
    _rename(access, number, ["", "", ""], was, key)
    attend(access, [number], is_here=False, key=key and f"{key}-leaves")
    with suppress(DatabaseBusy):  # the next purge overwrites the name too
        access.repository.journal.purge()


def _rename(
    access: TournamentAccess, number: int, texts: Iterable[str], was: Sequence[str], key: str
) -> None:
    places = range(NAMES_EACH * (number - 1) + 1, NAMES_EACH * number + 1)
    shown = dict(zip(places, was, strict=False))
    new = {n: text for n, text in zip(places, texts, strict=True) if shown.get(n) != text}

    def check(tournament: Tournament) -> None:
        for place in new.keys() & shown.keys():
            if (now := tournament.names[place]) not in (shown[place], new[place]):
                raise TournamentRefused(
                    msg("Quelqu'un vient de changer cela : « %(now)s ».", now=now or "–")
                )

    for place, text in new.items():
        if access.tournament.names[place] != text:
            access.rename(place, text, key=key and f"{key}-{place}", check=check)
    follow_names(access)


def attend(
    access: TournamentAccess, people: Collection[int], *, is_here: bool, key: str = ""
) -> None:
    """Say that people play the rounds that are drawn from now on, or no longer do.

    :raises UnknownEntry: if there is nobody of one of these numbers.
    """

    def check(tournament: Tournament) -> None:
        _require_people(tournament, people)
        if is_here and not all(tournament.person(number).name for number in people):
            raise UnknownEntry

    tournament = access.tournament
    _require_people(tournament, people)
    changed = sorted(n for n in set(people) if (n in tournament.here) is not is_here)
    if changed:
        body = {"people": changed, "here": is_here}
        access.record("attending", body, key=key, check=check)


def keep_apart(
    access: TournamentAccess, pairs: Collection[Pair], *, apart: bool, key: str = ""
) -> None:
    """Say that the people of these pairs must not meet, or may again.

    :raises UnknownEntry: if there is nobody of one of these numbers.
    """
    ordered = sorted({(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]})

    def check(tournament: Tournament) -> None:
        for pair in ordered:
            _require_people(tournament, pair)

    if ordered:
        body = {"pairs": ordered, "apart": apart}
        access.record("apart", body, key=key, check=check)


def _require_people(tournament: Tournament, people: Collection[int]) -> None:
    if not all(0 < number <= len(tournament.team_of) for number in people):
        raise UnknownEntry
