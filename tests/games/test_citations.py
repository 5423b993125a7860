"""The articles that a reader of the rules pages is shown, read against the texts."""

import re

import pytest
from rules_pages import french_choices, french_tables

from scorekeeper.games import GAMES
from scorekeeper.games.belote.point_values import CARDS
from scorekeeper.games.tarot.hand import DECK
from scorekeeper.games.tarot.point_values import BOUT, JACK, KING, KNIGHT, OTHER, QUEEN
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import Held

CANNES = dict(GAMES["contree"].presets[-1].options)
KEPT = {"capot_keeps_belote": True}
CHOICES = ", et les choix de la table"
COINCHE_BIDS = "FFB coinche 2015 ; 650 : FFB, page web de la coinche"
CARD_VALUES = "FFB coinche 2015, valeur des cartes"
KEPT_BELOTE = " ; capot contré, belote gardée : FFB, page web de la contrée"


def tables_of(name):
    """The tables of a game by the options of its first preset, and its other tables."""
    game = GAMES[name]
    return [*french_tables(game, game.presets[0].options), *french_choices(game)]


def test_a_choice_that_names_a_federation_is_no_house_rule():
    options = [option for game in GAMES.values() for option in game.options.values()]
    named = [
        (option.source_of(value), label.text)
        for option in options
        for value, label in option.choices.items()
        if re.search(r"\((FFT|FFB)", label.text)
    ]
    assert named and [label for source, label in named if str(source) == HOUSE] == []


@pytest.mark.parametrize(
    ("game", "options", "title", "article"),
    [
        ("contree", {"all_trump": "14"}, "Valeur des cartes", f"{CARD_VALUES}{CHOICES}"),
        ("contree", {}, "Valeur des cartes", CARD_VALUES),
        ("coinche", {}, "Il faut", "FFB coinche 2015"),
        ("coinche", {"eighty_needs": 82}, "Il faut", f"FFB coinche 2015{CHOICES}"),
        ("coinche", {"beat_defence": False}, "Il faut", "FFB contrée 27-01-2016, § 10.1"),
        ("coinche", {"tie": "litige"}, "Il faut", f"FFB coinche 2015{CHOICES}"),
        ("coinche", {"capot": 250}, "Il faut", "FFB coinche 2015"),
        ("coinche", {}, "Les enchères", COINCHE_BIDS),
        ("coinche", {"generale": 500}, "Les enchères", f"{COINCHE_BIDS}{CHOICES}"),
        ("contree", {}, "Les enchères", "FFB contrée 27-01-2016"),
        ("contree", {"highest_bid": 650}, "Les enchères", f"FFB contrée 27-01-2016{CHOICES}"),
        ("contree", CANNES, "Les enchères", "Cannes 2016"),
        ("contree", CANNES, "Contrat chuté", "Cannes 2016, marque"),
        ("contree", CANNES | {"generale": 500}, "Les enchères", f"Cannes 2016{CHOICES}"),
        ("contree", {"annonces": True}, "Les enchères", f"FFB contrée 27-01-2016{CHOICES}"),
        ("contree", {"annonces": True}, "Il faut", f"FFB contrée 27-01-2016, § 10.1{CHOICES}"),
        ("contree", {"annonces": True}, "Les annonces", "règle de la table"),
        ("contree", {"counting": "made", "surcoinche": 3}, "Points faits :", "Cannes 2016"),
        ("contree", KEPT, "La belote", f"FFB contrée 27-01-2016, § 10.2{KEPT_BELOTE}"),
        ("tarot", {"margin_to": 5}, "Chelem annoncé et chuté", "règle de la table"),
        ("tarot", {"formula": "flat", "petit_times": False}, "Petit", "règle de la table"),
        ("belote", {"all_trump": "258"}, "Tout atout", "FFB 27-01-2016, § 11.3"),
        ("tarot_mouche", {"mise": 2}, "Contrats", "règle de la table"),
    ],
)
def test_table_of_a_sheet_cites_what_made_it(game, options, title, article):
    tables = french_tables(GAMES[game], options)
    assert next(t.article for t in tables if t.title.startswith(title)) == article


