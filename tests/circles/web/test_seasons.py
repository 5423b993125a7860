"""Seasons of a circle: board, paper, form, and tonight while it is played."""

import re

import pytest
from circle_routes import SEASON
from conftest import BELOTE, GARDE, token_of

from scorekeeper.circles.web import seasons


def board(client, address):
    """The place, the name and the figure of each row."""
    body = client.get(address).text.split('<div id="board">')[1].split("</table>")[0]
    rows = body.split("<tbody>")[1].split("</tbody>")[0].split("<tr")[1:]
    return [
        (
            re.search(r'class="place">(.*?)<', row)[1],
            re.search(r"<bdi>(.*?)</bdi>", row)[1],
            re.search(r'class="figure key"[^>]*><b>(.*?)</b>', row)[1],
        )
        for row in rows
    ]


def test_the_board_of_a_season_is_sealed(example):
    assert [place for place, _, _ in board(example, "/seasons/4")] == list("123456")
    foot = example.get("/seasons/4").text.split("<tfoot>")[1].split("</tfoot>")[0]
    assert "Σ" in foot and re.search(r"<b>0</b>", foot)


def test_who_has_too_few_hands_is_listed_without_a_place(example):
    places = [place for place, _, _ in board(example, "/seasons/6")]
    assert places == ["1", "2", "3", "4", "–", "–"]


def test_a_new_circle_has_a_season_without_hands(client, circle):
    page = client.get(f"{circle}/seasons/0").text
    assert "Pas encore de donne dans cette saison." in page and 'id="board"' not in page


def test_tonight_is_provisional_until_its_sheet_is_closed(client, circle, evening, close):
    page = client.get(f"{circle}/seasons/0").text
    assert "Provisoire" in page and page.count("ce soir") == 4
    assert board(client, f"{circle}/seasons/0")[0] == ("1", "Anne", "+198")
    close(evening)
    page = client.get(f"{circle}/seasons/0").text
    assert "Provisoire" not in page and "ce soir" not in page


def test_an_evening_has_an_address_by_its_day_and_by_its_sheet(client, circle, evening):
    day = re.search(r"/evenings/([\d-]+)", client.get(f"{circle}/seasons/0").text)[1]
    for name in (day, "sheet-1"):
        assert "Anne" in client.get(f"{circle}/evenings/{name}").text
    for name in ("sheet-2", "sheet-", "sheet-x", "2000-01-01", "undated"):
        assert client.get(f"{circle}/evenings/{name}").status_code == 404


def test_a_season_is_made_changed_and_removed(client, circle, evening):
    made = client.post(f"{circle}/seasons", data=SEASON | {"official": "1"})
    assert made.status_code == 303
    season = made.location
    assert "Saison 2026" in client.get(season).text
    assert board(client, season)[0][0] == "–"  # 20 hands are needed
    form = SEASON | {"title": "Hiver", "floor": "0", "ranking": "evenings"}
    client.post(f"{season}/edit", data=form)
    page = client.get(season).text
    assert "Hiver" in page and "soirées gagnées" in page
    assert board(client, season)[0] == ("1", "Anne", "1")
    gone = client.post(f"{season}/edit", data={"act": "remove"})
    assert gone.status_code == 303
    assert client.get(season).status_code == 404


def test_a_season_counts_its_days_and_games(client, circle, evening):
    for changes in ({"end": "2000-01-01"}, {"start": "2999-01-01"}, {"games": "belote"}):
        season = client.post(f"{circle}/seasons", data=SEASON | changes).location
        assert "Pas encore de donne" in client.get(season).text, changes
    season = client.post(f"{circle}/seasons", data=SEASON | {"games": "tarot"}).location
    assert "Anne" in client.get(season).text


def test_the_same_form_posted_twice_makes_one_season(client, circle):
    form = SEASON | {"key": "a" * 32}
    assert client.post(f"{circle}/seasons", data=form).location == (
        client.post(f"{circle}/seasons", data=form).location
    )


