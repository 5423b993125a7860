"""Evenings to measure on: Tarot sheets in the files of La Marque, and a phone for each."""

import itertools
import re
from typing import NamedTuple

from scorekeeper.storage.installation import Installation
from scorekeeper.storage.sqlite import backup

NAMES = ("Anne", "Bruno", "Chloé", "David")

OPENED = {
    "game": "tarot",
    "title": "",
    "date": "2026-11-20",
    "options": {},
    "names": list(NAMES),
    "seats": [0, 1, 2, 3],
    "active": 4,
    "dealer": 0,
}

PLAYED = [
    {"taker": taker, "contract": contract, "bouts": bouts, "points": points}
    for taker, contract, (bouts, points) in itertools.product(
        range(4), ("petite", "garde", "garde_sans"), ((1, 56), (2, 49), (2, 38), (3, 41))
    )
]
"""Hands that are all different, as an evening's are."""


SAID = re.compile(
    r"""<input type="(?:hidden"|radio"(?=.* checked>)) name="(\w+)" value="([^"]*)\""""
)
"""What a form says before anybody has tapped."""


class Phone(NamedTuple):
    """One phone on one sheet: what its browser sends along."""

    sheet: str
    cookie: str
    form: dict
    """What the form of the next hand says before anybody has answered."""
    version: str

    @property
    def token(self):
        """The token in the address of its sheet."""
        return self.sheet.rpartition("/")[2]


def tapped(phone, hand):
    """The form of a phone on which this hand was tapped."""
    return {**phone.form, **hand, "points_defence": 91 - hand["points"]}


def written(folder, *evenings):
    """The tokens of new sheets in this folder, where the day's copy is already taken.

    :param evenings: how many sheets, of how many hands each.
    """
    installation = Installation(folder)
    installation.create()
    journal = installation.shared_journal
    tokens = [
        [journal.open_sheet(events_of(hands)) for _ in range(sheets)]
        for sheets, hands in evenings
    ]
    journal.close()
    backup.daily(installation.database)
    return tokens


def events_of(hands):
    """The first events of a sheet of so many hands."""
    played = itertools.islice(itertools.cycle(PLAYED), hands)
    return [("opened", OPENED), *(("hand", {"answers": hand}) for hand in played)]


def sitting(process, tokens):
    """A phone on each of these sheets, with the page before it."""
    return [_phone(process, f"/sheets/{token}") for token in tokens]


def _phone(process, sheet):
    status, headers, page = process.get(sheet)
    assert status == 200, status
    cookie = headers["Set-Cookie"].split(";")[0] + _styles(page)
    return Phone(sheet, cookie, form_of(page), version_of(page))


def _styles(page):
    """The cookie of a browser that has fetched the stylesheets, where there is one."""
    found = re.search(r'name="stylesheets" content="(\S+)', page)
    return f"; marque_styles={found[1]}" if found else ""


def version_of(text):
    """The ETag of the sheet that a page, or a part of one, shows."""
    return re.search(r'live\?v=(\w+)"', text)[1]


def form_of(page):
    """What the form of the next hand on this page says before anybody has answered."""
    begins = page.index('id="entry"')
    return dict(SAID.findall(page, begins, page.index("</form>", begins)))
