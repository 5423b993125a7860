"""Forms of a tournament sent from an old page: somebody has changed the same thing since."""

import html
import re

import pytest
from desk import Desk, hidden


def filled(page, marker):
    """The fields of the form that holds a text, as the page has filled them in."""
    form = next(form for form in re.findall("<form.*?</form>", page, re.S) if marker in form)
    fields = {}
    for name, rest in re.findall(r'<input(?![^>]*checkbox)[^>]* name="(\w+)"([^>]*)', form):
        value = re.search(r'value="([^"]*)"', rest)
        fields.setdefault(name, []).append(html.unescape(value[1]) if value else "")
    for name, options in re.findall(r'<select name="(\w+)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.findall(r'value="([^"]*)" selected', options)
        fields[name] = chosen or re.findall(r'value="([^"]*)"', options)[:1]
    for name, text in re.findall(r'<textarea name="(\w+)"[^>]*>(.*?)</textarea>', form, re.S):
        fields[name] = [html.unescape(text)]
    return fields


def seats(desk, number=1):
    return desk.tournament.rounds[number - 1].tables


def correct(desk, *points):
    """Replace the slip of table 1 of round 1."""
    page = desk.type_slip(1, *points).text
    forms = re.findall(r"<form.*?</form>", page, re.S)
    last = next(form for form in forms[::-1] if 'name="points"' in form)
    return desk.post("/rounds/1/slips", **filled(last, "") | {"reason": "frappe"})


def swap(desk):
    """Swap the first people of tables 1 and 2 of round 1."""
    one, other = seats(desk)[0][0], seats(desk)[1][0]
    desk.post("/rounds/1/seats", seen=desk.tournament.etag, one=one, other=other)


def leave(desk):
    """Somebody leaves; the third of the ranking, where there is one."""
    ranking = desk.tournament.rounds[0].ranking if desk.tournament.rounds else ()
    desk.post("/check-in", people=ranking[2].who if ranking else 3, gone="1")


def nothing(desk):
    pass


def published(desk):
    desk.publish()


def typed(desk):
    desk.publish()
    for table in (1, 2, 3, 4):
        desk.type_slip(table)


def closed(desk):
    desk.publish()
    desk.play()


def corrected(desk):
    closed(desk)
    correct(desk, 300, -100, -100, -100)


def renamed(**texts):
    known = {"name": "Anne", "licence": "", "club": ""}
    return lambda desk: desk.post("/people/1", **known | texts)


def ruled(**fields):
    return lambda desk: desk.post("/regulations", **fields)


def erased(desk):
    desk.post("/people/1", erase="1")


def fined(desk):
    desk.post("/penalties", round="1", who="1", points="200", reason="conduite")


def slip_typed(desk):
    desk.type_slip(1)


def slip_of(desk):
    """Whoever won at table 1 has lost: another ranking, wherever the draw has put them."""
    correct(desk, -600, 200, 200, 200)


RENAME = "/people/1", 'name="club"', {"name": "Anna"}
RULES = "/regulations", 'name="rounds"', {"rounds": "4"}
SLIP = "/rounds/1/slips", 'id="slip"', {"points": ["60", "-20", "-20", "-20"], "how": "played"}
DRAW = "/rounds", 'name="seed"', {}
CLOSE = "/rounds/1/close", "/rounds/1/close", {}
FAULT = "/penalties", 'name="who"', {"who": "1", "reason": "retard"}
ERASE = "/people/1", 'name="erase"', {}

ASKED = {
    "a name over another name": (nothing, "", *RENAME, renamed(name="Annette")),
    "a name over an erasure": (nothing, "", *RENAME, erased),
    "an erasure over another name": (nothing, "", *ERASE, renamed(name="Annette")),
    "a rule over the same rule": (nothing, "", *RULES, ruled(rounds=6)),
    "a slip over another slip": (published, "", *SLIP, slip_typed),
    "a slip over new seats": (published, "", *SLIP, swap),
    "a draw over somebody who left": (nothing, "/draw", *DRAW, leave),
    "seats by hand over somebody who left": (nothing, "/draw?kind=manual", *DRAW, leave),
    "a final over somebody who left": (closed, "/draw?kind=final", *DRAW, leave),
    "a final over a correction": (closed, "/draw?kind=final", *DRAW, slip_of),
    "a ranking over a correction": (typed, "/ranking", *CLOSE, slip_of),
    "a ranking over a penalty": (typed, "/ranking", *CLOSE, fined),
    "a ranking again over a correction": (corrected, "/ranking", *CLOSE, slip_of),
    "a penalty over a penalty": (published, "", *FAULT, fined),
}  # fmt: skip
"""What stood, the page that was open, its form and what is entered there, and what somebody
else did meanwhile."""

OVERTAKEN = {
    "a draw over a draw": (nothing, "/draw", *DRAW, published),
    "seats by hand over a draw": (nothing, "/draw?kind=manual", *DRAW, published),
    "a final over a draw": (closed, "/draw?kind=final", *DRAW, published),
}
"""The same of seats that somebody else published meanwhile."""


