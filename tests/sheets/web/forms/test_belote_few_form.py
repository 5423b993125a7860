import re

import pytest

from scorekeeper.sheets.formats.night_document import DocumentError, with_scores


def dealer(client, sheet):
    page = re.sub(r"<[^>]+>", "", client.get(sheet).text)
    return re.search(r"donneur\s*:\s*(\w+)", page)[1]


@pytest.mark.parametrize(
    ("form", "after", "deals_next"),
    [
        ({"points_0": "100"}, [100, 62], "Anne"),
        ({"points_0": "62", "belote": "1"}, [62, 120], "Bruno"),
        ({"points_0": "81"}, [81, 81], "Bruno"),
        ({"capot": "0"}, [212, 0], "Anne"),
    ],
)
def test_who_wins_a_hand_of_belote_decouverte_deals_the_next(
    open_preset, post_answers, totals, client, form, after, deals_next
):
    sheet = open_preset("belote-decouverte", 2)
    assert post_answers(sheet, form).status_code == 303
    assert totals(sheet) == after
    assert dealer(client, sheet) == deals_next


@pytest.mark.parametrize("answer", [{"taker": "Anne"}, {"no_trick": "Anne"}])
def test_a_taker_is_no_answer_at_belote_decouverte(answer):
    night = {"format": "scorekeeper/1", "game": "belote_decouverte"}
    night |= {"players": ["Anne", "Bruno"], "hands": [{"points": [100, 62]} | answer]}
    with pytest.raises(DocumentError, match=next(iter(answer))):
        with_scores(night)
