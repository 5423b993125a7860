"""What an organizer or a helper of a tournament does next."""

from typing import NamedTuple

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.tournaments.next_round import final_sizes
from scorekeeper.tournaments.ranking import outdated
from scorekeeper.tournaments.service.access import TournamentAccess
from scorekeeper.tournaments.service.tokens import Role
from scorekeeper.tournaments.tournament import FINAL, Tournament


class Step(NamedTuple):
    """Something to do next."""

    label: Message
    path: str
    """Below the address of the tournament."""


FINAL_STEP = Step(FINAL, "/draw?kind=final")


def next_steps(tournament: Tournament) -> list[Step]:
    """Return what an organizer does next, the likeliest first: before all else a corrected
    ranking is published again."""
    label = msg("Publier à nouveau le classement")
    again = [Step(label, f"/ranking/{number}") for number in outdated(tournament)[-1:]]
    return again + _onward(tournament)


def _onward(tournament: Tournament) -> list[Step]:
    """Return the steps after what was published, the likeliest first."""
    last, registered = tournament.last_round, tournament.registered
    n = len(tournament.rounds) + 1
    at_tarot = msg("Placer la position %(n)s", n=n)
    at_belote = msg("Placer la partie %(n)s", n=n)
    draw = Step(at_belote if tournament.regulations.has_sides else at_tarot, "/draw")
    ranking, final = (
        Step(msg("Le classement"), "/ranking"),
        [FINAL_STEP] * may_have_final(tournament),
    )
    if not registered:
        return [Step(msg("Inscrire les joueurs"), "/people")]
    if last is None:
        check_in = Step(msg("Pointer les présents"), "/check-in")
        if len(tournament.here) == len(registered):
            return [draw, check_in]
        return [check_in, draw] if tournament.here else [check_in]
    slips, left = f"/rounds/{last.number}/slips", len(last.missing)
    if left:
        one, more = msg("Saisir la dernière feuille"), msg("Saisir %(n)s feuilles", n=left)
        seats = Step(msg("Les places"), f"/rounds/{last.number}")
        return [Step(one if left == 1 else more, slips), seats]
    if not last.is_closed:
        return [Step(msg("Voir et publier le classement"), f"/ranking/{last.number}")]
    if tournament.is_over:
        if not tournament.regulations.has_prizes:
            return [ranking, *final, Step(msg("Imprimer"), "/paper")]
        return [Step(msg("Les prix"), "/prizes"), *final, ranking]
    return [draw, *final, ranking]


def may_have_final(tournament: Tournament) -> bool:
    """Return True if the last round of the regulations comes next, or all were played and none
    was a final, and enough who are ranked are there to play one."""
    regulations, after = tournament.regulations, len(tournament.rounds)
    is_next = after == regulations.rounds - 1 or tournament.is_over
    if not (regulations.has_final and is_next):
        return False
    if any(round.is_final for round in tournament.rounds):
        return False
    return bool(final_sizes(tournament))


def steps_of(access: TournamentAccess) -> list[Step]:
    """Return what the holder of this link does next, the likeliest first; nothing for
    readers."""
    last = access.tournament.last_round
    slips = f"/rounds/{last.number}/slips" if last else ""
    penalties = Step(msg("Noter une pénalité"), "/penalties")
    if access.may_organize:
        return next_steps(access.tournament)
    if access.role is Role.CHECK_IN:
        check_in = Step(msg("Pointer les présents"), "/check-in")
        return [check_in, Step(msg("Inscrire les joueurs"), "/people")]
    if access.role is Role.DESK and last:
        typed = Step(msg("Les feuilles notées"), slips)
        return _onward(access.tournament)[:1] if last.missing else [typed]
    if access.role is Role.REFEREE and last:
        return [penalties, Step(msg("Décider d'un résultat"), slips)]
    return []
