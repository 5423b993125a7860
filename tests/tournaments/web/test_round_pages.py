"""Draw and seats of a round on their pages: previewed, published, mended by hand."""

import html
import re
from functools import partial

import pytest
from desk import Desk, hidden, play_deals
from tournament_routes import role_token

from scorekeeper.tournaments.service.tokens import card_code


@pytest.fixture
def desk_of(app, client):
    return partial(Desk, app, client)


@pytest.fixture
def seated(desk_of):
    """A desk of 19 players whose first round is published: table 5 has three."""
    desk = desk_of(19)
    desk.publish()
    return desk


def seats(desk, number=1):
    return desk.tournament.rounds[number - 1].tables


def shown_tables(page):
    return [re.findall(r"<bdi>(.*?)</bdi>", one) for one in page.split('class="number"')[1:]]


def test_the_next_seats_are_offered_from_the_first_result_to_the_last_round(desk_of):
    desk = desk_of(8, rounds="1")
    desk.publish()
    offered = ["Placer la suite" in desk.get("/rounds/1")]
    desk.type_slip(1)
    offered.append("Placer la suite" in desk.get("/rounds/1"))
    desk.play()
    over = desk.get("/rounds/1")
    assert [*offered, "Placer la suite" in over] == [False, True, False]
    assert "/draw?kind=final" in over


@pytest.mark.parametrize(
    "fields, ways",
    [
        ({}, ["/ranking", "/draw?kind=final", "/paper"]),
        ({"grid": "60 30"}, ["/prizes", "/draw?kind=final", "/ranking"]),
        ({"preset": "tarot_pairs"}, ["/ranking", "/paper"]),
        ({"preset": "belote_points"}, ["/ranking", "/paper"]),
    ],
)
def test_after_the_last_round_the_draw_page_says_what_comes_next(app, client, fields, ways):
    desk = Desk(app, client, 16, rounds="1", **fields).closed()
    home = desk.get("").partition('class="next"')[2].partition("</p>")[0]
    assert re.findall(rf'href="{desk.address}([^"]*)"', home) == ways
    page = desk.get("/draw")
    main = page[page.index("<main") :]
    assert "Tout ce que prévoit le règlement est joué." in main
    assert "Publier ces places" not in main
    found = re.findall(rf'href="{desk.address}([^"]*)"', main)
    assert found[: len(ways)] == ways
    more = html.unescape(re.search(r'class="plain" href="([^"]*)">P', main)[1])
    assert "Publier ces places" in desk.get(f"/draw{more}")


def test_no_final_is_offered_after_a_final(app, client):
    desk = Desk(app, client, 16, rounds="1").closed()
    desk.publish("?kind=final")
    desk.play(2)
    assert "kind=final" not in desk.get("")


def test_in_a_final_nobody_is_without_a_seat_and_the_preview_counts_its_repetitions(
    app, client
):
    desk = Desk(app, client, 16, rounds="1").closed()
    preview = desk.get("/draw?kind=final").replace("\xa0", " ")
    desk.publish("?kind=final")
    repeats = desk.tournament.repeats_at(2, desk.tournament.rounds[1].tables)
    assert repeats > 0 and f"Rencontres répétées : {repeats}." in preview
    desk.join(1)
    assert not [p for p in ("", "/people", "/rounds/2") if "Pas encore assis" in desk.get(p)]


def test_a_final_is_called_so_on_every_page_and_paper(app, client):
    desk = Desk(app, client, 16, rounds="2").closed()
    assert "<title>Finale" in desk.get("/draw?kind=final")
    desk.publish("?kind=final")
    home = f"/tournaments/{role_token(desk.address.rpartition('/')[2])}"
    card = f"{home}/tables/1/{card_code(desk.tournament.room, 1)}"
    paths = ("/rounds/2", "/rounds/2/slips", "/progress", "/paper/round")
    pages = [*map(desk.get, ("", *paths)), client.get(card).text, client.get(home).text]
    desk.play(2)
    pages += map(desk.get, ("/ranking", "/paper/ranking", "/me/1", "/journal"))
    assert not [page for page in pages if "Position 2" in page or "Finale" not in page]
    columns = re.findall(r'class="figure round">([^<]+)</th>', desk.get("/ranking"))
    assert columns == ["1", "Finale"] and re.search(
        r"<th[^>]*>Finale</th>", desk.get("/paper/ranking")
    )


