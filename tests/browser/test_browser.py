import json
import re
import shutil
import subprocess

import pytest
from phone import CAST, FOUR, SHOTS, Taps, enter, go, open_sheet, save, shot, tap, totals

pytestmark = pytest.mark.browser

LONG = pytest.mark.long
WIDE = pytest.param(1280, "light", "fr-FR", marks=LONG)


@pytest.mark.parametrize(
    ("rules", "players", "answers", "points", "most"),
    [
        ("tarot-fft", 4, {"taker": 1, "contract": "garde", "bouts": 2}, "49", 6),
        ("tarot-fft", 5, {"taker": 1, "partner": 2, "contract": "garde", "bouts": 2}, "49", 7),
        ("coinche-ffb", 4, {"taker": 1, "contract": 100, "suit": "hearts"}, "110", 7),
        ("belote-ffb", 4, {"taker": 1, "suit": "hearts"}, "91", 5),
    ],
)
def test_a_plain_hand_takes_few_taps_and_no_scrolling(
    phone, rules, players, answers, points, most
):
    page = phone(has_touch=True, is_mobile=True)
    open_sheet(page, *CAST[:players], rules=rules)
    taps = Taps(page)
    for question, code in answers.items():
        taps.answer(question, code)
    taps.key(points)
    taps.save()
    print(f"{rules}, {players} players: {taps.count} taps")
    assert taps.count <= most and not taps.small
    assert page.evaluate("scrollY") == 0
    assert any(totals(page))


def test_the_phones_own_keyboard_stays_away(phone):
    page = phone(has_touch=True, is_mobile=True)
    open_sheet(page, *FOUR)
    modes = page.locator("[data-keyed]").evaluate_all("all => all.map(one => one.inputMode)")
    assert modes == ["none", "none"]


def test_a_hand_is_entered_with_the_keyboard_alone(phone):
    page = phone(width=1280)
    open_sheet(page, *FOUR)
    page.locator("[name=taker]").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Tab")
    page.keyboard.type("49")
    page.keyboard.press("Enter")
    page.wait_for_selector("#told")
    assert totals(page) == [-66, 198, -66, -66]


def test_the_names_stay_in_view_at_twice_the_size(phone):
    page = phone(width=360)
    open_sheet(page, *CAST)
    for _ in range(8):
        enter(page)
        tap(page, "partner", "Seul")
        save(page)
        page.wait_for_selector("#told")
    page.evaluate("document.documentElement.style.fontSize = '32px'")
    page.mouse.wheel(0, 3000)
    page.wait_for_timeout(200)
    assert page.locator(".standing").bounding_box()["y"] == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_keypad_types_erases_and_changes_sides(phone):
    page = phone(has_touch=True, is_mobile=True)
    open_sheet(page, *FOUR)
    attack, defence = page.locator("[name=points]"), page.locator("[name=points_defence]")
    for key in ("4", "9", "½"):
        page.locator(f"[data-key='{key}']").tap()
    assert (attack.input_value(), defence.input_value()) == ("49½", "41½")
    page.locator("[data-key='⌫']").tap()
    page.locator("[data-key='⌫']").tap()
    assert (attack.input_value(), defence.input_value()) == ("4", "87")
    defence.tap()
    page.locator("[data-key='4']").tap()
    page.locator("[data-key='2']").tap()
    assert (attack.input_value(), defence.input_value()) == ("49", "42")


def test_a_hand_begun_is_there_again_after_a_reload_and_a_closed_tab(phone):
    page = phone()
    open_sheet(page, *FOUR)
    enter(page)
    page.locator(".ask-petit_au_bout summary").click()
    tap(page, "petit_au_bout", "Défense")
    page.reload()
    assert page.locator("[name=points]").input_value() == "49"
    assert page.locator("[name=points_defence]").input_value() == "42"
    assert page.locator("[name=petit_au_bout]:checked").input_value() == "defence"
    address = page.url
    other = page.context.new_page()
    page.close()
    other.goto(address)
    assert other.locator("[name=contract]:checked").input_value() == "garde"
    save(other)
    other.wait_for_selector("#told")
    assert other.locator("[name=contract]:checked").count() == 0


