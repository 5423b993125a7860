import json

import pytest
from conftest import CAST

from scorekeeper.rules.game import MAX_POINTS
from scorekeeper.sheets.formats import night_document
from scorekeeper.sheets.formats.examples import fft_match
from scorekeeper.sheets.formats.strict_json import DocumentError, parse
from scorekeeper.sheets.sheet import fold
from scorekeeper.streams.events import Event

HAND = {"taker": "Anne", "contract": "garde", "bouts": 2, "points": 49}
NIGHT = {
    "format": "scorekeeper/1",
    "title": "Jeudi chez Paul",
    "date": "2026-11-20",
    "game": "tarot",
    "options": {},
    "players": [*CAST[:4]],
    "first_dealer": "Bruno",
    "hands": [HAND, {"passed": True}, HAND | {"points": 40.5, "petit_au_bout": "attack"}],
}


def test_fft_match_has_its_printed_totals():
    recorded = night_document.with_scores(fft_match())
    bilans = dict(zip(recorded["columns"], recorded["totals"], strict=True))
    assert bilans == {"Nord": -446, "Sud": 1346, "Est": -390, "Ouest": -510}


def test_document_round_trip():
    assert night_document.write(fold(night_document.read(NIGHT))) == NIGHT


def test_notes_of_hands_round_trip():
    noted = [HAND | {"note": "la garde d'Anne !"}, {"passed": True, "note": "encore"}]
    document = NIGHT | {"hands": noted}
    assert night_document.write(fold(night_document.read(document))) == document


@pytest.mark.parametrize("note", [7, "a\nb", "a" * 81])
def test_a_note_that_is_no_line_is_refused(note):
    with pytest.raises(DocumentError, match="donne 1, note : on attend un texte d'une ligne"):
        night_document.read(NIGHT | {"hands": [HAND | {"note": note}]})


def test_names_of_a_document_are_composed_and_visible():
    text = json.dumps(NIGHT, ensure_ascii=False).replace("Anne", "Re\u200bne\u0301")
    assert night_document.read(parse(text.encode()))[0].body["names"][0] == "René"


def test_a_document_that_names_a_player_in_two_ways_is_refused():
    document = NIGHT | {"players": ["René", "Rene\u0301", "Chloé", "David"]}
    with pytest.raises(DocumentError, match="chaque nom une seule fois"):
        night_document.read(parse(json.dumps(document).encode()))


def test_a_player_without_a_visible_name_is_refused():
    document = NIGHT | {"players": ["\u2800", *CAST[1:4]]}
    with pytest.raises(DocumentError, match="chaque nom est un texte"):
        night_document.read(document)


def test_player_ids():
    document = NIGHT | {"player_ids": [3, None, 1, 12]}
    sheet = night_document.read_sheet(document)
    assert night_document.player_ids(document) == (3, None, 1, 12)
    assert night_document.write(sheet, [3, None, 1, 12]) == document
    assert night_document.player_ids(NIGHT) == (None,) * 4
    assert "player_ids" not in night_document.write(sheet)


def test_part_of_an_evening():
    document = NIGHT | {"player_ids": [1, 2, 3, 4], "part": 3}
    sheet = night_document.read_sheet(document)
    assert sheet.part == 3
    assert night_document.write(sheet, [1, 2, 3, 4]) == document
    assert "part" not in night_document.write(sheet)


def test_ids_follow_the_order_of_the_seats():
    seated = {"names": [*CAST[:4]], "seats": [3, 1, 0], "active": 3, "dealer": 0}
    sheet = fold([*night_document.read(NIGHT), Event(5, "seated", seated)])
    document = night_document.write(sheet, [10, 11, 12, 13])
    assert document["players"] == ["David", "Bruno", "Anne", "Chloé"]
    assert document["player_ids"] == [13, 11, 10, 12]


