"""The ranking on its pages: provisional, corrected, penalties, prizes."""

import re

import pytest
from desk import Desk, desk_fixture, hidden, play_deals
from tournament_routes import role_token

from scorekeeper.tournaments import rounds
from scorekeeper.tournaments.round import TableResult
from scorekeeper.tournaments.service.tokens import Role

desk = desk_fixture(16, reach=2)


def read(desk, path, *role):
    token = role_token(desk.address.rpartition("/")[2], *role)
    return desk.client.get(f"/tournaments/{token}{path}").text


def places(page):
    return dict(
        re.findall(r'class="place">(\d+)</td>\s*<th scope="row">.*?<bdi>(.*?)</bdi>', page)
    )


def correct(desk, round, table, *points):
    """Correct a slip of a closed round."""
    page = desk.type_slip(table, *points, round=round).text
    form = hidden(page, "/slips", 1) | {"reason": "frappe"}
    assert desk.post(f"/rounds/{round}/slips", **form).status_code == 303


def test_a_ranking_with_missing_slips_is_provisional(desk):
    desk.type_slip(1, round=2)
    page = desk.get("/ranking")
    assert "Provisoire" in page and "2, 3, 4" in page


def test_the_organizer_publishes_from_the_provisional_ranking(desk):
    for table in (1, 2, 3):
        desk.type_slip(table, round=2)
    page = desk.get("/ranking")
    assert "Tables notées\xa0: 3 sur 4 · somme 0 à chacune ✓" in page
    assert "/rounds/2/close" not in page and f"{desk.address}/rounds/2/slips" in page
    desk.type_slip(4, round=2)
    form = hidden(desk.get("/ranking"), "/rounds/2/close")
    assert desk.post("/rounds/2/close", **form).location == f"{desk.address}/ranking/2"
    assert desk.tournament.rounds[1].is_closed
    assert "Provisoire" not in desk.get("/ranking")


def test_a_sum_that_is_wrong_is_named_before_the_ranking_is_published(desk):
    slip = 2, 3, TableResult((30, -10, -10, -20))
    desk.access.record("slip", rounds.record_slip, *slip)
    page = desk.get("/ranking")
    assert "somme 0" not in page
    assert re.findall(r'table=(\d)"><b>Table 3</b></a>\xa0: la somme', page) == ["3"]


def test_sums_of_a_game_to_a_target_are_not_judged(app, client):
    desk = Desk(app, client, 8, "belote_points", deals="0", target="501").reach(1)
    desk.type_slip(1, 520, 300)
    page = desk.get("/ranking")
    assert "Tables notées\xa0: 1 sur 2</p>" in page and "la somme" not in page


def test_a_phone_that_says_otherwise_is_named_before_the_ranking_is_published(app, client):
    desk = Desk(app, client, 8, deals="2").reach(1)
    play_deals(desk.access)
    desk.type_slip(1, 60, -20, -20, -20)
    desk.type_slip(2, "", "", "", "", how="average")
    page = desk.get("/ranking")
    assert re.findall(r'table=(\d)"><b>Table 1</b></a>\xa0: le téléphone dit', page) == ["1"]
    assert re.findall(r'table=(\d)"><b>Table 2</b></a>\xa0: arbitré', page) == ["2"]


def test_the_round_before_is_published_first(app, client):
    desk = Desk(app, client, 16).reach(1)
    for table in (1, 2, 3, 4):
        desk.type_slip(table)
    desk.publish("?kind=random")
    for table in (1, 2, 3, 4):
        desk.type_slip(table, round=2)
    page = desk.get("/ranking")
    assert "/rounds/2/close" not in page
    assert re.search(rf'href="{desk.address}/ranking/1">D.abord\xa0: Position 1', page)


def test_the_ranking_of_each_round_is_in_the_tab_of_the_ranking(desk):
    assert 'aria-current="page">Classement' in read(desk, "/ranking/1")


def test_prizes_are_the_desks_alone_until_the_evening_is_over(app, client):
    desk = Desk(app, client, 8, rounds="2", grid="60 30").closed()
    assert "Les gagnants" in desk.get("/prizes")
    assert "Les gagnants" not in read(desk, "/prizes")
    desk.publish()
    desk.play(2)
    assert "Les gagnants" in read(desk, "/prizes")


