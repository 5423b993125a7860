import re

import pytest
from conftest import CAST, GARDE

from scorekeeper.games import GAMES, PRESETS
from scorekeeper.rules.option import DEALS, TARGET, TextOption


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"name": ["Anne", "Bruno"]}, "il faut de 3 à 8 joueurs"),
        ({"name": ["Anne", "Anne", "Bruno"]}, "deux joueurs s"),
        ({"name": ["René", "Rene\u0301", "Bruno"]}, "deux joueurs s"),
        ({"name": ["Anne", "ANNE", "Bruno"]}, "deux joueurs s"),
        ({"name": ["", "Anne", "Bruno", "Zoé"]}, "le donneur est une chaise vide"),
        ({"name": ["Anne", "Bruno", "Zoé"], "active": "4"}, "pour jouer à 4"),
    ],
)
def test_an_impossible_table_is_refused(client, changes, error):
    form = {"number": [""] * 4, "dealer": "0"} | changes
    answer = client.post("/sheets", data=form)
    assert answer.status_code == 422
    assert error in answer.text


@pytest.mark.parametrize("rules", ["tarot-fft", "belote-ffb", "tarot-deux"])
def test_without_names_the_usual_table_is_opened_and_named_later(rules, client):
    blank = re.findall(r'name="name" value=""', client.get(f"/sheets/new?rules={rules}").text)
    form = {"rules": rules, "name": [""] * len(blank), "number": [""] * len(blank)}
    opened = client.post("/sheets", data=form | {"dealer": "0"})
    assert opened.status_code == 303
    table = client.get(f"{opened.location}/table").text
    named = re.findall(r'name="name" value="(.*?)"', table)
    assert named == [f"Joueur {n + 1}" for n in range(len(blank))]
    seats = {"name": ["Anne", *named[1:]], "number": [str(n) for n in range(len(named))]}
    client.post(f"{opened.location}/table", data=seats | {"dealer": "0"})
    page = client.get("/sheets/new").text
    assert "Anne" in client.get(opened.location).text
    assert re.findall(r'name="known" value="(.*?)"', page) == ["Anne"]
    client.post("/language", data={"language": "en"})
    page = client.get("/sheets/new").text
    assert re.findall(r'name="known" value="(.*?)"', page) == ["Anne"]


@pytest.mark.parametrize("name", ["\0 \0", "\u200b", " \n ", "\u200d", "\u3164", "\ufe0f"])
def test_an_invisible_name_is_no_name(client, name):
    form = {"name": ["Anne", "Bruno", name], "number": [""] * 3, "dealer": "0"}
    assert client.post("/sheets", data=form).status_code == 422


def test_the_same_form_posted_twice_opens_one_sheet(open_sheet):
    assert open_sheet(key="b" * 32) == open_sheet(key="b" * 32) != open_sheet(key="c" * 32)


def test_a_name_is_never_markup(open_sheet, post_hand, client):
    name = "<img src=x onerror=alert(1)>"
    sheet = open_sheet(4, name=[name, "'\"&", "🃏👑", "\u202eEve"])
    post_hand(sheet, poignees="0-simple")
    for path in ("", "/hands/2", "/journal", "/table", "/print", "/penalties/new"):
        page = client.get(sheet + path).text
        assert "<img src=x" not in page
        assert "&lt;img" in page


PLAYERS_RULES = [name for name, (game, _) in PRESETS.items() if not game.board]


@pytest.mark.parametrize("rules", PLAYERS_RULES)
def test_choosing_rules_keeps_the_names_and_shows_the_options(rules, client):
    form = {"choose": rules, "rules": "tarot-fft", "name": ["Zoé", "", "", ""]}
    page = client.post("/sheets", data=form).text
    assert f'name="rules" value="{rules}"' in page and 'value="Zoé"' in page
    for name in PRESETS[rules][0].options:
        assert f'name="option_{name}"' in page


@pytest.mark.parametrize("rules", PRESETS)
def test_a_sheet_names_its_rules_and_prints_every_option_that_applies(
    rules, open_preset, client
):
    game, preset = PRESETS[rules]
    sheet = open_preset(rules, game.seats[0])
    assert str(preset.title) in client.get(sheet).text.replace("’", "'")
    page = client.get(f"{sheet}/print").text
    options = game.read_options(preset.options)
    text = page.replace("’", "'").replace("\xa0", " ")
    lengths = [game.options[DEALS], *(game.options[n] for n in (TARGET,) if n in game.options)]
    for name, option in game.options.items():
        if isinstance(option, TextOption) or (option in lengths and not options[name]):
            continue
        listed = f"{option.label} – {option.label_of(options[name])}"
        assert (listed in text) is option.applies(options, game.seats[0])


def test_the_next_sheet_is_offered_by_the_same_rules(open_preset, client):
    open_preset("contree-faits", option_target_other="1234", option_target="")
    page = client.get("/sheets/new").text
    assert 'name="rules" value="contree-faits"' in page
    assert 'name="option_target_other" value="1234"' in page


@pytest.mark.parametrize(
    ("rules", "players", "says"),
    [
        ("tarot-fft", 2, "à 2, prenez la variante « Tarot à deux »"),
        ("belote-ffb", 3, "à 3, prenez la variante « Belote à trois"),
    ],
)
def test_the_variant_for_so_many_players_is_named(rules, players, says, client):
    form = {
        "rules": rules,
        "name": list(CAST[:players]),
        "number": [""] * players,
        "dealer": "0",
    }
    page = client.post("/sheets", data=form).text.replace("\xa0", " ")
    assert says in page and '<details class="fold variants" open>' in page


