"""The clock of a round: started, moved, the last deal announced, the round shortened."""

from collections.abc import Callable, Iterable

from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.service.access import SheetAccess
from scorekeeper.streams.events import Body
from scorekeeper.tournaments.clock import Clock
from scorekeeper.tournaments.errors import TournamentRefused
from scorekeeper.tournaments.service.access import TournamentAccess
from scorekeeper.tournaments.service.rounds import existing_round
from scorekeeper.tournaments.service.tables import table_sheets, tell_tables
from scorekeeper.tournaments.service.tokens import Role
from scorekeeper.tournaments.tournament import Round, Tournament


def set_clock(
    access: TournamentAccess,
    number: int,
    change: Callable[[Clock], Clock],
    seen: str,
    *,
    key: str = "",
) -> None:
    """Change the clock of a round, and keep a copy of the tournament.

    :param change: from the clock as it was seen.
    :param seen: its :attr:`~scorekeeper.tournaments.clock.Clock.stamp` on the page.
    :raises TournamentRefused: if the round is closed, its clock has been changed since, or a
        table has played more deals than the round would have.
    :raises WriteForbidden: if a helper at the desk shortens the round.
    """

    def check(tournament: Tournament) -> None:
        round = existing_round(tournament, number)
        if round.is_closed:
            raise TournamentRefused(msg("Cette position est terminée."))
        if round.clock.stamp != seen:
            raise TournamentRefused(msg("La pendule a changé depuis : la voici."))
        deals = change(round.clock).deals
        if deals != round.clock.deals:
            access.require(Role.REFEREE)
            sheets = table_sheets(access, round).values()
            least = most_played(tournament, round, sheets)
            if deals and not least <= deals < tournament.regulations.deals:
                raise TournamentRefused(msg("Une table a déjà joué plus de donnes."))

    def body(tournament: Tournament) -> Body:
        clock = change(existing_round(tournament, number).clock)
        return {"round": number, **clock._asdict()}

    access.record("timed", body, key=key, check=check)
    access.keep_copy()
    tell_tables(access, existing_round(access.tournament, number))


def most_played(tournament: Tournament, round: Round, sheets: Iterable[SheetAccess]) -> int:
    """Return the most deals that a table has played, as far as sheets and slips tell; at least
    one."""
    deals, results = tournament.deals_of(round), [slip.result for slip in round.slips.values()]
    noted = [one.deals or deals for one in results if one.how == "played"]
    return max([1, *noted, *(one.sheet.state.played for one in sheets)])
