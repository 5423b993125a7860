import io
import random
import re
import stat
import threading

import pytest
from conftest import GARDE

from app import create_app


def warnings(page):
    return re.findall(r'class="(?:error|warning)"[^>]*>(.*?)</p>', page.text)


def test_a_hand_posted_is_on_the_sheet(sheet, post_hand, totals):
    assert post_hand(sheet).status_code == 303
    assert totals(sheet) == [198, -66, -66, -66]


def test_the_same_form_sent_twice_is_one_hand(sheet, post_hand, totals):
    for _ in range(3):
        post_hand(sheet, key="0" * 32)
    assert totals(sheet) == [198, -66, -66, -66]


def test_the_defences_points_say_the_attacks(sheet, post_hand, totals):
    post_hand(sheet, points="", points_defence="42")
    assert totals(sheet) == [198, -66, -66, -66]


@pytest.mark.parametrize("typed", ["40,5", "40.5", "40½", " 40,5 "])
def test_half_points_are_typed_in_any_hand(open_sheet, post_hand, totals, typed):
    sheet = open_sheet(3)
    post_hand(sheet, points=typed)
    assert totals(sheet) == [-104, 52, 52]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"taker": ""}, "choisissez une réponse"),
        ({"taker": "9"}, "choisissez une réponse"),
        ({"taker": "٣"}, "choisissez une réponse"),
        ({"contract": "prise"}, "choisissez une réponse"),
        ({"bouts": ""}, "choisissez une réponse"),
        ({"points": ""}, "un nombre de 0 à 91, par demi-points"),
        ({"points": "92"}, "un nombre de 0 à 91, par demi-points"),
        ({"points": "-1"}, "un nombre de 0 à 91, par demi-points"),
        ({"points": "٤٩"}, "un nombre de 0 à 91, par demi-points"),
        ({"points": "9" * 5000}, "un nombre de 0 à 91, par demi-points"),
        ({"points": "", "points_defence": "92"}, "un nombre de 0 à 91, par demi-points"),
        ({"points_defence": "43"}, "91 − 49 = 42 pour la défense, et il est écrit 43"),
        ({"points_defence": "x"}, "91 − 49 = 42 pour la défense, et il est écrit x"),
        ({"poignees": "0-quadruple"}, "choix inconnu"),
        ({"sitting_out": ["0"]}, "Anne ne joue pas cette donne"),
        ({"sitting_out": ["1"], "poignees": "1-simple"}, "Bruno ne joue pas cette donne"),
    ],
)
def test_a_refused_hand_says_why_and_changes_nothing(sheet, post_hand, client, changes, says):
    answer = post_hand(sheet, **changes)
    assert answer.status_code == 422
    assert says in " ".join(warnings(answer)).replace("\N{NO-BREAK SPACE}", " ")
    assert 'id="row-' not in client.get(sheet).text


def test_a_refused_hand_keeps_what_was_typed(sheet, post_hand):
    page = post_hand(sheet, points="92").text
    assert 'value="garde" checked' in page
    assert 'name="points" value="92"' in page


def test_a_doubtful_hand_is_written_once_confirmed(sheet, post_hand, totals):
    first = post_hand(sheet, bouts="0", points="80", petit_au_bout="attack")
    assert (first.status_code, len(warnings(first))) == (422, 3)
    confirm = re.search(r'name="confirm" value="(.*?)"', first.text)[1]
    answer = post_hand(sheet, bouts="0", points="80", petit_au_bout="attack", confirm=confirm)
    assert answer.status_code == 303
    assert sum(totals(sheet)) == 0 != totals(sheet)[0]


def test_a_confirmation_holds_only_for_what_was_doubted(sheet, post_hand):
    answer = post_hand(sheet, bouts="0", points="80", petit_au_bout="attack", confirm="points")
    assert answer.status_code == 422
    confirm = re.search(r'name="confirm" value="(.*?)"', answer.text)[1]
    other = post_hand(sheet, bouts="0", points="90", petit_au_bout="attack", confirm=confirm)
    assert other.status_code == 422


def test_at_five_alone_is_said_out_loud(open_sheet, post_hand, totals):
    sheet = open_sheet(5)
    assert post_hand(sheet).status_code == 422
    post_hand(sheet, partner="none")
    post_hand(sheet, partner="1")
    assert totals(sheet) == [396, 0, -132, -132, -132]


