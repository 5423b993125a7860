import re

import pytest
from conftest import BELOTE, CAST, token_of
from werkzeug.datastructures import MultiDict

from scorekeeper.sheets.service.seating import seating_of


@pytest.mark.parametrize(
    ("seated", "back", "expected"),
    [
        (["0", "1", "3"], "2", ["0", "1", "2", "3"]),
        (["1", "2", "3"], "0", ["0", "1", "2", "3"]),
        (["3", "1", "2"], "0", ["0", "3", "1", "2"]),
        (["3", "0", "1"], "2", ["3", "0", "1", "2"]),
    ],
)
def test_who_comes_back_sits_after_the_one_who_sat_before(
    sheet, client, seated, back, expected
):
    names = [CAST[int(n)] for n in seated]
    form = {"name": names, "number": seated, "dealer": "1", "back": back}
    page = client.post(f"{sheet}/table", data=form).text
    assert re.findall(r'name="number" value="(\d)"', page) == expected
    assert f'value="{expected.index(seated[1])}" checked' in page


def test_who_comes_back_to_a_full_table_takes_an_empty_seat(sheet, client):
    names, numbers = [*CAST[:3], *"EFGH", ""], [*"0123456", ""]
    form = {"name": names, "number": numbers, "dealer": "0", "back": "3"}
    page = client.post(f"{sheet}/table", data=form).text
    assert re.findall(r'name="name" value="(.*?)"', page).count("") == 0
    assert len(re.findall(r'name="number"', page)) == len(names)


@pytest.mark.parametrize(("count", "label"), [(4, "tous"), (5, "tous"), (6, "à 5")])
def test_as_many_as_can_play_are_said_by_number_where_more_sit(sheet, client, count, label):
    form = {"name": [*CAST[: count - 1]], "known": "Zoé"}
    page = client.post(f"{sheet}/table", data=form).text
    chips = re.findall(r'name="active" value="(\d?)".*?<span>(.*?)</span>', page)
    assert ("", label) in chips and len({text for _, text in chips}) == len(chips)


@pytest.mark.parametrize(
    ("names", "numbers", "dealer"),
    [
        (["Annette", *CAST[1:5]], "01234", "0"),
        ([*CAST[3:5], *CAST[:3]], "34012", "0"),
        ([*CAST[:4]], "0123", "2"),
        ([*CAST[:5], "Zoé"], [*"01234", ""], "0"),
    ],
)
def test_another_seating_is_undone_by_its_notice(
    app, open_sheet, client, names, numbers, dealer
):
    sheet = open_sheet(5, active="4")

    def seating():
        now = seating_of(app.extensions["sheets"].access(token_of(sheet)).sheet)
        return [now.names[n] for n in now.seats], now.dealer, now.active

    before = seating()
    table = {"name": names, "number": [*numbers], "dealer": dealer, "active": "4"}
    page = client.post(f"{sheet}/table", data=table, follow_redirects=True).text
    notice = re.search(r'id="confirmation".*?</form>', page, re.S)[0]
    assert seating() != before
    undo = MultiDict(re.findall(r'name="(\w+)" value="(.*?)"', notice)).to_dict(flat=False)
    client.post(re.search(r'action="(.*?)"', notice)[1], data=undo)
    assert seating() == before


SUBTOTAL = re.compile(r'<tr class="subtotal">((?:<td>.*?</td>)+)</tr>')


def subtotals(client, sheet):
    """The subtotals on the page of a sheet: what is gathered now, then the earlier ones, the
    latest first."""
    rows = SUBTOTAL.findall(client.get(sheet).text)
    cells = [re.findall(r"<td>(.*?)</td>", row) for row in rows]
    return [
        [re.sub("<.*?>", "", cell).replace("\N{MINUS SIGN}", "-") for cell in row]
        for row in cells
    ]


