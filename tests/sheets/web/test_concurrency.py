"""Requests at the same moment: one sheet, no hand lost, none doubled."""

import random
import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import GARDE
from long_cases import one_in

KEY, OTHER = "a" * 32, "b" * 32


def version(client, sheet):
    return re.search(r'name="base" value="(\w+)"', client.get(sheet).text)[1]


def at_once(app, chance, *posts):
    """Post these forms at nearly the same moment, each up to three times, as where answers
    are lost; for each the set of its statuses."""
    waits = [(chance.uniform(0, 0.01), chance.randrange(1, 4)) for _ in posts]

    def send(post, wait):
        (path, form), (pause, times) = post, wait
        time.sleep(pause)
        return {app.test_client().post(path, data=form).status_code for _ in range(times)}

    with ThreadPoolExecutor(len(posts)) as phones:
        return list(phones.map(send, posts, waits))


@pytest.mark.parametrize("seed", one_in(3, range(30)))
def test_the_same_hand_from_two_phones_at_once_is_one_hand_and_one_question(
    sheet, client, app, seed
):
    hand = GARDE | {"base": version(client, sheet)}
    posts = [(f"{sheet}/hands", hand | {"key": key}) for key in (KEY, OTHER)]
    answers = at_once(app, random.Random(seed), *posts)
    assert sorted(answers, key=min) == [{303}, {409}]
    assert client.get(sheet).text.count('id="row-') == 1


@pytest.mark.parametrize("seed", one_in(3, range(30)))
def test_of_two_changes_to_one_hand_at_once_one_is_made_and_one_asked_about(
    sheet, post_hand, client, app, seed
):
    chance = random.Random(seed)
    post_hand(sheet)
    posts = [
        (f"{sheet}/hands/2", GARDE | {"seen": "2", "key": KEY, "points": "56"}),
        (f"{sheet}/hands/2", GARDE | {"seen": "2", "key": OTHER, "points": "61"}),
        (f"{sheet}/journal/removals", {"seen": "2", "entry": "2"}),
    ]
    first, second = chance.sample(range(3), 2)
    answers = at_once(app, chance, posts[first], posts[second])
    assert sorted(answers, key=min) == [{303}, {409}]
    made = (first, second)[answers.index({303})]
    hands = client.get(f"{sheet}/night.json").json["hands"]
    assert [hand["points"] for hand in hands] == [[56], [61], []][made]
