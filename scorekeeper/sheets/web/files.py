"""Files: a sheet as a document or a table, all of a device's, and evenings imported."""

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from flask import (
    Blueprint,
    abort,
    g,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.answers import sitting_out
from scorekeeper.sheets.formats import brought_table, night_document, night_link, spreadsheet
from scorekeeper.sheets.formats.cells import (
    Line,
    Rows,
    address,
    bounded,
    rows_of_text,
    tabs,
)
from scorekeeper.sheets.formats.columns import accepted_columns
from scorekeeper.sheets.formats.file_bounds import require_bounded, stored_size
from scorekeeper.sheets.formats.findings import Findings
from scorekeeper.sheets.formats.strict_json import DocumentError, parse
from scorekeeper.sheets.formats.typed_game import TypedEvening, differences
from scorekeeper.sheets.formats.workbook import Sheets, is_workbook, sheets_of
from scorekeeper.sheets.service.access import SheetAccess, new_key
from scorekeeper.sheets.service.documents import (
    Hands,
    add_hands,
    export_night,
    hands_of,
    import_document,
)
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.sheets.web.access import SHEET, posted_key, repository
from scorekeeper.sheets.web.collection import collection_asked
from scorekeeper.sheets.web.device import device_sheets, forget_sheet, remember_sheet
from scorekeeper.sheets.web.templating import plain_title
from scorekeeper.streams.base import DatabaseStopped, StreamDeleted
from scorekeeper.streams.errors import ImportRefused
from scorekeeper.web.access import reads
from scorekeeper.web.files import file_answer, file_name, form_size
from scorekeeper.web.language import current_language, rendered
from scorekeeper.web.qr_code import page_address, qr_codes
from scorekeeper.web.rate_limits import limit_imports, limit_opened, take_room

bp = Blueprint("files", __name__)

MAX_FILE = 2 * 1024 * 1024
"""Most bytes of an imported file; any other form has the application's limit."""


SHOWN = 6
"""The first lines of a table that are shown as they stand."""

LETTERS = 1000
"""Most letters of the night in one code, besides the address: a code of version 28, which a
phone reads off another."""

MOST_CODES = 3
"""Most codes of one night: a longer one is a link or a file."""

ARCHIVE_EVENTS = 1500
"""Most events of the sheets in one archive, its first sheet apart: a dozen long evenings."""

LEFT_OUT = msg(
    "Cette feuille est trop longue pour ce fichier : ouvrez-la et prenez son document "
    "et son tableau, en fin de soirée."
)


@bp.get("/sheets/<token>/night.json")
@reads(SHEET)
def document(access: SheetAccess) -> ResponseReturnValue:
    """Send the night document of a sheet."""
    name = f"{_name(access.sheet)}.json"
    return file_answer(_document(access), "application/json", name)


@bp.errorhandler(DocumentError)
def explain(error: DocumentError) -> ResponseReturnValue:
    """Show why a sheet has no night document; 409."""
    why = error.message
    return render_template("sheets/files/no_document.html", access=g.stream, why=why), 409


@bp.get("/sheets/<token>/hands.csv")
@reads(SHEET)
def table(access: SheetAccess) -> ResponseReturnValue:
    """Send the hands of a sheet, for a spreadsheet."""
    sheet = access.sheet
    content = spreadsheet.export(sheet, current_language().translate)
    return file_answer(content, "text/csv; charset=utf-8", f"{_name(sheet)}.csv")


@bp.get("/sheets/<token>/night")
@reads(SHEET)
def give(access: SheetAccess) -> ResponseReturnValue:
    """Show the night as one link, and as codes if they are few."""
    night = export_night(access)
    whole = night_link.parts(night, night_link.MOST_BYTES)
    pieces = night_link.parts(night, LETTERS)
    shown = pieces if len(pieces) <= MOST_CODES else []
    codes = qr_codes(tuple(page_address("files.choose", piece) for piece in shown))
    link = {"address": page_address("files.choose", whole[0]), "writes": True}
    return render_template("sheets/files/night.html", access=access, link=link, codes=codes)


@bp.get("/archive.zip")
def archive() -> ResponseReturnValue:
    """Send the sheets of this device, as documents and as tables, as far as they fit."""
    packed, events = io.BytesIO(), 0
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as whole:
        for place, access in enumerate(device_sheets(), 1):
            events += access.version
            name = f"{place:02} {_name(access.outline)}"
            if place > 1 and events > ARCHIVE_EVENTS:
                whole.writestr(f"{name}.txt", rendered(LEFT_OUT))
                continue
            for ending, content in _files(access):
                whole.writestr(f"{name}.{ending}", content)
    return file_answer(packed.getvalue(), "application/zip", "la-marque.zip")


@bp.get("/import")
def choose() -> ResponseReturnValue:
    """Choose a file."""
    return _import_page()


@bp.get("/import/<name>.csv")
def template(name: str) -> ResponseReturnValue:
    """Send the table of a game to be filled in from paper."""
    game = GAMES.get(name) or abort(404)
    asked = request.args.get("columns", "")
    count = int(asked) if asked in map(str, game.seats) else min(4, game.seats[-1])
    content = spreadsheet.template(game, count, current_language().translate)
    return file_answer(content, "text/csv; charset=utf-8", f"{game.name}-{count}.csv")


@bp.post("/import")
@limit_imports
@limit_opened
@form_size(MAX_FILE)
def upload() -> ResponseReturnValue:
    """Show the sheet that a file would become; store it once that is confirmed."""
    try:
        return _answer({name: value[-1] for name, value in request.form.lists()})
    except (DocumentError, ImportRefused) as error:
        messages = getattr(error, "messages", [error.message])
        faults = {"errors": messages, "more": getattr(error, "more", 0)}
    if "tables" in request.form:  # an answer led to what cannot be read: ask again
        with suppress(DocumentError):
            return make_response(_answer({}, **faults), 422)
    return _import_page(**faults), 422


def _answer(answers: Mapping[str, str], **faults: Any) -> ResponseReturnValue:
    """Show, or store, what was posted with these answers.

    :param faults: of other answers.
    :raises DocumentError: if it cannot be read.
    :raises ImportRefused: if there is no room.
    """
    findings = Findings(answers)
    evening, rows, sheets = _brought(findings)
    if day := request.form.get("date", ""):
        evening.document["date"] = day
    if "correct" in answers:
        errors = [finding.text for finding in findings if finding.answer is None]
        return _import_page(errors=errors, pasted=tabs(rows))
    if "document" not in request.form or findings.is_open:
        return _preview(evening, rows, sheets, findings, **faults)
    return _store(evening.document)


def _brought(findings: Findings) -> tuple[TypedEvening, Rows, Sheets]:
    """Return the evening of what was posted, the rows that it was read from, and all tables of
    the file: a file, a link or cells that were pasted, or the tables of a preview with the
    answers to its questions."""
    file = request.files.get("file")
    pasted = request.form.get("document", "") or request.form.get("pasted", "")
    if tables := request.form.get("tables", ""):
        sheets = _posted_tables(tables)
    else:
        if not file and night_link.has_night(pasted):
            return TypedEvening(night_link.read(pasted)), [], []
        content = file.read() if file else pasted.encode()
        if content.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] == b"{":
            require_bounded(content)
            return TypedEvening(parse(content)), [], []
        is_book = is_workbook(content)
        sheets = sheets_of(content) if is_book else [("", rows_of_text(content))]
    chosen = 0
    if len(sheets) > 1:
        sheets.sort(key=lambda sheet: _numbers(sheet[1]), reverse=True)
        names = [(f"{n}", msg("%(name)s", name=name)) for n, (name, _) in enumerate(sheets)]
        sure = not _numbers(sheets[1][1])
        chosen = int(
            findings.choose("sheet", msg("Quelle feuille du classeur ?"), names, sure)
        )
    rows = sheets[chosen][1] if sheets else []
    return brought_table.read(rows, findings), rows, sheets


