"""Malformed posts to the addresses of tournaments that need no token: the server goes on."""

import pytest
import tournament_routes
from hostile_posts import assert_posts_stop_nothing

from scorekeeper.tournaments.tournament import fold_tournament


@pytest.mark.long
def test_malformed_posts_stop_nothing(tmp_path):
    assert_posts_stop_nothing(tmp_path, tournament_routes, announced=fold_tournament)