def test_going_back_after_saving_begins_an_empty_hand(phone):
    page = phone()
    open_sheet(page, *FOUR)
    for _ in range(2):
        enter(page)
        save(page)
        page.wait_for_selector("#told")
    page.go_back()
    page.wait_for_selector("#entry")
    assert page.locator("#entry :checked:not([value=none])").count() == 0
    assert page.locator("#told").count() == 0


def test_entering_goes_on_where_no_answer_comes_and_says_so(phone):
    page = phone()
    open_sheet(page, *FOUR)
    page.route("**/preview", lambda route: route.abort())
    enter(page)
    page.get_by_text("Pas de réseau").wait_for()
    page.unroute("**/preview")
    save(page)
    page.wait_for_selector("#told")
    assert totals(page) == [198, -66, -66, -66]


def test_the_keypad_types_a_bid_that_is_not_among_the_usual(phone):
    page = phone(has_touch=True, is_mobile=True)
    open_sheet(page, *FOUR, rules="coinche-ffb")
    page.locator("[name=contract_other]").tap()
    for key in "170":
        page.locator(f"[data-key='{key}']").tap()
    assert page.locator("[name=contract_other]").input_value() == "170"
    page.locator("[name=points]").tap()
    for key in "1605":
        page.locator(f"[data-key='{key}']").tap()
    assert page.locator("[name=points]").input_value() == "5"


def test_a_hand_may_begin_like_the_last_one(phone):
    page = phone()
    open_sheet(page, *FOUR)
    enter(page, "Bruno")
    save(page)
    page.get_by_role("button", name="comme la précédente").click()
    assert page.locator("[name=taker]:checked").input_value() == "1"
    assert page.locator("[name=contract]:checked").input_value() == "garde"
    assert page.locator("[name=bouts]:checked").count() == 0


def test_the_undo_is_offered_for_some_seconds_and_moves_nothing(phone):
    page = phone()
    open_sheet(page, *FOUR)
    enter(page)
    save(page)
    page.wait_for_selector(".toast")
    before = page.locator("#entry").bounding_box()["y"]
    page.evaluate("document.getAnimations().forEach(one => one.finish())")
    assert not page.locator(".toast").is_visible()
    assert page.locator("#entry").bounding_box()["y"] == before


def test_an_evening_is_played_by_tapping(phone):
    page = phone()
    open_sheet(page, "Anne", "Bruno", "Chloé", "David")
    for _ in range(2):
        for taker in ("Anne", "Bruno", "Chloé", "David"):
            enter(page, taker)
            save(page)
    assert totals(page) == [0, 0, 0, 0]
    page.get_by_role("button", name="Donne passée").click()
    enter(page, "Chloé", "Garde sans", "1", "44")
    page.locator(".ask-petit_au_bout summary").click()
    tap(page, "petit_au_bout", "Défense")
    page.locator(".ask-poignees summary").click()
    page.get_by_role("group", name="Bruno").locator("label").first.click()
    save(page)
    assert totals(page) == [188, 188, -564, 188]
    page.locator(".row a").first.click()
    assert "(25 + 7) × 4" in page.locator("#working").inner_text()
    page.get_by_role("link", name="Corriger").click()
    tap(page, "contract", "Petite")
    save(page)
    assert "Donne 10 corrigée" in page.locator("#told").inner_text()
    assert totals(page) == [62, 62, -186, 62]
    shot(page, "evening")


def test_the_hand_is_priced_before_it_is_saved(phone):
    page = phone()
    open_sheet(page, "Anne", "Bruno", "Chloé")
    enter(page)
    page.wait_for_selector("#answer .verdict:not(.last)")
    assert page.locator("#answer .verdict").inner_text() == "fait de 8"
    assert page.locator("#answer .each b").all_inner_texts() == ["+132", "−66", "−66"]


def test_either_camps_points_give_the_others(phone):
    page = phone()
    open_sheet(page, "Anne", "Bruno", "Chloé")
    page.locator("[name=points_defence]").fill("40,5")
    assert page.locator("[name=points]").input_value() == "50½"
    page.locator("[name=points_defence]").fill("")
    page.locator("[name=points]").fill("50")
    assert page.locator("[name=points_defence]").input_value() == "41"


