"""The page of a circle: founded, opened every week, followed while it is played."""

import re
import time
from datetime import date, timedelta

import pytest
from circle_routes import FOUNDING, PRESENT, found
from conftest import BELOTE, CAST, GARDE, SECONDS, token_of

from scorekeeper.circles.service.tokens import tokens_from


@pytest.fixture
def page(client, circle):
    return lambda: client.get(circle).text


def part(html, id):
    """The element of this id, up to the next one that is a part of its own."""
    return re.search(rf'<\w+ id="{id}".*?(?=<\w+ id="|</main>)', html, re.S)[0]


def etag_of(page):
    return re.search(r'data-etag="(\w+)"', page)[1]


def poll_until_news(client, address):
    """The answer of a poll; another process may have the news a second later."""
    until = time.monotonic() + SECONDS
    while (answer := client.get(address)).status_code == 204 and time.monotonic() < until:
        time.sleep(0.05)
    return answer


def names_in(html):
    return re.findall(r"<bdi>(.*?)</bdi>", html)


def test_a_circle_is_founded_with_a_name_and_its_players(client, page):
    html = page()
    assert "<h1>Les Martin</h1>" in html
    assert [name for name in names_in(html) if name in CAST] == list(CAST)


def test_the_same_form_posted_twice_founds_one_circle(client):
    form = FOUNDING | {"key": "a" * 32}
    assert client.post("/circles", data=form).location == (
        client.post("/circles", data=form).location
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"title": ""}, "Il manque le nom du cercle."),
        ({"name": ["Anne", "anné"]}, "deux joueurs s'appellent anné"),
    ],
)
def test_a_circle_without_a_name_or_with_one_player_twice_is_refused(client, changes, message):
    answer = client.post("/circles", data=FOUNDING | changes)
    assert answer.status_code == 422
    assert message in answer.text.replace("&#39;", "'").replace("’", "'")


def test_one_more_box_keeps_what_was_typed(client):
    answer = client.post("/circles", data=FOUNDING | {"more": "1"})
    assert answer.status_code == 200 and "Les Martin" in answer.text
    assert len(re.findall('name="name"', answer.text)) == len(CAST) + 1


def test_the_players_of_this_device_can_be_tapped(client, sheet):
    assert re.findall(r'name="known" value="(\w+)', client.get("/circles/new").text)
    form = {"title": "Nous", "known": ["Anne", "David"], "name": ["Zoé"]}
    players = client.get(client.post("/circles", data=form).location).text
    assert [name for name in names_in(players) if len(name) < 6] == ["Anne", "David", "Zoé"]


def test_an_empty_circle_says_what_to_do_next(page):
    assert "Pas encore de feuille." in part(page(), "board")


def test_a_new_circle_tells_its_guardians_how_to_keep_it(client, circle, page):
    assert f'{circle}/card"' in page() and "Changer le nom du cercle" not in page()
    table = f"/circles/{tokens_from(token_of(circle)).table}"
    assert "keep-note" not in client.get(table).text


def test_after_two_evenings_nothing_is_told_any_more(circle, page, open_sheet, post_hand):
    for day in ("2026-01-02", "2026-01-09"):
        assert "keep-note" in page()
        post_hand(open_sheet(3, date=day, circle=token_of(circle)))
    assert "keep-note" not in page()


def test_a_reader_is_offered_nothing_that_a_reader_cannot_do(client, circle, evening, reading):
    html = client.get(reading).text
    assert "/sheets/new" not in html and "/sheets/taken" not in html
    assert re.findall(r'"[^"]*/players"', html) == []
    assert token_of(circle) not in html and token_of(evening) not in html


def test_the_sheet_under_way_is_shown_with_its_totals(client, circle, evening, page):
    shown = part(page(), "tonight")
    assert names_in(shown) == list(CAST[:4])
    assert "+198" in shown and "Provisoire" in part(page(), "board")
    assert "/evenings/" not in part(page(), "evenings")  # it is above already
    assert f'href="{evening}"' in shown  # no redirect: a phone has no copy of one


