"""Two phones on one sheet: the same hand, the same correction, a form sent again."""

import random
import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import GARDE

from scorekeeper.storage.sqlite import read_only_token

KEY, OTHER = "a" * 32, "b" * 32


def version(client, sheet):
    return re.search(r'name="base" value="(\d+)"', client.get(sheet).text)[1]


def revision(client, sheet, id):
    return re.search(r'name="seen" value="(\d+)"', client.get(f"{sheet}/hands/{id}").text)[1]


def hidden(page):
    """What the form of a page sends again by itself."""
    form = page[page.index("<main>") :]
    return dict(re.findall(r'type="hidden" name="(\w+)" value="(.*?)"', form))


def test_the_same_hand_from_two_phones_is_one_question(sheet, post_hand, client, totals):
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
def test_hands_that_differ_in_who_what_or_how_much_are_two(
    sheet, post_hand, client, changes, code
):
    base = version(client, sheet)
    post_hand(sheet, base=base, key=KEY)
    assert post_hand(sheet, base=base, key=OTHER, **changes).status_code == code


def test_a_hand_like_one_that_the_writer_has_seen_is_not_asked_about(sheet, post_hand, client):
    post_hand(sheet, key=KEY)
    assert post_hand(sheet, base=version(client, sheet), key=OTHER).status_code == 303


def test_a_hand_like_one_that_was_removed_is_not_asked_about(sheet, post_hand, client):
    base = version(client, sheet)
    post_hand(sheet, base=base, key=KEY)
    client.post(f"{sheet}/journal/removals", data={"entry": "2"})
    assert post_hand(sheet, base=base, key=OTHER).status_code == 303


def test_two_phones_say_that_everybody_passed(sheet, client):
    form = {"passed": "asked", "base": version(client, sheet)}
    assert client.post(f"{sheet}/hands", data=form | {"key": KEY}).status_code == 303
    assert client.post(f"{sheet}/hands", data=form | {"key": OTHER}).status_code == 409


def test_who_writes_after_others_is_told_what_they_wrote(sheet, post_hand, client):
    base = version(client, sheet)
    post_hand(sheet, base=base, taker="2")
    written = post_hand(sheet, base=base)
    page = client.get(written.location).text
    recorded = page[page.index("Entre-temps") :]
    assert (
        "Chloé : Garde, fait de 8" in recorded[:200].replace("\xa0", " ")
        or "Chloé" in recorded[:200]
    )


def test_a_form_that_comes_back_is_the_same_hand_also_at_a_table_with_a_mort(
    open_sheet, client, post_hand
):
    sheet = open_sheet(5, active="4")
    page = client.get(sheet).text
    answers = {"taker": "1", "key": KEY, "sitting_out": "0", "base": version(client, sheet)}
    answers["seating"] = re.search(r'name="seating" value="(.*?)"', page)[1]
    first = post_hand(sheet, **answers)
    assert first.status_code == 303
    assert post_hand(sheet, **answers).location == first.location
    changed_totals = answers | {
        "base": version(client, sheet)
    }  # as its page was told meanwhile
    assert post_hand(sheet, **changed_totals).location.startswith(f"{sheet}?recorded=2&")
    assert client.get(sheet).text.count('id="row-') == 1


def test_a_form_that_comes_back_after_the_hand_was_removed_does_not_write_it_again(
    sheet, post_hand, client, totals
):
    base = version(client, sheet)
    post_hand(sheet, base=base, key=KEY)
    client.post(f"{sheet}/journal/removals", data={"entry": "2"})
    assert post_hand(sheet, base=base, key=KEY).status_code == 303
    assert 'id="row-' not in client.get(sheet).text


def test_a_form_that_comes_back_to_a_closed_sheet_is_the_hand_that_is_there(
    sheet, post_hand, client, close
):
    base = version(client, sheet)
    first = post_hand(sheet, base=base, key=KEY)
    assert close(sheet).status_code == 303
    assert post_hand(sheet, base=base, key=KEY).location == first.location
    assert post_hand(sheet, base=base, key=OTHER).status_code == 409