def test_subtotals_are_what_was_gathered_between_changes_of_players(
    sheet, post_hand, client, etag
):
    post_hand(sheet)
    assert subtotals(client, sheet) == []
    same = {"name": [*CAST[:4]], "number": ["0", "1", "2", "3"]}
    client.post(f"{sheet}/table", data=same | {"dealer": "3"})
    assert subtotals(client, sheet) == []
    names = [*CAST[:4], "Eve"]
    five = {"name": names, "number": ["0", "1", "2", "3", ""], "dealer": "1", "active": "5"}
    client.post(f"{sheet}/table", data=five)
    post_hand(sheet, partner="4")
    first = ["+198", "-66", "-66", "-66", ""]
    assert subtotals(client, sheet) == [["+132", "-66", "-66", "-66", "+66"], first]
    stay = {"name": names[1:], "number": ["1", "2", "3", "4"], "dealer": "1"}
    left = client.post(f"{sheet}/table", data=stay | {"base": etag(sheet)})
    assert left.status_code == 303
    assert subtotals(client, sheet) == [
        ["", "0", "0", "0", "0"],
        ["+132", "-66", "-66", "-66", "+66"],
        first,
    ]
    printed = re.sub(r"<[^>]*>", " ", client.get(f"{sheet}/print").text)
    assert printed.count("sous-total") == 2 and "Eve arrive, sous-total" in printed


@pytest.mark.parametrize(
    ("names", "numbers"),
    [
        (["X", "Y", "Bruno", "Chloé"], ["0", "0", "1", "2"]),
        (["Anne", "Bruno", "Chloé", "", "David"], ["0", "1", "2", "3", ""]),
        ([str(n) for n in range(9)], ["0", "1", "2", "3", "", "", "", "", ""]),
    ],
)
def test_no_table_gives_a_column_twice_or_a_ninth_one(app, sheet, client, names, numbers):
    client.post(f"{sheet}/table", data={"name": names, "number": numbers, "dealer": "0"})
    columns = app.extensions["sheets"].access(token_of(sheet)).sheet.columns
    assert 4 <= len(columns) == len(set(columns)) <= 8


def test_a_seating_for_another_dealer_is_a_conflict(sheet, post_hand, client):
    page = client.get(f"{sheet}/table").text
    form = dict(re.findall(r'name="(seating|deals)" value="(.*?)"', page))
    post_hand(sheet)
    table = {"name": ["Anne", "Bruno", "Chloé", "Zoé"], "number": ["0", "1", "2", "3"]}
    assert (
        client.post(f"{sheet}/table", data=table | form | {"dealer": "0"}).status_code == 409
    )


def test_a_renamed_player_leaves_the_deal_as_it_is(sheet, post_hand, client):
    post_hand(sheet)
    post_hand(sheet, taker="1")
    table = {"name": ["Anne", "Bob", "Chloé", "David"], "number": ["0", "1", "2", "3"]}
    client.post(f"{sheet}/table", data=table | {"dealer": "2"})
    client.post(f"{sheet}/journal/removals", data={"entry": "3"})
    page = client.get(sheet).text
    assert re.search(r'class="deal.*?donneur.*?<bdi>(.*?)</bdi>', page, re.S)[1] == "Bob"


def test_a_replacement_at_belote_takes_the_seat_and_another_may_deal(
    open_preset, post_answers, client
):
    sheet = open_preset("belote-ffb")
    post_answers(sheet, BELOTE)
    names = ["Anne", "Bruno", "Zoé", "David"]
    form = {"name": names, "number": ["0", "1", "2", "3"], "dealer": "3"}
    assert client.post(f"{sheet}/table", data=form).status_code == 303
    page = client.get(sheet).text
    assert "Anne &amp; Zoé" in page and "<b><bdi>David</bdi></b>" in page


