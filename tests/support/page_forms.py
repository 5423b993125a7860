"""The links and forms of a page, as a browser without JavaScript finds them."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

LOCAL = re.compile(r'(?:href|src|data-hx-get)="(/[^"]*)"')


@dataclass
class Field:
    """The inputs of one name.

    ``offered`` are the values that a tap can choose, ``filled`` those that the page sends as
    they are; ``typed`` is true where a person can type.
    """

    kind: str
    offered: list = field(default_factory=list)
    filled: list = field(default_factory=list)
    typed: bool = False


@dataclass
class Form:
    """One form of a page: its address, its fields by name, its buttons."""

    action: str
    is_multipart: bool = False
    fields: dict = field(default_factory=dict)
    buttons: list = field(default_factory=list)


class FormParser(HTMLParser):
    """Collects the forms of a page."""

    def __init__(self):
        super().__init__()
        self.forms, self.form, self.area = [], None, None

    def handle_starttag(self, tag, attributes):
        given = {name: value or "" for name, value in attributes}
        if tag == "form":
            multipart = given.get("enctype", "").startswith("multipart")
            self.form = Form(given["action"], multipart)
            self.forms.append(self.form)
        elif self.form and given.get("name"):
            self._add(tag, given)

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None
        if tag == "textarea":
            self.area = None

    def handle_data(self, data):
        if self.area is not None:
            self.area.filled = [data]

    def _add(self, tag, given):
        name, value = given["name"], given.get("value", "")
        kind = "textarea" if tag == "textarea" else given.get("type", "text")
        if tag == "button":
            self.form.buttons.append((name, value))
            return
        found = self.form.fields.setdefault(name, Field(kind))
        if kind in ("radio", "checkbox"):
            found.offered.append(value)
            if "checked" in given:
                found.filled.append(value)
        elif kind != "file":
            found.filled.append(value)
            found.typed = kind != "hidden"
        if kind == "textarea":
            self.area = found


def forms_of(page):
    """The forms of a page, with the preview of each form of a hand."""
    parser = FormParser()
    parser.feed(page)
    forms = [form for form in parser.forms if form.action.startswith("/")]
    for form in list(forms):
        sheet, slash, _ = form.action.partition("/hands")
        if slash:
            forms.append(Form(f"{sheet}/hands/preview", False, form.fields, []))
    return forms


def links_of(page):
    """The addresses of this server on a page."""
    return [link.replace("&amp;", "&") for link in LOCAL.findall(page)]
