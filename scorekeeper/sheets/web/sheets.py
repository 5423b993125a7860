"""Sheets: open one, in a collection or not, show it, print it, rank it, play the next game."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.games import GAMES, PRESETS
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Game, Preset
from scorekeeper.sheets.names import NOTE_LENGTH
from scorekeeper.sheets.reports.chart import sheet_chart
from scorekeeper.sheets.reports.duplicate import grids, sheet_ranking, sheet_teams
from scorekeeper.sheets.reports.print_layout import print_layout
from scorekeeper.sheets.reports.result import ending
from scorekeeper.sheets.reports.settlement import settlement
from scorekeeper.sheets.reports.worked_example import worked_example
from scorekeeper.sheets.service import sheets
from scorekeeper.sheets.service.access import SheetAccess, SheetRole, new_key
from scorekeeper.sheets.service.turns import annotate_sheet
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.sheets.web._paper import asked_paper, page_of
from scorekeeper.sheets.web._sheet_page import next_form, recorded, recorded_change, sheet_page
from scorekeeper.sheets.web.access import (
    SHEET,
    posted_day,
    posted_key,
    posted_seq,
    query_seq,
    repository,
)
from scorekeeper.sheets.web.collection import REVANCHE_OPENED, collection_asked
from scorekeeper.sheets.web.device import (
    device_sheets,
    known_names,
    remember_sheet,
    written_sheets,
)
from scorekeeper.sheets.web.forms.rules_form import OWN, RulesForm
from scorekeeper.sheets.web.forms.seats_form import SeatsForm
from scorekeeper.sheets.web.rules_text import rule_tables
from scorekeeper.streams.errors import Refused, VersionConflict
from scorekeeper.web.access import reads, writes
from scorekeeper.web.language import current_language
from scorekeeper.web.qr_code import qr_code, server_address
from scorekeeper.web.rate_limits import limit_opened
from scorekeeper.web.templating import fragment, page_or_fragment

bp = Blueprint("sheets", __name__, url_prefix="/sheets")


@bp.get("/new")
def new() -> ResponseReturnValue:
    """Show the form of a new sheet, by the rules of the last one; its seats are empty, but for
    the players of a collection who were tapped."""
    collection = collection_asked()
    last = collection.last_sheet if collection else _last_written()
    rules = RulesForm.of(last) if last else RulesForm.named("")
    if request.args.get("rules") in PRESETS:
        rules = RulesForm.named(request.args["rules"])
    names = collection.names_present if collection else []
    return _new_page(rules, SeatsForm.suggested(rules.game, names))


def _last_written() -> Sheet | None:
    """Return the last sheet that this device wrote, without its hands."""
    return next((access.outline for access in written_sheets()), None)


def _last_players(game: Game) -> list[str]:
    """Return the players of the last sheet that this device wrote, in the order of the seats,
    if this game is for so many; tables are no players."""
    last = _last_written()
    if last is None or last.game.board or game.board:
        return []
    names = [last.names[n] for n in last.state.seats]
    return names if len(names) in game.seats else []


@bp.post("")
@limit_opened
def create() -> ResponseReturnValue:
    """Open a sheet, or show the form again with what is wrong."""
    rules = RulesForm.posted(request.form, own_rules())
    seats = SeatsForm.posted(request.form, rules.game)
    if "again" in request.form:
        return _new_page(rules, SeatsForm.suggested(rules.game, _last_players(rules.game)))
    whole = "choose" in request.form or "begun" in request.form
    if seats.is_rearranged or whole:
        return _new_page(rules, seats, whole)
    collection = collection_asked()
    if not collection and not seats.has_names:
        seats.name_seats(current_language().translate)
    if not seats.validate() or rules.errors:
        seats.errors += _variants_for(rules.game, len(seats.seating.seats))
        return _new_page(rules, seats), 422
    opened = rules.game, rules.options, seats.seating
    title, date, key = request.form.get("title", ""), posted_day(), posted_key()
    if collection:
        try:
            return redirect(
                collection.open_sheet(*opened, title=title, date=date, key=key), 303
            )
        except Refused as refused:
            seats.errors = [refused.message]
            return _new_page(rules, seats), 422
    token = sheets.open_sheet(repository(), *opened, title=title, date=date, key=key)
    remember_sheet(token, written=True)
    return redirect(url_for("sheets.show", token=token), 303)


def _variants_for(game: Game, players: int) -> list[Message]:
    """Return a sentence that names the variant of a game for so many players, if it is another
    one."""
    family = _families()[game.family]
    variants = [preset.title for other, preset in family if players in other.seats]
    if players in game.seats or not variants:
        return []
    return [msg("à %(n)s, prenez la variante « %(title)s »", n=players, title=variants[0])]


@bp.get("/<token>")
@reads(SHEET)
def show(access: SheetAccess) -> ResponseReturnValue:
    """Show the running sheet, with the form of the next hand for those who may write."""
    change = recorded_change(access, query_seq("recorded"))
    form = next_form(access, change) if access.may_write else None
    return sheet_page(access, form, change)


@bp.get("/<token>/print")
@reads(SHEET)
def paper(access: SheetAccess) -> ResponseReturnValue:
    """Show the sheet to be printed: without a link that writes, for a printed file holds
    links."""
    sheet = access.sheet
    paper, layout = asked_paper(), None
    if not sheet.game.board:
        layout = print_layout(sheet, paper, current_language().translate)
    return render_template(
        "sheets/print.html",
        access=access,
        layout=layout,
        ending=ending,
        chart=sheet_chart(sheet),
        grids=grids(sheet) if sheet.game.board else (),
        settlement=settlement(sheet),
        qr_code=qr_code(server_address(url_for("sheets.show", token=access.read_token))),
        **page_of(paper, is_landscape=layout is None),
    )


@bp.get("/<token>/rules")
@reads(SHEET)
def rules(access: SheetAccess) -> ResponseReturnValue:
    """Show the rules of a sheet, with its options; those that are not the book's first."""
    game, options = access.sheet.game, access.sheet.options
    in_use = game.options_in_use(options, access.sheet.most_active)
    house = [pair for pair in game.house_options(options) if pair in in_use]
    return render_template(
        "sheets/rules.html",
        access=access,
        house=house,
        others=[pair for pair in in_use if pair not in house],
        tables=rule_tables(game, options, current_language().code),
        example=worked_example(game, options),
    )


