"""Every game in its own form: what is typed, what is written, what is said back."""

import re

import pytest
from conftest import CAST

from scorekeeper.games import GAMES, PRESETS

BELOTE = {"taker": "0", "suit": "hearts", "points": "91"}
COINCHE = {"taker": "0", "suit": "hearts", "contract": "100", "points": "110"}
MOUCHE = {"taker": "0", "contract": "prise", "bouts": "2", "points": "40"}


@pytest.fixture
def opened(client):
    """Open a sheet by the name of its rules; its address."""

    def open_by(rules, seats=4, **changes):
        form = {"rules": rules, "name": list(CAST[:seats]), "number": [""] * seats}
        answer = client.post("/sheets", data={**form, "dealer": "0", **changes})
        assert answer.status_code == 303, answer.text
        return answer.location

    return open_by


@pytest.fixture
def post(client):
    def send(sheet, form, **changes):
        return client.post(f"{sheet}/hands", data={**form, **changes})

    return send


def errors(page):
    return re.findall(r'class="error"[^>]*>(.*?)</p>', page.text)


@pytest.mark.parametrize("rules", PRESETS)
def test_a_sheet_opens_by_the_name_of_its_rules_and_says_them(rules, opened, client):
    seats = 3 if rules == "tarot-mouche" else 4
    page = client.get(opened(rules, seats)).text
    assert str(PRESETS[rules][1].title) in page.replace("’", "'")


@pytest.mark.parametrize("rules", PRESETS)
def test_choosing_rules_keeps_the_names_and_shows_the_switches(rules, client):
    form = {"choose": rules, "rules": "tarot-fft", "name": ["Zoé", "", "", ""]}
    page = client.post("/sheets", data=form).text
    assert f'name="rules" value="{rules}"' in page and 'value="Zoé"' in page
    for name in PRESETS[rules][0].options:
        assert f'name="option_{name}"' in page


@pytest.mark.parametrize("rules", PRESETS)
def test_paper_says_every_rule_the_sheet_was_played_by(rules, opened, client):
    game, preset = PRESETS[rules]
    page = client.get(opened(rules, 3 if rules == "tarot-mouche" else 4) + "/print").text
    options = game.read_options(preset.options)
    text = page.replace("’", "'").replace("\xa0", " ")
    for name, option in game.options.items():
        recorded = f"{option.label} – {option.label_of(options[name])}"
        assert (recorded in text) is option.applies(options)


@pytest.mark.parametrize("name", ["belote", "coinche", "contree"])
@pytest.mark.parametrize("switch", ["all_trump", "all_trump_belotes"])
def test_what_all_trump_is_worth_decides_nothing_where_it_is_not_played(name, switch):
    option = GAMES[name].options[switch]
    assert option.applies({"no_trump": True}) and not option.applies({"no_trump": False})


def test_the_next_sheet_is_offered_by_the_same_rules(opened, client):
    opened("contree-faits", option_target_other="1234", option_target="")
    page = client.get("/sheets/new").text
    assert 'name="rules" value="contree-faits"' in page
    assert 'name="option_target_other" value="1234"' in page


def test_a_switch_that_differs_is_said_on_the_sheet(opened, client):
    page = client.get(opened("belote-ffb", option_tie="failed", option_target="0")).text
    assert "Égalité – dedans" in page and "Partie – sans fin" in page


@pytest.mark.parametrize("typed", ["-5", "1e3", "999999999", "100001", "1.5", "abc", "²"])
def test_a_target_that_is_no_number_is_refused(client, typed):
    form = {"rules": "belote-ffb", "name": list(CAST[:4]), "number": [""] * 4}
    answer = client.post("/sheets", data={**form, "option_target_other": typed})
    assert answer.status_code == 422
    assert "on attend un nombre entier de 0 à 100000" in answer.text


def test_belote_needs_four_players(client):
    form = {"rules": "belote-ffb", "name": list(CAST[:3]), "number": [""] * 3, "dealer": "0"}
    answer = client.post("/sheets", data=form)
    assert answer.status_code == 422 and "il faut 4 joueurs" in answer.text


