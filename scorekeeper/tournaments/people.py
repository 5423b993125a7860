"""The people of a tournament: registering, check-in, who must not meet.

Each decision returns what its event says; it raises a
:class:`~scorekeeper.streams.errors.ServiceError` where the tournament does not take the event,
and returns None where nothing is left to do.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.names import NAME_LENGTH, clean
from scorekeeper.streams.errors import UnknownEntry
from scorekeeper.streams.events import Body
from scorekeeper.tournaments.errors import TournamentRefused
from scorekeeper.tournaments.person import MAX_PEOPLE, NAMES_EACH, Pair
from scorekeeper.tournaments.tournament import Tournament

FULL = msg("Le tournoi est complet : %(most)s personnes.", most=MAX_PEOPLE)

NO_NAME = msg("Il manque un nom.")

TEAM_OF_TWO = msg("Une équipe a deux joueurs.")

TEAM_OF_FOUR = msg("Une équipe a deux, trois ou quatre joueurs.")


class NewPerson(NamedTuple):
    """Somebody to be registered, as typed."""

    name: str
    licence: str = ""
    club: str = ""
    team: int = 0
    """The number of his team, known or new; 0 without. The new team −1 is the next one that
    has no number yet, −2 the one after it."""


def register(
    tournament: Tournament, people: Sequence[NewPerson], is_here: bool, partner: int = 0
) -> Body:
    """Register people.

    :param is_here: whether they have checked in with that, as at the door.
    :param partner: who is in their team already; teams get other numbers as they form. Who
        was erased there leaves them his number: the seats and results of the team stay.
    :raises TournamentRefused: if a name is empty or too long, a team has too many players,
        or there is no room.
    """
    if partner:
        require_people(tournament, [partner])
    texts = (text for person in people for text in (person.name, person.licence, person.club))
    new = [clean(text, NAME_LENGTH) for text in texts]
    if not new or not all(new[::NAMES_EACH]):
        raise TournamentRefused(NO_NAME)
    for name, *_ in people:
        if len(clean(name, len(name))) > NAME_LENGTH:
            begins = name[:NAME_LENGTH]
            raise TournamentRefused(
                msg("Un nom a %(n)s lettres au plus : %(name)s…", n=NAME_LENGTH, name=begins)
            )
    if sum(map(bool, tournament.names[1::NAMES_EACH])) + len(people) > MAX_PEOPLE:
        raise TournamentRefused(FULL)
    before = max(tournament.team_of, default=0)
    teams = [team if team >= 0 else before - team for *_, team in people]
    if partner:
        teams = [tournament.team_of[partner - 1]] * len(people)
    names, taken = [*tournament.names], erased_mates(tournament, partner)[: len(people)]
    for number in taken:
        first = NAMES_EACH * (number - 1) + 1
        names[first : first + NAMES_EACH], new = new[:NAMES_EACH], new[NAMES_EACH:]
    teams = teams[len(taken) :]
    regulations, size = tournament.regulations, Counter([*tournament.team_of, *teams])
    if (regulations.ranks_teams and size[0]) or any(
        team and size[team] > regulations.team_most for team in teams
    ):
        raise TournamentRefused(TEAM_OF_TWO if regulations.seats_teams else TEAM_OF_FOUR)
    body = {"names": [*names, *new], "teams": teams, "here": is_here}
    return {**body, "taken": taken} if taken else body


def alone(tournament: Tournament) -> tuple[int, ...]:
    """Return the people whose team has nobody else: nobody yet, or who was erased."""
    named = {person.number for person in tournament.registered}
    teams = ([n for n in team if n in named] for team in tournament.teams.values())
    return tuple(team[0] for team in teams if len(team) == 1)


def erased_mates(tournament: Tournament, number: int) -> list[int]:
    """Return who was erased of the team of somebody; nobody where he has none."""
    team = tournament.teams.get(tournament.team_of[number - 1], ()) if number else ()
    return [n for n in team if not tournament.person(n).name]


def pair_up(tournament: Tournament, one: int, other: int) -> Body:
    """Make a team of two people who were registered alone, before the first round. Raise
    TournamentRefused if one of them has a partner, or the seats are published."""
    if tournament.rounds or one == other or not {one, other} <= {*alone(tournament)}:
        raise TournamentRefused(msg("Ces deux joueurs ne peuvent plus faire équipe."))
    left = erased_mates(tournament, one)
    return {"people": [one, other], **({"left": left} if left else {})}


def attend(tournament: Tournament, people: Collection[int], is_here: bool) -> Body | None:
    """Say that people play the rounds that are drawn from now on, or no longer do; None if
    that is so already. Raise UnknownEntry if there is nobody of one of these numbers."""
    require_people(tournament, people)
    if is_here and not all(tournament.person(number).name for number in people):
        raise UnknownEntry
    changed = sorted(n for n in set(people) if (n in tournament.here) is not is_here)
    return {"people": changed, "here": is_here} if changed else None


def keep_apart(tournament: Tournament, pairs: Collection[Pair], apart: bool) -> Body | None:
    """Say that the people of these pairs must not meet, or may again; None without a pair.
    Raise UnknownEntry for a number of nobody, TournamentRefused if two of one team should not
    meet."""
    ordered = sorted({(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]})
    require_people(tournament, [number for pair in ordered for number in pair])
    for one, other in ordered if apart else ():
        if 0 < tournament.team_of[one - 1] == tournament.team_of[other - 1]:
            names = {"one": tournament.called(one), "other": tournament.called(other)}
            raise TournamentRefused(
                msg(
                    "%(one)s et %(other)s sont de la même équipe : on ne les sépare pas.",
                    **names,
                )
            )
    return {"pairs": ordered, "apart": apart} if ordered else None


def set_ranked(
    tournament: Tournament, number: int, is_ranked: bool, reason: str = ""
) -> Body | None:
    """Say that somebody plays *hors classement*, or is ranked again; None if that is so
    already, whatever the reason. Raise UnknownEntry for a number of nobody, TournamentRefused
    without a reason."""
    require_people(tournament, [number])
    if is_ranked is not (number in tournament.unranked):
        return None
    if not is_ranked and not tournament.person(number).name:
        raise UnknownEntry
    reason = "" if is_ranked else clean(reason, NAME_LENGTH)
    if not is_ranked and not reason:
        raise TournamentRefused(msg("Dites pourquoi."))
    return {"player": number, "unranked": not is_ranked, "reason": reason}


def require_as_shown(
    tournament: Tournament, texts: Mapping[int, str], shown: Mapping[int, str]
) -> None:
    """Raise TournamentRefused, with the name as it is now, unless names, by their numbers, are
    those that were shown, or the new ones already."""
    for number in texts.keys() & shown.keys():
        if (now := tournament.names[number]) not in (shown[number], texts[number]):
            raise TournamentRefused(
                msg("Quelqu'un vient de changer cela : « %(now)s ».", now=now or "–")
            )


def require_not_playing(tournament: Tournament, number: int) -> None:
    """Raise TournamentRefused if a person has a seat in a round that is under way."""
    under_way = (played for played in tournament.rounds if not played.is_closed)
    if any(number not in tournament.absent(played) for played in under_way):
        raise TournamentRefused(msg("Il est assis à une table : attendez qu'elle ait fini."))


def require_people(tournament: Tournament, people: Collection[int]) -> None:
    """Raise UnknownEntry unless somebody was registered by each of these numbers."""
    if not all(0 < number <= len(tournament.team_of) for number in people):
        raise UnknownEntry
