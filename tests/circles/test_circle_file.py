import json
from random import Random

import pytest
from circle_helpers import text_of, write_circle

from scorekeeper.circles.circle import fold_circle
from scorekeeper.circles.formats.circle_document import write_players
from scorekeeper.circles.formats.circle_reader import read_circle
from scorekeeper.sheets.formats.strict_json import DocumentError, parse
from scorekeeper.sheets.sheet import fold
from scorekeeper.streams.events import Event

HAND = {"taker": "Anne", "contract": "garde", "bouts": 2, "points": 49}
SHEET = {
    "format": "scorekeeper/1",
    "title": "Jeudi",
    "date": "2026-11-19",
    "game": "tarot",
    "options": {},
    "players": ["Anne", "Nanou", "Zoé", "Max"],
    "player_ids": [1, None, 5, 4],
    "first_dealer": "Zoé",
    "hands": [HAND, {"passed": True}, {"penalty": {"player": "Max", "points": 10}}],
}
PLAYERS = [
    {"id": 1, "name": "Anne"},
    {"id": 2, "name": "Nanou", "nickname_of": 1},
    {"id": 3, "name": "", "erased": True},
    {"id": 4, "name": "Max", "merged_into": 6},
    {"id": 5, "name": "Zoé"},
    {"id": 6, "name": "Maxime"},
]
SEASONS = [
    {"title": "2025-2026", "end": "2026-08-31", "ranking": "best", "best": 10},
    {"title": "Tarot", "games": ["tarot"], "floor": 20, "official": True, "archived": True},
]
RESULT = {"title": "Open", "date": "2026-03-07", "game": "tarot", "lines": [[1, 1, 5, 0]]}
CIRCLE = {
    "format": "scorekeeper-circle/1",
    "title": "Les jeudis",
    "players": PLAYERS,
    "seasons": SEASONS,
    "sheets": [SHEET, SHEET | {"game": "libre", "options": {"zero_sum": False}, "hands": []}],
}


def stored(read):
    """The circle and its sheets as a database would give them."""
    kinds = [
        *read.events,
        *(
            ("linked", {"sheet": 100 + n, "players": list(sheet.players)})
            for n, sheet in enumerate(read.sheets)
        ),
    ]
    events = (Event(seq, kind, body) for seq, (kind, body) in enumerate(kinds, 1))
    sheets = {100 + n: fold(sheet.events) for n, sheet in enumerate(read.sheets)}
    return fold_circle(events), sheets


def written_again(document):
    circle, sheets = stored(read_circle(document))
    return write_circle(circle, sheets.get)


def test_a_circle_file_written_again_is_the_same():
    found = written_again(CIRCLE)
    assert not found.left_out and json.loads(text_of(found)) == _with_options(CIRCLE)
    assert text_of(written_again(parse(text_of(found).encode()))) == text_of(found)


def _with_options(document):
    """The document with every option that is written."""
    sheets = [json.loads(json.dumps(one)) for one in document["sheets"]]
    again = json.loads(text_of(written_again(document)))["sheets"]
    for sheet, other in zip(sheets, again, strict=True):
        sheet["options"] = other["options"]
    return document | {"sheets": sheets}


def test_ids_names_and_merges_survive():
    circle, _ = stored(read_circle(CIRCLE))
    assert [(one.id, one.name) for one in circle.all_players] == [
        (1, "Anne"),
        (3, ""),
        (4, "Max"),
        (5, "Zoé"),
        (6, "Maxime"),
    ]
    assert circle.player(1).nicknames == ("Nanou",)
    assert circle.player(3).is_erased
    assert circle.same(4) == 6
    assert [link.players for link in circle.links.values()] == [(1, 0, 5, 4)] * 2
    assert circle.official_season.title == "Tarot"


def test_what_older_files_say_of_who_waits_or_comes_no_more_and_of_colors_is_ignored():
    said = {"proposed": True, "color": 3, "inactive": True}
    old = [{"id": n, "name": name} for n, name in ((7, "Paul"), (8, ""))]
    circle, _ = stored(
        read_circle(CIRCLE | {"players": [*PLAYERS, *(one | said for one in old)]})
    )
    assert circle.named_players[-1].id == 7 and circle.player(8).name == ""
    assert [*write_players(circle)][-2:] == old


