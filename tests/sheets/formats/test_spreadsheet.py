import csv
import io
import sys
import tomllib
import unicodedata
from pathlib import Path
from random import Random

import pytest
from conftest import CAST
from independent.evenings import evening_of
from independent.switches import SWITCHES
from night import GARDE, sheet_of
from typed_tables import read_text

from scorekeeper.games import GAMES
from scorekeeper.i18n.languages import LANGUAGES, translator
from scorekeeper.sheets.formats import night_document, spreadsheet
from scorekeeper.sheets.formats.cells import TableRefused
from scorekeeper.sheets.formats.spreadsheet import template
from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.sheets.formats.typed_game import differences
from scorekeeper.sheets.sheet import fold

VECTORS = Path(__file__).parents[2] / "vectors"


def exported(sheet, language="fr"):
    return spreadsheet.export(sheet, translator(language))


def cells(sheet):
    lines = exported(sheet).removeprefix(spreadsheet.BOM).splitlines()
    heads = next(place for place, line in enumerate(lines) if line.startswith("donne;"))
    return list(csv.DictReader(io.StringIO("\n".join(lines[heads:])), delimiter=";"))


def test_passed_deal_is_a_contract():
    hand, passed = cells(sheet_of("tarot", [GARDE, {"passed": True}]))
    assert (hand["donneur"], hand["Preneur"], hand["Contrat"]) == ("Anne", "Anne", "Garde")
    assert (passed["donneur"], passed["Preneur"], passed["Contrat"]) == ("Bruno", "", "passée")
    assert [row["Anne (total)"] for row in (hand, passed)] == ["198", "198"]


def test_passed_deal_without_contract_is_a_taker():
    (passed,) = cells(sheet_of("belote", [{"passed": True}]))
    assert passed["Preneur"] == "passée" and passed["Anne & Chloé"] == "0"


def test_columns_without_an_answer_are_left_out():
    (hand,) = cells(sheet_of("tarot", [GARDE]))
    assert "Petit au bout" not in hand and hand["Bouts"] == "2"


def test_notes_are_a_column_that_is_read_back():
    noted = sheet_of("tarot", [GARDE | {"note": "=la garde ; d'Anne"}, {"passed": True}])
    first, second = cells(noted)
    assert (first["note"], second["note"]) == ("'=la garde ; d'Anne", "")
    again = read_text(exported(noted).encode()).document
    assert [hand.get("note") for hand in again["hands"]] == ["=la garde ; d'Anne", None]


@pytest.mark.parametrize("note", ["contrat", "chez Paul ; à huit", "=1"])
def test_the_note_of_an_evening_is_read_back(note):
    document = {"format": "scorekeeper/1", "game": "tarot", "players": [*CAST[:4]]}
    noted = fold(night_document.read(document | {"hands": [GARDE], "note": note}))
    again = fold(night_document.read(read_text(exported(noted).encode()).document))
    assert (again.note, len(again.hands)) == (note, 1)


def what_counts(sheet):
    """What a table holds of a sheet."""
    rows = [(row.hand, row.points, row.entry.body.get("reason")) for row in sheet.rows]
    dealers = [row.before.dealer for row in sheet.rows if row.dealt]
    return rows, dealers, sheet.options, sheet.title, sheet.date, sheet.names


def read_back(sheet, language):
    """The sheet read from its own table, and where the table says other points."""
    evening = read_text(exported(sheet, language).encode())
    again = night_document.read_sheet(evening.document)
    return what_counts(again), differences(evening, again)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(SWITCHES))
def test_a_table_is_read_back_whatever_was_played(game, language, sampled):
    for seed in sampled(range(300)):
        document = evening_of(Random(f"{game} {seed}"), game)
        sheet = night_document.read_sheet(document)
        assert read_back(sheet, language) == (what_counts(sheet), []), seed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", sorted(VECTORS.glob("*.toml")), ids=lambda path: path.stem)
def test_every_printed_hand_is_read_back(path, language):
    for vector in tomllib.loads(path.read_text(encoding="utf-8"))["hand"]:
        usual = min(4, GAMES[path.stem].seats[-1])
        players = (*CAST, "Flo", "Guy", "Hal")[: vector.get("seats", usual)]
        sheet = sheet_of(path.stem, [vector["answers"]], players, **vector.get("options", {}))
        assert read_back(sheet, language) == (what_counts(sheet), []), vector["says"]