@pytest.mark.parametrize(
    ("game", "name"), [(game.name, name) for game in GAMES.values() for name in game.options]
)
def test_a_label_does_not_say_the_source_again(game, name):
    option = GAMES[game].options[name]
    for value, label in option.choices.items():
        said = re.findall(r"\(([A-Z]\w+)[^)]*\)$", str(label))
        assert not said or said == ["FFT"] or said[0] not in str(option.source_of(value))


def test_cards_of_tarot_are_91_points():
    assert 3 * BOUT + 4 * (KING + QUEEN + KNIGHT + JACK) + 59 * OTHER == 2 * DECK


@pytest.mark.parametrize(
    "suits", [["trump", *["plain"] * 3], *([kind] * 4 for kind in ("no_trump", "13", "14"))]
)
def test_cards_of_belote_are_152_points(suits):
    assert sum(sum(CARDS[suit]) for suit in suits) == 152


@pytest.mark.parametrize(
    ("game", "titles"),
    [
        ("tarot_two", ["Valeur des cartes", "Points à faire, sur 91", "Ce qui se marque"]),
        (
            "belote_decouverte",
            [
                *("Valeur des cartes", "Les points d'une donne"),
                *("Tous les plis (capot)", "Annonces"),
            ],
        ),
    ],
)
def test_game_without_contracts_has_no_table_of_them(game, titles):
    assert [table.title for table in tables_of(game)] == titles


@pytest.mark.parametrize(
    ("game", "option", "value", "source"),
    [
        ("tarot", "poignee", (20, 30, 40), "FFT 2012, p. 7 à 9"),
        ("tarot", "poignee", (10, 20, 40), "règle de la table"),
        ("tarot", "split", "halves", "Pagat, French Tarot"),
        ("coinche", "capot_failed", "chute", "FFB coinche 2015"),
        ("contree", "capot_failed", "capot", "FFB contrée 27-01-2016, § 10.2"),
        ("contree", "belote_on_chute", "stays", "FFB coinche 2015"),
        ("tarot_duplicate", "contract", "garde_contre", "FFT 2012, p. 25"),
    ],
)
def test_choice_has_the_text_that_says_it(game, option, value, source):
    assert str(GAMES[game].options[option].source_of(value)) == source


def of_all_options(get):
    return [
        (game.name, name, value)
        for game in GAMES.values()
        for name, option in game.options.items()
        for value in get(option)
    ]


@pytest.mark.parametrize(("game", "name", "value"), of_all_options(lambda o: o.sources))
def test_source_belongs_to_a_choice_of_its_option(game, name, value):
    assert value in GAMES[game].options[name].choices


