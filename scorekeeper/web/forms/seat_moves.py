"""Places of a list, read from a form: one element moves, the others keep their order."""

from typing import Any


def below(text: str, limit: int) -> int | None:
    """A number from 0 below a limit, if the text is one in plain figures."""
    codes = {str(n): n for n in range(limit)}
    return codes.get(text)


def move(seats: list[Any], start: int, end: int) -> int:
    """Take a seat from one place to another, both from 0; return its new place."""
    seats.insert(end, seats.pop(start))
    return min(end, len(seats) - 1)


def drag(seats: list[Any], places: str) -> None:
    """Take a seat from the first of two places, « 3 0 », to the second."""
    match [below(place, len(seats)) for place in places.split()]:
        case [int(start), int(end)]:
            move(seats, start, end)
