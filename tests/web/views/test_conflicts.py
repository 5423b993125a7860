"""Two phones on one sheet: the same hand, the same correction, a form posted again."""

import itertools
import re

import pytest
from conftest import CAST, GARDE
from interruption import Interruption

KEY, OTHER = "a" * 32, "b" * 32


def version(client, sheet):
    return re.search(r'name="base" value="(\w+)"', client.get(sheet).text)[1]


def revision(client, sheet, id):
    return re.search(r'name="seen" value="(\d+)"', client.get(f"{sheet}/hands/{id}").text)[1]


def hidden(page):
    """The hidden fields of the form on a page."""
    form = page[page.index("<main>") :]
    return dict(re.findall(r'type="hidden" name="(\w+)" value="(.*?)"', form))


def test_the_same_hand_from_two_phones_is_asked_about(sheet, post_hand, client, totals):
    base = version(client, sheet)
    post_hand(sheet, base=base, key=KEY)
    asked = post_hand(sheet, base=base, key=OTHER)
    assert asked.status_code == 409 and "La même donne vient d" in asked.text
    assert totals(sheet) == [198, -66, -66, -66]
    again = post_hand(sheet, base=hidden(asked.text)["base"], key=OTHER)
    assert again.status_code == 303
    assert totals(sheet) == [396, -132, -132, -132]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"taker": "1"}, 303),
        ({"contract": "petite"}, 303),
        ({"points": "50"}, 303),
        ({"bouts": "1"}, 409),
        ({"petit_au_bout": "attack"}, 409),
    ],
)
def test_a_hand_is_the_same_by_its_identifying_answers(
    sheet, post_hand, client, changes, code
):
    base = version(client, sheet)
    post_hand(sheet, base=base, key=KEY)
    assert post_hand(sheet, base=base, key=OTHER, **changes).status_code == code


def test_a_hand_like_one_that_its_writer_has_seen_is_recorded(sheet, post_hand, client):
    post_hand(sheet, key=KEY)
    assert post_hand(sheet, base=version(client, sheet), key=OTHER).status_code == 303


def test_a_hand_like_a_removed_one_is_recorded(sheet, post_hand, client):
    base = version(client, sheet)
    post_hand(sheet, base=base, key=KEY)
    client.post(f"{sheet}/journal/removals", data={"entry": "2"})
    assert post_hand(sheet, base=base, key=OTHER).status_code == 303


def test_a_deal_passed_on_two_phones_is_asked_about(sheet, client):
    form = {"passed": "asked", "base": version(client, sheet)}
    assert client.post(f"{sheet}/hands", data=form | {"key": KEY}).status_code == 303
    assert client.post(f"{sheet}/hands", data=form | {"key": OTHER}).status_code == 409


def test_the_page_after_a_hand_names_those_recorded_meanwhile(sheet, post_hand, client):
    base = version(client, sheet)
    post_hand(sheet, base=base, taker="2")
    page = client.get(post_hand(sheet, base=base).location).text
    meanwhile = re.search(r"Entre-temps.*?</p>", page, re.S)[0].replace("\xa0", " ")
    assert re.findall(r"<b>(.*?)</b>", meanwhile) == ["1 · Chloé : Garde"]


def test_the_page_after_a_hand_names_none_that_its_writer_had_seen(sheet, post_hand, client):
    post_hand(sheet, taker="2")
    page = client.get(post_hand(sheet, base=version(client, sheet)).location).text
    assert "Entre-temps" not in page


def test_a_form_posted_again_is_the_same_hand_where_somebody_sits_out(
    open_sheet, client, post_hand
):
    sheet = open_sheet(5, active="4")
    page = client.get(sheet).text
    answers = {"taker": "1", "key": KEY, "sitting_out": "0", "base": version(client, sheet)}
    answers["seating"] = re.search(r'name="seating" value="(.*?)"', page)[1]
    first = post_hand(sheet, **answers)
    assert first.status_code == 303
    assert post_hand(sheet, **answers).location == first.location
    polled = answers | {"base": version(client, sheet)}
    assert post_hand(sheet, **polled).location.startswith(f"{sheet}?recorded=2&")
    assert client.get(sheet).text.count('id="row-') == 1


