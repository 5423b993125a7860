"""Tables that say nothing of what they are: what is understood, what is asked."""

import contextlib
import cProfile
import re
from random import Random

import pytest
from kept_tables import table
from typed_tables import read_text

from scorekeeper.games import GAMES
from scorekeeper.sheets.formats import night_document
from scorekeeper.sheets.formats.cells import number
from scorekeeper.sheets.formats.strict_json import DocumentError

CAST = ["Anne", "Bruno", "Chloé", "David"]
HANDS = "198;-66;-66;-66", "-75;25;25;25", "-75;25;25;25"
MARKED = [f"{n};{hand}" for n, hand in enumerate(HANDS, 1)]
POINTS = [[198, -66, -66, -66], [-75, 25, 25, 25], [-75, 25, 25, 25]]


def understood(*lines, **answers):
    return read_text("\n".join(lines).encode(), **answers)


def points(evening):
    return [hand["scores"] for hand in evening.document["hands"]]


def questions(evening):
    return [finding.name for finding in evening.findings if finding.answer is None]


def numbered(head, *hands):
    return [f"{head};Anne;Bruno;Chloé;David"] + [f"{n};{h}" for n, h in enumerate(hands, 1)]


@pytest.mark.parametrize(
    ("head", "cells"),
    [
        ("Total", "0;0;0"),
        ("Cumul;Contrôle", "1;2;3"),
        ("", "0;0;0"),
        ("Anne;Bruno;Chloé;David", ""),
    ],
)
def test_columns_of_totals_are_no_players(head, cells):
    standings = ["198;-66;-66;-66", "123;-41;-41;-41", "48;-16;-16;-16"]
    beside = [*cells.split(";")] if cells else standings
    lines = [f"{hand};{more}" for hand, more in zip(HANDS, beside, strict=True)]
    evening = understood(f"Anne;Bruno;Chloé;David;{head}", *lines)
    assert evening.document["players"] == CAST and points(evening) == POINTS


@pytest.mark.parametrize(
    ("head", "order"),
    [
        *(("Anne;;Bruno;;Chloé;", "031425"), ("Anne;Bruno;Chloé;;;", "012345")),
        ("Anne;Tot;Bruno;Tot;Chloé;Tot", "031425"),
    ],
)
def test_running_totals_may_stand_beside_each_player(head, order):
    lines = "198 -66 -132 198 -66 -132", "-75 25 50 123 -41 -82", "-75 25 50 48 -16 -32"
    rows = (";".join(line.split()[int(n)] for n in order) for line in lines)
    evening = understood(head, *rows)
    assert evening.document["players"] == CAST[:3] and questions(evening) == []


def test_two_sides_may_have_letters_for_names():
    evening = understood("N;E", "82;80", "252;0", "0;162")
    assert evening.document["players"] == ["N", "E"] and questions(evening) == ["column0"]


def test_the_number_of_a_hand_makes_its_points_no_seats():
    evening = understood(*numbered("N°", "2;3;4;5", "6;0;1;8"))
    assert points(evening) == [[2, 3, 4, 5], [6, 0, 1, 8]] and questions(evening) == []


@pytest.mark.parametrize(
    ("head", "mark"), [("Donne", ""), ("N°", ""), ("n", ""), ("Manche", ""), ("", "Donne ")]
)
@pytest.mark.parametrize("hands", [[[90, 72], [0, 162], [82, 80]], [[4, 16], [8, 1], [5, 9]]])
def test_numbers_may_run_down_to_the_first_hand(head, mark, hands):
    rows = [f"{mark}{n};{a};{b}" for n, (a, b) in enumerate(hands, 1)]
    evening = understood(f"{head};Nous;Eux", *reversed(rows))
    assert points(evening) == hands and questions(evening) == []


ASIDE = {
    **{
        f"numbers of the hands under « {head} »": (f"{head};{{}}", *MARKED)
        for head in ("", "#", "N°", "n° de donne", "Manche", "Tour", "ROUND", "Main", "Équipe")
    },
    "numbers of the table": ("Table;{}", *MARKED),
    "a total after a gap": (";{}", *MARKED, "", ";48;-16;-16;-16"),
    "a total without a number": (";{}", *MARKED, ";48;-16;-16;-16"),
    "a total with its word behind": (
        *("{};", *(f"{hand};" for hand in HANDS), "48;-16;-16;-16;total des points"),
    ),
    "a note of one word": ("{};remarque", *(f"{hand};place" for hand in HANDS)),
    "a note at the start": ("quoi;{}", *(f"mise;{hand}" for hand in HANDS)),
    "a break": ("{}", HANDS[0], "pause;café;;", *HANDS[1:]),
    "somebody comes": ("{}", *HANDS[:2], ";arrive;Zoé;", HANDS[2]),
    "the same names on the next page": ("{}", HANDS[0], "{}", *HANDS[1:]),
    "numbers behind a date": (
        "Date;N°;{}",
        *(f"12/01/2026;{n};{hand}" for n, hand in enumerate(HANDS, 1)),
    ),
    "numbers behind a dealer": (
        "Donneur;Donne;{}",
        *(f"Anne;{n};{hand}" for n, hand in enumerate(HANDS, 1)),
    ),
    "numbers at the end": ("{};Donne", *(f"{hand};{n}" for n, hand in enumerate(HANDS, 1))),
    "numbers without a name": ("{};", *(f"{hand};{n}" for n, hand in enumerate(HANDS, 1))),
    "a mean below the total": (
        ";{}",
        *MARKED,
        "Total;48;-16;-16;-16",
        "Moyenne;16;-5,3;-5,3;-5,3",
    ),
    "a mean without a total": (";{}", *MARKED, "Moyenne;16;-5,33;-5,33;-5,33"),
    "a mean in short": (";{}", *MARKED, "Moy.;16;-5;-5;-5"),
    "a mean beside, in two words": (
        *("{};n°", *(f"{hand};{n}" for n, hand in enumerate(HANDS, 1))),
        "16;-5;-5;-5;moyenne / donne",
    ),
    "a mean below its word": (";{}", *MARKED, "Moyenne;;;;", ";16;-5;-5;-5"),
    "a mean below its word, and no numbers": ("{}", *HANDS, "Moyenne", "16;-5;-5;-5"),
    "a mean that no word names": ("{}", *HANDS, "16;-5,33;-5,33;-5,33"),
    "a rounded mean that is no hand": ("{}", *HANDS, "16;-5;-5;-5"),
    "a mean without a number": (";{}", *MARKED, "Total;48;-16;-16;-16", ";16;-5;-5;-5"),
    "a total and a mean that no word names": ("{}", *HANDS, "48;-16;-16;-16", "16;-5;-5;-5"),
    "a total above": ("{}", "48;-16;-16;-16", *HANDS),
    "a total above, without a number": (";{}", ";48;-16;-16;-16", *MARKED),
    "totals of months": (
        *("Date;{}", f"05/01/2026;{HANDS[0]}", f"12/01/2026;{HANDS[1]}"),
        *("Janvier;123;-41;-41;-41", f"02/02/2026;{HANDS[2]}", f"Février;{HANDS[2]}"),
        "Année;48;-16;-16;-16",
    ),
    "places": (";{}", *MARKED, "Total;48;-16;-16;-16", "Rang;1;2;2;2"),
    "places at the end": ("{};", *(f"{hand};" for hand in HANDS), "1;2;2;2;Classement"),
    "a page that is carried over": (
        ";{}",
        *MARKED[:2],
        "À reporter;123;-41;-41;-41",
        "Report;123;-41;-41;-41",
        *MARKED[2:],
    ),
    "places below their word": (";{}", *MARKED, "Classement;;;;", ";1;2;2;2"),
    "euros below": (
        *(";{}", *MARKED, "Total;48;-16;-16;-16", "Euros;0,48;-0,16;-0,16;-0,16"),
    ),
    "sums without a number": (
        *(";{}", *MARKED[:2], ";123;-41;-41;-41", *MARKED[2:], ";48;-16;-16;-16"),
    ),
    "seats without a number": (";{}", ";1;2;3;4", *MARKED),
    "names in the corner": ("Joueurs;{}", *(f"Donne {line}" for line in MARKED)),
    "names above days": (
        "Joueurs;{}",
        *(f"1{n}/01/2026;{h}" for n, h in enumerate(HANDS)),
    ),
    "names above contracts": (
        "Joueurs;{}",
        *(f"{c};{h}" for c, h in zip(("garde", "petite", "passe"), HANDS, strict=True)),
    ),
    "seats above the names": ("1;2;3;4\n{}", *HANDS),
    "seats above the names, and dates": (
        *(";1;2;3;4\ndate;{}", *(f"0{n}/01/2026;{h}" for n, h in enumerate(HANDS, 1))),
    ),
    "seats above the names, and numbers": (";1;2;3;4\nN°;{}", *MARKED),
    "units below the names": ("{}", "pts;pts;pts;pts", *HANDS),
    "the dealer below the names": (";{}", "Donneur;x;;;", *MARKED),
    "totals of hands to come": (
        *("N°;{};Total", *(f"{hand};0" for hand in MARKED), "4;;;;;0", "5;;;;;0"),
    ),
    "totals above the names": ("Total;48;-16;-16;-16", ";{}", *MARKED),
    "totals above the names, under a word": ("TOTAL", "48;-16;-16;-16", "{}", *HANDS),
    "the last hand above": ("N°;{}", *reversed(MARKED)),
    "euros below, without a word": ("{}", *HANDS, "0,48 €;-0,16 €;-0,16 €;-0,16 €"),
    "a date above": ("Date;12/01/2026", ";{}", *MARKED),
    "how many above": ("Joueurs;4", ";{}", *MARKED),
    "minus as a word": ("{}", *(hand.replace("-", "moins ") for hand in HANDS)),
    "a game as the first head": ("Jeu;{}", *MARKED),
    "a game in English": ("Game;{}", *MARKED),
    "euros beside": (
        *("{};Anne €;Bruno €;Chloé (euros);David (€)", f"{HANDS[0]};2 €;-1 €;-1 €;0 €"),
        *(f"{hand};-0,75;0,25;0,25;0,25" for hand in HANDS[1:]),
    ),
    **{
        f"a column « {head} »": (
            f"{{}};{head}",
            *(f"{hand};{n}" for n, hand in zip("242", HANDS, strict=True)),
        )
        for head in (
            "Coef",
            "Enjeu",
            "Rang",
            "Écart",
            "Mise",
            "Coefficient",
            "Moyenne",
            "Truc",
        )
    },
    **{
        f"a total « {word} »": (";{}", *MARKED, f"{word};48;-16;-16;-16")
        for word in ("Total", "Summe", "Gesamt", "Somme", "Score final", "Report")
    },
}
"""Tables with lines and columns of nobody, the names as ``{}``."""