def sent(desk, stood, page, path, marker, mine, other):
    """Send a form from an old page, which is refused and changes nothing; the answer."""
    stood(desk)
    form = filled(desk.get(page or path), marker) | mine
    if marker == 'name="seed"' and "manual" in page:
        form["seats"] = "\n\n".join(
            "\n".join(map(str, range(n, n + 4))) for n in (1, 5, 9, 13)
        )
    other(desk)
    after = desk.tournament.etag
    answer = desk.post(path, **form)
    assert answer.status_code in (409, 422)
    assert 'role="alert"' in answer.text
    assert desk.tournament.etag == after
    return answer


@pytest.mark.parametrize("what", ASKED)
def test_what_would_be_lost_is_asked_and_taken_when_sent_again(app, client, what):
    _, _, path, marker, mine, _ = ASKED[what]
    desk = Desk(app, client, 16)
    answer = sent(desk, *ASKED[what])
    marker = 'class="save"' if 'class="both"' in answer.text else marker
    assert desk.post(path, **filled(answer.text, marker) | mine).status_code == 303


@pytest.mark.parametrize("what", OVERTAKEN)
def test_seats_that_are_published_are_not_offered_again(app, client, what):
    answer = sent(Desk(app, client, 16), *OVERTAKEN[what])
    assert answer.status_code == 409 and "Publié depuis" in answer.text
    assert DRAW[1] not in answer.text


KEPT = {
    "a name, another club": (
        *RENAME,
        renamed(club="Lyon"),
        lambda now: now.person(1)[1:4] == ("Anna", "", "Lyon"),
    ),
    "a club, an erasure of nobody": (
        *("/people/2", 'name="club"', {"club": "Metz"}),
        erased,
        lambda now: now.person(2).club == "Metz" and not now.person(1).name,
    ),
    "a rule, another rule": (
        *RULES,
        ruled(entry="12"),
        lambda now: (now.regulations.rounds, now.regulations.entry) == (4, 1200),
    ),
    "somebody, somebody else": (
        *("/people", 'name="people"', {"people": "Zoé"}),
        lambda desk: desk.post("/people", people="Yves"),
        lambda now: [one.name for one in now.people[16:]] == ["Yves", "Zoé"],
    ),
    "a couple, another couple": (
        *("/apart", 'name="one"', {"one": "1", "other": "2"}),
        lambda desk: desk.post("/apart", one="3", other="4"),
        lambda now: now.apart == {(1, 2), (3, 4)},
    ),
    "who is here, who left": (
        *("/check-in", 'name="gone"', {"people": "1"}),
        leave,
        lambda now: now.here.isdisjoint({1, 3}),
    ),
}
"""The page and its form, what is entered there, what somebody else did, and what holds."""


@pytest.mark.parametrize("what", KEPT)
def test_what_two_pages_change_apart_is_kept(app, client, what):
    path, marker, mine, other, holds = KEPT[what]
    desk = Desk(app, client, 16)
    form = filled(desk.get(path), marker) | mine
    other(desk)
    assert desk.post(path, **form).status_code == 303
    assert holds(desk.tournament)


def test_a_partner_is_found_though_the_teams_have_other_numbers(app, client):
    desk = Desk(app, client, 2, "belote_points")
    for name in ("Chloé", "David", "Ève"):
        desk.post("/people", people=name)
    form = filled(desk.get("/people?partner=5"), 'name="people"') | {"people": "Zoé"}
    desk.post("/people/3", partner="4")
    desk.post("/people", **form)
    assert {5, 6} in map(set, desk.tournament.teams.values())


@pytest.fixture
def desk(app, client):
    """A desk of 8 players of Tarot, whose first round is closed."""
    return Desk(app, client, 8).closed()


def test_a_link_of_a_stale_draw_does_not_lead_to_the_next_draw(desk):
    page = desk.get("/draw")
    assert "number=2" in page
    desk.publish()
    page = desk.get("/draw?kind=random&seed=9&number=2")
    assert "Position 2" in page and "Publier ces places" not in page


@pytest.mark.parametrize("number", ["", "0", "7", "-1", "9" * 30, "x"])
def test_seats_of_no_next_round_are_not_published(desk, number):
    form = hidden(desk.get("/draw"), "/rounds") | {"number": number}
    assert desk.post("/rounds", **form).status_code == 409
    assert desk.get(f"/draw?number={number}")
    assert len(desk.tournament.rounds) == 1


def test_the_same_form_sent_twice_publishes_once_and_shows_its_seats(desk):
    form = hidden(desk.get("/draw"), "/rounds")
    answers = [desk.post("/rounds", **form) for _ in range(2)]
    assert [one.status_code for one in answers] == [303, 303]
    assert len(desk.tournament.rounds) == 2