def test_at_five_with_somebody_out_nobody_is_called(open_sheet, post_hand, totals):
    sheet = open_sheet(5)
    assert post_hand(sheet, sitting_out=["4"]).status_code == 303
    assert totals(sheet) == [198, -66, -66, -66, 0]


def test_at_four_with_five_players_the_dealer_is_out(open_sheet, post_hand, totals, client):
    sheet = open_sheet(5, active="4")
    assert "donneur, et mort" in client.get(sheet).text
    assert post_hand(sheet, taker="1").status_code == 422
    assert post_hand(sheet, taker="1", sitting_out=["0"]).status_code == 303
    assert totals(sheet) == [0, 198, -66, -66, -66]


def test_a_passed_deal_needs_no_answer(sheet, client, totals):
    client.post(f"{sheet}/hands", data={"passed": "1"})
    assert totals(sheet) == [0, 0, 0, 0]
    assert "Donne passée" in client.get(sheet).text


def test_miseres_are_asked_only_with_their_option(open_sheet, client, post_hand, totals):
    assert "Misères" not in client.get(open_sheet()).text
    sheet = open_sheet(option_misere="10")
    assert "Misères" in client.get(sheet).text
    post_hand(sheet, miseres="3-atout")
    assert totals(sheet) == [188, -76, -76, -36]


def test_a_correction_says_which_totals_moved(sheet, post_hand, client, totals):
    post_hand(sheet)
    answer = client.post(f"{sheet}/hands/2", data=GARDE | {"contract": "petite"})
    changed_totals = client.get(answer.location).text
    assert "Donne 1 corrigée" in changed_totals
    assert re.search(r"\+198.*?<b>\+99</b>", changed_totals, re.S)
    assert totals(sheet) == [99, -33, -33, -33]


def test_a_correction_that_changes_nothing_writes_nothing(sheet, post_hand, client):
    post_hand(sheet)
    client.post(f"{sheet}/hands/2", data=GARDE)
    assert "corrigée" not in client.get(f"{sheet}/journal").text


def test_the_form_of_a_correction_has_every_answer(open_sheet, post_hand, client):
    sheet = open_sheet(5, option_misere="20")
    sent = {
        "partner": "2",
        "petit_au_bout": "attack",
        "chelem": "announced_failed",
        "poignees": ["0-simple", "3-double"],
        "miseres": ["1-tete"],
        "points": "49½",
    }
    post_hand(sheet, **sent)
    page = client.get(f"{sheet}/hands/2/edit").text
    checked = set(re.findall(r'name="(\w+)" value="([\w-]+)" checked', page))
    assert checked == {
        ("taker", "0"),
        ("partner", "2"),
        ("contract", "garde"),
        ("bouts", "2"),
        ("petit_au_bout", "attack"),
        ("chelem", "announced_failed"),
        ("poignees", "0-simple"),
        ("poignees", "3-double"),
        ("miseres", "1-tete"),
    }
    assert 'name="points" value="49½"' in page
    assert 'name="points_defence" value="41½"' in page


def test_a_forgotten_hand_goes_where_it_was_played(sheet, post_hand, client):
    post_hand(sheet)
    assert client.get(f"{sheet}/hands/new?before=2").status_code == 200
    post_hand(sheet, before="2", contract="petite")
    numbers = re.findall(
        r'class="number">(\d)</span><span class="title">(.*?),', client.get(sheet).text
    )
    assert [(n, recorded.split()[-1]) for n, recorded in numbers] == [
        ("2", "Garde"),
        ("1", "Petite"),
    ]


def test_a_removed_hand_may_be_put_back(sheet, post_hand, client, totals):
    post_hand(sheet)
    client.post(f"{sheet}/journal/removals", data={"entry": "2"})
    assert "row hand" not in client.get(sheet).text
    assert "Remettre" in client.get(f"{sheet}/journal").text
    for _ in range(2):
        client.post(f"{sheet}/journal/restorations", data={"entry": "2"})
    assert totals(sheet) == [198, -66, -66, -66]