@bp.get("/<token>/note")
@reads(SHEET, SheetRole.WRITING)
def note(access: SheetAccess) -> ResponseReturnValue:
    """Show the form of the note of a sheet."""
    return _note_page(access)


def _note_page(access: SheetAccess, refused: str | None = None) -> str:
    """Return the form of the note of a sheet.

    :param refused: the note that was posted for another version of it.
    """
    return render_template(
        "sheets/note.html",
        access=access,
        refused=refused,
        note_length=NOTE_LENGTH,
        key=new_key(),
    )


@bp.post("/<token>/note")
@writes(SHEET, SheetRole.WRITING)
def annotate(access: SheetAccess) -> ResponseReturnValue:
    """Write a line about the evening; empty to remove it."""
    typed = request.form.get("note", "")
    try:
        seq = annotate_sheet(access, typed, key=posted_key(), seen=posted_seq("seen") or 0)
    except VersionConflict:
        return _note_page(access, typed), 409
    return recorded(access, seq)


@bp.get("/<token>/ranking")
@reads(SHEET)
def ranking(access: SheetAccess) -> ResponseReturnValue:
    """Show the place of every player, or of every team of quadrettes."""
    sheet = access.sheet
    if sheet.game.board is None:
        abort(404)
    content = fragment(("ranking", access.token, sheet.etag), lambda: _ranking(access))
    return render_template("sheets/ranking/show.html", access=access, content=content)


