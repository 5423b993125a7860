"""What a table asks of a rules page: the numbers of the texts, against what the page says.

The expected cells are those of the texts, typed here by hand: the page computes its own.
"""

import pytest
from rules_pages import french_tables

from scorekeeper.games import GAMES, PRESETS
from scorekeeper.sheets.reports.worked_example import worked_example


def cells(preset, title, **options):
    """The rows of the table of this title, by their labels."""
    game, rules = PRESETS[preset]
    tables = french_tables(game, {**rules.options, **options})
    (table,) = (table for table in tables if table.title.startswith(title))
    return {label: answers for label, *answers in table.rows}


ANSWERS = {
    ("coinche-ffb", "Contrat fait"): {
        "100, 120 faits": "220 | 40",
        "100, 120 faits · Coinché": "520 | 0",
        "100, 120 faits · Surcoinché": "1 040 | 0",
        "Capot demandé": "500 | 0",
        "Capot demandé · Surcoinché": "2 000 | 0",
        "100, capot sans l'avoir demandé": "350 | 0",
    },
    ("coinche-ffb", "Contrat chuté"): {"Capot": "410 | 820 | 1 640"},
    ("coinche-ffb", "Il faut"): {
        "80, 81 faits à 81": "chuté, 81 contre 81",
        "90, 100 faits, un cinquante à la défense": "chuté, 100 contre 112",
    },
    ("coinche-ffb", "La belote"): {
        "100, 60 faits, belote à l'attaque": "20 | 260",
        "100, capot, belote à la défense": "350 | 20",
    },
    ("contree-faits-annonces", "Contrat fait"): {"100, 120 faits": "220 | 40"},
    ("contree-faits-annonces", "La belote"): {
        "100, 60 faits, belote à l'attaque": "0 | 280",
        "100, capot, belote à la défense · Contré": "520 | 20",
    },
    ("belote-ffb", "Points de plis"): {
        "Sans belote": "82",
        "Avec sa belote": "72",
        "Belote à la défense": "92",
    },
    ("belote-annonces", "Avec des annonces : points"): {
        "Cinquante à la défense, sans belote": "107"
    },
    ("contree-faits", "Points faits"): {
        "Capot sans l'avoir demandé, doublé": "320 + 100 ; redoublé, rien de plus"
    },
    ("contree-annonces", "Points annoncés"): {
        "Doublé, fait ou chuté": "deux fois le contrat, au gagnant : à 80 aussi 160"
    },
    ("contree-faits", "Les enchères"): {
        "Enchères": "de 80 à 160, de 10 en 10, toujours plus haut ; puis le capot"
    },
    ("tarot-fft", "Poignées, jamais multipliées"): {"Triple": "40 | 18 | 15 | 13"},
    ("tarot-fft", "Chelem, jamais"): {
        "Fait par la défense : chaque défenseur reçoit en plus": "200"
    },
    ("tarot-fft", "À la table"): {
        "L'Excuse, à la défense contre un chelem": (
            "elle la garde : l'attaque a 87 points (p. 9)"
        ),
    },
    ("contree-faits-annonces", "Il faut"): {"80, 81 faits à 81": "fait, 81 pour 80"},
    ("contree-faits-annonces", "Contrat chuté"): {"Capot": "500 | 1 000 | 2 000"},
    ("tarot-fft", "À trois et à cinq"): {"40½": "chutée de 1", "41½": "faite de 1"},
    ("tarot-fft", "Chelem annoncé et chuté"): {
        "Chaque défenseur paie": "−134",
        "Contrat": "+66",
    },
    ("tarot-mouche", "Chelems"): {"Plis qu'un petit chelem peut perdre": "2 | 1 | 1"},
    ("belote-ffb", "Ce que marque"): {
        "60 à 102, belote au preneur : il la garde": "20 | 162 | —"
    },
    ("belote-ffb", "Tout atout"): {"198 sur 258, et la belote": "144 | 38 | —"},
    ("tarot-fft", "Cartes de chacun"): {"à 3": "24 | 6", "à 4": "18 | 6", "à 5": "15 | 3"},
    ("belote-ffb", "Les points"): {"Dix de der : le dernier pli": "10"},
    ("belote-ffb", "La donne"): {"Capot": "333 | 0 | —", "Dedans, 80 à 82": "0 | 243 | —"},
    ("belote-annonces", "Avec des annonces : ce"): {
        "60 à 102, tierce au preneur": "0 | 182 | —",
        "Capot, tierce à la défense": "272 | 0 | —",
        "91 à 71, cinquante à la défense": "0 | 212 | —",
    },
    ("belote-ffb", "À la table"): {
        "Troisième fausse donne de suite": "162 points à l'autre camp (FFB, pages web)",
        "Renonce, coupe oubliée… vue à la fin": (
            "la donne est perdue pour ce camp, et 162 points à l'autre (FFB, pages web)"
        ),
    },
    ("coinche-ffb", "À la table"): {
        "Troisième fausse donne de suite": "160 points à l'autre camp (FFB, pages web)"
    },
    ("coinche-ffb", "Les annonces"): {
        "100, 120 faits, tierce à la défense · Coinché": "560 | 0"
    },
    ("belote-annonces", "Annonces"): {
        "Carré d'as": "100 | 200",
        "Carré de valets": "200 | 100",
    },
    ("coinche-ffb", "Les enchères"): {
        "Enchères": "de 80 à 650, de 10 en 10, toujours plus haut ; puis le capot",
    },
    ("contree-cannes", "La fin de la partie"): {
        "L'arrondi": "ne fait pas un contrat ; la dernière donne se marque au point près"
    },
    ("contree-faits", "La fin de la partie"): {
        "L'arrondi": "ne fait pas un contrat ; il peut finir la partie"
    },
}
"""By preset and beginning of a table's title, what its rows answer, from cell to cell."""


