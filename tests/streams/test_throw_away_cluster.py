"""The cluster that other tests use: durable, and gone afterwards."""

import postgres
import psycopg
import pytest

pytestmark = pytest.mark.usefixtures("cluster")


@pytest.fixture
def own_cluster():
    running = postgres.Cluster()
    yield running
    running.remove()


def store(url, number):
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("CREATE TABLE IF NOT EXISTS kept (number int)")
        db.execute("INSERT INTO kept VALUES (%s)", (number,))


def test_the_program_connects_as_no_superuser(database_url):
    with psycopg.connect(database_url) as db:
        query = "SELECT usesuper FROM pg_user WHERE usename = current_user"
        assert db.execute(query).fetchall() == [(False,)]


def test_a_database_is_as_durable_as_postgresql_makes_it(cluster):
    names = ("fsync", "synchronous_commit", "full_page_writes")
    assert {cluster.execute(f"SHOW {name}")[0][0] for name in names} == {"on"}


def test_a_killed_cluster_starts_with_all_that_was_committed(own_cluster):
    name = own_cluster.create_database()
    for number in range(3):
        store(own_cluster.url(name), number)
        own_cluster.kill()
        own_cluster.start()
    assert own_cluster.execute("SELECT number FROM kept", name) == [(0,), (1,), (2,)]


def test_a_promoted_standby_has_all_that_was_committed(own_cluster):
    name = own_cluster.create_database()
    standby = own_cluster.standby()
    try:
        store(own_cluster.url(name), 7)
        own_cluster.kill()
        standby.promote()
        store(standby.url(name), 8)
        assert standby.execute("SELECT number FROM kept", name) == [(7,), (8,)]
    finally:
        standby.remove()


def test_the_bouncer_keeps_a_connection_for_one_transaction_only(bouncer, database_url):
    url = bouncer.url(postgres.name_of(database_url))

    def backend(db):
        return db.execute("SELECT pg_backend_pid()").fetchone()

    with psycopg.connect(url) as one, psycopg.connect(url) as other:
        first = backend(one)
        one.commit()
        assert backend(other) == first


def test_a_removed_cluster_leaves_neither_process_nor_file():
    running = postgres.Cluster()
    main = running.pid
    running.remove()
    assert not running.folder.exists()
    assert not list(postgres.children(main)) and running.process.poll() is not None
