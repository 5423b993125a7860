"""Belote for two and for three players, each for himself.

No federation has a text for fewer than four. The rules at two are those of Exoty, « La belote
à deux », and of Pagat, Belote découverte; at three those of FunBelote, three-player belote, of
Exoty, « La belote à trois », and of Pagat, Clobyosh for three. Each option names the text that
differs. A pack of 24, 28, 30 or 32 cards, with a *chien* or without, has the same 162 points.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.games.belote.hand import DECK
from scorekeeper.games.belote.options import capot
from scorekeeper.games.belote.places import Rows, cards
from scorekeeper.games.belote.point_values import BELOTE as BELOTE_POINTS
from scorekeeper.games.belote.point_values import MELD, RUNS, SQUARES
from scorekeeper.games.belote.scoring import headline
from scorekeeper.games.belote.side_points import describe_pots
from scorekeeper.games.belote_few import point_values
from scorekeeper.games.belote_few.hand import Hand, OpenHand
from scorekeeper.games.belote_few.options import (
    ANNONCES,
    AT_FOUR,
    BELOTE,
    CARDS,
    CONTRACT,
    EXOTY,
    FAILED_OF_THREE,
    FAILED_OF_TWO,
    LAST,
    NO_TRICK_POINTS,
    TIE_OF_THREE,
    TIE_OF_TWO,
)
from scorekeeper.games.belote_few.point_values import (
    CAPOT,
    CAPOT_OF_DECOUVERTE,
    CAPOT_OF_THREE,
    TARGETS,
    TARGETS_OF_THREE,
)
from scorekeeper.games.belote_few.scoring import moved, score
from scorekeeper.games.belote_few.validation import errors, warnings
from scorekeeper.i18n.messages import msg
from scorekeeper.rules import target
from scorekeeper.rules.game import Game, Preset
from scorekeeper.rules.option import COMMON, Options


def _failed(label: str, points: Sequence[int], how: str) -> Rows:
    """Return a row of the points after a failed contract, by the code of the option."""
    return [(label, *moved(tuple(points), 0, tuple(points), how))]


def places(game: Game, options: Options) -> dict[str, Any]:
    """Return what the texts of these games name: the same with all options."""
    return {
        **vars(point_values),
        "DECK": DECK,
        "BELOTE": BELOTE_POINTS,
        "cards": cards,
        "melds": [(meld, MELD[meld]) for meld in (*SQUARES, *RUNS)],
        "failed": _failed,
    }


SEATS_OF_TWO = range(2, 3)

TWO = Game(
    name="belote_two",
    variant_of="belote",
    title=msg("Belote à deux"),
    presets=(Preset("belote-deux", msg("Belote à deux")),),
    hand=Hand,
    seats=SEATS_OF_TWO,
    active=SEATS_OF_TWO,
    fixed_seats=True,
    describe_held=describe_pots,
    unsigned=True,
    options={
        **COMMON,
        "annonces": ANNONCES,
        "target": target.target_option(*TARGETS),
        "tie": TIE_OF_TWO,
        "failed": FAILED_OF_TWO,
        "capot": capot(*CAPOT, source=AT_FOUR),
        "cards": CARDS,
        **BELOTE,
        **LAST,
    },
    score=score,
    errors=errors,
    warnings=warnings,
    headline=headline,
    places=places,
    example={"taker": 0, "suit": "hearts", "points": [91, 71], "belote": 0},
    end=target.target_of_players,
)
"""Exoty, « La belote à deux »; Pagat, Belote découverte."""


DECOUVERTE = replace(
    TWO,
    name="belote_decouverte",
    title=msg("Belote découverte"),
    presets=(Preset("belote-decouverte", msg("Belote découverte")),),
    hand=OpenHand,
    deals_in_turn=lambda options: False,
    options={
        **COMMON,
        "annonces": ANNONCES,
        "target": target.target_option(*TARGETS),
        "capot": capot(*CAPOT_OF_DECOUVERTE, source=EXOTY),
        "belote": BELOTE["belote"],
        "rounding": LAST["rounding"],
        "must_exceed": LAST["must_exceed"],
    },
    headline=lambda hand, table: hand.suit.label if hand.suit else msg("Sans preneur"),
    example={"suit": "hearts", "points": [91, 71], "belote": 0},
)
"""Exoty, « La belote à deux »."""


SEATS_OF_THREE = range(3, 4)

THREE = replace(
    TWO,
    name="belote_three",
    title=msg("Belote à trois"),
    presets=(Preset("belote-trois", msg("Belote à trois")),),
    seats=SEATS_OF_THREE,
    active=SEATS_OF_THREE,
    options={
        **COMMON,
        "annonces": ANNONCES,
        "target": target.target_option(*TARGETS_OF_THREE),
        "contract": CONTRACT,
        "tie": TIE_OF_THREE,
        "failed": FAILED_OF_THREE,
        "capot": capot(*CAPOT_OF_THREE, source=AT_FOUR),
        "no_trick": NO_TRICK_POINTS,
        "cards": CARDS,
        **BELOTE,
        **LAST,
    },
    example={"taker": 0, "suit": "hearts", "points": [91, 41, 30], "belote": 0},
)
"""FunBelote, three-player belote; Exoty, « La belote à trois »; Pagat, Clobyosh for three."""
