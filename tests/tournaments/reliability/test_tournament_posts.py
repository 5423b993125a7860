"""Malformed posts to the addresses of tournaments that need no token: the server goes on."""

import pytest
from hostile_posts import assert_all_readable, send_malformed
from server import Server
from tournament_routes import FORMS, OPEN

from scorekeeper.tournaments.tournament import fold_tournament

pytestmark = pytest.mark.long


def test_malformed_posts_stop_nothing(tmp_path):
    server = Server(tmp_path / "instance")
    forms = {path: FORMS[path] for method, path in OPEN if method == "POST"}
    try:
        statuses = send_malformed(server, 150, seed=20261121, forms=forms)
        assert statuses[0] < 10 and statuses[422] > 10
        assert server.process.poll() is None
        assert_all_readable(server, announced=fold_tournament)
    finally:
        server.kill()