def test_a_sheet_without_a_hand_is_one_line(client, circle, page):
    sheet = client.post(f"{circle}/sheets", data=PRESENT).location
    shown = part(page(), "tonight")
    assert f'<a class="opened" href="{sheet}"' in shown and "under-way" not in shown
    assert "Provisoire" not in page() and "Pas encore de feuille." not in page()
    client.post(f"{sheet}/hands", data=GARDE)
    assert 'class="opened"' not in page() and 'class="under-way"' in page()


def test_a_sheet_whose_links_another_phone_renewed_is_under_way_by_its_evening(
    app, circle, evening, page
):
    app.test_client().post(f"{evening}/share", data={"key": "f" * 32})
    assert f'href="{circle}/sheets/1"' in part(page(), "tonight")


def test_a_reader_follows_the_sheet_and_cannot_write_it(client, circle, evening, reading):
    shown = part(client.get(reading).text, "tonight")
    sheet = re.search(r'href="(/sheets/[^"]+)"', shown)[1]
    assert client.get(sheet).status_code == 200
    assert client.post(f"{sheet}/hands", data=GARDE).status_code == 404


def test_a_sheet_is_under_way_no_more_after_twelve_hours_without_a_hand(
    evening, page, monkeypatch
):
    monkeypatch.setattr("scorekeeper.circles.web.circle.IDLE", timedelta(hours=-1))
    assert names_in(part(page(), "tonight")) == []
    assert "/evenings/" in part(page(), "evenings")


def test_a_closed_sheet_is_under_way_no_more_and_its_evening_is_listed(
    client, evening, close, page
):
    close(evening)
    assert names_in(part(page(), "tonight")) == []
    assert "Provisoire" not in part(page(), "board")
    evenings = part(page(), "evenings")
    assert f"/evenings/{date.today().isoformat()}" in evenings and "Anne" in evenings


def test_the_board_shows_the_official_season(client, circle, evening, page):
    assert "Depuis toujours" in part(page(), "board")
    form = {"title": "L'an passé", "end": "2001-01-01", "ranking": "points", "official": "1"}
    client.post(f"{circle}/seasons", data=form)
    assert "Depuis toujours" not in part(page(), "board")
    assert "+198" not in part(page(), "board")


def test_a_new_season_ranks_everybody_and_a_floor_says_why_somebody_has_no_place(
    client, circle, evening, page
):
    new = client.get(f"{circle}/seasons/new").text
    assert re.search(r'name="floor" value="0"', new)
    assert "pour être classé" not in part(page(), "board")
    form = {"title": "2026", "ranking": "points", "floor": "20", "official": "1"}
    client.post(f"{circle}/seasons", data=form)
    assert "Il faut 20 donnes pour être classé." in part(page(), "board").replace("\xa0", " ")


@pytest.mark.parametrize(("players", "shown"), [(5, 5), (7, 7), (8, 5)])
def test_the_board_of_seven_is_shown_as_a_whole(client, players, shown):
    circle = found(client, name=[f"J{n}" for n in range(players)])
    ids = [str(n) for n in range(1, players + 1)]
    for table in (ids[:4], ids[-4:]):
        sheet = client.post(f"{circle}/sheets", data={"player": table}).location
        client.post(f"{sheet}/hands", data=GARDE)
    board = part(client.get(circle).text, "board")
    assert len(re.findall(r'class="place"', board)) == shown
    assert ("Tout le classement" in board) is (shown < players)


def test_a_poll_without_news_is_empty_and_one_hand_is_news(client, circle, evening, page):
    etag = etag_of(page())
    assert client.get(f"{circle}/live?v={etag}").status_code == 204
    client.post(f"{evening}/hands", data=GARDE)
    news = poll_until_news(client, f"{circle}/live?v={etag}")
    assert news.status_code == 200 and "+396" in part(news.text, "tonight")
    assert etag_of(news.text) == etag_of(page()) != etag