def test_a_penalty_is_shown_apart(sheet, post_hand, client, totals):
    post_hand(sheet)
    penalty = {"player": "1", "way": "less", "points": "100", "reason": "retard"}
    client.post(f"{sheet}/penalties", data=penalty)
    page = client.get(sheet).text
    assert totals(sheet) == [198, -166, -66, -66]
    assert "retard" in page and "hors donnes" in page and "−100" in page
    client.post(f"{sheet}/penalties/3", data=penalty | {"points": "200"})
    assert totals(sheet) == [198, -266, -66, -66]


@pytest.mark.parametrize("points", ["", "0", "-5", "1e3", "٣", "99999", "9" * 5000, "²"])
def test_a_penalty_without_points_is_refused(sheet, client, points):
    penalty = {"player": "1", "way": "less", "points": points}
    assert client.post(f"{sheet}/penalties", data=penalty).status_code == 422


def test_somebody_joins_and_the_totals_stay(sheet, post_hand, client, totals):
    post_hand(sheet)
    names = ["Anne", "Bruno", "Chloé", "David", "Eve"]
    table = {"name": names, "number": ["0", "1", "2", "3", ""], "dealer": "1", "active": "5"}
    client.post(f"{sheet}/table", data=table)
    post_hand(sheet, partner="4")
    assert totals(sheet) == [330, -132, -132, -132, 66]
    assert "arrive" in client.get(sheet).text


def test_somebody_leaves_and_the_totals_stay(sheet, post_hand, client, totals):
    post_hand(sheet)
    table = {"name": ["Anne", "Bruno", "Chloé"], "number": ["0", "1", "2"], "dealer": "1"}
    client.post(f"{sheet}/table", data=table)
    post_hand(sheet)
    assert totals(sheet) == [330, -132, -132, -66]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"name": ["Anne", "Bruno"]}, "il faut de 3 à 8 joueurs"),
        ({"name": ["Anne", "Anne", "Bruno"]}, "deux joueurs s"),
        ({"name": ["", "Anne", "Bruno", "Zoé"]}, "le donneur est une chaise vide"),
        ({"name": ["Anne", "Bruno", "Zoé"], "active": "4"}, "pour jouer à 4"),
    ],
)
def test_a_table_that_cannot_be_is_refused(client, changes, says):
    form = {"number": [""] * 4, "dealer": "0"} | changes
    answer = client.post("/sheets", data=form)
    assert answer.status_code == 422
    assert says in answer.text


def test_chairs_move_without_a_script(client):
    form = {"name": ["Anne", "Bruno", "Chloé"], "number": ["", "", ""], "dealer": "1"}
    page = client.post("/sheets", data=form | {"up": "2"}).text
    assert re.findall(r'name="name" value="(.*?)"', page) == ["Anne", "Chloé", "Bruno"]
    assert re.search(r'name="dealer" value="(\d)" checked', page)[1] == "2"


def test_a_device_remembers_its_sheets_and_their_players(sheet, client):
    assert sheet in client.get("/").text
    assert 'name="name" value="Chloé"' in client.get("/sheets/new").text
    client.post("/forgotten", data={"token": sheet.split("/")[-1]})
    assert sheet not in client.get("/").text


def test_another_device_knows_nothing(sheet, app):
    assert sheet not in app.test_client().get("/").text


def test_the_example_is_the_federations_sheet(client, totals):
    assert totals("/sheets/exemple") == [-446, -510, 1346, -390]
    assert client.post("/sheets/exemple/hands", data=GARDE).status_code == 404


