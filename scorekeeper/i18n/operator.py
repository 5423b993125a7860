"""Messages to the operator: terminal and log follow the locale of the environment.

Standard library only.
"""

import os
from collections.abc import Mapping

from scorekeeper.i18n.languages import LANGUAGES, SOURCE, translator
from scorekeeper.i18n.messages import Message, untranslated

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
    """Return a message in the language of the operator.

    French is the source text itself, without the typography of pages.
    """
    code = operator_language(os.environ)
    return message.render(untranslated if code == SOURCE else translator(code))
