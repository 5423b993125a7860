"""The score of one hand of Belote for two or three players."""

from typing import NamedTuple

from scorekeeper.games.belote.hand import DECK
from scorekeeper.games.belote.point_values import BELOTE
from scorekeeper.games.belote.side_points import (
    CAPOT_MADE,
    CAPOT_OF_DEFENCE,
    FAILED_TEXT,
    LITIGE_TEXT,
    MADE_TEXT,
    WITH_TEXT,
    Counted,
    Extra,
    OwnRule,
    belote_line,
    compared,
    new_pot,
    pot_line,
    round_off,
    rounded,
    shown_working,
    sum_of,
    together,
    worth,
)
from scorekeeper.games.belote_few.hand import Annonces, Hand, OpenHand
from scorekeeper.games.belote_few.options import EXOTY
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Table
from scorekeeper.rules.option import Options
from scorekeeper.rules.score import (
    NO_MESSAGE,
    NOTHING_HELD,
    Account,
    Held,
    Line,
    Points,
    Rule,
    Score,
    add_up,
)

OPPONENTS = {2: ((1,), (0,)), 3: ((1, 2), (2, 0), (0, 1))}
"""The other players in the order of play, by the number of players and the taker."""


def counted(hand: Hand, seats: int, options: Options) -> Counted:
    """Count the points of each player. Who has every trick has all announcements."""
    belotes = annonces = (0,) * seats
    if hand.belote is not None:
        belotes = only(hand.belote, BELOTE, seats)
    if shown := hand.annonces:
        owner = shown.player if hand.capot is None else hand.capot
        annonces = only(owner, worth(shown, None), seats)
    return Counted(_tricks(hand, seats, options), belotes, annonces)


def _tricks(hand: Hand, seats: int, options: Options) -> Points:
    """Return the trick points of each player, with what a player without a trick costs."""
    if hand.capot is not None:
        base, more = capot_parts(hand, options)
        return only(hand.capot, base + more, seats)
    points = hand.points
    assert points is not None
    if hand.no_trick is None:
        return points
    more = options["no_trick"]
    return tuple([p + more if n != hand.no_trick else p for n, p in enumerate(points)])


def capot_parts(hand: Hand, options: Options) -> tuple[int, int]:
    """Return the points of all tricks, and what the capot adds to them."""
    base = DECK if hand.points is None else sum(hand.points)
    return base, options["capot"] - DECK


def only(player: int, points: int, seats: int) -> Points:
    """Return points of which one player has all."""
    after = [0] * seats
    after[player] = points
    return tuple(after)


def moved(points: Points, taker: int, totals: Points, how: str) -> Points:
    """Return the points after a failed contract, by the code of the option.

    :param totals: the points by which the opponents are compared.

    >>> for how in ("best", "shared", "both", "own"):
    ...     print(how, moved((50, 82, 30), 0, (50, 82, 30), how))
    best (0, 132, 30)
    shared (0, 81, 81)
    both (0, 132, 80)
    own (0, 82, 30)
    """
    others = OPPONENTS[len(points)][taker]
    after = list(points)
    after[taker] = 0
    if how == "shared":
        return _share(sum(points), [0] * len(points), others)
    if how == "both":
        for n in others:
            after[n] += points[taker]
    elif how != "own":
        first = others[0]
        if len(others) == 1 or totals[first] > totals[others[1]]:
            others = others[:1]
        elif totals[first] < totals[others[1]]:
            others = others[1:]
        return _share(points[taker], after, others)
    return tuple(after)


def _share(points: int, after: list[int], among: Points) -> Points:
    """Divide points equally; an odd one goes to the first after the taker."""
    each, odd = divmod(points, len(among))
    for n in among:
        after[n] += each
    after[among[0]] += odd
    return tuple(after)


AT_FOUR = msg("FFB 27-01-2016, § 10.1.3, à quatre")

PAGE_AT_FOUR = msg("FFB, page web de la belote, litige, à quatre")

PARLETT = msg("Parlett, The Penguin Book of Card Games, 2008, Belote")

MOVES = ("tie", "contract", "failed")

MARKED = ("belote_counts", "annonces_count", *MOVES, "capot", "no_trick")
"""The options by which a contract is judged and its tricks are marked."""


