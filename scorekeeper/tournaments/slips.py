"""The check of a slip as it was typed, and what a gap is likely to come from.

At Tarot the numbers of a table sum to 0; at belote to the deck of its deals, belotes, capots
and announcements (``Regulations.deck``). At coinche and contrée contracts add what only the
table knows, so that the sum always holds; with a target no sum is known.

If one number is wrong, the gap says what it should be, and most faults leave a trace: two
digits change places, a sign is lost. Causes are ordered by a cost, the most frequent first;
``tests/tournaments/support/slip_faults.py`` measures how many are named right.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.tournaments.regulations import BELOTE, DECK
from scorekeeper.tournaments.round import Round, TableResult
from scorekeeper.tournaments.tournament import Tournament

CONTRACT_GAMES = ("coinche", "contree")
"""The games in which a contract adds points that no slip accounts for."""

HOWS = {"half": msg("moitié"), "average": msg("arbitré"), "forfeit": msg("forfait")}
"""Words for a slip that was not played to its end."""

MOST_CAUSES = 4
"""Most causes that are shown; each is a button."""


APART = msg(
    "La somme est juste, mais les écarts entre les joueurs ne sont pas des multiples de "
    "%(seats)s : une donne est-elle mal comptée ?"
)

SAYS: dict[str, tuple[float, Message]] = {
    "sign": (2, msg("%(name)s : %(true)s et non %(typed)s, un signe oublié ?")),
    "swapped": (2.2, msg("%(name)s : %(typed)s ↔ %(true)s, deux chiffres inversés ?")),
    "missing": (3, msg("%(name)s : %(true)s et non %(typed)s, un chiffre oublié ?")),
    "added": (2.9, msg("%(name)s : %(true)s et non %(typed)s, un chiffre de trop ?")),
    "twice": (3.2, msg("%(name)s : %(true)s, et %(typed)s est noté deux fois ?")),
    "digit": (5, msg("%(name)s : %(true)s et non %(typed)s, un chiffre faux ?")),
    "alone": (8, msg("%(name)s : %(true)s irait avec les autres, %(typed)s ne va pas.")),
}
"""The sentence for one wrong number, and its cost."""


DOUBTS = ("apart", "other_table")
"""The causes that a slip may have whose sum is right."""


class Cause(NamedTuple):
    """A mistake that may have happened."""

    kind: str
    says: Message
    mended: TableResult | None = None
    """The slip as it should be then, where the cause tells."""


class SlipCheck(NamedTuple):
    """The outcome of the check of a slip."""

    ok: bool
    """True if its sum is right, or unknown."""
    gap: int
    """Its sum minus what it should be; 0 where that is unknown."""
    causes: tuple[Cause, ...]
    """The likeliest first; also of a slip that is right, if it looks like another one's."""
    result: TableResult
    """The slip as it is to be recorded."""

    @property
    def is_doubtful(self) -> bool:
        """True of a slip that adds up, and is to be looked at a second time."""
        return self.ok and any(cause.kind in DOUBTS for cause in self.causes)

    def mended(self, which: int) -> TableResult | None:
        """Return the slip as the cause of this place, from 1, has it; nothing without."""
        found = self.causes[max(which - 1, 0) : which]
        return found[0].mended if found else None


def check_slip(
    tournament: Tournament, number: int, table: int, result: TableResult
) -> SlipCheck:
    """Check the slip of a table as it was typed.

    :param number: the round, which is published.
    :param table: one of its tables.
    """
    is_tarot = not tournament.regulations.has_sides
    seats = tournament.rounds[number - 1].tables[table - 1]
    names = tournament.side_names(seats)
    due = _due(tournament, result)
    if due is not None and tournament.game in CONTRACT_GAMES:
        result, due = result._replace(extra=result.extra + sum(result.points) - due), None
    gap = 0 if due is None else sum(result.points) - due
    ranked: list[tuple[float, Cause]] = []
    marked = _marked(tournament, result)
    if marked not in (None, result.points):
        says = msg("Le règlement dit %(points)s.", points=marked)
        ranked = [(0, Cause("marked", says, result._replace(points=marked)))]
    elif gap:
        ranked = [*_numbers(names, result, gap, is_tarot=is_tarot)]
        ranked += [] if is_tarot else _deck(tournament, result, gap)
    elif is_tarot and not _fit(result.points):
        ranked = [(0, Cause("apart", APART._replace(values={"seats": len(seats)})))]
    ranked.sort(key=lambda one: one[0])
    causes = (*_known(tournament, number, table, result), *(cause for _, cause in ranked))
    ok = not gap and marked in (None, result.points)
    return SlipCheck(ok, gap, causes[:MOST_CAUSES], result)