def test_the_working_of_a_hand_quotes_its_articles(client):
    page = client.get("/sheets/exemple/hands/2").text
    assert "(25 + 8) × 2" in page
    assert "FFT 2012, p. 7" in page


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/sheets/unknown",
        "/sheets/" + "A" * 22,
        "/sheets/%00%ff",
        "/sheets/exemple/hands/99",
        "/sheets/exemple/hands/2/edit",
        "/sheets/exemple/table",
        "/instance/secret_key",
        "/.git/config",
        "/app.py",
    ],
)
def test_what_is_not_there_is_a_page_of_the_house(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert "La Marque" in answer.text


def test_a_reading_address_shows_and_changes_nothing(sheet, post_hand, app, totals):
    from scorekeeper.storage.sqlite import read_only_token

    post_hand(sheet)
    reader = app.test_client()
    address = "/sheets/" + read_only_token(sheet.split("/")[-1])
    page = reader.get(address)
    assert page.status_code == 200 and 'id="entry"' not in page.text
    for path in ("/hands", "/hands/2", "/journal/removals", "/penalties", "/table"):
        assert reader.post(address + path, data=GARDE).status_code == 404
    assert address not in reader.get("/").text


def test_every_answer_has_the_headers_of_the_house(client, sheet):
    for path in ("/", sheet, "/nothing", "/static/icon.svg"):
        headers = client.get(path, buffered=True).headers
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
    assert client.get(sheet).headers["Cache-Control"] == "no-store"


def test_the_cookie_fits_its_scheme(client):
    plain = client.post("/language", data={"language": "en"}).headers["Set-Cookie"]
    secure = client.post("/language", data={"language": "en"}, base_url="https://x.test/")
    assert plain.startswith("marque=") and "Secure" not in plain
    assert secure.headers["Set-Cookie"].startswith("__Host-marque=")
    assert "Secure" in secure.headers["Set-Cookie"]


def test_a_form_without_its_token_is_refused(instance):
    client = create_app({"INSTANCE": instance}).test_client()
    answer = client.post("/sheets", data={"name": ["A", "B", "C"]})
    assert answer.status_code == 400
    assert "La Marque" in answer.text


@pytest.mark.parametrize(
    "away", ["//evil.test/", "/\\evil.test", "https://evil.test/", "x\r\ny"]
)
def test_choosing_a_language_never_leads_away(client, away):
    answer = client.post("/language", data={"language": "en", "next": away})
    assert answer.location == "/"


def test_a_name_is_never_markup(open_sheet, post_hand, client):
    name = "<img src=x onerror=alert(1)>"
    sheet = open_sheet(4, name=[name, "'\"&", "🃏👑", "\u202eEve"])
    post_hand(sheet, poignees="0-simple")
    for path in ("", "/hands/2", "/journal", "/table", "/print", "/penalties/new"):
        page = client.get(sheet + path).text
        assert "<img src=x" not in page
        assert "&lt;img" in page


def test_the_installation_belongs_to_its_owner(client, instance):
    client.get("/")
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in instance.iterdir()}
    assert {"secret_key", "la_marque.sqlite3"} <= set(modes)
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE(instance.stat().st_mode) == 0o700


def test_the_key_outlives_the_program(client, instance):
    client.get("/")
    before = (instance / "secret_key").read_bytes()
    create_app({"INSTANCE": instance}).test_client().get("/")
    assert (instance / "secret_key").read_bytes() == before


def test_making_the_application_writes_nothing(instance):
    create_app({"INSTANCE": instance})
    assert not instance.exists()


def test_a_form_filled_before_the_table_changed_is_asked_again(
    sheet, post_hand, client, totals
):
    table = {"name": ["Anne", "Bruno", "Chloé"], "number": ["0", "1", "2"], "dealer": "1"}
    client.post(f"{sheet}/table", data=table | {"seating": "0"})
    assert post_hand(sheet, seating="0").status_code == 422
    assert client.post(f"{sheet}/table", data=table | {"seating": "0"}).status_code == 409
    assert post_hand(sheet, seating="2").status_code == 303
    assert totals(sheet) == [132, -66, -66, 0]


def test_the_same_form_of_the_table_sent_twice_is_one_change(sheet, client):
    names = ["Anne", "Bruno", "Chloé", "David", "Eve"]
    table = {"name": names, "number": ["0", "1", "2", "3", ""], "dealer": "1", "key": "a" * 32}
    first, second = (client.post(f"{sheet}/table", data=table) for _ in range(2))
    assert first.location == second.location


def test_the_same_form_of_a_sheet_sent_twice_is_one_sheet(open_sheet):
    assert open_sheet(key="b" * 32) == open_sheet(key="b" * 32) != open_sheet(key="c" * 32)


def test_a_form_that_was_used_is_not_used_for_another_hand(sheet, post_hand, totals):
    post_hand(sheet, key="d" * 32)
    assert post_hand(sheet, key="d" * 32, contract="petite").status_code == 422
    assert totals(sheet) == [198, -66, -66, -66]


