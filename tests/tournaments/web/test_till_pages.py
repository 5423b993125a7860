"""Who has paid, at check-in and on paper."""

import re

from desk import Desk, desk_fixture

from scorekeeper.tournaments.service.access import regulate

desk = desk_fixture(4, entry="12")


def text(page):
    bare = re.sub("<[^>]*>", " ", page.partition("<main")[2].replace("\xa0", " "))
    return re.sub(r" (?=[,.)])|(?<=\() ", "", " ".join(bare.split()))


def tap(desk, **form):
    answer = desk.post("/check-in", **form)
    assert answer.status_code == 303
    return desk.client.get(answer.location).text


def test_a_second_tap_says_that_one_has_paid(desk):
    tap(desk, people="1", gone="1")
    page = tap(desk, people="1", here="1")
    assert "Encaisser 12 €" in text(page)
    page = text(tap(desk, people="1", paid="1"))
    assert "Anne payé : 12 €" in page
    assert "Caisse : 12 € encore dû : 36 €" in page


def test_a_payment_is_taken_back_at_once(desk):
    page = tap(desk, people="1 2", paid="1")
    assert 'name="unpaid" value="1"' in page
    # where « Encaisser » was stands a text: a second tap takes nothing back
    assert re.search(r'class="pays">\s*<span>[^<]*</span><button[^>]* form="undo"', page)
    assert "Caisse : 0 €" in text(tap(desk, people="1 2", unpaid="1", undo="1"))


def test_who_still_owes_is_one_tap_from_paid(desk):
    tap(desk, people="1 2", paid="1")
    owing = re.findall(r'form="pay" name="people" value="(\d+)"', desk.get("/check-in"))
    assert owing == ["3", "4"]
    assert "tout est payé" in text(tap(desk, people="3 4", paid="1"))


def test_who_pays_is_not_missing(desk):
    page = tap(desk, people="1", paid="1")
    assert "Qui manque" not in page and "Tout le monde est là." in page
    tap(desk, people="2", gone="1")
    missing = tap(desk, people="1", paid="1").partition("Qui manque")[2]
    missing = missing.partition("Sont là")[0]
    assert re.findall(r'name="people" value="(\d+)"', missing) == ["2"]
    assert "Anne" not in tap(desk, people="1", unpaid="1").partition("Sont là")[0]


def test_without_a_fee_nothing_is_asked(app, client):
    desk = Desk(app, client, 4)
    tap(desk, people="1", gone="1")
    page = tap(desk, people="1", here="1")
    assert "Encaisser" not in page and "Caisse" not in page


def test_somebody_s_page_has_his_payment(desk):
    assert "Encaisser 12 €" in text(desk.get("/people/1"))
    tap(desk, people="1", paid="1")
    assert "Payé : 12 € Rendre" in text(desk.get("/people/1"))


def test_a_payment_of_nobody_is_refused(desk):
    assert desk.post("/check-in", people="99", paid="1").status_code == 404


def test_a_button_that_is_no_more_changes_nothing(desk):
    before = desk.access.etag
    page = tap(desk, people="1", means="cash")
    assert desk.access.etag == before and "Tout le monde est là." in page


def test_the_till_is_a_closing_paper(desk):
    tap(desk, people="2", paid="1")
    desk.publish()
    assert desk.client.get(f"{desk.address}/paper/till").status_code == 404
    desk.play()
    page = text(desk.get("/paper/till"))
    assert "Anne 12 € Bruno 12 €" in page and "Σ 12 € 36 €" in page
    assert "Caisse : 12 €, encore dû : 36 €" in text(desk.get("/prizes"))


def test_a_fee_that_changed_is_told_where_one_has_paid(desk):
    tap(desk, people="1 2", paid="1")
    regulate(desk.access, {"entry": "1500"})
    assert "Payé : 12 € Rendre Encaisser 3 €" in text(desk.get("/people/1"))
    page = text(tap(desk, people="1", paid="1"))
    assert "Caisse : 27 € encore dû : 33 €" in page
    regulate(desk.access, {"entry": "1000"})
    assert "encore dû : 20 €, payé de trop : 7 €" in text(desk.get("/check-in"))
    assert "Payé : 15 € · payé de trop : 5 € Rendre" in text(desk.get("/people/1"))
