"""Messages to the operator, in the language of the terminal; standard library only."""

import ast
import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from scorekeeper.i18n.messages import Message

LOCALES = Path(__file__).with_name("locales")

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that name a language; the first one that is set decides."""


def say(message: Message) -> str:
    """A message in the operator's language: French unless the environment says another."""
    catalogue = _catalogue(_language())
    return message.render(lambda text: catalogue.get(text) or text)


def _language() -> str:
    """The code of the language, such as ``en``; it need not have a catalogue."""
    named = next((os.environ[name] for name in VARIABLES if os.environ.get(name)), "")
    return named.split(":")[0].split(".")[0].split("_")[0].lower()


@cache
def _catalogue(language: str) -> Mapping[str, str]:
    path = LOCALES / language / "LC_MESSAGES" / "messages.po"
    if not language.isalpha() or not path.is_file():
        return {}
    return dict(_entries(path.read_text(encoding="utf-8")))


def _entries(text: str) -> Iterator[tuple[str, str]]:
    """The entries of a catalogue without contexts or plurals, as ``msgid`` and ``msgstr``."""
    for block in text.split("\n\n"):
        entry = {"msgid": "", "msgstr": ""}
        field = ""
        for line in block.splitlines():
            keyword, _, rest = line.partition(" ")
            if keyword in entry:
                field, line = keyword, rest
            if field and line.startswith('"'):
                entry[field] += ast.literal_eval(line)
        if entry["msgid"]:
            yield entry["msgid"], entry["msgstr"]
