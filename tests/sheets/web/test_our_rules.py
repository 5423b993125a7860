"""The rules of a table on its pages: chosen, typed, named, shown, printed, offered again."""

import re

import pytest
from conftest import CAST, GARDE

from scorekeeper.games import GAMES, PRESETS
from scorekeeper.sheets.web.access import repository

NAMES = {"name": list(CAST[:4]), "number": [""] * 4, "dealer": "0"}
TARGETS = ("-5", "1e3", "999999999", "100001", "1.5", "abc", "²")
"""What no game is played to."""


def text(client, address):
    return client.get(address).text.replace("’", "'").replace("\xa0", " ")


TIMES, FLAT = "(25 + points de gain) × contrat", "contrat + points de gain, sans multiplier"
MULTIPLIED, IN_POINTS = "0", "4"
"""Codes of contracts in the form: the FFT's multipliers, and the first in points."""


@pytest.mark.parametrize(
    ("shown", "posted", "formula", "garde"),
    [
        ((MULTIPLIED, "times"), (IN_POINTS, "times"), FLAT, 40),
        ((MULTIPLIED, "times"), (MULTIPLIED, "flat"), FLAT, 40),
        ((IN_POINTS, "flat"), (MULTIPLIED, "flat"), TIMES, 2),
        ((IN_POINTS, "flat"), ("2", "flat"), TIMES, 2),
        ((IN_POINTS, "flat"), (IN_POINTS, "times"), TIMES, 2),
        ((IN_POINTS, "flat"), (IN_POINTS, "flat"), FLAT, 40),
    ],
)
def test_contracts_and_formula_choose_each_other(
    shown, posted, formula, garde, open_sheet, client
):
    sheet = open_sheet(
        shown_contracts=shown[0], option_contracts=posted[0], option_formula=posted[1]
    )
    options = client.get(f"{sheet}/night.json").json["options"]
    assert options.get("formula", "times") == ("flat" if formula is FLAT else "times")
    assert options.get("contracts", {"garde": garde})["garde"] == garde
    client.post(f"{sheet}/hands", data=GARDE | {"confirm": ""})
    assert (f"({garde} + 8)" in text(client, f"{sheet}/hands/2")) == (formula is FLAT)


def test_points_typed_over_the_usual_contracts_choose_the_formula(open_sheet, client):
    typed = {"petite": 20, "garde": 40, "garde_sans": 80, "garde_contre": 160}
    fields = {f"option_contracts_{code}": str(number) for code, number in typed.items()}
    document = client.get(f"{open_sheet(**fields)}/night.json").json
    assert document["options"]["formula"] == "flat"


@pytest.fixture
def trapped(app, client):
    """A sheet of an earlier version, whose contracts in points multiply; its address."""
    body = {
        **{"game": "tarot", "title": "", "date": "", "names": list(CAST[:4])},
        **{"seats": [0, 1, 2, 3], "active": 4, "dealer": 0},
        "options": {"formula": "times", "contracts": {"petite": 20, "garde": 40}},
    }
    body["options"]["contracts"] |= {"garde_sans": 80, "garde_contre": 160}
    with app.test_request_context():
        token = repository().journal.open_stream([("opened", body)], "t" * 22)
    client.post(f"/sheets/{token}/hands", data=GARDE | {"confirm": ""})
    return f"/sheets/{token}"


def test_an_older_sheet_with_both_is_told_once_and_opens_none_like_it(trapped, client):
    page = text(client, trapped)
    assert page.count("ses règles se contredisent") == 1
    assert "+3\u202f960" in page
    client.get(trapped)
    offered = text(client, "/sheets/new")
    assert re.search('name="option_formula" value="(.*?)"[^>]* checked', offered)[1] == "flat"


@pytest.mark.parametrize(
    ("field", "typed", "says"),
    [
        *(("poignee_double", typed, "on attend") for typed in ("-5", "2001", "abc")),
        ("contracts_garde", "0,5", "on attend"),
        ("chelem_made", "1e3", "on attend"),
        ("deals_other", "101", "on attend"),
        ("petit_chelem_made", "150", "on attend"),
        *(
            ("target_other", typed, "un nombre entier de 0 à 100\u202f000")
            for typed in TARGETS
        ),
    ],
)
def test_an_impossible_number_is_refused_at_its_option(client, field, typed, says):
    rules = "belote-ffb" if field == "target_other" else "tarot-fft"
    refused = client.post("/sheets", data={"rules": rules, **NAMES, f"option_{field}": typed})
    assert refused.status_code == 422
    assert says in refused.text and refused.text.count('class="error"') == 1


