"""The forms of circles: founding one, matching names, who plays tonight, a season."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple, Self

from werkzeug.datastructures import MultiDict

from scorekeeper.circles.checks import players_called, season_error
from scorekeeper.circles.circle import GUEST, Circle, Player
from scorekeeper.circles.ranking import RANKINGS
from scorekeeper.circles.season import Season
from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.typed_numbers import number_of
from scorekeeper.sheets.names import NAME_LENGTH, clean, plain
from scorekeeper.sheets.sheet import FREE_SCORING, Sheet
from scorekeeper.sheets.web.forms.rules_form import FIRST, RulesForm

NEW, NOBODY, OTHER = "new", "guest", "other"
"""The answers besides the player that is suggested."""

UNANSWERED = msg("Dites qui c'est.")


@dataclass
class NameQuestion:
    """One name, and who it is."""

    field: str
    """The name of its field in the form."""
    name: str
    """As it stands on the sheets."""
    sheets: int
    """The number of sheets that it stands on."""
    suggested: Player | None
    others: Sequence[Player]
    """The players of the circle who are not suggested."""
    answer: str = ""
    """:data:`NEW`, :data:`NOBODY`, :data:`OTHER` or the id of the suggested player."""
    other: int = GUEST
    """The player chosen by :data:`OTHER`."""
    new_name: str = ""
    """The name of a new player in the circle, if it is not this one."""
    error: Message | None = None
    has_namesake: bool = False
    """True if a player of the circle has this name already."""

    @property
    def is_sure(self) -> bool:
        """True if the answer is the player who has this very name now: it is not asked."""
        who = self.suggested
        return (
            who is not None and self.player == who.id and plain(who.name) == plain(self.name)
        )

    @property
    def needs_name(self) -> bool:
        """True if a new player cannot join by this name, or has another one already."""
        return self.has_namesake or bool(self.new_name)

    @property
    def player(self) -> int:
        """The player of the circle that was chosen; 0 for a guest and for a new player."""
        if self.answer == OTHER:
            return self.other
        return int(self.answer) if self.answer.isdigit() else GUEST

    def read(self, form: Mapping[str, str]) -> None:
        """Read the answer that was posted, and note what is wrong with it."""
        allowed = {NEW, NOBODY, OTHER if self.others else NEW}
        if self.suggested:
            allowed.add(str(self.suggested.id))
        code = form.get(self.field, "")
        self.answer = code if code in allowed else ""
        other = form.get(f"{self.field}-other", "")
        numbers = {str(player.id): player.id for player in self.others}
        self.other = numbers.get(other, GUEST)
        self.new_name = clean(form.get(f"{self.field}-name", ""), NAME_LENGTH)
        if not self.answer or (self.answer == OTHER and not self.other):
            self.error = UNANSWERED

    @property
    def joining_name(self) -> str:
        """The name by which a new player joins."""
        return self.new_name or self.name


@dataclass
class MatchingForm:
    """The questions about all names of some sheets, each name once."""

    questions: list[NameQuestion]
    errors: list[Message] = field(default_factory=list)

    @classmethod
    def about(cls, circle: Circle, sheets: Sequence[Sequence[str]]) -> "MatchingForm":
        """Return the questions about the names of these sheets. A name of one player of the
        circle is his, one like nobody's a new player's, unless a person says otherwise."""
        counted: dict[str, int] = {}
        for names in sheets:
            for name in filter(None, dict.fromkeys(names)):  # erased ones are empty
                counted[name] = counted.get(name, 0) + 1
        form = cls(
            [
                _question(circle, f"who-{place}", name, count)
                for place, (name, count) in enumerate(counted.items())
            ]
        )
        namesakes = _namesakes(sheets)
        for question in form.sure:
            if question.name in namesakes:
                question.answer = ""
        return form

    @classmethod
    def about_guests(
        cls, circle: Circle, names: Sequence[str], seated: Collection[int]
    ) -> "MatchingForm":
        """Return the questions about the guests of one sheet of the circle, nothing answered;
        who is seated there, merges followed, is not offered."""
        form = cls.about(circle, [names])
        for question in form.questions:
            question.answer = ""
            question.others = [player for player in question.others if player.id not in seated]
            if question.suggested and question.suggested.id in seated:
                question.suggested = None
        return form

    def read(self, form: Mapping[str, str]) -> bool:
        """Read the answers that were posted; false if something is missing."""
        for question in self.questions:
            question.read(form)
        return not any(question.error for question in self.questions)

    @property
    def sure(self) -> list[NameQuestion]:
        """The questions whose answer is a player with the name on the sheet."""
        return [question for question in self.questions if question.is_sure]

    @property
    def asked(self) -> list[NameQuestion]:
        """The other questions."""
        return [question for question in self.questions if not question.is_sure]

    @property
    def joining(self) -> list[NameQuestion]:
        """The questions whose names are those of new players."""
        return [question for question in self.questions if question.answer == NEW]

    def players(self, names: Sequence[str], joined: Mapping[str, int]) -> list[int]:
        """Return the players of the circle for the names of one sheet, those who joined by
        theirs; 0 for guests."""
        chosen = {
            question.name: joined.get(question.name, question.player)
            for question in self.questions
        }
        return [chosen.get(name, GUEST) for name in names]


def _namesakes(sheets: Sequence[Sequence[str]]) -> set[str]:
    """Return the names that stand twice on one sheet, in other letters."""
    return {
        name
        for names in sheets
        for name in names
        if sum(plain(other) == plain(name) for other in names) > 1
    }


def _question(circle: Circle, field: str, name: str, sheets: int) -> NameQuestion:
    holders = players_called(circle, name)
    found = holders or players_called(circle, name, alike=True)
    suggested = circle.player(min(found)) if len(found) == 1 else None
    others = [player for player in circle.players if player.name and player != suggested]
    question = NameQuestion(field, name, sheets, suggested, others)
    question.has_namesake = bool(holders)
    if suggested and plain(suggested.name) == plain(name):
        question.answer = str(suggested.id)
    elif not found:
        question.answer = NEW
    return question


BOXES = 4
"""The boxes for names that a new form has at least."""

MAX_PLAYERS = 60
"""Most names that one form is read for."""


@dataclass
class FoundingForm:
    """A circle to be founded, as the form shows and posts it."""

    title: str = ""
    names: Sequence[str] = ("",) * BOXES
    """As they stand in the boxes; empty boxes too."""
    known: Sequence[tuple[str, bool]] = ()
    """The players of the device's sheets to be tapped, and which of them are."""
    errors: list[Message] = field(default_factory=list)

    @classmethod
    def offered(cls, known: Sequence[str]) -> Self:
        """Return an empty form, with these players to tap."""
        boxes = ("",) * (1 if known else BOXES)
        return cls(names=boxes, known=[(name, False) for name in known])

    @classmethod
    def posted(cls, form: "MultiDict[str, str]", known: Sequence[str]) -> Self:
        """Return the form as it was posted, with one more box if that was asked for."""
        tapped = [clean(name, NAME_LENGTH) for name in form.getlist("known")]
        boxes = [clean(name, NAME_LENGTH) for name in form.getlist("name")[:MAX_PLAYERS]]
        if "more" in form or not boxes:
            boxes.append("")
        return cls(
            clean(form.get("title", ""), NAME_LENGTH),
            boxes,
            [(name, name in tapped) for name in known],
        )

    @property
    def players(self) -> list[str]:
        """The names of the players, those that were tapped first."""
        tapped = [name for name, is_chosen in self.known if is_chosen]
        return [*tapped, *(name for name in self.names if name)]


