"""Files: a sheet as a document or a table, all of a device's, and evenings brought in."""

import io
import json
import re
import unicodedata
import zipfile
from typing import Any

from flask import (
    Blueprint,
    Response,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.formats import night_document, spreadsheet
from scorekeeper.sheets.sheet import Sheet, fold
from scorekeeper.web.access import (
    derived_token,
    device_sheets,
    new_key,
    posted_key,
    reading,
    remember_sheet,
    storage,
)
from scorekeeper.web.page import title_of

bp = Blueprint("files", __name__)


@bp.get("/sheets/<token>/night.json")
def document(token: str) -> Response:
    """The night document of a sheet."""
    sheet = reading(token).sheet
    return _file(_document(sheet), "application/json", f"{_name(sheet)}.json")


@bp.get("/sheets/<token>/hands.csv")
def table(token: str) -> Response:
    """The hands of a sheet, for a spreadsheet."""
    sheet = reading(token).sheet
    return _file(spreadsheet.export(sheet), "text/csv; charset=utf-8", f"{_name(sheet)}.csv")


@bp.get("/archive.zip")
def archive() -> Response:
    """Every sheet of this device, as documents and as tables."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as whole:
        for place, access in enumerate(device_sheets(), 1):
            name = f"{place:02} {_name(access.sheet)}"
            whole.writestr(f"{name}.csv", spreadsheet.export(access.sheet))
            try:
                whole.writestr(f"{name}.json", _document(access.sheet))
            except night_document.DocumentError as error:
                whole.writestr(f"{name}.txt", str(error))
    return _file(packed.getvalue(), "application/zip", "la-marque.zip")


@bp.get("/import")
def choose() -> str:
    """Choose a file."""
    return render_template("files/import.html", error=None)


@bp.post("/import")
def upload() -> AnyResponse | str | tuple[str, int]:
    """Show what a file would be; write it once that is confirmed."""
    sent = request.files.get("file")
    content = sent.read() if sent else request.form.get("document", "").encode()
    try:
        given = _given(content)
        events = night_document.read(given)
    except night_document.DocumentError as error:
        return render_template("files/import.html", error=error.message), 422
    if sent:
        written = json.dumps(given, ensure_ascii=False)
        sheet = fold(events)
        return render_template(
            "files/import.html", sheet=sheet, document=written, key=new_key()
        )
    recorded = [(event.kind, event.body) for event in events]
    token = storage().open_sheet(recorded, derived_token(posted_key()))
    remember_sheet(token)
    return redirect(url_for("sheets.show", token=token), 303)


def _given(content: bytes) -> Any:
    """A night document, or the table of a night typed from paper."""
    if content.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] == b"{":
        return night_document.parse(content)
    return spreadsheet.read(content)


def _document(sheet: Sheet) -> str:
    return json.dumps(night_document.write(sheet), ensure_ascii=False, indent=1)


def _name(sheet: Sheet) -> str:
    """A file's name: the sheet's title, in letters that every disk takes."""
    plain = unicodedata.normalize("NFKD", title_of(sheet)).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-").lower()[:60] or "feuille"


def _file(content: str | bytes, type: str, name: str) -> Response:
    response = make_response(content)
    response.headers["Content-Type"] = type
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