def test_named_rules_are_shown_printed_and_offered_next_time(open_sheet, client):
    sheet = open_sheet(option_rules_name="Chez <Mamie>", option_misere="10")
    for address in (sheet, sheet + "/print"):
        assert "Chez &lt;Mamie&gt; (Tarot)" in text(client, address)
    page = client.get("/sheets/new").text
    assert re.search(
        r'id="choose-own-0"[^>]*class="card chosen".*?>Chez &lt;Mamie&gt;<', page, re.S
    )
    other = client.post("/sheets", data={"choose": "belote-ffb", "rules": "tarot-fft"}).text
    assert 'class="card chosen"' in other and 'value="Chez &lt;Mamie&gt;"' not in other
    again = client.post("/sheets", data={"choose": "own-0", "rules": "belote-ffb"}).text
    assert 'name="rules" value="tarot-fft"' in again
    assert 'name="option_rules_name" value="Chez &lt;Mamie&gt;"' in again
    assert re.search(r'name="option_misere" value="10" checked', again)


def test_rules_of_one_name_are_offered_once_as_they_were_last(open_sheet, client):
    open_sheet(option_rules_name="Chez Mamie", option_misere="10")
    open_sheet(option_rules_name="Chez Mamie", option_misere="20")
    page = client.get("/sheets/new").text
    assert page.count('id="choose-own-') == 1
    assert re.search(r'name="option_misere" value="20" checked', page)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Chez Mamie\N{NO-BREAK SPACE}!", "Chez Mamie !"),
        ("👨‍👩‍👧 Mamie", "👨‍👩‍👧 Mamie"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}abc\t", "abc"),
    ],
)
def test_the_name_of_the_rules_is_kept_as_phones_type_it(open_sheet, client, typed, kept):
    sheet = open_sheet(option_rules_name=typed)
    assert client.get(f"{sheet}/night.json").json["options"]["rules_name"] == kept


def test_the_deals_of_a_game_are_counted_on_its_page(open_sheet, post_hand, client):
    sheet = open_sheet(option_deals="0", option_deals_other="2")
    assert "Donne 1 sur 2" in text(client, sheet)
    client.post(f"{sheet}/hands", data={"passed": "sure"})
    post_hand(sheet)
    assert "Donne 2 sur 2" in text(client, sheet)
    post_hand(sheet)
    page = text(client, sheet)
    assert "Partie de 2 donnes, gagnée par" in page and "Revanche" in page
    assert client.post(f"{sheet}/hands", data=GARDE).status_code == 409


def test_a_petit_sec_on_a_filled_form_is_asked_about_first(sheet, client, totals):
    asked = client.post(f"{sheet}/hands", data=GARDE | {"passed": "petit_sec"})
    assert asked.status_code == 422 and "l&#39;annuler quand même" in asked.text.replace(
        "’", "&#39;"
    )
    sure = re.search(r'value="(petit_sec sure)"', asked.text)[1]
    assert client.post(f"{sheet}/hands", data=GARDE | {"passed": sure}).status_code == 303
    assert "Petit sec : donne annulée" in text(client, sheet)


@pytest.mark.parametrize("rules", ["libre", "tarot-duplicate"])
def test_nobody_passes_where_nobody_takes(rules, open_preset, client):
    sheet = open_preset(rules)
    assert client.post(f"{sheet}/hands", data={"passed": "sure"}).status_code == 422


@pytest.mark.parametrize(
    ("rules", "standard", "after"),
    [
        ("tarot-fft", "0", [0, -100, 0, 0]),
        ("tarot-fft", "1", [10, -30, 10, 10]),
        ("tarot-mouche", "0", [10, -30, 10, 10]),
        ("belote-ffb", "0", [162, 0]),
        ("coinche-ffb", "0", [160, 0]),
        ("contree-faits", "0", [160, 0]),
        ("coinche-ffb", "1", [0, 0]),
    ],
)
def test_a_penalty_of_the_rules_is_one_tap(
    rules, standard, after, open_preset, client, totals
):
    sheet = open_preset(rules)
    penalty = GAMES_PENALTIES[rules][int(standard)]
    page = text(client, f"{sheet}/penalties/new")
    assert str(penalty.label) in page
    form = {"player": "1", "standard": standard, "points": "", "way": "less", "to": "nobody"}
    assert client.post(f"{sheet}/penalties", data=form).status_code == 303
    assert totals(sheet) == after
    assert str(penalty.label) in text(client, sheet + "/print")


