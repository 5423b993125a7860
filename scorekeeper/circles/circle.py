"""The circle: the events of its journal, folded in order.

A circle is immutable: applying an event returns a new one. Merging two players is a pointer
from one to the other, so that taking it back restores exactly what was there before.

A circle is one more journal of the database: its events are
:class:`scorekeeper.streams.events.Event`, append-only and hash-chained. Its names are outside
of the chain, as those of a sheet: number 0 is the title of the circle, each other number is
one name or one nickname, and a player is known by the number of the first of his names.

=============  =========================================================================
``founded``    ``names``: the title, then the names of the players; ``seed``: 32 hex digits
               from which the installation derives the access tokens
``joined``     ``names``: all so far, then those of new players; ``by_table``: true, if by the
               table's link
``nicknamed``  ``names``: all so far, then a nickname; ``player``: whose
``renamed``    ``player``: the number of the name; ``name``: as it is now
``left``       before 1.0, as ``returned``: ignored
``erased``     ``player``: all names of this player have been removed
``merged``     ``player``, ``into``: two players who are one; a pointer, nothing is rewritten
``unmerged``   ``player``
``linked``     ``sheet``: its id in the database; ``players``: the player of the circle for
               each player of the sheet by number, 0 for a guest. A sheet that is linked
               already gets these players
``unlinked``   ``sheet``
``result``     ``result``: the number, 0 for a new one; ``tournament``: the id of its stream,
               0 for a list from paper; ``title``, ``date``, ``game``; ``players``: the player
               of the circle for each line, 0 for a guest; ``lines``: place, points and
               penalties of each, none of a tournament, whose ranking has them
``unresulted`` ``result``: taken out
``season``     ``season``: the id, 0 for a new one, whose id is the ``seq`` of this event;
               and the fields of :class:`scorekeeper.circles.season.Season`
``unseasoned`` ``season``: removed
``renewed``    ``seed``
``redacted``   ``events``: the ``seq`` of earlier ones of which a text was removed since
=============  =========================================================================
"""

from collections.abc import Iterable, Mapping
from functools import reduce
from types import MappingProxyType
from typing import Any, NamedTuple

from scorekeeper.circles.season import ALL_TIME, Season, season_of
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.streams.events import Event, etag_of

COLORS = 8

GUEST = 0
"""The player of a circle that stands for everybody who is none of its players."""


class Player(NamedTuple):
    """One player of a circle."""

    id: int
    """The number of the first of his names, from 1; never changes."""
    name: str
    """Empty if the player was erased."""
    nicknames: tuple[str, ...] = ()
    merged_into: int = 0
    """The player that this one is the same as; 0 if none."""
    is_erased: bool = False

    @property
    def shown_name(self) -> Message | str:
        """The name; the number of a player who was erased."""
        return self.name or msg("Joueur %(n)s", n=self.id)

    @property
    def color(self) -> int:
        """0 to 7: the same color as :data:`scorekeeper.rules.game.SYMBOLS` have in a sheet."""
        return (self.id - 1) % COLORS


class Link(NamedTuple):
    """A sheet of the circle."""

    number: int
    """Its place among the sheets ever linked, from 1; never changes."""
    sheet: int
    """The id of the sheet in the database."""
    players: tuple[int, ...]
    """The player of the circle for each player of the sheet by number; 0 for a guest."""
    removals: int = 0
    """The number of times that it was taken out before."""


class Result(NamedTuple):
    """An evening known by its ranking alone: a tournament, or a list from paper."""

    link: Link
    """Its number among those of the sheets, the id of its tournament or 0, and the player of
    the circle for each line."""
    title: str
    date: str
    """ISO 8601."""
    game: str
    lines: tuple[tuple[int, int, int], ...]
    """Place, points and penalties of each; none of a tournament."""


NOTHING: Mapping[Any, Any] = MappingProxyType({})