def test_a_form_posted_again_does_not_restore_its_removed_hand(
    sheet, post_hand, client, totals
):
    base = version(client, sheet)
    post_hand(sheet, base=base, key=KEY)
    client.post(f"{sheet}/journal/removals", data={"entry": "2"})
    assert post_hand(sheet, base=base, key=KEY).status_code == 303
    assert 'id="row-' not in client.get(sheet).text


def test_a_form_posted_again_to_a_closed_sheet_is_the_same_hand(
    sheet, post_hand, client, close
):
    base = version(client, sheet)
    first = post_hand(sheet, base=base, key=KEY)
    assert close(sheet).status_code == 303
    assert post_hand(sheet, base=base, key=KEY).location == first.location
    assert post_hand(sheet, base=base, key=OTHER).status_code == 409


def test_a_form_with_a_used_key_gets_a_new_one(sheet, post_hand):
    post_hand(sheet, key=KEY)
    refused = post_hand(sheet, key=KEY, points="50")
    assert refused.status_code == 422 and "a déjà servi" in refused.text
    assert hidden(refused.text)["key"] not in ("", KEY)


def test_the_outbox_gets_201_with_the_address_of_the_sheet(sheet, client, post_hand):
    hand = GARDE | {"base": version(client, sheet)}
    answer = client.post(f"{sheet}/hands", data=hand, headers={"X-Outbox": "1"})
    assert (answer.status_code, answer.location) == (201, f"{sheet}?recorded=2&since=1")


@pytest.fixture
def corrected_elsewhere(sheet, post_hand, client):
    """A sheet whose hand another phone has corrected since this one saw it."""
    post_hand(sheet)
    seen = revision(client, sheet, 2)
    correct_hand(client, sheet, seen, points="56")
    return sheet, seen


def correct_hand(client, sheet, seen, **changes):
    return client.post(f"{sheet}/hands/2", data=GARDE | {"seen": seen} | changes)


def test_a_correction_of_a_corrected_hand_shows_both(corrected_elsewhere, client, totals):
    sheet, seen = corrected_elsewhere
    asked = correct_hand(client, sheet, seen, points="61")
    assert asked.status_code == 409
    assert "faite de 15" in asked.text and "faite de 20" in asked.text
    assert totals(sheet)[0] == 240
    again = client.post(f"{sheet}/hands/2", data=hidden(asked.text))
    assert again.status_code == 303 and totals(sheet)[0] == 270


def test_a_removal_of_a_corrected_hand_is_asked_about(corrected_elsewhere, client, totals):
    sheet, seen = corrected_elsewhere
    asked = client.post(f"{sheet}/journal/removals", data={"entry": "2", "seen": seen})
    assert asked.status_code == 409 and "Retirer quand même" in asked.text
    assert totals(sheet)[0] == 240
    client.post(f"{sheet}/journal/removals", data=hidden(asked.text))
    assert 'id="row-' not in client.get(sheet).text


def test_a_correction_of_a_removed_hand_may_restore_it(sheet, post_hand, client, totals):
    post_hand(sheet)
    seen = revision(client, sheet, 2)
    client.post(f"{sheet}/journal/removals", data={"entry": "2", "seen": seen})
    asked = correct_hand(client, sheet, seen, points="56")
    assert asked.status_code == 409 and "Retirée de la feuille" in asked.text
    client.post(f"{sheet}/hands/2", data=hidden(asked.text))
    assert totals(sheet)[0] == 240


