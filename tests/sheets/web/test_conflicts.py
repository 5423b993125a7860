"""Two phones on one sheet: the same hand, the same correction, a form posted again."""

import itertools
import re

import pytest
from conftest import CAST, GARDE
from interruption import Interruption

from scorekeeper.sheets.web.access import MAX_KNOWN

CAPOT = {"taker": "0", "capot": "attack"}
KEY, OTHER = "a" * 32, "b" * 32


def version(client, sheet):
    return re.search(r'name="base" value="(\w+)"', client.get(sheet).text)[1]


def revision(client, sheet, id):
    return re.search(r'name="seen" value="(\d+)"', client.get(f"{sheet}/hands/{id}").text)[1]


def hidden(page):
    """The hidden fields of the form on a page."""
    form = page[page.index("<main>") :]
    return dict(re.findall(r'type="hidden" name="(\w+)" value="(.*?)"', form))


def choices(page):
    """The forms of the page about a deal, by the button: address and hidden fields."""
    forms = re.findall(
        r'<form method="post" action="([^"]+)" data-outbox="page"(.*?)</form>', page, re.S
    )
    found = {}
    for action, text in forms:
        fields = re.findall(r'name="(\w+)" value="(.*?)"', text)
        found[re.search(r">([^<]+)</button>", text)[1]] = action, dict(fields)
    return found


@pytest.fixture
def two_phones(sheet, post_hand, client):
    """Post one deal from two phones that have both seen the sheet, with these changes."""

    def post(first, second):
        base = version(client, sheet)
        assert post_hand(sheet, base=base, key=KEY, **first).status_code == 303
        return post_hand(sheet, base=base, key=OTHER, **second)

    return post


@pytest.mark.parametrize(
    "changes",
    [{}, {"taker": "1"}, {"contract": "petite"}, {"points": "50"}, {"bouts": "1"}],
)
def test_a_deal_that_another_phone_has_recorded_is_asked_about(
    two_phones, sheet, totals, changes
):
    asked = two_phones({}, changes)
    assert asked.status_code == 409
    assert "La donne 1 est déjà sur la feuille" in asked.text
    assert totals(sheet) == [198, -66, -66, -66]


@pytest.mark.parametrize("second", ["petit_sec", "referee"])
def test_a_deal_passed_here_and_annulled_there_is_not_the_same(two_phones, second):
    asked = two_phones({"passed": "yes"}, {"passed": f"{second} sure"}).text
    assert asked.count('class="version"') == 2


def test_two_equal_hands_are_shown_once_and_both_recorded_if_somebody_says_so(
    two_phones, client, totals, sheet
):
    asked = two_phones({}, {}).text
    assert asked.count('class="version"') == 1
    assert "La vôtre" not in asked and set(choices(asked)) == {"Non, l’écrire en plus"}
    assert "<h1>Déjà notée</h1>" in asked
    assert re.search(r'<a class="save"[^>]*>Oui, garder celle de la feuille</a>', asked)
    action, fields = choices(asked)["Non, l’écrire en plus"]
    assert client.post(action, data=fields).status_code == 303
    assert totals(sheet) == [396, -132, -132, -132]


def test_the_page_about_a_deal_marks_what_differs(two_phones):
    asked = two_phones({"points": "47"}, {"points": "48"}).text.replace("\xa0", " ")
    marked = re.findall("<mark>(.*?)</mark>", asked)
    assert len(marked) == 4  # the result and its line, of each
    assert "Anne" not in "".join(marked)


def test_the_own_version_takes_the_place_of_the_other(two_phones, sheet, client, totals):
    asked = two_phones({"points": "47"}, {"points": "48"})
    action, fields = choices(asked.text)["Oui, prendre la vôtre"]
    assert client.post(action, data=fields).status_code == 303
    page = client.get(sheet).text
    assert page.count('id="row-') == 1
    assert totals(sheet)[0] == 3 * (25 + 48 - 41) * 2


def test_another_deal_goes_before_one_that_its_phone_has_written_later(
    two_phones, sheet, post_hand, client
):
    base = version(client, sheet)
    asked = two_phones({"points": "50"}, {"points": "51"})
    later = post_hand(sheet, base=base, key="c" * 32, ahead="1", points="52")
    assert later.status_code == 303
    known = {"base": base, "key": OTHER, "known_hands": "c" * 32, "points": "51"}
    asked = post_hand(sheet, **known)
    action, fields = choices(asked.text)["Non, l’écrire en plus"]
    assert fields["before"] == "3"
    assert client.post(action, data=fields).status_code == 303
    rows = re.findall(r'id="row-(\d+)"', client.get(sheet).text)
    assert rows == ["3", "4", "2"]