def test_a_player_joins_in_the_middle_of_a_freeform_sheet(
    open_preset, post_answers, totals, client
):
    sheet = open_preset("libre", 3)
    post_answers(sheet, {"scores_0": "1", "scores_1": "2", "scores_2": "3"})
    names = [*CAST[:3], "Eve"]
    client.post(
        f"{sheet}/table", data={"name": names, "number": ["0", "1", "2", ""], "dealer": "0"}
    )
    post_answers(sheet, {"scores_3": "9"})
    assert totals(sheet) == [1, 2, 3, 9]
    paper = client.get(f"{sheet}/print").text
    gathered = re.search(r"Eve arrive, sous-total</td>(.*?)</tr>", paper, re.S)[1]
    cells = re.findall(r"<td[^>]*>(.*?)</td>", gathered, re.S)
    assert cells == ["", "+1", "", "+2", "", "+3", "", ""]  # under the totals


def test_nobody_sits_out_where_everybody_plays(open_preset, client, post_answers, totals):
    sheet = open_preset("libre", 4, active="2")
    post_answers(sheet, {f"scores_{n}": "1" for n in range(4)})
    assert totals(sheet) == [1, 1, 1, 1]


@pytest.mark.parametrize("path", ["", "/table"])
def test_htmx_gets_the_seats_alone_and_a_browser_the_page(sheet, client, path):
    place = f"{sheet}{path}" if path else "/sheets"
    form = {"name": [*CAST[:4]], "number": [*"0123"], "dealer": "0", "more": "1"}
    page = client.post(place, data=form)
    fragment = client.post(place, data=form, headers={"HX-Request": "true"})
    assert page.text.count("<html") == 1 and fragment.text.strip().startswith(
        '<div id="seats"'
    )
    assert fragment.text.count('name="name"') == page.text.count('name="name"') == 5
    assert "HX-Request" in page.headers["Vary"] and "HX-Request" in fragment.headers["Vary"]


def test_a_button_of_stale_seats_undoes_no_change_of_another_phone(sheet, client):
    form = {"name": [*CAST[:4]], "number": [*"0123"], "dealer": "0", "seating": "0"}
    joined = form | {"name": [*CAST], "number": [*"0123", ""]}
    assert client.post(f"{sheet}/table", data=joined).status_code == 303
    assert client.post(f"{sheet}/table", data=form | {"up": "3"}).status_code == 409
    assert "Eve" in client.get(f"{sheet}/table").text


def offered(page):
    """The players that the page offers for a seat."""
    return re.findall(r'name="known" value="(.*?)"[^>]*formnovalidate>', page)


def test_the_latest_players_of_a_device_are_offered_a_seat_without_those_of_the_sheet(
    open_sheet, client
):
    open_sheet(3, name=["Zoé", "Anne", "Yves"])
    sheet = open_sheet()
    page = client.get(f"{sheet}/table").text
    assert offered(page) == ["Zoé", "Yves"] and page.count('name="known"') == 2
    form = {"name": [*CAST[:4]], "number": [*"0123"], "dealer": "0", "known": "Zoé"}
    page = client.post(f"{sheet}/table", data=form).text
    assert 'value="Zoé" placeholder="Joueur 5"' in page and offered(page) == ["Yves"]


def test_a_device_offers_no_more_players_than_fit_in_a_few_lines(open_sheet, client):
    for table in range(4):
        open_sheet(8, name=[f"Joueuse {table}-{n}" for n in range(8)])
    assert len(offered(client.get(f"{open_sheet()}/table").text)) == 16 - len(CAST[:4])


def test_who_has_left_is_told_apart_in_the_totals(open_sheet, client):
    sheet = open_sheet()
    form = {"name": ["Anne", "Bruno", "Chloé", "Eve"], "number": ["0", "1", "2", ""]}
    client.post(f"{sheet}/table", data=form | {"dealer": "0"})
    away = re.findall(
        r'<li class="[^"]* away"><span class="name"><bdi>(\w+)', client.get(sheet).text
    )
    assert away == ["David"]
