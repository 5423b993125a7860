"""The state of a sheet after one more entry: a function for each kind of entry."""

from collections.abc import Callable, Mapping

from scorekeeper.rules.answers import sitting_out
from scorekeeper.rules.score import Points, add
from scorekeeper.rules.target import last_deal
from scorekeeper.sheets.events import Body
from scorekeeper.sheets.rows import Entry, Row, Setting, score_of
from scorekeeper.sheets.state import State


def make_row(setting: Setting, entry: Entry, state: State, version: int) -> Row:
    """Return the row of an entry written in this state.

    :param version: the ``seq`` of the event that made it necessary.
    """
    return ROWS[entry.kind](setting, entry, state)._replace(version=version)


def _hand_row(setting: Setting, entry: Entry, state: State) -> Row:
    game, table, hand = setting.game, setting.table(state), None
    if not entry.body.get("passed"):
        hand = game.read(entry.body["answers"], table, range(len(table.players)))
        state = state.with_dealer_of(sitting_out(hand))
        table = setting.table(state)
    if state.end.over:
        return Row(setting, entry, state, state, hand)
    score = score_of(game, entry, hand, table)
    played = state.played + (hand is not None and not score.replayed)
    again = score.replayed or "reason" in entry.body
    after = state._replace(
        dealer=state.dealer if again else state.next_dealer(passed=hand is None),
        totals=add((state.totals, score.scores)),
        hands=state.hands + 1,
        played=played,
        held=score.held,
        accounted=state.accounted + (score.account.total if score.account else 0),
    )
    end = game.end(after.standing, table, state.end, hand, score)
    end = last_deal(end, after.standing, setting.options, played)
    return Row(setting, entry, state, after._replace(end=end), hand)


def _penalty_row(setting: Setting, entry: Entry, state: State) -> Row:
    points = penalty_points(entry.body, state)
    after = state._replace(penalties=add((state.penalties, points)))
    end = setting.game.end(after.standing, setting.table(state), state.end, None, None)
    end = last_deal(end, after.standing, setting.options, state.played)
    return Row(setting, entry, state, after._replace(end=end))


def penalty_points(body: Body, state: State) -> Points:
    """Return the points that a penalty moves, by column.

    Without a receiver the column alone loses them. The others receive them from the column,
    each as many; opponents receive them from nobody.

    Rule: FFT, *Code d'arbitrage* 2012, p. 4-8: not redistributed; the regional rules, faults:
    ten points to every player; FFB, web page on Belote: 162 to the other team.
    """
    player, points, to = body["player"], body["points"], body.get("to")
    columns = range(len(state.totals))
    others = [n for n in columns if n != player and n not in state.absent_columns]
    moved = [0] * len(columns)
    if to is None:
        moved[player] = points
        return tuple(moved)
    for column in others:
        moved[column] = -points
    moved[player] = 0 if to == "opponents" else points * len(others)
    return tuple(moved)


def _seated_row(setting: Setting, entry: Entry, state: State) -> Row:
    body = entry.body
    columns = len(setting.game.columns(body["names"]))
    new = (0,) * (columns - len(state.totals))
    seats = tuple(body["seats"])
    after = state._replace(
        seats=seats,
        active=body["active"],
        dealer=body.get("dealer", state.dealer_among(seats)),
        players=len(body["names"]),
        totals=state.totals + new,
        penalties=state.penalties + new,
    )
    return Row(setting, entry, state, after)


ROWS: Mapping[str, Callable[[Setting, Entry, State], Row]] = {
    "hand": _hand_row,
    "penalty": _penalty_row,
    "seated": _seated_row,
}
"""The function that makes the row of each kind of entry."""
