"""The file of a tournament, and the page that goes on from a file or from codes."""

import html
import io
import re

import pytest
from conftest import token_of
from desk import Desk
from random_evenings import comparable, tarot_evening
from tournament_routes import opened

from scorekeeper.tournaments.formats.restart_code import restart_codes
from scorekeeper.tournaments.formats.tournament_file import write
from scorekeeper.tournaments.service.people import change_person
from scorekeeper.web import rate_limits

EVENING = tarot_evening(60, rounds=6)
CODES = restart_codes(tarot_evening(100, rounds=5))
RESTART = "/tournaments/restart"


def state(app, address):
    return app.extensions["tournaments"].access(token_of(address)).state


def shown(page):
    """The fields of the form that opens what was read."""
    codes = re.search(r'name="codes" hidden>(.*?)</textarea>', page, re.DOTALL)[1]
    key = re.search(r'name="key" value="(.*?)"', page)[1]
    return {"codes": html.unescape(codes), "key": key, "confirmed": "1"}


def file(content):
    return {"file": (io.BytesIO(content.encode()), "soiree.txt")}


def test_the_organizer_saves_the_file(app, client):
    address = opened(client)
    answer = client.get(f"{address}/tournament.txt")
    assert answer.text == write(state(app, address))
    assert "grand-prix-2026-11-23.txt" in answer.headers["Content-Disposition"]
    assert f'href="{address}/tournament.txt"' in client.get(address).text


@pytest.mark.parametrize("by", ["file", "codes"])
def test_a_tournament_goes_on_from_a_file_or_from_codes(app, client, by):
    form = (
        file(write(EVENING)) if by == "file" else {"codes": "\n".join(restart_codes(EVENING))}
    )
    page = client.post(RESTART, data=form).text
    best = EVENING.rounds[-1].ranking[0]
    assert EVENING.person(best.who).name in page and f"<td>{best.total}</td>" in page
    assert not app.extensions["installation"].journal.stream_ids()
    answer = client.post(RESTART, data=shown(page))
    assert comparable(state(app, answer.location)) == comparable(EVENING)
    assert f'href="{answer.location}"' in client.get("/").text


def test_it_is_opened_once_however_often_it_is_sent(app, client):
    form = shown(client.post(RESTART, data=file(write(EVENING))).text)
    assert client.post(RESTART, data=form).location == client.post(RESTART, data=form).location
    assert len(app.extensions["installation"].journal.stream_ids()) == 1


def test_what_it_adds_to_the_database_is_counted_as_any_import(app, client, monkeypatch):
    app.extensions["limits"].enabled = True
    little = rate_limits.Limit(len(write(EVENING)), rate_limits.DAY)
    monkeypatch.setattr(rate_limits, "MOST_IMPORTED", little)
    form = shown(client.post(RESTART, data=file(write(EVENING))).text)
    assert client.post(RESTART, data=form).status_code == 422
    assert not app.extensions["installation"].journal.stream_ids()


def test_the_codes_stay_while_one_is_missing(client):
    answer = client.post(RESTART, data={"codes": CODES[1]})
    assert answer.status_code == 422 and "il manque le code 1 sur 2" in answer.text
    assert CODES[1] in answer.text


@pytest.mark.parametrize("content", ["", "hello", write(EVENING)[:5000], "\x00" * 9])
def test_another_file_is_refused_and_stores_nothing(app, client, content):
    answer = client.post(RESTART, data=file(content))
    assert answer.status_code == 422
    assert not app.extensions["installation"].journal.stream_ids()


LINK = "http://old.test:8080/tournaments/o" + "A" * 22


@pytest.mark.parametrize(
    "link",
    [
        LINK,
        LINK.rpartition("/")[2],
        f" {LINK}/draw?kind=fft ",
        LINK.replace("old.test", "[old.test"),
    ],
)
def test_the_organizers_link_from_before_opens_the_evening_again(app, client, link):
    page = client.post(RESTART, data=file(write(EVENING)) | {"link": link}).text
    assert ("old.test:8080" in page) == ("old.test" in link)
    opened_again = client.post(RESTART, data=shown(page) | {"link": link}).location
    assert token_of(opened_again) == token_of(LINK)
    assert comparable(state(app, opened_again)) == comparable(EVENING)


@pytest.mark.parametrize("link", ["hello", LINK[:-1], LINK.replace("/o", "/d"), f"{LINK}x"])
def test_another_link_is_refused_and_the_codes_stay(app, client, link):
    answer = client.post(RESTART, data=file(write(EVENING)) | {"link": link})
    assert answer.status_code == 422 and "pas celui de l" in answer.text
    assert restart_codes(EVENING)[0] in html.unescape(answer.text)
    assert not app.extensions["installation"].journal.stream_ids()


def test_a_tournament_that_is_here_already_is_offered_and_stays(app, client):
    address = opened(client)
    before = state(app, address)
    form = {"codes": "\n".join(restart_codes(EVENING)), "link": address}
    answer = client.post(RESTART, data=form)
    assert answer.status_code == 409 and f'href="{address}"' in answer.text
    assert client.post(RESTART, data=form | {"confirmed": "1"}).location == address
    assert state(app, address) == before


def test_the_ranking_is_saved_with_licences_and_no_formula(app, client):
    desk = Desk(app, client, 8)
    change_person(desk.access, 1, "=Anne", "00123", "+Lyon")
    desk.publish()
    desk.play()
    answer = client.get(f"{desk.address}/ranking.csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    head, *lines = answer.text.splitlines()
    assert (
        head == "\ufeffplace;nom;licence;club;position 1;pénalités;total" and len(lines) == 8
    )
    (first,) = (line for line in lines if "00123" in line)
    assert first.split(";")[1:4] == ["'=Anne", "00123", "'+Lyon"]


def test_the_ranking_is_saved_with_the_points_of_each_round_and_penalties(app, client):
    desk = Desk(app, client, 8)
    for number in (1, 2):
        desk.publish()
        desk.post("/penalties", round=str(number), who="3", points="100", reason="retard")
        desk.play(number)
    table = (
        line.split(";") for line in client.get(f"{desk.address}/ranking.csv").text.splitlines()
    )
    _, *rows = (line[4:] for line in table)
    assert all(
        int(one) + int(two) + int(fines) == int(total) for one, two, fines, total in rows
    )
    assert [row[2] for row in rows].count("-200") == 1


def test_partners_are_saved_with_their_team_and_its_total(app, client):
    desk = Desk(app, client, 8, "belote_points").closed()
    lines = client.get(f"{desk.address}/ranking.csv").text.splitlines()[1:]
    assert [line.split(";")[1] for line in lines].count("1") == 2
    assert {line.split(";")[7] for line in lines} == {"1000", "944"}
