"""The size of the paper of a printed page."""

from typing import Any

from flask import request

from scorekeeper.sheets.reports.paper import PAPERS, Paper

LETTER_COUNTRIES = ("US", "CA", "MX", "PH", "CL", "CO")
"""The countries whose paper is Letter, by the region of the browser's first language."""


def asked_paper() -> Paper:
    """Return the paper of the query; else that of the reader's country."""
    asked = request.values.get("paper", "").lower()
    if asked in PAPERS:
        return PAPERS[asked]
    _, hyphen, region = (request.accept_languages.best or "").rpartition("-")
    is_letter = bool(hyphen) and region.upper() in LETTER_COUNTRIES
    return PAPERS["letter" if is_letter else "a4"]


def page_of(paper: Paper, is_landscape: bool) -> dict[str, Any]:
    """Return the page as templates need it: its paper, and the name of its style."""
    return {
        "paper": paper,
        "papers": PAPERS,
        "page_style": f"on-{paper.name}{'-landscape' if is_landscape else ''}",
    }
