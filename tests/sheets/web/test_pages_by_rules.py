"""What pages say and ask by the rules of a table: each line of the TOML file is a fact."""

import re
import tomllib
from pathlib import Path

import pytest

FACTS = tomllib.loads(Path(__file__).with_name("pages_by_rules.toml").read_text("utf-8"))
PLAIN = str.maketrans("’\xa0\u202f", "'  ")


def read(page):
    """A page, and its text without markup."""
    return " ".join(f"{page} {re.sub(r'<[^>]+>', '', page)}".split()).translate(PLAIN)


@pytest.mark.parametrize("fact", FACTS["of_a_sheet"], ids=lambda fact: fact["says"])
def test_a_page_of_a_sheet(fact, open_preset, client):
    names = [*"ABCDEF"[: fact.get("seats", 4)]]
    sheet = open_preset(fact["rules"], len(names), name=names, **fact.get("form", {}))
    page = read(client.get(sheet + fact.get("path", "")).text)
    assert [one for one in fact.get("has", ()) if one not in page] == []
    assert [one for one in fact.get("lacks", ()) if one in page] == []


@pytest.mark.parametrize("fact", FACTS["without_a_sheet"], ids=lambda fact: fact["says"])
def test_a_page_without_a_sheet(fact, client):
    page = read(client.get(fact["path"]).text)
    assert [one for one in fact.get("has", ()) if one not in page] == []
    assert [one for one in fact.get("lacks", ()) if one in page] == []