def test_a_hand_of_the_same_phone_is_no_other_deal_where_one_was_removed(
    sheet, post_hand, client
):
    post_hand(sheet)
    base = version(client, sheet)
    client.post(f"{sheet}/journal/removals", data={"entry": "2"})
    post_hand(sheet, base=base, key=KEY, taker="1")
    known = " ".join([*(f"{n:032x}" for n in range(MAX_KNOWN)), KEY])
    again = {"key": OTHER, "known_hands": known, "points": "50"}
    assert post_hand(sheet, base=base, **again).status_code == 303


def test_a_form_shown_again_stays_for_its_deal(sheet, post_hand, client):
    base = version(client, sheet)
    post_hand(sheet, base=base, key=KEY)
    refused = post_hand(sheet, base=base, key=OTHER, points="", known_hands="d" * 32)
    assert refused.status_code == 422
    fields = hidden(refused.text)
    assert (fields["base"], fields["known_hands"]) == (base, "d" * 32)
    assert ">Donne 1</b>" in refused.text.replace("\xa0", " ")


def test_the_preview_tells_of_the_deal_that_was_written_meanwhile(sheet, post_hand, client):
    base = version(client, sheet)
    preview = {"base": base, "taker": "1"}
    assert "déjà écrite" not in client.post(f"{sheet}/hands/preview", data=preview).text
    post_hand(sheet, base=base, key=KEY)
    told = client.post(f"{sheet}/hands/preview", data=preview).text.replace("\xa0", " ")
    assert "Donne 1 déjà écrite sur un autre téléphone" in told and "Anne : Garde" in told
    own = client.post(f"{sheet}/hands/preview", data=preview | {"known_hands": KEY}).text
    assert "déjà écrite" not in own


def test_a_deal_that_ended_the_game_is_asked_about(open_preset, client, post_answers):
    sheet = open_preset("belote-ffb")
    for _ in range(3):
        post_answers(sheet, CAPOT)
    base = version(client, sheet)
    assert post_answers(sheet, CAPOT | {"base": base}).status_code == 303
    asked = post_answers(
        sheet, {"taker": "1", "suit": "hearts", "points": "91", "base": base, "key": OTHER}
    )
    assert asked.status_code == 409
    assert set(choices(asked.text)) == {
        "Oui, prendre la vôtre",
        "Non, l’écrire en plus",
    }
    action, fields = choices(asked.text)["Non, l’écrire en plus"]
    assert client.post(action, data=fields).status_code == 303
    assert 'id="entry"' not in client.get(sheet).text


def test_a_restored_hand_is_the_deal_of_a_form_filled_meanwhile(sheet, post_hand, client):
    post_hand(sheet, key=KEY)
    client.post(f"{sheet}/journal/removals", data={"entry": "2"})
    base = version(client, sheet)
    client.post(f"{sheet}/journal/restorations", data={"entry": "2"})
    assert post_hand(sheet, base=base, key=OTHER, points="50").status_code == 409


@pytest.mark.parametrize(
    ("points", "said"), [("49", "notée depuis, est la même"), ("50", "a été notée depuis")]
)
def test_a_hand_recorded_again_is_put_back_only_when_asked(
    points, said, sheet, post_hand, client, totals
):
    """The journal shows the sheet as it is, with the hand recorded again."""
    post_hand(sheet, key=KEY)
    client.post(f"{sheet}/journal/removals", data={"entry": "2"})
    post_hand(sheet, points=points, key=OTHER)
    before = totals(sheet)
    form = {"entry": "2", "base": version(client, sheet), "key": "c" * 32}
    asked = client.post(f"{sheet}/journal/restorations", data=form)
    assert asked.status_code == 409
    assert said in asked.text
    assert totals(sheet) == before
    action, fields = choices(asked.text)["La remettre en plus"]
    assert client.post(action, data=fields).status_code == 303
    assert totals(sheet)[0] == before[0] + 198


def test_each_of_two_equal_hands_is_read_before_the_removed_one_is_back(
    sheet, post_hand, client
):
    post_hand(sheet, key=KEY)
    client.post(f"{sheet}/journal/removals", data={"entry": "2"})
    post_hand(sheet, key=OTHER)
    post_hand(sheet, key="c" * 32)
    asked = client.post(f"{sheet}/journal/restorations", data={"entry": "2"})
    assert "La donne 1," in asked.text
    action, fields = choices(asked.text)["La remettre en plus"]
    asked = client.post(action, data=fields)
    assert asked.status_code == 409 and "La donne 2," in asked.text
    fields["known"] = re.findall(r'name="known" value="(\d+)"', asked.text)
    assert client.post(action, data=fields).status_code == 303


