"""Languages: French is the source, each folder of ``locales`` holds one translation.

Standard library only: the start program and storage print messages before anything is
installed.

To add a language, copy ``locales/en`` to a folder named by the new code, translate its
``messages.po``, then compile it with Babel, which is among the requirements of the tests::

    pybabel compile --directory scorekeeper/i18n/locales

The rules pages are texts beside the games, ``scorekeeper/games/*/*.en.md``: French where a
language has none.
"""

import os
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from gettext import GNUTranslations
from pathlib import Path

from scorekeeper.i18n.messages import Message, Translate, msg, untranslated

SOURCE = "fr"
"""The language of the source texts."""

LOCALES = Path(__file__).with_name("locales")

CATALOG = Path("LC_MESSAGES", "messages.mo")

TRANSLATIONS = tuple(
    sorted(folder.parent.parent.name for folder in LOCALES.glob(f"*/{CATALOG}"))
)
"""The codes of the languages that have a compiled catalog."""

OWN_NAME = msg("Français")
"""The name of the language in itself: each catalog translates it by its own name."""

NO_BREAK = "\N{NO-BREAK SPACE}"

THIN = "\N{NARROW NO-BREAK SPACE}"


@lru_cache(maxsize=2048)
def typeset(text: str) -> str:
    """Apply French typography: the apostrophe, and spaces that do not break.

    >>> typeset("« L'attaque » : 49 !").replace(NO_BREAK, "_").replace(THIN, "-")
    '«_L’attaque_»_: 49-!'
    """
    text = text.replace("'", "’").replace("« ", f"«{NO_BREAK}").replace(" »", f"{NO_BREAK}»")
    text = unbroken(text)
    return re.sub(" ([;!?])", THIN + r"\1", text).replace(" :", f"{NO_BREAK}:")


JOINED = re.compile(
    r"(§|\bp\.|\bart\.|\bno\.|n°|×) (?=[\d%])|([♠♥♦♣]) |(%\(contract\)s) (?=%\(suit\)s)"
)
"""An article, a page, « times » before its number; a suit before its name, after the bid."""


def unbroken(text: str) -> str:
    """Join articles, pages and « times » with their numbers, bids with their suits.

    >>> unbroken("FFB, § 10.2, p. 7 et 9, × 2").replace(NO_BREAK, "_")
    'FFB, §_10.2, p._7 et 9, ×_2'
    >>> unbroken("%(contract)s %(suit)s, ♥ Cœur").replace(NO_BREAK, "_")
    '%(contract)s_%(suit)s, ♥_Cœur'
    """
    return JOINED.sub(rf"\1\2\3{NO_BREAK}", text)


def translator(code: str) -> Translate:
    """Return the function that puts a source text into a language.

    A text without translation stays as it is; an unknown language is the source.

    >>> translator("en")("Nouvelle feuille"), translator("fr")("Aujourd'hui")
    ('New sheet', 'Aujourd’hui')
    """
    return _lookup(code) if code in TRANSLATIONS else typeset


@cache
def _lookup(code: str) -> Translate:
    with (LOCALES / code / CATALOG).open("rb") as file:
        translate = GNUTranslations(file).gettext
    # The catalog's entry of the empty text is its header.
    return lru_cache(maxsize=2048)(lambda text: unbroken(translate(text)) if text else text)


LANGUAGES = {code: OWN_NAME.render(translator(code)) for code in (SOURCE, *TRANSLATIONS)}
"""The languages that a reader may choose, each by its own name; the first is the source."""


VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables that name a language, in the order in which gettext reads them;
``LANGUAGE`` may name several, separated by colons."""


def operator_language(environ: Mapping[str, str]) -> str:
    """Return the code of the first language of the environment that there is.

    Without one (nothing set, ``C``, ``POSIX``, an unknown language) it is the source.

    >>> operator_language({"LANG": "en_US.UTF-8"}), operator_language({"LANG": "C"})
    ('en', 'fr')
    """
    chosen = next(filter(None, map(environ.get, VARIABLES)), "")
    for name in chosen.split(":"):
        locale = name.partition(".")[0].partition("@")[0]
        if locale in ("C", "POSIX"):
            break
        for code in (locale, locale.partition("_")[0]):
            if code in LANGUAGES:
                return code
    return SOURCE


def say(message: Message) -> str:
    """Return a message in the language of the operator. French is the source text itself,
    without the typography of pages."""
    code = operator_language(os.environ)
    return message.render(untranslated if code == SOURCE else translator(code))