def _numbers(rows: Rows) -> int:
    return sum(Line(0, [*row]).numbers for row in rows)


def _posted_tables(text: str) -> Sheets:
    """Return the tables that a preview has posted again.

    :raises DocumentError: if they are none.
    """
    given: Any = parse(text.encode())
    try:
        tables = [
            (f"{name}", [[f"{cell}" for cell in row] for row in rows]) for name, rows in given
        ]
    except (TypeError, ValueError):
        raise DocumentError(msg("fichier"), msg("ce classeur ne se lit pas")) from None
    return [(name, bounded(rows)) for name, rows in tables]


def _preview(
    evening: TypedEvening, rows: Rows, sheets: Sheets, findings: Findings, **faults: Any
) -> str:
    """Show what was read, and how; nothing is stored."""
    sheet = night_document.read_sheet(evening.document)
    known = _known(evening.document, sheet)
    seen = [(place, row) for place, row in enumerate(rows, 1) if any(row)][:SHOWN]
    return _import_page(
        sheet=sheet,
        known=known,
        known_page=_next_page(known.access) if known else "",
        differences=differences(evening, sheet),
        findings=findings,
        tables=json.dumps(sheets, ensure_ascii=False),
        seen=seen,
        letters=[
            address(0, n)[:-1] for n in range(max((len(row) for _, row in seen), default=0))
        ],
        absent=_absent(sheet),
        left=[sheet.columns[n] for n in sheet.state.absent_columns],
        document=json.dumps(evening.document, ensure_ascii=False),
        key=new_key(),
        **faults,
    )


