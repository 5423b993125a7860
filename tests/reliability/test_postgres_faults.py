"""PostgreSQL that does not answer, dies or is replaced: no hand is lost, and none doubled."""

import threading
import time

import kills
import postgres
import pytest
from conftest import GARDE, UNGUARDED

from app import create_app

PATIENCE = 20
"""Seconds within which the program gives up, on a machine that is busy."""


@pytest.fixture
def app(network, database_url, instance):
    url = network.url(postgres.name_of(database_url))
    shared = {"DATABASE_URL": url, "SECRET": "k" * 32, "INSTANCE": instance}
    app = create_app(UNGUARDED | shared)
    yield app
    app.extensions["installation"].journal.close()


@pytest.fixture
def keys(cluster, database_url):
    """The keys of all hands that the database holds."""
    query = "SELECT key FROM event WHERE kind = 'hand' ORDER BY key"
    name = postgres.name_of(database_url)
    return lambda: [key for (key,) in cluster.execute(query, name)]


def post_until_taken(client, sheet, key):
    deadline = time.monotonic() + 30
    while (
        answer := client.post(f"{sheet}/hands", data=GARDE | {"key": key})
    ).status_code == 503:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return answer.status_code


@pytest.mark.long
def test_a_hand_during_an_outage_is_told_to_come_again(network, client, sheet, keys):
    hand = GARDE | {"key": "a" * 32}
    network.freeze()
    began = time.monotonic()
    answer = client.post(f"{sheet}/hands", data=hand)
    assert time.monotonic() - began < PATIENCE
    assert answer.status_code == 503 and int(answer.headers["Retry-After"]) > 0
    network.thaw()
    assert post_until_taken(client, sheet, "a" * 32) == 303
    assert keys() == ["a" * 32]


@pytest.mark.hours
def test_all_phones_are_answered_while_nothing_comes_through(
    network, app, client, sheet, keys
):
    """More of them than there are connections."""
    hands, statuses = [f"{n:032x}" for n in range(16)], []

    def post(key):
        form = GARDE | {"key": key}
        statuses.append(app.test_client().post(f"{sheet}/hands", data=form).status_code)

    network.freeze()
    began = time.monotonic()
    threads = [threading.Thread(target=post, args=(key,)) for key in hands]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [503] * 16 and time.monotonic() - began < PATIENCE
    network.thaw()
    assert {post_until_taken(client, sheet, key) for key in hands} == {303}
    assert keys() == hands


@pytest.mark.hours
def test_a_server_without_a_free_connection_is_waited_for(
    cluster, client, sheet, database_url, keys
):
    name = postgres.name_of(database_url)
    cluster.execute(f"ALTER DATABASE {name} CONNECTION LIMIT 0")
    cluster.execute(
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    )
    hand = GARDE | {"key": "a" * 32}
    assert client.post(f"{sheet}/hands", data=hand).status_code == 503
    cluster.execute(f"ALTER DATABASE {name} CONNECTION LIMIT -1")
    assert post_until_taken(client, sheet, "a" * 32) == 303
    assert keys() == ["a" * 32]


@pytest.mark.hours
@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize("times", [40, 1000])
def test_no_hand_is_lost_or_doubled_by_kills(tmp_path, times):
    found = kills.play(tmp_path, times)
    print(found)
    faults = [found[name] for name in ("lost", "stored twice", "never sent", "broken")]
    assert faults == [0, 0, 0, None]
    assert {status for status in found["answers"] if isinstance(status, int)} <= {303, 503}
    assert found["acknowledged"] > 200
