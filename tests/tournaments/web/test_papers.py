"""The papers of a tournament: which are offered, and what they say."""

import re

import pytest
from desk import Desk
from printed_evening import opened

from scorekeeper.i18n.messages import signed
from scorekeeper.tournaments.formats.restart_code import restart_codes
from scorekeeper.tournaments.prizes import last_two, prizes
from scorekeeper.web.qr_code import qr_code


@pytest.fixture
def paper(app, client):
    """The text of a paper of an evening, by its name."""

    def shown(desk, name, **options):
        answer = client.get(f"/tournaments/{desk.token}/paper/{name}", **options)
        assert answer.status_code == 200
        return answer.text

    return shown


@pytest.fixture
def evening(app):
    def made(count, **options):
        with app.app_context():
            return opened(app.extensions["tournaments"], count, **options)

    return made


@pytest.mark.parametrize(
    ("name", "rounds"),
    [
        ("unknown", 1),
        ("prizes", 1),
        ("ranking", 1),
        ("ranking?round=2", 2),
        ("seats-by-name?round=3", 2),
    ],
)
def test_a_paper_without_content_is_not_found(client, evening, name, rounds):
    desk = evening(8, rounds=rounds)
    assert client.get(f"/tournaments/{desk.token}/paper/{name}").status_code == 404


def test_the_page_offers_what_there_is_to_print(client, evening):
    def offered(desk):
        page = client.get(f"/tournaments/{desk.token}/paper").text
        return [name for name in ("prizes", "round", "ranking") if f"paper/{name}?" in page]

    assert offered(evening(8, rounds=0)) == []
    assert offered(evening(8, rounds=1)) == ["round"]
    assert offered(evening(8, rounds=2, grid="2000 1000")) == ["prizes", "round", "ranking"]


def test_the_prize_of_the_last_two_rounds_says_which_two_and_their_sum(client, paper, evening):
    desk = evening(8, rounds=2, grid="2000", last_two="1000")
    (prize,) = [one for one in prizes(desk.tournament) if one.label == "last_two"]
    two = signed(last_two(desk.tournament, [prize.who])[prize.who])
    told = rf"deux dernières \(Position\s1\)\s: {re.escape(two)}\b"
    for page in (client.get(f"/tournaments/{desk.token}/prizes").text, paper(desk, "winners")):
        assert re.search(told, page)


def test_homonyms_stand_in_one_order_on_paper_and_at_the_door(app, client):
    desk = Desk(app, client, 0)
    desk.post("/people", people="Jean, Metz\nJean, Lyon", list="1")
    for path in ("/paper/check-in", "/check-in", "/people"):
        assert re.findall(r"Jean \((\w+)\)", desk.get(path)) == ["Lyon", "Metz"]


def test_everybody_who_receives_something_signs_for_it(paper, evening):
    page = paper(evening(8, rounds=2, grid="2000", everyone="200"), "receipts")
    assert [page.count(one) for one in ("signature", "2\xa0€")] == [8, 7]


def test_the_code_of_the_network_escapes_its_name_and_password(client, evening):
    desk = evening(8)
    form = {"network": 'Salle; "Fêtes"', "password": "a:b\\c,d"}
    page = client.post(f"/tournaments/{desk.token}/paper/wall", data=form).text
    assert str(qr_code('WIFI:T:WPA;S:Salle\\; \\"Fêtes\\";P:a\\:b\\\\c\\,d;;')).strip() in page
    assert "Salle; &#34;Fêtes&#34;" in page


def test_the_poster_leads_to_the_link_that_only_reads(paper, evening):
    desk = evening(8)
    printed = paper(desk, "wall").split('id="print"')[1].split("</main>")[0]
    assert f"/tournaments/{desk.read_token}" in printed and desk.token not in printed


@pytest.mark.parametrize("name", ["seats-by-name", "seats-by-table"])
def test_a_team_without_opponents_finds_itself(paper, evening, name):
    assert "exempt" in paper(evening(10, preset="belote_points"), name)


def test_the_ranking_ends_with_the_sum_of_its_totals(paper, evening):
    assert ">Σ</th>" in paper(evening(8, rounds=2), "ranking")


@pytest.mark.parametrize("name", ["seats-by-table", "ranking"])
def test_what_is_printed_after_publishing_carries_the_restart_codes(paper, evening, name):
    desk = evening(20, rounds=2)
    assert all(qr_code(code) in paper(desk, name) for code in restart_codes(desk.tournament))


def test_codes_on_the_wall_hold_no_slip_of_an_open_round(paper, evening):
    desk = evening(8, rounds=2, closed=1)
    desk.record("slip", {"round": 2, "table": 1, "points": [30, -10, -10, -10]})
    shown = paper(desk, "seats-by-table")
    codes = [restart_codes(one) for one in (desk.tournament, desk.tournament.as_published)]
    assert codes[0] != codes[1] and all(qr_code(code) in shown for code in codes[1])


@pytest.mark.parametrize(("fields", "columns"), [({}, 4), ({"odd_tables": "five"}, 5)])
def test_blank_slips_have_a_column_a_seat(app, client, fields, columns):
    page = Desk(app, client, 8, **fields).get("/paper/blank-slips")
    head = re.search(r'class="t-sheet t-result">.*?</thead>', page, re.DOTALL)[0]
    assert head.count('scope="col"') == columns


@pytest.mark.parametrize(
    ("count", "preset", "pages"),
    [
        *((3, "tarot_libre", [1]), (22, "tarot_libre", [3, 3]), (30, "tarot_libre", [4, 4])),
        (18, "belote_points", [4]),
    ],
)
@pytest.mark.parametrize("name", ["blank-slips", "cards"])
def test_pieces_for_every_table_fill_their_pages(app, client, name, count, preset, pages):
    page = Desk(app, client, count, preset=preset).get(f"/paper/{name}")
    assert [cut.count("<article") for cut in page.split('class="t-cut')[1:]] == pages
    assert page.count(f"t-cut up-{pages[0]}") == len(pages)


@pytest.mark.parametrize(("entry", "boxes"), [("1000", [1, 2]), ("", [1, 1])])
def test_the_list_of_the_door_has_a_box_for_who_pays(app, client, entry, boxes):
    desk = Desk(app, client, 2, entry=entry)
    if entry:
        desk.post("/check-in", people="1", paid="1")
    rows = desk.get("/paper/check-in").split('scope="row"')[1:]
    assert [row.count("t-box") for row in rows] == boxes


def test_the_seats_of_a_final_say_who_does_not_play(app, client):
    desk = Desk(app, client, 14).reach(1, is_closed=True)
    desk.publish("?kind=final&size=12")
    page = desk.get("/paper/seats-by-name")
    assert page.count("<td>ne joue pas</td>") == 2 and page.count('class="t-name"') == 14
    assert "ne joue pas" not in desk.get("/paper/seats-by-name?round=1")


def heads(page):
    """The heads of the columns of points, of the first column of a list."""
    head = re.search(r'<table class="t-list">.*?</thead>', page, re.DOTALL)[0]
    return re.findall(r'scope="col">([^<]*)<', head)[3:-1]


def test_the_printed_ranking_has_all_positions_where_they_fit(app, client):
    desk = Desk(app, client, 24).reach(3)
    desk.play(3)
    assert heads(desk.get("/paper/ranking?round=3")) == ["1", "2", "3"]
    assert heads(desk.get("/paper/ranking?round=2")) == ["1", "2"]
    assert heads(desk.get("/paper/ranking?round=3&paper=a5")) == ["Position 3"]
