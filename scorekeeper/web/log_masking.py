"""Masking of log records: no usable access token, and no forged or hidden lines."""

import logging
import re
import textwrap

LOGGERS = ("scorekeeper", "la_marque", "waitress", "waitress.queue", "werkzeug")
"""The loggers of the application, its start and its servers."""

TOKEN_IN_PATH = re.compile(
    r"(?i)((?:sheets(?:/|%2f)|(?:circle|tournament)s(?:/|%2f)(?!(?:\w+/)?\w+\.(?:py|html)\b))"
    r"[^/?#&\s\"'<>]{4})[^/?#&\s\"'<>]+"
)
"""A token, or what was sent in its place, in the path of a sheet, a circle or a tournament; a
module or a template of the program is none."""

TOKEN = re.compile(r"(?<![\w-])(?=[\w-]*[A-Z0-9])([\w-]{4})[\w-]{18,19}(?![\w-])", re.ASCII)
"""A token anywhere: 22 URL-safe characters, 23 of a circle, with a capital or a digit, so no
word."""

CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]")
"""Control characters and Unicode line separators, except the line feed."""


class TokenMask(logging.Filter):
    """A filter that masks tokens and escapes control characters; it drops no record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Mask the message, the exception and the stack of a record; always true."""
        message = record.getMessage()
        if record.name != "werkzeug":  # it escapes requests itself, and colors its own lines
            message = _escape_controls(message).replace("\n", "\\n")
        record.msg, record.args = mask_tokens(message), None
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        for name in ("exc_text", "stack_info"):
            if getattr(record, name):
                masked = mask_tokens(_escape_controls(getattr(record, name)))
                setattr(record, name, textwrap.indent(masked, "  ", lambda line: True))
        return True


TOKEN_MASK = TokenMask()


def install() -> None:
    """Mask the records of every logger of the program; calling it again changes nothing."""
    for name in LOGGERS:
        logging.getLogger(name).addFilter(TOKEN_MASK)


def mask_tokens(text: str) -> str:
    """Return a text with at most four characters of each token.

    >>> mask_tokens("GET /sheets/Zk3vQ8-xTz_AbCdEfGhIjK/print, as 'Zk3vQ8-xTz_AbCdEfGhIjK'")
    "GET /sheets/Zk3v…/print, as 'Zk3v…'"
    """
    return TOKEN.sub(r"\1…", TOKEN_IN_PATH.sub(r"\1…", text))


def _escape_controls(text: str) -> str:
    return CONTROL.sub(lambda control: ascii(control[0])[1:-1], text)