class RuleOfTwo(Rule):
    """The rules that make a line at two, those of a tie last."""

    TRICKS = msg("Points des plis"), EXOTY, *MARKED
    DEDANS = msg("Dedans"), msg("Pagat, Belote découverte"), *MARKED
    BELOTE = msg("Belote"), EXOTY
    ANNONCES = msg("Annonces"), PARLETT
    MOVED = msg("Annonces"), PARLETT, *MOVES
    ROUNDING = msg("Arrondi"), PARLETT
    TIE = msg("Égalité"), AT_FOUR, *MARKED
    LITIGE = msg("Litige gagné"), AT_FOUR, "tie"
    LITIGE_OF_OPPONENT = msg("Litige gagné"), PAGE_AT_FOUR, "tie"


class RuleOfThree(Rule):
    """The rules at three that have another text than at two."""

    TRICKS = msg("Points des plis"), msg("FunBelote, « Belote à trois »"), *MARKED
    DEDANS = msg("Dedans"), msg("Pagat, Clobyosh à trois"), *MARKED
    BELOTE = msg("Belote"), msg("Exoty, « La belote à trois »")


RULES: dict[int, type[RuleOfTwo | RuleOfThree]] = {2: RuleOfTwo, 3: RuleOfThree}
"""The rules by the number of players; at three no tie leaves points on the table."""


class Ending(NamedTuple):
    """One way in which a contract ends, with its words."""

    won: bool | None
    """True if the taker made the contract; absent for a tie."""
    two: str
    """The verdict at two."""
    how: Message = NO_MESSAGE
    """The marks, if they do not depend on an option."""
    three: str = ""
    """The verdict at three."""


MADE = Ending(
    True,
    MADE_TEXT,
    msg("chacun marque les plis qu'il a faits"),
    msg("fait, %(taker)s contre %(one)s et %(other)s").text,
)

FAILED = Ending(
    False, FAILED_TEXT, three=msg("dedans, %(taker)s contre %(one)s et %(other)s").text
)

LITIGE = Ending(
    None, LITIGE_TEXT, msg("l'adversaire marque ses points, ceux du preneur restent en jeu")
)

LAST = Ending(
    None, LITIGE_TEXT, msg("dernière donne : chacun marque ses points, rien ne reste en jeu")
)
"""A tie at the last deal of a game of so many deals."""

OPEN = Ending(
    None,
    msg("%(attack)s à %(defence)s").text,
    msg("personne ne prend, chacun marque les plis qu'il a faits"),
)
"""A hand of Belote découverte; Exoty."""

FAILED_HOW = {
    "all": msg("l'adversaire marque tous les plis"),
    "best": msg("les points du preneur vont à l'adversaire qui en a le plus"),
    "shared": msg("les adversaires partagent tous les points (règle de la table)"),
    "both": msg("chaque adversaire marque aussi les points du preneur"),
    "own": msg("le preneur perd ses points, et personne d'autre ne les marque"),
}
"""What happens to the points of a failed contract, by the code of the option."""

BECAUSE = msg("%(verdict)s : %(how)s").text

ALL_TRICKS = msg("tous les plis")

BELOTE_KEPT = msg("au joueur qui l'a annoncée, quoi qu'il arrive").text

ROUNDED = msg("chacun à la dizaine la plus proche ; un 5 monte")

POT_TEXT = msg("%(pot)s points restaient en jeu : à qui gagne cette donne").text


def verdict_of(hand: Hand, ended: Ending, totals: Points) -> Message:
    """Return the outcome in a few words, from the points that count for the contract."""
    if hand.capot is not None:
        return CAPOT_OF_DEFENCE if ended is FAILED else CAPOT_MADE
    taker = hand.taker
    if len(totals) == 2:
        return Message(ended.two, {"attack": totals[taker], "defence": totals[1 - taker]})
    first, second = OPPONENTS[3][taker]
    values = {"taker": totals[taker], "one": totals[first], "other": totals[second]}
    return Message(ended.three, values)


