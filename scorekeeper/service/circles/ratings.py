"""The estimated levels of a circle's players, reckoned again from its sheets."""

from collections.abc import Iterator

from scorekeeper.caching.memo_cache import MemoCache
from scorekeeper.circles.circle import Link
from scorekeeper.circles.rating import Contract, Rating, contracts_of, rate
from scorekeeper.circles.season import ALL_TIME
from scorekeeper.games import GAMES
from scorekeeper.service.circles.access import CircleAccess
from scorekeeper.sheets.sheet import fold

MAX_HANDS = 5000
"""The last hands of a game that levels rest on: less than a second of work."""


def rated_games(access: CircleAccess) -> list[str]:
    """The games of a circle that are played for contracts, the most played first."""
    hands = access.statistics(ALL_TIME).statistics.hands
    found = [name for name in hands if GAMES[name].can_pass and not GAMES[name].board]
    return sorted(found, key=lambda name: (-hands[name], name))


def rating(access: CircleAccess, game: str, cache: MemoCache[Rating]) -> Rating:
    """The levels at one game, by all that the circle has played.

    :param cache: of the ratings of this application.
    """
    etag = access.statistics(ALL_TIME).etag
    key = (access.circle_id, etag, game)
    return cache.get(key, lambda: rate(list(_contracts(access, game))))


def _contracts(access: CircleAccess, game: str) -> Iterator[Contract]:
    """The decided contracts of the last hands, in the order of play."""
    journal = access.repository.journal
    evenings: dict[str, int] = {}
    for link, date in _last_sheets(access, game):
        evening = evenings.setdefault(date or f"sheet {link.number}", len(evenings))
        events = journal.events(link.sheet)
        if events:
            players = access.circle.players_of(link)
            yield from contracts_of(fold(events), players, evening)


def _last_sheets(access: CircleAccess, game: str) -> list[tuple[Link, str]]:
    """The last sheets of a game, as far as :data:`MAX_HANDS` goes, with their dates."""
    known, links = access.known_sheets(), access.circle.links
    ids = [id for id in links if id in known and known[id].head.game == game]
    ids.sort(key=lambda id: (known[id].order, links[id].number))
    found: list[tuple[Link, str]] = []
    hands = 0
    for id in reversed(ids):
        hands += known[id].head.hands
        if found and hands > MAX_HANDS:
            break
        found.append((links[id], known[id].head.date))
    return found[::-1]
