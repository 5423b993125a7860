"""The figures of players: for which of them one played hand counts, and how it ends.

A figure is named by a key. The same function counts the hands of a figure and finds the hands
behind it, so that what a page shows and the hands that it opens agree.

======================  ================================================================
``hand``                every hand played; won if it brought points
``taker``               contracts taken that the hand decided; won if made
``partner``             the same as the other player of the attack
``defender``            the same against the contract; won if it failed
``contract=garde``      those of a taker at this contract, in a game of several
``with=3``              hands on one side with this player: taker and partner, or a team; by
                        the points of both together
``against=3``           hands with this player on another side, or as another defender; won
                        by who has more points
======================  ================================================================
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.i18n.messages import Message
from scorekeeper.rules.answers import questions, schema
from scorekeeper.rules.choice import HandRole
from scorekeeper.rules.game import Game
from scorekeeper.rules.question import Bid, OneOf
from scorekeeper.sheets.played import PlayedHand

HAND, TAKER, PARTNER, DEFENDER = "hand", "taker", "partner", "defender"
CONTRACT = "contract"

PAIRED = ("with", "against")
"""The beginnings of the keys that end with another player."""


class HandResult(NamedTuple):
    """The result of one hand for one figure."""

    won: bool | None
    points: int
    """The points of the player; at ``against`` the difference of the two columns, at ``with``
    the sum of those of the side."""


class Tally(NamedTuple):
    """The hands of a figure, added up; all are integers."""

    hands: int = 0
    won: int = 0
    lost: int = 0
    points: int = 0

    def plus(self, other: "Tally") -> "Tally":
        """Return the tally of these hands and those."""
        hands, won, lost, points = self
        more, more_won, more_lost, more_points = other
        return Tally(hands + more, won + more_won, lost + more_lost, points + more_points)

    @property
    def decided(self) -> int:
        """The hands that were won or lost."""
        return self.won + self.lost

    @property
    def per_hand(self) -> Fraction:
        """The points per hand; 0 without a hand."""
        return Fraction(self.points, max(1, self.hands))


NO_HANDS = Tally()


def points_of(game: Game, points: tuple[int, ...], player: int) -> int:
    """Return the points by column of one player: those of his column, and in a game of two
    teams the difference to the other one, so that the points of all players sum to zero."""
    column = game.column(player)
    return points[column] - points[1 - column] if game.teams else points[column]


def players_of(hand: PlayedHand, game: Game, players: int) -> list[int]:
    """Return the players who played a hand, by number; ``players``: how many the sheet has."""
    return [n for n in range(players) if game.column(n) in hand.columns]


def results(hand: PlayedHand, game: Game, players: int) -> dict[int, dict[str, HandResult]]:
    """Return what a hand was for each of its players, by player and key."""
    playing = players_of(hand, game, players)
    points = {player: points_of(game, hand.points, player) for player in playing}
    return {player: dict(_results(hand, game, points, player)) for player in playing}


def _results(
    hand: PlayedHand, game: Game, points_by_player: Mapping[int, int], player: int
) -> Iterator[tuple[str, HandResult]]:
    points = points_by_player[player]
    result = HandResult(None if not points else points > 0, points)
    yield HAND, result
    column = game.column(player)
    attacks = column in hand.attack
    won = hand.won if attacks or hand.won is None else not hand.won
    if won is not None:
        yield from _in_contract(hand, game, HandResult(won, points), player)
    side = hand.attack if attacks else (column,)  # a defender is on his own
    together = points if game.teams else sum(hand.points[mate] for mate in side)
    for other in points_by_player:
        theirs = game.column(other)
        if theirs not in side:
            ahead = hand.points[column] - hand.points[theirs]
            yield f"against={other}", HandResult(None if not ahead else ahead > 0, ahead)
        elif other != player:
            yield f"with={other}", HandResult(won, together)


def _in_contract(
    hand: PlayedHand, game: Game, result: HandResult, player: int
) -> Iterator[tuple[str, HandResult]]:
    attacks = game.column(player) in hand.attack
    if player == hand.taker:
        yield TAKER, result
        if hand.contract:
            yield f"{CONTRACT}={hand.contract.code}", result
    else:
        yield (PARTNER if attacks else DEFENDER), result


def with_players(key: str, players: Mapping[int, int]) -> str:
    """Return a key with the player of a circle in the place of one of a sheet; empty if that
    one is a guest.

    >>> with_players("against=1", {1: 7}), with_players("with=2", {})
    ('against=7', '')
    """
    kind, _, other = key.partition("=")
    if kind not in PAIRED:
        return key
    player = players.get(int(other), 0)
    return f"{kind}={player}" if player else ""


def contract_place(game: Game, key: str) -> tuple[int, Message | str] | None:
    """Return the place of a contract among those of the game, and its name; nothing for
    another key.

    >>> from scorekeeper.games.tarot import GAME
    >>> place, label = contract_place(GAME, "contract=garde")
    >>> str(label)
    'Garde'
    """
    name = schema(game.hand).roles.get(HandRole.CONTRACT)
    kind, _, code = key.partition("=")
    if kind != CONTRACT or name is None:
        return None
    question = questions(game.hand)[name]
    if isinstance(question, OneOf):
        for place, choice in enumerate(question.choices):
            if choice.code == code:
                return place, choice.label
    if isinstance(question, Bid) and code in question.words:
        return question.high + 1 + list(question.words).index(code), question.words[code]
    return (int(code) if code.isdigit() else 0), code
