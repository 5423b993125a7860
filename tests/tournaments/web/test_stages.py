"""The line that says which step the evening is at."""

import re

from desk import Desk
from tournament_routes import role_token

from scorekeeper.tournaments.service.tokens import Role


def stage(desk):
    found = re.findall(r'<li aria-current="step">([^<]*)</li>', desk.get(""))
    return found[0] if found else ""


def test_the_line_follows_the_evening(app, client):
    desk = Desk(app, client, 0, rounds="1")
    seen = [stage(desk)]
    desk.join(8)
    seen.append(stage(desk))
    desk.publish()
    seen.append(stage(desk))
    desk.type_slip(1)
    seen.append(stage(desk))
    desk.type_slip(2)
    seen.append(stage(desk))
    desk.play()
    seen.append(stage(desk))
    assert seen == ["inscrire", "placer", "jouer", "compter", "publier", ""]


def test_after_a_round_the_next_one_is_seated(app, client):
    desk = Desk(app, client, 8).closed()
    assert stage(desk) == "placer"


def test_what_is_not_for_the_evening_is_behind_one_link(app, client):
    desk = Desk(app, client, 8).reach(1)
    evening, _, other = desk.get("").partition("Avant et après la soirée")
    for path in ("/apart", "/journal", "/tournament.txt"):
        assert f'{path}"' in other and f'{path}"' not in evening


def test_helpers_see_neither_the_line_nor_an_empty_fold(app, client):
    desk = Desk(app, client, 8)
    token = role_token(desk.address.rpartition("/")[2], Role.DESK)
    page = client.get(f"/tournaments/{token}").text
    assert "stages" not in page and "Avant et après" not in page
