"""A throw-away PostgreSQL cluster on a Unix socket, its standby, and PgBouncer in front of it.

Durability is left as PostgreSQL sets it: the program refuses to start without it. It costs no
time where the files are in memory, which a killed process does not lose. initdb, postgres and
pgbouncer refuse root: there the processes run as the user ``postgres``.
"""

import contextlib
import glob
import itertools
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import quote, urlencode

import psycopg

MISSING = "no PostgreSQL: install Debian's package postgresql"
NO_BOUNCER = "no PgBouncer: install Debian's package pgbouncer"
OWNER = (
    {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
)
"""Who the processes run as: arguments of :class:`subprocess.Popen`."""

ROLE = "marque"
"""The role that the program connects as: it owns its databases, and is no superuser."""

PATIENCE = 600
"""Seconds until a server that does not answer is a fault: on a machine that does much else, a
start takes a minute."""

PORT = 5432
"""The name of each socket holds it; the sockets are in folders of their own."""

SUPERVISED = """s=$1; shift; "$@" </dev/null & read -r _; kill -$s $! 2>/dev/null; wait $!"""
"""Runs a program, and ends it by a signal when standard input ends: with these tests."""


def binary(name):
    """The path of a program of the newest PostgreSQL that Debian has installed; or nothing."""
    found = glob.glob(f"/usr/lib/postgresql/*/bin/{name}")
    newest = sorted(found, key=lambda path: float(path.split("/")[4]))
    return newest[-1] if newest else shutil.which(name)


def bouncer_binary():
    return shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")


class Cluster:
    """A PostgreSQL server of its own, ready within a second.

    :param settings: settings of ``postgresql.conf``, as text.
    :param source: the cluster that this one follows as a standby.
    :param on_disk: to measure what durability costs.
    """

    def __init__(self, settings=None, source=None, on_disk=False):
        self.folder = private_folder("marque-pg-", on_disk)
        self.data = self.folder / "data"
        self.settings = dict(settings or {})
        self.source = source
        self._numbers = itertools.count(1)
        if source:
            self._copy(source)
        else:
            self._create()
        self.start()
        if not source:
            self.execute(f"CREATE ROLE {ROLE} LOGIN")

    def _create(self):
        run(
            *(binary("initdb"), "--no-sync", "--auth=trust", "--username=postgres"),
            *("--encoding=UTF8", "--locale=C.UTF-8", "--wal-segsize=1"),
            f"--pgdata={self.data}",
        )

    def _copy(self, source):
        run(
            *(
                binary("pg_basebackup"),
                "--no-sync",
                "--checkpoint=fast",
                "--write-recovery-conf",
            ),
            f"--dbname={source.url('postgres', 'postgres')}",
            f"--pgdata={self.data}",
        )

    def start(self):
        """Start the server, and wait until it answers."""
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "port": str(PORT),
            "max_connections": "60",
            "shared_buffers": "16MB",
            "logging_collector": "off",
            "wal_retrieve_retry_interval": "100ms",  # a standby looks for its restarted server
        } | self.settings
        options = [
            part for name, value in settings.items() for part in ("-c", f"{name}={value}")
        ]
        server = (binary("postgres"), "-D", str(self.data))
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with open(self.folder / "log", "ab") as log:
                self.process = supervised("QUIT", log, *server, *options)
            if self._answers(deadline):
                return
            self._wait()  # a process of the killed server was not gone yet
        log = self.log
        self.remove()
        raise RuntimeError(f"PostgreSQL did not start:\n{log[-5000:]}")

    def _answers(self, deadline):
        """True once the server answers; false if it ended instead."""
        was_alive = False
        while time.monotonic() < deadline:
            try:
                psycopg.connect(self.url("postgres", "postgres")).close()
                return True
            except psycopg.OperationalError:
                time.sleep(0.02)
            if was_alive and not self._is_alive():
                return False
            was_alive = was_alive or self._is_alive()
        return False

    @property
    def log(self):
        log = self.folder / "log"
        return log.read_text() if log.exists() else ""

    @property
    def pid(self):
        """The process that all others of the server are children of."""
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def stop(self):
        """End the server, with all transactions that are open."""
        with contextlib.suppress(OSError):
            os.kill(self.pid, signal.SIGINT)
        self._wait()

    def kill(self):
        """End every process of the server at once, by SIGKILL."""
        while found := sorted(self._processes(), key=lambda pid: pid != self.pid):
            for pid in found:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        self._wait()

    def _processes(self):
        """All processes of the server: each works in the folder of its data."""
        for cwd in Path("/proc").glob("[0-9]*/cwd"):
            with contextlib.suppress(OSError):
                if os.readlink(cwd) == str(self.data):
                    yield int(cwd.parent.name)

    def _wait(self):
        """Wait for the server; one that does not end by itself is ended."""
        deadline = time.monotonic() + 10
        while self._is_alive() and time.monotonic() < deadline:
            time.sleep(0.005)
        self.process.stdin.close()
        self.process.wait()

    def _is_alive(self):
        return any(True for _ in children(self.process.pid))

    def remove(self):
        """End the server and remove its files."""
        if self.process.poll() is None:
            self.kill() if (self.data / "postmaster.pid").exists() else self._wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database, user=ROLE):
        return socket_url(database, user, self.folder)

    def connect(self, database="postgres", user="postgres"):
        return psycopg.connect(self.url(database, user), autocommit=True)

    def execute(self, statement, database="postgres"):
        """The rows of a statement of the superuser; none if it gives none."""
        with self.connect(database) as db:
            cursor = db.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def create_database(self, template="template1"):
        """The name of a new database, which the program's role owns."""
        name = f"marque_{os.getpid()}_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} OWNER {ROLE} TEMPLATE {template}")
        return name

    def drop_database(self, name):
        self.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def set(self, **settings):
        """Change settings of the running server."""
        with self.connect() as db:
            for name, value in settings.items():
                db.execute(f"ALTER SYSTEM SET {name} = '{value}'")
            db.execute("SELECT pg_reload_conf()")

    def standby(self):
        """A new standby of this server, which waits for it with every commit from now on."""
        follower = Cluster(self.settings, source=self)
        self.await_standby()
        return follower

    def follow(self, source):
        """Become the standby of this server; this one must be down, and loses what it held."""
        shutil.rmtree(self.data)
        self._copy(source)
        self.start()
        source.await_standby()

    def await_standby(self):
        """Wait for a standby with every commit from now on, and once until there is one."""
        self.set(synchronous_standby_names="*")
        deadline = time.monotonic() + PATIENCE
        query = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
        while self.execute(query) != [(1,)]:
            assert time.monotonic() < deadline, f"no standby:\n{self.log}"
            time.sleep(0.02)

    def promote(self):
        """Make this standby a server of its own, which takes writes when this returns."""
        assert self.execute("SELECT pg_promote()") == [(True,)]


