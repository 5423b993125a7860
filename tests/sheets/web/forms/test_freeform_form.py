import pytest


@pytest.mark.parametrize(
    ("form", "after"),
    [
        ({"scores_0": "12", "scores_1": "-3"}, [12, -3, 0]),
        ({"scores_0": "12", "scores_1": "3", "scores_1_minus": "1"}, [12, -3, 0]),
        ({"scores_0": "12", "scores_1": "−3", "scores_2": "+4"}, [12, -3, 4]),
    ],
)
def test_numbers_are_typed_in_several_ways(open_preset, post_answers, totals, form, after):
    sheet = open_preset("libre", 3)
    assert post_answers(sheet, form).status_code == 303
    assert totals(sheet) == after


@pytest.mark.parametrize(
    "form",
    [{}, {"scores_0": "x"}, {"scores_0": "1.5"}, {"scores_0": "9" * 30}, {"scores_9": "1"}],
)
def test_what_is_no_number_is_refused(open_preset, post_answers, form):
    assert post_answers(open_preset("libre", 3), form).status_code == 422


@pytest.mark.parametrize(
    "form",
    [
        {"scores_0": "+5", "scores_0_minus": "1"},
        {"scores_0": "-+5"},
        {"scores_0": "−+5"},
        {"scores_0": "--5"},
    ],
)
def test_a_number_with_two_signs_is_refused(open_preset, post_answers, client, form):
    sheet = open_preset("libre", 3)
    assert post_answers(sheet, form).status_code == 422
    assert client.post(f"{sheet}/hands/preview", data=form).status_code == 200


def test_a_number_that_is_too_long_is_told_how_long_it_may_be(open_preset, post_answers):
    refused = post_answers(open_preset("libre", 3), {"scores_0": "100000"})
    assert refused.status_code == 422 and "en 5 chiffres au plus" in refused.text


def test_a_sum_that_must_be_zero_completes_the_last_number(open_preset, post_answers, totals):
    sheet = open_preset("libre", 3, option_zero_sum="True")
    assert post_answers(sheet, {"scores_0": "30", "scores_1": "-10"}).status_code == 303
    assert totals(sheet) == [30, -10, -20]
    assert (
        post_answers(sheet, {"scores_0": "30", "scores_1": "1", "scores_2": "1"}).status_code
        == 422
    )


def test_a_freeform_sheet_has_no_checksum(open_preset, post_answers, client):
    sheet = open_preset("libre", 3)
    post_answers(sheet, {"scores_0": "3", "scores_1": "5"})
    client.post(f"{sheet}/penalties", data={"player": "0", "points": "5", "way": "less"})
    client.post(f"{sheet}/hands", data={"passed": "sure"})
    assert 'class="seal' not in client.get(sheet).text
