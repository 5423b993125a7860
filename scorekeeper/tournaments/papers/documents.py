"""The papers of a tournament: which there are, when one prints them, what they hold."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from scorekeeper.i18n.messages import Message, Translate, msg, render, signed
from scorekeeper.tournaments.papers.lists import Group, ListRow
from scorekeeper.tournaments.person import listed_by
from scorekeeper.tournaments.prizes import Prize, by_place, last_two, prizes, say_last_two
from scorekeeper.tournaments.ranking import (
    FINALISTS_FIRST,
    NOTHING,
    first_behind,
    ranking,
    round_scores,
    unranked,
)
from scorekeeper.tournaments.round import Round
from scorekeeper.tournaments.statement import euros, statement
from scorekeeper.tournaments.table_sheet import seat_labels
from scorekeeper.tournaments.till import till
from scorekeeper.tournaments.tournament import CONSOLATION, FINAL, Tournament

BEFORE, ROUND, AFTER, END = "before", "round", "after", "end"
"""Times to print: before the first round, with the seats of a round, once its results count,
at the end."""

NUMBER, TABLE, NAME, PLACE = msg("n°"), msg("table"), msg("nom"), msg("place")
TOTAL, WINS = msg("total"), msg("victoires")

OUT, PAID, NOT_PLAYING = msg("hors classement"), msg("payé"), msg("ne joue pas")

MOST_DEALS, TO_TARGET = 30, 16
"""Most lines for deals of a score sheet, and those of a round to a target."""

Seat = tuple[str, str]
"""A table and a seat at it, as they are printed."""


class Listing(NamedTuple):
    """A list before it is set: the heads of label, before, name, then each of ``after``."""

    heads: tuple[str, ...]
    groups: list[Group]


class Papers:
    """The contents of the papers of a tournament.

    :param round: the round that they are about; none before the first one.
    """

    BOX = "☐"
    """The text of what is ticked with a pen."""

    def __init__(
        self, tournament: Tournament, translate: Translate, round: Round | None = None
    ) -> None:
        self.tournament = tournament
        self.regulations = tournament.regulations
        self.round = round
        self.tables = round.tables if round else ()
        self.translate = translate
        self.teams = tournament.teams
        self._name = tournament.naming(is_team=False)
        known = (one.number for one in tournament.registered)
        self.by_name = sorted(known, key=lambda number: listed_by(self._name(number)))

    def called(self, people: Iterable[int]) -> str:
        """Return the names of people, told apart."""
        return " / ".join(map(self._name, people))

    def seated(self, one: int) -> tuple[int, ...]:
        """Return the people behind a number that is seated: a player, or a team at belote."""
        return self.teams[one] if self.regulations.seats_teams else (one,)

    def seats(self, table: Sequence[object]) -> list[str]:
        """Return the names of the seats of a table."""
        return [self._say(label) for label in seat_labels(len(table))]

    def seats_by_person(self, round: Round) -> dict[int, Seat]:
        """Return the table and the seat of each person of a round, by name."""
        seats: dict[int, Seat] = {}
        for number, table in enumerate(round.tables, 1):
            for one, seat in zip(table, self.seats(table), strict=True):
                seats |= dict.fromkeys(self.seated(one), (str(number), seat))
        for one in round.exempt:
            seats |= dict.fromkeys(self.seated(one), ("–", self._say(msg("exempt"))))
        return {number: seats[number] for number in self.by_name if number in seats}

    def people(self) -> Listing:
        """Return everybody, by name, with his number and his club."""
        return self._list(("", "", NAME, NUMBER), self._registered(""))

    def check_in(self) -> Listing:
        """Return everybody, by name, with boxes to be ticked with a pen: here, and paid."""
        pays = [PAID] * bool(self.regulations.entry)
        return self._list(("", "", NAME, *pays, NUMBER), self._registered(self.BOX))

    def _registered(self, label: str) -> Iterable[Group]:
        pays = label and self.regulations.entry
        for number in self.by_name:
            person = self.tournament.person(number)
            licence = label and person.licence  # the list of players hangs on a wall
            club = "" if person.club in self.called([number]) else person.club
            known = " · ".join(filter(None, (licence, club)))
            paid = ["✓" if number in self.tournament.paid else self.BOX] if pays else []
            row = ListRow(self.called([number]), known, after=(*paid, str(number)))
            yield Group(label, (row,))

    def by_person(self) -> Listing:
        """Return the seats of the round, by name; of a final also who does not play."""
        groups = []
        seats = self.seats_by_person(self.round) if self.round else {}
        left = self.tournament.here if self.round and self.round.is_final else ()
        seats = dict.fromkeys(left, ("–", self._say(NOT_PLAYING))) | seats
        for number, seat in ((one, seats[one]) for one in self.by_name if one in seats):
            team = self.seated(self.tournament.person(number).team or number)
            partners = [one for one in team if one != number]
            note = self.called(partners) if self.regulations.seats_teams else ""
            groups.append(Group("", (ListRow(self.called([number]), note, after=seat),)))
        return self._list(("", "", NAME, TABLE, PLACE), groups)

    def by_table(self) -> Listing:
        """Return the seats of the round, by table."""
        groups = []
        for number, table in enumerate(self.tables, 1):
            rows = zip(table, self.seats(table), strict=True)
            is_apart = self.round and number in self.round.consolation
            note = self._say(CONSOLATION) if is_apart else ""
            lines = [
                ListRow(self.called(self.seated(one)), note * (n == 0), before=seat)
                for n, (one, seat) in enumerate(rows)
            ]
            groups.append(Group(str(number), tuple(lines)))
        for one in self.round.exempt if self.round else ():
            line = ListRow(self.called(self.seated(one)), before=self._say(msg("exempt")))
            groups.append(Group("–", (line,)))
        return self._list((TABLE, PLACE, NAME), groups)

    def ranking(self) -> Listing:
        """Return the ranking after the round: its points, wins where they count, total."""
        return self._ranking([self.round] if self.round else [])

    def whole_ranking(self) -> Listing:
        """Return the same with the points of each round so far."""
        return self._ranking(self.tournament.rounds[: self.round.number if self.round else 0])

    def _ranking(self, shown: Sequence[Round]) -> Listing:
        if self.round is None:
            return Listing((), [])
        until = self.round.number
        fines = Counter[int]()
        for round in self.tournament.rounds[:until]:
            for penalty in round.penalties:
                fines[penalty.who] += penalty.points
        scores = [round_scores(self.tournament, round) for round in shown]
        wins = self.regulations.ranking == "wins"
        groups, blank = [], ("",) * (len(shown) + wins)
        lines = ranking(self.tournament, until) + unranked(self.tournament, until)
        behind = first_behind(self.tournament, until, lines)
        for line in lines:
            if line.who == behind:
                groups.append(
                    Group("", (ListRow(self._say(FINALISTS_FIRST), after=(*blank, "")),))
                )
            notes = [OUT] * (not line.place) + self._fines(fines[line.who])
            own = [one.get(line.who, NOTHING) for one in scores]
            points = [self.points(one.points) if one.is_seated else "–" for one in own]
            after = (*points, *[str(line.wins)] * wins, self.points(line.total))
            name = self.called(self.tournament.members(line.who))
            row = ListRow(name, ", ".join(map(self._say, notes)), after=after)
            groups.append(Group(str(line.place or "–"), (row,)))
        total = self.points(sum(line.total for line in lines))
        note = "".join(map(self._say, self._fines(fines.total())))
        groups.append(Group("Σ", (ListRow("", note, after=(*blank, total)),)))
        titles: list[Message | str] = [
            self.tournament.round_title(round.number) for round in shown
        ]
        if len(shown) > 1:
            titles = [FINAL if one.is_final else str(one.number) for one in shown]
        return self._list((PLACE, "", NAME, *titles, *[WINS] * wins, TOTAL), groups)

    def _fines(self, points: int) -> list[Message]:
        said = msg("pénalités %(points)s", points=signed(points, self.translate))
        return [said] * bool(points)

    def points(self, points: int) -> str:
        """Return points as a score pad has them: with their sign at Tarot."""
        if self.regulations.has_sides:
            return render(points, self.translate)
        return signed(points, self.translate)

    def statement(self) -> Listing:
        """Return the regulations as sentences."""
        sentences = enumerate(statement(self.regulations), 1)
        groups = [Group(str(n), (ListRow(self._say(one.says)),)) for n, one in sentences]
        return Listing(("", "", ""), groups)

    def prize_grid(self) -> Listing:
        """Return what each place receives, then what else is given."""
        prizes_of = by_place(self.regulations)
        both = ((one.label, self._amount(one), one.in_kind) for one in prizes_of)
        groups = [
            Group(label, (ListRow(", ".join(filter(None, gift))),)) for label, *gift in both
        ]
        groups += [Group("", (ListRow(text),)) for text in self._said("last_two", "everyone")]
        return self._list((PLACE, "", msg("prix")), groups)

    def winners(self) -> Listing:
        """Return who receives what, the first place first."""
        given = [one for one in prizes(self.tournament) if one.label != "everyone"]
        groups = [self._won(prize) for prize in given]
        groups += [Group("", (ListRow(text, after=("",)),)) for text in self._said("everyone")]
        return self._list((PLACE, "", NAME, msg("prix")), groups)

    def receipts(self) -> Listing:
        """Return everybody who receives something, with a line for a signature."""
        signed = ListRow("", self._say(msg("signature")), after=("",))
        won = map(self._won, prizes(self.tournament))
        groups = [Group(label, (*lines, signed)) for label, lines in won]
        return self._list((PLACE, "", NAME, msg("prix")), groups)

    def _won(self, prize: Prize) -> Group:
        name, note = self.called(self.tournament.members(prize.who)), self._say(prize.things)
        if prize.label == "last_two":
            two = self.points(last_two(self.tournament, [prize.who])[prize.who])
            note = self._say(say_last_two(self.tournament, two))
        lines = ListRow(name, after=(self._amount(prize),)), ListRow(note, after=("",))
        return Group(prize.label if prize.label.isdigit() else "", lines[: 2 if note else 1])

    def _amount(self, prize: Prize) -> str:
        return self._say(euros(prize.cents)) if prize.cents else ""

    def _said(self, *names: str) -> list[str]:
        """Return what the regulations say of single fields."""
        said = {one.fields: self._say(one.says) for one in statement(self.regulations)}
        return [said[(name,)] for name in names if (name,) in said]

    def till(self) -> Listing:
        """Return who owed what and has paid, and the sum."""
        now, groups = till(self.tournament), []
        payers = sorted(now.accounts, key=lambda one: listed_by(self.called(one.people)))
        for account in payers:
            paid = self._say(euros(account.paid)) if account.paid else ""
            left = account.due - account.over
            due = self._say(euros(left)) if left else ""
            row = ListRow(self.called(account.people), after=(paid, due))
            groups.append(Group("", (row,)))
        sums = self._say(euros(now.paid)), self._say(euros(now.due - now.over))
        groups.append(Group("Σ", (ListRow("", after=sums),)))
        return self._list(("", "", NAME, PAID, msg("dû")), groups)

    def table_sheets(self) -> list[tuple[int, list[tuple[str, str]]]]:
        """Return the tables of the round, each with its seats and who sits there."""
        rows = map(self.tournament.side_names, self.tables)
        seated = (list(zip(self.seats(names), names, strict=True)) for names in rows)
        return list(enumerate(seated, 1))

    @property
    def widest_table(self) -> range:
        """The seats of the largest tables: what a blank slip has to hold."""
        if self.regulations.has_sides:
            return range(2)
        sizes = [len(table) for round in self.tournament.rounds for table in round.tables]
        return range(5 if self.regulations.odd_tables == "five" else max([4, *sizes]))

    def table_count(self) -> int:
        """Return the number of tables: those of the round, else those that all fill who are
        registered; at Tarot those who are left over have their own."""
        known = self.teams if self.regulations.seats_teams else self.by_name
        left_over = 0 if self.regulations.has_sides else self.regulations.seats - 1
        return len(self.tables) or max(1, (len(known) + left_over) // self.regulations.seats)

    def _list(self, heads: Iterable[Message | str], groups: Iterable[Group]) -> Listing:
        return Listing(tuple(self._say(head) for head in heads), list(groups))

    def _say(self, text: Message | str) -> str:
        return render(text, self.translate)


class Document(NamedTuple):
    """One paper."""

    name: str
    """As in its address."""
    when: str
    title: Message
    listing: Callable[[Papers], Listing] | None = None
    least: int = 10
    """The smallest type of a list, in points on A4."""
    whole: Callable[[Papers], Listing] | None = None
    """The list with more columns, where it takes no more pages and no smaller type."""
    of: tuple[str, ...] = ()
    """The papers that it is made of."""

    @property
    def macro(self) -> str:
        """The macro in ``templates/tournaments/paper/macros.html`` that sets it."""
        return "listing" if self.listing else self.name.replace("-", "_")


SEATS_OF_ROUND = ("seats-by-name", "seats-by-table", "table-sheets")

DOCUMENTS = {
    document.name: document
    for document in (
        Document("regulations", BEFORE, msg("Le règlement"), Papers.statement, 12),
        Document("prizes", BEFORE, msg("Les prix"), Papers.prize_grid, 12),
        Document("people", BEFORE, msg("Les joueurs inscrits"), Papers.people),
        Document("check-in", BEFORE, msg("Le pointage à l'entrée"), Papers.check_in),
        Document("numbers", BEFORE, msg("Les numéros des tables")),
        Document("cards", BEFORE, msg("Les cartes des tables, pour marquer sur un téléphone")),
        Document("wall", BEFORE, msg("L'affiche : le lien et le Wi-Fi")),
        Document("blank-slips", BEFORE, msg("Des feuilles de résultat vierges")),
        Document(
            "round", ROUND, msg("Tout d'un coup : places et feuilles"), of=SEATS_OF_ROUND
        ),
        Document("seats-by-name", ROUND, msg("Les places, par nom"), Papers.by_person, 13),
        Document("seats-by-table", ROUND, msg("Les places, par table"), Papers.by_table, 13),
        Document("table-sheets", ROUND, msg("Les feuilles de marque")),
        Document(
            "ranking", AFTER, msg("Le classement"), Papers.ranking, 12, Papers.whole_ranking
        ),
        Document("winners", END, msg("Le palmarès"), Papers.winners, 12),
        Document("receipts", END, msg("Les prix remis, à signer"), Papers.receipts, 14),
        Document("till", END, msg("La caisse"), Papers.till),
    )
}
"""The papers by name, in the order in which an evening needs them."""
