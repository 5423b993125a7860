"""The screen of the room: what it shows when, of what is published only."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from desk import NAMES, desk_fixture
from tournament_routes import role_token


class Screen:
    """The screen of a tournament, by the reading link."""

    def __init__(self, desk):
        self.desk = desk
        self.path = f"/tournaments/{role_token(desk.address.rpartition('/')[2])}/screen"

    def page(self):
        return self.desk.client.get(self.path).text

    def parts(self):
        return re.findall(r'data-part="(\w+)"', self.page())

    def version(self):
        return re.search(r'data-version="([^"]+)"', self.page())[1]


desk = desk_fixture(16, rounds="2", grid="60 30")


@pytest.fixture
def screen(desk):
    return Screen(desk)


def start(desk, minutes_ago, ends=True):
    """Start the clock of the last round; it runs for an hour."""
    now = datetime.now(UTC) - timedelta(minutes=minutes_ago)
    started, end = (at.isoformat(timespec="seconds") for at in (now, now + timedelta(hours=1)))
    number = desk.tournament.last_round.number
    body = {"round": number, "started": started, "ends": end if ends else "", "deals": 0}
    desk.access.record("timed", lambda _: body | {"is_last": not ends})


def test_the_screen_of_the_organizer_is_that_of_everybody(desk, screen):
    assert desk.client.get(f"{desk.address}/screen").location == screen.path


def test_before_the_first_round_it_shows_the_way_for_phones(screen):
    assert screen.parts() == ["still"] and 'class="qr"' in screen.page()


def test_a_published_round_has_its_seats_by_name(desk, screen):
    desk.publish()
    round = desk.tournament.last_round
    lines = re.findall(
        r'<bdi class="who">(\w+)</bdi>\s<b class="figure">(\d+)</b>', screen.page()
    )
    names = {desk.tournament.called(n): str(round.table_of(n)) for n in round.seated}
    assert dict(lines) == names and [name for name, _ in lines] == list(NAMES[:16])


def test_a_result_brings_nothing_of_the_round_but_ends_the_seats(desk, screen):
    desk.reach(2)
    assert screen.parts() == ["seats"]
    desk.type_slip(1, 777, -259, -259, -259, round=2)
    assert screen.parts() == ["ranking"] and "+777" not in screen.page()


def test_who_shares_a_place_stands_on_the_page_of_the_one_before(desk, screen):
    desk.publish()
    desk.type_slip(1, 300, 300, 0, -600)
    desk.play()
    lines = re.findall(r'<li data-key="(\d+)"( class="tied")?>', screen.page())
    places = [place for place, _ in lines]
    assert places[:3] == ["1", "1", "3"]
    assert [bool(tied) for _, tied in lines] == [
        place == before for before, place in zip(["", *places], places, strict=False)
    ]


def test_a_correction_is_shown_once_it_is_published(desk, screen):
    desk.publish()
    desk.play()
    before = screen.page().count("+30")
    slip = {"round": 1, "table": 1, "points": [777, -259, -259, -259], "reason": "frappe"}
    desk.access.record("slip", lambda _: slip)
    assert screen.page().count("+30") == before
    desk.post("/rounds/1/close")
    assert "+777" in screen.page()


@pytest.mark.parametrize(
    ("minutes", "parts"), [(1, ["clock", "seats"]), (11, ["clock", "ranking"])]
)
def test_the_clock_leads_from_the_seats_to_the_ranking(desk, screen, minutes, parts):
    desk.reach(2)
    start(desk, minutes)
    assert screen.parts() == parts


def test_the_last_deal_is_announced(desk, screen):
    desk.publish()
    start(desk, 1, ends=False)
    assert screen.page().count("Dernière donne") == 2  # its own page, and beside every other


def test_prizes_are_shown_once_the_tournament_is_over(desk, screen):
    for number in (1, 2):
        desk.publish()
        assert "prizes" not in screen.parts()
        desk.play(number)
    assert screen.parts() == ["prizes", "ranking"]
    assert re.search(r"<h2>Les prix · Position\s2</h2>", screen.page())  # a final may follow
    desk.access.record("closed", {"round": 2, "ranking": [[1, 16, 0, 0]]})
    assert screen.parts() == ["ranking"]  # until the ranking that gives them is published


def test_without_news_the_answer_is_204(desk, screen):
    desk.publish()
    version = screen.version()
    assert desk.client.get(f"{screen.path}?v={version}").status_code == 204
    desk.play()
    assert desk.client.get(f"{screen.path}?v={version}").status_code == 200


def test_without_javascript_the_page_asks_again_by_itself(screen):
    assert '<noscript><meta http-equiv="refresh"' in screen.page()


@pytest.mark.parametrize("path", ["/share", "/paper"])
def test_an_organizer_finds_the_screen(desk, screen, path):
    assert f'href="{screen.path}"' in desk.get(path)
