"""People as an organizer types or pastes them: a line each, or a table with headings."""

import csv
import re
from collections.abc import Sequence
from itertools import zip_longest

from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.formats.words import Words
from scorekeeper.sheets.names import bare, clean
from scorekeeper.tournaments.people import NewPerson
from scorekeeper.tournaments.person import MAX_PEOPLE

HEADINGS = Words(
    [
        (msg("prénom"), "first"),
        (msg("nom"), "name"),
        (msg("joueur"), "player"),
        (msg("partenaire"), "partner"),
        (msg("licence"), "licence"),
        ("FFT", "licence"),
        ("FFB", "licence"),
        (msg("Club"), "club"),
        (msg("équipe"), "team"),
    ]
)
"""The words of a heading, by what stands below it."""

BESIDE = {
    *("n", "no", "num", "numero", "number", "de", "du", "des", "la", "le", "l"),
    *("et", "and", "of", "last", "full", "famille", "complet"),
}
"""What stands beside them: « N° de licence FFT »."""

BETWEEN = re.compile(r"[/&+]|\s(?:et|and)\s", re.IGNORECASE)
"""The signs and words between two partners."""

DASH = re.compile(r"\s+[-–—]\s+")
"""A dash: between partners too where teams play; elsewhere a club may follow."""

PARTNER = re.compile(DASH.pattern + r"(?=(?:(?!\s[-–—]\s)[^/&+])*\s\d{7})")
"""A dash before a partner with a licence; another one may be in the name of a club."""

LICENCE = re.compile(r"\s(\d{7}[A-Z]?)(?:\s|$)")
"""A licence among words: what stands after it is the club."""

NUMBERING = re.compile(r"^\s*(\d{1,3}[.)]|[-•*])\s+")
"""The mark before a name in a list."""

LINE_LENGTH = 1000
"""Most characters of a line that are read: a name, a licence and a club are 120."""

Group = tuple[NewPerson, ...]
"""Those of one line, or of one team."""


def read_people(
    text: str, *, are_teams: bool = False, surname_first: bool = False
) -> list[Group]:
    """Return the people of a text, partners together; their teams have no number yet.

    A line is a name, then a licence, mostly digits, and a club, in any order; or cells
    below a line of headings; one line above those is a title. Where teams play, what follows a
    name alone without a digit is the name of his partner.

    :param surname_first: what follows a name alone without a digit is the first name.

    >>> [[one.name for one in group] for group in read_people("1. Anne / Bruno, Lyon")]
    [['Anne', 'Bruno']]
    >>> read_people("DUPONT, Jean, Lyon", surname_first=True)[0][0][:3]
    ('Jean DUPONT', '', 'Lyon')
    """
    headings: list[str] = []
    groups: dict[str, Group] = {}
    for n, line in enumerate(text.splitlines()[: 2 * MAX_PEOPLE]):
        cells = _cells(line[:LINE_LENGTH], are_teams)
        if cells[:1] == [line.strip()] and line.rstrip().endswith(":"):  # « Inscrits : »
            continue
        if surname_first and not headings and cells[1:] and not re.search(r"\d", cells[1]):
            cells = [f"{cells[1]} {cells[0].upper()}", *cells[2:]]
        found = _headings(cells)
        if "name" in found and (not groups or _begins_page(found, cells, groups, headings)):
            groups, headings = groups if headings else {}, found
            continue
        row = (
            dict(zip(headings, cells, strict=False)) if headings else _guess(cells, are_teams)
        )
        name = row.get("name", "")
        if row.get("first"):  # what is known to be the family name stands in capitals
            name = f"{row['first']} {name.upper()}".strip()
        names = [*BETWEEN.split(name), *filter(None, [row.get("partner", "")])]
        team = f"team {row['team']}" if row.get("team") else f"line {n}"
        people = [
            NewPerson(clean(one, LINE_LENGTH), _part(row, "licence", k), _part(row, "club", k))
            for k, one in enumerate(names)
        ]
        group = (*groups.get(team, ()), *(person for person in people if person.name))
        if group:
            groups[team] = group
    return list(groups.values())


