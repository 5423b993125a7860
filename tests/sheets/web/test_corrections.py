"""Corrections, removals and insertions: what the sheet and its journal show."""

import re

import pytest
from conftest import BELOTE, GARDE


@pytest.mark.parametrize(
    ("path", "form", "said"),
    [
        ("hands/2", BELOTE, "Donne 1 corrigée · la 2 change aussi"),
        ("hands/3", BELOTE | {"points": "91"}, ""),
        ("hands/4", BELOTE | {"points": "80"}, "Donne 3 corrigée"),
        ("journal/removals", {"entry": "2", "seen": "2"}, "la 1 change aussi"),
    ],
)
def test_a_notice_names_the_other_deals_that_change(client, open_preset, path, form, said):
    sheet = open_preset("belote-ffb")
    for points in ("81", "91", "100"):
        client.post(f"{sheet}/hands", data=BELOTE | {"points": points})
    page = client.post(f"{sheet}/{path}", data=form, follow_redirects=True).text
    notice = re.search(r'id="confirmation".*?</p>', page, re.S)
    text = " ".join(re.sub("<.*?>", "", notice[0].partition(">")[2]).split()) if notice else ""
    assert text.removeprefix("Donne 1 retirée · ") == said


def test_a_hand_is_corrected_by_a_button_above_its_working(sheet, post_hand, client):
    post_hand(sheet)
    page = client.get(f"{sheet}/hands/2").text
    assert 0 < page.index(f'{sheet}/hands/2/edit">Corriger') < page.index('id="working"')


def test_a_correction_that_changes_nothing_says_so(sheet, post_hand, client):
    post_hand(sheet)
    answer = client.post(f"{sheet}/hands/2", data=GARDE, follow_redirects=True)
    assert "Rien n’a changé" in answer.text and "corrigée" not in answer.text
    assert "Rien n’a changé" not in client.get(f"{sheet}/hands/2").text


def test_a_correction_whose_answer_was_lost_is_said_to_be_one(sheet, post_hand, client):
    post_hand(sheet)
    for _ in range(2):
        form = GARDE | {"points": "60", "key": "b" * 32}
        answer = client.post(f"{sheet}/hands/2", data=form, follow_redirects=True)
        assert "corrigée" in answer.text and "Rien n’a changé" not in answer.text


def test_the_form_of_a_correction_shows_who_sat_out(open_sheet, post_hand, client):
    sheet = open_sheet(5, active="4")
    post_hand(sheet, taker="1", sitting_out=["0"])
    page = client.get(f"{sheet}/hands/2/edit").text
    assert re.search(r"donneur, et mort.*?<bdi>Anne</bdi>", page, re.S)


def test_a_forgotten_hand_is_inserted_before_another(sheet, post_hand, client):
    post_hand(sheet)
    assert client.get(f"{sheet}/hands/new?before=2").status_code == 200
    post_hand(sheet, before="2", contract="petite")
    numbers = re.findall(
        r'class="number">(\d)</span> <span class="title">.*?</i> (.*?)</span>',
        client.get(sheet).text,
    )
    assert [(n, page.split()[-1]) for n, page in numbers] == [("2", "Garde"), ("1", "Petite")]


def test_a_removed_hand_is_restored_from_the_journal(sheet, post_hand, client, totals):
    post_hand(sheet)
    client.post(f"{sheet}/journal/removals", data={"entry": "2"})
    assert "row hand" not in client.get(sheet).text
    assert "Remettre" in client.get(f"{sheet}/journal").text
    for _ in range(2):
        client.post(f"{sheet}/journal/restorations", data={"entry": "2"})
    assert totals(sheet) == [198, -66, -66, -66]


def press_undo(client, answer):
    """Post the form behind « Annuler » of the notice that an answer leads to."""
    form = re.search(
        r'<form method="post" action="(.*?)".*?>Annuler<', notice(client, answer), re.S
    )
    fields = re.findall(r'name="(\w+)" value="(.*?)"', form[0])
    return client.post(form[1], data=dict(fields))


def notice(client, answer):
    page = client.get(answer.location).text
    return page[page.index('id="notice"') : page.index('id="page"')]


def test_a_correction_is_taken_back_by_its_notice(sheet, post_hand, client, totals):
    post_hand(sheet)
    corrected = client.post(f"{sheet}/hands/2", data=GARDE | {"contract": "petite"})
    undone = press_undo(client, corrected)
    assert totals(sheet) == [198, -66, -66, -66]
    assert "Donne 1 · version précédente rétablie" in notice(client, undone)