@pytest.mark.parametrize(
    ("preset", "title", "label", "answers"),
    [(*table, *row) for table, rows in ANSWERS.items() for row in rows.items()],
)
def test_a_table_answers_as_its_text(preset, title, label, answers):
    assert cells(preset, title)[label] == answers.split(" | ")


@pytest.mark.parametrize(
    ("preset", "options", "title", "label", "answers"),
    [
        (
            *("tarot-fft", {"poignee": [10, 20, 40]}, "Poignées", "Simple"),
            ["10", "13", "10", "8"],
        ),
        ("tarot-fft", {"formula": "flat"}, "Contrats", "Garde", ["40"]),
        ("tarot-fft", {"petit_au_bout": 15}, "Petit au bout", "Petit au bout", ["15"]),
        ("tarot-mouche", {"mise": 5}, "Chelems", "Grand chelem", ["1 250", "1 000", "1 000"]),
        ("belote-ffb", {"tie": "failed"}, "Ce que marque", "81 à 81", ["0", "162", "—"]),
        (
            *("belote-ffb", {"litige_to": "contract"}, "La donne"),
            "Dedans, 80 à 82",
            ["0", "162", "81"],
        ),
        ("coinche-ffb", {"surcoinche": 3}, "Contrat chuté", "100", ["260", "520", "780"]),
        ("contree-faits", {"all_trump": "14"}, "Valeur", "Valet", ["20", "2", "2", "14"]),
        ("contree-faits", {"all_trump": "258"}, "Valeur", "9", ["14", "0", "0", "14"]),
        (
            "contree-faits",
            {"annonces": True},
            "Les enchères",
            "Enchères",
            ["de 80 à 650, de 10 en 10, toujours plus haut ; puis le capot"],
        ),
        (
            "contree-faits",
            {"base": 162},
            "Points faits",
            "Redoublé",
            ["650 points au gagnant, quel que soit le nombre demandé"],
        ),
    ],
)
def test_tables_have_the_numbers_of_the_sheet(preset, options, title, label, answers):
    assert cells(preset, title, **options)[label] == answers
    assert cells(preset, title)[label] != answers