MAX_RULES = 4
"""The sets of rules of the last sheets that are offered."""


class OfferedRules(NamedTuple):
    """A game with its rules, as a choice of the form."""

    code: str
    """Its place among those offered, from 0."""
    title: Message | str
    rules: RulesForm


class LastSheet(NamedTuple):
    """The sheet that « comme la dernière fois » repeats."""

    number: int
    """Of its link in the circle."""
    names: Sequence[str]
    title: Message | str


@dataclass
class PresentForm:
    """The players who are there, in the order of the deal, and the rules."""

    people: Sequence[Player]
    """The players to tap, those of the last evening first."""
    rules: Sequence[OfferedRules]
    order: list[int] = field(default_factory=list)
    """The players who are there, in the order of the seats; the first one deals."""
    chosen: str = "0"
    """The code of the rules chosen."""
    last: LastSheet | None = None
    errors: list[Message] = field(default_factory=list)

    @classmethod
    def offered(cls, circle: Circle, recent: Sequence[tuple[Sequence[int], Sheet]]) -> Self:
        """Return a form for these players, with nobody chosen; of the last sheets, the latest
        first, it has the players and the outline."""
        seen = [player for players, _ in recent for player in players]
        ranks = {player: place for place, player in reversed(list(enumerate(seen)))}
        people = sorted(
            circle.named_players, key=lambda player: ranks.get(player.id, len(seen))
        )
        return cls(people, offered_rules([sheet for _, sheet in recent]))

    def read(self, form: "MultiDict[str, str]") -> None:
        """Read what was posted: the chips that were tapped, in their order if it is known."""
        self.order = [player.id for player in tapped(self.people, form)]
        codes = [offered.code for offered in self.rules]
        self.chosen = form["rules"] if form.get("rules") in codes else "0"

    @property
    def rules_chosen(self) -> RulesForm:
        """The game and the rules that were chosen."""
        return next(offered.rules for offered in self.rules if offered.code == self.chosen)


