"""Lists of people as they are pasted."""

import pytest

from scorekeeper.tournaments.service.typed_people import read_people


def read(text):
    return [
        [(one.name, one.licence, one.club) for one in group] for group in read_people(text)
    ]


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Jean D, 1234567, Lyon", [[("Jean D", "1234567", "Lyon")]]),
        ("Jean D, Lyon", [[("Jean D", "", "Lyon")]]),
        ("1. MARTIN Jean 1000001 Lyon", [[("MARTIN Jean", "1000001", "Lyon")]]),
        ("MARTIN Jean  1000001B", [[("MARTIN Jean", "1000001B", "")]]),
        ("Jean D 1234567 & Luc M", [[("Jean D", "1234567", ""), ("Luc M", "", "")]]),
        (
            "Jean D 1234567 Lyon / Luc M 7654321 Paris",
            [[("Jean D", "1234567", "Lyon"), ("Luc M", "7654321", "Paris")]],
        ),
        (
            "Tournoi du 23 novembre\n\nNom;Club\nAnne;Lyon\nNom;Club\nLuc;Paris",
            [[("Anne", "", "Lyon")], [("Luc", "", "Paris")]],
        ),
        (
            "Nom;Club;Licence\nAnne;Lyon;12\nNom;Licence;Club\nLuc;34;Paris",
            [[("Anne", "12", "Lyon")], [("Luc", "34", "Paris")]],
        ),
        (
            "Anne;Arbitre\nBruno;Joueur\nChloé;Lyon",
            [[("Anne", "", "Arbitre")], [("Bruno", "", "Joueur")], [("Chloé", "", "Lyon")]],
        ),
        ("Anne\nLuc\nNom", [[("Anne", "", "")], [("Luc", "", "")], [("Nom", "", "")]]),
        ("Anne;Lyon :", [[("Anne", "", "Lyon :")]]),
        ("Inscrits :\nAnne\nLuc", [[("Anne", "", "")], [("Luc", "", "")]]),
        ("Nom;Club FFT\nAnne;Lyon", [[("Anne", "", "Lyon")]]),
        ("Nom du joueur;Prénom du joueur\nDurand;Anne", [[("Anne DURAND", "", "")]]),
        ("Nom complet;N° FFT\nAnne Durand;12", [[("Anne Durand", "12", "")]]),
        ("Jean D, TC Lyon 69", [[("Jean D", "", "TC Lyon 69")]]),
        ("Jean D;Lyon;A12", [[("Jean D", "A12", "Lyon")]]),
        ("1. Anne\n\n- Bruno\n", [[("Anne", "", "")], [("Bruno", "", "")]]),
        ("Anne D / Bruno P, Lyon", [[("Anne D", "", "Lyon"), ("Bruno P", "", "Lyon")]]),
        ("Anne & Bruno, 12 / 34", [[("Anne", "12", ""), ("Bruno", "34", "")]]),
        ("Anne et Bruno", [[("Anne", "", ""), ("Bruno", "", "")]]),
        ("Loretta", [[("Loretta", "", "")]]),
        ("Nom;Prénom;Licence\nDurand;Anne;12", [[("Anne DURAND", "12", "")]]),
        ("CLUB\tNOM\nLyon\tAnne", [[("Anne", "", "Lyon")]]),
        ("Joueur\tLicence FFT\tClub\nAnne\t12\tLyon", [[("Anne", "12", "Lyon")]]),
        ("Nom et prénom\tN° licence\nDURAND Anne\t12", [[("DURAND Anne", "12", "")]]),
        ("Prénom Nom\nAnne Durand", [[("Anne Durand", "", "")]]),
        ("Nom / prénom;Nom du club\nAnne D;Lyon", [[("Anne D", "", "Lyon")]]),
        ("Nom;Prénom;N° de joueur\nDurand;Jean;17", [[("Jean DURAND", "", "")]]),
        ("Nom;Club;N° de club\nAnne;Lyon;75", [[("Anne", "", "Lyon")]]),
        ("Nom de famille;Prénom\nDurand;Jean", [[("Jean DURAND", "", "")]]),
        ("Joueur / Partenaire\nAnne / Bruno", [[("Anne", "", ""), ("Bruno", "", "")]]),
        ("Nom;Club\rAnne;Lyon", [[("Anne", "", "Lyon")]]),
        ("Joueur;Âge\nAnne;40", [[("Anne", "", "")]]),
        ("Anne Nom\nBruno", [[("Anne Nom", "", "")], [("Bruno", "", "")]]),
        ("name,partner\nAnne,Bruno", [[("Anne", "", ""), ("Bruno", "", "")]]),
        (
            "nom,équipe\nAnne,1\nChloé,2\nBruno,1",
            [[("Anne", "", ""), ("Bruno", "", "")], [("Chloé", "", "")]],
        ),
        ('"Durand, Anne";12', [[("Durand, Anne", "12", "")]]),
        ('"unclosed', [[("unclosed", "", "")]]),
        (", ,", []),
        ("", []),
        ("Gilles - Lyon", [[("Gilles - Lyon", "", "")]]),
        pytest.param("a" * 200_000, [[("a" * 1000, "", "")]], id="without end"),
    ],
)
def test_a_list_is_read_as_it_is_written(text, people):
    assert read(text) == people


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Inès, Jean", [[("Inès", "", ""), ("Jean", "", "")]]),
        ("Inès, Jean, Lyon", [[("Inès", "", "Lyon"), ("Jean", "", "Lyon")]]),
        ("Gilles - Hugo, Lyon", [[("Gilles", "", "Lyon"), ("Hugo", "", "Lyon")]]),
        (
            "MARTIN Jean 1000001 Lyon - PETIT Luc 1000002",
            [[("MARTIN Jean", "1000001", "Lyon"), ("PETIT Luc", "1000002", "")]],
        ),
        (
            "Jean D 1000001 TC - Lyon - Luc M 1000002 TC - Brest",
            [[("Jean D", "1000001", "TC - Lyon"), ("Luc M", "1000002", "TC - Brest")]],
        ),
        ("Anne-Marie / Jo, Lyon", [[("Anne-Marie", "", "Lyon"), ("Jo", "", "Lyon")]]),
        ("Inès, 12, Lyon", [[("Inès", "12", "Lyon")]]),
        ("nom,club\nInès,Lyon", [[("Inès", "", "Lyon")]]),
    ],
)
def test_where_teams_play_a_second_name_is_the_partner(text, people):
    found = read_people(text, are_teams=True)
    assert [[(one.name, one.licence, one.club) for one in group] for group in found] == people