class Circle(NamedTuple):
    """A circle after some of its events."""

    names: tuple[str, ...]
    """The title, then all names and nicknames by number; an erased name is empty."""
    owners: tuple[int, ...]
    """The player of each of these names by number; 0 for the title."""
    seed: str
    erased: frozenset[int] = frozenset()
    joined: tuple[str, int] = ("", 0)
    """The last day, in UTC, on which players joined by the table's link, and how many."""
    merged: Mapping[int, int] = NOTHING
    """The pointers of merged players."""
    links: Mapping[int, Link] = NOTHING
    """The sheets by their ids, in the order of linking."""
    results: Mapping[int, Result] = NOTHING
    """By number."""
    linked: int = 0
    """The number of sheets and results ever linked."""
    unlinked: Mapping[int, int] = NOTHING
    """How often each sheet was taken out, by its id."""
    seasons: Mapping[int, Season] = NOTHING
    version: int = 0
    """The ``seq`` of the last event."""
    hash: bytes = b""

    @property
    def etag(self) -> str:
        """The ETag of the circle: two circles with the same one are equal."""
        return etag_of(self.version, self.hash)

    @property
    def title(self) -> str:
        """The name of the circle."""
        return self.names[0]

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody but merged players, in the order of joining."""
        return tuple(player for player in self.all_players if not player.merged_into)

    @property
    def all_players(self) -> tuple[Player, ...]:
        """Everybody, merged players included, in the order of joining."""
        nicknames: dict[int, list[str]] = {}
        for number, owner in enumerate(self.owners):
            nicknames.setdefault(owner, [])
            if number != owner and self.names[number]:
                nicknames[owner].append(self.names[number])
        return tuple(self._player(id, names) for id, names in nicknames.items() if id)

    @property
    def named(self) -> int:
        """The number of names that take a place: the title and those of players, but for
        erased names and those of merged players."""
        owners = zip(self.names, self.owners, strict=True)
        return sum(bool(name) and owner not in self.merged for name, owner in owners)

    @property
    def named_players(self) -> tuple[Player, ...]:
        """Those who were not erased: a new sheet is offered for them."""
        return tuple(player for player in self.players if player.name)

    def joined_on(self, day: str) -> int:
        """Return the number of players who joined on a day by the table's link."""
        return self.joined[1] if self.joined[0] == day else 0

    def has_player(self, id: int) -> bool:
        """Return True if a player has this id."""
        return 0 < id < len(self.owners) and self.owners[id] == id

    def player(self, id: int) -> Player:
        """Return the player of this id, who must exist."""
        further = zip(self.names[id + 1 :], self.owners[id + 1 :], strict=True)
        nicknames = [name for name, owner in further if owner == id and name]
        return self._player(id, nicknames)

    def _player(self, id: int, nicknames: Iterable[str]) -> Player:
        return Player(
            id, self.names[id], tuple(nicknames), self.merged.get(id, 0), id in self.erased
        )

    def name_numbers(self, id: int) -> tuple[int, ...]:
        """Return the numbers of all names of a player, and of all merged with him."""
        player = self.same(id)
        return tuple(
            n for n, owner in enumerate(self.owners) if n and self.same(owner) == player
        )

    def same(self, id: int) -> int:
        """Return the player that this one is, following merges; a guest stays one."""
        while id in self.merged:
            id = self.merged[id]
        return id

    def merged_players(self, id: int) -> tuple[Player, ...]:
        """Return the players whose pointer leads directly to this one."""
        return tuple(self.player(n) for n, into in self.merged.items() if into == id)

    def players_of(self, link: Link) -> tuple[int, ...]:
        """Return the players of a sheet, following merges; 0 for guests."""
        return tuple(self.same(player) for player in link.players)

    @property
    def counted(self) -> int:
        """The number of its sheets and results."""
        return len(self.links) + len(self.results)

    @property
    def streams(self) -> frozenset[int]:
        """The ids of its sheets and tournaments."""
        found = (result.link.sheet for result in self.results.values())
        return frozenset(filter(None, (*self.links, *found)))

    def link_of(self, number: int) -> Link | None:
        """Return the sheet with this place among those linked, if it still is."""
        return next((link for link in self.links.values() if link.number == number), None)

    @property
    def seasons_in_order(self) -> list[Season]:
        """The seasons as pages list them: the official one first, archived ones last."""
        return sorted(
            self.seasons.values(), key=lambda one: (not one.official, one.archived, -one.id)
        )

    @property
    def official_season(self) -> Season:
        """The season that is shown first: the official one, or all time."""
        return next((season for season in self.seasons.values() if season.official), ALL_TIME)

    def season(self, id: int) -> Season | None:
        """Return the season of this id; 0 is all time."""
        return self.seasons.get(id) if id else ALL_TIME

    def apply(self, event: Event) -> "Circle":
        """Return the circle after one more event."""
        return _changed(self, event)._replace(version=event.seq, hash=event.hash)

    def with_names(self, names: Iterable[str], owner: int = 0) -> "Circle":
        """Return the circle with all these names; the new ones are the owner's, else each a
        player's."""
        given = tuple(names)
        numbers = range(len(self.names), len(given))
        owners = (*self.owners, *(owner or number for number in numbers))
        return self._replace(names=given, owners=owners)


