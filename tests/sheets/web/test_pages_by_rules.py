"""What pages say and ask by the rules of a table: each line of the TOML file is a fact."""

import re
import tomllib
from pathlib import Path

import pytest

FACTS = tomllib.loads(Path(__file__).with_name("pages_by_rules.toml").read_text("utf-8"))
PLAIN = str.maketrans("’\xa0\u202f", "'  ")


def look(client, fact, sheet=""):
    """Look for what a page has and lacks: in its markup, or in its text."""
    page = client.get(sheet + fact.get("path", "")).text
    texts = (re.sub(r"<[^>]+>", between, page) for between in ("", " "))
    page = " ".join(" ".join((page, *texts)).replace(sheet, "SHEET" if sheet else "").split())
    page = page.translate(PLAIN)
    assert [one for one in fact.get("has", ()) if one not in page] == []
    assert [one for one in fact.get("lacks", ()) if one in page] == []


@pytest.mark.parametrize("fact", FACTS["of_a_sheet"], ids=lambda fact: fact["says"])
def test_a_page_of_a_sheet(fact, open_preset, client):
    names = [*"ABCDEF"[: fact.get("seats", 4)]]
    sheet = open_preset(fact["rules"], len(names), name=names, **fact.get("form", {}))
    for what, *changes in fact.get("posts", ()):
        hand = FACTS["hands"].get(what)
        form = (hand or {}) | (changes[0] if changes else {})
        answer = client.post(f"{sheet}/{'hands' if hand else what}", data=form)
        assert answer.status_code == 303
    look(client, fact, sheet)


@pytest.mark.parametrize("fact", FACTS["without_a_sheet"], ids=lambda fact: fact["says"])
def test_a_page_without_a_sheet(fact, client):
    look(client, fact)