def test_a_form_used_for_another_hand_is_given_a_new_key(sheet, post_hand):
    post_hand(sheet, key=KEY)
    refused = post_hand(sheet, key=KEY, points="50")
    assert refused.status_code == 422 and "a déjà servi" in refused.text
    assert hidden(refused.text)["key"] not in ("", KEY)


def test_the_phones_own_queue_is_told_where_to_go(sheet, client, post_hand):
    hand = GARDE | {"base": version(client, sheet)}
    answer = client.post(f"{sheet}/hands", data=hand, headers={"X-Outbox": "1"})
    assert (answer.status_code, answer.location) == (201, f"{sheet}?recorded=2&since=1")


@pytest.fixture
def corrected(sheet, post_hand, client):
    """A sheet whose hand another phone has corrected since this one saw it."""
    post_hand(sheet)
    seen = revision(client, sheet, 2)
    post_hand_again(client, sheet, seen, points="56")
    return sheet, seen


def post_hand_again(client, sheet, seen, **changes):
    return client.post(f"{sheet}/hands/2", data=GARDE | {"seen": seen} | changes)


def test_a_correction_of_what_was_corrected_shows_both(corrected, client, totals):
    sheet, seen = corrected
    asked = post_hand_again(client, sheet, seen, points="61")
    assert asked.status_code == 409
    assert "fait de 15" in asked.text and "fait de 20" in asked.text
    assert totals(sheet)[0] == 240
    chosen = client.post(f"{sheet}/hands/2", data=hidden(asked.text))
    assert chosen.status_code == 303 and totals(sheet)[0] == 270


def test_a_removal_of_what_was_corrected_is_asked_about(corrected, client, totals):
    sheet, seen = corrected
    asked = client.post(f"{sheet}/journal/removals", data={"entry": "2", "seen": seen})
    assert asked.status_code == 409 and "Retirer quand même" in asked.text
    assert totals(sheet)[0] == 240
    client.post(f"{sheet}/journal/removals", data=hidden(asked.text))
    assert 'id="row-' not in client.get(sheet).text


def test_a_correction_of_what_was_removed_may_put_it_back(sheet, post_hand, client, totals):
    post_hand(sheet)
    seen = revision(client, sheet, 2)
    client.post(f"{sheet}/journal/removals", data={"entry": "2", "seen": seen})
    asked = post_hand_again(client, sheet, seen, points="56")
    assert asked.status_code == 409 and "Retirée de la feuille" in asked.text
    client.post(f"{sheet}/hands/2", data=hidden(asked.text))
    assert totals(sheet)[0] == 240


def test_an_undo_on_two_phones_takes_one_hand(sheet, post_hand, client, totals):
    post_hand(sheet)
    post_hand(sheet)
    for _ in range(2):
        client.post(f"{sheet}/journal/removals", data={"entry": "3", "seen": "3"})
    assert totals(sheet)[0] == 198


def at_once(app, chance, *posts):
    """Send these at nearly the same moment, each up to three times, as where answers are
    lost: which answers each of them was given."""
    waits = [(chance.uniform(0, 0.01), chance.randrange(1, 4)) for _ in posts]

    def send(post, wait):
        (path, form), (pause, times) = post, wait
        time.sleep(pause)
        return {app.test_client().post(path, data=form).status_code for _ in range(times)}

    with ThreadPoolExecutor(len(posts)) as phones:
        return list(phones.map(send, posts, waits))


def test_the_same_hand_from_two_phones_at_once_is_one_hand_and_one_question(
    open_sheet, client, app
):
    for seed in range(50):
        sheet = open_sheet()
        hand = GARDE | {"base": version(client, sheet)}
        posts = [(f"{sheet}/hands", hand | {"key": key}) for key in (KEY, OTHER)]
        answers = at_once(app, random.Random(seed), *posts)
        assert sorted(answers, key=min) == [{303}, {409}], seed
        assert client.get(sheet).text.count('id="row-') == 1, seed


