"""Everything on this phone as one file: to keep, and to take back, where no server has a copy.

It is the database as ``backup`` copies it; its notes are the small files beside it, without
which nothing on this phone leads to a sheet.
"""

import json
from collections.abc import Mapping
from contextlib import closing
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Blueprint, Flask, current_app, redirect, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.home import settings
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.service.access import SheetAccess
from scorekeeper.sheets.web.end import OFFERS, Offer
from scorekeeper.streams.base import StorageError
from scorekeeper.streams.files import MEBIBYTE
from scorekeeper.streams.installation import DATABASE_NAME, SHORTEST_KEY, Installation
from scorekeeper.streams.sqlite import backup
from scorekeeper.streams.sqlite.driver import open_sqlite
from scorekeeper.web.files import file_answer, form_size
from scorekeeper.web.language import current_language
from scorekeeper.web.templating import macro

NAME = msg("La Marque, copie du %(day)s")
"""The name of a copy, which its owner finds again among downloads."""

TAKEN = "copy.sqlite3"
"""The file of a copy that the next start takes."""

COOKIES = "cookies.json"
"""The file of the cookies of this phone."""

BESIDE = ("secret_key", COOKIES)
"""The files that a copy has as notes."""

NOTE = "beside "
"""The beginning of the name of such a note."""

MAX_COPY = 64 * MEBIBYTE
"""Bytes of the largest copy that is taken: a hundred thousand hands."""

bp = Blueprint("copies", __name__, url_prefix="/copy")


def install(app: Flask) -> None:
    """Give an application the copies of its phone, offered where an evening ends."""
    app.register_blueprint(bp)
    OFFERS.register(app, _offer)


def _offer(access: SheetAccess, _key: str) -> Offer | None:
    if access.sheet.closed is None:
        return None
    below = macro("home/offer.html", "copies")
    return Offer(beside=Markup(), below=below)


@bp.get("")
def keep() -> ResponseReturnValue:
    """Send the file."""
    installation: Installation = current_app.extensions["installation"]
    with TemporaryDirectory() as name:
        copy = Path(name) / DATABASE_NAME
        installation.back_up(copy)
        with closing(open_sqlite(copy)) as journal:
            for path in map(installation.path.joinpath, BESIDE):
                if path.exists():
                    journal.note(NOTE + path.name, path.read_text(encoding="utf-8"))
        content = copy.read_bytes()
    type = "application/vnd.sqlite3"
    name = current_language().translate(NAME.text) % {"day": date.today()}
    return file_answer(content, type, f"{name}.sqlite3")


@bp.post("")
@form_size(MAX_COPY)
def take() -> ResponseReturnValue:
    """Check a file, which the next start takes; what it replaces stays until then."""
    given = request.files.get("file")
    content = given.read() if given else b""
    refusal = _refusal(content, given.filename if given else "")
    if refusal:
        return settings.page(refusal), 422
    installation: Installation = current_app.extensions["installation"]
    (installation.path / TAKEN).write_bytes(content)
    return redirect(request.script_root + "/", 303)


def _refusal(content: bytes, name: str | None) -> Message | None:
    with TemporaryDirectory() as folder:
        copy = Path(folder) / DATABASE_NAME
        copy.write_bytes(content)
        try:
            backup.check(copy)
        except StorageError as error:
            return error.message._replace(values={**error.message.values, "path": name or "?"})
        with closing(open_sqlite(copy)) as journal:
            if _can_start(journal.notes(NOTE)):
                return None
    return msg("%(name)s n'est pas une copie gardée par un téléphone.", name=name)


def _can_start(notes: Mapping[str, str]) -> bool:
    """Return True if these are the notes that the next start needs."""
    try:
        key, cookies = (notes[NOTE + name] for name in BESIDE)
        values = json.loads(cookies).values()
    except (KeyError, ValueError, AttributeError):
        return False
    is_text = all(isinstance(value, str) and value.isprintable() for value in values)
    return is_text and len(key.strip()) >= SHORTEST_KEY


def put_in_place(folder: Path) -> None:
    """Put a copy that was taken in the place of an installation that is not opened yet."""
    copy = folder / TAKEN
    if not copy.exists():
        return
    with closing(open_sqlite(copy)) as journal:
        notes = journal.notes(NOTE)
        for name in BESIDE:
            (folder / name).write_text(notes[NOTE + name], encoding="utf-8")
            journal.note(NOTE + name, "")
    copy.replace(folder / DATABASE_NAME)
