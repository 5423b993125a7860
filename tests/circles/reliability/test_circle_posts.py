"""Malformed posts to the addresses of circles that need no token: the server goes on."""

import circle_routes
import pytest
from hostile_posts import assert_posts_stop_nothing

from scorekeeper.circles.circle import fold_circle


@pytest.mark.long
def test_malformed_posts_stop_nothing(tmp_path):
    assert_posts_stop_nothing(tmp_path, circle_routes, founded=fold_circle)