def test_of_two_changes_to_one_hand_at_once_one_is_made_and_one_asked_about(
    open_sheet, post_hand, client, app
):
    for seed in range(50):
        sheet, chance = open_sheet(), random.Random(seed)
        post_hand(sheet)
        posts = [
            (f"{sheet}/hands/2", GARDE | {"seen": "2", "key": KEY, "points": "56"}),
            (f"{sheet}/hands/2", GARDE | {"seen": "2", "key": OTHER, "points": "61"}),
            (f"{sheet}/journal/removals", {"seen": "2", "entry": "2"}),
        ]
        first, second = chance.sample(range(3), 2)
        answers = at_once(app, chance, posts[first], posts[second])
        assert sorted(answers, key=min) == [{303}, {409}], seed
        made = (first, second)[answers.index({303})]
        hands = client.get(f"{sheet}/night.json").json["hands"]
        assert [hand["points"] for hand in hands] == [[56], [61], []][made], seed


def test_a_penalty_corrected_on_two_phones_shows_both(sheet, client):
    form = {"player": "0", "points": "10", "way": "less", "reason": ""}
    client.post(f"{sheet}/penalties", data=form)
    client.post(f"{sheet}/penalties/2", data=form | {"points": "20", "seen": "2"})
    asked = client.post(f"{sheet}/penalties/2", data=form | {"points": "30", "seen": "2"})
    assert asked.status_code == 409
    assert "−20" in asked.text and "−30" in asked.text


@pytest.mark.parametrize("seen", ["x", "", "-1", "²", "9" * 30])
def test_what_is_no_state_is_not_believed(sheet, post_hand, client, seen):
    assert post_hand(sheet, base=seen).status_code == 303
    assert post_hand_again(client, sheet, seen, points="56").status_code == 303


def test_new_addresses_open_and_the_old_ones_do_not(sheet, client, app):
    reader = f"/sheets/{read_only_token(sheet.rsplit('/', 1)[1])}"
    new = client.post(f"{sheet}/share", data={"key": KEY}).location.removesuffix("/share")
    assert new != sheet and client.get(new).status_code == 200
    for old in (sheet, reader):
        for path in ("", "/live?v=x", "/share", "/hands/2", "/night.json"):
            assert app.test_client().get(old + path).status_code == 404
    assert client.get(f"/sheets/{read_only_token(new.rsplit('/', 1)[1])}").status_code == 200
    assert "Adresses changées" in client.get(f"{new}/journal").text
    assert client.get("/").text.count(new) and sheet not in client.get("/").text


def test_new_addresses_asked_for_twice_are_given_once(sheet, client):
    first, second = (client.post(f"{sheet}/share", data={"key": KEY}) for _ in range(2))
    assert first.location == second.location


def test_who_may_read_gives_no_new_addresses_and_deletes_nothing(sheet, client):
    reader = f"/sheets/{read_only_token(sheet.rsplit('/', 1)[1])}"
    assert client.post(f"{reader}/share", data={"key": KEY}).status_code == 404
    assert client.post(f"{reader}/deletion").status_code == 404
    assert client.get(f"{reader}/deletion").status_code == 404
    assert client.get(sheet).status_code == 200


def test_a_deleted_sheet_leaves_no_byte_in_the_base(open_sheet, post_hand, client, instance):
    kept = open_sheet()
    sheet = open_sheet(name=["Zéphyrine", "Bruno", "Chloé", "Zénobie"], title="Chez Zoé")
    for n in range(40):
        post_hand(sheet, taker=str(n % 4))
    client.post(f"{sheet}/penalties", data={"player": "0", "points": "1", "reason": "Zut"})
    base = instance / "la_marque.sqlite3"
    assert "Zéphyrine".encode() in base.read_bytes()
    assert "Zéphyrine" in client.get(f"{sheet}/deletion").text
    assert client.post(f"{sheet}/deletion").location == "/"
    for name in ("Zéphyrine", "Zénobie", "Chez Zoé", "Zut"):
        assert name.encode() not in base.read_bytes()
    assert client.get(sheet).status_code == 404
    assert client.get(kept).status_code == 200
    assert sheet not in client.get("/").text