class PgBouncer:
    """PgBouncer in transaction mode in front of a cluster.

    :param size: server connections of a database.
    """

    def __init__(self, cluster, size=8):
        self.folder = private_folder("marque-pgb-")
        ini = self.folder / "pgbouncer.ini"
        settings = {
            "listen_addr": "",
            "listen_port": PORT,
            "unix_socket_dir": self.folder,
            "auth_type": "any",
            "pool_mode": "transaction",
            "default_pool_size": size,
            "max_client_conn": 200,
        }
        lines = [f"{name} = {value}" for name, value in settings.items()]
        target = f"* = host={cluster.folder} port={PORT} user={ROLE}"
        ini.write_text("\n".join(["[databases]", target, "[pgbouncer]", *lines, ""]))
        with open(self.folder / "log", "ab") as log:
            self.process = supervised("TERM", log, bouncer_binary(), str(ini))
        self._wait_until_ready()

    def _wait_until_ready(self):
        socket = self.folder / f".s.PGSQL.{PORT}"
        deadline = time.monotonic() + 10
        while not socket.exists():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError((self.folder / "log").read_text())
            time.sleep(0.01)

    def url(self, database, user=ROLE):
        return socket_url(database, user, self.folder)

    def stop(self):
        self.process.stdin.close()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def socket_url(database, user, *folders, **options):
    """The URL of a database behind the socket in one of these folders."""
    found = urlencode({"host": ",".join(map(str, folders)), **options}, quote_via=quote)
    return f"postgresql://{user}@/{database}?{found}"


def name_of(url):
    """The name of the database in a URL."""
    return url.partition("@/")[2].partition("?")[0]


def private_folder(prefix, on_disk=True):
    """A temporary folder of the user that the processes run as; short, as sockets need it."""
    memory = Path("/dev/shm")
    fits = memory.is_dir() and shutil.disk_usage(memory).free > 2**31
    parent = memory if fits and not on_disk else Path("/tmp")
    remove_left_behind(parent, prefix)
    folder = Path(tempfile.mkdtemp(prefix=f"{prefix}{os.getpid()}-", dir=parent))
    if OWNER:
        shutil.chown(folder, OWNER["user"], OWNER["group"])
    return folder


def remove_left_behind(parent, prefix):
    """Remove the folders of tests that were killed."""
    for folder in parent.glob(f"{prefix}[0-9]*-*"):
        pid = folder.name.removeprefix(prefix).partition("-")[0]
        if not Path("/proc", pid).exists():
            shutil.rmtree(folder, ignore_errors=True)


def run(*command):
    """Run a program to its end."""
    done = subprocess.run(command, capture_output=True, text=True, cwd="/", **OWNER)
    if done.returncode:
        raise RuntimeError(f"{command[0]}: {done.stdout}{done.stderr}")


def supervised(end, log, *command):
    """Start a server that this signal ends when these tests end, however they do."""
    return subprocess.Popen(
        ["/bin/sh", "-c", SUPERVISED, "sh", end, *command],
        stdin=subprocess.PIPE,
        stdout=log,
        stderr=log,
        cwd="/",
        **OWNER,
    )


def children(pid):
    """The processes that are running children of this one."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            number, state, parent = re.match(
                r"(\d+) \(.*\) (\S) (\d+)", stat.read_text()
            ).groups()
            if int(parent) == pid and state != "Z":
                yield int(number)