def test_two_counts_that_disagree_are_said_so(phone):
    page = phone()
    open_sheet(page, "Anne", "Bruno", "Chloé")
    enter(page, points="49")
    page.locator("[name=points_defence]").fill("43")
    assert page.locator("[name=points]").input_value() == "49"
    page.wait_for_selector("#answer .error")
    assert "91 − 49 = 42" in page.locator("#answer").inner_text()


def test_undo_takes_the_last_hand_back(phone):
    page = phone()
    open_sheet(page, "Anne", "Bruno", "Chloé")
    enter(page)
    save(page)
    page.locator("#told").get_by_role("button", name="Annuler").click()
    page.wait_for_selector(".totals, .empty")
    assert page.locator(".row").count() == 0


def chairs(page):
    boxes = page.locator("[name=name]").all()
    return [name for name in (box.input_value() for box in boxes) if name]


def test_chairs_are_tapped_moved_and_left_without_asking_the_server(phone):
    page = phone()
    open_sheet(page, "Anne", "Bruno", "Chloé", "David", "Eve")
    page.goto("/sheets/new")
    assert chairs(page) == ["Anne", "Bruno", "Chloé", "David", "Eve"]
    page.context.set_offline(True)
    for _ in range(5):
        page.get_by_role("button", name="Ôter le joueur 1").click()
    assert chairs(page) == []
    for name in ("Bruno", "Eve", "Anne", "Chloé", "David"):
        page.get_by_role("button", name=f"+ {name}").click()
    page.locator(".deals").nth(1).click()
    page.get_by_role("button", name="Monter le joueur 2").click()
    page.get_by_role("button", name="Ôter le joueur 5").click()
    assert chairs(page) == ["Eve", "Bruno", "Anne", "Chloé"]
    assert page.locator("[name=dealer]:checked").input_value() == "0"
    assert page.get_by_role("button", name="+ David").is_visible()
    assert not page.get_by_role("button", name="+ Anne").is_visible()
    page.context.set_offline(False)
    page.locator(".buttons .save").click()
    page.wait_for_selector("#entry")
    assert "Eve" in page.locator(".deal").inner_text()


def test_a_player_comes_and_goes_by_tapping(phone):
    page = phone()
    open_sheet(page, "Anne", "Bruno", "Chloé", "David")
    enter(page)
    save(page)
    go(page, "Table")
    page.get_by_role("button", name="Ôter le joueur 2").click()
    page.get_by_role("button", name="+ Bruno").click()
    assert chairs(page) == ["Anne", "Chloé", "David", "Bruno"]
    page.get_by_role("button", name="Ôter le joueur 4").click()
    page.locator("[name=more]").click()
    page.locator("[name=name]").last.fill("Eve")
    page.locator(".buttons .save").click()
    page.wait_for_selector("#told")
    recorded = page.locator("#told").inner_text()
    assert "Eve arrive" in recorded and "Bruno s" in recorded
    assert totals(page) == [198, -66, -66, -66, 0]
    go(page, "Table")
    page.get_by_role("button", name="+ Bruno").click()
    assert chairs(page) == ["Anne", "Chloé", "David", "Eve", "Bruno"]


def test_the_mort_who_takes_is_told_so_before_saving(phone):
    page = phone()
    page.goto("/sheets/new")
    page.locator("[name=more]").click()
    for place, name in enumerate(("Anne", "Bruno", "Chloé", "David", "Eve")):
        page.locator("[name=name]").nth(place).fill(name)
    page.locator(".chip").filter(has=page.get_by_text("à 4", exact=True)).click()
    page.locator(".buttons .save").click()
    page.wait_for_selector("#entry")
    enter(page, "Anne")
    page.wait_for_selector("#answer .error")
    assert "ne joue pas cette donne" in page.locator("#answer").inner_text()


def test_it_works_without_a_script(phone):
    page = phone(java_script_enabled=False)
    open_sheet(page, "Anne", "Bruno", "Chloé", "David", "Eve")
    enter(page)
    tap(page, "partner", "Seul")
    save(page)
    assert totals(page) == [264, -66, -66, -66, -66]


def unfold(page, question):
    page.locator(f".ask-{question} summary").click()