def test_an_undo_on_two_phones_removes_one_hand(sheet, post_hand, client, totals):
    post_hand(sheet)
    post_hand(sheet)
    for _ in range(2):
        client.post(f"{sheet}/journal/removals", data={"entry": "3", "seen": "3"})
    assert totals(sheet)[0] == 198


def test_a_penalty_corrected_on_two_phones_shows_both(sheet, client):
    form = {"player": "0", "points": "10", "way": "less", "reason": ""}
    client.post(f"{sheet}/penalties", data=form)
    client.post(f"{sheet}/penalties/2", data=form | {"points": "20", "seen": "2"})
    asked = client.post(f"{sheet}/penalties/2", data=form | {"points": "30", "seen": "2"})
    assert asked.status_code == 409
    assert "−20" in asked.text and "−30" in asked.text


@pytest.mark.parametrize(
    ("seen", "status"), [("", 303), ("x", 409), ("-1", 409), ("²", 409), ("9" * 30, 409)]
)
def test_a_version_that_is_malformed_is_asked_about(sheet, post_hand, client, seen, status):
    assert post_hand(sheet, base=seen).status_code == 303
    assert correct_hand(client, sheet, seen, points="56").status_code == status


def test_the_page_about_a_duplicate_shows_the_score_of_its_own_hand(sheet, post_hand, client):
    base = version(client, sheet)
    for points in ("49", "60"):
        post_hand(sheet, base=base, points=points)
    asked = post_hand(sheet, base=base)
    assert asked.status_code == 409
    preview = asked.text.split('id="preview"')[1].split("</ul>")[0]
    assert "faite de 8" in preview and "+198" in preview


def test_the_page_about_a_duplicate_carries_the_confirmation(sheet, post_hand, client):
    base = version(client, sheet)
    doubtful = {"bouts": "3", "points": "2"}
    asked = post_hand(sheet, base=base, **doubtful)
    confirm = hidden(asked.text)["confirm"]
    assert post_hand(sheet, base=base, confirm=confirm, **doubtful).status_code == 303
    twin = post_hand(sheet, base=base, confirm=confirm, **doubtful)
    assert twin.status_code == 409 and "Une donne de plus" in twin.text
    seen = hidden(twin.text)
    again = post_hand(sheet, base=seen["base"], confirm=seen["confirm"], **doubtful)
    assert (seen["confirm"], again.status_code) == (confirm, 303)


def test_a_forgotten_hand_keeps_its_place_when_the_seats_change_meanwhile(
    sheet, post_hand, app, monkeypatch
):
    post_hand(sheet)
    journal = app.extensions["installation"].journal
    append = journal.append
    seats = {"name": [*CAST], "number": [*"0123", ""], "dealer": "0"}

    def append_after_a_change(*args):
        monkeypatch.undo()
        assert app.test_client().post(f"{sheet}/table", data=seats).status_code == 303
        return append(*args)

    monkeypatch.setattr(journal, "append", append_after_a_change)
    refused = post_hand(sheet, before="2", taker="1")
    assert refused.status_code == 422 and hidden(refused.text)["before"] == "2"


def test_a_correction_that_meets_other_seats_is_no_further_hand(
    app, client, open_sheet, monkeypatch
):
    seats = {"name": [*CAST], "number": [*"0123", ""], "dealer": "1", "active": "4"}
    correction = GARDE | {"contract": "petite", "seen": "2", "key": KEY}
    interruption, other, statuses = Interruption(monkeypatch), app.test_client(), set()
    for moment in itertools.count(1):
        sheet = open_sheet()
        client.post(f"{sheet}/hands", data=GARDE)
        interruption.arm(moment, lambda sheet=sheet: other.post(f"{sheet}/table", data=seats))
        answer = client.post(f"{sheet}/hands/2", data=correction)
        if not interruption.disarm():
            break
        assert f'action="{sheet}/hands"' not in answer.text
        statuses.add(answer.status_code)
    assert statuses == {303, 409}