@pytest.mark.parametrize("lines", ASIDE.values(), ids=ASIDE)
def test_what_belongs_to_nobody_is_no_player_and_no_hand(lines):
    evening = understood(*(line.format(";".join(CAST)) for line in lines))
    assert evening.document["players"] == CAST and points(evening) == POINTS
    assert questions(evening) == []


def test_euros_below_the_points_of_two_sides_are_no_hand():
    hands = "82;80", "100;62", "252;0", "162;0"
    evening = understood("Nous;Eux", *hands, "12 €;5 €")
    assert points(evening) == [[*map(int, hand.split(";"))] for hand in hands]
    assert len(points(understood("Nous;Eux", "2 €;5 €", "3 €;0", "12 €;5 €"))) == 3


@pytest.mark.parametrize("separator", [" ", "   ", ":", " : "])
def test_cells_may_be_divided_by_blanks_or_colons(separator):
    lines = (line.replace(";", separator) for line in (";".join(CAST), *HANDS))
    evening = understood("Tarot 12/01", *lines)
    assert evening.document["players"] == CAST and points(evening) == POINTS
    assert understood("Anne : 30", "Bruno : -30").document["players"] == CAST[:2]


@pytest.mark.parametrize(
    "lines",
    [
        ("Anne Bruno Chloé", "5 -5", "6 -3 -3"),
        ("Anne - Bruno - Chloé", "30 - 10 - 20"),
        ("Anne Bruno Chloé", "1 000 -1000", "5 -5 0"),
    ],
)
def test_blanks_are_no_cells_where_one_would_be_missing_or_a_minus(lines):
    with pytest.raises(DocumentError):
        understood(*lines)


def test_a_line_of_fewer_cells_than_most_is_named():
    with pytest.raises(DocumentError, match=r"^ligne 3 : elle a 2 cases sur 3$"):
        understood("Anne Bruno Chloé", "6 -3 -3", "5 -5", "8 -4 -4")


@pytest.mark.parametrize("title", ["Soirée du 12 mai 2024", "Jeudi 5 - chez Anne"])
@pytest.mark.parametrize("count", [1, 3])
def test_a_title_above_cells_divided_by_blanks_stays_whole(title, count):
    evening = understood(title, " ".join(CAST), *(h.replace(";", " ") for h in HANDS[:count]))
    assert evening.document["title"] == title and evening.document["players"] == CAST
    assert points(evening) == POINTS[:count]


def test_names_divided_by_blanks_may_have_no_word_above_the_numbers_of_the_hands():
    title, *lines = "Soirée du samedi chez Anne", *numbered("", *HANDS)
    evening = understood(title, *(line.replace(";", " ").strip() for line in lines))
    assert evening.document["title"] == title and evening.document["players"] == CAST
    assert points(evening) == POINTS


@pytest.mark.parametrize("lines", [("1 200", "5 6"), ("10 152", "0 162")])
def test_a_blank_that_may_be_within_a_number_is_asked_about(lines):
    evening = understood("Anne Bruno", *lines)
    assert questions(evening) == ["blanks"]
    assert points(evening) == [[*map(int, line.split())] for line in lines]


@pytest.mark.parametrize("word", ["exc.", "Excusé", "éliminée", "annulé", "fini"])
def test_a_word_says_who_plays_no_more(word):
    assert points(understood("Anne;Bruno;Chloé", "12;5;8", f"{word};3;9")) == [
        [12, 5, 8],
        [0, 3, 9],
    ]


def test_a_total_after_each_hand_makes_no_standings():
    hands = [[198, -66, -66, -66], [-75, 25, 25, 25], [120, -40, -40, -40]]
    lines, total = ["N°;Anne;Bruno;Chloé;David"], [0] * 4
    for n, hand in enumerate(hands, 1):
        total = [*map(sum, zip(total, hand, strict=True))]
        lines += [";".join(map(str, [n, *hand])), ";".join(map(str, ["Total", *total]))]
    evening = understood(*lines, "4;-60;20;20;20")
    assert points(evening) == [*hands, [-60, 20, 20, 20]]


def test_a_line_of_a_word_stays_if_the_total_has_it():
    lines = ";Anne;Bruno;Chloé", "1;30;-10;-20", "Pénalité;-10;;", "2;-40;20;20"
    evening = understood(*lines, "Total;-20;10;0")
    assert points(evening) == [[30, -10, -20], [-10, 0, 0], [-40, 20, 20]]
    assert questions(evening) == ["column0", "sums"]


def test_a_day_below_the_seats_is_no_player():
    lines = ";1;2;3;4", "date;Anne;Bruno;Chloé;David", f"01/11/2026;{HANDS[0]}"
    assert points(understood(*lines)) == POINTS[:1]


def test_means_of_nothing_are_no_player():
    names = ["Bruno", "Chloé", "David", "Emma", "Noé", "Zoé"]
    lines = "Nom;Total;1;2", "Anne;2;1;1", *(f"{name};0;;" for name in names), "Moy;0;0;0"
    assert understood(*lines).document["players"] == ["Anne", *names]


def test_the_points_below_names_and_places_are_the_hand():
    evening = understood("Classement;Joueur;Total", "1;Anne;70", "2;Bruno;-10", "3;Chloé;-60")
    assert points(evening) == [[70, -10, -60]] and questions(evening) == []


