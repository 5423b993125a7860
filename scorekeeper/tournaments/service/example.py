"""The example tournament, which anybody may read: an invented evening, in no database."""

from functools import cache, cached_property
from hashlib import sha256

from scorekeeper.tournaments.formats.examples import TOURNAMENT
from scorekeeper.tournaments.formats.tournament_reader import folded, read
from scorekeeper.tournaments.service.access import TournamentAccess, TournamentRepository
from scorekeeper.tournaments.service.tokens import Role
from scorekeeper.tournaments.tournament import Tournament

TOKEN = "exemple"


class ExampleTournament(TournamentAccess):
    """The access of everybody to the example: to read it.

    :param repository: the tournaments of the installation, which this one is not among.
    """

    def __init__(self, repository: TournamentRepository) -> None:
        super().__init__(repository, TOKEN, 0, Role.READING)

    @cached_property
    def state(self) -> Tournament:
        """The tournament of its file."""
        return _example()


@cache
def _example() -> Tournament:
    content = TOURNAMENT.read_bytes()
    return folded(read(content))._replace(hash=sha256(content).digest())
