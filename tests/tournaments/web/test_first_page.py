"""The first page of a tournament: what is for the evening, and what for before and after."""

from desk import Desk
from tournament_routes import role_token

from scorekeeper.tournaments.service.tokens import Role


def test_what_is_not_for_the_evening_is_behind_one_link(app, client):
    desk = Desk(app, client, 8).reach(1)
    evening, _, other = desk.get("").partition("Avant et après la soirée")
    for path in ("/apart", "/journal", "/tournament.txt"):
        assert f'{path}"' in other and f'{path}"' not in evening


def test_helpers_see_no_empty_fold(app, client):
    desk = Desk(app, client, 8)
    token = role_token(desk.address.rpartition("/")[2], Role.DESK)
    page = client.get(f"/tournaments/{token}").text
    assert "Avant et après" not in page