@pytest.mark.parametrize(
    ("changes", "question"),
    [
        ({"title": " "}, "title"),
        ({"start": "32/13/2026"}, "start"),
        ({"end": "never"}, "end"),
        ({"start": "2026-09-02", "end": "2026-09-01"}, "end"),
        ({"ranking": "luck"}, "ranking"),
        ({"ranking": "best", "best": "0"}, "best"),
        ({"ranking": "best", "best": "-1"}, "best"),
        ({"floor": "x"}, "floor"),
        ({"floor": "99999"}, "floor"),
    ],
)
def test_a_refused_season_says_why_beside_the_question(client, circle, changes, question):
    answer = client.post(f"{circle}/seasons", data=SEASON | changes)
    assert answer.status_code == 422
    assert re.findall(r'id="why-(\w+)"', answer.text) == [question]


def test_only_a_guardian_is_offered_the_form(client, circle, reading):
    assert "/seasons/new" in client.get(f"{circle}/seasons/0").text
    assert "/seasons/new" not in client.get(f"{reading}/seasons/0").text


def test_what_leaves_the_phone_holds_no_link_of_the_guardians(client, circle, evening):
    saved = client.get(f"{circle}/seasons/0/print").text
    shown = re.sub(r'(href|value|action)="[^"]*"', "", saved)
    assert token_of(circle) not in shown and "Anne" in saved


def wall_code(client, address):
    page = client.get(address).text
    return re.search(r'class="wall-qr">(.*?)<figcaption>', page, re.S)[1]


def test_the_code_on_the_wall_opens_the_season_to_read(client, circle, evening, reading):
    codes = {wall_code(client, f"{one}/seasons/0/print") for one in (circle, reading)}
    assert len(codes) == 1


def test_the_code_on_the_wall_opens_the_game_of_the_paper(example):
    paper = "/seasons/0/print"
    assert wall_code(example, paper) != wall_code(example, f"{paper}?game=coinche")
    assert wall_code(example, paper) == wall_code(example, f"{paper}?game=x")


def test_a_merged_player_is_shown_as_who_he_is(client, circle, evening):
    client.post(f"{circle}/players/5/merge", data={"into": "1"})
    page = client.get(f"{circle}/players/5").text
    assert "Anne" in page and "+198" in page


def test_an_erased_player_keeps_his_figures_without_a_name(client, circle, evening):
    client.post(f"{circle}/players/1/erasure")
    page = client.get(f"{circle}/players/1").text
    assert "Anne" not in page and "Joueur 1" in page and "+198" in page
    for name in ("seasons/0", "seasons/0/print"):
        assert "Anne" not in client.get(f"{circle}/{name}").text, name


def test_a_season_form_from_before_an_erasure_is_asked_again(client, circle, evening):
    title = {"title": "Chez Anne"}
    season = client.post(f"{circle}/seasons", data=SEASON | title).location
    forms = f"{season}/edit", f"{circle}/seasons/new"
    before = [form_fields(client.get(path).text) | SEASON | title for path in forms]
    client.post(f"{circle}/players/1/erasure", data={"text": "0 Chez Anne"})
    for path, form in zip((forms[0], f"{circle}/seasons"), before, strict=True):
        asked = client.post(path, data=form)
        assert asked.status_code == 409 and "retiré du cercle" in asked.text
    assert "Anne" not in client.get(season).text + client.get(f"{circle}/figures").text
    shown = client.post(forms[0], data=before[0]).text
    assert 'value="…"' in shown and "Anne" not in shown
    again = form_fields(shown) | SEASON | {"title": "Hiver"}
    assert client.post(forms[0], data=again).status_code == 303


def form_fields(page):
    return dict(re.findall(r'name="(key|erased)" value="([^"]*)"', page))