def take(page, taker, suit, points):
    tap(page, "taker", taker)
    tap(page, "suit", suit)
    page.locator("[name=points]").fill(points)


def test_an_evening_of_belote_is_played_to_its_revanche(phone):
    page = phone()
    open_sheet(page, *FOUR, rules="belote-annonces")
    take(page, "Anne", "♥ Cœur", "81")
    page.wait_for_selector("#answer .verdict:not(.last)")
    assert page.locator("#answer .verdict").inner_text().startswith("litige, 81 à 81")
    save(page)
    assert "Litige\xa0: 81 en jeu" in page.locator(".proof").inner_text()
    take(page, "Bruno", "♠ Pique", "100")
    unfold(page, "belote")
    tap(page, "belote", "Attaque")
    unfold(page, "annonces")
    tap(page, "annonces", "Attaque")
    page.get_by_role("radiogroup", name="Tierce").locator("label").nth(1).click()
    save(page)
    assert totals(page) == [62, 81 + 100 + 20 + 20 + 81]
    page.locator(".row a").first.click()
    assert "162 + 20 + 20 = 202" in page.locator("#working").inner_text()
    go(page, "Feuille")
    for _ in range(3):
        tap(page, "taker", "David")
        unfold(page, "capot")
        tap(page, "capot", "Attaque")
        save(page)
    assert "Partie gagnée à la donne 5" in page.locator("#won").inner_text()
    shot(page, "belote-won")
    page.get_by_role("button", name="Revanche").click()
    page.wait_for_selector("#entry")
    assert "Bruno & David 1" in page.locator("main").inner_text()


def test_an_evening_of_coinche_is_played_by_tapping(phone):
    page = phone()
    open_sheet(page, *FOUR, rules="coinche-ffb")
    tap(page, "taker", "Anne")
    tap(page, "contract", "100")
    tap(page, "suit", "♥ Cœur")
    page.locator("[name=points]").fill("110")
    page.wait_for_selector("#answer .verdict:not(.last)")
    assert page.locator("#answer .each b").all_inner_texts() == ["210", "50"]
    save(page)
    tap(page, "taker", "Bruno")
    page.locator("[name=contract_other]").fill("170")
    tap(page, "suit", "♣ Trèfle")
    page.locator("[name=points_defence]").fill("20")
    unfold(page, "coinche")
    tap(page, "coinche", "Surcoinché")
    save(page)
    assert totals(page) == [210 + 4 * (160 + 170), 50]
    page.locator(".row a").first.click()
    assert "(160 + 170) × 4" in page.locator("#working").inner_text()
    page.get_by_role("link", name="Corriger").click()
    unfold(page, "belote")
    tap(page, "belote", "Attaque")
    page.locator("[name=points_defence]").fill("10")
    save(page)
    assert totals(page) == [210, 50 + 4 * (160 + 170 + 20)]


def test_settings_are_one_tap_behind_and_written_on_the_sheet(phone):
    page = phone()
    page.goto("/sheets/new")
    page.locator("[name=choose][value=contree-annonces]").click()
    page.wait_for_load_state()
    page.locator(".rules summary").click()
    page.locator("[name=option_target_other]").fill("750")
    page.locator("[name=option_surcoinche][value='3']").check(force=True)
    for place, name in enumerate(FOUR):
        page.locator("[name=name]").nth(place).fill(name)
    page.locator(".buttons .save").click()
    page.wait_for_selector("#entry")
    rules = page.locator("#rules").inner_text()
    assert "Contrée, points annoncés" in rules and "750 points" in rules and "× 3" in rules


def test_mouches_pile_up_and_a_chelem_takes_one(phone):
    page = phone()
    open_sheet(page, *FOUR[:3], rules="tarot-mouche")
    for _ in range(2):
        enter(page, "Anne", "Prise", "2", "40")
        save(page)
    assert "Mouches\xa0: 85 + 85" in page.locator(".proof").inner_text()
    tap(page, "taker", "Bruno")
    tap(page, "contract", "Grand chelem")
    assert not page.locator("[name=points]").is_visible()
    tap(page, "chelem_made", "Réussi")
    save(page)
    assert "Mouche\xa0: 85" in page.locator(".proof").inner_text()
    assert totals(page)[1] == -9 - 4 + 500 + 90