def test_every_game_has_a_preset():
    assert {game.name for game, _ in PRESETS.values()} == set(GAMES)


def cards_of(page):
    """The codes of the cards on the page of a new sheet, and of those that are chosen."""
    found = re.findall(r'id="choose-([\w-]+)"[^>]*class="card( chosen)?"', page)
    return [code for code, _ in found], [code for code, chosen in found if chosen]


def test_a_new_sheet_offers_a_card_for_each_family_of_games(client):
    """Each says for how many its games are."""
    page = client.get("/sheets/new").text
    codes, chosen = cards_of(page)
    assert dict(zip(codes, re.findall(r"<small>(.*?)</small>", page), strict=True)) == {
        "tarot-fft": "2 à 8 joueurs",
        "belote-ffb": "2 à 4 joueurs",
        "coinche-ffb": "4 joueurs",
        "contree-faits-annonces": "4 joueurs",
        "libre": "2 à 8 joueurs",
    }
    assert chosen == ["tarot-fft"]


@pytest.mark.parametrize("rules", PRESETS)
def test_all_rules_are_a_card_or_a_variant_behind_the_card_that_is_chosen(rules, client):
    page = client.post("/sheets", data={"choose": rules}).text
    _, [card] = cards_of(page)
    shown = re.search(r'<details class="fold variants" open>(.*?)</details>', page, re.S)
    variants = re.findall(r'value="([\w-]+)"', shown[1]) if shown else []
    assert rules in (card, *variants)
    assert (
        not shown or f'value="{rules}" data-hx-post="/sheets" class="variant chosen"' in page
    )


def test_a_large_table_is_asked_how_many_play_and_a_usual_one_is_not(client):
    asked = r'<details class="fold"( open)?>\s*<summary><b>Combien jouent'
    form = {"name": list(CAST[:4]), "number": [""] * 4, "dealer": "0"}
    assert re.search(asked, client.get("/sheets/new").text)[1] is None
    assert re.search(asked, client.post("/sheets", data=form | {"more": "1"}).text)[1]


@pytest.mark.parametrize("path", ["", "/table"])
def test_the_box_of_a_new_seat_has_the_focus_and_its_number(path, open_sheet, client):
    address = open_sheet() + path if path else "/sheets"
    form = {"name": list(CAST[:4]), "number": [*"0123"], "dealer": "0", "more": "1"}
    first = client.post(address, data=form).text
    form |= {"name": [*CAST[:4], ""], "number": [*"0123", ""]}
    second = client.post(address, data=form).text
    for page, seats in ((first, 5), (second, 6)):
        labels = re.findall(r'aria-label="Joueur (\d)"', page)
        assert labels == [str(n + 1) for n in range(seats)]
        focused = re.findall(r'<input [^>]*name="name"[^>]* autofocus [^>]*>', page)
        assert [re.search(r'aria-label="(.*?)"', one)[1] for one in focused] == [
            f"Joueur {seats}"
        ]


def test_a_game_chosen_for_too_many_players_says_so_and_drops_nobody(client):
    form = {"name": list(CAST), "number": [""] * 5, "dealer": "0", "choose": "belote-ffb"}
    answer = client.post("/sheets", data=form)
    assert answer.status_code == 200 and "il faut 4 joueurs" in answer.text
    assert re.findall(r'name="name" value="(.*?)"', answer.text) == list(CAST)
    form |= {"name": [*CAST[:4], ""]}
    assert "il faut 4 joueurs" not in client.post("/sheets", data=form).text


def seats_on(page):
    """The names in the boxes of a form, and the names that a tap brings back."""
    brought_back = re.search(r'name="again".*?<bdi>(.*?)</bdi>', page)
    boxes = re.findall(r'name="name" value="([^"]*)"', page)
    return boxes, brought_back and brought_back[1]


def test_the_last_players_come_back_only_by_a_tap(open_sheet, client):
    open_sheet(5)
    assert seats_on(client.get("/sheets/new").text) == ([""] * 4, ", ".join(CAST))
    page = client.post("/sheets", data={"again": "1", "name": [""] * 4}).text
    assert seats_on(page) == (list(CAST), None)


def test_the_last_players_are_not_offered_beside_names_that_were_typed(open_sheet, client):
    open_sheet()
    form = {"name": ["Zoé", "", "", ""], "number": [""] * 4, "more": "1"}
    assert seats_on(client.post("/sheets", data=form).text) == (["Zoé", *[""] * 4], None)


@pytest.mark.parametrize("rules", ["belote-ffb", "tarot-duplicate"])
def test_players_that_a_game_does_not_seat_are_not_offered(rules, open_sheet, client):
    open_sheet(5)
    assert seats_on(client.get(f"/sheets/new?rules={rules}").text)[1] is None


def test_a_sheet_that_was_only_looked_at_lends_no_names_and_no_rules(open_preset, app):
    address = open_preset("belote-ffb")
    phone = app.test_client()
    phone.get(address)
    page = phone.get("/sheets/new").text
    assert "Anne" not in page and 'name="rules" value="tarot-fft"' in page


def test_a_preview_is_no_writing(sheet, app):
    phone = app.test_client()
    phone.post(f"{sheet}/hands/preview", data=GARDE | {"points": "50"})
    assert seats_on(phone.get("/sheets/new").text)[1] is None


def test_a_phone_that_recorded_a_hand_is_offered_its_players(sheet, app, client):
    phone = app.test_client()
    phone.post(f"{sheet}/hands", data=GARDE | {"points": "50"})
    assert seats_on(phone.get("/sheets/new").text)[1] == "Anne, Bruno, Chloé, David"
