"""The next deal of a sheet: who deals, who sits out, who speaks first."""

from typing import NamedTuple

from scorekeeper.sheets.sheet import Sheet


class NextDeal(NamedTuple):
    """The next deal, by the names of the players."""

    number: int
    """Of a game of so many deals: the number among those that count."""
    deals: int
    """The length of the game in deals; 0 if it has none."""
    dealer: str
    first: str
    """The first player to speak; empty where nobody takes."""
    sitting_out: tuple[str, ...]


def next_deal(sheet: Sheet) -> NextDeal | None:
    """Return the next deal; nothing after the end, and over boards, which nobody deals."""
    state, names = sheet.state, sheet.names
    if sheet.game.board or state.end.over or sheet.closed is not None:
        return None
    deals = sheet.options.get("deals") or 0
    return NextDeal(
        state.next_deal if deals else state.hands + 1,
        deals,
        names[state.dealer],
        names[state.first_to_speak] if sheet.game.can_pass else "",
        tuple(names[player] for player in state.sitting_out),
    )
