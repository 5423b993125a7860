"""What circles and tournaments of one device do for each other, each without knowing it."""

import html
import re

import pytest
from conftest import token_of
from desk import Desk, hidden, keep_on_phone
from tournament_routes import opened

from scorekeeper.circles.formats.circle_reader import read_circle
from scorekeeper.circles.service.files import store_circle
from scorekeeper.sheets.service.access import new_key
from scorekeeper.tournaments.people import NewPerson, register


@pytest.fixture
def circle(client):
    """The circle of Anne, Bruno and Zoé, on the device of the organizer."""
    form = {"title": "Le club", "name": ["Anne", "Bruno", "Zoé"], "key": "c" * 32}
    return client.post("/circles", data=form).location.partition("?")[0]


def counted(desk, circle, client=None, **answers):
    """Count the ranking of a tournament in a circle, everybody as the page proposes."""
    (address,) = re.findall(r'href="(/circles/\S+/results/new\S+)"', desk.get("/circles"))
    page = desk.client.get(html.unescape(address)).text
    return confirmed(client or desk.client, circle, page, **answers)


def confirmed(client, circle, page, answers=None, other=""):
    """Send the form that asks who is who as it is shown.

    :param answers: those that are not as shown, by name.
    :param other: the player who is chosen by the answer ``other`` among them.
    """
    fields = r'name="(key|tournament|title|date|game|lines|matched|erased)" value="([^"]*)"'
    form = {name: html.unescape(value) for name, value in re.findall(fields, page)}
    form |= dict(re.findall(r'name="(who-\d+)" value="(\w+)" checked', page))
    for asked in page.split('<fieldset class="who-is">')[1:]:
        form |= dict(
            re.findall(r'name="(who-\d+-other)".*?value="(\d+)" selected', asked, re.S)
        )
        name, field = (
            re.search(one, asked)[1] for one in ("<bdi>(.*?)<", r'name="(who-\d+)"')
        )
        if name in (answers or {}):
            form |= {field: answers[name], f"{field}-other": other}
    (action,) = re.findall(rf'action="({circle}/results\S*)"', page)
    return client.post(action, data=form)


def typed(client, action, **fields):
    """Count a list that was copied from paper, everybody as the page proposes."""
    form = {"title": "Au café", "date": "2026-03-07", "game": "tarot", "key": new_key()}
    answer = client.post(action, data=form | fields)
    if answer.status_code != 200:
        return answer
    return confirmed(client, action.partition("/results")[0], answer.text)


def rows_of_board(client, circle, season):
    page = client.get(f"{circle}/seasons/{season}/print").text
    return re.findall(r'<tr class="player-.*?</tr>', page, re.S)


def board(client, circle, season):
    """Place, and what the paper of a season says of each player."""
    players = {}
    for row in rows_of_board(client, circle, season):
        cells = re.findall(r"<t[dh].*?>(.*?)</t[dh]>", row, re.S)
        place, name, *figures = (re.sub(r"<.*?>|\s", "", html.unescape(one)) for one in cells)
        players[name[1:]] = place, *(int(one.replace("\u2212", "-")) for one in figures)
    return players


def placed(client, circle, number, column=3):
    """Place and one figure of each player on the paper of a season."""
    rows = board(client, circle, number).items()
    return {name: (row[0], row[column]) for name, row in rows}


def season(client, circle, **fields):
    """The number of a new season."""
    form = {"title": "L'année", "ranking": "points", "floor": "20", "key": new_key()} | fields
    return client.post(f"{circle}/seasons", data=form).location.rpartition("/")[2]


PAPER = (
    ("2026-03-07", {"Anne": 310, "Bruno": -40, "Chloé": -270}),
    ("2026-05-02", {"Chloé": 95, "Zoé": 95, "Anne": -190}),
)