def test_a_corrected_ranking_says_what_changed_and_is_published_again(desk):
    desk.play(2)
    correct(desk, 1, 1, 300, -100, -100, -100)
    first = desk.tournament.name_of(desk.tournament.rounds[0].tables[0][0], is_team=False)
    page = desk.get("/ranking")
    assert "Ce qui a changé" in page and "+300" in page
    assert "+300" not in read(desk, "/ranking")
    desk.post("/rounds/1/close")
    assert "Ce qui a changé" not in desk.get("/ranking")
    assert "Ce qui a changé" not in desk.get("/ranking/1")
    assert places(read(desk, "/ranking/1"))["1"] == first


def test_a_person_sees_the_tables_and_the_others(desk):
    one, *others = desk.tournament.rounds[0].tables[2]
    way = desk.get(f"/me/{one}").partition('id="steps"')[2].partition("</ul>")[0]
    assert "table 3" in way
    assert f"avec <bdi>{', '.join(map(desk.tournament.called, others))}</bdi>" in way


@pytest.mark.parametrize("role", [Role.ORGANIZER, Role.DESK, Role.REFEREE, Role.READING])
def test_from_the_ranking_whoever_types_slips_comes_to_those_of_an_earlier_round(desk, role):
    desk.play(2)
    organizer = desk.address.rpartition("/")[2]
    token = organizer if role is Role.ORGANIZER else role_token(organizer, role)
    slips = f"/tournaments/{token}/rounds/1/slips"
    who = desk.tournament.rounds[0].tables[2][0]
    paths = [f"/tournaments/{token}/{path}" for path in ("ranking/1", f"me/{who}")]
    page = "".join(desk.client.get(path).text for path in paths)
    is_shown = role is not Role.READING
    assert [f'href="{slips}"' in page, f'href="{slips}?table=3"' in page] == [is_shown] * 2
    if is_shown:
        assert 'name="points"' in desk.client.get(f"{slips}?table=3").text


def test_a_reason_of_a_button_is_told_in_the_language_of_who_reads(desk):
    language = [("Accept-Language", "en")]
    english = desk.client.get(f"{desk.address}/penalties", headers=language).text
    reason = re.search(r'name="reason" value="([^"]+)">lateness<', english)[1]
    desk.post("/penalties", round="1", who="3", points="100", reason=reason)
    for path in ("/penalties", "/me/3", "/journal"):
        page = desk.client.get(desk.address + path, headers=language).text
        assert "lateness" in page and "retard" in desk.get(path), path
    desk.post("/penalties", round="1", who="3", points="100", reason="trop bavard")
    assert "trop bavard" in desk.client.get(f"{desk.address}/penalties", headers=language).text


def test_a_penalty_is_told_on_top_until_it_is_taken_back(desk):
    fault = {"round": "1", "who": "3", "points": "100", "reason": "retard"}
    shown = desk.post("/penalties", **fault).location
    page = desk.client.get(shown).text
    assert 'name="points" value="100"' in page
    told = re.search(r'(?s)<div class="told".*?</div>', page)[0]
    assert re.sub(r"<[^>]*>", "", told).split() == ["Chloé", "−100,", "retard", "Annuler"]

    desk.post("/penalties", entry=re.search(r'name="entry" value="(\d+)"', page)[1])
    assert desk.tournament.rounds[0].penalties == ()
    assert 'class="told"' not in desk.client.get(shown).text


ASKED = 409, '<option value="3" selected>'


@pytest.mark.parametrize(
    ("wrong", "answer"),
    [
        ({"reason": ""}, ASKED),
        ({"points": ""}, ASKED),
        ({"points": "x"}, ASKED),
        ({"points": "0"}, ASKED),
        ({"who": ""}, (409, 'role="alert">Qui a commis')),
        ({"who": "99"}, (404, "")),
        ({"round": "9"}, (404, "")),
    ],
)
def test_a_penalty_without_who_why_or_how_much_is_refused(desk, wrong, answer):
    form = {"round": "1", "who": "3", "points": "100", "reason": "retard"} | wrong
    page = desk.post("/penalties", **form)
    assert page.status_code == answer[0] and answer[1] in page.text


def test_prizes_are_provisional_until_their_ranking_is_published(app, client):
    desk = Desk(app, client, 8, rounds="1", grid="60 30").closed()

    def told():
        paths = ("/prizes", "/paper/winners", "/paper/receipts")
        return {"pas encore publié" in desk.get(path) for path in paths}

    assert told() == {False}
    correct(desk, 1, 1, 300, -100, -100, -100)
    assert told() == {True} and "pas encore publié" not in desk.get("/paper/prizes")
    desk.post("/rounds/1/close")
    assert told() == {False}


