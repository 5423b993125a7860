"""The hands behind a figure: found with the function that counted them, so they add up to it.

The summaries say how many hands each sheet has; only the sheets of one page are read.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from scorekeeper.circles.figures import NO_HANDS, PAIRED, HandResult, Tally, results
from scorekeeper.circles.statistics import Played, PlayerStatistics
from scorekeeper.sheets.played import PlayedHand, played_hands
from scorekeeper.sheets.sheet import Sheet


class Share(NamedTuple):
    """The hands of one sheet that a figure counts."""

    played: Played
    player: int
    """The player's number on the sheet."""
    key: str
    """The key of the figure, with players by their numbers on the sheet."""
    tally: Tally


class FigureHand(NamedTuple):
    """One hand behind a figure."""

    date: str
    """ISO 8601; empty if unknown."""
    sheet: int
    """The number of the sheet in the circle."""
    hand: PlayedHand
    result: HandResult


def shares(sheets: Iterable[Played], player: int, key: str, game: str = "") -> Iterator[Share]:
    """Find the sheets with hands that a figure counts, in their order; of all games if
    ``game`` is empty."""
    of_game = (sheet for sheet in sheets if game in ("", sheet.summary.game))
    return filter(None, (_share(sheet, player, key) for sheet in of_game))


def _share(sheet: Played, player: int, key: str) -> Share | None:
    if player not in sheet.players:
        return None
    number = sheet.players.index(player)
    key_on_sheet = _key_on(sheet, key)
    if number >= len(sheet.summary.players) or key_on_sheet is None:
        return None
    tally = sheet.summary.players[number].figures.get(key_on_sheet)
    return Share(sheet, number, key_on_sheet, tally) if tally else None


def _key_on(sheet: Played, key: str) -> str | None:
    """Translate a figure key from circle ids to columns of the sheet; None if the player is
    not on it."""
    kind, _, other = key.partition("=")
    if kind not in PAIRED:
        return key
    if not other.isdigit() or int(other) not in sheet.players or other == "0":
        return None
    return f"{kind}={sheet.players.index(int(other))}"


def total(player: PlayerStatistics, key: str, game: str = "") -> Tally:
    """Return the tally of a figure of a player; of all games without the code of one."""
    games = [game] if game else list(player.figures)
    sum = NO_HANDS
    for name in games:
        sum = sum.plus(player.figure(name, key))
    return sum


def page(
    shares: Iterable[Share], sheet_of: Callable[[int], Sheet | None], first: int, most: int
) -> list[FigureHand]:
    """Return the hands of one page, the latest first: at most ``most``, after the ``first``
    ones; no later sheet is read. The shares are the sheets of the figure, the latest first;
    ``sheet_of`` returns nothing for a deleted sheet."""
    hands = []
    for share in shares:
        count = share.tally.hands
        if first < count and (sheet := sheet_of(share.played.number)):
            hands += _hands(share, sheet)[first : first + most]
        most -= max(0, min(most, count - first))
        first = max(0, first - count)
        if not most:
            break
    return hands


def _hands(share: Share, sheet: Sheet) -> list[FigureHand]:
    return [
        FigureHand(share.played.summary.date, share.played.number, hand, counted)
        for hand in reversed(played_hands(sheet))
        if (counted := _result(hand, sheet, share)) is not None
    ]


def _result(hand: PlayedHand, sheet: Sheet, share: Share) -> HandResult | None:
    by_player = results(hand, sheet.game, len(sheet.names))
    return by_player.get(share.player, {}).get(share.key)
