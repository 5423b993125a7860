"""The progress of the tables of a round: deals played, sheets still awaited."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.sheets.service.access import SheetAccess
from scorekeeper.streams.base import Head
from scorekeeper.streams.event_store import EventStore
from scorekeeper.tournaments.round import Round
from scorekeeper.tournaments.rounds import most_played
from scorekeeper.tournaments.table_sheet import is_complete
from scorekeeper.tournaments.tournament import Tournament

MAX_SHEETS = 512
"""Sheets of which the times are remembered: two rounds of 250 tables."""


class TableProgress(NamedTuple):
    """The progress of a table in a round."""

    number: int
    sheet: str
    """The token of its sheet; empty where it keeps its score on paper."""
    played: int
    status: str = ""
    """``noted`` once it has a result, ``played`` where its sheet waits to be accepted."""


def progress(
    tournament: Tournament, round: Round, sheets: Mapping[int, SheetAccess]
) -> list[TableProgress]:
    """Return how far the tables of a round are: those on paper last, the others by the deals
    that they have played.

    :param sheets: those of its tables that are open.
    """

    def of(table: int) -> TableProgress:
        sheet = sheets.get(table)
        token = sheet.token if sheet else ""
        if slip := round.slips.get(table):
            deals = slip.result.deals or tournament.deals_of(round)
            played = deals if slip.result.how == "played" else 0
            return TableProgress(table, token, played, "noted")
        if not sheet:
            return TableProgress(table, token, 0)
        is_over = bool(round.clock.ends) and round.clock.ends <= last_deal(sheet)
        is_done = is_over or is_complete(tournament, round, sheet.sheet)
        played = sheet.sheet.state.played
        return TableProgress(table, token, played, "played" if is_done else "")

    found = map(of, range(1, len(round.tables) + 1))
    return sorted(found, key=lambda one: (not one.sheet, one.played))


def shorter(tournament: Tournament, round: Round, sheets: Mapping[int, SheetAccess]) -> int:
    """Return the deals that a round can be shortened to; 0 if a table has played more."""
    deals = tournament.deals_of(round)
    played = (sheet.sheet.state.played for sheet in sheets.values())
    return deals - 1 if most_played(tournament, round, played) < deals else 0


def last_deal(sheet: SheetAccess) -> str:
    """Return when the last deal of a sheet was recorded, as in its events; empty without."""
    head = sheet.head or Head(sheet.version, sheet.sheet.hash)
    return _last_deal(sheet.repository.journal, sheet.sheet_id, head)


@lru_cache(maxsize=MAX_SHEETS)
def _last_deal(journal: EventStore, sheet: int, head: Head) -> str:
    hands = [event.at for event in journal.events(sheet) if event.kind == "hand"]
    return max(hands, default="")
