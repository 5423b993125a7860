"""Errors of the decisions of a tournament."""

from scorekeeper.i18n.messages import msg
from scorekeeper.streams.errors import Refused
from scorekeeper.tournaments.round import TableResult


class TournamentRefused(Refused):
    """The tournament, as it is now, does not take this: seats that are published, a slip that
    does not add up, people who have changed."""


class AlreadyPublished(TournamentRefused):
    """The seats that a page offered are published: what it shows is of a round before."""


class SlipDiffers(TournamentRefused):
    """The slip of the table has another result than the one that is typed now."""

    def __init__(self, known: TableResult, seq: int) -> None:
        super().__init__(msg("Cette feuille est déjà notée autrement : laquelle est juste ?"))
        self.known = known
        self.seq = seq
        """Of the known result: what ``seen`` has to be to replace it."""
