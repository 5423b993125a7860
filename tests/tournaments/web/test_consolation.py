"""The consolante: those who are not in a final play a draw of their own, ranked after it."""

import re

import pytest
from check_tournament import check
from desk import Desk, hidden
from tournament_routes import role_token

from scorekeeper.tournaments.formats.tournament_file import write
from scorekeeper.tournaments.formats.tournament_reader import folded, read
from scorekeeper.tournaments.service.tables import open_table
from scorekeeper.tournaments.service.tokens import Role

CONSOLATION = "?kind=final&size=8&others=1"
SLIPS = {1: (-90, 30, 30, 30), 2: (-30, 70, -20, -20), 3: (600, -100, -300, -200)}
SLIPS |= {4: (10, 20, 30, -60)}
"""The points of each table: somebody of the consolante has more than all finalists."""


@pytest.fixture
def desk(app, client):
    """Sixteen people after the first position."""
    return Desk(app, client, 16, rounds="2", grid="60 40", everyone="5").closed()


def seats(desk):
    return desk.tournament.rounds[1].tables


def played(desk):
    desk.publish(CONSOLATION)
    for table, points in SLIPS.items():
        assert desk.type_slip(table, *points, round=2, anyway="1").status_code == 303
    desk.post("/rounds/2/close")
    return desk


def test_pages_papers_and_phones_tell_the_final_from_the_consolante(desk):
    preview = desk.get(f"/draw{CONSOLATION}")
    assert re.findall(r"<h2>(\w+)</h2>", preview) == ["Finale", "Consolante"]
    assert re.findall(r'class="number">(\d)<', preview) == ["1", "2", "3", "4"]
    assert "Autre tirage" in preview
    assert "<h2>" not in desk.get("/draw?kind=random&others=1")
    desk.publish(CONSOLATION)
    assert re.findall(r"<h2>(\w+)</h2>", desk.get("/rounds/2")) == ["Finale", "Consolante"]
    token = desk.address.rpartition("/")[2]
    home = f"/tournaments/{role_token(token, Role.READING)}"
    for path in ("/rounds/2", ""):
        assert "Finale et consolante" in desk.client.get(f"{home}{path}").text, path
    assert re.search(r"Consolante\W+tables 3–4<", desk.client.get(f"{home}/screen").text)
    sheets = desk.get("/paper/table-sheets").split("<article")[1:]
    told = {re.search(r">Table (\d)<", sheet)[1]: "Consolante" in sheet for sheet in sheets}
    assert told == {"1": False, "2": False, "3": True, "4": True}
    assert "Consolante" in desk.get("/paper/seats-by-table")
    assert "ne joue pas" not in desk.get("/paper/seats-by-name")
    other = seats(desk)[2][0]
    assert "Consolante" in desk.client.get(f"{home}/me/{other}").text
    assert "<title>Consolante" in desk.get("/rounds/2/slips?table=3")
    assert "<title>Finale " in desk.get("/rounds/2/slips?table=1")


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("/ranking", ' class="apart">'),
        ("", ' class="apart">'),
        ("/screen", ' class="apart">'),
        ("/paper/ranking", ">Les finalistes sont classés devant les autres.<"),
    ],
)
def test_a_line_parts_the_finalists_from_the_others(desk, path, line):
    played(desk)
    home = f"/tournaments/{role_token(desk.address.rpartition('/')[2])}"
    home = desk.address if "paper" in path else home
    page = desk.client.get(home + path).text
    assert "Les finalistes sont classés devant les autres." in page
    above, below = page.split(line)
    listed = [re.findall(r"\w+(?=(?:</span> )?</bdi>)", part) for part in (above, below)]
    names = [desk.tournament.called(line.who) for line in desk.tournament.rounds[1].ranking]
    assert listed[0][-8:] == names[:8] and listed[1] == names[8:]


def test_who_comes_late_plays_the_consolante_and_nobody_changes_into_the_final(desk):
    desk.publish(CONSOLATION)
    desk.join(1)
    page = desk.get("/rounds/2")
    assert "Pas encore assis" in page
    ways = [form for form in page.split("<form") if "/seats" in form.partition(">")[0]]
    told = [set(re.findall(r"<b>Table (\d)</b>", way)) for way in ways]
    assert told and set().union(*told) <= {"3", "4", "5"}
    finalist, other = seats(desk)[0][0], seats(desk)[2][0]
    swapping = desk.get(f"/rounds/2?one={finalist}")
    assert f'value="{other}"' not in swapping and f'value="{seats(desk)[1][0]}"' in swapping
    before = seats(desk)
    refused = desk.post(
        "/rounds/2/seats", one=finalist, other=other, seen=desk.tournament.etag
    )
    assert refused.status_code == 409 and "Les finalistes restent entre eux." in refused.text
    assert seats(desk) == before


