"""The regulations in words: thirty règlements entered as fields, printed, and read back."""

import re
import tomllib
from pathlib import Path

import pytest

from scorekeeper.i18n.languages import translator
from scorekeeper.tournaments.regulations import PRESETS, Regulations, as_fields, from_fields
from scorekeeper.tournaments.statement import statement

VECTORS = Path(__file__).parents[1] / "vectors" / "tournaments"
REGLEMENTS = tomllib.loads((VECTORS / "reglements.toml").read_text(encoding="utf-8"))[
    "reglement"
]

NUMBER = r"([\d\N{NARROW NO-BREAK SPACE}]+)"
AMOUNT = r"([\d,]+)\N{NO-BREAK SPACE}€"
NUMBERS = {
    rf"{NUMBER} (?:positions|parties)\b": "rounds",
    rf"(?:positions|parties) de {NUMBER} donnes": "deals",
    rf"parties en {NUMBER} points": "target",
    rf"{NUMBER} minutes": "minutes",
    rf"a joué {NUMBER} (?:positions|parties) ou plus": "ranked_from",
    rf"sans adversaire marque {NUMBER} points": "exempt_points",
    rf"forfait on marque {NUMBER} points": "forfeit_points",
    rf"capot vaut {NUMBER}": "capot",
    rf"faute (?:coûte|donne) {NUMBER} points": "penalty",
}
AMOUNTS = {
    rf"Inscription : {AMOUNT}": "entry",
    rf"deux dernières fois,(?: sans la finale,)? non primé : {AMOUNT}": "last_two",
    rf"pas d'autre prix : {AMOUNT}": "everyone",
}
WORDS = {
    "mouvement de la FFT": ("draw", "fft"),
    "tirées au sort, si possible": ("draw", "random"),
    "dans l'ordre du classement": ("draw", "ranking"),
    "sinon trois": ("odd_tables", "three"),
    "sinon cinq": ("odd_tables", "five"),
    "81 points à chacun": ("litige", "split"),
    "ses points sont perdus": ("litige", "held"),
    "même donneur": ("passes", "same"),
    "joueur suivant donne": ("passes", "next"),
    "partagent la place": ("tie", "shared"),
    "à la dernière partie": ("tie", "last_round"),
    "à la première partie": ("tie", "first_round"),
    "marqué le plus en une partie": ("tie", "best_round"),
    "sont classés devant": ("final_first", "yes"),
    "par victoires": ("ranking", "wins"),
    "total des points de l'équipe": ("ranking", "points"),
    "leur total décide": ("ranking", "points"),
}


def cents(amount):
    euros, _, part = amount.partition(",")
    return str(int(euros) * 100 + int(part or 0))


def read_back(text):
    """The fields that a printed règlement says."""
    found = {field: value for words, (field, value) in WORDS.items() if words in text}
    for pattern, field in NUMBERS.items():
        if match := re.search(pattern, text):
            found[field] = re.sub(r"\D", "", match[1])
    for pattern, field in AMOUNTS.items():
        if match := re.search(pattern, text):
            found[field] = cents(match[1])
    if match := re.search("ordre des places : (.*)", text):
        found["grid"] = " ".join(map(cents, re.findall(AMOUNT, match[1])))
    return found


def printed(regulations):
    return "\n".join(str(sentence.says) for sentence in statement(regulations))


def reglement(case):
    return from_fields(case["preset"], case["fields"])


each = pytest.mark.parametrize("case", REGLEMENTS, ids=lambda case: case["says"])


@each
def test_a_printed_reglement_says_every_field_and_no_other(case):
    said = {
        name: value
        for name, value in as_fields(reglement(case)).items()
        if value not in ("", "0")
    }
    assert read_back(printed(reglement(case))) == said


@each
def test_a_sentence_names_what_it_says_on_a_line_of_a_poster_in_both_languages(case):
    asked, said = {"preset", *as_fields(reglement(case))}, statement(reglement(case))
    for sentence in said:
        assert set(sentence.fields) <= asked
        assert len(str(sentence.says)) <= 70 or "grid" in sentence.fields
    french = {str(sentence.says) for sentence in said}
    english = {sentence.says.render(translator("en")) for sentence in said}
    assert len(english) == len(french) == len(said) and not english & french


def test_a_reglement_reads_like_this():
    case = next(case for case in REGLEMENTS if case["source"].startswith("ASCEE 79"))
    assert printed(reglement(case)).splitlines() == [
        "4 parties de 12 donnes.",
        "Le classement est le total des points de l'équipe.",
        "Les premières places sont tirées au sort.",
        "Ensuite on joue dans l'ordre du classement, sans revanche.",
        "Qui est sans adversaire marque 972 points.",
        "Contre un forfait on marque 1\N{NARROW NO-BREAK SPACE}944 points.",
        "Litige à la dernière donne : 81 points à chacun.",
        "Un capot vaut 252 points.",
        "Si tout le monde passe, le même donneur redonne.",
        "Une faute donne 162 points à l'autre équipe.",
        "Les ex aequo partagent la place.",
        "Pour être classé, on peut manquer une partie, pas plus.",
    ]


@pytest.mark.parametrize("preset", ["tarot_libre", "tarot_pairs"])
def test_the_next_player_deals_after_four_passes_at_tarot(preset):
    """FFT 2012, p. 5."""
    assert PRESETS[preset].regulations.passes == "next"


@pytest.mark.parametrize("first", ["yes", "no"])
def test_who_plays_a_final_at_a_tie_is_said_where_a_final_is(first):
    said = printed(PRESETS["tarot_libre"].regulations._replace(final_first=first))
    assert ("le premier inscrit la joue" in said) is (first == "yes")


def test_one_round_is_no_plural():
    said = [str(one.says) for one in statement(Regulations("tarot_libre", 1, 5))]
    assert said[0] == "1 position de 5 donnes."