GARDE = {"taker": "A", "contract": "garde", "bouts": 2, "points": 49}
LOST_GARDE = GARDE | {"bouts": 0, "points": 0}
MISERE = {"miseres": [{"player": "B", "kind": "tete"}]}
POIGNEE = {"poignees": [{"player": "A", "size": "simple"}]}
POIGNEES = {"poignees": [*POIGNEE["poignees"], {"player": "B", "size": "double"}]}
FAILED_80 = {"taker": "A", "contract": 80, "points": 81}
MADE_80 = FAILED_80 | {"points": 84}
BEATEN_80 = {"taker": "A", "contract": 80, "points": 80}
BID_100 = {"taker": "A", "contract": 100, "points": 120}
LOST_100 = BID_100 | {"points": 60}
BELOTE_113, LOST_BELOTE = (BID_100 | {"points": n, "belote": "attack"} for n in (113, 60))
DOUBLED_CAPOT = {"taker": "A", "contract": "capot", "capot": "attack", "coinche": "coinche"}
REDOUBLED = LOST_100 | {"coinche": "surcoinche", "belote": "attack"}
TO_DEFENCE, FFB_BELOTE = {"belote": "defence"}, "FFB coinche 2015, belote"
TAKEN = {"taker": "A", "points": 91}
ATTACK_MELD, DEFENCE_MELD = (
    {"side": side, "list": ["cinquante"]} for side in ("attack", "defence")
)
WON_PRISE = GARDE | {"contract": "prise"}
PAYMENT = "règle régionale, le paiement"
CENT_OF_A, CENT_OF_B = ({"player": player, "list": ["cent"]} for player in "AB")
ATTACK_HAS, DEFENCE_HAS = {"annonces": ATTACK_MELD}, {"annonces": DEFENCE_MELD}
UNCOUNTED = {"annonces_count": False, "rounding": "none"}
REVOKED_BY_C, FAULTS = (
    {"fault": {"kind": "revoke", "player": "C"}},
    "règle régionale, les fautes",
)
POT_OF_OPPONENT = "FFB, page web de la belote, litige, à quatre"
TIE_HELD = {"tie": "litige", "belote_counts": False}
FFT_8 = "FFT 2012, p. 8 (à trois : p. 11, à cinq : p. 12)"
FFT_7 = "FFT 2012, p. 7"
PAGAT, HOUSE = "Pagat, French Tarot", "règle de la table"
FIFTHS = {"petite": 1, "garde": 2, "garde_sans": 4, "garde_contre": 5}
FFB, CONTREE = "FFB coinche 2015, marque", "FFB contrée 27-01-2016, § 10.2"
CONTREE_PAGE, OWN_BELOTE = "FFB, page web de la contrée", {"belote": "attack"}
FAULT = "règle de la table, comme à Cannes 2016"
CONTREE_ROUNDING = "FFB contrée 27-01-2016, § 10.3"
MARKS, LITIGE = "FFB 27-01-2016, § 10.2", "FFB 27-01-2016, § 10.1.3"
MELDS, FFB_MELDS = "FFB, page web de la belote, avec annonces", "FFB coinche 2015, annonces"
PARLETT = "Parlett, The Penguin Book of Card Games, 2008, Belote"
EXOTY = "Exoty, « La belote à deux »"
WIKIPEDIA = "Wikipédia, « Tarot français »"
SMALL_CHELEM = {"announced_made": 300, "made": 150, "announced_failed": -150}