def test_a_finalist_who_leaves_leaves_the_consolante_as_it_is(desk):
    desk.publish(CONSOLATION)
    gone = seats(desk)[0][0]
    form = hidden(desk.get(f"/rounds/2?one={gone}").partition("s’en va")[2], "/seats")
    others = seats(desk)[2:]
    desk.post("/rounds/2/seats", **form)
    assert seats(desk)[-2:] == others and len(seats(desk)[0]) == 3
    desk.post("/check-in", people=gone, here="1")
    assert gone in desk.tournament.here and "Pas encore assis" not in desk.get("/rounds/2")
    desk.play(2)
    assert gone in {line.who for line in desk.tournament.rounds[1].ranking[7:]}
    text = write(desk.tournament)
    assert check(text.encode()) == [] and write(folded(read(text.encode()))) == text


def test_a_consolante_is_refused_to_too_few_and_where_finalists_are_not_first(app, client):
    for fields, why in (
        ({"count": 14}, "Il faut au moins trois joueurs."),
        ({"final_first": "no"}, "seulement si les finalistes sont classés devant"),
    ):
        desk = Desk(app, client, **{"count": 16, "rounds": "2", **fields}).closed()
        asked = "?kind=final&size=12&others=1"
        assert why in desk.get(f"/draw{asked}")
        form = hidden(desk.get("/draw?kind=final&size=12"), "/rounds")
        answer = desk.post("/rounds", **form, others="1")
        assert answer.status_code == 409 and why in answer.text
        assert len(desk.tournament.rounds) == 1


@pytest.mark.parametrize(
    ("people", "offered", "usual"), [(15, {4, 8, 12}, 12), (12, {4, 8}, 8), (8, {4}, 4)]
)
def test_a_final_is_of_fewer_than_are_here(app, client, people, offered, usual):
    desk = Desk(app, client, people, rounds="2").closed()
    page = desk.get("/draw?kind=final")
    assert {*map(int, re.findall(r"kind=final&amp;size=(\d+)", page))} == offered
    assert hidden(page, "/rounds")["size"] == str(usual)
    assert "pas assez de joueurs classés" in desk.get("/draw?kind=final&size=16")
    desk.publish("?kind=final&size=4")
    assert [*map(len, seats(desk))] == [4] and check(write(desk.tournament).encode()) == []


def test_the_sheet_of_a_table_of_the_consolante_says_so(desk):
    desk.publish(CONSOLATION)
    for table, title in ((1, "Finale"), (3, "Consolante")):
        page = desk.client.get(f"/sheets/{open_table(desk.access, 2, table)}").text
        assert f"{title} · table {table}" in page.replace("\xa0", " ")


def test_the_place_that_a_final_parts_is_named_with_who_shares_it(app, client):
    desk = Desk(app, client, 12, rounds="2")
    desk.publish()
    for table in (1, 2, 3):
        desk.type_slip(table, 30, 10, -20, -20, anyway="1")
    desk.post("/rounds/1/close")
    told = [
        re.findall(r"place (\d) : (.*?)\. Les premiers inscrits", page, re.DOTALL)
        for page in (
            desk.get(f"/draw?kind=final&size={size}").replace("\xa0", " ") for size in (4, 8)
        )
    ]
    names = {
        n: [desk.tournament.called(one[n]) for one in desk.tournament.rounds[0].tables]
        for n in (1, 2, 3)
    }
    (four,), (eight,) = told
    assert (four[0], eight[0]) == ("4", "7")
    assert {*re.findall("<bdi>(.*?)</bdi>", four[1])} == {*names[1]}
    assert {*re.findall("<bdi>(.*?)</bdi>", eight[1])} == {*names[2], *names[3]}
    desk.publish("?kind=final&size=4")
    first = min(one[1] for one in desk.tournament.rounds[0].tables)
    assert {one for one in seats(desk)[0] if desk.tournament.called(one) in names[1]} == {
        first
    }


def test_a_final_that_parts_no_place_names_nobody(desk):
    assert "Les premiers inscrits" not in desk.get("/draw?kind=final&size=4")
