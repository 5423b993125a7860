"""After a restored backup: forms and the outbox name what they saw, and lost events are asked
about."""

import re
import shutil

import pytest
from conftest import GARDE, UNGUARDED

from app import create_app

pytestmark = pytest.mark.one_process

OUTBOX = {"X-Outbox": "1"}
OTHER, LOST = GARDE | {"taker": "1"}, GARDE | {"taker": "2"}


class Place:
    """An application whose database can be copied, and restored from the copy."""

    def __init__(self, folder):
        self.folder, self.copy = folder / "instance", folder / "copy"
        self.start()
        form = {"name": ["Anne", "Bruno", "Chloé", "David"], "number": [""] * 4, "dealer": "0"}
        self.sheet = self.client.post("/sheets", data=form).location

    def start(self):
        self.app = create_app({"INSTANCE": self.folder, **UNGUARDED})
        self.client = self.app.test_client()

    def stop(self):
        self.app.extensions["installation"].journal.close()

    def back_up(self):
        self.stop()
        shutil.copytree(self.folder, self.copy)
        self.start()

    def restore(self):
        self.stop()
        shutil.rmtree(self.folder)
        shutil.copytree(self.copy, self.folder)
        self.start()

    def post(self, path, form):
        return self.client.post(f"{self.sheet}/{path}", data=form, headers=OUTBOX)

    def head(self):
        page = self.client.get(self.sheet).text
        return re.search(r'name="base" value="(\d+_[0-9a-f]{16})"', page)[1]

    def takers(self):
        access = self.app.extensions["sheets"].access(self.sheet.rpartition("/")[2])
        return [row.hand.taker for row in access.sheet.hands]


@pytest.fixture
def place(tmp_path):
    """A sheet restored from a copy of its first hand; its second one, the third event, has
    been entered again, and another one was lost."""
    place = Place(tmp_path)
    place.post("hands", GARDE)
    place.back_up()
    place.post("hands", LOST)
    place.post("hands", GARDE | {"taker": "3"})
    place.lost = place.head()
    place.restore()
    place.post("hands", OTHER)
    yield place
    place.stop()


def hidden(page):
    form = page[page.index("<main>") :]
    return dict(re.findall(r'type="hidden" name="(\w+)" value="(.*?)"', form))


@pytest.mark.parametrize(
    ("path", "form", "taker"),
    [
        ("hands/3", LOST | {"points": "56", "seen": "3"}, [0, 2]),
        ("journal/removals", {"entry": "3", "seen": "3"}, [0]),
    ],
)
def test_change_of_lost_hand_shows_both(place, path, form, taker):
    asked = place.post(path, form | {"base": place.lost})
    assert asked.status_code == 409 and "Garder celle de la feuille" in asked.text
    assert place.takers() == [0, 1]
    insists = form | {name: hidden(asked.text)[name] for name in ("base", "seen")}
    assert place.post(path, insists).status_code == 201
    assert place.takers() == taker


def test_refused_correction_still_names_what_it_saw(place):
    form = LOST | {"seen": "3", "base": place.lost}
    refused = place.post("hands/3", form | {"points": "200"})
    assert refused.status_code == 422
    assert hidden(refused.text)["base"] == place.lost


def test_penalty_and_seats_are_asked_about(place):
    penalty = {"player": "0", "points": "10", "way": "less", "key": "a" * 32}
    asked = place.post("penalties", penalty | {"base": place.lost})
    assert asked.status_code == 409 and "La table a changé entre-temps" in asked.text
    assert hidden(asked.text)["key"] == penalty["key"]
    assert place.post("penalties", penalty | {"base": place.head()}).status_code == 201
    seats = {"name": ["Anne", "Bruno", "Chloé"], "number": ["0", "1", "2"], "dealer": "0"}
    assert place.post("table", seats | {"base": place.lost}).status_code == 409


def test_closing_with_lost_totals_is_asked_about(place):
    form = {"act": "close", "base": place.lost}
    assert place.client.post(f"{place.sheet}/end", data=form).status_code == 409
    form["base"] = place.head()
    assert place.client.post(f"{place.sheet}/end", data=form).status_code == 303


def test_a_hand_for_a_lost_deal_is_asked_about_beside_the_last_one(place):
    asked = place.post("hands", GARDE | {"taker": "3", "base": place.lost})
    assert asked.status_code == 409 and "est déjà sur la feuille" in asked.text