def because_of(
    hand: Hand, ended: Ending, verdict: Message, what: tuple[Message, ...], options: Options
) -> Message:
    """Return the reason for the tricks' marks, with the names of what else counts."""
    if hand.capot is not None:
        if more := options["capot"] - DECK:
            return msg("tous les plis : %(more)s points de plus", more=more)
        return ALL_TRICKS
    how = FAILED_HOW[options["failed"]] if ended is FAILED else ended.how
    if hand.no_trick is not None:
        more = options["no_trick"]
        how = msg("%(how)s ; %(more)s de plus à qui a fait des plis", how=how, more=more)
    said = Message(WITH_TEXT, {"verdict": verdict, "what": what}) if what else verdict
    return Message(BECAUSE, {"verdict": said, "how": how})


def tricks_working(hand: Hand, ended: Ending, options: Options) -> str:
    """Return the arithmetic of the trick points that are marked."""
    if hand.capot is not None:
        return sum_of(*capot_parts(hand, options))
    points = hand.points
    assert points is not None
    taker = points[hand.taker]
    parts = [points[n] for n in OPPONENTS[len(points)][hand.taker]]
    if ended in (MADE, LAST, OPEN) or (
        ended is FAILED and options["failed"] not in ("own", "both")
    ):
        parts.insert(0, taker)
    elif ended is FAILED and options["failed"] == "both":
        parts += (taker, taker)
    written = " + ".join(map(str, filter(None, parts))) or "0"
    if hand.no_trick is None:
        return written
    return f"{written} + {_bonuses(hand, ended, options)}"


def _bonuses(hand: Hand, ended: Ending, options: Options) -> str:
    count = 2
    if ended is FAILED and hand.no_trick != hand.taker:
        count += {"own": -1, "both": 1}.get(options["failed"], 0)
    more = options["no_trick"]
    return f"{more} × {count}" if count > 1 else str(more)


def annonces_line(rule: Rule, shown: Annonces, marks: Points, own: Points) -> Line:
    """Mark the announcements; ``own``: their points before those of a failed taker move."""
    working = shown_working(shown, None)
    if shown.points is not None:
        because = msg("au joueur de la meilleure annonce, qui marque toutes les siennes")
    else:
        because = msg(
            "%(list)s : au joueur de la meilleure annonce, qui marque toutes les siennes",
            list=tuple([meld.label for meld in shown.list]),
        )
    if marks != own:
        working = str(sum(marks))
        because = msg("dedans : les annonces suivent les plis")
    return Line(rule, Extra.ANNONCES, because, working, marks, (shown.player,))


def _pots_after(
    hand: Hand, points: Counted, ended: Ending, table: Table, turned: bool
) -> tuple[Held, list[Line]]:
    """Return the pots that are held after a hand, and the line of those that it won."""
    seats, options, held = len(table.players), table.options, table.held
    if ended is LITIGE:
        keeps = not any(points.belotes) or not options["belote_counts"]
        pot = new_pot(points, keeps, options["rounding"], hand.taker)
        return Held((*held.pots, pot)), []
    if not held.pots or ended is LAST:
        return held, []
    winner, rule = hand.taker, RuleOfTwo.LITIGE
    if ended is not MADE:
        winner, rule = OPPONENTS[seats][winner][0], RuleOfTwo.LITIGE_OF_OPPONENT
    marks = only(winner, held.total, seats)
    return NOTHING_HELD, [pot_line(OwnRule.LITIGE if turned else rule, marks, POT_TEXT)]


def score(hand: Hand, table: Table) -> Score:
    """Score one hand; the number of players is that of the table. A tie at the last deal of a
    game of so many deals holds nothing, and wins no earlier pot."""
    seats, options = len(table.players), table.options
    rules = RULES[seats]
    points = counted(hand, seats, options)
    is_open = isinstance(hand, OpenHand)
    decided = is_open or hand.capot is not None
    totals, what, left = (points.tricks, (), ()) if decided else compared(points, options)
    ended = OPEN if is_open else ending(hand, totals, options)
    turned = bool(left) and ending(hand, together(totals, left), options) is not ended
    if ended is LITIGE and table.is_last_deal:
        ended = LAST
    verdict = verdict_of(hand, ended, totals)
    because = because_of(hand, ended, verdict, what, options)
    tricks = marked(points.tricks, hand, ended, totals, options)
    working = tricks_working(hand, ended, options)
    lines = [Line(_rule(rules, ended), None, because, working, tricks)]
    lines += _side_lines(hand, points, ended, totals, options, turned)
    if (how := options["rounding"]) != "none":
        round_off(lines, tricks, how, RuleOfTwo.ROUNDING, ROUNDED)
    held, lines_of_pots = _pots_after(hand, points, ended, table, turned)
    lines += lines_of_pots
    account = _account(hand, points, ended, tricks, options)
    scores = add_up(lines)
    is_won = ended is OPEN and scores[0] != scores[1]
    deals_next = scores.index(max(scores)) if is_won else None
    return Score(
        tuple(lines), scores, verdict, held, account, ended.won, deals_next=deals_next
    )


