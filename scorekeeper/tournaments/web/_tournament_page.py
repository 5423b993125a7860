"""Shared by the pages of a tournament: numbers of forms, names, seats as text."""

import re
from collections.abc import Iterable
from functools import partial
from typing import Any

from flask import render_template

from scorekeeper.i18n.messages import msg
from scorekeeper.rules.typed_numbers import number_of
from scorekeeper.sheets.names import NAME_LENGTH, bare
from scorekeeper.sheets.service.access import new_key
from scorekeeper.tournaments.ranking import first_behind
from scorekeeper.tournaments.round import Table
from scorekeeper.tournaments.service.access import TournamentAccess
from scorekeeper.tournaments.tournament import Tournament
from scorekeeper.web.templating import render_html, with_sign

SEATS = (msg("N"), msg("S"), msg("E"), msg("O"), msg("5e"))
"""The seats of a table, in short."""

SIDES = (msg("N–S"), msg("E–O"))
"""The sides of a table of belote, in short."""


def number_in(form: Any, name: str) -> int:
    """Return a number in a field of a form or an address; 0 if it holds none."""
    return number_of(form.get(name, ""), 10) or 0


def signed_number(text: str) -> int | None:
    """Return a number as it is typed or copied from a slip; nothing if it is none.

    >>> [signed_number(text) for text in ("120-", "−120", " + 40", "", "12a", "9" * 7)]
    [-120, -120, 40, None, None, None]
    """
    bare = "".join(text.split()).replace("−", "-")
    found = re.fullmatch(r"([+-]?)([0-9]{1,6})([+-]?)", bare)
    if not found or (found[1] and found[3]):
        return None
    return int(found[2]) * (-1 if "-" in found[1] + found[3] else 1)


def holds(text: str, words: str) -> bool:
    """Return True if a text holds all these words, as static/js/web/find.js compares them."""
    found = bare(text)
    return all(word in found for word in bare_words(words))


def bare_words(words: str) -> list[str]:
    """Return each of these words as it is looked for; of more than fit a name the first."""
    return [bare(word) for word in words[:NAME_LENGTH].split()]


def tournament_page(template: str, access: TournamentAccess, **context: Any) -> str:
    """Return a page of the tournament, with what its templates ask of it, and a new key for
    its forms.

    :param template: its name in ``templates/tournaments/``.
    """
    tournament, regulations = access.tournament, access.tournament.regulations
    return render_template(
        f"tournaments/{template}.html",
        access=access,
        tournament=tournament,
        regulations=regulations,
        seated=tournament.naming(is_team=regulations.seats_teams),
        ranked=tournament.naming(is_team=regulations.ranks_teams),
        as_text=lambda tables, exempt: as_text(tournament, tables, exempt),
        seats_of=lambda table: SIDES if regulations.has_sides else SEATS[: len(table)],
        first_behind=partial(first_behind, tournament),
        figure=render_html if regulations.has_sides else with_sign,
        key=new_key(),
        **context,
    )


def as_text(tournament: Tournament, tables: Iterable[Table], exempt: Iterable[int]) -> str:
    """Return seats as :func:`read_seats` reads them, with names."""
    name = tournament.naming(is_team=tournament.regulations.seats_teams)
    named = ([f"{n} {name(n)}" for n in one] for one in (*tables, *([n] for n in exempt)))
    return "\n\n".join(map("\n".join, named))
