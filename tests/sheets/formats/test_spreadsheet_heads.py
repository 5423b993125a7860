import pytest
from typed_tables import read_text

from scorekeeper.sheets.formats.cells import TableRefused
from scorekeeper.sheets.formats.night_document import read_sheet
from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.sheets.formats.typed_game import differences

HAND = {"taker": "Anne", "contract": "garde", "bouts": 2, "points": 49}


def read(*lines):
    return read_text("\n".join(lines).encode())


def refused(*lines):
    with pytest.raises(TableRefused) as rejected:
        read(*lines)
    return [str(message) for message in rejected.value.messages]


def points(*lines):
    return read(*lines).written[0].points


def test_line_without_dealer_is_refused():
    heads = "jeu;Tarot", "joueurs;Anne;Bruno;Chloé", "preneur;contrat;bouts;points;donneur"
    assert refused(*heads, "Anne;garde;2;49") == ["ligne 4 : elle a 4 cases sur 5"]
    assert read(*heads, "Anne;garde;2;49;Chloé").document["first_dealer"] == "Chloé"


def test_column_of_dates():
    heads = "date;Preneur;Contrat;Bouts;Points;Anne;Bruno;Chloé"
    hands = ";Anne;garde;2;49;;;", "20/11/2026;Anne;garde;2;49;;;", "21/11/2026;;passée;;;;;"
    document = read("jeu;Tarot", heads, *hands).document
    assert document["players"] == ["Anne", "Bruno", "Chloé"]
    assert document["date"] == "2026-11-20"
    assert document["hands"] == [HAND, HAND, {"passed": True}]


def test_date_line_precedes_the_column():
    head = "jeu;Marque libre", "date;19/11/2026;;", "joueurs;Anne;Bruno"
    document = read(*head, "date;Anne;Bruno", "20/11/2026;1;2").document
    assert document["date"] == "2026-11-19"


def test_a_date_and_one_question_are_heads():
    with pytest.raises(DocumentError, match="ligne 2 : on attend les noms"):
        read("jeu;Tarot", "date;Preneur", "20/11/2026;Anne")


THREE = "jeu;Marque libre", "joueurs;Anne;Bruno;Chloé"


@pytest.mark.parametrize(
    ("heads", "line"),
    [
        ("Chloé;Anne;Bruno", "3;1;2"),
        ("chloe;ANNE;Bruno", "3;1;2"),
        ("Joueur 1;Joueur 3;Joueur 2", "1;3;2"),
        ("Player 2;Player 1;Player 3", "2;1;3"),
    ],
)
def test_points_follow_the_player_heads(heads, line):
    evening = read(*THREE, heads, line)
    assert evening.document["players"] == ["Anne", "Bruno", "Chloé"]
    assert evening.document["hands"] == [{"scores": [1, 2, 3]}]


def test_partial_points_are_compared():
    heads = "jeu;Tarot", "joueurs;Anne;Bruno;Chloé", "preneur;contrat;bouts;points;Chloé"
    evening = read(*heads, "Anne;garde;2;49;-60")
    (said,) = map(str, differences(evening, read_sheet(evening.document)))
    assert said.startswith("ligne 4, Chloé : le papier dit −60")


@pytest.mark.parametrize(
    ("heads", "says"),
    [
        ("Anne;Bruno;Chloé;Zoé", "« Zoé » n'est ni une question de ce jeu"),
        ("Anne;Bruno;Chloé;Anne", "deux colonnes « Anne »"),
        ("Anne;Bruno;Chloé;anne", "deux colonnes « anne »"),
        ("Anne;Bruno", "il manque la colonne « Chloé »"),
    ],
)
def test_unfitting_heads_are_refused(heads, says):
    (why,) = refused(*THREE, heads, "1;2;3;4")
    assert why.startswith(f"ligne 3 : {says}")


def test_repeated_question_is_no_player():
    heads = "preneur;contrat;bouts;points;bouts;Anne;Bruno;Chloé"
    assert refused("jeu;Tarot", heads) == ["ligne 2 : deux colonnes « bouts »"]


FOUR = "jeu;Belote", "joueurs;Anne;Bruno;Chloé;David"


@pytest.mark.parametrize(
    "heads",
    ["Eux;Nous", "Them;Us", "Bruno & David;Anne & Chloé", "david & bruno;Chloé & Anne"],
)
def test_points_follow_the_team_heads(heads):
    hand = f"preneur;couleur;points;{heads}", "Anne;cœur;100;62;100"
    assert points(*FOUR, *hand) == (100, 62)


def test_team_heads_name_the_players():
    hand = "preneur;couleur;points;Anne;Bruno;Chloé;David", "Anne;cœur;100;100;62;;"
    assert points("jeu;Belote", *hand) == (100, 62)


def test_a_team_has_one_column():
    heads = "preneur;couleur;points;Anne & Chloé;Nous"
    assert refused(*FOUR, heads) == ["ligne 3 : deux colonnes « Nous »"]


def test_a_question_is_found_by_its_head_on_a_printed_sheet():
    (hand,) = read(*FOUR, "preneur;contrat;points", "Anne;cœur;100").document["hands"]
    assert hand["suit"] == "hearts"


NAMESAKES = "jeu;Tarot", "joueurs;Lea;Léa;Anne"


def test_accents_tell_players_apart():
    heads = "preneur;contrat;bouts;points;Léa;Lea;Anne"
    lines = "Léa;garde;2;49;1;2;3", "Lea;garde;2;49;1;2;3"
    evening = read(*NAMESAKES, heads, *lines)
    assert [hand["taker"] for hand in evening.document["hands"]] == ["Léa", "Lea"]
    assert evening.written[0].points == (2, 1, 3)


def test_ambiguous_name_is_refused():
    lines = "preneur;contrat;bouts;points", "LEA;garde;2;49", "anné;garde;2;49"
    assert refused(*NAMESAKES, *lines) == ["A4, Preneur : on attend Lea, Léa"]
    (why,) = refused(*NAMESAKES, "preneur;contrat;bouts;points;lea")
    assert why.endswith("ni un seul de ses joueurs : Lea, Léa, Anne")


@pytest.mark.parametrize(
    ("head", "cell"), [("ambiance", "belle donne"), ("Coinche", "1"), ("Annonces", "2")]
)
def test_an_unknown_column_is_no_player(head, cell):
    heads = f"preneur;contrat;bouts;points;Anne;Bruno;Chloé;David;{head}"
    (why,) = refused("jeu;Tarot", heads, f"Anne;garde;2;49;198;-66;-66;-66;{cell}")
    known = "donne, donneur, date, Preneur"
    assert why.startswith(f"ligne 2 : « {head} » n'est ni une question de ce jeu ({known}")
    assert why.endswith("ni un seul de ses joueurs : Anne, Bruno, Chloé, David")


def test_a_head_may_be_in_the_singular():
    heads = "preneur;contrat;bout;points;poignée;Anne;Bruno;Chloé"
    hand = read("jeu;Tarot", heads, "Anne;garde;2;49;Anne simple;;;").document["hands"][0]
    assert hand["poignees"] == [{"player": "Anne", "size": "simple"}] and hand["bouts"] == 2


@pytest.mark.parametrize("points", ["198;−66;−66;−66", "1 440;- 480;-480;−480"])
def test_points_as_they_are_typed_make_a_column_of_a_player(points):
    heads = "preneur;contrat;bouts;points;Anne;Bruno;Chloé;David"
    evening = read("jeu;Tarot", heads, f"Anne;garde;2;49;{points}")
    assert evening.document["players"] == ["Anne", "Bruno", "Chloé", "David"]