def tapped(players: Sequence[Player], form: "MultiDict[str, str]") -> list[Player]:
    """Return the players whose chips were tapped, in their order if it is known."""
    by_id = {str(player.id): player for player in players}
    ticked = [id for id in by_id if id in form.getlist("player")]
    order = form.get("order", "").split()
    return [by_id[id] for id in (order if sorted(order) == sorted(ticked) else ticked)]


def offered_rules(sheets: Sequence[Sheet]) -> list[OfferedRules]:
    """Return the rules of these sheets, each once, free scoring last; the usual ones of a game
    of which they have points alone, and where there are none."""
    played = [sheet for sheet in sheets if not sheet.game.board]
    found = [RulesForm.of(sheet) for sheet in played]
    stated = [sheet.played_game for sheet in played if sheet.played_game is not sheet.game]
    found += [RulesForm.named(game.presets[0].name) for game in stated]
    distinct: dict[str, RulesForm] = {}
    for rules in sorted(found, key=lambda rules: rules.game.name == FREE_SCORING):
        distinct.setdefault(repr((rules.game.name, sorted(rules.options.items()))), rules)
    every = list(distinct.values())[:MAX_RULES] or [RulesForm.named(FIRST)]
    return [
        OfferedRules(str(n), rules.name or rules.preset.title, rules)
        for n, rules in enumerate(every)
    ]


USUAL_BEST = 10
"""The evenings that the form of a new season proposes."""

MOST_BEST, MOST_FLOOR = 999, 9999

TYPED = "start", "end", "ranking", "best", "floor"
"""The fields of a season that are stored once their text is read."""

BAD_DATE = msg("une date, comme 2026-09-01")
BAD_NUMBER = msg("un nombre entier de 0 à %(most)s").text


@dataclass
class SeasonForm:
    """A season as its form shows and posts it."""

    typed: Mapping[str, Any]
    """The fields of the season, each as it was typed."""
    errors: dict[str, Message] = field(default_factory=dict)
    """Each error by the name of its field."""

    @classmethod
    def of(cls, season: Season) -> Self:
        """Return the form of a season."""
        return cls({**season._asdict(), "best": season.best or USUAL_BEST})

    @classmethod
    def posted(cls, form: "MultiDict[str, str]") -> Self:
        """Return the form as it was posted."""
        return cls(
            {name: form.get(name, "").strip() for name in TYPED}
            | {
                "title": clean(form.get("title", ""), NAME_LENGTH),
                "games": tuple(code for code in GAMES if code in form.getlist("games")),
                "official": "official" in form,
                "archived": "archived" in form,
            }
        )

    @property
    def season(self) -> Season | None:
        """The season of this form; absent, with the errors, if it is refused."""
        self.errors = {}
        ranking = RANKINGS.get(self.typed["ranking"])
        read = {
            "start": self._date("start"),
            "end": self._date("end"),
            "best": self._number("best", MOST_BEST) if ranking and ranking.counts_best else 0,
            "floor": self._number("floor", MOST_FLOOR),
        }
        season = Season(**{**self.typed, **read})
        if not self.errors and (error := season_error(season)):
            self.errors = dict([error])
        return None if self.errors else season

    def _date(self, name: str) -> str:
        typed = self.typed[name]
        try:
            return date.fromisoformat(typed).isoformat() if typed else ""
        except ValueError:
            self.errors[name] = BAD_DATE
            return ""

    def _number(self, name: str, most: int) -> int:
        number = number_of(self.typed[name] or "0")
        if number is None or number > most:
            self.errors[name] = Message(BAD_NUMBER, {"most": most})
        return number or 0