@pytest.fixture
def year(app, client, circle):
    """A year of eight evenings, two of them on paper: the points of each by name, and the desk
    of the last one."""
    evenings = [points for _, points in PAPER]
    for day, points in PAPER:
        lines = "\n".join(f"{name} {one}" for name, one in points.items())
        typed(client, f"{circle}/results", date=day, lines=lines)
    for number in range(6):
        desk = Desk(app, client, 8, deals="4")
        desk.reach(1)
        for table in (1, 2):
            points = (100 * number + 10 * table, 20, -50 * table)
            desk.type_slip(table, *points, -sum(points), anyway="1")
        desk.post("/rounds/1/close")
        counted(desk, circle)
        evenings.append(points_of(desk.tournament))
    return evenings, desk


def points_of(tournament):
    """The points of the one round of a tournament by name, from its slips."""
    (round,) = tournament.rounds
    return {
        tournament.person(seat).name: points
        for table, slip in round.slips.items()
        for seat, points in zip(round.tables[table - 1], slip.result.points, strict=True)
    }


def by_hand(evenings, value):
    """The value of each player of some evenings, and his place by it."""
    names = {name for evening in evenings for name in evening}
    values = {name: value([one for one in evenings if name in one], name) for name in names}
    return {
        name: (str(1 + sum(other > own for other in values.values())), own)
        for name, own in values.items()
    }


def all_points(evenings, name):
    return sum(one[name] for one in evenings)


def best_three(evenings, name):
    return sum(sorted(one[name] for one in evenings)[-3:])


def won(evenings, name):
    return sum(one[name] == max(one.values()) for one in evenings)


def beaten(evenings, name):
    return sum(sorted(sum(o < one[name] for o in one.values()) for one in evenings)[-3:])


RANKINGS = (
    ("points", all_points, 3),
    ("evenings", won, 2),
    ("best", best_three, 4),
    ("places", beaten, 4),
)
"""The ranking of a season, the value of a player, and its column on paper."""


def test_the_board_of_a_year_of_tournaments_is_that_of_its_sums(client, circle, year):
    """Also once one is counted again, or of a circle that was brought from its file."""
    evenings, desk = year
    for ranking, value, column in RANKINGS:
        number = season(client, circle, ranking=ranking, best="3")
        assert placed(client, circle, number, column) == by_hand(evenings, value), ranking
    shown = board(client, circle, 0)
    played = {name: row[1] for name, row in shown.items()}
    assert played == {name: sum(name in one for one in evenings) for name in played}
    counted(desk, circle)
    assert board(client, circle, 0) == shown
    assert board(client, brought(client, circle), 0) == shown


@pytest.mark.parametrize(
    ("ranking", "value", "column"), [("evenings", won, 2), ("places", beaten, 3)]
)
def test_evenings_of_two_games_have_one_board_and_no_points_on_it(
    client, circle, year, ranking, value, column
):
    evenings, _ = year
    of_belote = {"Anne": 700, "Bruno": 900, "Zoé": 344}
    lines = "\n".join(f"{name} {points}" for name, points in of_belote.items())
    typed(client, f"{circle}/results", date="2026-06-06", game="belote", lines=lines)
    number = season(client, circle, ranking=ranking, best="3", official="1")
    address = f"{circle}/seasons/{number}"
    by_hand_alone = by_hand([*evenings, of_belote], value)
    assert placed(client, circle, number, column) == by_hand_alone
    page, paper = client.get(address).text, client.get(f"{address}/print").text
    for told in (page, paper):
        assert "Σ" not in told and "points</th>" not in told and "· Tarot" not in told
    assert "· Tarot" not in client.get(circle).text
    place, _ = by_hand_alone["Anne"]
    assert f"<dd>{place}</dd>" in client.get(f"{circle}/players/1").text
    apart = client.get(
        f"{circle}/seasons/{season(client, circle, ranking='best', best='3')}"
    ).text
    assert "· Tarot" in apart and "Σ" in apart and "?game=belote" in apart


