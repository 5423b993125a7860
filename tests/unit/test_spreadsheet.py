import csv
import io

import pytest
from night import GARDE, sheet_of

from scorekeeper.formats import night_document, spreadsheet
from scorekeeper.sheets.sheet import fold


def cells(sheet):
    text = spreadsheet.export(sheet).removeprefix(spreadsheet.BOM)
    return list(csv.DictReader(io.StringIO(text), delimiter=";"))


def test_a_passed_deal_is_written_as_its_contract():
    hand, passed = cells(sheet_of("tarot", [GARDE, {"passed": True}]))
    assert (hand["donneur"], hand["taker"], hand["contract"]) == ("Anne", "Anne", "garde")
    assert (passed["donneur"], passed["taker"], passed["contract"]) == ("Bruno", "", "passed")
    assert [row["Anne (total)"] for row in (hand, passed)] == ["198", "198"]


def test_a_passed_deal_of_a_game_without_contract_has_no_answer():
    (passed,) = cells(sheet_of("belote", [{"passed": True}]))
    assert set(passed.values()) == {"1", "Anne", "", "0"}
    assert passed["taker"] == passed["points"] == ""


@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_an_evening_typed_from_paper_is_free_marking(separator):
    typed = "date;Anne;Bruno;Chloé\n20/11/2026;10;−5;-5\n;1 200;;3\n"
    document = spreadsheet.read(typed.replace(";", separator).encode())
    assert document["date"] == "2026-11-20"
    assert fold(night_document.read(document)).state.standing == (1210, -5, -2)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "fichier : on attend une ligne de noms"),
        (b"Anne;Bruno", "fichier : on attend une ligne de noms"),
        (b"Anne;Bruno\n1;x", "ligne 2 : « x » n'est pas un nombre entier"),
        (b"Anne;Bruno\n1;2\n1;12345678", "ligne 3 : « 12345678 » n'est pas"),
    ],
)
def test_a_file_that_is_no_evening_is_rejected_with_its_line(content, says):
    with pytest.raises(night_document.DocumentError) as rejected:
        spreadsheet.read(content)
    assert str(rejected.value).startswith(says)
