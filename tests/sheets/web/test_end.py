import re
from html import unescape

import pytest

EXAMPLE = "/sheets/exemple"


DIFFERS = "Les totaux ne sont plus ceux de la clôture"


def test_the_match_sheet_has_its_printed_totals_and_bilans(client):
    page = client.get(f"{EXAMPLE}/print").text
    foot = page.split('class="p-sum"')[1]
    cells = re.findall(r"<td[^>]*>([−+]?[\d\u202f]+)</td>", foot)
    assert cells[:8] == ["318", "764", "270", "780", "1\u202f746", "400", "360", "750"]
    assert cells[8:] == ["−446", "−510", "+1\u202f346", "−390"]


@pytest.mark.parametrize(
    ("language", "paper"),
    [
        *(("en-US,en", "letter"), ("fr-CA,fr", "letter"), ("es-co", "letter")),
        *(("ca", "a4"), ("co", "a4"), ("fr-FR", "a4"), ("ca-ES,ca", "a4"), ("", "a4")),
    ],
)
def test_the_paper_is_that_of_the_region_of_the_reader(client, language, paper):
    headers = {"Accept-Language": language}
    page = client.get(f"{EXAMPLE}/print", headers=headers).text
    assert re.search(rf'class="[^"]*\bon-{paper}\b', page)
    for asked in ("a5", "A5"):
        page = client.get(f"{EXAMPLE}/print?paper={asked}", headers=headers).text
        assert "on-a5" in page


@pytest.fixture
def evening(sheet, post_hand):
    """Nine hands: Bruno takes one in two, once a garde contre."""
    for taker, contract, points in (
        *(("0", "garde", "49"), ("1", "garde", "30"), ("2", "petite", "60")),
        *(("1", "garde_contre", "20"), ("0", "garde", "49"), ("1", "garde", "41")),
        *(("2", "petite", "60"), ("1", "garde", "70"), ("1", "garde", "30")),
    ):
        post_hand(sheet, taker=taker, contract=contract, points=points)
    return sheet


def page_text(page):
    return unescape(re.sub(r"\s+", " ", re.sub("<[^>]*>", "", page))).replace("\xa0", " ")


def test_the_page_has_its_headline_and_podium(evening, client):
    page = client.get(f"{evening}/end").text
    assert "Anne" in re.search(r'class="headline">(.*?)<', page)[1]
    podium = page.split('class="podium')[1].split("</ol>")[0]
    assert re.findall(r"rank-(\d)", podium) == ["1", "2", "3"]
    assert len(re.findall("<li", page.split('class="runners-up"')[1].split("</ol>")[0])) == 1


def test_every_fact_opens_onto_its_hands(evening, client):
    page = client.get(f"{evening}/end").text
    for part in ("contracts", "columns"):
        section = page.split(f'id="{part}"')[1].split("</section>")[0]
        for fact in section.split("<details")[1:]:
            ids = re.findall(r"/hands/(\d+)", fact)
            assert ids and all(2 <= int(id) <= 10 for id in ids), fact
    bruno = page.split('id="columns"')[1].split("<bdi>Bruno</bdi>")[1].split("</details>")[0]
    taken = bruno.split("contrats faits")[1].split("<dt>")[0]
    assert re.findall(r"/hands/(\d+)", taken) == ["3", "5", "7", "9", "10"]


def test_who_did_not_play_has_no_best_hand(open_sheet, post_hand, client):
    sheet = open_sheet(5, active="4")
    assert post_hand(sheet, taker="1", sitting_out="0").status_code == 303
    columns = client.get(f"{sheet}/end").text.split('id="columns"')[1]
    anne = columns.split("<bdi>Anne</bdi>")[1].split("</details>")[0]
    assert "meilleure donne" not in anne and "/hands/" not in anne
    assert "pas encore de donne jouée" in anne


def test_the_summary_is_the_evening_in_plain_text(evening, client):
    page = client.get(f"{evening}/end").text
    lines = unescape(page.split("<textarea")[1].split(">", 1)[1].split("</textarea>")[0])
    lines = lines.replace("\xa0", " ").splitlines()
    assert "Anne" in lines[1] and lines[2] == "" and lines[3].startswith("1. Anne : +")
    assert "http" not in "".join(lines)


def test_without_scripts_a_saved_stake_leads_back_to_the_accounts(sheet, client):
    saved = client.post(f"{sheet}/stake", data={"euros": "1", "per": "1"})
    assert saved.location == f"{sheet}/end#money"
    assert 'id="money"' in client.get(saved.location).text