DOUBTFUL = {
    "the standing after each hand": (
        ("{}", HANDS[0], HANDS[0], HANDS[1], "123;-41;-41;-41", HANDS[2], "48;-16;-16;-16"),
        "line3",
    ),
    "a rounded mean of few": (("{}", *HANDS[:2], "61;-20;-20;-20"), "line4"),
    "means under a word that are none": (("{}", *HANDS, "Moyenne", "9;9;9;9"), "line6"),
    "a word where the others have a number": (
        *((";{}", "Handicap;10;0;0;-10", *MARKED), "line2"),
    ),
    "a word after the total": (
        *((";{}", *MARKED, "Total;48;-16;-16;-16", "Victoires;1;2;2;2"), "line6"),
    ),
    "many words after a total": (
        *((";{}", *MARKED[:2], "Score;123;-41;-41;-41", "Prises;1;1;0;0", "Gains;1;0;0;0"),),
        "line5 line6",
    ),
    "a number after a total": (("{}", *HANDS, "48;-16;-16;-16", "1;2;2;2"), "line5 line6"),
    "seats below the names": (("{}", "1;2;3;4", *HANDS), "line2"),
    "seats or the total": (("{}", "1;2;3;4", "0;1;1;2", "1;1;2;2"), "line2"),
    "means of the same": (("{}", "1;0;0;0", "1;0;0;0", "1,00;0,00;0,00;0,00"), "line4"),
    "sums of parts": (("{}", *(*HANDS, "48;-16;-16;-16") * 2), "line5"),
    "sums of two": (("{}", *HANDS[:2], "123;-41;-41;-41", *HANDS[1:]), "line4"),
    "a total in between": (("{}", *HANDS, "48;-16;-16;-16", *HANDS), "line5"),
    "contracts below each other": (
        (";{}", *("Contrat;80;;;", f"Points;{HANDS[0]}", f"Points;{HANDS[1]}") * 30),
        "line2",
    ),
    "means of standings": (
        *(("{}", "10;20;30;40", "20;50;40;60", "30;60;90;80", "10;20;30;27"), "line5"),
    ),
}
"""Tables with lines that may be no hands, and which are asked about."""


@pytest.mark.parametrize(("lines", "asked"), DOUBTFUL.values(), ids=DOUBTFUL)
def test_a_line_that_may_be_no_hand_is_asked_about(lines, asked):
    evening = understood(*(line.format(";".join(CAST)) for line in lines))
    assert asked.split() == [n for n in questions(evening) if n.startswith("line")]
    assert all(f.choices[0][0] == "aside" for f in evening.findings if f.name in asked.split())


WORDS = [
    "Total",
    "Somme",
    "Score",
    "Mise",
    "Moyenne",
    "Tour",
    "Main",
    "Note",
    "Jour",
    "Donneur",
]


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("place", [0, 1, 3])
def test_a_word_in_the_place_of_a_name_is_a_player_if_the_points_say_so(word, place):
    cast = [*CAST[:place], word, *CAST[place + 1 :]]
    evening = understood(";".join(cast), *HANDS)
    assert evening.document["players"] == cast and points(evening) == POINTS
    assert questions(evening) == []
    columns = zip(*(hand.split(";") for hand in HANDS), strict=True)
    rows = [";".join((name, *column)) for name, column in zip(cast, columns, strict=True)]
    assert understood("Joueur;1;2;3", *rows).document["players"] == cast


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize(
    "hands",
    [
        *(["5;6;7", "1;4;2", "3;0;9"], ["5;6;7"], ["0;1;0", "1;0;0"]),
        *(["1;-;-", "-;1;-", "-;-;1", "-;1;-"], ["10;;", ";15;5", ";;10", ";12;7"]),
        ["1;-;-", "-;1;-", "1;-;-"],
        *(["1;1;1", "0;1;0"], ["0;-;2", "1;1;-", "1;1;-", "-;1;-"]),
        ["7;1;5", "3;-;9", "8;1;4", "6;-;-", "2;-;7"],
    ],
)
def test_a_word_in_the_place_of_a_name_is_asked_about(word, hands):
    for head in (f"Anne;Bruno;{word}", f"Anne;{word};Bruno"):
        evening = understood(head, *hands)
        assert questions(evening) or word in evening.document["players"]


@pytest.mark.parametrize(
    ("head", "hands", "asked"),
    [
        ("Anne;Total;Bruno;Total", ["5;6;8;19", "1;4;2;7", "3;0;9;12"], "column1"),
        *(
            (f"Anne;Bruno;Chloé;{word}", ["5;6;7;10", "3;9;12;0", "11;2;6;5"], "column3")
            for word in ("Amende", "Bonus", "pénalités", "Points", "Bouts", "Contrat")
        ),
        ("Contrat;Nous;Eux", ["80;170;0", "90;0;250", "100;210;52"], "column0"),
        ("Nous;Annonces;Eux", ["90;20;72", "0;0;162", "110;0;52"], "column1"),
        ("Saison;Anne;Bruno", ["44;12;40", "45;30;2", "46;5;6"], "column0"),
        ("Nous;Der;Eux", ["92;x;60", "60;;92"], "empty1"),
        (
            "Gain;Anne;Bruno;Chloé;David",
            ["8;198;-66;-66;-66", "-5;30;-90;30;30"],
            "column0",
        ),
        ("Anne;Bruno;Cible", ["12;40;60", "30;2;60", "5;6;60"], "column2"),
        ("Bruno;Anne;#", ["36;-69;1", "9;5;0"], "column2"),
        *(
            (f"Anne;Bruno;Chloé;{word}", ["12;40;0;1", "30;2;11;4"], "column3")
            for word in ("Atout", "Preneur", "gagnant", "Multiplicateur")
        ),
        ("Nous;Eux;Réalisé", ["220;42;120", "250;0;70", "400;0;130"], "column2"),
        ("Points faits;Nous;Eux", ["120;220;42", "70;250;0"], "column0"),
        ("N°;Jour;Noé;Bruno", ["1;69;-2;2"], "column1"),
        ("Donne;Anne;Donne;Bruno", ["1;10;1;-10", "2;-20;2;20"], "column2"),
        ("Partie 1;Nous;Eux", [";82;80", ";100;62"], "empty0"),
    ],
)
def test_a_column_that_may_be_no_player_is_asked_about(head, hands, asked):
    evening = understood(head, *hands)
    likely = [f.choices[0][0] for f in evening.findings if f.name == asked and not f.answer]
    assert likely == ["no" if asked.startswith("empty") else "yes"]


@pytest.mark.parametrize(
    ("lines", "most"),
    [
        (*(("N°;Anne;Bruno;Chloé;note", "1;33;-21;40;", "Rang;;;;oui", ";2;3;1;"), 1),),
        (("Anne;Bruno;Chloé;Contrôle;note", "66;-33;-33;0;oui"), 1),
        (("Nom;1;2", "donneur;Anne;Bruno", "Anne;5;6", "Bruno;7;8", "Chloé;9;4"), 2),
        (("Donne;Anne;Bruno;Chloé;Mise", "1;33;-21;40;4", "Total;33;-21;40;"), 1),
        (("N°;Anne;Bruno;Chloé", "1;33;-21;40", "", ";33;-21;40"), 1),
        (("N°;Anne;Bruno;Chloé", ";1;2;3", "1;5 €;-3 €;4 €", "Moyenne;5;-3;4"), 1),
        (("Anne;Bruno;Chloé;Moy", "62,0;20,0;30,0;37,0", "5,0;90,0;50,0;48,0"), 2),
        (("Joueur;1;2;3;4", "Anne;5;9;30;44", "Bruno;12;0;7;19", "Chloé;8;2;6;16"), 3),
        (
            (
                ";1;2;3",
                "Anne;50;19;-7",
                "Bruno;12;-30;60",
                "Chloé;9;4;5",
                "Moy;24;-2;19",
                "fin",
            ),
            3,
        ),
    ],
    ids=[
        "a word with a remark above the places",
        "a control of one hand",
        "dealers of players in rows",
        "without a total",
        "a hand and its total",
        "a hand in euros, and its mean",
        "means in the form of the points",
        "numbered as a hand",
        "means above a remark",
    ],
)
def test_what_follows_from_the_points_is_left_out(lines, most):
    evening = understood(*lines)
    assert evening.document["players"] == CAST[:3] and questions(evening) == []
    assert len(points(evening)) == most


BELIED = {
    "a sum": ("Anne;Bruno;Chloé;Score", "10;90;80;30 90;10;70;-20 95;80;10;15 195;180;160;25"),
    "means with him": ("N°;Partie;Anne;Bruno;Moy", "1;9;8;4;7 2;1;7;2;3 3;15;10;4;10"),
    "half of another size": ("Anne;Bruno;Mise", "60;75;2 80;52;4 95;66;90 70;81;3"),
    "one wins each hand": ("Anne;Bruno;Jour", "1;0;0 0;1;0 0;0;1 1;0;0"),
    "a total": (";Anne;Note;Chloé", "1;5;9;8 2;1;7;6 Total;6;16;14"),
    "no name at all": ("Total;Note", "1;2 3;4 5;7"),
}
"""Tables with a player under a word that their points belie, among others."""


