"""The page of an evening: what the evening changed in the ranking of a season."""

import re
from datetime import date, timedelta

import pytest
from answers import FOUR
from circle_routes import SEASON
from conftest import token_of
from writes import add_hand

from scorekeeper.circles.service.sheets import link_sheet
from scorekeeper.games import GAMES
from scorekeeper.sheets.service import sheets

HAND = {"taker": 0, "contract": "garde", "bouts": 2, "points": 49}
BELOTE = {"taker": 0, "suit": "hearts", "points": 91}
FIRST, SECOND, THIRD = "2026-01-08", "2026-01-15", "2026-01-22"


def by(taker, **changes):
    return HAND | {"taker": taker} | changes


@pytest.fixture
def play(app, circle):
    """Play a sheet of the circle on a day; its access."""

    def played(day, *answers, game="tarot", players=(1, 2, 3, 4)):
        circles = app.extensions["circles"]
        token = sheets.open_sheet(circles.sheets, GAMES[game], {}, FOUR, date=day)
        sheet = circles.sheets.access(token)
        link_sheet(circles.access(token_of(circle)), sheet, players)
        for one in answers:
            add_hand(sheet, one)
        return sheet

    return played


@pytest.fixture
def three(play):
    """Anne wins the first evening, Bruno the second, Chloé the third."""
    return play(FIRST, by(0)), play(SECOND, by(1), by(1)), play(THIRD, by(2), by(2), by(2))


@pytest.fixture
def ranking(client, circle):
    """The season of the ranking of an evening, and its rows: place, name, words, value."""

    def read(day, query=""):
        page = client.get(f"{circle}/evenings/{day}{query}").text
        if 'id="ranking"' not in page:
            return None
        part = page.split('<section id="ranking">')[1].split("</section>")[0]
        title = re.search(r'class="hint">(.*?)</p>', part)[1]
        rows = part.split("<tbody>")[1].split("<tr")[1:]
        return title, [
            (
                re.search(r'class="place">(.*?)<', row)[1],
                re.search(r"<bdi>(.*?)</bdi>", row)[1],
                re.sub(r"<.*?>", "", re.search(r"</a>\s*<small>(.*?)</small>", row)[1]),
                re.sub(r"<.*?>", "", re.search(r"key\">(.*?)</td>", row)[1]),
            )
            for row in rows
        ]

    return read


def test_an_old_evening_tells_the_ranking_as_it_was_then(three, ranking):
    assert ranking(SECOND) == (
        "Depuis toujours · après cette soirée",
        [
            ("1", "Bruno", "▲ de la 2e à la 1re place", "+330 +396"),
            ("2", "Anne", "▼ de la 1re à la 2e place", "+66 −132"),
            ("3", "Chloé", "▼ de la 2e à la 3e place", "−198 −132"),
            ("3", "David", "▼ de la 2e à la 3e place", "−198 −132"),
        ],
    )


def test_a_season_is_ranked_by_its_evenings_alone(three, ranking, client, circle):
    seasons = [
        client.post(f"{circle}/seasons", data=SEASON | {"floor": "0", "start": SECOND} | own)
        for own in ({"official": "1"}, {"title": "Victoires", "ranking": "evenings"})
    ]
    official, won = (one.location.rpartition("/")[2] for one in seasons)
    assert ranking(THIRD) == ranking(THIRD, f"?season={official}")
    assert ranking(THIRD)[0] == "Saison 2026 · après cette soirée"
    assert ranking(THIRD)[1][0] == ("1", "Chloé", "▲ de la 2e à la 1re place", "+462 +594")
    assert ranking(SECOND, f"?season={official}") is None
    assert ranking(THIRD, f"?season={won}")[1][:2] == [
        ("1", "Chloé", "▲ de la 2e à la 1re place", "1 +1"),
        ("1", "Bruno", "reste à la 1re place", "1"),
    ]


def test_an_evening_outside_of_the_official_season_is_ranked_in_all_time(
    three, ranking, client, circle
):
    client.post(
        f"{circle}/seasons", data=SEASON | {"floor": "0", "start": THIRD, "official": "1"}
    )
    assert ranking(SECOND)[0] == "Depuis toujours · après cette soirée"