@pytest.mark.parametrize(
    ("names", "numbers"),
    [
        (["X", "Y", "Bruno", "Chloé"], ["0", "0", "1", "2"]),
        (["Anne", "Bruno", "Chloé", "", "David"], ["0", "1", "2", "3", ""]),
        ([str(n) for n in range(9)], ["0", "1", "2", "3", "", "", "", "", ""]),
    ],
)
def test_no_table_gives_a_column_twice_or_a_ninth_one(sheet, client, names, numbers):
    client.post(f"{sheet}/table", data={"name": names, "number": numbers, "dealer": "0"})
    recorded = re.findall(r'scope="col"><bdi>(.*?)</bdi>', client.get(f"{sheet}/print").text)
    assert len(recorded) == len(set(recorded)) <= 8


@pytest.mark.parametrize(
    "changes",
    [
        {"sitting_out": ["1", "2"]},
        {"sitting_out": ["0"]},
        {"points": "x"},
        {"taker": "9"},
        {"poignees": "nope"},
    ],
)
def test_a_hand_that_cannot_be_has_no_price(sheet, client, changes):
    answer = client.post(f"{sheet}/hands/preview", data=GARDE | changes)
    assert answer.status_code == 200
    assert "verdict" not in answer.text


def test_a_penalty_of_early_on_stays_with_the_players_of_then(sheet, client):
    client.post(f"{sheet}/penalties", data={"player": "1", "way": "less", "points": "100"})
    names = ["Anne", "Bruno", "Chloé", "David", "Eve"]
    table = {"name": names, "number": ["0", "1", "2", "3", ""], "dealer": "1"}
    client.post(f"{sheet}/table", data=table)
    late = {"player": "4", "way": "less", "points": "100"}
    assert client.post(f"{sheet}/penalties/2", data=late).status_code == 422
    assert client.post(f"{sheet}/penalties", data=late).status_code == 303


@pytest.mark.parametrize("body", [{"points": 49}, [1, 2], "x", None])
def test_what_is_not_a_form_is_no_hand(sheet, client, body):
    for path in ("/hands", "/penalties", "/table"):
        assert client.post(sheet + path, json=body).status_code == 422


def test_a_file_is_no_answer(sheet, post_hand):
    assert post_hand(sheet, points=(io.BytesIO(b"49"), "points.txt")).status_code == 422


def test_two_phones_at_once_leave_a_sheet_that_can_be_read(open_sheet, app):
    names = ["Anne", "Bruno", "Chloé", "David"]
    table = {
        "name": [*names, "Eve", "Fred"],
        "number": ["0", "1", "2", "3", "", ""],
        "dealer": "1",
    }
    posts = [("/table", table), ("/hands", GARDE), ("/hands", GARDE), ("/table", table)]

    def send(sheet, path, form):
        app.test_client().post(sheet + path, data=form)

    for _ in range(8):
        sheet = open_sheet()
        phones = [threading.Thread(target=send, args=(sheet, *post)) for post in posts]
        for phone in phones:
            phone.start()
        for phone in phones:
            phone.join()
        assert app.test_client().get(sheet).status_code == 200


def test_a_language_chosen_on_a_refused_form_leads_to_a_page(sheet, post_hand, client):
    page = post_hand(sheet, taker="").text
    path = re.search(r'name="next" value="(.*?)"', page)[1]
    assert client.get(path).status_code == 200


@pytest.mark.parametrize("name", ["\0 \0", "\u200b", " \n ", "\u200d", "\u3164", "\ufe0f"])
def test_a_name_that_cannot_be_seen_is_no_name(client, name):
    form = {"name": ["Anne", "Bruno", name], "number": [""] * 3, "dealer": "0"}
    assert client.post("/sheets", data=form).status_code == 422


ODD = [
    "",
    "0",
    "1",
    "-1",
    "4",
    "99",
    "9" * 4301,
    "1e9",
    "٣",
    "½",
    "\0",
    "\ud7ff",
    "🃏",
    "<b>",
    "none",
]
ODD += ["0-simple", "garde", "attack", "49", "40,5", "91", "x" * 60_000, "2", "3", "a" * 32]
NAMES = ["taker", "partner", "contract", "bouts", "points", "points_defence", "petit_au_bout"]
NAMES += ["poignees", "chelem", "sitting_out", "miseres", "passed", "before", "entry", "key"]
NAMES += [
    "confirm",
    "seating",
    "name",
    "number",
    "dealer",
    "active",
    "up",
    "out",
    "back",
    "more",
]
NAMES += ["known", "player", "way", "reason", "token", "language", "next", "title", "date"]
PATHS = [
    "/hands",
    "/hands/2",
    "/hands/preview",
    "/hands/3",
    "/penalties",
    "/penalties/3",
    "/table",
]
PATHS += ["/journal/removals", "/journal/restorations"]