def test_the_two_teams_are_the_columns(opened, post, totals, client):
    sheet = opened("belote-ffb")
    post(sheet, BELOTE)
    assert totals(sheet) == [91, 71]
    page = client.get(sheet).text
    assert "Anne &amp; Chloé" in page and "Bruno &amp; David" in page


@pytest.mark.parametrize(
    ("form", "after"),
    [
        ({"points": "", "points_defence": "71"}, [91, 71]),
        ({"taker": "1"}, [71, 91]),
        ({"suit": ""}, [91, 71]),
        ({"belote": "attack", "points": "72"}, [92, 90]),
        ({"belote": "defence", "points": "85"}, [0, 182]),
        ({"capot": "attack", "points": ""}, [252, 0]),
        ({"capot": "defence", "points": ""}, [0, 252]),
        ({"points": "81"}, [0, 81]),
    ],
)
def test_a_hand_of_belote_is_typed_in_a_few_ways(opened, post, totals, form, after):
    sheet = opened("belote-ffb")
    assert post(sheet, BELOTE | form).status_code == 303
    assert totals(sheet) == after


def test_a_litige_waits_on_the_sheet_and_goes_to_the_next_winner(opened, post, totals, client):
    sheet = opened("belote-ffb")
    post(sheet, BELOTE | {"points": "81"})
    assert "Litige : 81 en jeu" in client.get(sheet).text.replace("\xa0", " ")
    post(sheet, BELOTE)
    assert totals(sheet) == [172, 152]
    assert 'class="seal broken"' not in client.get(sheet).text


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"points": "161"}, "aucune réunion de plis"),
        ({"points": ""}, "il manque les points d'un camp"),
        ({"points": "40,5"}, "un nombre entier de 0 à 162"),
        ({"points": "100", "points_defence": "61"}, "162 − 100 = 62 pour la défense"),
        ({"points": "100", "capot": "attack"}, "l'autre camp n'a aucun pli"),
        ({"taker": ""}, "choisissez une réponse"),
        ({"suit": "no_trump"}, "choisissez une réponse"),
        ({"points": "99999"}, "un nombre entier de 0 à 162"),
    ],
)
def test_what_cannot_be_is_said_in_words(opened, post, form, field):
    answer = post(opened("belote-ffb"), BELOTE | form)
    assert answer.status_code == 422
    msg = " ".join(errors(answer)).replace("’", "'")
    assert field in msg


def test_162_without_capot_is_asked_again(opened, post, totals):
    sheet = opened("belote-ffb")
    answer = post(sheet, BELOTE | {"points": "162"})
    assert answer.status_code == 422
    confirm = re.search(r'name="confirm" value="(.+?)"', answer.text)[1]
    assert post(sheet, BELOTE | {"points": "162"}, confirm=confirm).status_code == 303
    assert totals(sheet) == [162, 0]


def test_announcements_are_tallied_or_told_as_points(opened, post, totals, client):
    sheet = opened("belote-annonces")
    shown = {"annonces_side": "attack", "annonces_list_tierce": "2"}
    assert post(sheet, BELOTE | shown).status_code == 303
    assert totals(sheet) == [131, 71]
    edit = client.get(f"{sheet}/hands/2/edit").text
    assert 'name="annonces_list_tierce" value="2" checked' in edit
    assert 'name="annonces_side" value="attack" checked' in edit
    points = {"annonces_side": "defence", "annonces_points": "100"}
    assert post(sheet, BELOTE | points).status_code == 303
    assert totals(sheet) == [131, 71 + 262]


@pytest.mark.parametrize(
    "form",
    [
        {"annonces_side": "attack"},
        {"annonces_side": "attack", "annonces_points": "25"},
        {"annonces_side": "attack", "annonces_points": "x"},
        {"annonces_side": "attack", "annonces_points": "20", "annonces_list_cent": "1"},
        {"annonces_side": "both", "annonces_points": "20"},
    ],
)
def test_announcements_that_say_nothing_clear_are_refused(opened, post, form):
    assert post(opened("belote-annonces"), BELOTE | form).status_code == 422


