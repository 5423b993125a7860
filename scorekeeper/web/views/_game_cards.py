"""The cards of the games on the page of a new sheet: one for each family of games."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.games import GAMES, PRESETS
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Game, Preset
from scorekeeper.web.forms.rules_form import RulesForm

RED = "♥♦"
"""The red suits."""


class Face(NamedTuple):
    """One of the playing cards drawn on a card."""

    text: str
    is_red: bool


class Variant(NamedTuple):
    """A set of rules behind a card."""

    code: str
    title: Message
    is_chosen: bool


class GameCard(NamedTuple):
    """A card to tap: a family of games, or rules that the players named."""

    code: str
    """The rules that a tap chooses."""
    title: Message | str
    subtitle: Message
    faces: tuple[Face, ...]
    is_chosen: bool
    variants: tuple[Variant, ...] = ()
    """Its sets of rules, where there is more than one."""


def game_cards(rules: RulesForm, own: Mapping[str, RulesForm]) -> list[GameCard]:
    """The cards of all families, then those of the players' own rules.

    :param rules: the rules of the form.
    :param own: the rules that the players named themselves, by code.
    """
    named = [_own_card(code, one, rules) for code, one in own.items()]
    chosen = None if any(card.is_chosen for card in named) else rules.preset
    return [*(_card(presets, chosen) for presets in _families().values()), *named]


def _families() -> dict[str, list[tuple[Game, Preset]]]:
    """The presets of each family, in the order in which they are offered."""
    found: dict[str, list[tuple[Game, Preset]]] = {}
    for game, preset in PRESETS.values():
        found.setdefault(game.family, []).append((game, preset))
    return found


def _card(presets: list[tuple[Game, Preset]], chosen: Preset | None) -> GameCard:
    game, first = presets[0]
    variants = tuple(Variant(one.name, one.title, one is chosen) for _, one in presets)
    return GameCard(
        first.name,
        game.title,
        _number_of_players([game for game, _ in presets]),
        _faces(game),
        any(variant.is_chosen for variant in variants),
        variants if len(variants) > 1 else (),
    )


def _own_card(code: str, own: RulesForm, rules: RulesForm) -> GameCard:
    is_chosen = own.name == rules.name and own.game is rules.game
    emblem = GAMES.get(own.game.family, own.game)
    return GameCard(code, own.name, own.game.title, _faces(emblem), is_chosen)


def _number_of_players(games: list[Game]) -> Message:
    """The numbers of players for whom a family has a game."""
    seats = [n for game in games if not game.board for n in game.seats]
    if not seats:
        return msg("plusieurs tables")
    if min(seats) == max(seats):
        return msg("%(n)s joueurs", n=seats[0])
    return msg("%(low)s à %(high)s joueurs", low=min(seats), high=max(seats))


def _faces(game: Game) -> tuple[Face, ...]:
    return tuple(Face(text, text[-1] in RED) for text in game.emblem)
