"""What is not published: no link but the organizer's shows it, on any address, in any form."""

import re

import pytest
from conftest import token_of
from desk import Desk, hidden
from long_cases import long
from tournament_routes import GET, TOKENS, VALUES, address, role_token

from scorekeeper.tournaments import rounds
from scorekeeper.tournaments.ranking import ranking
from scorekeeper.tournaments.service.tokens import HELPERS, Role, card_code, sheet_token

READING = TOKENS.index("reading")

LAST = 4
"""The last of the four tables, whose card everybody opens."""

ASKED = ("", "?who=1&q=a&one=1&moved=1-2&table=1&done=1&number=1&v=1_0")
"""What is asked after each address."""

HERE = "http://marque.test"
"""Not localhost, for which pages name an address of this machine that can change."""

CHANGES = re.compile(r'name="(?:csrf_token|key)" value="[^"]*"|data-now="[^"]*"|DTSTAMP:.*')
"""What differs from one answer to the next in the same state."""


@pytest.fixture(params=["tarot_libre", *long("belote_points")])
def desk(app, client, request):
    """An evening of two rounds with prizes: the first is closed, of the second the last table
    has its slip."""
    found = Desk(app, client, 16, request.param, rounds="2", grid="60 30 20 10").reach(2)
    VALUES["<code>"] = card_code(found.tournament.room, LAST)
    found.type_slip(LAST, round=2)
    return found


def links(desk):
    """The token of each link but the organizer's, by its role."""
    organizer = token_of(desk.address)
    return {role: role_token(organizer, role) for role in (Role.READING, *HELPERS)}


def pages(desk, which=lambda role, path: True):
    """Each answer, by role, address and whether readers have it too."""
    found = {}
    for role, token in links(desk).items():
        for path in GET:
            if not which(role, path):
                continue
            for number in "12" if "number" in path else "1":
                path_of = path.replace("<int:number>", number)
                place = address(path_of.replace("<int:table>", str(LAST)), token)
                for asked in ASKED:
                    answer = desk.app.test_client().get(place + asked, base_url=HERE)
                    told = answer.status_code, answer.location, answer.headers.get("ETag")
                    text = CHANGES.sub("", f"{told} {answer.text}")
                    found[role, path, number, asked] = re.sub(r"[\u202f\xa0]", "", text)
    return found


def is_for_readers(role, path):
    """True for a page that readers have too; the first page of a helper counts slips."""
    if role is not Role.READING and path == "/tournaments/<token>":
        return False
    return GET[path][READING] == 200


def correct(desk, round, table, *points):
    """Correct a slip of a closed round."""
    form = hidden(desk.type_slip(table, *points, round=round, anyway="1").text, "/slips", 1)
    assert (
        desk.post(f"/rounds/{round}/slips", **form | {"reason": "frappe"}).status_code == 303
    )


def slip(desk, points):
    """Points of a slip that adds up: one figure that nothing else on a page has."""
    if desk.tournament.regulations.seats_teams:
        return points, 1944 - points
    return points, -points, 0, 0


def preview(desk):
    desk.get("/draw")
    desk.get("/draw?kind=random&seed=7")


def type_slips(desk):
    for table, points in enumerate((1717, 1616, 1515, 1414), 1):
        if table != LAST:
            desk.type_slip(table, *slip(desk, points), round=2, anyway="1")


def correct_the_closed_round(desk):
    correct(desk, 1, 2, *slip(desk, 1818))


def fine(desk):
    desk.post("/penalties", round="1", who="3", points="1313", reason="retard")


def even_out(desk):
    """A correction and penalties that leave every total as it was."""
    before = desk.tournament.rounds[0].slips[1].result.points
    correct(desk, 1, 1, *slip(desk, 1818))
    table = desk.tournament.rounds[0].tables[0]
    for who, now, then in zip(table, slip(desk, 1818), before, strict=False):
        desk.access.record("fined", rounds.add_penalty, 1, who, then - now, "même total")


def correct_the_end(desk):
    correct(desk, 2, LAST, *slip(desk, 1818))


HIDDEN = (preview, even_out, type_slips, fine, correct_the_closed_round)
"""What happens that is not published, one after the other."""


def test_what_is_not_published_changes_no_page_that_readers_have(desk):
    for steps in (HIDDEN, (correct_the_end,)):
        known = pages(desk, is_for_readers)
        for step in steps:
            step(desk)
            now = pages(desk, is_for_readers)
            assert [key for key, text in now.items() if text != known[key]] == [], step
        desk.post("/rounds/1/close")
        desk.play(2)


def numbers_in(text):
    return {*re.findall(r"(?<!\w)\d+", text)}


def test_no_page_of_a_helper_has_a_total_that_is_not_published(desk):
    before = " ".join(pages(desk).values())
    type_slips(desk)
    fine(desk)
    correct_the_closed_round(desk)
    slips = [slip for round in desk.tournament.rounds for slip in round.slips.values()]
    typed = {1313} | {abs(n) for slip in slips for n in slip.result.points}
    now = ranking(desk.tournament, 2, provisional=True)
    totals = {abs(line.total) for line in now} - typed
    telling = {str(n) for n in totals if n > 99} - numbers_in(before)
    assert len(telling) > 3
    assert [key for key, text in pages(desk).items() if telling & numbers_in(text)] == []


def test_no_page_has_a_link_that_allows_more(desk):
    organizer, room = token_of(desk.address), desk.tournament.room
    secrets = {organizer, room, *(card_code(room, n) for n in (1, 2))}
    seats = len(desk.tournament.rounds[0].tables[0])
    secrets |= {sheet_token(room, number, 1, seats) for number in (1, 2)}
    helping = {role: token for role, token in links(desk).items() if role in HELPERS}
    wrong = []
    for key, text in pages(desk).items():
        others = {token for role, token in helping.items() if role is not key[0]}
        wrong += [(key, secret) for secret in secrets | others if secret in text]
    assert wrong == []


def test_the_next_draw_does_not_follow_from_what_readers_are_told(desk):
    correct(desk, 1, 1, *slip(desk, 1818))
    seed = re.search(r'name="seed" value="(\d+)"', desk.get("/draw?kind=random"))[1]
    tags = desk.tournament.hash[:4]
    assert int(seed) != int.from_bytes(tags) >> 1