def test_a_corrected_slip_changes_the_board(client, circle, year):
    evenings, desk = year
    number = season(client, circle)
    assert placed(client, circle, number) == by_hand(evenings, all_points)
    form = hidden(desk.type_slip(1, 900, -300, -300, -300, anyway="1").text, "/slips", 1)
    desk.post("/rounds/1/slips", **form | {"reason": "faute de frappe"})
    evenings[-1] = points_of(desk.tournament)
    assert 900 in evenings[-1].values()
    assert placed(client, circle, number) == by_hand(evenings, all_points)


def brought(client, circle):
    """The same circle, from its file."""
    read = read_circle(client.get(f"{circle}/circle.json").json)
    return "/circles/" + store_circle(client.application.extensions["circles"], read)


@pytest.fixture
def tables(app, client):
    """The desk of an evening of two tables that were kept on phones."""
    desk = Desk(app, client, 8, deals="1").reach(1)
    for table in (1, 2):
        keep_on_phone(desk, table)
    desk.post("/rounds/1/close")
    return desk


def take_sheets(client, circle):
    """Add all sheets of the device to the circle, everybody as the page proposes."""
    page = client.get(f"{circle}/sheets/taken").text
    sheets = "&".join(
        f"sheet={one}" for one in re.findall(r'name="sheet" value="(.*?)"', page)
    )
    page = client.get(f"{circle}/sheets/taken?{sheets}&step=players").text
    form = dict(re.findall(r'name="(who-\d+)" value="(\w+)" checked', page))
    form |= {"sheet": re.findall(r'name="sheet" value="(.*?)"', page), "key": new_key()}
    assert client.post(f"{circle}/sheets/taken", data=form).status_code == 303


def test_tables_whose_tournament_is_counted_are_not_counted_beside_it(client, circle, tables):
    take_sheets(client, circle)
    of_tables = rows_of_board(client, circle, 0)
    assert len(of_tables) == 8
    counted(tables, circle)
    points = by_hand([points_of(tables.tournament)], all_points)
    assert placed(client, circle, 0) == points
    assert placed(client, brought(client, circle), 0) == points
    client.post(f"{circle}/results/3/edit", data={"act": "remove"})
    assert rows_of_board(client, circle, 0) == of_tables


def test_the_evening_of_a_table_whose_tournament_is_counted_is_found(
    app, client, circle, tables
):
    counted(tables, circle)
    take_sheets(client, circle)
    links = app.extensions["circles"].access(token_of(circle)).circle.links
    last = [*links.values()][-1]
    one, other = last.players[:2]
    refused = client.post(f"{circle}/players/{one}/merge", data={"into": other})
    (evening,) = re.findall(r'href="(\S+)">Voir la soirée du ', refused.text)
    for address in (evening, f"{circle}/evenings/sheet-{last.number}"):
        assert client.get(address).location == circle


@pytest.mark.parametrize("has_nickname", [False, True])
def test_who_was_matched_stays_so_when_a_tournament_is_added_again(
    app, client, circle, has_nickname
):
    if has_nickname:
        nickname = {"act": "nickname", "nickname": "David", "key": new_key()}
        client.post(f"{circle}/players/3/edit", data=nickname)
    desk = Desk(app, client, 8, deals="4")
    desk.reach(1, is_closed=True)
    answer = {"David": "3"} if has_nickname else {"David": "other"}
    counted(desk, circle, answers=answer, other="3")
    shown = board(client, circle, 0)
    assert "Zoé" in shown and "David" not in shown
    assert counted(desk, circle).status_code == 303
    assert board(client, circle, 0) == shown


def test_two_of_one_name_are_two_players_of_the_circle(app, client, circle):
    desk = Desk(app, client, 7, deals="4")
    desk.access.record("enrolled", register, [NewPerson("Bruno")], True)
    desk.reach(1, is_closed=True)
    counted(desk, circle, answers={"Bruno (2)": "2", "Bruno (8)": "new"})
    assert len(board(client, circle, 0)) == 8


