"""One evening of a season: by its name in addresses, those beside it, and the ranking that it
changed."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.circles.ranking import RANKINGS
from scorekeeper.circles.season import ALL_TIME
from scorekeeper.circles.statistics import Evening, Played
from scorekeeper.i18n.messages import Message
from scorekeeper.reports.evening import RankChange, address_of, rank_changes
from scorekeeper.web.views.circles._season_pages import SeasonPage, of_game, title_of


class Ranking(NamedTuple):
    """The ranking of a season before and after one of its evenings."""

    title: Message | str
    """The name of the season."""
    figure: Message
    """The name of the value by which it ranks."""
    changes: Sequence[RankChange]


def evening_of(page: SeasonPage, address: str) -> Evening | None:
    """The evening of a season by its name in addresses; that of a sheet by its number too."""
    number = address.removeprefix("sheet-")
    sheet = int(number) if number.isascii() and number.isdigit() and len(number) < 7 else 0
    return next(
        (
            e
            for e in page.statistics.evenings
            if address_of(e) == address or sheet in e.numbers
        ),
        None,
    )


def beside(page: SeasonPage, evening: Evening, step: int) -> str:
    """The evening before or after one, by its name in addresses; empty if there is none."""
    evenings = page.statistics.evenings
    place = evenings.index(evening) + step
    return address_of(evenings[place]) if 0 <= place < len(evenings) else ""


def ranking_of(page: SeasonPage, evening: Evening, played: Sequence[Played]) -> Ranking | None:
    """The change of the ranking by an evening; nothing for the first one of the season, and
    where nobody has played.

    :param page: of a season with all its games; that of everything ranks one of them, and here
        the one with most hands of this evening.
    :param played: the sheets of the evening.
    """
    if page.season == ALL_TIME:
        page = of_game(page, _most_played(played))
    found = evening_of(page, address_of(evening))
    place = page.statistics.evenings.index(found) if found else 0
    changes = rank_changes(page.circle, page.statistics, page.season, place)
    title, figure = title_of(page.season), RANKINGS[page.season.ranking].figure
    return Ranking(title, figure, changes) if changes else None


def _most_played(played: Sequence[Played]) -> str:
    """The code of the game with most hands on some sheets."""
    hands: dict[str, int] = {}
    for one in played:
        hands[one.summary.game] = hands.get(one.summary.game, 0) + one.summary.hands
    return max(hands, key=lambda game: (hands[game], game), default="")
