"""The lines of what players announce or show, and of the petit in the last trick."""

from scorekeeper.games.mouche.hand_fields import Hand, Petit
from scorekeeper.games.mouche.lines import Extra, Rule
from scorekeeper.games.mouche.point_values import PETIT_AU_BOUT, POIGNEE, SHOWN
from scorekeeper.games.tarot.hand_fields import Misere, Poignee
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import Line, Points


def announcement_lines(hand: Hand, table: Table, won: bool | None) -> list[Line]:
    """Pay everything that was announced or shown.

    :param won: ``None`` if a fault annulled the result. A poignée of the taker is paid by
        the result, so then it is not paid; everything else is paid whatever the result.
    """
    lines = []
    for poignee in hand.poignees:
        if poignee.player != hand.taker:
            lines.append(_poignee_line(poignee, table))
        elif won is not None:
            lines.append(_takers_poignee_line(poignee, table, won))
    for misere in hand.miseres:
        lines.append(_misere_line(misere, table))
    if hand.petit_au_bout:
        lines.append(_petit_line(hand, hand.petit_au_bout, table))
    return lines


def _poignee_line(shown: Poignee, table: Table) -> Line:
    """Pay a poignée by all others to the player.

    Rule: the regional rules, announcements.
    """
    each = POIGNEE[shown.size] * table.options["mise"]
    message = msg(
        "%(size)s, montrée par %(player)s : chacun des autres paie %(each)s",
        size=shown.size,
        player=table.players[shown.player],
        each=each,
    )
    scores = _from_all(table, shown.player, each)
    working = f"{each} × {len(scores) - 1}"
    return Line(Rule.POIGNEE, Extra.POIGNEE, message, working, scores, (shown.player,))


def _takers_poignee_line(shown: Poignee, table: Table, won: bool) -> Line:
    """Pay a poignée of the taker: by all others if he wins, by himself to each if he fails.

    Rule: the regional rules, announcements.
    """
    line = _poignee_line(shown, table)
    if won:
        return line
    message = msg(
        "%(size)s, montrée par %(player)s, qui chute et paie %(each)s à chacun",
        **line.because.values,
    )
    scores = tuple([-points for points in line.scores])
    return line._replace(because=message, scores=scores)


def _misere_line(shown: Misere, table: Table) -> Line:
    """Pay a misère by all others to the player who showed it.

    Rule: the regional rules, announcements.
    """
    each = SHOWN * table.options["mise"]
    scores = _from_all(table, shown.player, each)
    message = msg(
        "%(kind)s : misère annoncée par %(player)s, qui reçoit %(each)s de chacun",
        kind=shown.kind,
        player=table.players[shown.player],
        each=each,
    )
    working, by = f"{each} × {len(scores) - 1}", (shown.player,)
    return Line(Rule.MISERE, Extra.MISERE, message, working, scores, by)


def _from_all(table: Table, player: int, each: int) -> Points:
    """Pay one player this by every other."""
    scores = [-each] * len(table.players)
    scores[player] = each * (len(table.players) - 1)
    return tuple(scores)


def _petit_line(hand: Hand, petit: Petit, table: Table) -> Line:
    """Pay the petit in the last trick, by or to each opponent of its holder.

    Rule: the regional rules, petit au bout.
    """
    lost = petit.from_ is not None
    holder = petit.from_ if petit.from_ is not None else petit.player
    attack = (hand.taker, hand.partner)
    others = [n for n in range(len(table.players)) if (n in attack) is not (holder in attack)]
    price = PETIT_AU_BOUT * table.options["mise"]
    each = -price if lost else price
    scores = [-each if n in others else 0 for n in range(len(table.players))]
    scores[holder] = each * len(others)
    name = table.players[holder]
    message = (
        msg("%(player)s perd son petit au dernier pli, et paie chaque adversaire", player=name)
        if lost
        else msg(
            "%(player)s fait le dernier pli avec son petit : chaque adversaire paie",
            player=name,
        )
    )
    working = f"{price} × {len(others)}"
    extra = Extra.PETIT_LOST if lost else Extra.PETIT
    return Line(Rule.PETIT_AU_BOUT, extra, message, working, tuple(scores), (holder,))