@pytest.mark.parametrize("euros", ["x", "-1", "0,005", "99999", "1,2,3", "²"])
def test_a_stake_that_is_no_amount_is_refused(sheet, client, euros):
    assert client.post(f"{sheet}/stake", data={"euros": euros, "per": "1"}).status_code == 422


@pytest.mark.parametrize(("language", "shown"), [("fr", "0,50"), ("en", "0.50")])
def test_a_stake_is_shown_as_its_language_writes_it(sheet, client, language, shown):
    client.post(f"{sheet}/stake", data={"euros": "0.5", "per": "1"})
    page = client.get(f"{sheet}/end", headers={"Accept-Language": language}).text
    assert re.search(rf'name="euros"[^>]* value="{shown}"', page)


def test_a_closed_sheet_records_nothing_until_it_is_reopened(
    sheet, post_hand, client, close, totals
):
    post_hand(sheet)
    close(sheet)
    assert 'id="entry"' not in client.get(sheet).text
    assert post_hand(sheet).status_code == 423
    correction = {"taker": "0", "contract": "petite", "bouts": "2", "points": "49"}
    assert client.post(f"{sheet}/hands/2", data=correction).status_code == 423
    assert totals(sheet) == [198, -66, -66, -66]
    assert "Rouvrir et noter" in client.get(sheet).text
    assert client.post(f"{sheet}/end", data={"act": "reopen"}).location == sheet
    assert post_hand(sheet).status_code == 303
    journal = client.get(f"{sheet}/journal").text
    assert "Feuille close" in journal and "Feuille rouverte" in journal


@pytest.mark.parametrize("bouts", ["2", ""])
def test_a_hand_for_a_closed_sheet_is_told_where_it_is_reopened(
    sheet, post_hand, client, close, bouts
):
    post_hand(sheet)
    close(sheet)
    answer = post_hand(sheet, bouts=bouts)
    assert answer.status_code == 423
    assert "avant qu’elle soit rouverte" in answer.text and f'href="{sheet}"' in answer.text


def test_a_sheet_is_closed_with_the_totals_that_were_seen(sheet, post_hand, client, close):
    seen = re.search(r'name="base" value="(\w+)"', client.get(f"{sheet}/end").text)[1]
    post_hand(sheet)
    refused = close(sheet, base=seen)
    assert refused.status_code == 409 and "+198" in refused.text
    assert 'id="entry"' in client.get(sheet).text
    assert client.post(f"{sheet}/end", data={"act": "close"}).status_code == 409
    again = re.search(r'name="base" value="(\w+)"', refused.text)[1]
    assert close(sheet, base=again).status_code == 303
    assert 'id="entry"' not in client.get(sheet).text


@pytest.mark.one_process
def test_a_closed_sheet_warns_where_its_totals_differ_from_those_at_closing(
    app, client, close, sheet, post_hand
):
    post_hand(sheet)
    close(sheet)
    assert DIFFERS not in client.get(f"{sheet}/end").text
    storage = app.extensions["installation"].journal
    id = storage.grant(sheet.rsplit("/", 1)[1]).sheet_id
    storage.append(id, "x", "reopened", {}, 3)
    storage.append(id, "y", "closed", {"totals": [1, 2, 3, 4]}, 4)
    app.extensions["sheets"].cache.invalidate(id)
    assert DIFFERS in client.get(f"{sheet}/end").text


def test_a_closed_sheet_links_to_nothing_that_writes(sheet, post_hand, client, close):
    post_hand(sheet)
    assert f"{sheet}/table" in client.get(sheet).text
    close(sheet)
    assert f"{sheet}/table" not in client.get(sheet).text
    assert f"{sheet}/hands/2/edit" not in client.get(f"{sheet}/hands/2").text


@pytest.mark.one_process
@pytest.mark.parametrize(
    ("is_shared", "text"),
    [
        (False, "quand 14 copies plus récentes ont été prises"),
        (True, "sont prises par la personne"),
    ],
)
def test_deletion_names_the_backups_that_there_are(app, client, sheet, is_shared, text):
    app.extensions["installation"].is_shared = is_shared
    shown = client.get(f"{sheet}/deletion").text.replace("\xa0", " ")
    assert text in shown


def test_the_facts_are_those_of_the_sheet_as_it_is(sheet, client, post_hand):
    for played in (1, 2):
        post_hand(sheet)
        columns = client.get(f"{sheet}/end").text.partition('id="columns"')[2]
        assert f"contrats faits : {played} sur {played}" in page_text(columns)