def test_a_forgotten_hand_inserted_meanwhile_is_no_deal_of_another_form(
    sheet, post_hand, client
):
    post_hand(sheet, key=KEY)
    base = version(client, sheet)
    post_hand(sheet, before="2", key=OTHER, taker="2")
    assert post_hand(sheet, base=base, key="c" * 32, points="50").status_code == 303


THIRD = "c" * 32
LOST = "2_0000000000000000"
"""A version that the sheet never had, as after a restored backup."""


@pytest.fixture
def five(open_sheet, client):
    """A sheet of five players of whom one sits out, and the fields of its first form."""
    sheet = open_sheet(5, active="4")
    fields = hidden(client.get(sheet).text)
    form = {"base": fields["base"], "seating": fields["seating"], "sitting_out": "0"}
    return sheet, form | {"taker": "1"}


def test_a_hand_for_a_lost_deal_of_other_seats_is_recorded_once_checked(
    five, post_hand, client
):
    sheet, form = five
    seats = {"name": [*CAST], "number": [*"01234"], "dealer": "1", "active": "4"}
    assert client.post(f"{sheet}/table", data=seats).status_code == 303
    asked = post_hand(sheet, key=KEY, **form | {"base": LOST})
    assert asked.status_code == 422 and "La table a changé" in asked.text
    shown = {name: hidden(asked.text)[name] for name in ("base", "seating", "known_hands")}
    again = post_hand(sheet, key=KEY, **form | shown | {"sitting_out": "1", "taker": "2"})
    assert again.status_code == 303


@pytest.mark.parametrize(
    ("path", "form", "points"),
    [
        ("hands/3", {**GARDE, "points": "56"}, [438, -146, -146, -146]),
        ("journal/removals", {"entry": "3"}, [198, -66, -66, -66]),
    ],
)
def test_a_change_of_a_lost_hand_shows_both(
    sheet, post_hand, client, totals, path, form, points
):
    for _ in range(2):
        post_hand(sheet)
    asked = client.post(f"{sheet}/{path}", data=form | {"seen": "3", "base": LOST})
    assert asked.status_code == 409 and "Garder celle de la feuille" in asked.text
    assert totals(sheet) == [396, -132, -132, -132]
    insists = form | {name: hidden(asked.text)[name] for name in ("base", "seen")}
    assert client.post(f"{sheet}/{path}", data=insists).status_code == 303
    assert totals(sheet) == points


def test_a_refused_correction_still_names_what_it_saw(sheet, post_hand, client):
    post_hand(sheet)
    refused = correct_hand(client, sheet, "2", base=LOST, points="200")
    assert refused.status_code == 422 and hidden(refused.text)["base"] == LOST


@pytest.mark.parametrize(
    ("path", "form", "told"),
    [
        ("penalties", {"player": "0", "points": "10", "way": "less"}, "La table a changé"),
        ("table", {"name": [*CAST[:3]], "number": [*"012"], "dealer": "0"}, ""),
        ("end", {"act": "close"}, ""),
    ],
)
def test_what_follows_a_lost_version_is_asked_about(
    sheet, post_hand, client, path, form, told
):
    post_hand(sheet)
    asked = client.post(f"{sheet}/{path}", data=form | {"base": LOST, "key": KEY})
    assert asked.status_code == 409 and told in asked.text
    assert not told or hidden(asked.text)["key"] == KEY
    current = form | {"base": version(client, sheet)}
    assert client.post(f"{sheet}/{path}", data=current).status_code == 303


def test_a_hand_under_a_used_key_is_beside_its_own_one(sheet, post_hand, client):
    base = version(client, sheet)
    post_hand(sheet, base=base, key=KEY)
    refused = post_hand(sheet, base=base, key=KEY, points="50")
    assert refused.status_code == 422 and "a déjà servi" in refused.text
    names = ("base", "seating", "known_hands", "key")
    shown = GARDE | {name: hidden(refused.text)[name] for name in names} | {"points": "50"}
    assert "déjà écrite" not in client.post(f"{sheet}/hands/preview", data=shown).text
    assert client.post(f"{sheet}/hands", data=shown).status_code == 303


def test_the_preview_is_for_the_deal_after_those_to_be_looked_at(sheet, post_hand, client):
    form = GARDE | {"base": version(client, sheet), "ahead": "1", "taker": "2"}
    post_hand(sheet, base=form["base"], key=KEY)
    assert "déjà écrite" not in client.post(f"{sheet}/hands/preview", data=form).text


