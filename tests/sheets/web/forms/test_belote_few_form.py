import re

import pytest

from scorekeeper.sheets.formats.night_document import DocumentError, with_scores

THREE = {"taker": "0", "suit": "clubs", "points_0": "70", "points_1": "60", "points_2": "32"}


@pytest.fixture
def three(open_preset):
    return open_preset("belote-trois", 3)


def test_the_players_are_the_columns(three, post_answers, client):
    post_answers(three, THREE)
    page = client.get(three).text
    assert all(f"<bdi>{name}</bdi>" in page for name in ("Anne", "Bruno", "Chloé"))
    assert 'class="seal"' in page and 'class="seal broken"' not in page


@pytest.mark.parametrize(
    ("rules", "seats", "option", "asked"),
    [
        ("belote-deux", 2, {"option_belote": "False"}, "belote"),
        ("belote-trois", 3, {"option_belote": "False"}, "belote"),
        ("belote-trois", 3, {"option_no_trick": "0"}, "no_trick"),
    ],
)
def test_what_is_not_played_is_not_asked(open_preset, client, rules, seats, option, asked):
    assert f'name="{asked}"' in client.get(open_preset(rules, seats)).text
    assert f'name="{asked}"' not in client.get(open_preset(rules, seats, **option)).text


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


def test_nobody_takes_or_passes_at_belote_decouverte(open_preset, client):
    page = client.get(open_preset("belote-decouverte", 2)).text
    assert 'name="taker"' not in page and 'value="asked"' not in page


@pytest.mark.parametrize("answer", [{"taker": "Anne"}, {"no_trick": "Anne"}])
def test_a_taker_is_no_answer_at_belote_decouverte(answer):
    night = {"format": "scorekeeper/1", "game": "belote_decouverte"}
    night |= {"players": ["Anne", "Bruno"], "hands": [{"points": [100, 62]} | answer]}
    with pytest.raises(DocumentError, match=next(iter(answer))):
        with_scores(night)
