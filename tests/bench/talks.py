"""What phones ask at a table, each act as a talk (see ``exchange``).

A hand's answer tells whether the program follows it with a page: one that comes without
fragments is followed by the page that it names, as the outbox of such a program does.
"""

import re
import secrets

from client import get, post
from evening import PLAYED, form_of, tapped, version_of
from exchange import Request

from scorekeeper.storage.base import read_only_token

HTMX = {"HX-Request": "true"}
"""What htmx adds to its requests, as far as a server looks at it."""

NEXT = re.compile(r'name="(seating|confirm|base)" value="([^"]*)"')
"""The hidden fields of the form of the next hand, but its key, which a phone draws itself."""


def preview(phone):
    """The preview of a complete hand."""
    form, headers = _filled(phone), _outbox(phone)
    path = f"{phone.sheet}/hands/preview"
    yield Request("preview", post(path, form, phone.cookie, **headers))
    return phone


def save(phone):
    """A hand sent by the outbox, and all that the phone then shows."""
    form, headers = _filled(phone) | {"shown": phone.version}, _outbox(phone)
    del form["csrf_token"]
    sent = post(f"{phone.sheet}/hands", form, phone.cookie, **headers)
    answer = yield Request("hand", sent, (201,))
    if answer.body:
        return _with_fragments(phone, answer.text)
    answer = yield Request("page", get(answer.location, phone.cookie))
    return _with_page(phone, answer.text)


def send(phone):
    """A hand sent by another phone of this table; this one has not seen it yet."""
    yield from save(phone)
    return phone._replace(form=phone.form | {"base": str(int(phone.form["base"]) + 1)})


def page(phone):
    """The page of the sheet."""
    answer = yield Request("page", get(phone.sheet, phone.cookie))
    return _with_page(phone, answer.text)


def poll(phone, sheet=""):
    """The question of a follower whether there is anything new, and what he then shows.

    :param sheet: the address that he has of the sheet, if it is not the one that may write.
    """
    path = f"{sheet or phone.sheet}/live?v={phone.version}"
    answer = yield Request("poll", get(path, phone.cookie, **HTMX), (200, 204))
    if answer.status == 204:
        return phone
    return phone._replace(version=version_of(answer.text))


def read_news(phone):
    """The poll of a follower whose link may only read."""
    return poll(phone, read_only(phone))


def read_unseen(phone):
    """The poll of one more follower whose link may only read; this phone sees nothing."""
    yield from read_news(phone)
    return phone


def read_page(phone):
    """The page of a follower whose link may only read."""
    yield Request("page", get(read_only(phone), phone.cookie))
    return phone


def read_only(phone):
    """The address of a phone's sheet that may only read."""
    return f"/sheets/{read_only_token(phone.token)}"


def bare(text, status):
    """One request of a reference program."""

    def talk(phone):
        yield Request("bare", text, (status,))
        return phone

    return talk


def _filled(phone):
    """The form with the next of the hands that are all different, and a key of its own."""
    hand = PLAYED[int(phone.form["base"]) % len(PLAYED)]
    return tapped(phone, hand) | {"key": secrets.token_hex(16)}


def _outbox(phone):
    return {"X-Outbox": "1", "X-CSRFToken": phone.form["csrf_token"]}


def _with_page(phone, text):
    return phone._replace(form=form_of(text), version=version_of(text))


def _with_fragments(phone, text):
    fields = dict(NEXT.findall(text))
    return phone._replace(form=phone.form | fields, version=version_of(text))
