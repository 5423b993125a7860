import re

import pytest

from scorekeeper.sheets.formats.night_document import DocumentError, with_scores

TWO = {"taker": "0", "suit": "hearts", "points_0": "91", "points_1": "71"}
THREE = {"taker": "0", "suit": "clubs", "points_0": "70", "points_1": "60", "points_2": "32"}

PLAIN = str.maketrans("’\xa0", "' ")


def errors(page):
    return " ".join(re.findall(r'class="error"[^>]*>(.*?)</p>', page.text)).translate(PLAIN)


@pytest.fixture
def two(open_preset):
    return open_preset("belote-deux", 2)


@pytest.fixture
def three(open_preset):
    return open_preset("belote-trois", 3)


@pytest.mark.parametrize(
    ("form", "after"),
    [
        ({}, [91, 71]),
        ({"points_1": ""}, [91, 71]),
        ({"points_0": ""}, [91, 71]),
        ({"taker": "1"}, [162, 0]),
        ({"suit": ""}, [91, 71]),
        ({"belote": "0", "points_0": "72", "points_1": ""}, [92, 90]),
        ({"belote": "1", "points_0": "85", "points_1": ""}, [0, 182]),
        ({"capot": "0", "points_0": "", "points_1": ""}, [252, 0]),
        ({"capot": "1", "points_0": "", "points_1": ""}, [0, 252]),
        ({"points_0": "81", "points_1": ""}, [0, 81]),
    ],
)
def test_a_hand_for_two_is_typed_in_a_few_ways(two, post_answers, totals, form, after):
    assert post_answers(two, TWO | form).status_code == 303
    assert totals(two) == after


@pytest.mark.parametrize(
    ("form", "after"),
    [
        ({}, [70, 60, 32]),
        ({"points_2": ""}, [70, 60, 32]),
        ({"points_0": ""}, [70, 60, 32]),
        ({"taker": "1"}, [130, 0, 32]),
        ({"belote": "1"}, [0, 150, 32]),
        ({"capot": "2", "points_0": "", "points_1": "", "points_2": ""}, [0, 0, 252]),
        (
            {"no_trick": "2", "points_0": "100", "points_1": "52", "points_2": ""},
            [150, 102, 0],
        ),
        ({"no_trick": "2", "points_0": "100", "points_1": "", "points_2": "0"}, [150, 102, 0]),
    ],
)
def test_a_hand_for_three_is_typed_in_a_few_ways(three, post_answers, totals, form, after):
    assert post_answers(three, THREE | form).status_code == 303
    assert totals(three) == after


def test_the_players_are_the_columns(three, post_answers, client):
    post_answers(three, THREE)
    page = client.get(three).text
    assert all(f"<bdi>{name}</bdi>" in page for name in ("Anne", "Bruno", "Chloé"))
    assert 'class="seal"' in page and 'class="seal broken"' not in page


def test_a_litige_for_two_is_shown_and_goes_to_the_next_winner(
    two, post_answers, totals, client
):
    post_answers(two, TWO | {"points_0": "81", "points_1": "81"})
    assert "Litige : 81 en jeu" in client.get(two).text.replace("\xa0", " ")
    post_answers(two, TWO)
    assert totals(two) == [172, 152]


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ({"points_1": "70"}, "les points font 161, et il y en a 162"),
        ({"points_0": "", "points_1": ""}, "il manque les points de chacun"),
        ({"points_0": "40,5"}, "un nombre entier de 0 à 162"),
        ({"points_0": "163", "points_1": ""}, "un nombre entier de 0 à 162"),
        ({"points_0": "x"}, "un nombre entier de 0 à 162"),
        ({"points_0": "161", "points_1": "1"}, "aucun partage des plis"),
        ({"capot": "0"}, "les autres n'ont aucun pli"),
        ({"taker": ""}, "choisissez une réponse"),
        ({"suit": "no_trump"}, "choisissez une réponse"),
    ],
)
def test_an_impossible_hand_for_two_shows_its_error(two, post_answers, form, message):
    answer = post_answers(two, TWO | form)
    assert answer.status_code == 422 and message in errors(answer)


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ({"points_1": "", "points_2": ""}, "il manque les points de : Bruno"),
        ({"points_2": "33"}, "les points font 163, et il y en a 162"),
        ({"points_0": "110", "points_2": ""}, "les points font 170, et il y en a 162"),
        ({"no_trick": "2"}, "qui n'a aucun pli n'a aucun point"),
        ({"no_trick": "2", "points_0": "102", "points_2": "0"}, "162, et il y en a 152"),
    ],
)
def test_an_impossible_hand_for_three_shows_its_error(three, post_answers, form, message):
    answer = post_answers(three, THREE | form)
    assert answer.status_code == 422 and message in errors(answer)