def test_scores_are_added():
    recorded = night_document.with_scores(NIGHT)
    assert {name: recorded[name] for name in NIGHT if name != "hands"} == {
        name: NIGHT[name] for name in NIGHT if name != "hands"
    }
    assert recorded["hands"][0] == HAND | {
        "scores": [198, -66, -66, -66],
        "lines": [
            {"rule": "Contrat", "working": "(25 + 8) × 2", "scores": [198, -66, -66, -66]}
        ],
    }
    assert recorded["hands"][1] == {"passed": True, "scores": [0, 0, 0, 0], "lines": []}
    assert (recorded["columns"], recorded["held"], recorded["winner"]) == (
        [*CAST[:4]],
        0,
        None,
    )


def test_null_is_absent():
    hand = HAND | {"partner": None, "poignees": None, "passed": None}
    assert night_document.with_scores(NIGHT | {"hands": [hand]})["totals"] == [
        198,
        -66,
        -66,
        -66,
    ]


def test_minimal_document():
    short = {"format": "scorekeeper/1", "game": "tarot", "players": ["A", "B", "C"]}
    assert night_document.with_scores(short)["totals"] == [0, 0, 0]


def test_arrivals_and_departures_sit_out():
    events = night_document.read(NIGHT | {"hands": [HAND]})
    seated = {"names": [*CAST], "seats": [0, 1, 4, 2], "active": 4, "dealer": 0}
    after = {"taker": 4, "contract": "petite", "bouts": 2, "points": 41, "sitting_out": [3]}
    sheet = fold([*events, Event(3, "seated", seated), Event(4, "hand", {"answers": after})])
    document = night_document.write(sheet)
    assert document["players"] == ["Anne", "Bruno", "Eve", "Chloé", "David"]
    assert [hand.get("sitting_out") for hand in document["hands"]] == [["Eve"], ["David"]]
    assert sorted(night_document.with_scores(document)["totals"]) == sorted(sheet.state.totals)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"format": "scorekeeper/2"}, "format : on attend « scorekeeper/1 »"),
        ({"game": "bridge"}, "game : on attend un de : tarot"),
        ({"game": ["tarot"]}, "game : on attend un de : tarot"),
        ({"played": "bridge"}, "played : on attend un de : tarot"),
        ({"played": "belote"}, "played : on attend un de : tarot"),
        ({"players": ["Anne", "Bruno"]}, "players : on attend de 3 à 8 noms"),
        ({"players": ["Anne", "Anne", "Zoé"]}, "players : chaque nom une seule fois"),
        ({"players": ["Anne", "Bruno", ""]}, "players : chaque nom est un texte"),
        ({"players": ["Anne", "Bruno", 3]}, "players : chaque nom est un texte"),
        ({"players": ["Anne", "Bruno", "Zo\né"]}, "players : chaque nom est un texte"),
        ({"players": ["Anne", "Bruno", "\ud800"]}, "players : chaque nom est un texte"),
        ({"player_ids": 3}, "player_ids : on attend 4 nombres de 1 à"),
        ({"player_ids": [1, 2, 3]}, "player_ids : on attend 4 nombres"),
        ({"player_ids": [1, 2, 3, 0]}, "player_ids : on attend 4 nombres"),
        ({"player_ids": [1, 2, 3, True]}, "player_ids : on attend 4 nombres"),
        ({"player_ids": [1, 2, 3, 10**400]}, "player_ids : on attend 4 nombres"),
        ({"player_ids": [1, 2, None, 2]}, "player_ids : chaque numéro une seule fois"),
        ({"part": 0}, "part : on attend un nombre de 1 à"),
        ({"part": None}, "part : on attend un nombre de 1 à"),
        ({"part": True}, "part : on attend un nombre de 1 à"),
        ({"first_dealer": "Zoé"}, "first_dealer : on attend un des joueurs"),
        ({"date": "20/11/2026"}, "date : on attend une date"),
        ({"date": 20261120}, "date : on attend une date"),
        ({"title": ["x"]}, "title : on attend un texte"),
        ({"options": {"petite": 1}}, "options.petite : option inconnue"),
        ({"options": {"misere": 15}}, "options.misere : on attend : 0, 10, 20"),
        ({"options": {"misere": False}}, "options.misere : on attend : 0, 10, 20"),
        ({"options": {"rules_name": "x" * 41}}, "options.rules_name : on attend un texte"),
        ({"options": {"rules_name": "Chez\nEve"}}, "options.rules_name : on attend un"),
        ({"options": []}, "options : on attend un objet"),
        ({"hands": {}}, "hands : on attend une liste"),
        ({"hands": ["x"]}, "donne 1, hand : on attend un objet"),
        ({"place": "Paul"}, "place : champ inconnu"),
        (
            {"hands": [HAND, HAND | {"bouts": 5}]},
            "donne 2, bouts : 5 ne va pas ; on attend un",
        ),
        ({"hands": [HAND | {"points": float("nan")}]}, "donne 1, points : nan ne va pas"),
        ({"hands": [HAND | {"points": 10**400}]}, "donne 1, points : 1000"),
        ({"hands": [HAND | {"zzz": 1}]}, "donne 1, zzz : champ inconnu"),
        ({"hands": [{"passed": True, "taker": "Anne"}]}, "donne 1, passed : on attend"),
        ({"hands": [{"passed": 1}]}, "donne 1, passed : on attend"),
        ({"hands": [{"passed": True, "zork": None}]}, "donne 1, zork : champ inconnu"),
        ({"hands": [{"passed": False}]}, "donne 1, passed : on attend"),
        ({"hands": [HAND | {"partner": "Bruno"}]}, "donne 1, partner : on n'appelle"),
    ],
)
def test_refused_document_names_the_place(changes, says):
    with pytest.raises(DocumentError) as refused:
        night_document.read(NIGHT | changes)
    assert str(refused.value).startswith(says)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"nope",
        b"[" * 100_000,
        b"\xff\xfe\xff",
        b"1" * 5000,
        '{"format": "scorekeeper/1"}'.encode("utf-16"),
        b'{"title": "Jeudi", "title": "Jeudi"}',
        b"[1e400]",
        b"[NaN]",
        b"[-Infinity]",
        rb'"\ud800"',
    ],
)
def test_malformed_json_is_refused(text):
    with pytest.raises(DocumentError, match="pas du JSON"):
        parse(text)


