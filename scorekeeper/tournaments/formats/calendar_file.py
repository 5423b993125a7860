"""An evening as a calendar file, iCalendar (RFC 5545)."""

import re
from datetime import date, datetime

LINE = 75
"""Most octets of a line, its end left out; section 3.1."""


def calendar(
    title: str, day: date, place: str, address: str, uid: str, written: datetime
) -> str:
    """Return the file of an evening, as an event of the whole day: no hour is known. It has no
    end, which is the same day then; section 3.6.1.

    :param address: of its page.
    :param uid: by which calendars know the evening again.
    :param written: in UTC.
    """
    lines = (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//La Marque//FR",
        "BEGIN:VEVENT",
        f"UID:{uid}",
        f"DTSTAMP:{written:%Y%m%dT%H%M%SZ}",
        f"DTSTART;VALUE=DATE:{day:%Y%m%d}",
        f"SUMMARY:{escaped(title)}",
        *([f"LOCATION:{escaped(place)}"] if place else []),
        f"URL:{address}",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
        "END:VCALENDAR",
    )
    return "".join(f"{folded(line)}\r\n" for line in lines)


def escaped(text: str) -> str:
    """Return a text as a value; section 3.3.11.

    >>> escaped("Salle A; rez-de-chaussée, gauche")
    'Salle A\\\\; rez-de-chaussée\\\\, gauche'
    """
    return re.sub(r"([\\;,])", r"\\\1", text).replace("\n", r"\n")


def folded(line: str) -> str:
    """Return a line in pieces that are short enough, no character cut; section 3.1."""
    pieces, room = [""], LINE
    for character in line:
        size = len(character.encode())
        if size > room:
            pieces.append("")
            room = LINE - 1
        pieces[-1] += character
        room -= size
    return "\r\n ".join(pieces)