def test_announcements_are_not_asked_where_they_are_not_played(opened, client, post, totals):
    sheet = opened("belote-ffb")
    assert "annonces_side" not in client.get(sheet).text
    post(sheet, BELOTE | {"annonces_side": "attack", "annonces_points": "20"})
    assert totals(sheet) == [91, 71]


@pytest.mark.parametrize(
    ("form", "after"),
    [
        ({}, [210, 50]),
        ({"contract": "capot", "capot": "attack", "points": ""}, [500, 0]),
        ({"contract": "", "contract_other": "180"}, [0, 340]),
        ({"coinche": "coinche"}, [520, 0]),
        ({"coinche": "surcoinche", "belote": "attack"}, [1120, 0]),
        ({"points": "80"}, [0, 260]),
    ],
)
def test_a_hand_of_coinche_is_typed_in_a_few_ways(opened, post, totals, form, after):
    sheet = opened("coinche-ffb")
    assert post(sheet, COINCHE | form).status_code == 303
    assert totals(sheet) == after


@pytest.mark.parametrize("other", ["85", "70", "660", "x", "-100", "0", "1" * 40])
def test_a_contract_that_cannot_be_bid_is_refused(opened, post, other):
    answer = post(opened("coinche-ffb"), COINCHE | {"contract": "", "contract_other": other})
    assert answer.status_code == 422
    msg = " ".join(errors(answer))
    assert "un multiple de 10, de 80 à 650" in msg or "en chiffres" in msg


def test_a_bid_that_was_typed_is_shown_again(opened, post, client):
    sheet = opened("coinche-ffb")
    post(sheet, COINCHE | {"contract": "", "contract_other": "180"})
    page = client.get(f"{sheet}/hands/2/edit").text
    assert 'name="contract_other" value="180"' in page


def test_at_all_trump_each_side_has_its_belotes(opened, post, totals, client):
    sheet = opened("contree-faits")
    form = COINCHE | {"suit": "all_trump", "belote_attack": "2", "belote_defence": "1"}
    assert post(sheet, form).status_code == 303
    assert totals(sheet) == [150, 70]
    page = client.get(f"{sheet}/hands/2/edit").text
    assert 'name="belote_attack" value="2" checked' in page


def test_all_trump_counted_out_of_258_is_typed_as_it_is_counted(opened, post, totals):
    sheet = opened("belote-ffb", option_no_trump="True")
    form = BELOTE | {"suit": "all_trump", "points": "", "points_defence": "60"}
    assert post(sheet, form, belote_attack="1").status_code == 303
    assert totals(sheet) == [144, 38]
    assert post(sheet, BELOTE | {"points": "198"}).status_code == 422


def test_contree_speaks_its_own_words(opened, post, client):
    sheet = opened("contree-faits-annonces")
    assert "Surcontré" in client.get(sheet).text
    post(sheet, COINCHE | {"coinche": "coinche"})
    assert "100 ♥ Cœur, contré, fait" in client.get(sheet).text


def test_mises_and_mouches_are_on_the_sheet(opened, post, totals, client):
    sheet = opened("tarot-mouche", 3)
    post(sheet, MOUCHE)
    assert totals(sheet) == [-62, -9, -9]
    post(sheet, MOUCHE)
    page = client.get(sheet).text
    assert "Mouches : 85 + 85" in page.replace("\xa0", " ")
    assert 'class="seal broken"' not in page


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"contract": "grand_chelem", "bouts": "", "points": "", "chelem_made": "yes"}, 303),
        ({"contract": "grand_chelem", "bouts": "", "points": ""}, 422),
        ({"contract": "grand_chelem", "chelem_made": "no"}, 303),
        ({"chelem_made": "yes"}, 303),
        ({"bouts": ""}, 422),
        ({"petit_au_bout_player": "1", "petit_au_bout_from": "0"}, 303),
        ({"petit_au_bout_player": "1", "petit_au_bout_from": "2"}, 422),
        ({"petit_au_bout_player": "1", "petit_au_bout_from": "none"}, 303),
    ],
)
def test_a_hand_with_mouches_is_typed(opened, post, form, status):
    answer = post(opened("tarot-mouche", 3), MOUCHE | form)
    assert answer.status_code == status


