"""The score of one hand of Belote for two or three players."""

from scorekeeper.games.belote.side_points import rounded
from scorekeeper.games.belote_few.hand_fields import Hand
from scorekeeper.games.belote_few.lines import (
    FAILED,
    LAST,
    LITIGE,
    MADE,
    RULES,
    Ending,
    annonces_line,
    because_of,
    belote_line,
    counting,
    litige_line,
    rounding_line,
    tricks_working,
    verdict_of,
)
from scorekeeper.games.belote_few.points import (
    NONE,
    OPPONENTS,
    Counted,
    counted,
    moved,
    only,
    rounded_each,
)
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules import target
from scorekeeper.rules.game import Table
from scorekeeper.rules.option import Options
from scorekeeper.rules.score import (
    NOTHING_HELD,
    Account,
    End,
    Held,
    Line,
    Points,
    Rule,
    Score,
    add_up,
)


def score(hand: Hand, table: Table) -> Score:
    """Score one hand; the number of players is that of the table.

    A tie at the last deal of a game of so many deals holds nothing, and wins no earlier pot.

    >>> from scorekeeper.games.belote_few.three import GAME
    >>> table = Table(("Anne", "Bruno", "Chloé"), GAME.read_options({}))
    >>> [score(Hand(taker=0, points=p), table).scores for p in [(82, 50, 30), (50, 82, 30)]]
    [(82, 50, 30), (0, 132, 30)]
    """
    seats, options, held = len(table.players), table.options, table.held
    points = counted(hand, seats, options)
    totals, what = counting(points, options)
    ended = ending(hand, totals, options)
    if ended is LITIGE and table.is_last_deal:
        ended = LAST
    verdict = verdict_of(hand, ended, totals)
    because = because_of(hand, ended, verdict, what, options)
    tricks = marked(points.tricks, hand, ended, totals, options)
    working = tricks_working(hand, ended, options)
    lines = [Line(_rule(seats, ended), None, because, working, tricks)]
    if points.belotes is not NONE[seats] or points.annonces is not NONE[seats]:
        lines += _side_lines(hand, points, ended, totals, options)
    if (how := options["rounding"]) != "none":
        after = rounded_each(tricks, how)
        if after != tricks:
            lines.append(rounding_line(tricks, after))
    if ended is LITIGE:
        held = Held((*held.pots, _new_pot(hand, points, options)))
    elif held.pots and ended is not LAST:
        winner = hand.taker if ended is MADE else OPPONENTS[seats][hand.taker][0]
        lines.append(litige_line(held.total, only(winner, held.total, seats)))
        held = NOTHING_HELD
    account = _account(hand, points, ended, tricks, options)
    return Score(tuple(lines), add_up(lines), verdict, held, account, ended.won)


TIE = {"litige": LITIGE, "failed": FAILED, "made": MADE}
"""The ending of a tie, by the code of the option."""


def ending(hand: Hand, totals: Points, options: Options) -> Ending:
    """Compare the points of the taker and of the opponents; all tricks decide at once.

    Rule: FunBelote: at three, more than either opponent; the option has other rules.
    """
    taker = hand.taker
    if hand.capot is not None:
        return MADE if hand.capot == taker else FAILED
    if len(totals) == 2:
        bar = totals[1 - taker]
    else:
        one, other = OPPONENTS[3][taker]
        bar = totals[one] + totals[other]
        if options["contract"] == "each":
            bar = max(totals[one], totals[other])
    if totals[taker] != bar:
        return MADE if totals[taker] > bar else FAILED
    return TIE[options["tie"]]


def marked(
    points: Points, hand: Hand, ended: Ending, totals: Points, options: Options
) -> Points:
    """Return what each player marks of points that a failed taker loses."""
    if ended is MADE or ended is LAST or hand.capot is not None:
        return points
    if ended is LITIGE:
        return tuple([0 if n == hand.taker else p for n, p in enumerate(points)])
    return moved(points, hand.taker, totals, options["failed"])


def _rule(seats: int, ended: Ending) -> Rule:
    rules = RULES[seats]
    if ended is MADE:
        return rules.tricks
    return rules.failed if ended is FAILED else rules.tie


def _side_lines(
    hand: Hand, points: Counted, ended: Ending, totals: Points, options: Options
) -> list[Line]:
    """Return the lines of the belote and of the announcements that are marked."""
    lines = []
    belotes = points.belotes
    if ended is LITIGE and options["belote_counts"]:
        belotes = marked(belotes, hand, ended, totals, options)
    if any(belotes):
        lines.append(belote_line(belotes))
    if hand.annonces is None:
        return lines
    annonces = marked(points.annonces, hand, ended, totals, options)
    if any(annonces):
        moves = annonces != points.annonces
        lines.append(annonces_line(hand.annonces, annonces, moves))
    return lines


def _new_pot(hand: Hand, points: Counted, options: Options) -> int:
    """Return the points that a tie leaves on the table: those of the taker.

    Rule: FFB 27-01-2016, § 10.1.3, at four.
    """
    taker = hand.taker
    pot = rounded(points.tricks[taker], options["rounding"]) + points.annonces[taker]
    return pot + points.belotes[taker] if options["belote_counts"] else pot


TIMES = {"both": 1, "own": -1}
"""How many times more the points of a failed taker are marked than he had them."""


def _account(
    hand: Hand, points: Counted, ended: Ending, tricks: Points, options: Options
) -> Account:
    """Return the parts of the total: the deck, the belote, the announcements.

    Rule: 162 points, or those of the cards that were played; what a failed taker loses, or
    two opponents both mark, is subtracted or added once.
    """
    deck, annonces = sum(points.tricks), sum(points.annonces)
    if ended is FAILED and hand.capot is None:
        times = TIMES.get(options["failed"], 0)
        deck += times * points.tricks[hand.taker]
        annonces += times * points.annonces[hand.taker]
    if (how := options["rounding"]) != "none":
        left = points.tricks[hand.taker] if ended is LITIGE else 0
        deck = sum([rounded(p, how) for p in (*tricks, left)])
    return Account((deck, sum(points.belotes), annonces))


def headline(hand: Hand, table: Table) -> Message:
    """Describe the hand in a few words.

    >>> str(headline(Hand(taker=1, points=(71, 91)), Table(("Anne", "Bruno"))))
    'Bruno prend'
    """
    taker = table.players[hand.taker]
    if hand.suit is None:
        return msg("%(taker)s prend", taker=taker)
    return msg("%(taker)s : %(suit)s", taker=taker, suit=hand.suit)


def end(
    standing: Points, table: Table, before: End, hand: Hand | None, score: Score | None
) -> End:
    """Find the winner: the player with most points among those who reached the target."""
    return target.target_score(standing, table, table.players)