@pytest.mark.parametrize(("head", "lines"), BELIED.values(), ids=BELIED)
def test_a_word_that_the_points_belie_is_asked_about(head, lines):
    assert questions(understood(head, *lines.split()))
    with contextlib.suppress(DocumentError):
        understood(head, "Bruno;N°;Note")  # no hand has points


def test_a_word_that_the_points_belie_is_rather_a_player():
    evening = understood("Anne;Bruno;Chloé;Score", "30;-20;-10;30", "20;40;-60;5")
    assert questions(evening) == [] and evening.document["players"] == CAST[:3]
    likely = understood("Zoé;Anne;Bruno;Chloé;Score", "-33;-37;-83;120;49")
    assert likely.document["players"][4] == "Score" and questions(likely) == ["column4"]
    for head, *lines in (
        ("Manche;Anne;Bruno;Tour", "1;20;9;97"),
        ("Round;Anne;Bruno;Partie", "1;/;/;1", "Total;0;0;1"),
    ):
        [asked] = [f for f in understood(head, *lines).findings if f.answer is None]
        assert (asked.name, asked.choices[0][0]) == ("column3", "no")
    rows = "5;9;8;", "1;7;6;", "8;2;4;", "3;4;9;belle donne"
    assert understood("Note;Anne;Bruno;Note", *rows).document["players"][0] == "Note"
    rows = ";0;0;1;1;0", "1;-;-;-;1;-", "2;-;-;1;-;-", ";0;0;1;1;0"
    evening = understood(f"Main;{';'.join(CAST)};Emma", *rows)
    assert evening.document["players"] == [*CAST, "Emma"] or questions(evening)
    evening = understood("Preneur;Emma;Anne;Bruno", *["Emma;-;-;1"] * 3)
    assert questions(evening) == [] and evening.document["players"][2] == "Bruno"


@pytest.mark.parametrize(
    "lines",
    [
        ("Donne;Nous;Annonces;Eux;Annonces", "1;100;20;62;", "2;82;;80;50"),
        (";Nous;Annonces;Eux;Annonces", "1;100;20;62;", "2;82;;80;50"),
        ("Nous;Eux;Annonces Nous;Annonces (Eux)", "100;62;20;0", "82;80;0;50"),
        ("Nous;Eux;Ann. Nous;Bel. Eux", "100;62;20;0", "82;80;0;50"),
        ("Nous;Bonus de Nous;Eux;Bonus d'Eux", "100;20;62;0", "82;0;80;50"),
        ("Nous;Nous bel.;Eux;Eux (bel.)", "100;20;62;0", "82;0;80;50"),
        (
            "Nous;Belotes Nous;Annonces Nous;Eux;Belotes Eux;Annonces Eux",
            *("100;20;0;62;0;0", "82;0;0;80;20;30"),
        ),
        (
            "Nous;Eux;Belote Nous;Belote Eux;Ann. Nous;Ann. Eux",
            *("100;62;0;0;20;0", "82;80;0;20;;30"),
        ),
        ("Nous;Bel;Ann;Eux;Bel;Ann", "100;20;0;62;;", "82;0;0;80;20;30"),
    ],
)
def test_points_beside_those_of_each_are_added_if_that_is_meant(lines):
    evening = understood(*lines)
    assert questions(evening) == ["added"] and evening.document["players"] == ["Nous", "Eux"]
    assert points(evening) == [[120, 62], [82, 130]]
    assert points(understood(*lines, added="no")) == [[100, 62], [82, 80]]


@pytest.mark.parametrize(
    "head", ["Anne +;Anne −;Bruno +;Bruno −", "Anne plus;Anne moins;Bruno plus;Bruno moins"]
)
def test_points_won_and_lost_in_columns_of_their_own_are_of_one_player(head):
    for sign in ("", "-"):
        evening = understood(head, f"198;;;{sign}66", f"0;{sign}75;25;0")
        assert questions(evening) == ["added"] and points(evening) == [[198, -66], [-75, 25]]
        assert evening.document["players"] == CAST[:2]


def test_points_beside_those_of_each_are_read_as_strictly():
    with pytest.raises(DocumentError, match="C3"):
        understood(";Nous;Annonces;Eux;Annonces", "1;100;20;62;", "2;82;0,333;80;50")


@pytest.mark.parametrize("count", [2, 3])
def test_points_that_stay_are_of_players_if_many_do(count):
    evening = understood(";".join(CAST[:count]), *[";".join(["10", "7", "9"][:count])] * 4)
    assert evening.document["players"] == CAST[:count]


TWO_HEADS = {
    "words below each name": ("Anne;;Bruno;;Chloé;", ";pts;pari" * 3),
    "words below each, twice named": ("Anne;Anne;Bruno;Bruno;Chloé;Chloé", ";Pari;Pts." * 3),
    "words above the names": ("Points;;;Paris;;", "Anne;Bruno;Chloé;Anne;Bruno;Chloé"),
    "words with each name": ("pts Anne;pari Anne;pts Bruno;pari Bruno;pts Chloé;pari Chloé",),
    "words behind each name": ("Anne;Anne pari;Bruno;Bruno pari;Chloé;Chloé pari",),
    "points of each name": (
        "Anne (pts);Anne (pari);Bruno (pts);Bruno (pari);Chloé (pts);Chloé (pari)",
    ),
}
"""Lines of heads above points and bids."""


@pytest.mark.parametrize("heads", TWO_HEADS.values(), ids=TWO_HEADS)
def test_words_beside_and_below_names_are_no_names(heads):
    above = [head.removeprefix(";") for head in heads]
    order = ([0, 1, 2, 3, 4, 5], [1, 0, 3, 2, 5, 4], [0, 2, 4, 1, 3, 5])[
        2 if above[0].startswith("Points;") else above[-1].startswith("Pari")
    ]
    rows = ["30;3;-20;2;10;1", "10;1;0;2;20;2", "5;0;40;4;-20;2"]
    moved = (";".join(row.split(";")[n] for n in order) for row in rows)
    evening = understood(*above, *moved)
    assert evening.document["players"] == CAST[:3] and questions(evening) == ["added"]
    assert points(evening) == [[30, -20, 10], [10, 0, 20], [5, 40, -20]]


def test_sums_so_far_may_stand_below_each_name():
    lines = ";Anne;;Bruno;", "N°;pts;cum.;pts;cum.", "1;5;5;7;7", "2;9;14;3;10", "3;1;15;2;12"
    evening = understood(*lines)
    assert evening.document["players"] == CAST[:2] and questions(evening) == []
    assert points(evening) == [[5, 7], [9, 3], [1, 2]]


def test_one_word_below_each_name_is_no_name():
    evening = understood("Anne;Bruno", "pts;pts", "5;7", "9;3")
    assert evening.document["players"] == CAST[:2] and questions(evening) == []


@pytest.mark.parametrize(
    ("head", "cell", "asked"),
    [("OK", "x", []), ("OK", "0", []), ("Payé", "x", ["empty4"]), ("Vu", "0", [])],
)
def test_a_column_of_checks_is_no_player(head, cell, asked):
    evening = understood(f"{';'.join(CAST)};{head}", *(f"{hand};{cell}" for hand in HANDS))
    assert evening.document["players"] == CAST and points(evening) == POINTS
    assert questions(evening) == asked


def test_who_sat_out_all_evening_as_others_did_at_times_is_a_player():
    evening = understood("Anne;Bruno;Chloé;David", "12;0;-;-", "40;0;4;-")
    assert evening.document["players"] == CAST and questions(evening) == []


def test_numbers_beside_each_player_are_not_added_unless_a_word_says_so():
    evening = understood("Nous;Eux;Reste Nous;Reste Eux", "82;80;918;920", "0;162;918;758")
    assert questions(evening) == ["added"] and points(evening) == [[82, 80], [0, 162]]
    assert points(understood("Nous;Eux;Bel. Nous", "82;80;20", "0;162;")) == [
        [102, 80],
        [0, 162],
    ]


