"""The copies of the pages of a circle on a phone: none says what was renewed or erased."""

import pytest
from phone import FOUR, new_circle, new_sheet_of
from test_without_server import open_installed, press, visit, wait_for_copies

pytestmark = pytest.mark.browser


@pytest.fixture
def installed(phone):
    """Open a page of the installed application."""
    return lambda: open_installed(phone(host="localhost"))


def found_circle(page):
    """Found a circle of four players, with a sheet of theirs; the paths of both."""
    circle = new_circle(page, *FOUR)
    return circle, new_sheet_of(page, circle, 1, 2, 3, 4)


def test_links_of_a_circle_renewed_on_this_phone_leave_no_copy(installed):
    page = installed()
    circle, sheet = found_circle(page)
    visit(page, circle, sheet)
    press(page, f"{circle}/links", "Nouveaux liens")
    wait_for_copies(page, lambda copies: circle not in copies and sheet not in copies)


@pytest.mark.parametrize("is_here", [True, False], ids=["on this phone", "elsewhere"])
def test_a_player_who_was_erased_is_in_no_copy(installed, phone, is_here):
    page = installed()
    circle, sheet = found_circle(page)
    visit(page, sheet, "/", circle)
    press(page if is_here else phone(), f"{circle}/players/2/erasure", "Retirer pour toujours")
    if not is_here:  # the circle has news
        page.evaluate("document.querySelector('#live').dispatchEvent(new Event('refresh'))")
    wait_for_copies(page, lambda copies: not any("Bruno" in text for text in copies.values()))
