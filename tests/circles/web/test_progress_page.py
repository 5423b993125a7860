"""Pages of a circle whose sheets take long to sum up: progress, then the page asked for."""

import re

import pytest
from circle_helpers import example_circle, import_circle
from circle_routes import GET, address
from long_cases import long

from scorekeeper.circles.service import statistics
from scorekeeper.circles.service.statistics import CircleStatistics
from scorekeeper.circles.web import access as circle_access

EVENINGS = 6
POLL = "/circles/<token>/live"

PAGES = {
    "/circles/<token>",
    "/circles/<token>/sheets/new",
    "/circles/<token>/players/<int:player>",
    "/circles/<token>/players/<int:player>/hands",
    "/circles/<token>/evenings/<date>",
    "/circles/<token>/seasons/<int:season>",
    "/circles/<token>/seasons/<int:season>/print",
    "/circles/<token>/circle.json",
}
"""The pages that rest on statistics."""

FRESH = re.compile(r'(name="(?:csrf_token|key)" value)="[^"]*"')


@pytest.fixture
def circle(app):
    """The address of a circle of a guardian, with six evenings of the example."""
    document = example_circle()
    document["sheets"] = document["sheets"][:EVENINGS]
    with app.app_context():
        return "/circles/" + import_circle(app.extensions["circles"], document)


@pytest.fixture
def restart(app, monkeypatch):
    """Forget all summaries; each request has the patience for one sheet."""

    def restarted(at_once=0):
        monkeypatch.setattr(circle_access, "PATIENCE", 0)
        monkeypatch.setattr(circle_access, "AT_ONCE", at_once)
        circles = app.extensions["circles"]
        circles.statistics = CircleStatistics(circles.sheets)
        monkeypatch.setattr(statistics, "program_version", lambda: "restarted")
        app.extensions["fragments"].clear()

    return restarted


def until_shown(client, page):
    """The last answer of a page, and how much the ones before said was done."""
    done = []
    while (answer := client.get(page)).status_code == 503:
        done.append(int(re.search(r'<progress value="(\d+)" max="6"', answer.text)[1]))
    return answer, done


def same(answer):
    """What does not change from one answer to the next."""
    return answer.status_code, FRESH.sub(r"\1", answer.get_data(as_text=True))


@pytest.mark.parametrize("path", [*sorted(PAGES), *long(*sorted(GET.keys() - PAGES - {POLL}))])
def test_every_page_ends_as_it_is_with_patience(client, circle, restart, path):
    page = address(path, circle.rpartition("/")[2])
    at_once = client.get(page)
    restart()
    answer, done = until_shown(client, page)
    assert same(answer) == same(at_once)
    assert done == ([1, 2, 3, 4, 5] if path in PAGES else [])


def test_the_page_asks_again(client, circle, restart):
    restart()
    answer = client.get(f"{circle}/seasons/0")
    assert answer.status_code == 503 and answer.headers["Retry-After"] == "1"
    assert answer.headers["Refresh"] == "1"
    assert "1 feuilles sur 6" in answer.text.replace("\xa0", " ")


def test_a_circle_of_ordinary_size_needs_no_progress(client, circle, restart):
    restart(at_once=EVENINGS)
    assert client.get(circle).status_code == 200


def test_an_open_page_has_no_news_before_all_is_done(client, circle, restart):
    restart()
    answers = [client.get(f"{circle}/live?v=1").status_code for _ in range(EVENINGS)]
    assert answers == [204] * (EVENINGS - 1) + [200]


def test_a_posted_form_waits(client, circle, restart):
    restart()
    answer = client.post(f"{circle}/sheets", data={})
    assert answer.status_code == 422


def test_the_language_may_be_changed_meanwhile(client, circle, restart):
    restart()
    client.get(circle, headers={"Accept-Language": "en"})
    page = client.get(circle, headers={"Accept-Language": "en"}).text
    assert "Computing the statistics" in page and "2 of 6 sheets" in page.replace("\xa0", " ")