def test_of_everything_only_one_game_is_ranked(three, play, ranking):
    play(SECOND, *[BELOTE] * 3, game="belote")
    play("2026-01-29", BELOTE, game="belote")
    assert ranking("2026-01-29")[0] == "Depuis toujours · Belote · après cette soirée"
    title, rows = ranking(THIRD)
    assert title == "Depuis toujours · Tarot · après cette soirée"
    assert rows[0] == ("1", "Chloé", "▲ de la 3e à la 1re place", "+396 +594")
    assert ranking(SECOND) is None  # most of its hands began the ranking of another game


def test_of_games_with_equal_hands_the_board_s_first_is_ranked(play, ranking):
    for day in (FIRST, SECOND):
        play(day, by(0))
        play(day, BELOTE, game="belote")
    assert ranking(SECOND)[0] == "Depuis toujours · Belote · après cette soirée"


def test_the_points_of_two_games_of_an_evening_are_not_added(play, client, circle):
    play(FIRST, by(0))
    play(FIRST, BELOTE, game="belote")
    page = client.get(f"{circle}/evenings/{FIRST}").text
    lists = re.findall(r'<ol class="evening-places">(.*?)</ol>', page, re.S)
    assert re.findall("<h2>(Tarot|Belote)</h2>", page) == ["Tarot", "Belote"]
    points = [re.findall(r"<b>(.*?)</b>", one) for one in lists]
    assert points == [["+198", "−66", "−66", "−66"], ["+20", "+20", "−20", "−20"]]
    listed = client.get(circle).text.split('<ul class="ways evenings">')[1].split("</ul>")[0]
    assert "Tarot · Belote ·" in " ".join(listed.split()) and "+218" not in listed


def test_a_player_has_the_points_of_an_evening_by_game(play, client, circle):
    play(FIRST, by(0))
    play(FIRST, BELOTE, game="belote")
    page = client.get(f"{circle}/players/1").text
    assert re.findall('class="own-points">(.*?)<', page) == ["+20", "+198"]
    heads = [head for head in re.findall("<h2>(.*?)</h2>", page) if "soirées" in head]
    assert heads == ["Ses soirées · Belote", "Ses soirées · Tarot"]
    assert re.findall("<dt>(gagnées.*?)</dt><dd>(.*?)</dd>", page) == [
        ("gagnées · Belote", "1"),
        ("gagnées · Tarot", "1"),
    ]


def test_who_ends_an_evening_ahead_is_told_by_game(play, client, circle):
    play(FIRST, by(1))
    play(FIRST, BELOTE, game="belote")
    page = client.get(f"{circle}/pairs/1/2").text
    told = re.findall(
        r"<h2>Qui finit devant · (\w+)</h2>.*?aria-label=.(.*?)[\"']>", page, re.S
    )
    assert dict(told) == {"Tarot": "0 à 1", "Belote": "1 à 0"}


def test_tonight_is_provisional_until_its_sheet_is_closed(play, ranking, close):
    play((date.today() - timedelta(7)).isoformat(), by(0))
    today = date.today().isoformat()
    sheet = play(today, by(1))
    assert "<b>Provisoire</b>" in ranking(today)[0]
    close(f"/sheets/{sheet.token}")
    assert "Provisoire" not in ranking(today)[0]


def test_the_board_shows_the_places_that_tonight_changes(client, circle, play):
    play((date.today() - timedelta(7)).isoformat(), by(0))
    play(date.today().isoformat(), by(1), by(1))
    page = client.get(f"{circle}/seasons/0").text
    body = page.split('<div id="board">')[1].split("</table>")[0]
    climbs = dict(
        re.findall(r'<bdi>(\w+)</bdi>.*?class="tonight">.*?(▲|▼|</small>)', body, re.S)
    )
    assert climbs == {"Bruno": "▲", "Anne": "▼", "Chloé": "▼", "David": "▼"}