def knows_sums(tournament: Tournament) -> bool:
    """Return True if the sum of a slip that was played is known."""
    regulations = tournament.regulations
    return not regulations.has_sides or (
        regulations.deals > 0 and tournament.game not in CONTRACT_GAMES
    )


def wrong_sums(tournament: Tournament, round: Round) -> tuple[int, ...]:
    """Return the tables whose result is not what the regulations or its deals give, as one of
    a sheet with a penalty to one player alone."""
    return tuple(
        number
        for number, slip in sorted(round.slips.items())
        if _marked(tournament, slip.result) not in (None, slip.result.points)
        or (
            knows_sums(tournament)
            and _due(tournament, slip.result) not in (None, sum(slip.result.points))
        )
    )


def averaged(points: Iterable[int], missing: int) -> TableResult:
    """Return what two teams mark that stop before their last deals: half of the deck for each
    of these, as for a game that was not played.

    >>> averaged((700, 758), 3).points
    (943, 1001)
    """
    return TableResult(tuple(number + missing * DECK // 2 for number in points), how="average")


def _due(tournament: Tournament, result: TableResult) -> int | None:
    """Return what the numbers of a slip that was played sum to; nothing where it is
    unknown."""
    regulations = tournament.regulations
    if not regulations.has_sides:
        return 0
    deals = result.deals or regulations.deals
    if not deals or result.how != "played":
        return None
    return regulations.deck(deals, result.belotes, result.capots) + result.extra


def _marked(tournament: Tournament, result: TableResult) -> tuple[int, ...] | None:
    """Return what the regulations give for a table that was not played to its end; nothing
    where the slip says it."""
    regulations = tournament.regulations
    if result.how == "played" or (regulations.has_sides and result.how == "average"):
        return None
    if not regulations.has_sides:
        return (0,) * len(result.points)
    if result.how == "half":
        return (result.deals * DECK // 2 or regulations.half,) * 2
    first, second = result.points
    won = regulations.forfeit_points
    return (won, 0) if first > second else (0, won)


def _fit(points: tuple[int, ...]) -> bool:
    """Return True if these can be the numbers of one table of Tarot.

    A deal gives three times to the taker what each other pays (FFT 2012, p. 9), so that at a
    table of four all differences are multiples of four; of three at three (p. 11). At five
    nothing is known.

    >>> _fit((198, -66, -66, -66)), _fit((199, -66, -67, -66))
    (True, False)
    """
    seats = len(points)
    return seats > 4 or len({number % seats for number in points}) == 1


def _known(
    tournament: Tournament, number: int, table: int, result: TableResult
) -> Iterator[Cause]:
    """Yield what slips that were typed before say: this one's, and those of other tables, this
    round or the one before."""
    for round in tournament.rounds[max(number - 2, 0) : number][::-1]:
        for other, slip in round.slips.items():
            found, same = slip.result, slip.result.points == result.points
            if (round.number, other) == (number, table):
                if not same and sum(found.points) == (_due(tournament, found) or 0):
                    says = msg("Cette feuille est déjà notée %(points)s.", points=found.points)
                    yield Cause("typed", says)  # to fill it in were no second entry
            elif same and len(result.points) > 2 and any(result.points):
                says = msg(
                    "Ce sont les nombres de la table %(table)s, position %(round)s.",
                    table=other,
                    round=round.number,
                )
                yield Cause("other_table", says)


def _numbers(
    names: tuple[str, ...], result: TableResult, gap: int, *, is_tarot: bool
) -> Iterator[tuple[float, Cause]]:
    """Yield the causes that one wrong number has, with their costs."""
    mended = [
        (*result.points[:seat], typed - gap, *result.points[seat + 1 :])
        for seat, typed in enumerate(result.points)
    ]
    fitting = [points for points in mended if not is_tarot or _fit(points)]
    for seat, (typed, points) in enumerate(zip(result.points, mended, strict=True)):
        true = points[seat]
        if not is_tarot and true < 0:
            continue
        kind = fault_of(typed, true)
        if not kind and result.points.count(typed) > 1:
            kind = "twice"
        if not kind and is_tarot and fitting == [points]:
            kind = "alone"
        if kind:
            cost, says = SAYS[kind]
            says = says._replace(values={"name": names[seat], "typed": typed, "true": true})
            # a number that does not fit the others is never the true one
            cost += 10 * (points not in fitting)
            yield cost, Cause(kind, says, result._replace(points=points))


def fault_of(typed: int, true: int) -> str:
    """Return how one number becomes another under a hand that types; empty if it does not.

    >>> fault_of(72, 27), fault_of(66, -66), fault_of(7, 72), fault_of(-166, -16)
    ('swapped', 'sign', 'missing', 'added')
    >>> fault_of(1024, 1034), fault_of(120, 360)
    ('digit', '')
    """
    if typed == -true:
        return "sign"
    one, other = str(abs(typed)), str(abs(true))
    if typed * true <= 0 or abs(len(one) - len(other)) > 1:
        return ""
    if len(one) != len(other):
        longer, shorter = sorted((one, other), key=len, reverse=True)
        cut = {longer[:at] + longer[at + 1 :] for at in range(len(longer))}
        kind = "missing" if shorter == one else "added"
        return kind if shorter in cut else ""
    wrong = [at for at, digit in enumerate(one) if digit != other[at]]
    if len(wrong) == 1:
        return "digit"
    first, last = wrong[0], wrong[-1]
    crossed = (one[first], one[last]) == (other[last], other[first])
    return "swapped" if len(wrong) == 2 and crossed else ""


def _deck(
    tournament: Tournament, result: TableResult, gap: int
) -> Iterator[tuple[float, Cause]]:
    """Yield what was forgotten of the deals of a table of belote, or is too much."""
    regulations = tournament.regulations
    deals, capot = result.deals or regulations.deals, regulations.capot - DECK
    most = deals // 2 + 1 - result.belotes  # in 12 deals 2.7 belotes are usual, 7 are rare
    for more in (0, 1, -1) if deals > 1 else (0, 1):
        for capots in range(-min(result.capots, 1), 2) if capot else (0,):
            belotes, rest = divmod(gap - more * DECK - capots * capot, BELOTE)
            if rest or not -result.belotes <= belotes <= most:
                continue
            if min(more, capots, belotes) < 0 < max(more, capots, belotes):
                continue  # something forgotten, and something else counted twice
            mended = result._replace(
                belotes=result.belotes + belotes,
                capots=result.capots + capots,
                deals=deals + more if more else result.deals,
            )
            cost = 3 * abs(more) + 2 * abs(capots) + bool(belotes)
            kind = "deal" if more else "capot" if capots else "belote"
            parts = _parts(belotes, capots, more, deals)
            yield cost, Cause(kind, _because(gap, *parts), mended)
    if gap == -10:
        yield 0, Cause("last_trick", _because(gap, msg("le dix de der")))
    if gap == -81 or (gap == -81 - 10 and result.belotes):
        mended = result._replace(extra=result.extra + gap)
        held = mended if regulations.litige == "held" else None
        yield 1, Cause("litige", _because(gap, msg("un litige à la dernière donne")), held)
    if gap % 10 == 0 and -result.extra <= gap <= 400 and abs(gap) not in (10, 30):
        mended = result._replace(extra=result.extra + gap)
        yield 3.5, Cause("announced", _because(gap, msg("des annonces")), mended)


def _parts(belotes: int, capots: int, more: int, deals: int) -> Iterator[Message]:
    if more < 0:
        yield msg("une donne oubliée, ou %(n)s donnes jouées", n=deals - 1)
    elif more:
        yield msg("une donne comptée deux fois, ou %(n)s donnes jouées", n=deals + 1)
    if capots:
        yield msg("un capot")
    if abs(belotes) == 1:
        yield msg("une belote")
    elif belotes:
        yield msg("%(n)s belotes", n=abs(belotes))


def _because(gap: int, *parts: Message) -> Message:
    if gap < 0:
        return msg("Il manque %(n)s : %(parts)s ?", n=-gap, parts=parts)
    return msg("%(n)s de trop : %(parts)s ?", n=gap, parts=parts)