def test_a_passed_deal_with_mouches_takes_the_mises(opened, client, totals):
    sheet = opened("tarot-mouche", 3)
    client.post(f"{sheet}/hands", data={"passed": "1"})
    assert totals(sheet) == [-20, -10, -10]
    assert "chacun met sa mise" in client.get(f"{sheet}/hands/2").text


@pytest.mark.parametrize(
    ("form", "after"),
    [
        ({"scores_0": "12", "scores_1": "-3"}, [12, -3, 0]),
        ({"scores_0": "12", "scores_1": "3", "scores_1_minus": "1"}, [12, -3, 0]),
        ({"scores_0": "12", "scores_1": "−3", "scores_2": "+4"}, [12, -3, 4]),
    ],
)
def test_numbers_are_marked_as_they_are_typed(opened, post, totals, form, after):
    sheet = opened("libre", 3)
    assert post(sheet, form).status_code == 303
    assert totals(sheet) == after


@pytest.mark.parametrize(
    "form",
    [{}, {"scores_0": "x"}, {"scores_0": "1.5"}, {"scores_0": "9" * 30}, {"scores_9": "1"}],
)
def test_what_is_no_number_is_refused(opened, post, form):
    assert post(opened("libre", 3), form).status_code == 422


def test_a_sum_that_must_be_zero_completes_the_last_number(opened, post, totals):
    sheet = opened("libre", 3, option_zero_sum="True")
    assert post(sheet, {"scores_0": "30", "scores_1": "-10"}).status_code == 303
    assert totals(sheet) == [30, -10, -20]
    assert post(sheet, {"scores_0": "30", "scores_1": "1", "scores_2": "1"}).status_code == 422


def test_somebody_may_come_in_the_middle_of_free_marking(opened, post, totals, client):
    sheet = opened("libre", 3)
    post(sheet, {"scores_0": "1", "scores_1": "2", "scores_2": "3"})
    names = [*CAST[:3], "Eve"]
    client.post(
        f"{sheet}/table",
        data={"name": names, "number": ["0", "1", "2", ""], "dealer": "0"},
    )
    post(sheet, {"scores_3": "9"})
    assert totals(sheet) == [1, 2, 3, 9]


@pytest.mark.parametrize(
    "form",
    [
        {"scores_0": "+5", "scores_0_minus": "1"},
        {"scores_0": "-+5"},
        {"scores_0": "−+5"},
        {"scores_0": "--5"},
    ],
)
def test_a_number_with_two_signs_is_refused(opened, post, client, form):
    sheet = opened("libre", 3)
    assert post(sheet, form).status_code == 422
    assert client.post(f"{sheet}/hands/preview", data=form).status_code == 200


def test_free_marking_has_no_seal_whatever_was_written_last(opened, post, client):
    sheet = opened("libre", 3)
    post(sheet, {"scores_0": "3", "scores_1": "5"})
    client.post(f"{sheet}/penalties", data={"player": "0", "points": "5", "way": "less"})
    client.post(f"{sheet}/hands", data={"passed": "sure"})
    assert 'class="seal' not in client.get(sheet).text


@pytest.mark.parametrize("points", ["000019999", "00001" + "9" * 4290, "10000", "+5", "²"])
def test_a_penalty_of_too_many_points_is_refused(opened, client, points):
    form = {"player": "0", "points": points, "way": "less"}
    assert client.post(opened("libre") + "/penalties", data=form).status_code == 422


def test_what_was_typed_and_what_was_tapped_may_not_differ(opened, post):
    answer = post(opened("coinche-ffb"), COINCHE | {"contract_other": "170"})
    assert answer.status_code == 422 and "100 ou 170" in answer.text