FORGOTTEN = {"standard": "1", "points": "", "way": "less", "to": "nobody"}


@pytest.fixture
def forget(open_preset, client):
    """Post a forgotten rebelote of a team to one sheet of coinche."""
    sheet = open_preset("coinche-ffb")

    def post(team="0", path="penalties", **changes):
        return client.post(f"{sheet}/{path}", data=FORGOTTEN | {"player": team} | changes)

    return post


@pytest.mark.parametrize("language", ["fr", "en"])
def test_second_forgotten_rebelote_of_a_team_is_refused(language, forget, client):
    forget()
    client.post("/language", data={"language": language})
    answer = forget()
    assert answer.status_code == 422
    assert {"fr": "sa belote ne compte pas", "en": "does not count"}[language] in answer.text


def test_refused_rebelote_is_not_recorded_by_the_button_below_it(forget):
    forget()
    reason = "Rebelote oubliée, tolérée une fois"
    assert forget(points="0", reason=reason, standard="").status_code == 422


def test_second_forgotten_rebelote_is_refused_as_a_correction(forget):
    assert [forget(team).status_code for team in "01"] == [303, 303]
    assert forget(path="penalties/3").status_code == 422
    assert forget(path="penalties/2").status_code == 303


def test_forgotten_rebelote_sent_twice_is_recorded_once(forget):
    assert [forget(key="a" * 32).status_code for _ in range(2)] == [303, 303]


def test_rebelote_taken_off_the_sheet_is_not_counted(forget):
    forget()
    forget(path="journal/removals", entry="2", seen="2")
    assert forget().status_code == 303


GAMES_PENALTIES = {
    preset.name: game.penalties for game in GAMES.values() for preset in game.presets
}


@pytest.mark.parametrize("standard", ["7", "-1", "x", "²"])
def test_a_penalty_that_the_rules_do_not_have_is_refused(sheet, client, standard):
    form = {"player": "1", "standard": standard, "points": "", "way": "less"}
    assert client.post(f"{sheet}/penalties", data=form).status_code == 422


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_page_lists_every_option_with_its_source(name, client):
    page = text(client, f"/games/{name}")
    for option in GAMES[name].chosen_options:
        assert str(option.label) in page and str(option.source) in page


@pytest.mark.parametrize("path", ["", "/penalties/new"])
def test_the_first_button_of_a_form_which_enter_presses_records_what_is_typed(
    path, sheet, client
):
    page = client.get(sheet + path).text
    form = page[page.index("data-outbox=") :]
    first = re.search(r"<button(?![^>]*type=.button)[^>]*>", form)[0]
    assert "name=" not in first


def test_the_rules_of_a_sheet_are_its_own(open_sheet, client):
    sheet = open_sheet(option_poignee="2", option_contracts_pousse="3")
    assert f'{sheet.split("/", 3)[-1]}/rules"' in client.get(sheet).text
    page = text(client, f"{sheet}/rules")
    links = re.findall('href="#(.+?)"', page)
    assert links == re.findall(r'<(?:table class="tables"|h2) id="(.+?)"', page)
    differs, _, rest = page.partition('<h2 id="choices">')
    assert "<b>10 / 20 / 40</b>" in differs and "20 / 30 / 40" in differs
    assert "<td>× 3</td>" in differs and "Points de gain ou de perte comptés" in rest
    caption = differs[differs.index("Poignées, jamais multipliées") :]
    assert caption.index("règle de la table") < caption.index("</caption>")


@pytest.mark.parametrize("rules", sorted(PRESETS))
def test_a_sheet_as_the_book_has_it_differs_in_nothing_else(rules, open_preset, client):
    game, preset = PRESETS[rules]
    page = text(client, open_preset(rules, game.seats[0]) + "/rules")
    house = game.house_options(game.read_options(preset.options))
    assert ("Ce qui diffère de la règle" in page) is bool(house)
    for option, value in house:
        assert f"<b>{option.label_of(value)}</b>" in page


def test_the_rules_of_a_sheet_score_an_example_by_them(open_sheet, client):
    page = text(client, open_sheet(option_poignee="2") + "/rules")
    example = page[page.index('id="example"') : page.index("</section>")]
    assert "+288" in example and "+318" in text(client, "/games/tarot")