def test_a_file_has_one_line_for_each_player_season_and_sheet():
    assert len(text_of(written_again(CIRCLE)).splitlines()) == 3 + 8 + 4 + 4 + 1


def test_a_sheet_that_no_document_holds_is_named_and_left_out():
    circle, sheets = stored(read_circle(CIRCLE))
    mouche = read_circle(CIRCLE | {"sheets": [_mouche()]}).sheets[0]
    chosen = {"names": ["Anne", "Max", "Zoé"], "seats": [0, 1, 2], "active": 3, "dealer": 2}
    passed = {"passed": True}
    events = [*mouche.events, Event(2, "seated", chosen), Event(3, "hand", passed)]
    found = write_circle(circle, {100: fold(events), 101: sheets[101]}.get)
    assert [one.title for one in found.left_out] == ["Mouche"]
    document = json.loads(text_of(found))
    assert document["left_out"] == [
        {"title": "Mouche", "date": "2026-11-19", "game": "tarot_mouche"}
    ]
    assert len(document["sheets"]) == 1 and read_circle(document)


def _mouche():
    return {
        "format": "scorekeeper/1",
        "title": "Mouche",
        "date": "2026-11-19",
        "game": "tarot_mouche",
        "players": ["Anne", "Max", "Zoé"],
        "player_ids": [1, 4, 5],
        "hands": [],
    }


def test_a_sheet_that_was_deleted_is_in_no_file():
    circle, sheets = stored(read_circle(CIRCLE))
    found = write_circle(circle, {101: sheets[101]}.get)
    assert len(json.loads(text_of(found))["sheets"]) == 1 and not found.left_out


