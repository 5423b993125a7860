"""Who has paid, at check-in and on paper."""

import re

import pytest
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


def test_a_second_tap_says_how_one_has_paid(desk):
    tap(desk, people="1", gone="1")
    page = tap(desk, people="1", here="1")
    assert "Payer 12 € :" in text(page) and 'name="means" value="cheque"' in page
    page = text(tap(desk, people="1", means="cheque"))
    assert "Anne 12 € (chèque)" in page
    assert "Caisse : 12 € encore dû : 36 € chèque 12 €" in page


def test_a_payment_is_taken_back_at_once(desk):
    page = tap(desk, people="1 2", means="cash")
    assert 'name="unpaid" value="1"' in page
    assert re.search(r'form="undo"[^>]*>Annuler</button>\s*<div class="pays paid">', page)
    assert "Caisse : 0 €" in text(tap(desk, people="1 2", unpaid="1", undo="1"))


def test_who_still_owes_is_one_tap_from_paid(desk):
    tap(desk, people="1 2", means="cash")
    by_card = re.findall(r'form="card" name="people" value="(\d+)"', desk.get("/check-in"))
    assert by_card == ["3", "4"]
    assert "tout est payé" in text(tap(desk, people="3 4", means="card"))


def test_who_pays_is_not_missing(desk):
    page = tap(desk, people="1", means="cash")
    assert "Qui manque" not in page and "Tout le monde est là." in page
    tap(desk, people="2", gone="1")
    missing = tap(desk, people="1", means="cash").partition("Qui manque")[2]
    missing = missing.partition("Sont là")[0]
    assert re.findall(r'name="people" value="(\d+)"', missing) == ["2"]
    assert "Anne" not in tap(desk, people="1", unpaid="1").partition("Sont là")[0]


def test_without_a_fee_nothing_is_asked(app, client):
    desk = Desk(app, client, 4)
    tap(desk, people="1", gone="1")
    page = tap(desk, people="1", here="1")
    assert "means" not in page and "Caisse" not in page


def test_somebody_s_page_has_his_payment(desk):
    assert "Payer 12 €" in text(desk.get("/people/1"))
    tap(desk, people="1", means="card")
    assert "Payé : 12 € (carte) Rendre" in text(desk.get("/people/1"))


@pytest.mark.parametrize("form", [{"means": "gold"}, {"means": "cash", "people": "99"}])
def test_a_malformed_payment_is_refused(desk, form):
    assert desk.post("/check-in", **{"people": "1"} | form).status_code == 404


def test_the_till_is_a_closing_paper(desk):
    tap(desk, people="2", means="cash")
    desk.publish()
    assert desk.client.get(f"{desk.address}/paper/till").status_code == 404
    desk.play()
    page = text(desk.get("/paper/till"))
    assert "Anne 12 € Bruno 12 € espèces" in page and "Σ espèces 12 €" in page
    assert "Caisse : 12 €, encore dû : 36 €" in text(desk.get("/prizes"))


def test_a_fee_that_changed_is_told_where_one_has_paid(desk):
    tap(desk, people="1 2", means="cash")
    regulate(desk.access, {"entry": "1500"})
    assert "Payé : 12 € (espèces) Rendre Payer 3 € :" in text(desk.get("/people/1"))
    page = text(tap(desk, people="1", means="card"))
    assert "Caisse : 27 € encore dû : 33 € espèces 24 € · carte 3 €" in page
    regulate(desk.access, {"entry": "1000"})
    assert "encore dû : 20 €, payé de trop : 7 €" in text(desk.get("/check-in"))
    assert "Payé : 15 € (espèces, carte) · payé de trop : 5 € Rendre" in text(
        desk.get("/people/1")
    )
