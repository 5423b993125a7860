"""The hands behind a figure: found with the function that counted them, so they add up to it.

The summaries say how many hands each sheet has; only the sheets of one page are read.
"""

from collections.abc import Iterable, Iterator
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


class Slice(NamedTuple):
    """Some of the hands of a share, counted from the latest."""

    share: Share
    skipped: int
    taken: int


class FigureHand(NamedTuple):
    """One hand behind a figure."""

    date: str
    """ISO 8601; empty if unknown."""
    sheet: int
    """The number of the sheet in the circle."""
    hand: PlayedHand
    result: HandResult


def shares(sheets: Iterable[Played], player: int, key: str, game: str = "") -> Iterator[Share]:
    """Find the sheets with hands that a figure counts, in their order.

    :param key: the key of the figure, with players of the circle.
    :param game: the code of the game that it is about; of all games if empty.
    """
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
    """Return the tally of a figure of a player.

    :param game: the code of the game that it is about; of all games if empty.
    """
    games = [game] if game else list(player.figures)
    sum = NO_HANDS
    for name in games:
        sum = sum.plus(player.figure(name, key))
    return sum


def page(shares: Iterable[Share], first: int, most: int) -> list[Slice]:
    """Return the part of each sheet that stands on one page; no later sheet is looked at.

    :param shares: the sheets of the figure, the latest first.
    :param first: the number of hands before this page.
    :param most: the number of hands of a page.
    """
    slices, before = [], 0
    for share in shares:
        count = share.tally.hands
        skipped = max(0, first - before)
        taken = min(count, first + most - before) - skipped
        if taken > 0:
            slices.append(Slice(share, skipped, taken))
        before += count
        if before >= first + most:
            break
    return slices


def hands_of(slice: Slice, sheet: Sheet) -> list[FigureHand]:
    """Return the hands of a slice, the latest first.

    :param sheet: the sheet that the slice is of.
    """
    share = slice.share
    hands = [
        FigureHand(share.played.summary.date, share.played.number, hand, counted)
        for hand in reversed(played_hands(sheet))
        if (counted := _result(hand, sheet, share)) is not None
    ]
    return hands[slice.skipped : slice.skipped + slice.taken]


def _result(hand: PlayedHand, sheet: Sheet, share: Share) -> HandResult | None:
    by_player = results(hand, sheet.game, len(sheet.names))
    return by_player.get(share.player, {}).get(share.key)