def test_hands_have_a_bound(monkeypatch):
    monkeypatch.setattr(night_document, "MAX_ENTRIES", 2)
    assert len(night_document.read(NIGHT | {"hands": [HAND, HAND]})) == 3
    with pytest.raises(DocumentError, match="au plus 2 donnes"):
        night_document.read(NIGHT | {"hands": [HAND, HAND, HAND]})


def test_rules_name_has_a_bound():
    named = night_document.read_sheet(NIGHT | {"options": {"rules_name": "x" * 40}})
    assert named.options["rules_name"] == "x" * 40


@pytest.mark.parametrize("points", [-MAX_POINTS, MAX_POINTS])
def test_penalty_has_a_bound(points):
    def penalty(points):
        return NIGHT | {"hands": [{"penalty": {"player": "Anne", "points": points}}]}

    assert night_document.read_sheet(penalty(points)).state.standing[0] == -points
    with pytest.raises(DocumentError, match="points : on attend un nombre entier"):
        night_document.read(penalty(points + points // MAX_POINTS))


def test_active_players_are_the_most_of_a_hand():
    mort = HAND | {"sitting_out": ["Eve"]}
    for hands, active in (([mort, mort], 4), ([mort, HAND, mort], 5), ([], 5)):
        document = NIGHT | {"players": [*CAST], "hands": hands}
        assert fold(night_document.read(document)).state.active == active


def test_the_document_is_plain_json():
    assert json.loads(
        json.dumps(night_document.with_scores(NIGHT))
    ) == night_document.with_scores(NIGHT)


@pytest.mark.parametrize(
    "belote", ["", [], {}, False, -0.0, {"attack": False}, {"attack": ""}]
)
def test_ambiguous_belote_is_refused(belote):
    given = {"attack": belote} if not isinstance(belote, dict) else belote
    hand = {"taker": "Anne", "points": 91, "belote": given or ""}
    document = {"format": night_document.FORMAT, "game": "belote", "players": [*CAST[:4]]}
    with pytest.raises(DocumentError, match="belote"):
        night_document.with_scores(document | {"hands": [hand]})


def test_deep_nesting_is_refused():
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    hand = HAND | {"poignees": [{"player": "Anne", "size": deep}]}
    with pytest.raises(DocumentError):
        night_document.with_scores(NIGHT | {"hands": [hand]})


def test_inserted_passed_deal():
    body = {"passed": True, "reason": "petit_sec", "before": 2}
    sheet = fold([*night_document.read(NIGHT), Event(5, "hand", body)])
    document = night_document.write(sheet)
    assert document["hands"][0] == {"passed": True, "reason": "petit_sec"}


@pytest.mark.parametrize(
    ("game", "players", "reason", "expected"),
    [
        ("tarot_two", 2, "petit_sec", ": referee$"),
        ("tarot", 4, "misdeal", ": petit_sec, referee$"),
        ("libre", 4, "referee", ": null$"),
    ],
)
def test_a_reason_that_its_game_does_not_have_is_refused(game, players, reason, expected):
    night = {"format": night_document.FORMAT, "game": game, "players": [*CAST[:players]]}
    with pytest.raises(DocumentError, match=expected):
        night_document.read(night | {"hands": [{"passed": True, "reason": reason}]})


def events_of(sheet, *more):
    """The events of a document's sheet, and some more."""
    events = night_document.read(sheet)
    return [
        *events,
        *(Event(len(events) + n, kind, body) for n, (kind, body) in enumerate(more, 1)),
    ]


FIVE = NIGHT | {"players": [*CAST], "hands": [HAND | {"partner": "Bruno"}]}


def test_the_table_comes_back_as_the_evening_left_it():
    left = {"names": [*CAST], "seats": [0, 1, 2, 4], "active": 4, "dealer": 4}
    sheet = fold(
        events_of(
            FIVE,
            ("seated", left),
            ("hand", {"passed": True}),
            ("staked", {"cents": 10, "per": 100}),
        )
    )
    document = night_document.write(sheet)
    assert document["left"] == [CAST[3]] and document["stake"] == {"cents": 10, "per": 100}
    again = night_document.read_sheet(json.loads(json.dumps(document)))
    names = [again.names[n] for n in again.state.seats]
    assert names == [sheet.names[n] for n in sheet.state.seats]
    assert again.names[again.state.dealer] == sheet.names[sheet.state.dealer]
    assert (again.stake, again.state.active) == (sheet.stake, sheet.state.active)
    assert night_document.write(again) == document
    assert len(night_document.with_scores(document)["hands"]) == len(document["hands"])


def test_a_dealer_that_somebody_chose_deals_next_in_the_copy():
    other = {"names": [*CAST[:4]], "seats": [0, 1, 2, 3], "active": 4, "dealer": 3}
    document = night_document.write(fold(events_of(NIGHT, ("seated", other))))
    assert document == NIGHT | {"next_dealer": CAST[3]}
    again = night_document.read_sheet(document)
    assert again.names[again.state.dealer] == CAST[3]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"left": "Anne"}, "left : on attend une liste d'au plus 1 des joueurs"),
        ({"left": ["Zoé"]}, "left : on attend une liste"),
        ({"left": [["Anne"]]}, "left : on attend une liste"),
        ({"left": ["Anne", "Bruno"]}, "left : on attend une liste"),
        ({"next_dealer": ["Anne"]}, "next_dealer : on attend un des joueurs"),
        ({"left": ["Anne"], "next_dealer": "Anne"}, "next_dealer : on attend un des joueurs"),
        ({"stake": 3}, "stake : on attend un objet"),
        ({"stake": {"cents": 0, "per": 1}}, "stake : on attend"),
        ({"stake": {"cents": 10, "per": 7}}, "stake : on attend"),
        ({"stake": {"cents": 10, "per": []}}, "stake : on attend"),
        ({"stake": {"cents": 10, "per": True}}, "stake : on attend"),
    ],
)
def test_what_the_end_of_a_document_cannot_be_is_refused(changes, says):
    with pytest.raises(DocumentError) as refused:
        night_document.read(NIGHT | changes)
    assert str(refused.value).startswith(says)


def test_at_a_fixed_table_nobody_leaves():
    with pytest.raises(DocumentError, match="left : "):
        night_document.read(
            {
                "format": "scorekeeper/1",
                "game": "belote",
                "players": [*CAST[:4]],
                "left": ["Anne"],
            }
        )
