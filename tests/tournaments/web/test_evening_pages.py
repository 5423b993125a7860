"""The overview, the check-in and the journal while an evening goes on."""

import re

import pytest
from conftest import token_of
from desk import Desk
from tournament_routes import PEOPLE, opened, role_token

from scorekeeper.tournaments.round import TableResult
from scorekeeper.tournaments.rounds import close, publish_by_hand, record_slip
from scorekeeper.tournaments.service.tokens import Role


@pytest.fixture
def evening(app, client):
    """Play an evening of eight up to a point; the address of the organizer."""

    def played(*done, rounds_wanted=2):
        address = opened(client)
        client.post(f"{address}/regulations", data={"rounds": str(rounds_wanted)})
        if "registered" in done:
            client.post(f"{address}/people", data={"people": "\n".join(PEOPLE)})
        if "here" in done:
            everybody = " ".join(map(str, range(1, 9)))
            client.post(f"{address}/check-in", data={"people": everybody, "here": "1"})
        for number in range(1, done.count("seats") + 1):
            desk = app.extensions["tournaments"].access(token_of(address), Role)
            tables = [(1, 2, 3, 4), (5, 6, 7, 8)]
            desk.record("published", publish_by_hand, number, tables)
            for table in (1, 2)[: done.count(f"slip {number}")]:
                result = TableResult((30, -10, -10, -10))
                desk.record("slip", record_slip, number, table, result)
            if f"closed {number}" in done:
                desk.record("closed", close, number)
        return address

    return played


FIRST = ("registered", "here", "seats", "slip 1", "slip 1", "closed 1")
FINAL = "/draw?kind=final"


@pytest.mark.parametrize(
    ("done", "steps"),
    [
        ((), ["/people"]),
        (("registered",), ["/check-in"]),
        (FIRST[:2], ["/draw", "/check-in"]),
        (FIRST[:3], ["/rounds/1/slips", "/rounds/1"]),
        (FIRST[:4], ["/rounds/1/slips", "/rounds/1"]),
        (FIRST[:5], ["/ranking/1"]),
        (FIRST, ["/draw", FINAL, "/ranking"]),
        ((*FIRST, "seats", "slip 2", "slip 2", "closed 2"), ["/ranking", FINAL, "/paper"]),
    ],
)
def test_the_overview_names_the_next_step(client, evening, done, steps):
    address = evening(*done)
    page = client.get(address).text
    shown = re.search(r'<p class="next">(.*?)</p>', page, re.DOTALL)[1]
    assert [
        link.removeprefix(address) for link in re.findall(r'href="([^"]+)"', shown)
    ] == steps


def test_once_everybody_is_there_the_check_in_leads_to_the_draw(client, evening):
    links = [
        f'class="save" href="{address}/draw"' in client.get(f"{address}/check-in").text
        for address in (evening("registered"), evening(*FIRST[:2]))
    ]
    assert links == [False, True]


def test_who_leaves_or_comes_back_is_told_from_when(client, evening):
    address = evening(*FIRST[:3])
    client.post(f"{address}/people", data={"people": "Zoé"})
    for act, who, words, link in (
        ("gone", "8", "ne joue plus dès la position 2", "/rounds/1?one=8"),
        ("here", "8", "est là", None),
        ("here", "9", "jouera dès la position 2", "/rounds/1"),
    ):
        page = client.post(f"{address}/check-in", data={"people": who, act: "1"})
        told = (
            client.get(page.location).text.partition('class="told"')[2].partition("</div>")[0]
        )
        links = re.findall(r'<a href="([^"]+)"', told)
        assert words in told and links == ([address + link] if link else [])
    helper = role_token(address.rpartition("/")[2], Role.CHECK_IN)
    page = client.get(f"/tournaments/{helper}/check-in?done=9").text
    assert "jouera dès la position 2, ou plus tôt si l’organisateur l’assied" in page


def test_once_a_round_is_published_prizes_alone_can_change(app, client, evening):
    address = evening(*FIRST[:3])
    page = client.get(f"{address}/regulations").text
    assert "<select" not in page and "2 positions de 5 donnes." in page
    refused = client.post(f"{address}/regulations", data={"rounds": "7", "grid": "60"})
    assert refused.status_code == 409 and "Le jeu est fixé" in refused.text
    assert f'href="{address}/regulations">Inscription' in client.get(f"{address}/prizes").text
    prizes = {"entry": "10", "grid": "60 30", "in_kind": "un jambon"}
    assert client.post(f"{address}/regulations", data=prizes).status_code == 303
    now = app.extensions["tournaments"].access(token_of(address), Role).tournament.regulations
    assert (now.rounds, now.grid, now.in_kind) == (2, (6000, 3000), ("un jambon",))
    assert "un jambon" in client.get(f"{address}/prizes").text


def test_a_reader_sees_the_rounds_and_no_desk(client, evening):
    address = evening(*FIRST)
    token = token_of(address)
    reading = re.search(
        r"/tournaments/([\w-]+)</textarea>", client.get(f"{address}/share").text
    )[1]
    page = client.get(f"/tournaments/{reading}").text
    assert f"/tournaments/{reading}/ranking/1" in page and token not in page
    assert "/check-in" not in page and "/paper" not in page


@pytest.mark.parametrize("done", [(), FIRST[:1], FIRST[:3], FIRST])
def test_every_link_of_the_overview_opens_its_page(client, evening, done):
    address = evening(*done)
    token = token_of(address)
    reading = role_token(token)
    for home in (address, f"/tournaments/{reading}"):
        for page in (home, f"{home}/regulations"):
            links = {link for link in re.findall(r'href="([^"]+)"', client.get(page).text)}
            broken = [
                link
                for link in links
                if link.startswith(home) and client.get(link).status_code != 200
            ]
            assert broken == []


def test_what_is_not_for_the_evening_is_behind_one_link(app, client):
    desk = Desk(app, client, 8).reach(1)
    evening, _, other = desk.get("").partition("Avant et après la soirée")
    for path in ("/apart", "/journal", "/tournament.txt"):
        assert f'{path}"' in other and f'{path}"' not in evening


def test_helpers_see_neither_the_line_nor_an_empty_fold(app, client):
    desk = Desk(app, client, 8)
    token = role_token(desk.address.rpartition("/")[2], Role.DESK)
    page = client.get(f"/tournaments/{token}").text
    assert "stages" not in page and "Avant et après" not in page


def test_the_journal_says_what_happened_and_leads_to_what_was_before(app, client):
    desk = Desk(app, client, 8)
    desk.publish()
    for n in range(60):
        form = {"round": 1, "who": 1, "points": n + 1, "reason": "retard"}
        desk.post("/penalties", **form, page=desk.tournament.etag)
    assert "Position 1 · Pénalités · Anne −60 · retard" in desk.get("/journal")
    assert f'rel="next" href="{desk.address}/journal?before=14"' in desk.get("/journal")
    first = desk.get("/journal?before=14")
    assert "Ouvrir le tournoi" in first and f'href="{desk.address}/journal?after=13"' in first