def test_a_final_is_offered_at_tarot_without_teams_alone(app, client):
    for preset in ("tarot_libre", "tarot_pairs", "belote_points"):
        desk = Desk(app, client, 16, preset, rounds="1").closed()
        pages = "".join(desk.get(path) for path in ("", "/rounds/1", "/draw?kind=random"))
        assert ("kind=final" in pages) is (preset == "tarot_libre"), preset


@pytest.mark.parametrize(
    "typed, told", [(0, "0 feuille"), (1, "1 feuille"), (2, "2 feuilles")]
)
def test_slips_are_counted_in_words(desk_of, typed, told):
    desk = desk_of(12)
    desk.publish()
    for table in range(1, typed + 1):
        desk.type_slip(table)
    assert f"{told} sur 3<" in desk.get("").replace("\xa0", " ")


def test_what_was_shown_is_what_is_published(desk_of):
    desk = desk_of()
    shown = shown_tables(desk.get("/draw"))
    assert desk.publish().status_code == 303
    assert [[desk.tournament.called(n) for n in table] for table in seats(desk)] == shown


def test_another_draw_has_other_tables(desk_of):
    desk = desk_of()
    page = desk.get("/draw")
    other = re.search(r'href="(\?kind=random&amp;number=1&amp;seed=\d+)"', page)[1].replace(
        "&amp;", "&"
    )
    assert shown_tables(desk.get(f"/draw{other}")) != shown_tables(page)


@pytest.mark.parametrize(
    ("preset", "least"),
    [
        ("tarot_libre", "trois joueurs"),
        ("belote_melee", "quatre joueurs"),
        ("belote_wins", "deux équipes"),
    ],
)
def test_the_draw_of_too_few_is_refused_on_its_page(desk_of, preset, least):
    assert f"Il faut au moins {least}." in desk_of(2, preset).get("/draw")


def test_seats_are_typed_by_hand(desk_of):
    desk = desk_of(8)
    text = "5 Ève\n2\n3\n4\n\n1 Anne\n6\n7\n8"
    assert desk.publish("?kind=manual", seats=text).status_code == 303
    assert seats(desk) == ((5, 2, 3, 4), (1, 6, 7, 8))


def test_who_is_typed_twice_is_named_and_the_text_stays(desk_of):
    desk = desk_of(8)
    answer = desk.publish("?kind=manual", seats="1\n2\n3\n4\n\n1\n6\n7\n8")
    assert answer.status_code == 409 and desk.tournament.rounds == ()
    assert "Anne est assis deux fois" in answer.text and "1\n2\n3\n4\n\n1" in answer.text


def test_seats_of_a_closed_round_are_not_offered_to_be_mended(seated):
    path = f"/rounds/1?one={seats(seated)[0][0]}"
    offered = "/rounds/1/seats" in seated.get(path)
    seated.play()
    assert (offered, "/rounds/1/seats" in seated.get(path)) == (True, False)


def test_two_people_swap_and_no_other_table_changes(seated):
    before = seats(seated)
    one, other = before[0][0], before[1][1]
    form = hidden(seated.get(f"/rounds/1?one={one}"), "/seats")
    assert seated.post("/rounds/1/seats", **form, other=other).status_code == 303
    assert (seats(seated)[0][0], seats(seated)[1][1]) == (other, one)
    assert seats(seated)[2:] == before[2:]


