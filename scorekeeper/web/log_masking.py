"""What a log may say: no address that opens a sheet, and nothing that hides a line."""

import logging
import re
import textwrap

LOGGERS = (
    "scorekeeper",
    "la_marque",
    "waitress",
    "waitress.queue",
    "werkzeug",
    "flask-limiter",
)
"""Who writes here: the application, its start, its servers, its limits."""

ADDRESS = re.compile(r"(?i)(sheets(?:/|%2f)[^/?#&\s\"'<>]{4})[^/?#&\s\"'<>]+")
"""A token where it usually stands."""

TOKEN = re.compile(r"(?<![\w-])(?=[\w-]*[A-Z0-9])([\w-]{4})[\w-]{18}(?![\w-])", re.ASCII)
"""A token anywhere: 22 letters and figures of an address, which no word is."""

CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]")
"""What moves the cursor or begins a line; but for the line break itself."""


class TokenMask(logging.Filter):
    """Lets every record pass, once its tokens are masked."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Mask the message and the exception of a record; always true."""
        message = record.getMessage()
        if record.name != "werkzeug":  # it escapes what was sent; its colors are its own
            message = _plain(message).replace("\n", "\\n")
        record.msg, record.args = mask_tokens(message), None
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        for name in ("exc_text", "stack_info"):
            if getattr(record, name):
                recorded = mask_tokens(_plain(getattr(record, name)))
                setattr(record, name, textwrap.indent(recorded, "  ", lambda line: True))
        return True


MASKED = TokenMask()


def install() -> None:
    """Mask what everybody here logs."""
    for name in LOGGERS:
        logging.getLogger(name).addFilter(MASKED)


def mask_tokens(text: str) -> str:
    """A text with no more than four characters of a token.

    >>> masked("GET /sheets/Zk3vQ8-xTz_AbCdEfGhIjK/print, as 'Zk3vQ8-xTz_AbCdEfGhIjK'")
    "GET /sheets/Zk3v…/print, as 'Zk3v…'"
    """
    return TOKEN.sub(r"\1…", ADDRESS.sub(r"\1…", text))


def _plain(text: str) -> str:
    return CONTROL.sub(lambda found: ascii(found[0])[1:-1], text)
