"""The result of a game that has ended, or of a sheet that is closed: who has won."""

from typing import NamedTuple

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.sheet import Sheet


class FinalResult(NamedTuple):
    """The end of a game or of an evening."""

    occasion: Message
    """The words before the names of the winners."""
    winners: tuple[int, ...]
    """The columns that have won; none after a draw."""


def result(sheet: Sheet) -> FinalResult | None:
    """Return the result of a sheet; nothing while it goes on, and for one over boards, which
    has a ranking of players."""
    if sheet.game.board or not (sheet.ended or sheet.closed is not None):
        return None
    if not sheet.ended:
        first = tuple(column for rank, column in sheet.final_order if rank == 1)
        return FinalResult(msg("Feuille close. En tête :"), first)
    winner = sheet.state.end.winner
    return FinalResult(ending(sheet), () if winner is None else (winner,))


def ending(sheet: Sheet) -> Message:
    """Describe how a game has ended, in the words before the name of its winner."""
    state, last = sheet.state, sheet.ended
    if state.end.winner is None:
        return msg("Partie de %(n)s donnes : égalité.", n=state.played)
    if last is None or not last.dealt:
        return msg("Partie gagnée, sur une pénalité, par")
    if sheet.options.get("deals") and state.played >= sheet.options["deals"]:
        return msg("Partie de %(n)s donnes, gagnée par", n=state.played)
    return msg("Partie gagnée à la donne %(n)s par", n=last.number)


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