TIE = {"litige": LITIGE, "failed": FAILED, "made": MADE}
"""The ending of a tie, by the code of the option."""


def ending(hand: Hand, totals: Points, options: Options) -> Ending:
    """Compare the points of the taker and of the opponents; all tricks decide at once. Rule:
    FunBelote: at three, more than either opponent; the option has other rules."""
    taker = hand.taker
    if hand.capot is not None:
        return MADE if hand.capot == taker else FAILED
    if len(totals) == 2:
        bar = totals[1 - taker]
    else:
        first, second = OPPONENTS[3][taker]
        bar, both = max(totals[first], totals[second]), totals[first] + totals[second]
        if bar <= totals[taker] <= both and options["contract"] == "both":
            bar = both
    if totals[taker] != bar:
        return MADE if totals[taker] > bar else FAILED
    return TIE[options["tie"]]


def marked(
    points: Points, hand: Hand, ended: Ending, totals: Points, options: Options
) -> Points:
    """Return what each player marks of points that a failed taker loses."""
    if ended in (MADE, LAST, OPEN) or hand.capot is not None:
        return points
    if ended is LITIGE:
        return tuple([0 if n == hand.taker else p for n, p in enumerate(points)])
    return moved(points, hand.taker, totals, options["failed"])


def _rule(rules: type[RuleOfTwo | RuleOfThree], ended: Ending) -> Rule:
    if ended in (MADE, OPEN):
        return rules.TRICKS
    return rules.DEDANS if ended is FAILED else RuleOfTwo.TIE


def _side_lines(
    hand: Hand, points: Counted, ended: Ending, totals: Points, options: Options, turned: bool
) -> list[Line]:
    """Return the lines of the belote and of the announcements that are marked; turned, if what
    does not count would have decided the contract otherwise."""
    lines, belotes, rules = [], points.belotes, RULES[len(totals)]
    if any(belotes) and ended is LITIGE and options["belote_counts"]:
        belotes = marked(belotes, hand, ended, totals, options)
    if any(belotes):
        lines.append(belote_line(rules.BELOTE, BELOTE_KEPT, belotes))
    if hand.annonces is None:
        return lines
    annonces = marked(points.annonces, hand, ended, totals, options)
    if any(annonces):
        rule = RuleOfTwo.ANNONCES if annonces == points.annonces else RuleOfTwo.MOVED
        own = OwnRule.ANNONCES if turned else rule
        lines.append(annonces_line(own, hand.annonces, annonces, points.annonces))
    return lines


TIMES = {"both": 1, "own": -1}
"""How many times more the points of a failed taker are marked than he had them."""


def _account(
    hand: Hand, points: Counted, ended: Ending, tricks: Points, options: Options
) -> Account:
    """Return the parts of the total: the deck, the belote, the announcements. Rule: 162
    points, or those of the cards that were played; what a failed taker loses, or two opponents
    both mark, is subtracted or added once."""
    deck, annonces = sum(points.tricks), sum(points.annonces)
    if ended is FAILED and hand.capot is None:
        times = TIMES.get(options["failed"], 0)
        deck += times * points.tricks[hand.taker]
        annonces += times * points.annonces[hand.taker]
    if (how := options["rounding"]) != "none":
        left = points.tricks[hand.taker] if ended is LITIGE else 0
        deck = sum([rounded(p, how) for p in (*tricks, left)])
    return Account((deck, sum(points.belotes), annonces))
