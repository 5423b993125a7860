"""The example sheet, which anybody may read: a printed match sheet, in no database."""

from functools import cached_property

from scorekeeper.sheets.formats.examples import fft_match
from scorekeeper.sheets.formats.night_document import read
from scorekeeper.sheets.service.access import SheetAccess, SheetRepository, SheetRole
from scorekeeper.sheets.sheet import Sheet, fold
from scorekeeper.streams.events import Event

TOKEN = "exemple"


class ExampleSheet(SheetAccess):
    """The example sheet: the match sheet that the federation printed.

    :param repository: the sheets of the installation, which this one is not among.
    """

    def __init__(self, repository: SheetRepository) -> None:
        super().__init__(repository, TOKEN, 0, SheetRole.READING)

    @cached_property
    def state(self) -> Sheet:
        """The sheet of its night document."""
        return fold(self.events())

    @property
    def night(self) -> str:
        """It was played nowhere: a document of it begins another night."""
        return ""

    def events(self, after: int = 0) -> list[Event]:
        """Return the events of its night document."""
        return read(fft_match())[after:]
