"""The house rules of Tarot: what a sheet accepts, and who is paid what."""

import pytest
from conftest import CAST, table
from night import sheet_of

from scorekeeper.games.tarot import GAME
from scorekeeper.games.tarot.scoring import score
from scorekeeper.rules.answers import HandError
from scorekeeper.sheets.formats import night_document
from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.sheets.sheet import fold
from scorekeeper.streams.events import Event

GARDE = {"taker": "Anne", "contract": "garde", "bouts": 2, "points": 49}
POINTS = {"petite": 20, "garde": 40, "garde_sans": 80, "garde_contre": 160}
FACTORS = {"petite": 1, "garde": 2, "garde_sans": 4, "garde_contre": 5}


@pytest.mark.parametrize(
    "options",
    [
        {"contracts": POINTS},
        {"contracts": POINTS, "formula": "times"},
        {"contracts": FACTORS, "formula": "flat"},
    ],
)
def test_contracts_that_contradict_the_formula_are_refused(options):
    with pytest.raises(HandError) as refused:
        GAME.read_options(options)
    assert refused.value.name == "options.contracts"
    assert GAME.read_options(GAME.together(options))["contracts"] == options["contracts"]


@pytest.mark.parametrize("formula", ["times", "flat"])
def test_a_table_s_own_numbers_go_with_either_formula(formula):
    own = {"garde": 3, "garde_sans": 30}
    assert GAME.read_options({"contracts": own, "formula": formula})["contracts"] == own


def test_an_older_sheet_with_both_keeps_its_scores_and_its_document():
    sheet = sheet_of("tarot", [GARDE])
    old = Event(1, "opened", opening(sheet) | {"options": {"contracts": POINTS}})
    sheet = fold([old, Event(2, "hand", sheet.rows[0].entry.body)])
    assert sheet.state.totals == (3960, -1320, -1320, -1320)
    document = night_document.write(sheet)
    with pytest.raises(DocumentError, match=r"options\.contracts"):
        night_document.read(document)
    _, read_again = night_document.read_with_sheet(document, stored=True)
    assert read_again.state.totals == sheet.state.totals


def opening(sheet):
    """The body of the event that opened a sheet."""
    return {
        **{"game": sheet.game.name, "title": "", "date": "", "options": sheet.options},
        **{"names": list(sheet.names), "seats": [0, 1, 2, 3], "active": 4, "dealer": 0},
    }


def test_halves_name_the_players():
    at = table(5, split="halves", partner_bonuses=False)
    hand = GAME.read(GARDE | {"partner": CAST[4]}, at)
    assert "moitiés" in str(score(hand, at).shares)
    assert "Les primes sont à Anne" in str(score(hand, at).shares)


PETIT_CHELEM = {"announced_made": 300, "made": 150, "announced_failed": -150}
ATTACKERS, DEFENDERS = (0, 4), (1, 2, 3)


@pytest.mark.parametrize(
    ("chelem", "authors"),
    [
        ("announced_made", ATTACKERS),
        ("made", ATTACKERS),
        ("announced_failed", ATTACKERS),
        ("defence", DEFENDERS),
        ("defence_announced_made", DEFENDERS),
        ("defence_announced_failed", DEFENDERS),
        ("petit_announced_made", ATTACKERS),
        ("petit_made", ATTACKERS),
        ("petit_announced_failed", ATTACKERS),
    ],
)
def test_a_chelem_is_credited_to_the_side_that_announced_or_made_it(chelem, authors):
    at = table(5, defence_chelem=True, petit_chelem=PETIT_CHELEM)
    hand = GAME.read(GARDE | {"partner": CAST[4], "chelem": chelem}, at)
    assert score(hand, at).lines[-1].authors == authors


def test_rules_name_is_stripped():
    assert GAME.read_options({"rules_name": "  Chez Mamie "})["rules_name"] == "Chez Mamie"


PRISE = {"taker": "Anne", "contract": "prise", "bouts": 2, "points": 49}


@pytest.mark.parametrize(
    "contracts",
    [None, {"prise": 1, "garde": 2}, {"petite": 1, "garde": 2}],
    ids=["usual", "a table with prise", "a table with petite"],
)
def test_prise_is_read_as_petite(contracts):
    options = {"contracts": contracts} if contracts else {}
    sheet = sheet_of("tarot", [PRISE], **options)
    assert sheet.state.totals == (99, -33, -33, -33)
    document = night_document.write(sheet)
    assert document["hands"][0]["contract"] == "petite"
    assert "prise" not in document["options"].get("contracts", {})


def test_old_table_with_both_keeps_them_apart():
    contracts = {"prise": 10, "petite": 20}
    hands = [PRISE, PRISE | {"contract": "petite"}]
    sheet = sheet_of("tarot", hands, formula="flat", contracts=contracts)
    assert sheet.state.totals[1] == -(10 + 8) - (20 + 8)


def test_prise_is_no_second_contract():
    table = GAME.options["contracts"]
    offered = [str(label) for label in table.choices.values()]
    assert not [label for label in offered if "Prise" in label]
