"""A game of so many deals: what counts as a deal, who wins, and what ends it."""

import pytest
from conftest import CAST
from night import document, sheet_of

from scorekeeper.games import GAMES
from scorekeeper.rules.option import DEALS, TARGET
from scorekeeper.sheets.formats import night_document
from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.sheets.rows import Entry, penalty_points
from scorekeeper.sheets.sheet import fold
from scorekeeper.sheets.state import State
from scorekeeper.streams.events import Event

FOUR = list(CAST[:4])
HAND = {
    "tarot": {"taker": "Anne", "contract": "garde", "bouts": 2, "points": 49},
    "tarot_mouche": {"taker": "Anne", "contract": "garde", "bouts": 2, "points": 49},
    "belote": {"taker": "Anne", "points": 100},
    "coinche": {"taker": "Anne", "contract": 80, "points": 100},
    "contree": {"taker": "Anne", "contract": 80, "points": 100},
    "libre": {"scores": [3, 2, 1, 0]},
}
WITH_HANDS = sorted(HAND)
PASSED = {"passed": True}
PETIT_SEC = {"passed": True, "reason": "petit_sec"}
REFEREE = {"passed": True, "reason": "referee"}


def scored(game, hands, **options):
    return night_document.with_scores(document(game, hands, **options))


@pytest.mark.parametrize("game", WITH_HANDS)
def test_deals_replace_the_target(game):
    options = GAMES[game].read_options({"deals": 12})
    assert options.get("target", 0) == 0
    if "target" in options:
        assert GAMES[game].read_options({"deals": 12, "target": 501})["target"] == 501


@pytest.mark.parametrize("game", sorted(set(HAND) - {"libre"}))
def test_same_player_deals_again_what_the_referee_annulled(game):
    assert sheet_of(game, [HAND[game], REFEREE]).state.dealer == 1


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"libre", "tarot_duplicate"}))
def test_any_deal_may_be_annulled(game):
    night = document(game, [REFEREE]) | {"players": list(CAST[: GAMES[game].seats[0]])}
    row = fold(night_document.read(night)).rows[0]
    assert row.annulled == "referee" and row.after.dealer == 0


@pytest.mark.parametrize("nothing", [PASSED, PETIT_SEC])
@pytest.mark.parametrize("game", sorted(set(HAND) - {"libre"}))
def test_next_player_deals_after_a_deal_that_nobody_took(game, nothing):
    assert sheet_of(game, [HAND[game], nothing]).state.dealer == 2


def test_mort_deals_again_after_a_petit_sec():
    hand = HAND["tarot"] | {"taker": "Bruno", "sitting_out": ["Anne"]}
    night = document("tarot", [PETIT_SEC, hand]) | {"players": list(CAST[:5])}
    assert fold(night_document.read(night)).rows[0].after.dealer == 0


@pytest.mark.parametrize(
    ("game", "entry"),
    [
        ("tarot", {"passed": True, "reason": "misdeal"}),
        ("tarot", {"passed": True, "reason": ["petit_sec"]}),
        ("tarot", {"reason": "petit_sec"}),
        ("libre", PETIT_SEC),
        ("libre", REFEREE),
    ],
)
def test_unknown_reason_is_refused(game, entry):
    with pytest.raises(DocumentError, match="donne 1"):
        scored(game, [entry])


def test_annulled_deal_round_trip():
    night = document("tarot", [PETIT_SEC, HAND["tarot"], PASSED, REFEREE], misere=0)
    written = night_document.write(fold(night_document.read(night)))
    assert written["hands"] == night["hands"]


def penalty(**fields):
    return {"penalty": fields}


TEAMS = ("Anne & Chloé", "Bruno & David")


@pytest.mark.parametrize(
    ("game", "fields", "field"),
    [
        ("tarot", {"player": "Zoé", "points": 10}, "player"),
        ("tarot", {"points": 10}, "player"),
        ("tarot", {"team": "Anne", "points": 10}, "player"),
        ("tarot", {"player": "Anne", "points": 0}, "points"),
        ("tarot", {"player": "Anne", "points": 0, "reason": ""}, "points"),
        ("tarot", {"player": "Anne", "points": 10.0}, "points"),
        ("tarot", {"player": "Anne", "points": True}, "points"),
        ("tarot", {"player": "Anne", "points": 10, "to": "opponents"}, "to"),
        ("tarot", {"player": "Anne", "points": 10, "to": ["all"]}, "to"),
        ("tarot", {"player": "Anne", "points": 10, "reason": 3}, "reason"),
        ("tarot", {"player": "Anne", "points": 10, "reason": "two\nlines"}, "reason"),
        ("tarot", {"player": "Anne", "points": 10_000}, "points"),
        ("tarot", {"player": "Anne", "points": -10_000}, "points"),
        ("tarot", {"player": "Anne", "points": 10, "why": "x"}, "penalty"),
        ("belote", {"team": "Anne", "points": 10}, "team"),
        ("belote", {"team": TEAMS[0], "player": "Anne", "points": 10}, "player"),
    ],
)
def test_penalty_error_names_its_field(game, fields, field):
    with pytest.raises(DocumentError) as refused:
        scored(game, [penalty(**fields)])
    assert str(refused.value).startswith(f"donne 1, {field} : ")