def test_announcements_without_a_side_are_asked_about(opened, post):
    for shown in ({"annonces_list_tierce": "1"}, {"annonces_points": "50"}):
        answer = post(opened("coinche-ffb"), COINCHE | shown)
        assert answer.status_code == 422 and "Camp qui marque" in answer.text


def test_points_left_from_another_contract_are_forgotten(opened, post, totals):
    sheet = opened("tarot-mouche", 3)
    form = MOUCHE | {"contract": "petit_chelem", "points": "95", "chelem_made": "yes"}
    assert post(sheet, form).status_code == 303
    assert totals(sheet) == [220, -110, -110]


def test_a_hand_that_is_filled_is_not_passed_by_a_slip(opened, post, client, totals):
    sheet = opened("belote-ffb")
    asked = post(sheet, BELOTE | {"passed": "asked"})
    assert asked.status_code == 422 and 'value="91"' in asked.text
    assert post(sheet, BELOTE | {"passed": "sure"}).status_code == 303
    assert totals(sheet) == [0, 0]
    assert "Donne 1 passée" in client.get(f"{sheet}?recorded=2").text


# The end of a game


@pytest.fixture
def won(opened, post, client):
    """A sheet of Belote that the first team has won."""
    sheet = opened("belote-ffb")
    for _ in range(4):
        post(sheet, {"taker": "0", "capot": "attack"})
    return sheet


def test_a_won_game_says_who_and_takes_no_more_hands(won, client, post, totals):
    page = client.get(won).text
    assert "Partie gagnée à la donne 4" in page and 'id="entry"' not in page
    assert post(won, BELOTE).status_code == 409
    assert totals(won) == [1008, 0]


def test_the_last_hand_undone_the_game_goes_on(won, client):
    client.post(f"{won}/journal/removals", data={"entry": "5"})
    page = client.get(won).text
    assert 'id="entry"' in page and "Partie gagnée" not in page


def test_a_revanche_is_one_sheet_for_everybody_and_counts_the_games(won, client, post):
    first = client.post(f"{won}/revanche").location
    assert client.post(f"{won}/revanche").location == first != won
    page = client.get(first).text
    assert re.search(r"Anne &amp; Chloé</bdi> <b>1</b>", page)
    assert "Aller à la revanche" in client.get(won).text
    for _ in range(4):
        post(first, {"taker": "1", "capot": "attack"})
    second = client.post(f"{first}/revanche").location
    page = client.get(second).text
    assert re.search(r"Anne &amp; Chloé</bdi> <b>1</b>", page)
    assert re.search(r"Bruno &amp; David</bdi> <b>1</b>", page)


def test_the_hand_that_won_sent_again_is_the_same_hand(opened, post):
    sheet = opened("belote-ffb", option_target_other="100", option_target="")
    capot = {"taker": "0", "capot": "attack", "key": "a" * 32}
    assert post(sheet, capot).status_code == 303
    assert post(sheet, capot).location.startswith(f"{sheet}?recorded=2&")
    assert post(sheet, capot | {"key": "b" * 32}).status_code == 409


def test_a_revanche_outlives_the_game_before_it(won, client):
    second = client.post(f"{won}/revanche").location
    client.post(f"{won}/deletion")
    assert client.get(second).status_code == 200


def test_a_winner_who_came_after_the_revanche_was_opened_does_not_break_it(
    opened, post, client
):
    sheet = opened("libre", 2, option_target="100")
    post(sheet, {"scores_0": "100"})
    revanche = client.post(f"{sheet}/revanche").location
    client.post(f"{sheet}/journal/removals", data={"entry": "2"})
    table = {"name": [*CAST[:3]], "number": ["0", "1", ""], "dealer": "0"}
    client.post(f"{sheet}/table", data=table)
    post(sheet, {"scores_2": "100"})
    assert "Partie gagnée" in client.get(sheet).text
    assert client.get(revanche).status_code == 200