def _store(document: Any) -> ResponseReturnValue:
    """Store what a preview has shown, unless this device has it already."""
    sheet = night_document.read_sheet(document)  # what is refused takes no room
    length = len(json.dumps(document, ensure_ascii=False).encode())
    size = stored_size(len(sheet.entries), length)
    known = _known(document, sheet)
    access = known.access if known else None
    if known and access and "add" in request.form and known.is_continued:
        take_room(size)
        add_hands(access, document, posted_key())
    elif access is None or "again" in request.form:
        take_room(size)
        token = repository().derived_token(posted_key())
        import_document(repository().journal, document, token)
        remember_sheet(token, written=True)
        if known and known.is_longer:
            forget_sheet(known.access.token)
        access = repository().access(token)
    collection = collection_asked()
    return redirect(collection.take(access) if collection else _next_page(access), 303)


def _next_page(access: SheetAccess) -> str:
    """Return where to go with a sheet: to the collection that it was brought for, if any."""
    collection = collection_asked()
    if collection is None:
        return url_for("sheets.show", token=access.token)
    return collection.address_to_take(access)


class Known(NamedTuple):
    """A sheet of this device that has the same evening as a document."""

    access: SheetAccess
    is_same: bool
    """True for the same hands, which count the same."""
    is_continued: bool
    """True if the further hands of the document can be added to it: it is no copy."""
    is_longer: bool
    """True if the document goes on with this copy of its night, and can replace it."""


def _known(document: Any, sheet: Sheet) -> Known | None:
    """Return the sheet of this device that is of the same night, or of the same players with
    the same hands as far as both go, if there is one."""
    night = night_document.read_night(document) if isinstance(document, dict) else ""
    brought, alike = hands_of(sheet), None
    for one in device_sheets():
        is_copy = bool(night) and one.night == night
        if is_copy or (one.outline.game, one.outline.names) == (sheet.game, sheet.names):
            here = hands_of(one.sheet)
            shared = min(len(here), len(brought))
            if is_copy or (not alike and shared and here[:shared] == brought[:shared]):
                alike = _compared(one, here, sheet, brought)
        if is_copy:
            break
    return alike


def _compared(access: SheetAccess, here: Hands, sheet: Sheet, brought: Hands) -> Known:
    known = access.sheet
    is_equal = known.state.standing == sheet.state.standing
    is_open = access.may_write and known.closed is None and not known.ended
    goes_on = 0 < len(here) < len(brought) and brought[: len(here)] == here
    is_shorter = len(known.rows) < len(sheet.rows)
    return Known(
        access,
        is_same=is_equal and len(known.rows) == len(sheet.rows) and here == brought,
        is_continued=is_open and goes_on and not known.night,
        is_longer=bool(known.night) and is_shorter and _goes_on(known, sheet),
    )


def _goes_on(known: Sheet, sheet: Sheet) -> bool:
    """Return True if the document of a sheet begins with the whole of another one's, but for
    the note, the stake and what became of the table since."""
    try:
        before, after = (
            night_document.write_and_read(one._replace(night="", note=""))[0]
            for one in (known, sheet)
        )
    except DocumentError:
        return False
    hands = night_document.hands_of(after)[: len(night_document.hands_of(before))]
    return before == {**after, "hands": hands}


def _absent(sheet: Sheet) -> list[str]:
    """Return who is at the table and played none of the last two hands, passed deals apart,
    which are no two turns to sit out: an older file does not say who has left."""
    played = [row.hand for row in sheet.hands if row.hand][-2:]
    out = set(sheet.state.seats).intersection(*(sitting_out(hand) for hand in played))
    return [sheet.columns[n] for n in sorted(out)] if len(played) > 1 else []


def _import_page(**context: Any) -> str:
    collection = collection_asked()
    return render_template(
        "sheets/files/import.html",
        games=GAMES.values(),
        columns=accepted_columns,
        collection=collection,
        here=url_for("files.choose", circle=request.args.get("circle")),
        **context,
    )


def _files(access: SheetAccess) -> Iterator[tuple[str, str]]:
    """Return the files of a sheet in an archive: the ending of each, and its content; none of
    a sheet that cannot be read."""
    try:
        sheet = access.sheet
    except (StreamDeleted, DatabaseStopped):
        return
    yield "csv", spreadsheet.export(sheet, current_language().translate)
    try:
        yield "json", _document(access)
    except DocumentError as error:
        yield "txt", rendered(error.message)


def _document(access: SheetAccess) -> str:
    return json.dumps(export_night(access), ensure_ascii=False, indent=1)


def _name(sheet: Sheet) -> str:
    """Return a file name from the title of a sheet."""
    return file_name(plain_title(sheet), "feuille")
