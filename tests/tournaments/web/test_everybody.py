"""Everybody's page: a name, a seat, who else sits there, what was published."""

import re

import pytest
from conftest import token_of
from desk import Desk, desk_fixture, hidden
from flask import request, request_started, template_rendered
from tournament_routes import role_token

desk = desk_fixture(16, reach=2)


@pytest.fixture
def reader(desk):
    """A page of readers by its path, on a phone of its own."""
    phone, home = desk.app.test_client(), f"/tournaments/{role_token(token_of(desk.address))}"
    return lambda path="", **more: phone.get(home + path, follow_redirects=True, **more)


PUBLISHED = ' id="published"'
"""What begins the part of the page that is the same for everybody."""


def without_token(answer):
    """The text of a page but for its CSRF token, which says the second it was made."""
    return re.sub(r'name="csrf_token" value=".*?"', "", answer.text)


def table_of(desk, person):
    return desk.tournament.rounds[1].table_of(person)


def test_a_name_leads_to_a_seat(desk, reader):
    found = reader("?q=chlo").text.partition(PUBLISHED)[0]
    assert re.search(rf"Chloé</bdi></b>\s→ table {table_of(desk, 3)}, \w+", found)
    assert "Bruno" not in found


def test_a_search_is_cut_where_no_name_is_longer(reader):
    assert "Chloé" in reader(f"?q=chlo{'+' * 40}{'a+' * 2000}").text


def test_a_phone_remembers_whose_it_is_until_it_is_told_to_forget(desk, reader):
    reader("?me=3")
    page = reader().text
    assert "<h2><bdi>Chloé</bdi></h2>" in page and f"Table {table_of(desk, 3)}, " in page
    others = desk.tournament.rounds[1].tables[table_of(desk, 3) - 1]
    assert all(f"<bdi>{desk.tournament.called(one)}</bdi>" in page for one in others)
    assert "Chloé" not in reader("?me=0").text.partition(PUBLISHED)[0]


def test_a_phone_forgets_who_was_erased(desk, reader):
    desk.join(1)
    late = len(desk.tournament.people)
    reader(f"?me={late}")
    desk.post(f"/people/{late}", erase="1")
    assert not [path for path in ("", f"?q={late}") if f"({late})" in reader(path).text]
    assert "Personne de ce nom" in reader(f"?q={late}").text
    assert reader(f"/me/{late}").status_code == 404


def test_a_poll_is_answered_only_by_news(desk, reader):
    reader("?me=3")
    etag = re.search(r'data-etag="(\w+)"', reader().text)[1]
    desk.type_slip(1, round=2)
    assert reader(f"?v={etag}").status_code == 204
    desk.play(2)
    news = reader(f"?v={etag}", headers={"HX-Request": "true"}).text
    assert news.lstrip().startswith('<div id="live"') and "Position 2" in news


@pytest.mark.parametrize(("path", "id"), [("", "published"), ("/me/3", "steps")])
def test_news_have_what_is_published_for_a_phone_without_a_name_too(desk, reader, path, id):
    etag = re.search(r'data-etag="(\w+)"', reader(path).text)[1]
    desk.play(2)
    news = reader(f"{path}?v={etag}", headers={"HX-Request": "true"}).text
    end = "</ul>" if path else "</table>"
    part = reader(path).text.partition(f' id="{id}"')[2].partition(end)[0]
    assert f' id="{id}" data-hx-swap-oob="true"{part}{end}' in news
    assert part.count("Place" if path else "Position 2") == (2 if path else 1)


def test_the_last_ranking_stands_on_the_first_page_as_published(desk, reader):
    def shown():
        table = reader().text.partition('class="standings"')[2].partition("</table>")[0]
        return [*map(int, re.findall(r"/me/(\d+)", table))]

    assert shown() == [line.who for line in desk.tournament.rounds[0].ranking]
    desk.post("/penalties", round="1", who=str(shown()[0]), points="900", reason="retard")
    assert shown() == [line.who for line in desk.tournament.rounds[0].ranking]
    desk.play(2)
    assert shown() == [line.who for line in desk.tournament.rounds[1].ranking]


def test_a_long_ranking_begins_on_the_first_page_and_goes_on_at_a_tap(app, client):
    desk = Desk(app, client, 44).reach(1, is_closed=True)
    home = f"/tournaments/{role_token(token_of(desk.address))}"
    page = client.get(home).text
    assert page.count(f"{home}/me/") == 40
    assert re.search(rf'"{home}/ranking/1">Tout le classement <small>44<', page)


