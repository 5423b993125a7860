"""What the commands ``import`` and ``export`` do with the file of a tournament."""

import sys
from collections.abc import Callable

from scorekeeper.i18n.messages import Message
from scorekeeper.sheets.commands import addresses_of, shared_sheets
from scorekeeper.tournaments.formats.tournament_file import write
from scorekeeper.tournaments.formats.tournament_reader import is_tournament, read
from scorekeeper.tournaments.service.access import TournamentRepository, open_tournament


def importer(content: bytes) -> Callable[[], list[Message]] | None:
    """Return what stores the file of a tournament as a new one, and says its addresses."""
    if not is_tournament(content):
        return None

    def store() -> list[Message]:
        events = read(content)
        token = open_tournament(TournamentRepository(shared_sheets()), events)
        return addresses_of("tournaments", token)

    return store


def exporter(token: str) -> Callable[[], None] | None:
    """Return what prints the file of a tournament."""
    tournaments = TournamentRepository(shared_sheets())
    if not tournaments.is_known(token):
        return None

    def show() -> None:
        sys.stdout.buffer.write(write(tournaments.access(token).state).encode())

    return show
