"""Belote, coinche and contrée under their switches: ties, ends, texts."""

import pytest
from conftest import CAST

from scorekeeper.games import GAMES
from scorekeeper.games.belote.hand import Meld
from scorekeeper.rules.answers import answers, read
from scorekeeper.rules.game import Table

FOUR = CAST[:4]


def table_of(game, options=None, **circumstances):
    chosen = game.read_options(options or {})
    return Table(FOUR, chosen, **{"standing": (0, 0), **circumstances})


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
