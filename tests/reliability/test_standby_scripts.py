"""The scripts of the containers make a primary, and a synchronous standby that takes over."""

import contextlib
import shutil
import threading
import time
from pathlib import Path

import postgres
import psycopg
import pytest
from conftest import require
from server import ROOT, free_port

pytestmark = pytest.mark.hours

SCRIPTS = ROOT / "deploy" / "postgres"
PASSWORDS = ("marque_password", "replication_password")


class Container:
    """PostgreSQL in a folder, as its image runs it, on a port of the loopback."""

    def __init__(self, name, **environment):
        self.folder = postgres.private_folder(f"marque-{name}-", on_disk=False)
        self.data, self.port = self.folder / "data", free_port()
        environment |= {"PGDATA": self.data}
        environment |= {"PATH": f"/usr/bin:/bin:{Path(postgres.binary('postgres')).parent}"}
        self.environment = [f"{name}={value}" for name, value in environment.items()]

    def start(self, *command):
        options = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": self.folder,
        }
        given = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        with open(self.folder / "log", "ab") as log:
            self.process = postgres.supervised(
                "QUIT", log, "env", *self.environment, *command, *given
            )

    def connect(self, user="postgres", database="marque", **options):
        return psycopg.connect(
            host=str(self.folder), port=self.port, user=user, dbname=database, **options
        )

    def await_answer(self, query, expected):
        until = time.monotonic() + 60
        while True:
            with contextlib.suppress(psycopg.Error), self.connect() as db:
                if db.execute(query).fetchall() == expected:
                    return
            assert time.monotonic() < until, (self.folder / "log").read_text()
            time.sleep(0.05)

    def stop(self):
        self.process.stdin.close()
        self.process.wait()

    def remove(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture
def secrets():
    folder = postgres.private_folder("marque-secrets-")
    for name in PASSWORDS:
        (folder / name).write_text(f"{name}'s secret\n")
        (folder / name).chmod(0o444)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def primary(secrets):
    """What the entry point of the image of PostgreSQL does, and its script."""
    require(postgres.binary("initdb"), postgres.MISSING)
    made = Container("primary", SECRETS=secrets)
    postgres.run(
        *(postgres.binary("initdb"), "--no-sync", "--auth-local=trust"),
        *("--auth-host=scram-sha-256", "--username=postgres", f"--pgdata={made.data}"),
    )
    made.start("postgres")
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with contextlib.suppress(psycopg.Error):
            with made.connect(database="postgres", autocommit=True) as db:
                db.execute("CREATE DATABASE marque")
            break
        time.sleep(0.05)
    where = [f"PGHOST={made.folder}", f"PGPORT={made.port}"]
    postgres.run("env", *made.environment, *where, "bash", str(SCRIPTS / "primary.sh"))
    made.stop()
    made.start("postgres")
    yield made
    made.remove()


@pytest.fixture
def standby(primary, secrets):
    password = secrets / "replication_password"
    made = Container("standby", PRIMARY="127.0.0.1", REPLICATION_PASSWORD_FILE=password)
    made.environment.append(f"PGPORT={primary.port}")
    made.start("bash", str(SCRIPTS / "standby.sh"))
    query = "SELECT application_name, state, sync_state FROM pg_stat_replication"
    made.await_answer("SELECT pg_is_in_recovery()", [(True,)])
    primary.await_answer(query, [("standby", "streaming", "sync")])
    yield made
    made.remove()


def test_a_row_is_on_the_standby_once_it_is_committed_and_survives_the_primary(
    primary, standby
):
    password = "marque_password's secret"
    url = f"postgresql://marque@127.0.0.1:{primary.port},127.0.0.1:{standby.port}/marque"
    with psycopg.connect(url, password=password, target_session_attrs="read-write") as db:
        db.execute("CREATE TABLE hand (points int)")
        db.execute("INSERT INTO hand VALUES (49)")
    primary.stop()
    with standby.connect(autocommit=True) as db:
        db.execute("ALTER SYSTEM RESET synchronous_standby_names")
        db.execute("SELECT pg_reload_conf()")
        assert db.execute("SELECT pg_promote()").fetchall() == [(True,)]
    with psycopg.connect(url, password=password, target_session_attrs="read-write") as db:
        assert db.execute("SELECT points FROM hand").fetchall() == [(49,)]
        db.execute("INSERT INTO hand VALUES (50)")


def test_nothing_is_acknowledged_before_there_is_a_standby(primary):
    primary.await_answer("SHOW synchronous_standby_names", [("standby",)])
    writer = primary.connect()
    writer.execute("CREATE TABLE hand (points int)")
    committing = threading.Thread(target=commit, args=(writer,))
    committing.start()
    query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    primary.await_answer(query, [(1,)])
    assert committing.is_alive()
    primary.stop()
    committing.join()


def commit(connection):
    with contextlib.suppress(psycopg.Error), connection:
        pass


def test_the_program_is_no_superuser_and_needs_its_password(primary):
    query = "SELECT rolsuper, rolreplication FROM pg_roles WHERE rolname = 'marque'"
    primary.await_answer(query, [(False, False)])
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(host="127.0.0.1", port=primary.port, user="marque", dbname="marque")