def test_small_points_are_no_means_of_a_total_above_them():
    hands = ["1;0;0"] * 13 + ["0;1;0"] * 9 + ["0;0;1"] * 9 + ["1;0;0"]
    evening = understood("Contrat;Anne;Bruno;Chloé", ";14;9;9", *(f"P;{h}" for h in hands))
    assert questions(evening) == [] and len(points(evening)) == len(hands)


@pytest.mark.parametrize("lines", [("20;-20", "-19;19", "0;0"), ("0;0", "20;-20", "-19;19")])
def test_a_hand_without_points_is_no_mean_of_a_small_total(lines):
    evening = understood("Anne;Bruno", *lines)
    assert questions(evening) == [] and len(points(evening)) == 3


def test_of_two_tables_below_each_other_one_is_chosen():
    second = "Zoé;Yann", "5;-5", "6;-6"
    lines = "Jeudi", ";".join(CAST), *HANDS, "", "Vendredi", *second
    evening = understood(*lines)
    assert questions(evening) == ["table"] and points(evening) == POINTS
    evening = understood(*lines, table="1")
    assert (evening.document["players"], points(evening)) == (
        ["Zoé", "Yann"],
        [[5, -5], [6, -6]],
    )
    assert questions(evening) == [] and evening.document["title"] == "Vendredi"


OTHER_TABLES = {
    "the same names in another order": (";".join(CAST), *HANDS, ";".join(CAST[::-1]), *HANDS),
    "a word twice": (
        f"Main;Main;{';'.join(CAST[1:])}",
        *MARKED,
        f"Main;{';'.join(CAST[:0:-1])};Main",
        *MARKED,
    ),
    "one has points": ("Anne;Bruno", "-;1", "-;2", "Bruno;Anne", "-;1"),
    "players in rows": ("Joueur;1;2", "Anne;5;6", "Bruno;-5;-6") * 2,
    "other players in rows": (
        *("Joueur;1;2", "Anne;5;6", "Bruno;-5;-6", "Nom;1;2", "Zoé;5;6", "Yann;-5;-6"),
    ),
}


@pytest.mark.parametrize("lines", OTHER_TABLES.values(), ids=OTHER_TABLES)
def test_another_line_of_names_begins_another_table(lines):
    assert questions(understood(*lines)) == ["table"]


TWICE_NAMED = {
    "surnames below": (";".join(CAST), "Martin;Petit;Durand;Roux", *HANDS),
    "names of another evening": ("Zoé;Yann;Léa;Paul", "", ";".join(CAST), *HANDS),
    "beside a word": ("Présents;Zoé;Yann;Léa;Paul", f";{';'.join(CAST)}", *MARKED),
    "contracts below": (";".join(CAST), "Garde;Petite;Passe;Seul", *HANDS),
    "seats below": (";".join(CAST), "Sud;Ouest;Nord;Est", *HANDS),
}
"""Tables with two lines of names."""


@pytest.mark.parametrize(("kind", "lines"), TWICE_NAMED.items())
def test_of_two_lines_of_names_the_lower_one_is_taken_unless_it_may_be_none(kind, lines):
    asked = understood(*lines)
    [(lower, _), (upper, _)] = next(f.choices for f in asked.findings if f.name == "names")
    assert questions(asked) == ["names"] * (kind in ("contracts below", "seats below"))
    for chosen, names in ((lower, lines[-4]), (upper, lines[0])):
        evening = understood(*lines, names=chosen)
        assert questions(evening) == [] and points(evening) == POINTS
        assert {*evening.document["players"]} == {*names.split(";")} - {"", "Présents"}


@pytest.mark.parametrize(
    "over", ["N;E;S;O", "Nord;Est;Sud;Ouest", "J1;J2;J3;J4", "Joueurs;Total;Rang;Manche"]
)
def test_letters_seats_and_words_of_a_table_are_no_names(over):
    evening = understood(over, ";".join(CAST), *HANDS)
    assert evening.document["players"] == CAST and questions(evening) == []
    assert evening.findings[0].others == (("0", evening.findings[0].choices[1][1]),)


@pytest.mark.parametrize("second", [CAST, ["Zoé", "Yann", "Léa", "Paul"]])
def test_of_two_tables_beside_each_other_one_is_chosen(second):
    more = *HANDS[::-1], "33;-99;33;33"
    beside = [
        f"{a};;{n};{b}" for n, (a, b) in enumerate(zip((*HANDS, ";;;"), more, strict=True), 1)
    ]
    lines = "Jeudi;;;;;;Vendredi;;;", f"{';'.join(CAST)};;N°;{';'.join(second)}", *beside
    evening = understood(*lines)
    assert questions(evening) == ["table"] and points(evening) == POINTS
    evening = understood(*lines, table="1")
    assert evening.document["players"] == second and evening.document["title"] == "Vendredi"
    assert points(evening) == [*POINTS[::-1], [33, -99, 33, 33]] and questions(evening) == []


@pytest.mark.parametrize(
    "rows",
    [("1;0;1;;5;-5",), ("1;M;1;;5;-5",), ("Total;;;;5;-5", ";0;1;;5;-5", "1;0;1;;5;-5")],
)
def test_a_table_beside_another_may_have_few_points(rows):
    evening = understood("N°;Anne;Bruno;;Zoé;Yann", *rows)
    assert questions(evening)[:1] == ["table"] and evening.document["players"] == CAST[:2]


@pytest.mark.parametrize(
    ("lines", "players"),
    [
        (("Anne;Bruno;;Chloé;David", *("198;-66;;-66;-66", "-75;25;;25;25") * 2), CAST),
        (("Anne;Bruno;;Bouts;Points", "5;-5;;1;51", "6;-6;;2;43"), CAST[:2]),
    ],
)
def test_an_empty_column_divides_no_table_that_is_one(lines, players):
    evening = understood(*lines)
    assert "table" not in questions(evening) and evening.document["players"] == players


def test_a_total_beside_a_hand_is_asked_about():
    evening = understood(
        f"{';'.join(CAST)};", *(f"{hand};" for hand in HANDS[:2]), "60;-20;-20;-20;bilan"
    )
    assert questions(evening) == ["line4"]


@pytest.mark.parametrize(
    "lines",
    [
        ("10;20;5", "30;20;15", "30;20;15", "45;30;15"),
        ("60;-60;0", "60;-60;0", "30;-30;0", "45;-55;10", "50;-55;5"),
    ],
)
def test_standings_with_a_hand_that_gave_nobody_a_point_are_asked_about(lines):
    evening = understood("Anne;Bruno;Chloé", *lines)
    assert questions(evening) == ["standings"] and [0, 0, 0] in points(evening)


@pytest.mark.parametrize("between", [[], ["0;0;0;0"]])
def test_standings_may_begin_again_from_zero(between):
    standings = ["198;-66;-66;-66", "123;-41;-41;-41", "148;-16;-116;-16"]
    evening = understood(";".join(CAST), *standings, *between, *standings)
    game = [[198, -66, -66, -66], [-75, 25, 25, 25], [25, 25, -75, 25]]
    assert points(evening) == game * 2 and questions(evening) == []


@pytest.mark.parametrize(
    "hands",
    [
        "-123;246;-123 -60;120;-60 66;-132;66 -89;178;-89 -176;352;-176 -106;422;-316",
        "-334;167;167 0;0;0 201;201;-402 114;114;-228 -202;-202;404 -660;27;633 -960;177;783",
        "-334;167;167 201;201;-402 114;114;-228 -202;-202;404 -660;27;633 -960;177;783",
        "60;-30;-30 20;50;-70 120;0;-120 90;60;-150 150;30;-180 -40;20;20",
    ],
)
def test_standings_that_may_have_begun_again_are_asked_about(hands):
    assert questions(understood("Anne;Bruno;Chloé", *hands.split())) == ["standings"]


def test_standings_with_a_mistake_are_asked_about():
    standings = "198;-66;-66;-66", "123;-41;-41;-41", "148;-16;-116;-16"
    evening = understood(";".join(CAST), *standings, *standings, "49;-5;-39;-5")
    assert questions(evening) == ["standings"] and points(evening)[1] == [-75, 25, 25, 25]


def test_rising_standings_of_two_games_are_asked_about():
    standings = ["10;20;5", "20;30;15", "35;31;35", "45;32;50"]
    assert questions(understood("Anne;Bruno;Chloé", *standings, *standings)) == ["standings"]