def test_a_board_that_a_table_has_not_played_stays_without_a_result():
    hand = {"taker": "north", "scores": [56, None, -52]}
    sheet = sheet_of("tarot_duplicate", [hand], ["1", "2", "3"])
    assert read_back(sheet, "fr") == (what_counts(sheet), [])


def test_a_name_that_looks_like_a_formula_is_read_back():
    sheet = sheet_of("libre", [{"scores": [1, 2]}], ["=1+1", "-Bruno"])
    assert read_back(sheet, "fr") == (what_counts(sheet), [])


@pytest.mark.parametrize(
    ("game", "hand", "players"),
    [
        (
            "tarot",
            GARDE | {"poignees": [{"player": "Anne", "size": "simple"}]},
            ("Bruno & Chloé, dit « + »", "Anne", "Bruno"),
        ),
        (
            "tarot_mouche",
            GARDE | {"petit_au_bout": {"player": "Anne", "from": "Marie"}},
            ("Anne", "Marie", "Anne Marie"),
        ),
        (
            "tarot_mouche",
            GARDE | {"petit_au_bout": {"player": "Anne", "from": "=1+1"}},
            ("Anne", "=1+1", "-Bruno"),
        ),
        ("tarot", GARDE | {"taker": "Passée"}, ("Anne", "Passée", "Bruno")),
        ("tarot", {"penalty": {"player": "A|B", "points": 10}}, ("A|B", "Anne", "'=1+1")),
        (
            "tarot",
            GARDE | {"miseres": [{"player": "🂡", "kind": "atout"}]},
            ("Anne", "🂡", "🃏"),
        ),
    ],
)
def test_names_that_look_like_a_table_are_read_back(game, hand, players):
    options = {"misere": 10} if "miseres" in hand else {}
    sheet = sheet_of(game, [hand], players, **options)
    assert read_back(sheet, "fr") == (what_counts(sheet), [])


def test_points_of_a_table_of_an_earlier_version_are_free_marking():
    old = b"donne;donneur;taker;Anne;Bruno\n1;Anne;Anne;1;-1\n"
    document = read_text(old).document
    assert (document["players"], document["first_dealer"]) == (["Anne", "Bruno"], "Anne")
    assert document["hands"] == [{"scores": [1, -1], "note": "Anne"}]


@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_typed_points_are_free_marking(separator):
    typed = "date;Anne;Bruno;Chloé\n20/11/2026;10;−5;-5\n;1 200;;3\n"
    document = read_text(typed.replace(";", separator).encode()).document
    assert document["date"] == "2026-11-20"
    assert fold(night_document.read(document)).state.standing == (1210, -5, -2)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "tableau : on attend une ligne de noms"),
        (b"Anne;Bruno", "tableau : on attend une ligne de noms"),
        (b"Anne;Bruno\n1;?", "B2 : « ? » n'est pas un nombre entier"),
        (b"Anne;Bruno\n1;2\n1;12345678", "B3 : on attend au plus"),
        (b"Anne;;Bruno\n1;7;3", "B1 : un nombre n'a pas de nom au-dessus de lui"),
    ],
)
def test_malformed_table_names_its_line(content, says):
    with pytest.raises(DocumentError) as rejected:
        read_text(content, column1="no")
    assert str(rejected.value).startswith(says)


TAROT = """jeu;Tarot
date;20/11/2026
donne;preneur;contrat;bouts;points;petit au bout;poignées;Anne;Bruno;Chloé;David
# un commentaire
1;Bruno;garde;2;49;;;-66;198;-66;-66
2;;passée;;;;;;;;
3;anne;Garde sans;1;40,5;Défense;Chloé simple;;;;
total;;;;;;;-600;364;118;118
"""


def read(text):
    return read_text(text.encode())


def refused(text):
    with pytest.raises(TableRefused) as rejected:
        read(text)
    return [str(message) for message in rejected.value.messages]