def test_free_marking_takes_a_sign_with_a_tap(phone):
    page = phone()
    open_sheet(page, *FOUR[:3], rules="libre")
    page.locator("[name=scores_0]").fill("12")
    page.locator("[name=scores_2]").fill("30")
    page.locator(".minus").nth(2).click()
    page.wait_for_selector("#answer .each")
    save(page)
    assert totals(page) == [12, 0, -30]


@pytest.mark.parametrize(
    ("width", "scheme", "locale"),
    [(320, "light", "fr-FR"), pytest.param(360, "dark", "en-GB", marks=LONG), WIDE],
)
def test_no_page_of_the_other_games_scrolls_sideways(phone, width, scheme, locale):
    page = phone(width, scheme, locale)
    names = ["Anne-Sophie de la Tour", "🃏👑", "Jean-Christophe", "Wwwwwwwwwwwwwwwwwwwwww"]
    for rules in ("belote-annonces", "contree-cannes", "tarot-mouche", "libre"):
        more = [f"Eulalie {n}" for n in range(4)] if rules == "libre" else []
        open_sheet(page, *names, *more, rules=rules)
        for summary in page.locator("#entry summary").all():
            summary.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, rules
        page.locator("[name=taker], [name=scores_0]").first.evaluate(
            "box => box.type === 'radio' ? box.click() : (box.value = '-99999')"
        )
        capot = page.locator("[name=capot][value=attack], [value=grand_chelem]")
        if capot.count():
            capot.first.evaluate("box => box.click()")
        other = page.locator("[name=contract][value='160'], [name=chelem_made]")
        if other.count():
            other.first.evaluate("box => box.click()")
        save(page)
        page.wait_for_selector("#told")
        sheet = page.url.split("?")[0]
        for path in ("", "/hands/2", "/hands/2/edit", "/journal", "/table", "/print"):
            page.goto(sheet + path)
            shot(page, f"{rules}{path.replace('/', '-')}-{width}-{scheme}")
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, rules + path


@pytest.mark.parametrize(
    "rules", ["belote-annonces", "contree-faits", "tarot-mouche", "libre"]
)
def test_axe_finds_nothing_on_the_other_games(phone, rules):
    from axe_playwright_python.sync_playwright import Axe

    page = phone()
    open_sheet(page, *FOUR, rules=rules)
    for summary in page.locator("#entry summary").all():
        summary.click()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.goto("/sheets/new")
    page.locator(".rules summary").click()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize(
    ("width", "scheme", "locale"),
    [
        (320, "light", "fr-FR"),
        (360, "dark", "en-GB"),
        pytest.param(360, "light", "fr-FR", marks=LONG),
        WIDE,
    ],
)
def test_no_page_scrolls_sideways(phone, width, scheme, locale):
    page = phone(width, scheme, locale)
    names = [
        "Anne-Sophie de la Tour",
        "🃏👑",
        "Jean-Christophe",
        "Wwwwwwwwwwwwwwwwwwwwww",
        "Eve",
    ]
    open_sheet(page, *names)
    enter(page, names[0])
    tap(page, "partner", names[4])
    save(page)
    sheet = page.url.split("?")[0]
    paths = ["", "/hands/2", "/hands/2/edit", "/journal", "/table", "/penalties/new", "/print"]
    paths += ["/share", "/deletion", "/end", "/tv"]
    for path in [
        *(sheet + path for path in paths),
        "/",
        "/sheets/new",
        "/sheets/exemple",
        "/no",
    ]:
        page.goto(path)
        name = path.removeprefix(sheet).strip("/").replace("/", "-")
        name = name or ("start" if path == "/" else "sheet")
        shot(page, f"{name}-{width}-{scheme}")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, path


@pytest.mark.parametrize(("scheme", "locale"), [("light", "fr-FR"), ("dark", "en-GB")])
def test_axe_finds_nothing(phone, scheme, locale):
    from axe_playwright_python.sync_playwright import Axe

    page = phone(scheme=scheme, locale=locale)
    open_sheet(page, "Anne", "Bruno", "Chloé", "David")
    enter(page)
    save(page)
    sheet = page.url.split("?")[0]
    paths = ["", "/hands/2", "/hands/2/edit", "/journal", "/table", "/penalties/new"]
    paths += ["/print", "/end", "/share", "/tv"]
    others = ["/", "/sheets/new", "/no", "/games/contree", "/sheets/exemple", "/import"]
    for path in [*(sheet + path for path in paths), *others]:
        page.goto(path)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