def _begins_page(
    found: list[str], cells: list[str], groups: dict[str, Group], headings: list[str]
) -> bool:
    """Return True if a line is the headings below a title, or those of a further page."""
    is_sure = found == headings or 2 * sum(map(bool, found)) > sum(map(bool, cells))
    return is_sure and (bool(headings) or [*map(len, groups.values())] == [1])


def seems_inverted(group: Group) -> bool:
    """Return True if a line may be a surname, then a first name: « DUPONT, Jean »."""
    name, *others = (person.name for person in group)
    rest = others[0] if others else group[0].club
    is_word = re.fullmatch(r"[^\W\d_]+(?:[-' ][^\W\d_]+)?", rest) and not rest.isupper()
    return len(name) > 1 and name.isupper() and bool(is_word)


def _cells(line: str, are_teams: bool = False) -> list[str]:
    line = NUMBERING.sub("", line)
    if LICENCE.search(line) and not re.search("[\t;,]", line):
        both = PARTNER.sub(" / ", line) if are_teams else line
        partners = (LICENCE.split(part, maxsplit=1) for part in BETWEEN.split(both))
        columns = zip_longest(*partners, fillvalue="")
        return [" / ".join(map(str.strip, column)) for column in columns]
    delimiter = next((one for one in "\t;" if one in line), ",")
    return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter), [])]


def unread_columns(text: str) -> list[str]:
    """Return the headings of a list below which nothing is read.

    >>> unread_columns("Nom et prénom;N° licence;Âge")
    ['Âge']
    """
    for cells in (_cells(line[:LINE_LENGTH]) for line in text.splitlines()):
        found = _headings(cells)
        if "name" in found:
            return [cell for cell, kind in zip(cells, found, strict=True) if cell and not kind]
    return []


def _headings(cells: Sequence[str]) -> list[str]:
    """Return what stands below each heading; empty below a second one of its kind."""
    found = [_heading(cell) for cell in cells]
    return [kind * (kind not in found[:n]) for n, kind in enumerate(found)]


def _heading(cell: str) -> str:
    """Return what stands below a heading, « Nom / prénom » too; empty if it is none."""
    words = {*map(bare, re.findall(r"\w+", cell))} - BESIDE
    whole = HEADINGS.only(cell)
    kinds = {whole} if whole else {HEADINGS.only(word) for word in words}
    if kinds in ({"name", "first"}, {"name", "partner"}, {"player", "partner"}, {"player"}):
        return "name"
    kinds -= {"player"}  # « Prénom du joueur »
    kinds = kinds - {"licence"} or kinds  # « Club FFT »
    kinds = kinds - {"name"} or kinds  # « Nom du club »
    return (kinds.pop() or "") if len(kinds) == 1 else ""


def _guess(cells: list[str], are_teams: bool) -> dict[str, str]:
    """Return what the cells of a line without headings hold."""
    if are_teams and cells:
        name = DASH.sub(" / ", cells[0])
        is_pair = (
            len(cells) > 1 and not re.search(r"\d", cells[1]) and not BETWEEN.search(name)
        )
        cells = [f"{name} / {cells[1]}", *cells[2:]] if is_pair else [name, *cells[1:]]
    row = {"name": cells[0] if cells else ""}
    for cell in filter(None, cells[1:]):
        has_digits = sum(map(str.isdigit, cell)) > sum(map(str.isalpha, cell))
        kind = "licence" if has_digits and "licence" not in row else "club"
        row[kind] = f"{row[kind]} {cell}" if kind in row else cell
    return row


def _part(row: dict[str, str], kind: str, place: int) -> str:
    """Return the licence or the club of one of two partners; one club stands for both."""
    parts = [part.strip() for part in row.get(kind, "").split("/")]
    if len(parts) > place:
        return parts[place]
    return parts[0] if kind == "club" else ""
