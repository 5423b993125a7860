"""The end of a game and the next one of the same players."""

import re

import pytest
from conftest import BELOTE, CAST, token_of
from flask import request, request_started

from scorekeeper.streams.base import read_only_token

CAPOT = {"taker": "0", "capot": "attack"}
TOLD = 'data-watch="won"'


def reading(sheet):
    return f"/sheets/{read_only_token(token_of(sheet))}"


@pytest.fixture
def shown(client):
    """The page ETag of what a phone shows: of a page, or of the answer to a poll."""

    def of(path):
        return re.search(r'data-etag="(.+?)"', client.get(path).text)[1]

    return of


@pytest.fixture
def won(open_preset, post_answers, client):
    """A sheet of Belote that the first team has won."""
    sheet = open_preset("belote-ffb")
    for _ in range(4):
        post_answers(sheet, CAPOT)
    return sheet


def test_a_won_game_names_its_last_hand_and_takes_no_more(won, client, post_answers, totals):
    page = client.get(won).text
    assert "Partie gagnée à la donne 4" in page and 'id="entry"' not in page
    for points in (BELOTE["points"], ""):
        assert post_answers(won, BELOTE | {"points": points}).status_code == 409
    assert totals(won) == [1008, 0]


def test_a_revanche_is_one_sheet_for_everybody_and_counts_the_games(won, client, post_answers):
    first = client.post(f"{won}/revanche").location
    assert client.post(f"{won}/revanche").location == first != won
    page = client.get(first).text
    assert re.search(r"Anne &amp; Chloé</bdi> <b>1</b>", page)
    assert "Aller à la revanche" in client.get(won).text
    for _ in range(4):
        post_answers(first, {"taker": "1", "capot": "attack"})
    second = client.post(f"{first}/revanche").location
    page = client.get(second).text
    assert re.search(r"Anne &amp; Chloé</bdi> <b>1</b>", page)
    assert re.search(r"Bruno &amp; David</bdi> <b>1</b>", page)


def test_the_end_of_a_revanche_counts_the_games_and_owes_for_one(won, client, post_answers):
    following = client.post(f"{won}/revanche").location
    post_answers(following, {"taker": "1", "capot": "attack"})
    client.post(f"{following}/stake", data={"euros": "1", "per": "1"})
    page = client.get(f"{following}/end").text
    assert re.search(r"Anne &amp; Chloé</bdi> <b>1</b>", page)
    assert "Cette partie seule" in page and "doivent à" in page


def test_the_winning_hand_posted_again_is_the_same_hand(open_preset, post_answers):
    sheet = open_preset("belote-ffb", option_target_other="100", option_target="")
    capot = {"taker": "0", "capot": "attack", "key": "a" * 32}
    assert post_answers(sheet, capot).status_code == 303
    assert post_answers(sheet, capot).location.startswith(f"{sheet}?recorded=2")
    assert post_answers(sheet, capot | {"key": "b" * 32}).status_code == 409


def test_a_revanche_outlives_the_game_before_it(won, client):
    second = client.post(f"{won}/revanche").location
    client.post(f"{won}/deletion")
    assert client.get(second).status_code == 200


def test_a_winner_who_joined_after_the_revanche_was_opened_does_not_break_it(
    open_preset, post_answers, client
):
    sheet = open_preset("libre", 2, option_target="100")
    post_answers(sheet, {"scores_0": "100"})
    revanche = client.post(f"{sheet}/revanche").location
    client.post(f"{sheet}/journal/removals", data={"entry": "2"})
    seating = {"name": [*CAST[:3]], "number": ["0", "1", ""], "dealer": "0"}
    client.post(f"{sheet}/table", data=seating)
    post_answers(sheet, {"scores_2": "100"})
    assert "Partie gagnée" in client.get(sheet).text
    assert client.get(revanche).status_code == 200


def test_the_winner_is_named_with_the_hand_that_won(open_preset, post_answers, client):
    sheet = open_preset("belote-ffb", option_target="501")
    for _ in range(4):
        post_answers(sheet, BELOTE | {"points": "140"})
    client.post(f"{sheet}/penalties", data={"player": "0", "points": "300", "way": "less"})
    for _ in range(3):
        post_answers(sheet, BELOTE | {"points": "140", "taker": "1"})
    page = client.get(sheet).text
    assert re.search(r"Partie gagnée à la donne 7 par</p>.{,200}<bdi>Bruno", page, re.S)


def test_the_games_won_follow_a_correction_of_the_first_game(won, client):
    revanche = client.post(f"{won}/revanche").location
    client.post(f"{won}/hands/2", data={"taker": "0", "points": "91"})
    assert "Parties gagnées" not in client.get(revanche).text


def test_a_closed_sheet_that_nobody_can_win_has_a_revanche(open_preset, client, close):
    sheet = open_preset("tarot-fft")
    close(sheet)
    assert f'action="{sheet}/revanche"' in client.get(f"{sheet}/end").text
    following = client.post(f"{sheet}/revanche").location
    assert f'href="{following}"' in client.get(f"{sheet}/end").text
    page = client.get(following).text
    assert 'id="entry"' in page and "Parties gagnées" not in page
    client.post(f"{sheet}/end", data={"act": "reopen"})
    assert f'href="{following}"' not in client.get(sheet).text


def test_a_game_that_nobody_has_won_has_no_revanche(open_preset, client):
    assert client.post(open_preset("belote-ffb") + "/revanche").status_code == 409
    assert client.post(open_preset("tarot-fft") + "/revanche").status_code == 409


