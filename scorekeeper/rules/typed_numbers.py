"""Readers of the whole numbers in a text that was typed."""

import re


def number_of(text: str, digits: int = 8) -> int | None:
    """Return the whole number of a text of so many ASCII digits at most; nothing for any
    other text.

    >>> number_of("972"), number_of("9,5"), number_of("٣")
    (972, None, None)
    """
    is_number = text.isascii() and text.isdigit() and len(text) <= digits
    return int(text) if is_number else None


def numbers_in(text: str) -> list[int]:
    """Return the numbers of one to four digits that a text names.

    >>> numbers_in("3, 12-007 99999")
    [3, 12, 7]
    """
    return [int(number) for number in re.findall(r"\b[0-9]{1,4}\b", text)]