def test_a_swap_is_undone_by_one_tap(seated):
    before = seats(seated)
    form = hidden(seated.get("/rounds/1?one=1"), "/seats")
    done = seated.client.get(seated.post("/rounds/1/seats", **form, other=2).location).text
    seated.post("/rounds/1/seats", **hidden(done, "/seats"))
    assert seats(seated) == before


def test_a_double_tap_swaps_once(seated):
    form = hidden(seated.get("/rounds/1?one=1"), "/seats") | {"other": "2"}
    seated.post("/rounds/1/seats", **form)
    after = seats(seated)
    assert seated.post("/rounds/1/seats", **form).status_code == 303
    assert seats(seated) == after


def test_seats_that_another_page_changed_are_shown_before_a_swap(seated):
    first, second = (hidden(seated.get(f"/rounds/1?one={n}"), "/seats") for n in (1, 3))
    seated.post("/rounds/1/seats", **first, other=2)
    after = seats(seated)
    assert seated.post("/rounds/1/seats", **second, other=4).status_code == 409
    assert seats(seated) == after


def test_a_late_player_sits_at_the_table_of_three(seated):
    before = seats(seated)
    seated.join(1)
    assert seated.post("/rounds/1/seats", **hidden(seated.get("/rounds/1"), "/seats")).location
    assert seats(seated)[:4] == before[:4]
    assert sorted(seats(seated)[4]) == sorted([*before[4], 20])


def test_who_leaves_makes_a_table_of_three_and_is_not_drawn_again(seated):
    before, one = seats(seated), seats(seated)[0][2]
    page = seated.get(f"/rounds/1?one={one}")
    seated.post("/rounds/1/seats", **hidden(page, "/seats", 1))
    assert seats(seated)[0] == tuple(n for n in before[0] if n != one)
    assert seats(seated)[1:] == before[1:] and one not in seated.tournament.entrants


def test_a_table_that_has_its_slip_is_not_changed_for_who_is_late(seated):
    seated.type_slip(5, 20, -10, -10)
    seated.join(1)
    offered = re.findall(r"<b>Table (\d)</b>\xa0:", seated.get("/rounds/1"))
    assert sorted(offered) == ["1", "2", "3", "4"]


@pytest.mark.parametrize(("deals", "is_told"), [(0, False), (2, True)])
def test_hands_on_the_phone_of_a_table_that_grows_are_told(seated, deals, is_told):
    play_deals(seated.access, table=5, deals=deals)
    seated.join(1)
    told = "donnes du téléphone qui ne compteront plus : 2"
    assert (told in seated.get("/rounds/1").replace("\xa0", " ")) is is_told


def test_readers_see_the_seats_and_nothing_to_mend_them(seated, client):
    token = seated.address.rpartition("/")[2]
    page = client.get(f"/tournaments/{role_token(token)}/rounds/1").text
    assert len(shown_tables(page)) == 5 and "?one=" not in page and "/seats" not in page


def test_who_has_no_partner_is_named_before_the_draw(desk_of):
    desk = desk_of(9, preset="belote_points")
    assert "<bdi>Inès</bdi>\xa0: sans partenaire, donc sans place." in desk.get("/draw")


@pytest.mark.parametrize(
    ("preset", "seats"), [("tarot_libre", "NSEO"), ("belote_points", "N–SE–O")]
)
def test_seats_stand_before_names_at_the_preview_and_the_desk(desk_of, preset, seats):
    desk = desk_of(8, preset=preset)
    preview = desk.get("/draw")
    found = re.findall(r"<li><small>([^<]*)</small> <bdi>", preview)
    assert "".join(found) == 2 * seats
    desk.publish()
    slip = desk.get("/rounds/1/slips")
    found = re.findall(r'class="box"><b><small>([^<]*)</small>', slip)
    assert "".join(found) == seats


def test_what_turns_at_three_cost_is_said(app, client):
    page = Desk(app, client, 17, rounds=5).get("/draw")
    assert "4 rencontres répétées\xa0: chacun va une fois à trois avant d’y retourner." in page