def test_typed_game_is_imported():
    document = read(TAROT).document
    assert document["players"] == list(CAST[:4]) and document["date"] == "2026-11-20"
    assert document["hands"][:2] == [
        {"taker": "Bruno", "contract": "garde", "bouts": 2, "points": 49},
        {"passed": True},
    ]
    assert document["hands"][2] == {
        **{"taker": "Anne", "contract": "garde_sans", "bouts": 1, "points": 40.5},
        **{"petit_au_bout": "defence", "poignees": [{"player": "Chloé", "size": "simple"}]},
    }
    assert night_document.read_sheet(document).hands[0].points == (-66, 198, -66, -66)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (";Passed;;", None),
        ("Donne passée;;;", None),
        (";petit sec : donne annulée;;", "petit_sec"),
        (";referee;;", "referee"),
    ],
)
def test_a_deal_without_a_hand_is_said_in_words(line, reason):
    (passed,) = read(f"{THREE}{line}\n").document["hands"]
    assert (passed["passed"], passed.get("reason")) == (True, reason)


def test_what_a_game_marks_for_all_tricks_may_stand_in_place_of_their_points():
    head = "jeu;Belote\njoueurs;Anne;Bruno;Chloé;David\npreneur;couleur;points;Tous les plis\n"
    (hand,) = read(f"{head}Anne;pique;252;attaque\n").document["hands"]
    assert hand == {"taker": "Anne", "suit": "spades", "capot": "attack"}
    (why,) = refused(f"{head}Anne;pique;252;défense\n")
    assert why.startswith("C4, Points de l'attaque")


def test_typed_points_are_compared():
    evening = read(TAROT.replace("-66;198", "-66;189"))
    sheet = night_document.read_sheet(evening.document)
    first, *others = map(str, differences(evening, sheet))
    assert first == "ligne 5, Bruno : le papier dit 189, le calcul donne 198"
    assert len(others) == 4 and all("ligne 8" in one for one in others)


def test_every_refused_line_is_named():
    wrong = TAROT.replace("garde;2", "grade;2").replace(
        "anne;Garde sans;1", "Zoé;Garde sans;1"
    )
    bad_taker, bad_contract = sorted(refused(wrong))
    assert bad_taker.startswith("B7, Preneur : on attend Anne, Bruno, Chloé")
    assert bad_contract.startswith("C5, Contrat : on attend Petite, Garde, Garde sans")


THREE = "jeu;Tarot\njoueurs;Anne;Bruno;Chloé\npreneur;contrat;bouts;points\n"


TABLE = '{"petite": 20, "garde": 40, "garde_sans": 80, "garde_contre": 160}'
POINTS = 'règle;contracts;"{}"\n'.format(TABLE.replace('"', '""'))
FORMULA = 'règle;formula;"""{}"""\n'
FLAT = FORMULA.format("flat")


@pytest.mark.parametrize("rules", [POINTS, FLAT, POINTS + FLAT])
def test_contracts_in_points_and_their_formula_choose_each_other(rules):
    typed = THREE.replace("preneur", rules + "preneur") + "Anne;Garde;2;49\n"
    sheet = night_document.read_sheet(read(typed).document)
    assert sheet.state.totals == (2 * (40 + 8), -48, -48)


@pytest.mark.parametrize("order", [1, -1])
def test_contracts_in_points_with_the_other_formula_are_refused(order):
    rules = "".join([POINTS, FORMULA.format("times")][::order])
    with pytest.raises(DocumentError, match=r"ligne 4 : « Petite 20.* va avec « contrat \+"):
        read(THREE.replace("preneur", rules + "preneur") + "Anne;Garde;2;49\n")


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("jeu;Tarot\njoueurs;Anne;Bruno;Chloé", "tableau : il manque la ligne des titres"),
        ("jeu;Tarot\nrègle;zork;1\nAnne;Bruno;Chloé", "ligne 2 : option inconnue"),
        (f"{THREE}Anne;;2;49", "B4, Contrat : il manque"),
        (f"{THREE}Anne;garde;4;49", "C4, Bouts : "),
        (f"{THREE}pénalité;Bruno | dix", "ligne 4 : « dix » n'est pas un nombre entier"),
        (f"{THREE}pénalité;Zoé | 10", "donne 1, player : "),
    ],
)
def test_a_refusal_names_the_line_and_the_column(typed, says):
    with pytest.raises(DocumentError) as rejected:
        night_document.read_sheet(read(typed).document)
    assert str(rejected.value).startswith(says)


def test_a_table_in_windows_1252_is_read():
    document = read_text("Anne;Chloé\n-1;1".encode("cp1252")).document
    assert document["players"] == ["Anne", "Chloé"]