def test_a_correction_of_a_penalty_is_taken_back_by_its_notice(sheet, client, totals):
    client.post(f"{sheet}/penalties", data={"player": "1", "way": "less", "points": "50"})
    answer = client.post(
        f"{sheet}/penalties/2", data={"player": "1", "way": "less", "points": "80"}
    )
    undone = press_undo(client, answer)
    assert totals(sheet) == [0, -50, 0, 0]
    assert "Pénalité · version précédente rétablie" in notice(client, undone)


def test_a_note_is_taken_back_by_its_notice(sheet, post_hand, client):
    post_hand(sheet)
    for place, seen in ((f"{sheet}/hands/2", "2"), (sheet, "0")):
        answer = client.post(f"{place}/note", data={"note": "chez Paul", "seen": seen})
        assert "chez Paul" in client.get(sheet).text
        press_undo(client, answer)
        assert "chez Paul" not in client.get(sheet).text


def test_what_was_changed_since_is_not_taken_back_unseen(sheet, post_hand, client, totals):
    post_hand(sheet)
    client.post(f"{sheet}/hands/2", data=GARDE | {"contract": "petite"})
    client.post(f"{sheet}/hands/2", data=GARDE | {"contract": "garde_sans"})
    undo = {"entry": "2", "version": "2", "seen": "3"}
    answer = client.post(f"{sheet}/journal/reversions", data=undo)
    assert answer.status_code == 409 and 'name="version" value="2"' in answer.text
    assert totals(sheet) == [396, -132, -132, -132]


def remove_last(client, sheet, entry):
    """The page after the last hand was taken back."""
    form = {"entry": entry, "seen": entry, "key": "a" * 32}
    return client.get(client.post(f"{sheet}/journal/removals", data=form).location).text


def test_a_hand_taken_back_stands_in_the_form_of_the_next(sheet, post_hand, client):
    post_hand(sheet, taker="2", poignees="1-double")
    page = remove_last(client, sheet, 2)
    assert 'name="taker" value="2" checked' in page
    assert 'name="poignees" value="1-double" checked' in page
    assert 'value="49"' in page


def test_a_hand_taken_out_from_among_others_does_not(sheet, post_hand, client):
    post_hand(sheet, taker="2")
    post_hand(sheet, taker="1")
    form = {"entry": 2, "seen": 2, "key": "a" * 32}
    page = client.get(client.post(f"{sheet}/journal/removals", data=form).location).text
    assert "Donne 1 retirée" in page and "dans le formulaire" not in page
    assert not re.search(r'name="taker" value="\d" checked', page)


def test_a_folded_question_says_its_answer_before_any_script(sheet, post_hand, client):
    post_hand(sheet, petit_au_bout="attack", poignees="1-double")
    page = client.get(f"{sheet}/hands/2/edit").text
    answered = re.findall(r'class="answered"><span>(.*?)</span> <b>(.*?)</b>', page)
    assert answered == [("Petit au bout", "Attaque"), ("Poignées", "Double Bruno")]


@pytest.mark.parametrize(
    ("option", "typed", "status"),
    [
        ("False", ("10", "", "-5"), 422),
        ("False", ("10", "0", "-5"), 303),
        ("True", ("10", "", "-5"), 303),  # the rest
        ("True", ("10", "", ""), 422),
    ],
)
def test_an_emptied_box_of_a_free_sheet_is_no_zero(open_preset, client, option, typed, status):
    sheet = open_preset("libre", 3, option_zero_sum=option)
    client.post(f"{sheet}/hands", data={"scores_0": "5", "scores_1": "-5", "scores_2": "0"})
    form = {f"scores_{n}": points for n, points in enumerate(typed)}
    answer = client.post(f"{sheet}/hands/2", data=form | {"seen": "2"})
    assert answer.status_code == status
    assert ("il manque les points de" in answer.text) == (status == 422)


@pytest.mark.parametrize(
    ("code", "said"), [("asked", "Donne 1 passée"), ("referee", "Donne 1 annulée")]
)
def test_a_hand_becomes_no_deal_by_a_second_tap_and_is_said_to(
    sheet, post_hand, client, code, said
):
    post_hand(sheet)
    form = GARDE | {"passed": code, "seen": "2"}
    asked = client.post(f"{sheet}/hands/2", data=form)
    assert asked.status_code == 422 and "data-no" in asked.text
    sure = re.search(r'name="passed" value="([^"]*sure)"', asked.text)[1]
    page = client.post(f"{sheet}/hands/2", data=form | {"passed": sure}, follow_redirects=True)
    assert said in page.text.partition('id="confirmation"')[2].partition("</form>")[0]