def test_points_with_a_sum_of_zero_that_change_little_may_be_standings():
    lines = "120;-40;-40;-40", "95;35;-65;-65", "95;-5;15;-105", "75;15;-5;-85"
    evening = understood(";".join(CAST), *lines)
    assert questions(evening) == ["standings"] and points(evening)[1] == [-25, 75, -25, -25]


def test_lines_whose_sum_is_no_zero_are_named_and_asked_about():
    lines = numbered("N°", "10;-5;5;0", *HANDS, "-30;10;10;1")
    evening = understood(*lines)
    [asked] = [finding for finding in evening.findings if finding.answer is None]
    assert "ligne 2, ligne 6" in str(asked.text) and len(asked.choices) == 1
    assert questions(understood(*lines, sums="yes")) == []
    assert questions(understood(*numbered("N°", "10;-5;5;0", HANDS[0]))) == []


def test_a_total_that_is_none_is_asked_about():
    head, *hands = numbered("N°", *HANDS)
    lines = head, *hands, "Total;50;-16;-16;-16"
    asked = understood(*lines)
    assert questions(asked) == ["line5"] and points(asked) == POINTS
    assert str(asked.findings[-2].text).endswith("ligne 5. B5 : 50, la somme est 48")
    assert len(points(understood(*lines, line5="hand"))) == 3


@pytest.mark.parametrize(
    ("lines", "cells"),
    [
        ((";{}", *MARKED[:2], "Total;123;-31;-51;0"), "C4 −31 −41 D4 −51 −41 E4 0 −41"),
        ((";{}", "Total;48;-15;-17;-16", *MARKED), "C2 −15 −16 D2 −17 −16"),
        ((";{}", *(*MARKED, "Total;50;-18;-16;-16") * 2), "B5 50 48 C5 −18 −16"),
        ((";{}", "1;1,5;-1,5;0;0", "2;1;-1;0;0", "Total;2;-2;0;0"), "B4 2 2,50 C4 −2 −2,50"),
        (("Nom;1;2;Total", "Anne;5;9;14", "Bruno;-5;-9;-4"), "D3 −4 −14"),
    ],
)
def test_the_cells_of_a_total_that_are_no_sums_are_named(lines, cells):
    evening = understood(*(line.format(";".join(CAST)) for line in lines))
    [asked] = [f for f in evening.findings if f.name.startswith("line") and not f.answer]
    assert [*map(str, dict(asked.choices).values())] == ["Laisser de côté"]
    said = re.findall(r"(\w+) : ([−\d,]+), la somme est ([−\d,]+)", str(asked.text))
    assert " ".join(sum(said, ())).startswith(cells)


@pytest.mark.parametrize(
    "lines",
    [
        ("N°;{};Notes", *(f"{hand};" for hand in MARKED[:2]), "3;50;-16;-17;-17;score refait"),
        ("Preneur;{}", *(f"Anne;{hand}" for hand in HANDS[:2]), "Report;50;-16;-17;-17"),
    ],
)
def test_a_note_or_a_taker_with_the_word_of_a_total_may_be_of_a_hand(lines):
    lines = [line.format(";".join(CAST)) for line in lines]
    assert questions(understood(*lines)) == ["line4"]
    assert points(understood(*lines, line4="hand")) == [*POINTS[:2], [50, -16, -17, -17]]


def test_the_same_line_twice_is_a_total_or_a_hand():
    lines = "Anne;Bruno", "1;0", "1;0"
    assert questions(understood(*lines)) == ["line3"]
    assert points(understood(*lines, line3="aside")) == [[1, 0]]
    assert points(understood(*lines, line3="hand")) == [[1, 0], [1, 0]]


def test_what_was_assumed_can_be_taken_back():
    evening = understood(*numbered("Tour", *HANDS), column0="no")
    assert evening.document["players"] == ["Tour", *CAST]
    assert points(evening)[1] == [2, *POINTS[1]]
    evening = understood("Anne;Bruno;Score", "5;6;7", "1;2;4", column2="no")
    assert (evening.document["players"][2], points(evening)) == (
        "Score",
        [[5, 6, 7], [1, 2, 4]],
    )


def test_sums_of_parts_may_have_no_number():
    hands = [f"{n};{hand}" for n, hand in enumerate(HANDS * 3, 1)]
    sums = ";48;-16;-16;-16"
    evening = understood(
        f"N°;{';'.join(CAST)}", *hands[:3], sums, *hands[3:6], sums, *hands[6:], sums
    )
    assert points(evening) == POINTS * 3 and questions(evening) == []


def test_the_number_of_the_table_is_no_player():
    evening = understood("Table;Anne;Bruno;Chloé", "1;5;9;3", "1;7;3;8", "1;2;2;1")
    assert evening.document["players"] == CAST[:3] and questions(evening) == []


def test_a_name_may_be_broken_into_lines():
    evening = understood('"Anne\nDupont";"Bruno \n Roux"', "5;-5", "6;-6")
    assert evening.document["players"] == ["Anne Dupont", "Bruno Roux"]


def test_titles_and_remarks_surround_a_table():
    above, below = ("Soirée du 12 janvier;;;", ";;;"), (";;;", "fini à minuit;;;")
    evening = understood(*above, ";".join(CAST), *HANDS, *below)
    assert evening.document["title"] == "Soirée du 12 janvier" and points(evening) == POINTS


@pytest.mark.parametrize(
    "corner",
    [
        "Joueur;1;2;3",
        ";Donne 1;Donne 2;Donne 3",
        "Nom;a;b;c",
        ";12/01;jeu. 19 janv.;1er févr.",
    ],
)
def test_players_may_stand_below_each_other(corner):
    columns = zip(*(hand.split(";") for hand in HANDS), strict=True)
    rows = [";".join((name, *column)) for name, column in zip(CAST, columns, strict=True)]
    evening = understood(corner, *rows)
    assert evening.document["players"] == CAST and points(evening) == POINTS


def test_names_below_their_seats_may_stand_in_lines():
    lines = ";1;2;3", "Atout;Anne;Bruno;Chloé", "pique;5;-3;-2", "SA;6;-4;-2"
    assert "turned" in questions(understood(*lines))
    evening = understood(*lines, turned="no")
    assert evening.document["players"] == CAST[:3] and points(evening)[0] == [5, -3, -2]
    evening = understood(*lines, "SA;8;-4;-4")  # no name stands twice
    assert evening.document["players"] == CAST[:3] and "turned" not in questions(evening)


def test_players_below_each_other_may_have_their_places_before_them():
    rows = "1;Anne;198;-75", "2;Bruno;-66;25", "2;Chloé;-66;25", "2;David;-66;25"
    evening = understood("Rang;Joueur;1;2", *rows)
    assert evening.document["players"] == CAST and points(evening) == POINTS[:2]


@pytest.mark.parametrize("head", ["Parties;Joueur;Points", "Équipe;Joueur;Pts"])
def test_what_is_beside_the_points_of_players_in_rows_is_asked_about(head):
    evening = understood(head, "1;Anne;20", "2;Bruno;-30", "3;Chloé;10")
    assert questions(evening) == ["line0"] and points(evening) == [[20, -30, 10]]


def test_totals_alone_are_one_hand():
    evening = understood("Joueur;Score", "Anne;10", "Bruno;-10")
    assert evening.document["players"] == ["Anne", "Bruno"] and points(evening) == [[10, -10]]


def test_standings_that_may_be_points_are_asked_about():
    lines = "198;-66;-66;-66", "-75;25;25;25", "150;-50;-50;-50"
    evening = understood(";".join(CAST), *lines)
    assert questions(evening) == ["standings"] and points(evening)[1] == [-75, 25, 25, 25]
    evening = understood(
        f";{';'.join(CAST)}", *(f";{line}" for line in lines), f"Total;{lines[-1]}"
    )
    assert questions(evening) == [] and points(evening)[1] == [-273, 91, 91, 91]


@pytest.mark.parametrize(
    ("lines", "start"),
    [
        (("148;-16;-116;-16", "123;-41;-41;-41", "198;-66;-66;-66"), 0),
        (("70;70;99;80", "60;70;90;80", "40;45;80;50", "20;30;10;40"), 0),
        (("30;12;8;9", "20;12;6;5", "10;5;0;5"), 0),
        (("1100;900;1050;950", "1020;1000;980;1000", "1000;1000;1000;1000"), 1000),
        (("1100;900;1050;970", "1000;1000;1000;1000"), 1000),
    ],
)
def test_standings_with_the_last_hand_at_the_top_are_asked_about(lines, start):
    last = [*map(int, lines[0].split(";"))]
    evening = understood(";".join(CAST), *lines)
    assert questions(evening) == ["standings"]
    assert [sum(column) + start for column in zip(*points(evening), strict=True)] == last
    assert points(understood(";".join(CAST), *lines, standings="no"))[0] == last


