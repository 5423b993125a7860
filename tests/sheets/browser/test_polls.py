"""When a visible page asks for news, by a clock of its own."""

import pytest
from conftest import wait_until
from phone import FOUR, enter, open_sheet, save, settle, sheet_of, stop_clock, tap

pytestmark = pytest.mark.browser

MINUTE = 60_000
HOUR = 60 * MINUTE
ASKED = """window.asked = 0;
addEventListener("htmx:beforeSend", ({ target }) => target.id === "live" && (asked += 1));"""


class Watched:
    """A page whose clock the test turns, and how often it has asked."""

    def __init__(self, page):
        self.page = page
        page.clock.install()
        page.add_init_script(ASKED)

    def in_the_next(self, milliseconds):
        before = self.page.evaluate("asked")
        self.page.clock.run_for(milliseconds)
        return self.page.evaluate("asked") - before

    def shown_news(self):
        """A poll has brought the hand of another phone."""
        with self.page.expect_response(lambda answer: "/live" in answer.url and answer.ok):
            self.page.clock.run_for(5000)
        self.page.get_by_text("+198").first.wait_for()


@pytest.fixture
def watched(phone):
    watched = Watched(phone())
    open_sheet(watched.page, *FOUR)
    return watched


def write(phone, sheet):
    other = phone()
    other.goto(sheet)
    enter(other)
    save(other)
    return other


def test_a_page_that_nobody_touches_asks_at_most_900_times_an_hour(watched):
    assert 0 < watched.in_the_next(HOUR) <= 900


def test_a_page_asks_less_while_nobody_plays(watched):
    played = watched.in_the_next(MINUTE)
    watched.in_the_next(20 * MINUTE)
    assert 0 < watched.in_the_next(MINUTE) < played


def test_a_page_on_which_nobody_plays_asks_at_once_when_it_is_touched(watched):
    watched.in_the_next(HOUR)
    stop_clock(watched.page)
    wait_until(lambda: watched.in_the_next(500))
    watched.page.clock.run_for(3500)  # the next poll is seconds away
    before = watched.page.evaluate("asked")
    watched.page.mouse.click(5, 5)
    wait_until(lambda: watched.page.evaluate("asked") == before + 1)


def test_a_page_that_was_touched_asks_as_often_as_before(watched):
    played = watched.in_the_next(MINUTE)
    watched.in_the_next(HOUR)
    watched.page.mouse.click(5, 5)
    assert watched.in_the_next(MINUTE) > played / 2


def test_a_touch_in_the_form_asks_nothing_behind_which_its_preview_would_wait(watched):
    watched.in_the_next(HOUR)
    stop_clock(watched.page)
    wait_until(lambda: watched.in_the_next(500))
    watched.page.clock.run_for(3500)
    before = watched.page.evaluate("asked")
    tap(watched.page, "taker", "Anne")
    assert watched.page.evaluate("asked") == before


def test_touches_that_follow_each_other_ask_once(watched):
    stop_clock(watched.page)
    watched.page.clock.run_for(3000)
    before = watched.page.evaluate("asked")
    for _ in range(5):
        watched.page.mouse.click(5, 5)
        watched.page.clock.run_for(100)
    assert watched.page.evaluate("asked") <= before + 1


def test_a_page_asks_less_in_the_minute_after_a_hand_of_another_phone(phone, watched):
    played = watched.in_the_next(MINUTE)
    write(phone, sheet_of(watched.page))
    watched.shown_news()
    after = watched.in_the_next(MINUTE - 6000)
    assert 0 < after < played / 2
    assert watched.in_the_next(MINUTE) > played / 2


def test_a_page_asks_less_in_the_minute_after_its_own_hand(watched):
    played = watched.in_the_next(MINUTE)
    enter(watched.page)
    save(watched.page)
    assert 0 < watched.in_the_next(MINUTE - 6000) < played / 2


def test_a_page_asks_as_often_after_a_hand_was_undone(phone, watched):
    played = watched.in_the_next(MINUTE)
    other = write(phone, sheet_of(watched.page))
    watched.shown_news()
    other.get_by_role("button", name="Annuler").click()
    other.locator(".row.hand").wait_for(state="detached")
    watched.page.clock.run_for(15_000)
    watched.page.locator(".row.hand").wait_for(state="detached")
    assert watched.in_the_next(MINUTE) > played / 2


def test_a_page_asks_as_often_after_the_last_hand_of_a_game(phone, watched):
    """The next game may be opened at once."""
    page = watched.page
    open_sheet(page, *FOUR, rules="belote-ffb")
    played = watched.in_the_next(MINUTE)
    for _ in range(4):
        tap(page, "taker", "Anne")
        page.evaluate("document.querySelector('[name=capot][value=attack]').click()")
        save(page)
    page.get_by_text("Partie gagnée").first.wait_for()
    assert watched.in_the_next(MINUTE) > played / 2


def test_a_slow_finger_on_a_page_without_network_gives_its_answer(timed):
    """A poll that fails while the finger is down would move what is under it."""
    timed.context.set_offline(True)
    box = timed.locator(".ask-contract label").first.bounding_box()
    timed.mouse.move(box["x"] + box["width"] / 2, box["y"] + 3)
    timed.mouse.down()
    timed.clock.run_for(400)
    settle(timed)
    timed.mouse.up()
    assert timed.locator("[name=contract]:checked").count() == 1