@pytest.mark.parametrize(
    ("game", "options", "answers", "sources"),
    [
        ("tarot", {"misere": 10}, GARDE | MISERE, [FFT_8, HOUSE]),
        (
            *("tarot", {"petit_chelem": SMALL_CHELEM | {"made": 0}}),
            *(GARDE | {"chelem": "petit_announced_made"}, [FFT_8, PAGAT]),
        ),
        (
            *("tarot", {"defence_chelem": True}),
            *(LOST_GARDE | {"chelem": "defence_announced_made"}, [FFT_8, WIKIPEDIA]),
        ),
        ("tarot", {"contracts": FIFTHS}, GARDE | {"contract": "garde_contre"}, [PAGAT]),
        (
            *("tarot", {"margin_to": 5, "contracts": FIFTHS}),
            *(GARDE | {"contract": "garde_contre"}, [HOUSE]),
        ),
        ("tarot", {"poignee": [20, 35, 40]}, GARDE | POIGNEES, [FFT_8, FFT_7, HOUSE]),
        ("coinche", {}, FAILED_80, [FFB]),
        ("coinche", {"eighty_needs": 82}, FAILED_80, ["Pagat"]),
        *(
            ("contree", {"eighty_needs": 82} | options, MADE_80 | doubled, sources)
            for options, doubled, sources in (
                ({}, {}, ["Pagat", CONTREE, CONTREE_ROUNDING]),
                ({}, {"coinche": "coinche"}, ["Pagat"]),
                ({"counting": "announced"}, {}, ["Pagat"]),
            )
        ),
        ("contree", {}, FAILED_80, [CONTREE, CONTREE, CONTREE_ROUNDING]),
        ("contree", {"eighty_needs": 82}, FAILED_80, ["Pagat"]),
        ("contree", {"beat_defence": True}, BEATEN_80, ["FFB coinche 2015"]),
        ("coinche", {"beat_defence": False}, FAILED_80 | {"points": 60}, [FFB]),
        ("coinche", {"tie": "litige"}, FAILED_80 | {"points": 60}, [FFB]),
        ("coinche", {"rounding": "to5"}, BID_100 | {"contract": 85}, [FFB, HOUSE, HOUSE]),
        ("coinche", {"rounding": "to5"}, LOST_100 | {"contract": 85}, [HOUSE]),
        ("contree", {"highest_bid": 650}, LOST_100, [CONTREE]),
        ("contree", {"highest_bid": 650}, LOST_100 | {"contract": 200}, [HOUSE]),
        ("contree", {"highest_bid": 270}, LOST_100 | {"contract": 200}, ["Cannes 2016"]),
        ("coinche", {}, LOST_100 | {"contract": 200}, [FFB]),
        ("coinche", {"surcoinche": 3, "capot": 250}, LOST_100, [FFB]),
        ("coinche", {"surcoinche": 3}, LOST_100 | {"coinche": "coinche"}, [FFB]),
        ("coinche", {"surcoinche": 3}, LOST_100 | {"coinche": "surcoinche"}, ["Cannes 2016"]),
        ("contree", {"doubling": "contract"}, DOUBLED_CAPOT, [CONTREE]),
        ("contree", {"doubling": "made"}, DOUBLED_CAPOT, [CONTREE]),
        ("contree", {"defence_capot": True}, DOUBLED_CAPOT | {"capot": "defence"}, [CONTREE]),
        ("coinche", {"surcoinche": 3}, REDOUBLED, ["Cannes 2016", FFB_BELOTE]),
        ("coinche", {"surcoinche": 3}, REDOUBLED | TO_DEFENCE, ["Cannes 2016"] * 2),
        (
            *("coinche", {"annonces_on_chute": "stay"}),
            *(LOST_100 | {"points": 20, "annonces": ATTACK_MELD}, [FFB, HOUSE]),
        ),
        (
            *("coinche", {"annonces_count": False, "rounding": "none"}),
            *(BEATEN_80 | {"points": 90, "annonces": DEFENCE_MELD}, [HOUSE, HOUSE, HOUSE]),
        ),
        (*("coinche", UNCOUNTED), *(LOST_100 | DEFENCE_HAS, [FFB, FFB_MELDS])),
        (*("coinche", UNCOUNTED), *(BID_100 | DEFENCE_HAS, [FFB, FFB, FFB_MELDS])),
        (*("coinche", UNCOUNTED), *(BID_100 | ATTACK_HAS, [HOUSE, FFB, FFB_MELDS])),
        (*("coinche", UNCOUNTED), *(LOST_100 | ATTACK_HAS, [HOUSE, HOUSE])),
        (
            *("coinche", {"surcoinche": 3, "belote_doubled": False}),
            *(REDOUBLED | TO_DEFENCE, ["Cannes 2016", CONTREE]),
        ),
        (
            *("contree", {"annonces": True}),
            *(
                BID_100 | {"annonces": ATTACK_MELD},
                [CONTREE, CONTREE, HOUSE, CONTREE_ROUNDING],
            ),
        ),
        (
            *("contree", CANNES, BELOTE_113),
            ["Cannes 2016, marque"] * 2 + ["Cannes 2016, belote", "Cannes 2016, arrondi"],
        ),
        ("contree", CANNES, LOST_100, ["Cannes 2016, marque", "Cannes 2016, arrondi"]),
        ("coinche", {}, BELOTE_113, [FFB, FFB, FFB_BELOTE, "FFB coinche 2015, § 10.2"]),
        ("contree", {}, BELOTE_113, [CONTREE, CONTREE, CONTREE, CONTREE_ROUNDING]),
        (
            *("coinche", {"rounding": "6up"}, BELOTE_113),
            [FFB, FFB, FFB_BELOTE, "Cannes 2016, arrondi"],
        ),
        (
            *("coinche", {"base": 162}, LOST_BELOTE),
            ["Cannes 2016, marque", FFB_BELOTE, "FFB coinche 2015, § 10.2"],
        ),
        (
            *("coinche", {"counting": "made"}, BELOTE_113),
            [CONTREE, FFB_BELOTE, "FFB coinche 2015, § 10.2"],
        ),
        ("contree", {"belote_on_chute": "stays"}, LOST_BELOTE, [CONTREE, FFB_BELOTE]),
        ("coinche", {"belote_on_chute": "follows"}, LOST_BELOTE, [FFB, CONTREE]),
        (
            *("contree", {"capot_keeps_belote": True}),
            *(LOST_BELOTE | {"points": None, "capot": "defence"}, [CONTREE, CONTREE_PAGE]),
        ),
        (
            "contree",
            {"counting": "announced"},
            BELOTE_113,
            [f"{CONTREE_PAGE}, points annoncés"],
        ),
        *(
            (
                game,
                {},
                DOUBLED_CAPOT | {"capot": None, "contract": 100, "fault": "defence"},
                [FAULT],
            )
            for game in ("coinche", "contree")
        ),
        (
            *("contree", {}),
            *({"taker": "A", "contract": 100, "fault": "attack"} | OWN_BELOTE, [FAULT, HOUSE]),
        ),
        ("belote", {"rounding": "6up"}, TAKEN, [MARKS, "Cannes 2016, arrondi"]),
        ("belote", {}, TAKEN, [MARKS]),
        ("belote", {"tie": "failed"}, TAKEN, [MARKS]),
        ("belote", {"tie": "failed"}, TAKEN | {"points": 81}, [LITIGE]),
        ("belote", {"tie": "replayed"}, TAKEN | {"points": 81}, [HOUSE]),
        ("belote", {"belote_counts": False}, TAKEN, [MARKS]),
        ("belote", {"belote_counts": False}, TAKEN | {"belote": "attack"}, [HOUSE, MARKS]),
        ("belote", {"belote_counts": False}, TAKEN | {"points": 81}, [LITIGE]),
        *(
            ("belote", {"tie": "made"}, TAKEN | {"points": n, "belote": "attack"}, [cited] * 2)
            for n, cited in ((71, LITIGE), (91, MARKS))
        ),
        (
            *("belote", {"annonces": True, "belote_counts": False}),
            *(TAKEN | {"points": 65} | ATTACK_HAS | TO_DEFENCE, [HOUSE, MARKS, HOUSE]),
        ),
        (
            *("belote", {"annonces": True, "belote_counts": False}),
            *(TAKEN | {"points": 110} | DEFENCE_HAS | TO_DEFENCE, [HOUSE, MARKS, MELDS]),
        ),
        (
            *("belote", {"annonces": True, "belote_counts": False}),
            *(TAKEN | {"points": 40, "belote": "attack"} | DEFENCE_HAS, [HOUSE, MARKS, MELDS]),
        ),
        (
            *("belote_two", TIE_HELD),
            *({"taker": "A", "capot": "A", "belote": "B"}, [EXOTY, EXOTY]),
        ),
        (
            *("belote_two", {"annonces": True, "failed": "own"}),
            *(
                {"taker": "A", "points": [60, 102], "annonces": CENT_OF_B},
                ["bicyclecards.com, « Belotte »", PARLETT],
            ),
        ),
        (
            *("belote_two", TIE_HELD),
            *({"taker": "A", "points": [81, 81]}, [f"{LITIGE}, à quatre"]),
        ),
        (
            *("belote_two", {"annonces": True, "annonces_count": False}),
            *({"taker": "A", "points": [60, 102], "annonces": CENT_OF_A}, [HOUSE, HOUSE]),
        ),
        ("belote", {"capot": 250}, TAKEN, [MARKS]),
        ("belote", {"capot": 250}, {"taker": "A", "capot": "attack"}, [HOUSE]),
        (
            *("belote", {"annonces": True, "annonces_count": False}),
            *(TAKEN | {"points": 60, "annonces": ATTACK_MELD}, [HOUSE, HOUSE]),
        ),
        (
            *("belote", {"annonces": True, "annonces_on_chute": "lost"}),
            *(TAKEN | {"annonces": ATTACK_MELD}, [MARKS, MELDS]),
        ),
        (
            *("belote", {"annonces": True, "annonces_on_chute": "lost"}),
            *(TAKEN | {"points": 40, "annonces": ATTACK_MELD}, [MARKS, HOUSE]),
        ),
        (
            *("belote", {"annonces": True, "annonces_on_chute": "lost"}),
            *(TAKEN | {"points": 40, "annonces": DEFENCE_MELD}, [MARKS, MELDS]),
        ),
        ("tarot_mouche", {"mise": 2}, WON_PRISE, [HOUSE, PAYMENT, HOUSE]),
        ("tarot_mouche", {"mise": 2}, WON_PRISE | {"contract": "garde"}, [HOUSE] * 3),
        ("tarot_mouche", {"dealer_mise": 10}, WON_PRISE, [PAGAT, PAYMENT, PAGAT]),
        (
            *("tarot_mouche", {"mise": 2}),
            *(WON_PRISE | REVOKED_BY_C, [HOUSE, PAYMENT, HOUSE, HOUSE]),
        ),
        (
            *("tarot_mouche", {"mise": 2}),
            *(WON_PRISE | {"fault": {"kind": "forbidden_discard"}}, [HOUSE, FAULTS]),
        ),
    ],
)
def test_line_cites_what_made_it(game, options, answers, sources):
    game = GAMES[game]
    players = tuple("ABCD"[: game.seats[-1]])
    at = Table(players, game.read_options(options), standing=(0, 0))
    found = game.sources(game.read(answers, at), at)
    assert list(map(str, found)) == sources