def test_a_last_line_of_points_that_is_no_sum_takes_no_hand_away():
    evening = understood(";Anne;Bruno", "garde;5;-5", "petite;3;-3", "Points;9;-8")
    assert points(evening)[:2] == [[5, -5], [3, -3]]


def test_standings_are_told_from_points_by_the_game():
    standings = "198;-66;-66;-66", "123;-41;-41;-41", "148;-16;-116;-16"
    evening = understood(";".join(CAST), *standings)
    assert points(evening) == [[198, -66, -66, -66], [-75, 25, 25, 25], [25, 25, -75, 25]]
    assert questions(evening) == []
    evening = understood(";".join(CAST), standings[0], ";;;", *standings[1:])
    assert questions(evening) == ["standings"]  # nobody may have written a hand


@pytest.mark.parametrize("start", [1000, 300, 100])
@pytest.mark.parametrize("first", ["", "{0};{0};{0};{0}", "Départ;{0};{0};{0};{0}"])
def test_standings_may_begin_with_the_same_for_all(start, first):
    standings = [[198, -66, -66, -66], [123, -41, -41, -41], [48, -16, -16, -16]]
    begun = [";".join(str(start + n) for n in row) for row in standings]
    counter = ";" * first.startswith("D")
    lines = [counter + ";".join(CAST), first.format(start), *(counter + row for row in begun)]
    evening = understood(*filter(None, lines))
    assert points(evening) == POINTS and questions(evening) == []


@pytest.mark.parametrize(
    "lines",
    [
        ("1000;1000;1000", "1050;980;970", "1020;1000;980", "1100;900;1000"),
        ("1050;980;970", "1020;1000;980", "1100;900;1000"),
        ("500;500;500", "490;500;470", "490;455;440"),
        ("20;20;20", "25;20;15", "10;30;20"),
    ],
)
def test_standings_of_no_game_that_begin_with_the_same_are_asked_about(lines):
    evening = understood("Anne;Bruno;Chloé", *lines)
    assert questions(evening) == ["standings"]
    kept = understood("Anne;Bruno;Chloé", *lines, standings="no")
    assert points(kept) == [[*map(int, line.split(";"))] for line in lines]


@pytest.mark.parametrize(
    "lines",
    [("60;40", "55;45", "50;50"), ("81;81", "82;80", "90;72"), ("10;10", "9;4", "18;0")],
)
def test_points_with_the_same_sum_are_no_standings(lines):
    assert questions(understood("Anne;Bruno", *lines)) == []


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        (["Anne;Bruno;Lieu;Vin;Temps", "5;-5;;;", "6;-6;;;"], ["empty2", "empty3", "empty4"]),
        (["Anne;Bruno;Chloé;David", "1;;;", ";1;;", ";;1;"], []),
        (["Anne;Bruno", "fini;tard"], ["empty0", "empty1"]),
        ([";Anne;Bruno;Chloé", "1;5;9;", "2;4;5;", "Total;9;14;0"], []),
        (["Joueur;1;2", "Anne;5;6", "Bruno;7;9", "merci à tous;;"], []),
        (["Joueur;1;2", "Anne;5;6", "Bruno;7;9", "Zoé;;"], ["empty3"]),
        (["Nom;1;2;Total", "Anne;1;;1", "Bruno;;1;1", "Zoé;;;0"], []),
        (["Nom;1;2;Total", "Note;;;0", "Anne;1;1;2", "Bruno;0;0;0"], ["column1"]),
    ],
)
def test_who_has_no_points_is_asked_about_unless_most_cells_are_empty(lines, asked):
    assert questions(understood(*lines)) == asked


@pytest.mark.parametrize(
    "sign", ["-", "–", "—", "/", ".", "", "x", "abs", "mort", "M", "passe"]
)
def test_who_sat_out_has_no_points(sign):
    evening = understood("Anne;Bruno;Chloé;David;Emma", f"198;-66;-66;-66;{sign}")
    assert points(evening) == [[198, -66, -66, -66, 0]]
    assert questions(evening) == ["empty4"] * (not sign)
    said = [str(f.text) for f in evening.findings if f.name == "letters"]
    assert said == [f"Compté 0 : {sign} (Emma, E2)"] * sign.isalpha()
    free = "N°;Anne;Bruno", "1;12;5", f"2;{sign};8"
    assert points(understood(*free)) == [[12, 5], [0, 8]]
    assert questions(understood(*free)) == []
    if sign.isalpha():
        with pytest.raises(DocumentError, match="B3"):
            understood(*free, letters="no")


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        ("198,0", 198),
        ("1 234", 1234),
        ("+1.234", 1234),
        *(
            (cell, -75)
            for cell in ("(75)", "−75", "75-", "- 75", "— 75", "\u201175", "\ufe6375")
        ),
        ("5 pts", 5),
    ],
)
def test_numbers_are_read_as_people_write_them(cell, number):
    assert points(understood("Anne\tBruno", f"{cell}\t3", "1\t1"))[0] == [number, 3]


BESIDE_NUMBERS = {
    "a star": ("75*", 75),
    "a sign before": ("🏆 75", 75),
    "a contract": ("-132 (GS)", -132),
    "a contract in short": ("132 P", 132),
    "a word of the hand": ("252 capot", 252),
    "a sum": ("82+20", 102),
    "the standing behind": ("30 → 130", 30),
    "the standing in parentheses": ("30 (130)", 30),
}
"""Cells with more than a number, and what is meant."""


def test_a_long_cell_is_no_number():
    assert number("0" * 22) == 0 and number("0" * 23) is None


@pytest.mark.parametrize(("cell", "number"), BESIDE_NUMBERS.values(), ids=BESIDE_NUMBERS)
def test_what_is_beside_a_number_is_left_out_and_said(cell, number):
    lines = "Nous\tEux", "100\t62", f"{cell}\t0", "70\t92"
    evening = understood(*lines)
    assert points(evening)[1] == [number, 0]
    assert str(evening.findings[0].text) == f"Lu ainsi : {cell} → {number}"
    assert questions(evening) == ["numbers"] * (cell[0] == "3")
    with pytest.raises(DocumentError, match="A3"):
        understood(*lines, numbers="no")


def test_most_cells_of_a_column_may_have_more_than_a_number():
    evening = understood("Nous;Eux", "82+20;80", "100*;62", "92;70")
    assert points(evening) == [[102, 80], [100, 62], [92, 70]]


def test_contracts_with_a_number_are_no_points():
    lines = "Contrat;Nous;Eux", "90 ♥;100;62", "80 ♠;0;162", "110 ♦;120;42"
    assert [hand["note"] for hand in understood(*lines).document["hands"]] == [
        "90 ♥",
        "80 ♠",
        "110 ♦",
    ]


def test_euros_are_counted_in_cents_if_that_is_meant():
    euros = understood("Anne;Bruno", "1,50;-1,50")
    assert questions(euros) == ["cents"] and points(euros) == [[150, -150]]
    with pytest.raises(DocumentError, match="nombres entiers"):
        understood("Anne;Bruno", "1,50;-1,50", cents="no")


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["Anne;Bruno", "1;2", "3;quatre"], "B3 : « quatre » n'est pas un nombre entier"),
        (["N°;Anne;Bruno", "1;5;1e9"], "C2 : « 1e9 »"),
        (["Anne;Bruno;anne", "1;2;4"], "ligne 1 : deux fois « Anne » parmi les noms"),
        (["Nom;1;2", *(f"{'A' * 60}{n};1;2" for n in "ab")], "colonne A : on attend les noms"),
        (["Anne;Bruno", "1;2,345678"], "B2 : « 2,345678 »"),
        (["A;B;C;D;E;F;G;H;I", "1;2;3;4;5;6;7;8;9"], "ligne 1 : on attend les noms de 2 à 8"),
        ([";".join(f"A{n}" for n in range(60)), ";".join("1" * 60)], "tableau : on attend au"),
        (["1;2", "3;4"], "tableau : on attend une ligne de noms"),
        (["N°;Nous/Eux", "1;100/62", "2;82/80"], "B2 : « 100/62 »"),
    ],
)
def test_what_cannot_be_read_is_named_by_its_cell(lines, says):
    with pytest.raises(DocumentError) as refused:
        understood(*lines)
    assert str(refused.value).startswith(says)