@pytest.mark.parametrize(
    ("preset", "options", "title", "label"),
    [
        ("contree-faits", {"defence_keeps": True}, "Points faits", "Doublé et fait"),
        ("coinche-ffb", {"generale": 500}, "Les enchères", "Générale"),
        (
            *("tarot-mouche", {"mouches": "separate"}, "Mouches"),
            "Chaque échec, dans une nouvelle mouche",
        ),
        (
            *("tarot-mouche", {"failure": "double"}, "Mouches"),
            "Chaque échec, qui double la mouche",
        ),
        ("tarot-mouche", {"failure": 20}, "Mouches", "Chaque échec, dans la même mouche"),
    ],
)
def test_what_a_table_added_is_said_there_alone(preset, options, title, label):
    assert label in cells(preset, title, **options)
    assert label not in cells(preset, title)


@pytest.mark.parametrize(
    ("preset", "options", "label", "said"),
    [
        ("belote-ffb", {}, "Litige sur litige", True),
        ("belote-ffb", {"tie": "failed"}, "Litige sur litige", False),
        ("belote-ffb", {}, "Belote, à sans atout", True),
        ("coinche-ffb", {}, "Au bout par sa belote seule", True),
        ("belote-ffb", {}, "Au bout par sa belote seule", False),
        ("belote-ffb", {}, "Partie en donnes, égalité à la dernière", True),
        ("contree-faits", {}, "Tierce, carré…", True),
        ("contree-faits", {"annonces": True}, "Tierce, carré…", False),
        ("contree-faits", {}, "Capot demandé et chuté", True),
        ("contree-faits", {"belote_on_chute": "stays"}, "Capot demandé et chuté", False),
        ("belote-ffb", {}, "Partie en points, finie avec un litige en jeu", True),
        ("coinche-ffb", {}, "Partie en points, finie avec un litige en jeu", False),
        ("belote-ffb", {}, "Les deux camps au bout", True),
        ("belote-ffb", {"deals": 12}, "Les deux camps au bout", False),
        ("belote-ffb", {"deals": 12, "target": 1000}, "Les deux camps au bout", True),
        ("belote-ffb", {"deals": 12}, "À égalité après la dernière donne", True),
        ("belote-ffb", {}, "À égalité après la dernière donne", False),
        ("belote-ffb", {}, "L'arrondi", False),
        ("belote-ffb", {"rounding": "5up"}, "L'arrondi", True),
        ("coinche-ffb", {}, "L'arrondi", True),
        ("coinche-ffb", {}, "Litige sur litige", False),
    ],
)
def test_the_table_is_told_what_its_options_need(preset, options, label, said):
    tables = [cells(preset, title, **options) for title in ("À la table", "La fin de la")]
    assert any(label in table for table in tables) == said


def test_a_failed_contract_is_told_by_its_levels():
    game, rules = PRESETS["contree-cannes"]
    (failed,) = (t for t in french_tables(game, rules.options) if "chuté" in t.title)
    assert failed.head == ("Contrat", "simple", "Contré", "Surcontré")


@pytest.mark.parametrize("preset", PRESETS)
def test_each_game_has_an_example_that_the_engine_scores(preset):
    game, rules = PRESETS[preset]
    example = worked_example(game, game.read_options(rules.options))
    if game.board or game.name == "libre":
        assert example is None
    else:
        (row,) = example.rows
        assert any(row.points) and len(row.sources) == len(row.score.lines) > 0


def test_an_example_follows_the_options():
    game = GAMES["tarot"]
    flat = worked_example(game, game.read_options({"formula": "flat"}))
    assert flat.state.totals == (3 * (40 + 8 + 10 + 20), -78, -78, -78)
    no_garde = game.read_options({"contracts": {"petite": 1}})
    assert worked_example(game, no_garde) is None and french_tables(game, no_garde)