@pytest.mark.parametrize(
    ("game", "options", "answers", "source"),
    [
        ("belote", {}, {"points": 91, "belote": "attack"}, LITIGE),
        ("belote", {}, {"points": 60}, "FFB, page web de la belote, litige"),
        ("belote", {"belote_counts": False}, {"points": 120, "belote": "attack"}, LITIGE),
        ("belote", {"belote_counts": False}, {"points": 90, "belote": "defence"}, HOUSE),
        ("belote", {"belote_counts": False}, {"points": 80, "belote": "attack"}, HOUSE),
        ("belote_two", TIE_HELD, {"points": [68, 94], "belote": "B"}, POT_OF_OPPONENT),
        ("belote_two", TIE_HELD, {"points": [90, 72], "belote": "B"}, HOUSE),
        ("belote_two", TIE_HELD, {"points": [80, 82], "belote": "A"}, HOUSE),
    ],
)
def test_points_of_an_earlier_tie_cite_what_won_them(game, options, answers, source):
    game = GAMES[game]
    players = tuple("ABCD"[: game.seats[-1]])
    at = Table(players, game.read_options(options), held=Held((150,)))
    hand = game.read({"taker": "A"} | answers, at)
    assert str(game.sources(hand, at)[-1]) == source


def test_stakes_of_a_passed_deal_are_a_house_rule():
    game = GAMES["tarot_mouche"]
    at = Table(("A", "B", "C"), game.read_options({"mise": 2}))
    assert list(map(str, game.sources(None, at))) == [HOUSE]