TAROT = "Preneur;Contrat;Bouts;Points;Anne;Bruno;Chloé;David"
GARDE = {"taker": "Anne", "contract": "garde", "bouts": 2, "points": 49}


def test_a_table_with_the_questions_of_a_game_is_of_this_game():
    evening = understood(
        f"N°;{TAROT}", "1;Anne;G;2;49;198;-66;-66;-66", "Total;;;;;198;-66;-66;-66"
    )
    assert (evening.document["game"], evening.document["hands"]) == ("tarot", [GARDE])
    free = understood(TAROT, "Anne;G;2;49;198;-66;-66;-66", game="libre")
    assert free.document["game"] == "libre"


def test_a_table_that_names_its_game_may_have_other_words_for_what_is_no_question():
    hands = "Anne;G;2;49;198,0;(66);66-;-66", "Somme;;;;;198;-66;-66;-66;0"
    evening = understood("jeu;Tarot", f"Manche;{TAROT};Contrôle", f"1;{hands[0]};0", hands[1])
    assert evening.document["hands"] == [GARDE]
    assert {written.points for written in evening.written} == {(198, -66, -66, -66)}
    head = f"Jour;Donneuse;{TAROT};Remarque"
    document = understood("jeu;Tarot", head, f"20.11.26;Bruno;{hands[0]};belle").document
    assert document["hands"] == [GARDE | {"note": "belle"}]
    assert (document["date"], document["first_dealer"]) == ("2026-11-20", "Bruno")
    free = understood("jeu;marque libre", *numbered("N°", *HANDS))
    assert free.document["players"] == CAST


@pytest.mark.parametrize("word", ["Moyenne", "Moy.", "Rang"])
@pytest.mark.parametrize("first", [("jeu;Tarot",), ()])
@pytest.mark.parametrize("counter", ["N°;", ""])
def test_a_line_of_means_is_left_out_of_a_game_and_said(word, first, counter):
    hand, beside = f"{counter and '1;'}Anne;G;2;49;198;-66;-66;-66", ";" * (len(counter) // 2)
    evening = understood(
        *(*first, f"{counter}{TAROT}", hand, f"{word};{beside};;49,5;198;-66;-66;-66;")
    )
    assert evening.document["hands"] == [GARDE]
    assert f"Laissé de côté : {word}" in [str(finding.text) for finding in evening.findings]


def test_a_player_whose_name_is_a_total_takes_in_a_game():
    head = "jeu;Tarot", "joueurs;Anne;Total;Bruno;Moyenne", "preneur;contrat;bouts;points"
    evening = understood(*head, "Total;G;2;49", "Moyenne;G;2;49")
    assert [hand["taker"] for hand in evening.document["hands"]] == ["Total", "Moyenne"]


def test_a_contract_that_cannot_be_read_is_a_question_of_the_game():
    lines = TAROT, "Anne;grade;2;49;198;-66;-66;-66"
    assert "game" in questions(understood(*lines))
    with pytest.raises(DocumentError, match="B2, Contrat"):
        understood(*lines, game="tarot")


@pytest.mark.parametrize(
    ("typed", "contract"),
    [
        *(("P", "petite"), ("G", "garde"), ("GS", "garde_sans"), ("g.c.", "garde_contre")),
        *(("garde s.", "garde_sans"), ("Garde c", "garde_contre")),
    ],
)
def test_a_contract_may_be_shortened(typed, contract):
    (hand,) = understood("jeu;Tarot", TAROT, f"Anne;{typed};2;49;;;;").document["hands"]
    assert hand["contract"] == contract


@pytest.mark.parametrize("partner", ["Anne", "chien", "solo", "seul", ""])
def test_a_taker_who_called_himself_is_alone(partner):
    head = (
        "jeu;Tarot",
        "joueurs;Anne;Bruno;Chloé;David;Emma",
        "preneur;appelé;contrat;bouts;points",
    )
    (hand,) = understood(*head, f"Anne;{partner};garde;2;49").document["hands"]
    assert hand == GARDE


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
@pytest.mark.parametrize("before", ["", "sep=;\r\n"])
def test_a_table_is_read_in_any_encoding(encoding, before):
    text = before + "\r\n".join([";".join(CAST), *HANDS])
    evening = read_text(text.encode(encoding))
    assert evening.document["players"] == CAST and points(evening) == POINTS


def test_a_byte_that_is_no_utf_8_leaves_the_others_behind_its_mark():
    evening = read_text(b"\xef\xbb\xbfAnn\xc3\xa9e;Zo\xe9\n5;-5")
    assert evening.document["players"] == ["Année", "Zo\ufffd"]


LONG = {
    "a total after each hand": ("N°;Anne;Bruno", ("1;5;-5", "Total;0;0")),
    "names of seats": ("Anne;Bruno;Chloé", ("1;2;3", "Zoé;Yann;Léa")),
    "sums of parts": ("Anne;Bruno", ("1;2", "3;4", "5;6", "9;12")),
    "titles with a number": ("Tarot;Anne", ("x;2026",)),
    "tables beside each other": (
        "Anne;Bruno;;Zoé;Yann",
        ("5;-4;;3;-2", "Anne;Bruno;;Léa;Paul"),
    ),
}
"""Lines of names, and lines below them again and again."""


@pytest.mark.parametrize(("head", "below"), LONG.values(), ids=LONG)
def test_a_table_takes_as_long_as_it_has_lines(head, below):
    def steps(times):
        with contextlib.suppress(DocumentError):
            profile = cProfile.Profile()
            profile.runcall(understood, head, *below * times)
        return sum(entry.callcount for entry in profile.getstats())

    steps(10)  # fills the caches
    assert steps(200) < 6 * steps(50)


def test_a_table_of_too_many_cells_is_refused_before_they_are_numbers():
    lines = [";".join(str(60 * k + n) for n in range(60)) for k in range(1005)]
    number.cache_clear()
    with pytest.raises(DocumentError, match="24 colonnes"):
        understood(";".join(f"J{n}" for n in range(60)), *lines)
    assert number.cache_info().misses < 5000  # of the rows by which the separator is found


def test_tables_made_by_habits_are_read_right_or_asked_about(sampled):
    """A table that is read wrong in silence would double the points of an evening."""
    counts = {"right": 0, "asked": 0, "refused": 0}
    for seed in sampled(range(2000)):
        content, players, hands, habits = table(Random(seed))
        try:
            evening = read_text(content)
        except DocumentError:
            counts["refused"] += 1
            continue
        is_right = evening.document["players"] == players and points(evening) == hands
        assert is_right or questions(evening), (seed, habits)
        asked = [finding for finding in evening.findings if finding.answer is None]
        likely = {finding.name: finding.choices[0][0] for finding in asked}
        assert questions(read_text(content, **likely)) == [], (seed, habits)
        counts["right" if is_right and not questions(evening) else "asked"] += 1
    assert counts["right"] >= 0.9 * sum(counts.values()), counts
    assert counts["refused"] <= 0.01 * sum(counts.values()), counts


@pytest.mark.parametrize(("answers", "played"), [({}, "tarot"), ({"title": "no"}, "libre")])
def test_points_alone_say_the_game_that_they_are_of(answers, played):
    lines = "198;-66;-66;-66", "-75;25;25;25"
    evening = understood("Anne;Bruno;Chloé;David", *lines, **answers)
    assert evening.document["played"] == played


def test_a_last_line_that_is_the_mean_but_no_hand_of_the_game_is_rather_none():
    lines = numbered("N°", *HANDS, "16;-5;-6;-5")
    [asked] = [f for f in understood(*lines).findings if f.answer is None]
    assert asked.choices[0][0] == "aside"


def test_points_alone_of_teams_are_of_no_other_game():
    """The points of a team count against those of the other one."""
    hands = [{"scores": POINTS[0]}]
    document = {"format": "scorekeeper/1", "game": "libre", "players": CAST, "hands": hands}
    for played in ("tarot", "belote", "libre"):
        sheet = night_document.read_sheet(document | {"played": played})
        assert sheet.played_game is GAMES["tarot" if played == "tarot" else "libre"]
        assert night_document.write(sheet).get("played") == (sheet.played or None)
