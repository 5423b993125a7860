"""The log as JSON, an object a line, for a program that collects logs: ``LOG_FORMAT=json``.

Tokens are masked as in the text (:mod:`scorekeeper.web.log_masking`).
"""

import json
import logging
import os
import sys
import textwrap
import threading
from datetime import UTC, datetime

from scorekeeper.web.log_masking import TOKEN_MASK

VARIABLE = "LOG_FORMAT"
"""The environment variable that chooses the format: ``text``, or ``json``."""


class JsonLines(logging.Formatter):
    """Records as JSON objects without a line feed in them."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line."""
        TOKEN_MASK.filter(record)
        line = {
            "time": _time(record.created),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        if record.exc_text:
            line["exception"] = textwrap.dedent(record.exc_text)
        return json.dumps(line, ensure_ascii=False)


def install() -> None:
    """Write the log of this process as the environment says; text unless it says JSON."""
    if os.environ.get(VARIABLE, "").lower() != "json":
        return
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.getLogger().handlers[:] = [handler]
    sys.excepthook = _log_exception
    threading.excepthook = lambda crash: _log_exception(
        crash.exc_type, crash.exc_value, crash.exc_traceback
    )


def _log_exception(*error: object) -> None:
    logging.getLogger("la_marque").critical("%s", "Exception", exc_info=error)  # type: ignore[arg-type]


def _time(seconds: float) -> str:
    """Return a time in UTC, to the millisecond.

    >>> _time(1800000000.5)
    '2027-01-15T08:00:00.500Z'
    """
    found = datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
    return found.replace("+00:00", "Z")
