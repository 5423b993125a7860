"""The sheets of a circle: opening one, repeating the last one, taking in existing ones, and
replacing the names of erased players on them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from typing import Any

from scorekeeper.circles import decisions
from scorekeeper.circles.checks import MAX_LINKS, require_matching
from scorekeeper.circles.circle import Circle, Link
from scorekeeper.circles.errors import CircleFull, CircleRefused
from scorekeeper.circles.service.access import CircleAccess
from scorekeeper.circles.service.tokens import CircleRole, derive
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import Game
from scorekeeper.sheets.names import plain
from scorekeeper.sheets.service.access import SheetAccess, new_key
from scorekeeper.sheets.service.seating import Seating
from scorekeeper.sheets.service.sheets import open_sheet
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.streams.base import KeyReused, Renaming, StreamDeleted
from scorekeeper.streams.errors import ServiceError, UnknownEntry

ANONYMOUS = msg("Joueur %(n)s")
"""The name of an erased player: the same for every reader, since it is stored."""

BATCH = 100
"""Sheets whose names are replaced in one transaction: others write in between."""


def anonymize(access: CircleAccess, links: Iterable[Link], players: Set[int]) -> bool:
    """Replace the names of some players (merges followed) on sheets; false if done before."""
    circle = access.circle
    theirs = (link for link in links if not players.isdisjoint(circle.players_of(link)))
    renamings = [
        Renaming(link.sheet, new_key(), number, name)
        for link, sheet in outlines(access, theirs)
        for number, name in names_to_replace(circle, link, sheet, players)
    ]
    rename_on_sheets(access, renamings)
    return bool(renamings)


def rename_on_sheets(access: CircleAccess, renamings: Sequence[Renaming]) -> None:
    """Replace names on sheets, so many in one transaction that others write in between."""
    sheets = access.repository.sheets
    for start in range(0, len(renamings), BATCH):
        batch = renamings[start : start + BATCH]
        sheets.journal.rename_all(batch)
        for renaming in batch:
            sheets.cache.invalidate(renaming.sheet_id)  # the sheet before it has the name


def outlines(access: CircleAccess, links: Iterable[Link]) -> Iterator[tuple[Link, Sheet]]:
    """Return those of these sheets that still exist, each without its hands."""
    for link in links:
        try:
            yield link, access.repository.sheets.outline(link.sheet)
        except StreamDeleted:
            continue


def anonymize_erased(access: CircleAccess, link: Link) -> None:
    """Replace the names of erased players on a sheet that was linked after the erasure."""
    erased = access.circle.erased and _erased(access.circle)
    if erased and anonymize(access, [link], erased):
        access.repository.journal.purge()


def _erased(circle: Circle) -> Set[int]:
    """Return the erased players, merges followed, but those merged with one who has a name."""
    living = {
        circle.same(number)
        for number, owner in enumerate(circle.owners)
        if number == owner > 0 and number not in circle.erased
    }
    return {circle.same(player) for player in circle.erased} - living


def names_to_replace(
    circle: Circle, link: Link, sheet: Sheet, players: Set[int]
) -> Iterator[tuple[int, str]]:
    """Return the numbers on a sheet of those players whose name is replaced, and by what."""
    for number, player in enumerate(circle.players_of(link)[: len(sheet.names)]):
        name = free_name(player, number, sheet)
        if player in players and sheet.names[number] != name:
            yield number, name


def free_name(player: int, number: int, sheet: Sheet) -> str:
    """Return « Joueur 3 » for a player of a sheet, or one that nobody else there has."""
    others = {plain(name) for name in (*sheet.names[:number], *sheet.names[number + 1 :])}
    name = ANONYMOUS.text % {"n": player}
    while plain(name) in others:
        name += "\N{PRIME}"
    return name


FOLLOWED = 12
"""The last sheets of a circle whose *revanches* are looked for."""

MAX_REPEATS = 20
"""Most sheets that « same again » opens in a day."""

NOTHING_TO_REPEAT = msg("Il n'y a pas de dernière feuille à reprendre : choisissez.")


HAS_NIGHT = msg(
    "Le cercle a déjà cette soirée, sur une autre feuille : elle n'est comptée qu'une fois."
)


def open_in_circle(
    access: CircleAccess,
    game: Game,
    options: Mapping[str, Any],
    seating: Seating,
    players: Sequence[int],
    *,
    title: str = "",
    date: str = "",
    key: str = "",
) -> Link:
    """Open a new sheet in a circle; its link.

    :param players: the player of the circle for each name of the seating; 0 for a guest.
    :param key: the idempotency key: the same key opens one sheet.
    :raises CircleRefused: if one of them is no player, or sits twice.
    :raises CircleFull: if the circle has no room for it.
    :raises KeyReused: if the sheet that the key opened was deleted since.
    :raises scorekeeper.sheets.service.errors.InvalidAnswers: if the seating or an option is
        impossible.
    """
    access.require(CircleRole.TABLE)
    require_matching(access.circle, players)
    if access.circle.counted >= MAX_LINKS:
        raise CircleFull
    sheets = access.repository.sheets
    key = derive(sheets.secret_key, f"circle {access.circle_id} opens {key}").hex()[:32]
    _require_not_deleted(access, key)
    token = open_sheet(sheets, game, options, seating, title=title, date=date, key=key)
    return link_sheet(access, sheets.access(token), players, key=key)


def _require_not_deleted(access: CircleAccess, key: str) -> None:
    """Raise KeyReused if the sheet that the key linked was deleted: its place stays taken."""
    journal = access.repository.journal
    seq = journal.seq_of_key(access.circle_id, key)
    if seq is None:
        return
    linked = journal.events(access.circle_id, seq - 1)[0]
    if not journal.heads([linked.body["sheet"]]):
        raise KeyReused(key)


def open_again(access: CircleAccess, last: int, date: str) -> Link:
    """Open a sheet with the players, the game and the rules of the last one; the next player
    deals first. The same for all phones that ask for it.

    :param last: the number of the sheet to repeat, as the caller saw it.
    :param date: the day of the new sheet, ISO 8601.
    :raises CircleRefused: if that sheet is there no more, or a player of it.
    """
    access.require(CircleRole.TABLE)
    last_sheet = repeated(access, last)
    if last_sheet is None:
        raise CircleRefused(NOTHING_TO_REPEAT)
    link, sheet = last_sheet
    seating, players = _next_seating(access.circle, link, sheet)
    key = f"again {link.sheet} {date}"
    for _ in range(MAX_REPEATS):
        # opened before, and taken out of the circle or deleted since
        with suppress(UnknownEntry, KeyReused):
            return open_in_circle(
                access, sheet.game, sheet.options, seating, players, date=date, key=key
            )
        key += " again"
    raise CircleRefused(NOTHING_TO_REPEAT)


def repeated(access: CircleAccess, number: int) -> tuple[Link, Sheet] | None:
    """Return the link and the sheet of this number, if all who sat there are players of the
    circle still: no guest, and nobody erased."""
    link = access.circle.link_of(number)
    sheet = existing_sheet(access, link) if link else None
    if link is None or sheet is None or sheet.game.board:
        return None
    named = {player.id for player in access.circle.named_players}
    seats = seated_players(access.circle, link, sheet)
    return (link, sheet) if seats and set(seats) <= named else None


def seated_players(circle: Circle, link: Link, sheet: Sheet) -> list[int]:
    """Return the players at the table at the end, in the order of the deal; 0 for guests."""
    players = dict(enumerate(circle.players_of(link)))
    return [players.get(number, 0) for number in sheet.state.seats]


def _next_seating(circle: Circle, link: Link, sheet: Sheet) -> tuple[Seating, list[int]]:
    players = seated_players(circle, link, sheet)
    first = sheet.opening.dealer
    seats = sheet.state.seats
    dealer = (seats.index(first) + 1) % len(seats) if first in seats else 0
    names = tuple(circle.player(player).name for player in players)
    active = sheet.state.active
    everybody = min(len(seats), sheet.game.active[-1])
    seating = Seating(
        names, tuple(range(len(names))), dealer, None if active == everybody else active
    )
    return seating, players


def link_sheet(
    access: CircleAccess, sheet: SheetAccess, players: Sequence[int], *, key: str = ""
) -> Link:
    """Take a sheet into a circle, or match its players anew, 0 for a guest; its link. The
    access to the sheet may write. Raise CircleRefused if one of them is no player, or sits
    twice, and CircleFull if the circle has no room for it."""
    sheet.require_write()
    match_players(access, sheet.sheet_id, players, key=key, is_new=True)
    link = access.circle.links.get(sheet.sheet_id)
    if link is None:  # the same form was posted before, and the sheet was taken out since
        raise UnknownEntry
    access.grant_access(sheet)
    return link


def require_new_night(access: CircleAccess, sheet: SheetAccess) -> None:
    """Raise CircleRefused if the circle has the night of a sheet already on another one: a
    copy, or what it was copied from."""
    sheets, outline = access.repository.sheets, sheet.outline
    for one in access.sheets.sheets:
        id = one.link.sheet
        if id == sheet.sheet_id or one.summary.date != outline.date:
            continue  # a copy has the day of its night
        if sheets.night(id, sheets.outline(id)) == sheet.night:
            raise CircleRefused(HAS_NIGHT)


def match_players(
    access: CircleAccess,
    sheet_id: int,
    players: Sequence[int],
    *,
    key: str = "",
    is_new: bool = False,
) -> None:
    """Say who of the circle the players of a sheet are: see
    :func:`scorekeeper.circles.decisions.link`."""
    access.record("linked", decisions.link, sheet_id, players, access.guards, is_new, key=key)
    if sheet_id in access.circle.links:  # again: the last attempt may have been cut short
        anonymize_erased(access, access.circle.links[sheet_id])


def follow_revanches(access: CircleAccess) -> None:
    """Take in the games that were opened as the *revanche* of one of the last sheets: the same
    players, whichever phone opened them. Nothing for who may open no sheet."""
    if not access.may_open:
        return
    sheets = access.repository.sheets
    for _ in range(FOLLOWED):
        circle = access.circle
        last = list(circle.links.values())[-FOLLOWED:]
        tokens = {sheets.revanche_token(link.sheet): link for link in last}
        opened = sheets.journal.known_tokens(tokens.keys())
        followed = [
            _follow(access, token, tokens[token]) for token in tokens if token in opened
        ]
        if not any(followed):
            return


def _follow(access: CircleAccess, token: str, link: Link) -> bool:
    """Take in the *revanche* of a sheet; false if the circle has or had it, or cannot."""
    sheet = access.repository.sheets.access(token)
    key = f"revanche {sheet.sheet_id}"
    if sheet.sheet_id in access.circle.links:
        return False
    players = link.players[: len(sheet.outline.names)]
    try:
        link_sheet(access, sheet, players, key=key)
    except (ServiceError, KeyReused, StreamDeleted):
        return False
    access.refresh()
    return True


def last_sheet(access: CircleAccess) -> Sheet | None:
    """Return the sheet that was linked last, if it is still there."""
    links = list(access.circle.links.values())
    return existing_sheet(access, links[-1]) if links else None


def existing_sheet(access: CircleAccess, link: Link) -> Sheet | None:
    """Return the sheet of a link; nothing if it was deleted."""
    try:
        return access.repository.sheets.sheet(link.sheet)
    except StreamDeleted:
        return None
