"""The points that a tie (*litige*) leaves on the table, and who wins them."""

from scorekeeper.games.belote.hand_fields import Hand
from scorekeeper.games.belote.lines import Extra
from scorekeeper.games.belote.side_points import SidePoints, facing, rounded
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.option import Options
from scorekeeper.rules.score import Held, Line, Points, Rule


def describe(pots: Held) -> Message:
    """Describe the points held by ties; the next winner takes all of them."""
    if len(pots.pots) > 1:
        working = " + ".join(map(str, pots.pots))
        return msg("Litiges : %(pots)s = %(all)s en jeu", pots=working, all=pots.total)
    return msg("Litige : %(pot)s en jeu", pot=pots.total)


def belotes_marked(points: SidePoints, keeps_belote: bool) -> Points:
    """Return the belotes that are marked in a tie, attack first.

    :param keeps_belote: True if the attack marks its own belote all the same.

    Rule: FFB 27-01-2016, § 10.1.3; its § 10.2 lets the attack mark its belote.
    """
    return points.belotes if keeps_belote else (0, points.belotes[1])


def new_pot(points: SidePoints, keeps_belote: bool, how: str) -> int:
    """Return the attack's points, which a tie leaves on the table.

    :param how: the code of the rounding.

    Rule: FFB 27-01-2016, § 10.1.3.
    """
    pot = rounded(points.tricks[0] + points.annonces[0], how)
    return pot if keeps_belote else pot + points.belotes[0]


def wins_pot(won: bool | None, options: Options) -> bool:
    """Return True if this hand wins the points held by earlier ties.

    :param won: True if the contract is made; absent for a tie, which wins nothing.

    Rule: FFB 27-01-2016, § 10.1.3: the next contract made; FFB, web page: the next winner.
    """
    return won is True or (won is False and bool(options["litige_to"] == "winner"))


def pot_line(hand: Hand, pot: int, won: bool, rule: Rule) -> Line:
    """Give the points held by earlier ties to the winner of the hand."""
    message = msg("%(pot)s points restaient en jeu : au camp qui gagne cette donne", pot=pot)
    attack, defence = (pot, 0) if won else (0, pot)
    return Line(rule, Extra.LITIGE, message, str(pot), facing(hand, attack, defence))
