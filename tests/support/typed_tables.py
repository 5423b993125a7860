"""Tables as texts, read without an answer to a question."""

from scorekeeper.sheets.formats import brought_table
from scorekeeper.sheets.formats.cells import rows_of_text
from scorekeeper.sheets.formats.findings import Findings


def read_text(content, **answers):
    """The evening of a table in a file."""
    return brought_table.read(rows_of_text(content), Findings(answers))