def test_paper_keeps_the_right_to_write_to_itself(phone, tmp_path):
    page = phone()
    open_sheet(page, "Anne", "Bruno", "Chloé")
    enter(page)
    save(page)
    sheet = page.url.split("?")[0]
    page.goto(f"{sheet}/print")
    printed = page.pdf(path=tmp_path / "sheet.pdf", prefer_css_page_size=True)
    assert sheet.split("/")[-1].encode() not in printed
    assert page.locator("#paper a").count() == 0


def pages_of(path):
    """The text of a PDF, page by page."""
    recorded = subprocess.run(
        ["pdftotext", "-layout", path, "-"], capture_output=True, check=True
    )
    return recorded.stdout.decode().split("\f")[:-1]


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="no pdftotext: poppler-utils")
@pytest.mark.parametrize(
    ("size", "most"), [({"format": "A4"}, 2), ({"format": "Letter"}, 3), ({"format": "A5"}, 6)]
)
def test_forty_hands_of_five_players_print_whole(phone, server, tmp_path, size, most):
    page = phone(width=1280)
    sheet = imported(page, five_players())
    page.goto(f"{sheet}/print")
    file = tmp_path / "sheet.pdf"
    page.pdf(path=file, prefer_css_page_size=size["format"] == "A4", **size)
    pages = pages_of(file)
    assert 2 <= len(pages) <= most
    text = "\n".join(pages)
    assert sheet.split("/")[-1] not in text
    for number, recorded in enumerate(pages, 1):
        assert f"{number}/{len(pages)}" in recorded.replace(" ", "")
        assert all(name in recorded for name in ("Bernadette", "Françoise"))
    assert all(re.search(rf"^ *{n} +\S", text, re.M) for n in range(1, 41))
    assert "Bilan" in text and "Signatures" in text
    for total in page.locator(".balance td").all_inner_texts():
        assert total in text


def five_players():
    """An evening of forty hands, as a document."""
    names = ["Marie-Claude", "Jean-Pierre", "Jean-Paul", "Françoise", "Bernadette"]
    hands = [
        {
            "taker": names[n % 5],
            "partner": names[(n + 1 + n % 3) % 5],
            "contract": "garde",
            "bouts": 2,
            "points": 35 + n % 20,
        }
        for n in range(40)
    ]
    return {"format": "scorekeeper/1", "game": "tarot", "players": names, "hands": hands}


def imported(page, document):
    """The address of a sheet brought in from a document, through the page that does it."""
    page.goto("/import")
    content = json.dumps(document).encode()
    file = {"name": "night.json", "mimeType": "application/json", "buffer": content}
    page.locator("[name=file]").set_input_files(file)
    page.locator(".save").click()
    page.wait_for_selector(".tables")
    page.locator(".save").click()
    page.wait_for_selector("#marks")
    return page.url.split("?")[0]


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="no pdftotext: poppler-utils")
@pytest.mark.parametrize("name", ["belote", "tarot_mouche", "libre", "tarot"])
def test_a_blank_sheet_is_one_page(phone, tmp_path, name):
    page = phone(width=1280)
    page.goto(f"/games/{name}/blank")
    page.pdf(path=tmp_path / "blank.pdf", prefer_css_page_size=True)
    assert len(pages_of(tmp_path / "blank.pdf")) == 1


def test_paper_has_every_total_and_no_address(phone, tmp_path):
    page = phone()
    SHOTS.mkdir(exist_ok=True)
    page.goto("/sheets/exemple/print")
    page.pdf(
        path=SHOTS / "example.pdf", prefer_css_page_size=True, display_header_footer=False
    )
    assert (SHOTS / "example.pdf").stat().st_size > 5000
    page.emulate_media(media="print")
    text = page.locator("body").inner_text()
    assert all(total in text for total in ("−446", "−510", "1346", "−390"))
    assert "Imprimer" not in text
