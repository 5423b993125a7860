"""The regulations (*règlement*) of a tournament: five presets and the fields that they fill.

Each field stands once, with its question, its usual value and where that comes from. The codes
are those of the ``set`` lines of the tournament file (``docs/tournaments.md``). Sources: FFT,
*Manuel de l'organisateur de tournois* (2011), by page; a survey of 594 *règlements* of belote
and contrée (2026), as « règlements ».
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from scorekeeper.games.tarot.point_values import ACTIVE
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.typed_numbers import number_of
from scorekeeper.sheets.names import TITLE_LENGTH, clean

DECK = 162
"""Points of a deal of belote: 152 of the cards and 10 of the last trick (FFB, art. 7)."""

MELEE = "belote_melee"
"""The preset of belote at which partners change with each round, and players are ranked."""

BELOTE = 20
"""Points of a belote and rebelote, which add to the deck."""


class Regulations(NamedTuple):
    """Decisions made before the first round, and frozen with it. Money in cents."""

    preset: str
    rounds: int = 5
    deals: int = 5
    """Deals of a round; 0 where it is played to a target."""
    target: int = 0
    minutes: int = 0
    ranking: str = "points"
    draw: str = "random"
    odd_tables: str = "three"
    exempt_points: int = 0
    forfeit_points: int = 0
    litige: str = "split"
    penalty: int = 100
    capot: int = 252
    passes: str = "same"
    tie: str = "shared"
    ranked_from: int = 1
    """Least rounds that one must have played to be ranked; 0 for all of them but one."""
    final_first: str = "no"
    """``yes`` if those who played the final are ranked before all others."""
    entry: int = 0
    grid: tuple[int, ...] = ()
    """Prizes of place 1, 2, 3 …"""
    in_kind: tuple[str, ...] = ()
    """What is given besides or in its place, a ham; empty for a place that has nothing."""
    everyone: int = 0
    last_two: int = 0

    @property
    def has_sides(self) -> bool:
        """True at belote: a result is one number a side, North–South and East–West."""
        return self.preset.startswith("belote")

    @property
    def has_final(self) -> bool:
        """True if the best of the ranking may play a final: at Tarot alone."""
        return not self.has_sides and not self.ranks_teams

    @property
    def seats_teams(self) -> bool:
        """True if teams of two sit together, as at belote; else players are seated."""
        return self.has_sides and self.preset != MELEE

    @property
    def ranks_teams(self) -> bool:
        """True if teams are ranked, by the sum of their players at Tarot."""
        return self.preset not in ("tarot_libre", MELEE)

    @property
    def seats(self) -> int:
        """Numbers that are seated at a table: two teams, or four players."""
        return 2 if self.seats_teams else 4

    @property
    def table_sizes(self) -> range:
        """The allowed numbers of seats of a table; at Tarot those of a hand."""
        return range(self.seats, self.seats + 1) if self.has_sides else ACTIVE

    @property
    def odd(self) -> str:
        """The way to seat players left over by fours: ``three``, ``five``, ``exempt``."""
        return "exempt" if self.has_sides else self.odd_tables

    @property
    def team_most(self) -> int:
        """Most players of a team: four at Tarot (FFT, *Manuel*, p. 15)."""
        return 2 if self.seats_teams else 4

    @property
    def has_prizes(self) -> bool:
        """True if somebody receives something at the end."""
        return bool(self.grid or self.in_kind or self.everyone or self.last_two)

    @property
    def half(self) -> int:
        """The points of each team for half of a round: half of its deck, or of the target."""
        return self.target // 2 if self.target else DECK // 2 * self.deals

    def deck(self, deals: int, belotes: int, capots: int) -> int:
        """Return the points that the deals of one table of belote share, announcements
        apart.

        >>> Regulations("belote_points").deck(12, 1, 0)
        1964
        """
        return DECK * deals + BELOTE * belotes + (self.capot - DECK) * capots


class Field(NamedTuple):
    """One field of the regulations."""

    name: str
    question: Message
    source: Message | None = None
    """Where its usual value comes from; the organizer's own choice without."""
    choices: Mapping[str, Message] = MappingProxyType({})
    """Its values as they are stored, with how they read; a whole number without."""
    most: int = 0
    """The largest number."""
    unit: str = ""
    """``euros`` for an amount in cents; ``amounts`` for several; ``texts``."""
    only: str = ""
    """The presets that ask it begin with this."""

    def is_asked(self, preset: str) -> bool:
        """Return True if the regulations of this preset have the field."""
        return preset.startswith(self.only)

    def at(self, preset: str) -> "Field":
        """Return the field in the words of a preset: what a round is called, who pays; at
        belote its usual value does not come from the FFT."""
        is_belote = preset.startswith("belote")
        source = REGULATIONS if is_belote and self.source in (FFT_5, FFT_DRAW) else self.source
        payer = A_TEAM if Regulations(preset).ranks_teams else A_PLAYER
        said = {**(OF_BELOTE if is_belote else OF_TAROT), "payer": payer}
        return self._replace(
            question=self.question._replace(values=said),
            source=source,
            choices={code: one._replace(values=said) for code, one in self.choices.items()},
        )