def _joined(circle: Circle, event: Event) -> Circle:
    grown, day = circle.with_names(event.body["names"]), event.at[:10]
    if "by_table" not in event.body:
        return grown
    added = len(grown.names) - len(circle.names)
    return grown._replace(joined=(day, circle.joined_on(day) + added))


def _renamed(circle: Circle, event: Event) -> Circle:
    names = list(circle.names)
    names[event.body["player"]] = event.body["name"]
    return circle._replace(names=tuple(names))


def _linked(circle: Circle, event: Event) -> Circle:
    sheet, players = event.body["sheet"], tuple(event.body["players"])
    known = circle.links.get(sheet)
    link = known._replace(players=players) if known else None
    if link is None:
        removals = circle.unlinked.get(sheet, 0)
        link = Link(circle.linked + 1, sheet, players, removals)
    return circle._replace(
        links={**circle.links, sheet: link}, linked=max(circle.linked, link.number)
    )


def _unlinked(circle: Circle, event: Event) -> Circle:
    sheet = event.body["sheet"]
    times = {**circle.unlinked, sheet: circle.unlinked.get(sheet, 0) + 1}
    return circle._replace(links=_without(circle.links, sheet), unlinked=times)


def _result(circle: Circle, event: Event) -> Circle:
    body = event.body
    number = body["result"] or circle.linked + 1
    link = Link(number, body["tournament"], tuple(body["players"]))
    lines = tuple((place, points, fines) for place, points, fines in body["lines"])
    result = Result(link, body["title"], body["date"], body["game"], lines)
    return circle._replace(
        results={**circle.results, number: result}, linked=max(circle.linked, number)
    )


def _season(circle: Circle, event: Event) -> Circle:
    season = season_of(event.body, event.body["season"] or event.seq)
    others = dict(circle.seasons)
    if season.official:
        others = {id: one._replace(official=False) for id, one in others.items()}
    return circle._replace(seasons={**others, season.id: season})


def _without(values: Mapping[int, Any], key: int) -> dict[int, Any]:
    return {one: value for one, value in values.items() if one != key}


def _changed(circle: Circle, event: Event) -> Circle:
    body, player = event.body, event.body.get("player", 0)
    match event.kind:
        case "joined":
            return _joined(circle, event)
        case "nicknamed":
            return circle.with_names(body["names"], player)
        case "renamed":
            return _renamed(circle, event)
        case "erased":
            return circle._replace(erased=circle.erased | {player})
        case "merged":
            return circle._replace(merged={**circle.merged, player: body["into"]})
        case "unmerged":
            return circle._replace(merged=_without(circle.merged, player))
        case "linked":
            return _linked(circle, event)
        case "unlinked":
            return _unlinked(circle, event)
        case "result":
            return _result(circle, event)
        case "unresulted":
            return circle._replace(results=_without(circle.results, body["result"]))
        case "season":
            return _season(circle, event)
        case "unseasoned":
            return circle._replace(seasons=_without(circle.seasons, body["season"]))
        case "renewed":
            return circle._replace(seed=body["seed"])
    return circle


def from_founding(event: Event) -> Circle:
    """Return the new circle of a ``founded`` event."""
    names = tuple(event.body["names"])
    return Circle(
        names,
        tuple(range(len(names))),
        event.body.get("seed", ""),
        version=event.seq,
        hash=event.hash,
    )


def fold_circle(events: Iterable[Event]) -> Circle:
    """Return the circle of these events, the first of which founds it."""
    first, *others = events
    return reduce(Circle.apply, others, from_founding(first))