def test_an_evening_that_goes_on_is_provisional(client, circle, evening, close):
    for points in ("50", "60"):
        client.post(f"{evening}/hands", data=GARDE | {"points": points})
    assert "Provisoire" in client.get(f"{circle}/evenings/sheet-1").text
    close(evening)
    assert "Provisoire" not in client.get(f"{circle}/evenings/sheet-1").text


def test_all_time_is_of_one_game_at_a_time(example):
    usual, coinche = example.get("/seasons/0").text, example.get("/seasons/0?game=coinche")
    assert "Depuis toujours · Tarot" in usual and "Depuis toujours · Coinche" in coinche.text
    assert board(example, "/seasons/0") != board(example, "/seasons/0?game=coinche")
    assert f'{example.address}/seasons/0/print?game=coinche"' in coinche.text


def test_a_season_of_several_games_adds_none_to_another(client, circle, evening, open_preset):
    belote = open_preset("belote-ffb", circle=token_of(circle))
    client.post(f"{belote}/hands", data=BELOTE)
    changes = {"floor": "0", "official": "1", "games": ["tarot", "belote"]}
    season = client.post(f"{circle}/seasons", data=SEASON | changes).location
    of_tarot, of_belote = (client.get(f"{season}?game={g}").text for g in ("tarot", "belote"))
    assert "Saison 2026 · Tarot" in of_tarot and "Saison 2026 · Belote" in of_belote
    assert f'{season}?game=belote"' in of_tarot and f'{season}/print?game=belote"' in of_belote
    alone = client.post(f"{circle}/seasons", data=SEASON | changes | {"games": "belote"})
    assert board(client, f"{season}?game=belote") == board(client, alone.location)


@pytest.mark.parametrize(
    ("left_out", "says"), [(1, "Et la soirée d’avant<"), (2, "Et les 2 soirées d’avant<")]
)
def test_evenings_left_out_are_counted_in_words(example, monkeypatch, left_out, says):
    paper = example.get("/seasons/0/print").text  # the page itself is cached
    count = int(re.search(r"(\d+)\Wsoirées ·", paper)[1])
    monkeypatch.setattr(seasons, "CALENDAR_EVENINGS", count - left_out)
    example.app.extensions["fragments"].clear()
    assert says in example.get("/seasons/0").text


def test_an_unknown_game_is_that_with_most_hands(example):
    assert board(example, "/seasons/0?game=x") == board(example, "/seasons/0")


@pytest.mark.one_process  # another process sees a hand within a second
def test_a_game_that_was_never_played_before_can_be_chosen_at_once(
    client, circle, evening, open_preset
):
    names = ("belote-ffb", "contree-faits")
    belote, contree = (open_preset(name, circle=token_of(circle)) for name in names)
    client.post(f"{belote}/hands", data=BELOTE)
    address = f"{circle}/seasons/0?game=tarot"
    assert "game=contree" not in client.get(address).text
    client.post(f"{contree}/hands", data=BELOTE | {"contract": "80"})
    assert "game=contree" in client.get(address).text


def key_figures(client, address):
    told = client.get(address).text.split('class="key-figures"')[1].split("</dl>")[0]
    return {what: n for what, n in re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", told)}


def test_a_player_has_his_place_in_the_season(client, circle, evening, example):
    assert key_figures(example, "/players/2?season=4")["place sur 6"] == "5"
    unplaced = key_figures(example, "/players/5?season=6")
    assert not any(what.startswith("place") for what in unplaced)
    assert key_figures(client, f"{circle}/players/1")["place sur 4"] == "1"


def test_all_time_of_several_games_has_no_place(example):
    told = key_figures(example, "/players/2?season=0")
    assert "points" not in told and not any(what.startswith("place") for what in told)


def test_the_records_of_a_player_are_told_by_game(example):
    heads = r"<h2>(Ses records.*?)</h2>"
    page = example.get("/players/1?season=0").text
    assert sorted(re.findall(heads, page)) == ["Ses records · Coinche", "Ses records · Tarot"]
    assert re.findall(heads, example.get("/players/1").text) == ["Ses records"]