def test_a_correction_tells_who_would_have_played_the_final(app, client):
    desk = Desk(app, client, 8, rounds="2").reach(1)
    for table, points in ((1, (400, 300, 200, -900)), (2, (100, 50, -50, -100))):
        desk.type_slip(table, *points)
    desk.play()
    desk.publish("?kind=final")
    desk.play(2)
    told = "Auraient joué la finale"
    assert told not in desk.get("/ranking") + desk.get("/ranking/1")
    first, *_, last = desk.tournament.rounds[0].tables[0]
    correct(desk, 1, 1, -900, 300, 200, 400)
    for path in ("/ranking", "/ranking/1"):
        section = desk.get(path).partition(told)[2].partition("</p>")[0]
        missed, played = section.split("ne l’auraient pas jouée")
        assert desk.tournament.called(last) in missed
        assert desk.tournament.called(first) in played
        assert told not in read(desk, path)


def test_after_a_published_ranking_the_next_round_is_one_tap_away(app, client):
    desk = Desk(app, client, 8).closed()
    assert f'{desk.address}/paper/round?round=1"' in desk.get("/rounds/1")
    page = desk.get("/ranking/1")
    assert re.search(r'class="save" href="[^"]*/draw">Placer la position 2<', page)
    assert re.search(r'<a href="[^"]*/draw">Placement<', page)


def test_a_correction_is_to_be_published_again_for_each_round_it_changes(desk):
    desk.play(2)
    correct(desk, 1, 1, 300, -100, -100, -100)
    assert desk.get("").count("à publier à nouveau") == 2
    assert "à publier à nouveau" not in read(desk, "")
    desk.post("/rounds/1/close")
    assert "à publier à nouveau" not in desk.get("")


def test_a_penalty_asks_who_without_those_who_never_came_or_were_erased(desk):
    desk.post("/people/1", erase="1")
    desk.post("/people", people="Zacharie")
    desk.post("/people", people="Zoé", here="1")
    desk.post("/check-in", people="3", gone="1")
    choice = re.search(r'<select name="who".*?</select>', desk.get("/penalties"), re.S)[0]
    assert ">Zacharie<" not in choice and ">Zoé<" in choice and 'value="3"' in choice
    assert 'required><option value=""></option>' in choice
    assert "(1)" not in choice and choice.index("Ève") < choice.index("Farid")


def test_who_left_is_marked_in_the_ranking(desk):
    desk.post("/check-in", people="3", gone="1")
    rows = desk.get("/ranking").split("<tr")
    (row,) = [row for row in rows if "parti</small>" in row]
    assert f"<bdi>{desk.tournament.called(3)}</bdi>" in row


def test_the_ranking_after_the_last_planned_round_leads_to_a_final(app, client):
    desk = Desk(app, client, 8, rounds="1", grid="60 30").closed()
    steps = re.findall(r'class="(\w+)" href="[^"]*(/\w+[^"/]*)"', desk.get("/ranking"))
    assert ("save", "/prizes") in steps and ("quiet", "/draw?kind=final") in steps


@pytest.mark.parametrize(("rounds", "next_step"), [("1", "Les prix"), ("2", "Placer la")])
def test_after_a_correction_the_first_step_is_to_publish_again(app, client, rounds, next_step):
    desk = Desk(app, client, 8, rounds=rounds, grid="60 30").closed()
    steps = r'<p class="next"><a class="save" href="([^"]*)">([^<]*)</a>\s*<a[^>]*>([^<]*)'
    desk.post("/penalties", round="1", who="3", points="100", reason="retard")
    path, first, second = re.search(steps, desk.get("")).groups()
    assert path == f"{desk.address}/ranking/1" and second.startswith(next_step)
    assert first == "Publier à nouveau le classement"
    desk.post("/rounds/1/close")
    assert "Publier à nouveau" not in desk.get("")


def test_a_corrected_ranking_is_published_again_before_the_slips_of_a_live_round(desk):
    desk.post("/penalties", round="1", who="3", points="100", reason="retard")
    first = r'<p class="next"><a class="save" href="/tournaments/[^/]*/([^"]*)'
    pages = desk.get(""), read(desk, "", Role.DESK)
    steps = [re.search(first, page)[1] for page in pages]
    assert steps == ["ranking/1", "rounds/2/slips"]


