"""The form that asks who of a circle the names on sheets are: nobody is matched unasked."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from scorekeeper.circles.checks import plain, suggestion
from scorekeeper.circles.circle import GUEST, Circle, Player
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.names import NAME_LENGTH, clean

NEW, NOBODY, OTHER = "new", "guest", "other"
"""The answers besides the player that is suggested."""

UNANSWERED = msg("Dites qui c'est.")


@dataclass
class Question:
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
    """True if a player at the same table has this name."""

    @property
    def is_new(self) -> bool:
        """True if a player of this name is to join the circle."""
        return self.answer == NEW

    @property
    def needs_name(self) -> bool:
        """True if somebody else of the circle has this name already."""
        return self.has_namesake or self.suggested is not None or bool(self.new_name)

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
        given = form.get(self.field, "")
        self.answer = given if given in allowed else ""
        other = form.get(f"{self.field}-other", "")
        known = {str(player.id): player.id for player in self.others}
        self.other = known.get(other, GUEST)
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

    questions: list[Question]
    errors: list[Message] = field(default_factory=list)

    @classmethod
    def about(cls, circle: Circle, sheets: Sequence[Sequence[str]]) -> "MatchingForm":
        """The questions about the names of these sheets. A name that nobody of the circle has
        is a new player, unless a person says otherwise."""
        counted: dict[str, int] = {}
        for names in sheets:
            for name in filter(None, dict.fromkeys(names)):  # erased ones are empty
                counted[name] = counted.get(name, 0) + 1
        return cls(
            [
                _question(circle, f"who-{place}", name, count)
                for place, (name, count) in enumerate(counted.items())
            ]
        )

    @classmethod
    def about_guests(
        cls, circle: Circle, names: Sequence[str], seated: Collection[int]
    ) -> "MatchingForm":
        """The questions about the guests of one sheet of the circle, nothing answered.

        :param seated: the players who sit at that table, merges followed; not offered.
        """
        form = cls.about(circle, [names])
        for one in form.questions:
            one.answer = ""
            one.others = [player for player in one.others if player.id not in seated]
            if one.suggested and one.suggested.id in seated:
                one.suggested, one.has_namesake = None, True
        return form

    def read(self, form: Mapping[str, str]) -> bool:
        """Read the answers that were posted; false if something is missing."""
        for question in self.questions:
            question.read(form)
        return not any(question.error for question in self.questions)

    @property
    def joining(self) -> list[Question]:
        """The questions whose names are those of new players."""
        return [question for question in self.questions if question.is_new]

    def players(self, names: Sequence[str], joined: Mapping[str, int]) -> list[int]:
        """The players of the circle for the names of one sheet; 0 for guests.

        :param joined: the players who have joined, by their names on the sheets.
        """
        chosen = {one.name: joined.get(one.name, one.player) for one in self.questions}
        return [chosen.get(name, GUEST) for name in names]


def _question(circle: Circle, field: str, name: str, sheets: int) -> Question:
    found = suggestion(circle, name)
    suggested = circle.player(found) if found else None
    others = [one for one in circle.players if one.name and one.id != found]
    same_name = any(plain(one.name) == plain(name) for one in others)
    answer = "" if suggested or same_name else NEW
    return Question(field, name, sheets, suggested, others, answer)