def test_a_change_of_the_circle_is_news(client, circle, page):
    etag = etag_of(page())
    client.post(f"{circle}/players", data={"name": "Zoé"})
    assert client.get(f"{circle}/live?v={etag}").status_code == 200


def test_an_erased_player_is_called_alike_everywhere(client, circle, evening, page):
    client.post(f"{circle}/players/3/erasure", data={"key": "e" * 32, "sure": "1"})
    client.post("/language", data={"language": "en"})
    assert "Player 3" in part(page(), "tonight") and "Joueur" not in part(page(), "tonight")
    assert "Anne, Bruno, David" in client.get("/").text


def test_the_sheet_under_way_names_its_players_as_the_circle_does(
    client, circle, evening, page
):
    client.post(f"{circle}/players/1/edit", data={"act": "rename", "name": "Nanou"})
    assert names_in(part(page(), "tonight")) == ["Nanou", *CAST[1:4]]


def test_of_many_players_those_who_played_lately_are_shown_first(client):
    circle = found(client, name=[f"J{n}" for n in range(1, 31)])
    sheet = client.post(f"{circle}/sheets", data={"player": ["28", "29", "30"]}).location
    client.post(f"{sheet}/hands", data=GARDE)
    shown, folded = client.get(circle).text.split("Tous les autres")
    assert [f">J{n}<" in shown for n in (1, 9, 10, 28, 30)] == [True, True, False, True, True]
    assert ">J10<" in folded and ">J27<" in folded


def test_a_circle_is_listed_on_the_home_page_and_taken_off_it(client, circle, reading):
    assert circle in client.get("/").text
    client.post("/forgotten", data={"token": token_of(circle)})
    assert circle not in client.get("/").text
    assert client.get(reading).status_code == 200
    assert reading not in client.get("/").text


def test_a_circle_whose_links_another_phone_renewed_says_so_at_home(app, client, circle):
    assert "Son lien a changé" not in client.get("/").text
    app.test_client().post(f"{circle}/links", data={"key": "f" * 32})
    assert "Son lien a changé" in client.get("/").text
    client.post("/forgotten", data={"token": token_of(circle)})
    assert "Son lien a changé" not in client.get("/").text


def test_the_players_of_a_sheet_are_kept_together_in_one_tap(client, sheet, post_hand):
    post_hand(sheet)
    end = client.get(f"{sheet}/end").text
    assert "Garder ces joueurs ensemble" in end
    key = re.search(r'name="key" value="(\w+)"', end)[1]
    form = {"sheet": token_of(sheet), "key": key}
    circle = client.post("/circles", data=form).location
    assert client.post("/circles", data=form).location == circle
    assert names_in(part(client.get(circle).text, "tonight")) == list(CAST[:4])
    assert f'{circle}/players#title"' in client.get(circle).text  # it was named by nobody
    again = client.get(f"{sheet}/end").text
    assert "Garder ces joueurs ensemble" not in again
    assert "Voir le cercle" in again and circle in again


def test_a_reader_of_a_sheet_keeps_nobody_together(client, reader, sheet, post_hand):
    post_hand(sheet)
    assert "Garder ces joueurs ensemble" not in client.get(f"{reader}/end").text
    form = {"sheet": token_of(reader)}
    assert client.post("/circles", data=form).status_code == 404


def test_the_revanche_is_in_the_circle_at_once(client, circle, reading, open_preset):
    game = open_preset("belote-ffb", circle=token_of(circle))
    for _ in range(4):
        client.post(f"{game}/hands", data={"taker": "0", "capot": "attack"})
    revanche = client.post(f"{game}/revanche").location
    client.post(f"{revanche}/hands", data=BELOTE)
    evening = client.get(f"{reading}/sheets/2").location
    links = re.findall(r'href="(.*?)"', part(client.get(reading).text, "tonight"))
    assert links == [evening]