@pytest.mark.parametrize("seating", [{}, {"seating": "0"}], ids=["shown", "of before"])
def test_an_own_version_takes_the_place_where_its_dealer_does_not_play(
    seating, five, post_hand, client
):
    sheet, form = five
    assert post_hand(sheet, key=KEY, **form).status_code == 303
    asked = post_hand(sheet, key=OTHER, **form | seating | {"points": "50"})
    assert asked.status_code == 409
    action, fields = choices(asked.text)["Oui, prendre la vôtre"]
    assert client.post(action, data=fields).status_code == 303


def test_another_deal_of_a_form_for_its_dealer_asks_who_sits_out(five, post_hand, client):
    sheet, form = five
    form["taker"] = "2"
    post_hand(sheet, key=KEY, **form)
    asked = post_hand(sheet, key=OTHER, points="50", **form)
    action, fields = choices(asked.text)["Non, l’écrire en plus"]
    assert client.post(action, data=fields).status_code == 422


def test_a_forgotten_hand_inserted_on_two_phones_is_asked_about(sheet, post_hand, client):
    post_hand(sheet, key=KEY)
    form = {"base": version(client, sheet), "before": "2", "taker": "2"}
    assert post_hand(sheet, key=OTHER, **form).status_code == 303
    assert post_hand(sheet, key=THIRD, points="50", **form).status_code == 409


def test_an_own_version_put_in_place_is_known_by_its_key(two_phones, sheet, post_hand, client):
    base = version(client, sheet)
    action, fields = choices(two_phones({}, {"points": "50"}).text)["Oui, prendre la vôtre"]
    assert client.post(action, data=fields).status_code == 303
    assert (
        post_hand(sheet, base=base, key=THIRD, taker="2", known_hands=OTHER).status_code == 303
    )


@pytest.mark.parametrize("known", ["\x00", "x_y", "_", "9" * 5000, f"{LOST} " * 200, "é" * 50])
@pytest.mark.parametrize("ahead", ["-1", "²", "9" * 9])
def test_what_no_phone_says_of_its_hands_is_ignored(sheet, post_hand, client, known, ahead):
    base = version(client, sheet)
    post_hand(sheet, base=base, key=KEY)
    form = GARDE | {"base": base, "known_hands": known, "ahead": ahead}
    assert client.post(f"{sheet}/hands/preview", data=form).status_code == 200
    assert post_hand(sheet, key=OTHER, **form).status_code == 409


def test_no_late_version_of_a_mended_hand_overwrites_it(sheet, post_hand, totals, client):
    versions = f"{OTHER} {THIRD}"
    for mended, points, status in ((versions, "61", 303), (OTHER, "50", 409)):
        answer = post_hand(sheet, key=KEY, mended=mended, points=points)
        assert (answer.status_code, totals(sheet)[0]) == (status, 270)
    refused = post_hand(sheet, key=KEY, mended=versions, points="95")
    shown = hidden(refused.text)["mended"]
    assert shown.startswith(versions) and len(shown.split()) == 3  # it is another version
    post_hand(sheet, key=KEY, mended=shown, points="56")
    assert totals(sheet)[0] == 240
    form = GARDE | {"points": "56"}
    same = client.post(f"{sheet}/hands/2", data=form, follow_redirects=True)
    assert "Rien n’a changé" in same.text


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


def test_a_penalty_corrected_on_two_phones_shows_both(sheet, client):
    form = {"player": "0", "points": "10", "way": "less", "reason": ""}
    client.post(f"{sheet}/penalties", data=form)
    client.post(f"{sheet}/penalties/2", data=form | {"points": "20", "seen": "2"})
    asked = client.post(f"{sheet}/penalties/2", data=form | {"points": "30", "seen": "2"})
    assert asked.status_code == 409
    assert "−20" in asked.text and "−30" in asked.text


def test_the_page_about_a_deal_carries_the_confirmation(two_phones, sheet, post_hand, client):
    doubtful = {"bouts": "3", "points": "2"}
    base = version(client, sheet)
    asked = post_hand(sheet, base=base, **doubtful).text
    confirm = re.search(r'name="confirm" value="(\w+)"', asked)[1]
    asked = two_phones({}, doubtful | {"confirm": confirm})
    assert asked.status_code == 409
    action, fields = choices(asked.text)["Non, l’écrire en plus"]
    assert client.post(action, data=fields).status_code == 303


def test_a_forgotten_hand_keeps_its_place_when_the_seats_change_meanwhile(
    sheet, post_hand, app, monkeypatch
):
    post_hand(sheet)
    journal = app.extensions["installation"].journal
    store = journal.store
    seats = {"name": [*CAST], "number": [*"0123", ""], "dealer": "0"}

    def store_after_a_change(*args):
        monkeypatch.undo()
        assert app.test_client().post(f"{sheet}/table", data=seats).status_code == 303
        return store(*args)

    monkeypatch.setattr(journal, "store", store_after_a_change)
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