def test_a_player_without_points_is_to_be_confirmed(three, post_answers, totals):
    form = THREE | {"points_0": "100", "points_1": "62", "points_2": "0"}
    answer = post_answers(three, form)
    assert answer.status_code == 422
    confirm = re.search(r'name="confirm" value="(.+?)"', answer.text)[1]
    assert post_answers(three, form, confirm=confirm).status_code == 303
    assert totals(three) == [100, 62, 0]


def test_a_hand_is_corrected_from_what_was_entered(three, post_answers, client):
    form = THREE | {"belote": "2", "no_trick": "2", "points_0": "100", "points_1": "52"}
    assert post_answers(three, form | {"points_2": "0"}).status_code == 303
    edit = client.get(f"{three}/hands/2/edit").text
    for n, points in enumerate(("100", "52", "0")):
        assert re.search(rf'name="points_{n}" value="{points}"', edit)
    for question in ("belote", "no_trick"):
        assert f'name="{question}" value="2" checked' in edit


def test_with_cards_left_over_the_points_of_everybody_are_typed(
    open_preset, post_answers, totals
):
    sheet = open_preset("belote-deux", 2, option_cards="some")
    assert post_answers(sheet, TWO | {"points_0": "64", "points_1": ""}).status_code == 422
    assert post_answers(sheet, TWO | {"points_0": "64", "points_1": "41"}).status_code == 303
    assert totals(sheet) == [64, 41]


def test_annonces_are_those_of_one_player(open_preset, post_answers, totals, client):
    sheet = open_preset("belote-trois", 3, option_annonces="True")
    shown = {"annonces_player": "2", "annonces_list_cinquante": "1"}
    assert post_answers(sheet, THREE | shown).status_code == 303
    assert totals(sheet) == [0, 60, 152]
    edit = client.get(f"{sheet}/hands/2/edit").text
    assert 'name="annonces_player" value="2" checked' in edit
    assert 'name="annonces_list_cinquante" value="1" checked' in edit


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


def test_two_is_no_table_for_three(client):
    form = {"rules": "belote-trois", "name": ["Anne", "Bruno"], "number": ["", ""]}
    answer = client.post("/sheets", data=form | {"dealer": "0"})
    assert answer.status_code == 422 and "il faut 3 joueurs" in answer.text


def test_a_filled_form_is_passed_once_confirmed(two, post_answers):
    form = TWO | {"taker": "", "passed": "asked"}
    asked = post_answers(two, form)
    assert asked.status_code == 422 and 'value="91"' in asked.text
    assert post_answers(two, form | {"passed": "sure"}).status_code == 303


def test_a_sheet_is_exported_and_imported(three, post_answers, client):
    post_answers(three, THREE)
    post_answers(three, THREE | {"capot": "0", **{f"points_{n}": "" for n in range(3)}})
    document = client.get(f"{three}/night.json").get_json()
    assert document["hands"][0]["points"] == [70, 60, 32]
    assert document["hands"][1] == {"taker": "Anne", "suit": "clubs", "capot": "Anne"}


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