def test_the_winner_is_told_with_the_hand_that_won(opened, post, client):
    sheet = opened("belote-ffb", option_target="501")
    for _ in range(4):
        post(sheet, BELOTE | {"points": "140"})
    client.post(f"{sheet}/penalties", data={"player": "0", "points": "300", "way": "less"})
    for _ in range(3):
        post(sheet, BELOTE | {"points": "140", "taker": "1"})
    page = client.get(sheet).text
    assert re.search(r"Partie gagnée à la donne 7 par <b><bdi>Bruno", page)


def test_the_games_won_follow_a_correction_of_the_first_game(won, client):
    revanche = client.post(f"{won}/revanche").location
    client.post(f"{won}/hands/2", data={"taker": "0", "points": "91"})
    assert re.search(r"Anne &amp; Chloé</bdi> <b>0</b>", client.get(revanche).text)


def test_a_game_that_nobody_has_won_has_no_revanche(opened, client):
    assert client.post(opened("belote-ffb") + "/revanche").status_code == 409
    assert client.post(opened("tarot-fft") + "/revanche").status_code == 409


def test_who_may_only_read_opens_no_revanche(won, client):
    from scorekeeper.storage.sqlite import read_only_token

    reader = f"/sheets/{read_only_token(won.rsplit('/', 1)[1])}"
    assert "Partie gagnée" in client.get(reader).text
    assert client.post(f"{reader}/revanche").status_code == 404


# A settled table


@pytest.mark.parametrize(
    ("names", "numbers"),
    [
        ([*CAST[:3]], ["0", "1", "2"]),
        ([*CAST[:5]], ["0", "1", "2", "3", ""]),
        ([*CAST[:4]], ["1", "0", "2", "3"]),
        ([*CAST[:4]], ["0", "1", "2", ""]),
    ],
)
def test_the_seats_of_a_belote_are_settled(opened, client, names, numbers):
    form = {"name": names, "number": numbers, "dealer": "0"}
    answer = client.post(opened("belote-ffb") + "/table", data=form)
    assert answer.status_code == 422
    assert "la table ne change pas" in answer.text


def test_nobody_leaves_a_table_with_mouches(opened, client):
    form = {"name": ["Anne", "", "Chloé"], "number": ["0", "1", "2"], "dealer": "0"}
    assert client.post(opened("tarot-mouche", 3) + "/table", data=form).status_code == 422


def test_nobody_sits_out_where_everybody_plays(opened, client, post, totals):
    sheet = opened("libre", 4, active="2")
    post(sheet, {f"scores_{n}": "1" for n in range(4)})
    assert totals(sheet) == [1, 1, 1, 1]


def test_who_replaces_somebody_takes_his_seat_and_another_may_deal(opened, post, client):
    sheet = opened("belote-ffb")
    post(sheet, BELOTE)
    names = ["Anne", "Bruno", "Zoé", "David"]
    form = {"name": names, "number": ["0", "1", "2", "3"], "dealer": "3"}
    assert client.post(f"{sheet}/table", data=form).status_code == 303
    page = client.get(sheet).text
    assert "Anne &amp; Zoé" in page and "<b><bdi>David</bdi></b>" in page


def test_buttons_that_move_chairs_do_nothing_at_a_settled_table(opened, client):
    form = {"name": [*CAST[:4]], "number": ["0", "1", "2", "3"], "dealer": "0", "out": "1"}
    sheet = opened("belote-ffb")
    assert client.post(f"{sheet}/table", data=form).status_code == 303
    assert 'value="Bruno"' in client.get(f"{sheet}/table").text


def test_a_penalty_at_belote_is_a_teams(opened, client, totals):
    sheet = opened("belote-ffb")
    form = {"player": "1", "points": "162", "way": "more", "reason": "renonce"}
    assert client.post(f"{sheet}/penalties", data=form).status_code == 303
    assert totals(sheet) == [0, 162]
    assert client.post(f"{sheet}/penalties", data=form | {"player": "2"}).status_code == 422


def test_every_game_has_rules_to_choose():
    assert {game.name for game, _ in PRESETS.values()} == set(GAMES)