def test_the_rounds_of_one_person_have_what_was_published(desk, reader):
    desk.post("/penalties", round="1", who="3", points="100", reason="retard")
    assert "retard" not in reader("/me/3").text
    desk.post("/rounds/1/close")
    assert "retard" in reader("/me/3").text


@pytest.mark.parametrize(
    ("preset", "people"), [("tarot_libre", 8), ("tarot_pairs", 16), ("belote_points", 8)]
)
def test_a_prize_stands_on_the_page_of_who_won_it_once_it_is_settled(
    app, client, preset, people
):
    fields = {"rounds": "2", "grid": "60 40", "in_kind": "un jambon"}
    desk = Desk(app, client, people, preset, **fields).reach(2)
    home = f"/tournaments/{role_token(token_of(desk.address))}"
    paths = [f"{home}/me/{n}" for n in range(1, people + 1)]
    assert not [path for path in paths if "un jambon" in client.get(path).text]
    desk.play(2)
    won = [n for n, path in enumerate(paths, 1) if "un jambon" in client.get(path).text]
    first = [one.who for one in desk.tournament.rounds[1].ranking if one.place == 1]
    assert won == sorted(n for who in first for n in desk.tournament.members(who))


def test_the_page_of_a_pair_has_the_tables_of_both_and_its_points_once(app, client):
    desk = Desk(app, client, 16, "tarot_pairs").closed()
    page = desk.get("/me/1").partition('id="steps"')[2].partition("</ul>")[0]
    assert page.count("slips?table=") == 2 and page.count("Place") == 1
    (mate,) = {*desk.tournament.members(desk.tournament.team_of[0])} - {1}
    assert f"<bdi>{desk.tournament.called(mate)}</bdi>" in page


@pytest.mark.parametrize("path", ["/me/0", "/me/99", "?me=99"])
def test_nobody_has_no_page(reader, path):
    assert reader(path).status_code == 404


def test_a_team_is_told_its_opponents(app, client):
    desk = Desk(app, client, 8, "belote_points").reach(1)
    home = f"/tournaments/{role_token(token_of(desk.address))}"
    page = app.test_client().get(f"{home}?me=1", follow_redirects=True).text
    (table,) = [one for one in desk.tournament.rounds[0].tables if 1 in one]
    other = next(one for one in table if one != 1)
    assert f"contre</small> <bdi>{desk.tournament.name_of(other, is_team=True)}" in page


def test_a_poll_without_news_does_not_enter_flask(desk, reader):
    known, requests = desk.tournament.shown, []
    reader("/me/1")
    with request_started.connected_to(lambda app: requests.append(request.path), desk.app):
        for path in ("", "/me/1"):
            assert reader(f"{path}?v={known}").status_code == 204
        desk.type_slip(1, round=2)
        reader()  # what readers see has not changed, and is cached
        requests.clear()
        assert reader(f"?v={known}").status_code == 204
    assert requests == []


@pytest.fixture
def rendered(app):
    """The names of all templates that are rendered."""
    names = []

    def note(sender, template, **more):
        names.append(template.name)

    with template_rendered.connected_to(note, app):
        yield names


def test_the_seats_of_a_round_are_rendered_once_for_all_phones_that_read(
    desk, reader, rendered
):
    pages = {without_token(reader("/rounds/2")) for _ in range(3)}
    assert len(pages) == 1 and rendered.count("tournaments/_round.html") == 1
    assert "Chloé" in pages.pop()


def test_changed_seats_are_shown_at_once(desk, reader):
    before = without_token(reader("/rounds/2"))
    (one, *_), (other, *_) = desk.tournament.rounds[1].tables[:2]
    page = desk.get(f"/rounds/2?one={one}")
    desk.post("/rounds/2/seats", **hidden(page, "/seats"), other=other)
    after = without_token(reader("/rounds/2"))
    assert after != before and after == without_token(reader("/rounds/2"))


def test_a_name_that_was_replaced_is_on_no_page_of_seats(desk, reader):
    reader("/rounds/2")
    was = ["Chloé", "", ""]
    desk.post("/people/3", name="Zoé", licence="", club="", was=was)
    assert "Zoé" in reader("/rounds/2").text and "Chloé" not in reader("/rounds/2").text


def test_seats_that_readers_get_from_a_cache_are_not_those_of_the_organizer(desk, reader):
    reader("/rounds/2")
    assert "?one=3" in desk.get("/rounds/2") and "?one=3" not in reader("/rounds/2").text


def test_seats_that_are_looked_for_by_a_name_are_only_those(desk, reader):
    reader("/rounds/2")
    page = reader("/rounds/2?q=chlo").text
    assert re.findall(r'id="table-(\d+)"', page) == [str(table_of(desk, 3))]
