"""What every table does, in the three engines of phones, over plain http.

Chromium in the ordinary run; with ``--long`` Firefox or WebKitGTK, the engine of Safari.
"""

import re
from functools import partial

import pytest
from conftest import require, wait_until
from engines import DRIVEN, ChromiumPhone, missing_packages
from network import Network

pytestmark = pytest.mark.browser

CAST = ("Anne", "Bruno", "Chloé", "David")
WON = ["+198", "−66", "−66", "−66"]
"""The totals after Anne's usual hand."""


@pytest.fixture
def network(server):
    running = Network(server.port)
    yield running
    running.cut()


@pytest.fixture(
    params=[pytest.param("chromium", marks=pytest.mark.journey), "firefox", "webkit"]
)
def open_phone(request, network):
    """Open a phone in one of the engines."""
    missing = missing_packages(request.param)
    require(not missing, f"no {request.param}: install Debian's {missing}")
    if request.param in DRIVEN:
        yield partial(request.getfixturevalue("open_driven"), DRIVEN[request.param])
        return
    phones, chromium = [], request.getfixturevalue("chromium")

    def opened():
        size = {"width": 360, "height": 640}
        phones.append(ChromiumPhone(chromium.new_page(viewport=size, locale="fr-FR")))
        return phones[-1]

    yield opened
    for phone in phones:
        phone.close()


@pytest.fixture
def phone(open_phone):
    return open_phone()


@pytest.fixture
def sheet(phone, network):
    """The address of a sheet that the phone has opened, and shows."""
    phone.goto(f"{network.url}/sheets/new")
    for place, name in enumerate(CAST):
        phone.fill("[name=name]", name, place)
    phone.tap(".buttons .save")
    phone.wait("#entry")
    return address_of(phone)


def address_of(phone):
    return phone.script("return location.href").split("?")[0]


def save_hand(phone, points="49"):
    """Enter Anne's garde with two bouts, and save it."""
    for question, value in (("taker", "0"), ("contract", "garde"), ("bouts", "2")):
        phone.tap(f".ask-{question} label:has([value='{value}'])")
    phone.fill("[name=points]", points)
    phone.tap("#entry .save")


def shown_totals(phone):
    return re.findall(r"[+−]?\d+", phone.text(".totals"))


def test_hand(phone, sheet):
    save_hand(phone)
    phone.wait(".row.hand")
    assert shown_totals(phone) == WON


def test_correction(phone, sheet):
    save_hand(phone)
    phone.tap(".row.hand a")
    phone.tap("main a[href$='/edit']")
    phone.tap(".ask-contract label:has([value=petite])")
    phone.tap("#entry .save")
    phone.wait(".totals", "+99")
    assert shown_totals(phone) == ["+99", "−33", "−33", "−33"]


IN_VIEW = """
return [".reasons .warning", "#entry .save"].every((css) => {
  const { top, bottom } = document.querySelector(css).getBoundingClientRect();
  return top >= 0 && bottom < innerHeight + 1;  // whole pixels, of a height that has parts
});"""


def enter_three_hands(phone):
    for n in ("1", "2", "3"):
        save_hand(phone, f"{50 + int(n)}")
        phone.wait(".row.hand .number", n)


def save_scrolled(phone, points, top, bouts):
    """Enter a hand, scroll, and save it as it is; where the page was then."""
    for question, value in (("taker", "0"), ("contract", "garde"), ("bouts", bouts)):
        phone.tap(f".ask-{question} label:has([value='{value}'])")
    phone.fill("[name=points]", points)
    phone.script(f"scrollTo(0, {top})")
    before = phone.script("return scrollY")
    phone.script("document.querySelector('#entry .save').click()")
    return before


def test_question_on_a_scrolled_page(phone, sheet):
    enter_three_hands(phone)
    for top in (40, 200, 10_000):
        phone.script("document.querySelector('[name=petit_au_bout][value=attack]').click()")
        save_scrolled(phone, "57", top, "0")
        phone.wait(".reasons .warning")
        wait_until(lambda: phone.script(IN_VIEW))  # at the end of a scroll
        phone.goto(sheet)
        phone.wait("#entry.begun")  # its form has the hand again


DRAWN = """
window.drawn = 0;
const count = () => { window.drawn += 1; requestAnimationFrame(count); };
count();"""
"""Count how often the page is drawn."""


def test_saving_on_a_scrolled_page(phone, sheet):
    enter_three_hands(phone)
    assert save_scrolled(phone, "57", 90, "2")
    phone.wait(".row.hand .number", "4")
    phone.script(DRAWN)
    wait_until(lambda: phone.script("return window.drawn > 12"))
    assert phone.script("return scrollY") == 0


def test_offline_and_back(phone, sheet, network):
    network.cut()
    save_hand(phone)
    phone.wait("#outbox .waiting")
    phone.wait("#entry:not(.begun)")
    save_hand(phone, "51")
    phone.wait("#outbox .waiting", "2")
    network.mend()
    phone.wait(".totals", "+408")
    assert shown_totals(phone) == ["+408", "−136", "−136", "−136"]


def test_two_phones(phone, sheet, open_phone):
    other = open_phone()
    other.goto(sheet)
    save_hand(phone)
    other.wait(".totals", "+198")
    save_hand(other, "51")
    phone.wait(".totals", "+408")


def test_end(phone, sheet):
    save_hand(phone)
    phone.wait(".row.hand")
    phone.goto(f"{sheet}/end")
    assert "Anne" in phone.text(".podium .rank-1")
    phone.tap("form:has([value=close]) button")
    phone.wait("form:has([value=reopen])")
    phone.goto(sheet)
    assert phone.script("return document.querySelector('#entry')") is None


def test_print(phone, sheet):
    save_hand(phone)
    phone.wait(".row.hand")
    phone.goto(f"{sheet}/print")
    phone.script("window.print = () => { window.isPrinted = true; };")
    phone.tap("[data-print]")
    assert phone.script("return window.isPrinted")
    assert re.findall(r"[+−]\d+", phone.text(".p-balance")) == WON


def test_circle(phone, network):
    phone.goto(f"{network.url}/circles/new")
    phone.fill("[name=title]", "Les Martin")
    for place, name in enumerate(CAST):
        phone.fill("[name=name]", name, place)
    phone.tap(".buttons .save")
    phone.tap(".open-sheet a")
    for name in CAST[::-1]:
        phone.tap("label.person", name)
    phone.tap(".stays .save")
    phone.wait("#entry")
    assert phone.text("#standing").index("David") < phone.text("#standing").index("Anne")
    save_hand(phone)
    phone.wait(".totals", "+198")