@pytest.mark.parametrize("game", WITH_HANDS)
def test_late_penalty_can_change_the_winner(game):
    hand = HAND[game]
    columns = scored(game, [hand], deals=1)["columns"]
    who = "team" if columns[0] not in FOUR else "player"
    penalty = {"penalty": {who: columns[0], "points": 9999}}
    end = scored(game, [hand, penalty], deals=1)
    best = [
        name
        for name, total in zip(columns, end["totals"], strict=True)
        if total == max(end["totals"])
    ]
    assert columns[0] not in best
    assert end["winner"] == (best[0] if len(best) == 1 else None)
    assert sheet_of(game, [hand, penalty], deals=1).state.end.over


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, ["2\u202f000 points"]),
        ({"deals": 12}, ["12 donnes"]),
        ({"deals": 12, "target": 1000}, ["12 donnes", "1\u202f000 points"]),
    ],
)
def test_options_in_use_name_one_length(options, said):
    game = GAMES["coinche"]
    chosen = game.read_options(options)
    length = [
        str(option.label_of(value))
        for option, value in game.options_in_use(chosen)
        if option in (game.options[DEALS], game.options[TARGET])
    ]
    assert length == said


def test_options_that_depend_on_another_are_not_in_use_without_it():
    game = GAMES["tarot"]
    label = game.options["misere_for"].label
    for options, said in (({}, False), ({"misere": 10}, True)):
        in_use = game.options_in_use(game.read_options(options))
        assert (label in [option.label for option, _ in in_use]) == said


@pytest.mark.parametrize("name", ["belote", "coinche", "contree"])
@pytest.mark.parametrize("switch", ["all_trump", "all_trump_belotes"])
def test_options_of_all_trump_apply_only_where_it_is_played(name, switch):
    option = GAMES[name].options[switch]
    assert option.applies({"no_trump": True}) and not option.applies({"no_trump": False})


def test_annulled_deal_is_no_duplicate_of_a_passed_one():
    entry = Entry(2, "hand", PASSED)
    assert entry.is_same_hand(PASSED, ()) and not entry.is_same_hand(PETIT_SEC, ())


def test_absent_player_receives_no_penalty():
    none = (0,) * 5
    state = State((0, 1, 2, 3), 4, dealer=0, players=5, totals=none, penalties=none)
    body = {"player": 0, "points": -10, "to": "others"}
    assert penalty_points(body, state) == (-30, 10, 10, 10, 0)


def test_hand_after_the_end_counts_for_nothing():
    level = {"scores": [5, 5, 0, 0]}
    events = night_document.read(document("libre", [level], deals=1))
    late = Event(3, "hand", {"answers": HAND["libre"]})
    sheet = fold([*events, late])
    assert sheet.rows[-1].late and sheet.state.standing == (5, 5, 0, 0)


def test_a_penalty_of_no_points_is_a_note():
    sheet = sheet_of("tarot", [penalty(player="Anne", points=0, reason="x")])
    assert str(sheet.rows[0].headline) == "Note"


def test_penalty_before_an_arrival():
    entry = penalty(player="Anne", points=10, to="others")
    sheet = sheet_of("tarot", [HAND["tarot"], entry])
    names = [*FOUR, "Eve"]
    body = {"names": names, "seats": [0, 1, 2, 3, 4], "active": 5, "dealer": 1}
    sheet = sheet.apply(Event(sheet.version + 1, "seated", body))
    written = night_document.write(sheet)
    assert night_document.with_scores(written)["totals"] == [168, -56, -56, -56, 0]
    assert [entry for entry in written["hands"] if "penalty" in entry][1] == {
        "penalty": {"player": "Bruno", "points": -10}
    }


def test_penalty_after_a_departure():
    sheet = sheet_of("tarot", [HAND["tarot"]])
    body = {"names": FOUR, "seats": [0, 1, 2], "active": 3, "dealer": 1}
    sheet = sheet.apply(Event(sheet.version + 1, "seated", body))
    fault = {"player": 0, "points": -10, "reason": "", "to": "others"}
    sheet = sheet.apply(Event(sheet.version + 1, "penalty", fault))
    assert sheet.state.standing == (178, -56, -56, -66)
    totals = night_document.with_scores(night_document.write(sheet))["totals"]
    assert totals == [178, -56, -56, -66]
