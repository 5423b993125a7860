"""A tournament with people at the door, for the tests of its desk."""

import html
import re

import pytest
from conftest import GARDE, token_of
from decided import publish_next
from tournament_routes import opened

from scorekeeper.sheets.service.turns import next_turn
from scorekeeper.tournaments.people import NewPerson, register
from scorekeeper.tournaments.round import TableResult
from scorekeeper.tournaments.rounds import close, record_slip
from scorekeeper.tournaments.service.tables import accept, open_table
from scorekeeper.tournaments.service.tokens import Role

NAMES = (
    *("Anne", "Bruno", "Chloé", "David", "Ève", "Farid", "Gaëlle", "Hugo"),
    *("Inès", "Jean", "Karim", "Léa", "Max", "Nina", "Oscar", "Paul"),
    *("Quentin", "Rose", "Simon", "Tess", "Ugo", "Vera", "Willy", "Yann"),
)


class Desk:
    """The desk of a tournament, as a client sees it.

    :param count: people who are here, two a team where teams are ranked.
    """

    def __init__(self, app, client, count=20, preset="tarot_libre", **fields):
        self.app, self.client = app, client
        game = "belote" if preset.startswith("belote") else "tarot"
        self.address = opened(client, preset=preset, game=game, **fields)
        if count:
            self.join(count)

    @property
    def access(self):
        return self.app.extensions["tournaments"].access(token_of(self.address), Role)

    @property
    def tournament(self):
        return self.access.tournament

    def join(self, count):
        """Register so many more people at the door."""
        first, in_teams = len(self.tournament.people), self.tournament.regulations.ranks_teams
        new = [
            NewPerson(NAMES[n % len(NAMES)], team=n // 2 + 1 if in_teams else 0)
            for n in range(first, first + count)
        ]
        self.access.record("enrolled", register, new, True)

    def get(self, path):
        return self.client.get(f"{self.address}{path}").text

    def post(self, path, **form):
        return self.client.post(f"{self.address}{path}", data=form)

    def publish(self, query="", **changes):
        """Publish the next round as its preview shows it."""
        form = hidden(self.get(f"/draw{query}"), "/rounds")
        return self.post("/rounds", **form | changes)

    def type_slip(self, table, *points, round=1, **more):
        """Type the slip of a table; without points one that adds up, and is noted although
        other tables have the same."""
        if not points:
            points = usual_points(self.tournament.rounds[round - 1].tables[table - 1])
            more = {"anyway": "1"} | more
        form = {"table": table, "points": [*map(str, points)]} | more
        return self.post(f"/rounds/{round}/slips", **form)

    def play(self, round=1):
        """Type a slip for each table of a round that lacks one, and close it."""
        for table in self.tournament.rounds[round - 1].missing:
            assert self.type_slip(table, round=round, anyway="1").status_code == 303
        return self.post(f"/rounds/{round}/close")

    def reach(self, round, is_closed=False):
        """Publish the rounds up to this one by decisions, and play those before it; the desk.

        :param is_closed: play this one too.
        """
        access = self.access
        for number in range(1, round + 1):
            publish_next(access)
            if number < round or is_closed:
                for table, seats in enumerate(access.tournament.rounds[-1].tables, 1):
                    slip = TableResult(usual_points(seats))
                    access.record("slip", record_slip, number, table, slip)
                access.record("closed", close, number)
        return self

    def closed(self):
        """Play the first round, and close it; the desk."""
        return self.reach(1, is_closed=True)


def desk_fixture(count, reach=0, **about):
    """A fixture: the desk of a tournament, at Tarot with five deals if ``about`` does not say
    otherwise.

    :param reach: the round whose seats are published; those before it are closed.
    """

    @pytest.fixture
    def desk(app, client):
        opened_desk = Desk(app, client, count, **about)
        return opened_desk.reach(reach) if reach else opened_desk

    return desk


def usual_points(seats):
    """Points of a table that add up."""
    points = (1000, 944) if len(seats) == 2 else (10 * len(seats) - 10, *[-10] * 4)
    return points[: len(seats)]


TAROT = {"taker": 0, "contract": "garde", "bouts": 2, "points": 49}


def play_deals(desk, table=1, deals=2, **answers):
    """Play so many deals on the sheet of a table in round 1; its access."""
    sheets = desk.repository.sheets
    sheet = sheets.access(open_table(desk, 1, table))
    for _ in range(deals):
        next_turn(sheet).record({**TAROT, **answers})
    return sheets.access(sheet.token)


def keep_on_phone(desk, table=1, round=1):
    """Play the sheet of a table on a phone, and let the desk accept it."""
    sheet = f"/sheets/{open_table(desk.access, round, table)}"
    assert desk.client.post(f"{sheet}/hands", data=GARDE).status_code == 303
    accept(desk.app.extensions["sheets"].access(sheet.rpartition("/")[2]), desk.access)
    return sheet


def field(page, name):
    """The value of a hidden field of a page."""
    return html.unescape(re.search(rf'name="{name}" value="([^"]*)"', page)[1])


def hidden(page, action, which=0):
    """The hidden fields of a form of a page, and what its text areas hold, by the end of its
    action."""
    pattern = rf'<form[^>]*action="[^"]*{re.escape(action)}"[^>]*>(.*?)</form>'
    form = re.findall(pattern, page, re.S)[which]
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form)
    fields += re.findall(r'<textarea[^>]*name="([^"]+)"[^>]*>([^<]*)<', form)
    found = {}
    for name, value in fields:
        found.setdefault(name, []).append(html.unescape(value))
    return {name: values[0] if len(values) == 1 else values for name, values in found.items()}
