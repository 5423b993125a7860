"""Belote, coinche and contrée under their switches: ties, ends, texts."""

import pytest
from conftest import CAST

from scorekeeper.games import GAMES, PRESETS
from scorekeeper.games.belote.hand import Meld
from scorekeeper.rules.answers import HandError, answers, read
from scorekeeper.rules.game import Table

FOUR = CAST[:4]


def table_of(game, options=None, **circumstances):
    chosen = game.read_options(options or {})
    return Table(FOUR, chosen, **{"standing": (0, 0), **circumstances})


CANNES = PRESETS["contree-cannes"][1].options

DOUBLED = {"points": 130, "coinche": "coinche"}


@pytest.mark.parametrize(
    ("ending", "options", "told"),
    [
        ({"points": 130}, {}, "meilleure annonce"),
        ({"points": 40}, {}, "qui gagne la donne"),
        ({"points": 40}, {"annonces_on_chute": "stay"}, "meilleure annonce"),
        ({"points": 40}, {"annonces_on_chute": "lost"}, "perdues"),
        (DOUBLED, {}, "qui gagne la donne"),
        (DOUBLED, {"defence_keeps": True}, "meilleure annonce"),
        ({"capot": "attack"}, {}, "a fait tous les plis"),
        ({"capot": "attack", "coinche": "coinche"}, {}, "qui gagne la donne"),
        ({"capot": "defence"}, {}, "qui gagne la donne"),
    ],
)
def test_a_line_of_annonces_says_who_marks_them(ending, options, told):
    game, shown = GAMES["coinche"], {"side": "attack", "points": 20}
    at = table_of(game, options)
    given = {"taker": "Anne", "contract": 100, "annonces": shown, **ending}
    lines = game.score(game.read(given, at), at).lines
    assert told in next(str(line.because) for line in lines if line.extra)


def test_square_without_rank_is_still_read():
    game = GAMES["coinche"]
    given = {
        **{"taker": "Anne", "contract": 100, "points": 110},
        "annonces": {"side": "attack", "list": ["carre", "carre", "carre_neufs"]},
    }
    hand = read(game.hand, given, FOUR)
    assert hand.annonces.list == (Meld.CARRE, Meld.CARRE, Meld.CARRE_NEUFS)
    assert answers(hand, FOUR) == given


GENERALE = {"taker": "Anne", "contract": "generale", "generale_made": True}


@pytest.mark.parametrize(
    ("given", "options", "field"),
    [
        (GENERALE, {}, "contract"),
        (GENERALE | {"generale_made": None}, {"generale": 500}, "generale_made"),
        (GENERALE | {"points": 100}, {"generale": 500}, "points"),
        (GENERALE | {"capot": "attack"}, {"generale": 500}, "capot"),
        (GENERALE | {"contract": 100, "points": 100}, {"generale": 500}, "generale_made"),
        (GENERALE | {"contract": "all"}, {"generale": 500}, "contract"),
        (GENERALE | {"fault": "attack"}, {"generale": 500}, "fault"),
        ({"taker": "Anne", "contract": 90, "points": 100, "fault": "attack"}, {}, "points"),
        ({"taker": "Anne", "contract": 90, "capot": "attack", "fault": "attack"}, {}, "capot"),
    ],
)
@pytest.mark.parametrize("name", ["coinche", "contree"])
def test_generale_and_fault_have_no_points(name, given, options, field):
    game = GAMES[name]
    game.read(GENERALE, table_of(game, {"generale": 500}))
    with pytest.raises(HandError) as refused:
        game.read(given, table_of(game, options))
    assert refused.value.name == field


@pytest.mark.parametrize(
    ("bid", "options", "given", "expected"),
    [
        *((bid, {}, {"capot": "attack"}, []) for bid in (80, 160, "capot")),
        *((bid, {}, {"capot": "attack"}, ["contract"]) for bid in (170, 180, 250, 650)),
        (650, {"highest_bid": 650}, {"capot": "attack"}, []),
        (180, CANNES, {"points": 150, "belote": "attack"}, []),
        (280, CANNES, {"points": 150, "belote": "attack"}, ["contract"]),
    ],
)
def test_bid_above_those_of_the_text_is_warned_of(bid, options, given, expected):
    game = GAMES["contree"]
    at = table_of(game, options)
    hand = game.read({"taker": "Anne", "contract": bid, **given}, at)
    assert [warning.name for warning in game.warnings(hand, at)] == expected
