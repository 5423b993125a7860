"""An evening of several games, and one that is not over."""

import re
from datetime import date, timedelta

import pytest
from answers import FOUR
from circle_routes import SEASON
from conftest import token_of
from writes import add_hand

from scorekeeper.circles.service.sheets import link_sheet
from scorekeeper.sheets.service.documents import import_document

TYPED = {"scores": [3, -1, -1, -1]}
HAND = {"taker": 0, "contract": "garde", "bouts": 2, "points": 49}
BELOTE = {"taker": 0, "suit": "hearts", "points": 91}
FIRST = "2026-01-08"


def board_of(client, circle):
    return client.get(circle).text.split('id="board"')[1].split("</section>")[0]


def by(taker, **changes):
    return HAND | {"taker": taker} | changes


@pytest.fixture
def play(app, circle):
    """Play a sheet of the circle on a day; its access."""

    def played(day, *answers, game="tarot", alone="", players=(1, 2, 3, 4)):
        circles = app.extensions["circles"]
        document = {"format": "scorekeeper/1", "game": game, "date": day}
        document |= {"players": [*FOUR.names]} | ({"played": alone} if alone else {})
        token = import_document(circles.sheets.journal, document)
        sheet = circles.sheets.access(token)
        link_sheet(circles.access(token_of(circle)), sheet, players)
        for one in answers:
            add_hand(sheet, one)
        return sheet

    return played


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


@pytest.mark.parametrize(("ranking", "is_shown"), [("best", True), ("evenings", False)])
def test_points_tonight_are_of_one_game(client, circle, play, ranking, is_shown):
    play((date.today() - timedelta(7)).isoformat(), by(0))
    for game, answers in (("tarot", by(1)), ("belote", BELOTE)):
        play(date.today().isoformat(), answers, game=game)
    form = SEASON | {"floor": "0", "ranking": ranking, "start": FIRST, "end": ""}
    season = client.post(f"{circle}/seasons", data=form).location
    assert ('class="tonight"' in client.get(season).text) is is_shown


def test_the_page_shows_the_game_played_last_and_leads_to_the_others(play, client, circle):
    for day in (FIRST, "2026-01-15"):
        play(day, TYPED, game="libre")
    play(date.today().isoformat(), by(0))
    shown = board_of(client, circle)
    assert "Depuis toujours · Tarot" in shown and "+198" in shown and "Provisoire" in shown
    [other] = re.findall(r'href="([^"]*game=libre)">Marque libre<', shown)
    assert "<b>+6</b>" in client.get(other).text
    [whole] = re.findall(r'href="([^"]*)">Le classement en détail', shown)
    assert "+198" in client.get(whole.replace("&amp;", "&")).text


def test_a_board_without_the_sheet_under_way_is_not_provisional(play, client, circle):
    play(FIRST, BELOTE, game="belote")
    play(date.today().isoformat(), by(0))
    season = SEASON | {"start": FIRST, "end": "", "floor": "0", "official": "1"}
    client.post(f"{circle}/seasons", data=season | {"games": "belote"})
    shown = board_of(client, circle)
    assert "+20" in shown and "Provisoire" not in shown and "?game=" not in shown


@pytest.mark.parametrize(
    ("ranking", "label"), [("places", "Places\xa0: joueurs devancés"), ("points", None)]
)
def test_the_page_says_what_a_season_counts_where_it_is_no_points(
    play, client, circle, ranking, label
):
    play(FIRST, by(0))
    season = SEASON | {"start": FIRST, "end": "", "floor": "0", "official": "1"}
    client.post(f"{circle}/seasons", data=season | {"ranking": ranking})
    labels = re.findall("<small>([^+−<]*)</small>", board_of(client, circle))
    assert labels == [label] * bool(label)


def offered(client, circle):
    """The rules of a new sheet, the ones chosen first; and whether the last is repeated."""
    page = client.get(f"{circle}/sheets/new").text
    rules = re.findall(r'name="rules" value="(\d)"( checked)?><span>(.*?)<', page)
    assert [bool(is_chosen) for _, is_chosen, _ in rules] == [
        code == "0" for code, *_ in rules
    ]
    return [title for *_, title in rules], "Comme la dernière fois" in page


def test_a_new_sheet_is_of_hands_rather_than_of_points_alone(play, client, circle):
    play(FIRST, TYPED, game="libre")
    assert offered(client, circle) == (["Marque libre"], True)
    play("2026-01-15", BELOTE, game="belote")
    play("2026-01-22", TYPED, game="libre")
    assert offered(client, circle) == (["Belote", "Marque libre"], True)


def test_points_alone_of_a_game_lead_to_its_hands(play, client, circle):
    play(FIRST, TYPED, game="libre", alone="tarot")
    assert offered(client, circle) == (["Tarot", "Marque libre"], False)


def test_points_alone_of_a_game_count_on_its_board(play, client, circle):
    play(FIRST, TYPED, game="libre", alone="tarot")
    play("2026-01-15", by(0))
    board = board_of(client, circle)
    assert "+201" in board and "+100,5 par donne" in board and "libre" not in board


def test_a_sheet_without_a_hand_does_not_change_the_board(play, client, circle):
    play(FIRST, by(0))
    play("2026-01-15", BELOTE, game="belote")
    before = board_of(client, circle)
    play("2026-01-22", game="tarot")
    assert "+20" in before and board_of(client, circle) == before


def test_a_new_season_counts_every_game_unless_somebody_says_otherwise(play, client, circle):
    play(FIRST, TYPED, game="libre")
    page = client.get(f"{circle}/seasons/new").text
    assert re.findall('name="games" value="[^"]*"( checked)?', page) == [""] * 10