def changed(place, **fields):
    """The players with other fields at one place."""
    return {"players": [one | fields if n == place else one for n, one in enumerate(PLAYERS)]}


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"format": "scorekeeper/1"}, "format : on attend « scorekeeper-circle/1 »"),
        ({"zork": 1}, "zork : champ inconnu ; on attend : format"),
        ({"title": ""}, "title : on attend un texte"),
        ({"title": None}, "title : on attend un texte"),
        ({"players": {}}, "players : on attend une liste"),
        ({"players": ["Anne"]}, "joueur 1 : on attend un objet"),
        (changed(0, id=2), "joueur 1, id : on attend 1 : les numéros se suivent"),
        (changed(0, id=True), "joueur 1, id : on attend 1"),
        (changed(0, name=" "), "joueur 1, name : on attend un texte"),
        (changed(0, name="\u200b"), "joueur 1, name : on attend un texte"),
        (changed(0, zork=1), "joueur 1, zork : champ inconnu"),
        (changed(0, merged_into=2), "joueur 1, merged_into : on attend le numéro"),
        (changed(0, merged_into=7), "joueur 1, merged_into : on attend le numéro"),
        (changed(5, merged_into=4), "joueur 6, merged_into : ces joueurs"),
        (changed(5, merged_into=3), "joueur 6, merged_into : l'un des deux est un joueur"),
        (changed(2, merged_into=5), "joueur 3, merged_into : l'un des deux est un joueur"),
        (changed(1, nickname_of=3), "joueur 2, nickname_of : on attend le numéro"),
        (changed(1, nickname_of=2), "joueur 2, nickname_of : on attend le numéro"),
        (changed(0, erased=True), "joueur 1, name : un joueur retiré"),
        (changed(0, erased=True, name=""), "joueur 2, name : un joueur retiré"),
        ({"seasons": [{"title": "A", "ranking": "x"}]}, "saison 1, ranking : on attend un de"),
        ({"seasons": [{"title": "A", "games": ["x"]}]}, "saison 1, games : on attend"),
        ({"seasons": [{"title": "A", "games": "tarot"}]}, "saison 1, games : on attend"),
        ({"seasons": [{"title": "A", "start": "x"}]}, "saison 1, start : on attend une date"),
        ({"seasons": [{"title": "A", "floor": -1}]}, "saison 1, floor : on attend un nombre"),
        ({"seasons": [{"title": "A", "official": 1}]}, "saison 1, official : on attend true"),
        ({"seasons": [{}]}, "saison 1, title : on attend un texte"),
        ({"seasons": [SEASONS[1], SEASONS[1]]}, "saison 2, official : une seule"),
        ({"results": [RESULT | {"title": ""}]}, "tournoi 1, title : on attend un texte"),
        ({"results": [RESULT | {"date": "x"}]}, "tournoi 1, date : on attend une date"),
        ({"results": [RESULT | {"game": "x"}]}, "tournoi 1, games : on attend"),
        ({"results": [RESULT | {"game": {}}]}, "tournoi 1, games : on attend"),
        ({"results": [RESULT | {"lines": 1}]}, "lines : on attend une liste"),
        (
            {"results": [RESULT | {"lines": [[1, 1, 5]]}]},
            "tournoi 1, lines : on attend joueur",
        ),
        ({"results": [RESULT | {"lines": [[1, -1, 5, 0]]}]}, "tournoi 1, lines : on attend"),
        ({"results": [RESULT | {"lines": [["1", 1, 5, 0]]}]}, "tournoi 1, lines : on attend"),
        ({"results": [RESULT | {"lines": [[99, 1, 5, 0]]}]}, "tournoi 1, lines : Ce joueur"),
        ({"results": [RESULT | {"lines": [[1, 1, None, 0]]}]}, "tournoi 1, lines : on attend"),
        ({"results": [1]}, "tournoi 1 : on attend un objet"),
        ({"left_out": [{"x": 1}]}, "left_out, 1, x : champ inconnu"),
        ({"sheets": [SHEET, 3]}, "feuille 2 : document : on attend un objet"),
        ({"sheets": [SHEET | {"hands": [HAND | {"bouts": 5}]}]}, "feuille 1 : donne 1, bouts"),
        ({"sheets": [SHEET | {"player_ids": [1, 2]}]}, "feuille 1 : player_ids : on attend 4"),
        (
            {"sheets": [SHEET | {"player_ids": [1, 1, 5, 4]}]},
            "feuille 1 : player_ids : chaque",
        ),
        ({"sheets": [SHEET | {"player_ids": [2, 1, 5, 4]}]}, "feuille 1, player_ids : Ce"),
        ({"sheets": [SHEET | {"player_ids": [6, 1, 5, 4]}]}, "feuille 1, player_ids : Maxime"),
        ({"sheets": [SHEET | {"player_ids": [True, 1, 5, 4]}]}, "feuille 1 : player_ids"),
    ],
)
def test_a_refused_circle_file_says_where_and_what_was_expected(changes, says):
    with pytest.raises(DocumentError) as refused:
        read_circle(CIRCLE | changes)
    assert str(refused.value).startswith(says)


def test_a_sheet_of_a_circle_file_says_who_its_players_are():
    sheet = {name: value for name, value in SHEET.items() if name != "player_ids"}
    with pytest.raises(DocumentError, match="feuille 1, player_ids : manque"):
        read_circle(CIRCLE | {"sheets": [sheet]})


ODD = (None, True, -1, 0, 7, 1.5, 10**400, "", "x", " ", "é" * 500, "2026-13-40", [], [[]], {})


@pytest.mark.parametrize("count", [400, pytest.param(20_000, marks=pytest.mark.hours)])
def test_an_odd_value_anywhere_is_refused_with_its_place_or_read(count):
    random = Random(count)
    for _ in range(count):
        document = json.loads(json.dumps(CIRCLE | {"results": [RESULT]}))
        place = document
        for _ in range(random.randint(0, 5)):
            inner = [one for one in _values(place) if isinstance(one, dict | list) and one]
            place = random.choice(inner) if inner else place
        key = random.choice(list(place) if isinstance(place, dict) else range(len(place)))
        place[key] = random.choice(ODD)
        try:
            read = read_circle(document)
        except DocumentError as refused:
            assert len(str(refused)) < 600
        else:
            circle, sheets = stored(read)
            assert read_circle(parse(text_of(write_circle(circle, sheets.get)).encode()))


def _values(place):
    return place.values() if isinstance(place, dict) else place