def test_another_device_counts_no_ranking_of_the_evening(app, client, circle):
    desk = Desk(app, client, 8, deals="4")
    desk.reach(1, is_closed=True)
    assert counted(desk, circle, app.test_client()).status_code == 404
    assert board(client, circle, 0) == {}


def test_partners_have_the_place_and_the_points_of_their_team(app, client, circle):
    desk = Desk(app, client, 8, preset="belote_points")
    desk.reach(1, is_closed=True)
    counted(desk, circle)
    page = client.get(f"{circle}/evenings/sheet-1").text
    row = r'class="place">(\d+)</span>.*?<bdi>(.*?)</bdi></span> <b>(.*?)</b>'
    shown = [(place, who, re.sub(r"\D", "", own)) for place, who, own in re.findall(row, page)]
    (round,) = desk.tournament.rounds
    assert sorted(shown) == sorted(
        (str(line.place), desk.tournament.person(one).name, str(line.total))
        for line in round.ranking
        for one in desk.tournament.members(line.who)
    )


def test_a_list_is_corrected_and_taken_out(client, circle):
    typed(client, f"{circle}/results", lines="1. Anne 30\nBruno : \u221230\n? 0")
    page = client.get(f"{circle}/results/1/edit").text
    assert "Anne 30\nBruno -30\n? 0</textarea>" in page
    typed(client, f"{circle}/results/1/edit", lines="Anne 20\nZoé / Bruno 50")
    assert placed(client, circle, 0) == {
        "Anne": ("3", 20),
        "Bruno": ("1", 50),
        "Zoé": ("1", 50),
    }
    client.post(f"{circle}/results/1/edit", data={"act": "remove"})
    assert board(client, circle, 0) == {}


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"lines": "Anne 30\nBruno"}, "Ligne 2"),
        ({"lines": "Anne 30\nAnne 20"}, "Anne y est deux fois."),
        ({"lines": "Anne 30"}, "Il faut de 2 à 400 noms"),
        ({"lines": "Anne 30\nBruno 3", "title": " "}, "Il manque le nom du tournoi."),
        ({"lines": "Anne 30\nBruno 3", "date": "hier"}, "Il manque le jour ou le jeu."),
    ],
)
def test_a_list_that_is_not_understood_says_why(client, circle, fields, why):
    answer = typed(client, f"{circle}/results", **fields)
    assert answer.status_code == 422
    assert why in answer.text.replace("\xa0", " ")


def test_two_who_are_in_one_ranking_cannot_be_one(client, circle):
    typed(client, f"{circle}/results", lines="Anne 30\nBruno -30")
    refused = client.post(f"{circle}/players/1/merge", data={"into": "2", "key": new_key()})
    assert refused.status_code == 422
    assert f"{circle}/evenings/sheet-1" in refused.text


def test_players_of_a_circle_of_the_device_are_a_tap_each(client):
    client.post("/circles", data={"title": "Les Martin", "name": ["Anne", "Bruno"]})
    desk = opened(client)
    client.post(f"{desk}/people", data={"people": "anne"})
    offered = re.findall(
        r'<button[^>]*name="people" value="(\w+)"', client.get(f"{desk}/people").text
    )
    assert offered == ["Bruno"]


def rows_of(page):
    """The rows of links on a page, with their addresses."""
    rows = page.text.split('<ul class="ways">')[1].split("</ul>")[0]
    return re.findall(r'<a href="(.*?)">(.*?)</a>', rows)


def test_the_first_page_has_four_rows(client):
    assert [row for _, row in rows_of(client.get("/"))] == [
        "Voir comment c’est",
        "Un cercle",
        "Un tournoi de club",
        "Les règles",
    ]
    assert "/import" not in client.get("/").text