def _ranking(access: SheetAccess) -> str:
    """Return what everybody is shown of a ranking."""
    sheet = access.sheet
    if (teams := sheet_teams(sheet)) is not None:
        return render_template("sheets/ranking/_teams.html", access=access, teams=teams)
    boards, players = len(sheet.boards), sheet_ranking(sheet)
    return render_template(
        "sheets/ranking/_players.html", access=access, players=players, boards=boards
    )


@bp.post("/<token>/revanche")
@writes(SHEET, SheetRole.WRITING)
@limit_opened
def revanche(access: SheetAccess) -> ResponseReturnValue:
    """Open the next game of the same players by the same rules."""
    following = sheets.open_revanche(access)
    REVANCHE_OPENED(access)
    return redirect(url_for("sheets.show", token=following), 303)


def _new_page(rules: RulesForm, seats: SeatsForm, whole: bool = False) -> Response:
    """Return the form of a new sheet; for htmx only its seats, unless the rules change."""
    collection = collection_asked()
    return page_or_fragment(
        "sheets/new.html",
        "sheets/new.html" if whole else "sheets/table/_seats.html",
        rules=rules,
        seats=seats,
        cards=game_cards(rules, own_rules()),
        known=collection.player_names if collection else known_names(),
        again=[] if collection or seats.has_names else _last_players(rules.game),
        collection=collection,
        title=request.form.get("title", ""),
        day=posted_day(collection.last_sheet if collection else None),
        key=new_key(),
        action=url_for("sheets.create"),
    )


class GameCard(NamedTuple):
    """A card to tap: a family of games, or rules that the players named."""

    code: str
    """The rules that a tap chooses."""
    title: Message | str
    subtitle: Message
    emblem: tuple[str, ...]
    is_chosen: bool
    presets: Sequence[Preset] = ()
    """Those of its family."""


def game_cards(rules: RulesForm, own: Mapping[str, RulesForm]) -> list[GameCard]:
    """Return the cards of all families, then those of the players' own rules.

    :param rules: the rules of the form.
    :param own: the rules that the players named themselves, by code.
    """
    families, named = list[GameCard](), list[GameCard]()
    for code, one in own.items():
        is_chosen = one.name == rules.name and one.game is rules.game
        emblem = GAMES.get(one.game.family, one.game).emblem
        named.append(GameCard(code, one.name, one.game.title, emblem, is_chosen))
    is_named = any(card.is_chosen for card in named)
    for family in _families().values():
        games, presets = zip(*family, strict=True)
        players, first = _number_of_players(games), games[0]
        is_chosen = not is_named and rules.preset in presets
        code = presets[0].name
        families.append(GameCard(code, first.title, players, first.emblem, is_chosen, presets))
    return families + named


def _families() -> dict[str, list[tuple[Game, Preset]]]:
    """Return the presets of each family, in the order in which they are offered."""
    families: dict[str, list[tuple[Game, Preset]]] = {}
    for game, preset in PRESETS.values():
        families.setdefault(game.family, []).append((game, preset))
    return families


def _number_of_players(games: Sequence[Game]) -> Message:
    """Return the numbers of players for whom a family has a game."""
    seats = [n for game in games if not game.board for n in game.seats]
    if not seats:
        return msg("plusieurs tables")
    if min(seats) == max(seats):
        return msg("%(n)s joueurs", n=seats[0])
    return msg("%(low)s à %(high)s joueurs", low=min(seats), high=max(seats))


def own_rules() -> dict[str, RulesForm]:
    """Return the rules named on this device by code, the latest first, each name once."""
    distinct: dict[str, RulesForm] = {}
    for access in device_sheets():
        rules = RulesForm.of(access.outline)
        if rules.name:
            distinct.setdefault(f"{rules.game.name} {rules.name}", rules)
    return {f"{OWN}{place}": rules for place, rules in enumerate(distinct.values())}