def test_short_line_is_refused():
    assert refused(TAROT.replace(";-66;198;-66;-66", "")) == [
        "ligne 5 : elle a 7 cases sur 11"
    ]


def scores(content):
    return [hand["scores"] for hand in read_text(content).document["hands"]]


def test_long_cell_is_refused():
    belote = "jeu;Belote\njoueurs;Anne;Bruno;Chloé;David\npreneur;belote\nAnne;{}a\n"
    with pytest.raises(DocumentError) as rejected:
        read(belote.format("1" * 201))
    assert str(rejected.value) == "ligne 4 : une case a plus de 200 caractères"


def test_longest_cell_is_read():
    assert scores(b"Anne;Bruno\n" + b" " * 199 + b"1;2\n") == [[1, 2]]


def test_names_of_a_table_are_composed_and_visible():
    document = read_text("Rene\u0301\u3164;Bruno\n1;-1".encode()).document
    assert document["players"] == ["René", "Bruno"]


def test_players_of_one_name_in_other_letters_are_refused():
    with pytest.raises(DocumentError, match="deux fois « Anne »"):
        read_text(TAROT.replace("Bruno;Chloé", "ANNE;Chloé").encode())


def begins_a_formula(character):
    """In any width or size: spreadsheets of Japanese read those as ASCII."""
    return unicodedata.normalize("NFKC", character) in "=+-@\t\r\n"


def test_no_name_is_a_formula():
    first = [c for c in map(chr, range(sys.maxunicode + 1)) if begins_a_formula(c)]
    assert [c for c in first if spreadsheet.text(f"{c}1") != f"'{c}1"] == []


@pytest.mark.parametrize("separator", [",", ", ", ";", "\t"])
def test_no_name_is_a_formula_where_a_spreadsheet_splits_it(separator):
    assert spreadsheet.text(f"Anne{separator}=1") == f"Anne{separator}'=1"


def test_a_name_with_a_sign_in_it_is_unchanged():
    assert spreadsheet.text("Anne-Sophie, 2+2") == "Anne-Sophie, 2+2"


def test_table_has_a_bound(monkeypatch):
    monkeypatch.setattr("scorekeeper.sheets.formats.cells.MOST_LINES", 4)
    table = b"date;Anne;Bruno\n;1;2\ntotal;1;2\ntotal;1;2\n"
    assert scores(table) == [[1, 2]]
    with pytest.raises(DocumentError, match="on attend au plus"):
        read_text(table + b";5;6\n")


@pytest.mark.parametrize("cell", ["?", "+-5", "-+5", "--5", "²", "1234567"])
def test_malformed_points_are_refused(cell):
    why = f"« {cell} » n'est pas un nombre entier"
    head = "jeu;Marque libre\njoueurs;Anne;Bruno;Chloé\ndonne;Anne;Bruno;Chloé\n"
    assert refused(f"{head}1;{cell};2;3\n") == [f"B4, Anne : {why}"]
    assert refused(f"{head}total;{cell};2;3\n") == [f"B4, Anne : {why}"]


def test_teams_have_a_line_of_players():
    text = (
        "jeu;Contrée\njoueurs;Anne;Bruno;Chloé;David\n"
        "preneur;contrat;couleur;points;contre;Nous;Eux\nBruno;100;cœur;110;Contré;0;500\n"
    )
    (hand,) = read(text).document["hands"]
    assert hand["suit"] == "hearts" and hand["coinche"] == "coinche"
    assert "coinched_by" not in hand


def test_who_doubled_is_a_column_of_its_own():
    text = (
        "jeu;Contrée\njoueurs;Anne;Bruno;Chloé;David\n"
        "preneur;contrat;points;contre;contré par\nBruno;100;110;Contré;Anne\n"
        "Bruno;100;110;;Pas dit\n"
    )
    first, second = read(text).document["hands"]
    assert first["coinched_by"] == "Anne" and "coinched_by" not in second


def test_unknown_game_is_refused():
    with pytest.raises(DocumentError, match="on attend un jeu : Tarot, Belote"):
        read("jeu;Bridge\npreneur\n")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_template_is_read_as_its_game_and_lacks_hands_alone(game, language):
    empty = template(game, game.seats[0], translator(language))
    with pytest.raises(DocumentError, match="aucune donne n'est remplie"):
        read_text(empty.encode())