@pytest.mark.one_process
def test_games_won_are_not_counted_over_too_many_events(won, client, monkeypatch):
    """What a page folds is bounded, however long the chain of games is."""
    second = client.post(f"{won}/revanche").location
    assert "Parties gagnées" in client.get(second).text
    monkeypatch.setattr("scorekeeper.sheets.service.access.EVENING_EVENTS", 4)
    folded = []
    monkeypatch.setattr("scorekeeper.sheets.service.access.fold", folded.append)
    page = client.get(second).text
    assert "Parties gagnées" not in page and 'id="entry"' in page and folded == []


def test_phones_on_a_finished_game_learn_of_its_revanche_by_their_next_poll(
    won, client, shown
):
    phones = {won: str, reading(won): reading}
    seen = {phone: shown(phone) for phone in phones}
    for phone in phones:
        assert client.get(f"{phone}/live?v={seen[phone]}").status_code == 204
    following = client.post(f"{won}/revanche").location
    for phone, address_of in phones.items():
        news = client.get(f"{phone}/live?v={seen[phone]}")
        link = f'<a class="save" href="{address_of(following)}" data-watch="follow">'
        assert news.status_code == 200 and link in news.text
        assert "HX-Refresh" not in news.headers
        later = re.search(r'data-etag="(.+?)"', news.text)[1]
        assert client.get(f"{phone}/live?v={later}").status_code == 204
    assert token_of(following) not in client.get(f"{reading(won)}/live?v=x").text


@pytest.mark.one_process
def test_polls_of_a_finished_game_are_answered_before_flask(won, app, client, shown):
    requests = []
    for _ in range(2):
        seen = shown(won)
        with request_started.connected_to(lambda app: requests.append(request.path), app):
            client.get(f"{won}/live?v={seen}")
        client.post(f"{won}/revanche")
    assert requests == []


def test_who_opens_a_finished_game_later_stays_there(won, client):
    client.post(f"{won}/revanche")
    for phone in (won, reading(won)):
        page = client.get(phone).text
        assert "Aller à la revanche" in page and "data-watch" not in page


def test_a_follower_is_told_the_winner_once_and_a_writer_goes_on_working(
    open_preset, post_answers, client, shown
):
    sheet = open_preset("belote-ffb", option_target="501")
    post_answers(sheet, CAPOT)
    before, follower = shown(sheet), reading(sheet)
    post_answers(sheet, CAPOT)
    assert TOLD not in client.get(f"{sheet}/live?v={before}").text
    news = client.get(f"{follower}/live?v={before}").text
    assert re.search(rf"{TOLD}.*champion.*<bdi>Anne &amp; Chloé</bdi>", news, re.S)
    after = shown(follower)
    client.post(f"{sheet}/revanche")
    assert TOLD not in client.get(f"{follower}/live?v={after}").text
    assert TOLD not in client.get(follower).text


def test_a_penalty_that_moves_the_win_is_told_as_the_end(won, client, shown):
    before, follower = shown(won), reading(won)
    fine = {"player": "1", "points": "1500", "confirm": "1500"} | {
        "way": "more",
        "reason": "renonce",
    }
    page = client.post(f"{won}/penalties", data=fine, follow_redirects=True).text
    told = r"Partie gagnée, sur une pénalité, par.*<bdi>Bruno &amp; David</bdi>"
    assert re.search(told, page, re.S)
    news = client.get(f"{follower}/live?v={before}").text
    assert re.search(rf"{TOLD}.*{told}", news, re.S)
    assert "sur une pénalité" in client.get(f"{won}/print").text
    after = shown(follower)
    client.post(f"{won}/penalties", data=fine | {"points": "1"})
    assert TOLD not in client.get(f"{follower}/live?v={after}").text


def test_a_penalty_that_takes_the_win_away_asks_for_the_next_hand(won, client, shown):
    before, follower = shown(won), reading(won)
    fine = {"player": "0", "points": "999", "way": "less", "reason": "renonce"}
    page = client.post(f"{won}/penalties", data=fine, follow_redirects=True).text
    assert 'id="won"' not in page and 'name="points"' in page
    news = client.get(f"{follower}/live?v={before}").text
    assert 'id="won"' not in news and "Partie gagnée" not in news


def test_a_television_shows_the_winner_then_the_next_game(won, client, shown):
    screen = f"{reading(won)}/tv"
    page = client.get(screen).text
    assert re.search(r"<p class=.champion[^>]*>.*?<bdi>Anne &amp; Chloé</bdi>", page, re.S)
    seen = shown(screen)
    assert client.get(f"{screen}/live?v={seen}").status_code == 204
    following = client.post(f"{won}/revanche").location
    news = client.get(f"{screen}/live?v={seen}").text
    assert f'<a href="{reading(following)}/tv" data-watch="follow">' in news
    assert client.get(screen).location == f"{reading(following)}/tv"


def test_a_revanche_opened_by_mistake_is_taken_back_until_something_is_written(won, client):
    fresh = client.post(f"{won}/revanche").location
    page = client.get(fresh).text
    assert "Revanche ouverte" in page
    base = re.search(r'name="base" value="(\w+)"', page.partition('id="notice"')[2])[1]
    client.post(f"{fresh}/hands", data=BELOTE)
    assert "Revanche ouverte" not in client.get(fresh).text
    client.post(f"{fresh}/deletion", data={"base": base})
    assert client.get(fresh).status_code == 200
    assert ">Revanche<" not in client.get(won).text
    client.post(f"{fresh}/deletion")
    other = client.post(f"{won}/revanche").location
    base = re.search(r'name="base" value="(\w+)"', client.get(other).text)[1]
    assert client.post(f"{other}/deletion", data={"base": base}).location == "/"
    assert client.get(other).status_code == 404
