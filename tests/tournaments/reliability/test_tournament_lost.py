"""A tournament whose computer dies goes on from the codes of its last ranking."""

import html
import re

import pytest
from conftest import UNGUARDED, token_of
from decided import decided
from long_cases import long
from random_evenings import Evening, comparable

from app import create_app
from scorekeeper.tournaments.formats.restart_code import restart_codes
from scorekeeper.tournaments.next_round import draw_request, drawn
from scorekeeper.tournaments.ranking import ranking

SIZE = {"most": 18, "rounds": 3}


@pytest.mark.parametrize("seed", [5, *long(1, 2)])
def test_a_laptop_lost_after_round_three_goes_on_from_the_printed_codes(
    tmp_path, seed, capsys
):
    lost = Evening(seed, decided, **SIZE).play()
    client = create_app({"INSTANCE": tmp_path / "new", **UNGUARDED}).test_client()
    page = client.post(
        "/tournaments/restart", data={"codes": " ".join(restart_codes(lost))}
    ).text
    fields = dict(re.findall(r'name="(key)" value="(.*?)"', page), confirmed="1")
    fields["codes"] = html.unescape(re.search(r"hidden>(MARQUE.*?)<", page, re.DOTALL)[1])
    address = client.post("/tournaments/restart", data=fields).location
    found = client.application.extensions["tournaments"].access(token_of(address)).state
    assert comparable(found) == comparable(lost)
    assert ranking(found, 3) == ranking(lost, 3) and len(found.rounds) == 3
    assert drawn(draw_request(found, seed)) == drawn(draw_request(lost, seed))