A_TEAM, A_PLAYER = msg("une équipe"), msg("un joueur")
OF_TAROT = {"round": msg("position"), "rounds": msg("positions")}
OF_BELOTE = {"round": msg("partie"), "rounds": msg("parties")}

FFT_5 = msg("FFT, manuel de l'organisateur, p. 5")
FFT_DRAW = msg("FFT, manuel de l'organisateur, p. 12 à 15")
REGULATIONS = msg("d'après 594 règlements de concours réels")

FIELDS: tuple[Field, ...] = (
    Field(
        "ranking",
        msg("On gagne aux points ou aux victoires ?"),
        msg("sur 100 soirées, le vainqueur n'est pas le même dans 20 à 42"),
        {
            "points": msg("aux points : leur total"),
            "wins": msg("aux victoires, puis aux points"),
        },
        only="belote",
    ),
    Field("rounds", msg("Combien de %(rounds)s ?"), FFT_5, most=12),
    Field("deals", msg("Combien de donnes à chacune ?"), FFT_5, most=60),
    Field(
        "target",
        msg("Ou jusqu'à combien de points ?"),
        REGULATIONS,
        most=10_000,
        only="belote",
    ),
    Field("minutes", msg("En combien de minutes ?"), REGULATIONS, most=240),
    Field(
        "draw",
        msg("Comment place-t-on les joueurs ?"),
        FFT_DRAW,
        {
            "fft": msg("mouvement de la FFT"),
            "random": msg("tirage au sort, sans se revoir"),
            "ranking": msg("au classement, sans revanche"),
        },
    ),
    Field(
        "odd_tables",
        msg("Si le nombre de joueurs n'est pas un multiple de quatre ?"),
        msg("FFT, manuel de l'organisateur, p. 6"),
        {"three": msg("des tables de trois"), "five": msg("des tables de cinq, avec un mort")},
        only="tarot",
    ),
    Field(
        "exempt_points",
        msg("Combien marque qui reste sans adversaire ?"),
        msg("la moitié d'une partie : 972 pour 12 donnes de 162"),
        most=10_000,
        only="belote",
    ),
    Field(
        "forfeit_points",
        msg("Combien marque l'équipe dont l'adversaire est forfait ?"),
        REGULATIONS,
        most=10_000,
        only="belote",
    ),
    Field(
        "litige",
        msg("Un litige à la dernière donne ?"),
        REGULATIONS,
        {"split": msg("81 points à chacun"), "held": msg("les points sont perdus")},
        only="belote",
    ),
    Field(
        "penalty",
        msg("Combien coûte une faute ?"),
        msg("FFT : 100 au joueur ; belote : 162 à l'autre équipe (8 règlements)"),
        most=1000,
    ),
    Field(
        "capot",
        msg("Combien vaut un capot ?"),
        msg("252 ; en Alsace 162"),
        {"252": msg("252 points"), "162": msg("162 points, comme en Alsace")},
        only="belote",
    ),
    Field(
        "passes",
        msg("Si tout le monde passe ?"),
        msg("tarot : le suivant (FFT) ; belote : le même (6 règlements), le suivant (FFB)"),
        {"same": msg("le même donneur redonne"), "next": msg("le donneur suivant donne")},
    ),
    Field(
        "tie",
        msg("Et les ex aequo ?"),
        choices={
            "shared": msg("ils partagent la place"),
            "last_round": msg("meilleur à la dernière %(round)s"),
            "first_round": msg("meilleur à la première %(round)s"),
            "best_round": msg("la meilleure %(round)s"),
        },
    ),
    Field(
        "ranked_from",
        msg("Classé à partir de combien de %(rounds)s ?"),
        msg("vide : toutes sauf une"),
        most=12,
    ),
    Field(
        "final_first",
        msg("S'il y a une finale ?"),
        choices={
            "yes": msg("les finalistes devant les autres"),
            "no": msg("le total des points décide"),
        },
        only="tarot_libre",
    ),
    Field(
        "entry", msg("Combien coûte l'inscription d'%(payer)s ?"), most=100_000, unit="euros"
    ),
    Field(
        "grid",
        msg("Combien reçoivent le premier, le deuxième, le troisième… ?"),
        msg("FFT, manuel de l'organisateur, p. 4 : au moins un joueur sur cinq"),
        most=10_000_000,
        unit="amounts",
    ),
    Field(
        "in_kind",
        msg("Et quels lots, du premier au dernier ?"),
        msg("un point-virgule entre deux ; rien, si une place n'en a pas"),
        unit="texts",
    ),
    Field("everyone", msg("Combien à chacun des autres ?"), most=100_000, unit="euros"),
    Field(
        "last_two",
        msg("Un prix pour les deux dernières %(rounds)s ?"),
        msg("FFT, manuel de l'organisateur, p. 4 : le meilleur des non primés"),
        most=10_000_000,
        unit="euros",
    ),
)
"""The fields in the order in which they are asked: how one wins comes first."""


class TournamentPreset(NamedTuple):
    """One of the five kinds of evening."""

    title: Message
    games: tuple[str, ...]
    """The codes of the games it is played with, the usual one first."""
    regulations: Regulations