@pytest.mark.parametrize(("first", "is_told"), [("yes", True), ("no", False)])
def test_a_ranking_with_finalists_first_says_so_on_page_paper_and_screen(
    app, client, first, is_told
):
    desk = Desk(app, client, 16, rounds="2", final_first=first).closed()
    desk.publish("?kind=final")
    desk.play(2)
    pages = [desk.get("/ranking"), read(desk, "/ranking"), read(desk, "/screen")]
    pages += [desk.get("/paper/ranking"), desk.get("/paper/ranking?paper=a5")]
    told = "Les finalistes sont classés devant les autres."
    assert {told in page for page in pages} == {is_told}
    assert told not in desk.get("/ranking/1") + desk.get("/paper/ranking?round=1")


def test_where_wins_decide_they_stand_in_bold_before_the_total(app, client):
    desk = Desk(app, client, 8, preset="belote_wins").reach(1)
    desk.type_slip(1, 972, 972)
    desk.play()
    page = desk.get("/ranking")
    assert "Parties comptées" in page
    assert page.index(">Vict.</th>") < page.index(">Total</th>")
    assert '<td class="figure total"><b>1</b></td><td class="figure total">1' in page
    team = desk.tournament.rounds[0].tables[0][0]
    assert "aucune victoire" in desk.get(f"/me/{desk.tournament.members(team)[0]}")


def test_an_amount_is_written_alike_everywhere(app, client):
    prizes = {"entry": "10", "grid": "60 3,50", "everyone": "2", "last_two": "15,50"}
    desk = Desk(app, client, 8, rounds="1", **prizes).closed()
    pages = [desk.get(path) for path in ("/prizes", "/paper/winners", "/regulations")]
    amounts = {text for page in pages for text in re.findall(r"[\d,]+(?=\xa0€)", page)}
    assert {"60", "3,50", "2", "15,50"} <= amounts
    assert not {"60,00", "3,5", "2,00"} & amounts


@pytest.mark.parametrize(
    "path",
    ["prizes", *(f"paper/{one}" for one in ("prizes", "winners", "receipts", "regulations"))],
)
def test_a_thing_stands_wherever_an_amount_does(app, client, path):
    desk = Desk(app, client, 8, rounds="1", grid="60", in_kind="du vin ; un <jambon>").closed()
    page = desk.get(f"/{path}")
    assert "du vin" in page and "un &lt;jambon&gt;" in page


def test_the_page_of_prizes_leads_the_organizer_to_their_paper(app, client):
    desk = Desk(app, client, 8, rounds="1", grid="60 30")
    papers = []
    for step in (desk.publish, desk.play, lambda: None):
        papers += re.findall(r'href="([^"]*/paper/[^"]*)"', desk.get("/prizes"))
        step()
    assert papers == [f"{desk.address}/paper/{one}" for one in ("prizes", "prizes", "winners")]
    assert client.get(papers[-1]).status_code == 200 and "/paper" not in read(desk, "/prizes")


def test_money_taken_in_stands_against_money_paid_out(app, client):
    desk = Desk(app, client, 8, rounds="1", entry="10", grid="40 20").closed()
    page = " ".join(re.sub("<[^>]*>", " ", desk.get("/prizes")).split())
    assert re.search(r"8 × 10.{0,4}€ = 80.{0,4}€\. Prix : 60", page)


def test_an_evening_with_a_fee_and_no_prize_ends_with_the_ranking_and_the_takings(app, client):
    desk = Desk(app, client, 8, rounds="1", entry="10").closed()
    assert re.search(r'class="save" href="[^"]*/ranking">Le classement', desk.get(""))
    page = desk.get("/prizes")
    assert "ne prévoit pas de prix" in page
    told = " ".join(re.sub("<[^>]*>", " ", page).split())
    assert re.search(r"8 × 10.{0,4}€ = 80.{0,4}€\. Prix : 0", told)
    assert f'class="quiet" href="{desk.address}/paper"' in page


def test_who_comes_after_the_last_round_is_told_no_round_to_come(app, client):
    desk = Desk(app, client, 8, rounds="1").closed()
    desk.post("/people", people="Zoé")
    number = len(desk.tournament.people)
    desk.post("/check-in", people=number, here="1")
    told = (
        desk.get(f"/check-in?done={number}")
        .partition('class="told"')[2]
        .partition("</div>")[0]
    )
    assert "est là" in told and "jouera" not in told
