"""Tables as texts, read with the answers to their questions."""

from typing import Any, NamedTuple

from scorekeeper.sheets.formats import brought_table
from scorekeeper.sheets.formats.cells import rows_of_text
from scorekeeper.sheets.formats.findings import Findings


class Read(NamedTuple):
    document: Any
    written: Any
    findings: Findings


def read_text(content, **answers):
    """The evening of a table in a file, and what was assumed of it."""
    findings = Findings(answers)
    evening = brought_table.read(rows_of_text(content), findings)
    return Read(evening.document, evening.written, findings)