_TEAMS = Regulations(
    "belote_points",
    4,
    12,
    draw="ranking",
    exempt_points=972,
    forfeit_points=1944,
    penalty=162,
    ranked_from=0,
)

PRESETS: Mapping[str, TournamentPreset] = {
    preset.regulations.preset: preset
    for preset in (
        TournamentPreset(
            msg("Tarot libre"),
            ("tarot",),
            Regulations("tarot_libre", passes="next", ranked_from=0, final_first="yes"),
        ),
        TournamentPreset(
            msg("Tarot par équipes"),
            ("tarot",),
            Regulations("tarot_pairs", passes="next", ranked_from=0),
        ),
        TournamentPreset(msg("Belote aux points"), ("belote", "coinche", "contree"), _TEAMS),
        TournamentPreset(
            msg("Belote ou contrée aux victoires"),
            ("belote", "coinche", "contree"),
            _TEAMS._replace(preset="belote_wins", ranking="wins"),
        ),
        TournamentPreset(
            msg("Belote en mêlée"),
            ("belote", "coinche", "contree"),
            _TEAMS._replace(preset=MELEE, draw="random"),
        ),
    )
}
"""The presets by code, in the order in which they are offered."""


MOST_PRIZES = 1000
"""Most amounts of a prize grid: one for each person of the largest tournament."""


BETWEEN_TEXTS = " ; "


def as_fields(regulations: Regulations) -> dict[str, str]:
    """Return the fields of regulations by their codes, as text: what a preset does not ask
    is left out.

    >>> as_fields(Regulations("tarot_libre", grid=(6000, 3000)))["grid"]
    '6000 3000'
    """
    return {
        field.name: as_text(getattr(regulations, field.name))
        for field in FIELDS
        if field.is_asked(regulations.preset)
    }


def as_text(value: object) -> str:
    """Return the value of a field as it is stored and as a file has it."""
    if not isinstance(value, tuple):
        return str(value)
    mark = BETWEEN_TEXTS if any(isinstance(one, str) for one in value) else " "
    return mark.join(map(str, value))


WRONG = msg("Cette valeur ne va pas.")

AMOUNTS = msg("Écrivez les prix en euros, avec une espace entre deux : « 60 30 20 ».")

WHY = {"amounts": AMOUNTS, "euros": msg("Écrivez un montant en euros : « 5 » ou « 2,50 ».")}


class InvalidField(ValueError):
    """A field has a value that it cannot have.

    :param why: what to write in its place.
    """

    def __init__(self, field: Field, value: str, why: Message | None = None) -> None:
        super().__init__(f"{field.name} {value}")
        self.field = field
        self.why = why or WHY.get(field.unit, WRONG)


def from_fields(preset: str, fields: Mapping[str, str]) -> Regulations:
    """Return the regulations of a preset with these fields; others have its usual values.

    :raises InvalidField: if a value is none of the field's.
    :raises KeyError: if there is no such preset.
    """
    usual = PRESETS[preset].regulations
    values: dict[str, Any] = {
        field.name: _value(field, fields[field.name])
        for field in FIELDS
        if field.name in fields and field.is_asked(preset)
    }
    regulations = usual._replace(**values)
    by_name = {field.name: field for field in FIELDS}
    for name, is_wrong in (
        ("rounds", not regulations.rounds),
        ("deals", not (regulations.deals or regulations.target or regulations.minutes)),
        ("target", bool(regulations.deals and regulations.target)),
        ("draw", regulations.has_sides and regulations.draw == "fft"),
        (
            "ranking",
            preset != MELEE and (preset == "belote_wins") != (regulations.ranking == "wins"),
        ),
    ):
        if is_wrong:
            raise InvalidField(by_name[name], str(getattr(regulations, name)))
    return regulations


EARLIER = {"ranked_from": "1", "final_first": "no"}
"""The values of fields that earlier tournaments were announced without."""


def stored_regulations(preset: str, fields: Mapping[str, str]) -> Regulations:
    """Return the regulations of fields that were stored: a tournament that was announced
    before a field existed goes on as it was. Errors as :func:`from_fields`."""
    return from_fields(preset, {**EARLIER, **fields})


def _value(field: Field, text: str) -> object:
    if field.unit == "amounts":
        amounts = [number_of(amount) for amount in text.split()]
        is_wrong = any(amount is None or amount > field.most for amount in amounts)
        if is_wrong or len(amounts) > MOST_PRIZES:
            raise InvalidField(field, text)
        return tuple(amounts)
    if field.unit == "texts":
        texts = [clean(one, TITLE_LENGTH) for one in text.split(BETWEEN_TEXTS.strip())]
        if len(texts) > MOST_PRIZES:
            raise InvalidField(field, text)
        return tuple(texts) if any(texts) else ()
    if field.choices and text not in field.choices:
        raise InvalidField(field, text)
    if field.choices and not text.isdigit():
        return text
    number = number_of(text)
    if number is None or (not field.choices and number > field.most):
        raise InvalidField(field, text)
    return number