def test_no_nonsense_makes_the_program_stumble(open_sheet, post_hand, client):
    chance = random.Random(20261120)
    sheet = open_sheet(5, option_misere="10")
    post_hand(sheet, partner="none")
    client.post(f"{sheet}/penalties", data={"player": "1", "way": "less", "points": "100"})
    for _ in range(1500):
        path = chance.choice(
            [sheet + path for path in PATHS] + ["/sheets", "/language", "/forgotten"]
        )
        form = {
            name: chance.choices(ODD, k=chance.choice([1, 1, 1, 3]))
            for name in chance.sample(NAMES, 9)
        }
        if chance.random() < 0.5:
            form |= {"taker": "0", "contract": "garde", "bouts": "2", "points": "49"}
        answer = client.post(path, data=form)
        assert answer.status_code in (200, 303, 400, 404, 409, 413, 422), (path, form)
    for path in ("", "/journal", "/print", "/table", "/hands/2/edit"):
        assert client.get(sheet + path).status_code in (200, 404)
    assert client.get("/").status_code == 200


def test_a_form_shown_before_another_hand_does_not_keep_its_mort(
    open_sheet, post_hand, client
):
    sheet = open_sheet(5, active="4")
    seating_version = re.search(r'name="seating" value="(.*?)"', client.get(sheet).text)[1]
    first = post_hand(sheet, taker="2", sitting_out=["0"], seating=seating_version)
    second = post_hand(sheet, taker="3", sitting_out=["0"], seating=seating_version)
    assert (first.status_code, second.status_code) == (303, 422)
    assert 'name="sitting_out" value="1" checked' in second.text


def test_two_phones_with_no_mort_write_two_hands(sheet, post_hand, client, totals):
    seating_version = re.search(r'name="seating" value="(.*?)"', client.get(sheet).text)[1]
    for taker in "01":
        post_hand(sheet, taker=taker, seating=seating_version)
    assert totals(sheet) == [132, 132, -132, -132]


def test_a_table_form_shown_before_a_hand_does_not_turn_the_deal_back(
    sheet, post_hand, client
):
    page = client.get(f"{sheet}/table").text
    form = dict(re.findall(r'name="(seating|deals)" value="(.*?)"', page))
    post_hand(sheet)
    table = {"name": ["Anne", "Bruno", "Chloé", "Zoé"], "number": ["0", "1", "2", "3"]}
    assert (
        client.post(f"{sheet}/table", data=table | form | {"dealer": "0"}).status_code == 409
    )


def test_a_new_name_leaves_the_deal_to_the_hands(sheet, post_hand, client):
    post_hand(sheet)
    post_hand(sheet, taker="1")
    table = {"name": ["Anne", "Bob", "Chloé", "David"], "number": ["0", "1", "2", "3"]}
    client.post(f"{sheet}/table", data=table | {"dealer": "2"})
    client.post(f"{sheet}/journal/removals", data={"entry": "3"})
    assert re.search(r"donneur.*?<bdi>(.*?)</bdi>", client.get(sheet).text, re.S)[1] == "Bob"


def test_everybody_plays_also_when_one_more_comes(sheet, post_hand, client, totals):
    assert re.search(r'name="active" value="" checked', client.get(f"{sheet}/table").text)
    names = ["Anne", "Bruno", "Chloé", "David", "Eve"]
    table = {"name": names, "number": ["0", "1", "2", "3", ""], "dealer": "0", "active": ""}
    client.post(f"{sheet}/table", data=table)
    assert post_hand(sheet, partner="4").status_code == 303


def test_the_form_of_a_correction_says_who_sat_out(open_sheet, post_hand, client):
    sheet = open_sheet(5, active="4")
    post_hand(sheet, taker="1", sitting_out=["0"])
    recorded = client.get(f"{sheet}/hands/2/edit").text
    assert re.search(r"donneur, et mort.*?<bdi>Anne</bdi>", recorded, re.S)
