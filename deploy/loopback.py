"""The topology of ``deploy/compose.yaml`` as plain processes on this machine's loopback.

Two serving processes behind Caddy, PostgreSQL, and its synchronous standby, for tests and to
try things out; nothing of it outlives the script:

    .venv/bin/python deploy/loopback.py

It needs Debian's packages postgresql and caddy, and tests/requirements.txt. PostgreSQL refuses
root: started by root, it runs as the user ``postgres``.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

sys.path.insert(0, str(ROOT / "tests" / "support"))

import postgres  # noqa: E402
from server import free_port  # noqa: E402

CADDYFILE = ROOT / "deploy" / "Caddyfile"

SERVE = (
    "import os, sys, app; from scorekeeper.cli import serve;"
    "config = {'INSTANCE': os.environ['INSTANCE']};"
    "names = os.environ.get('OFF', '').split();"
    "config |= {name: False for name in names};"
    "sys.exit(serve.main(sys.argv[1:], lambda: app.create_app(config)))"
)
"""A serving process in this Python, with the settings named in ``OFF`` turned off."""


class Program:
    """A process with its output in a file.

    :param health: the URL that answers 200 once it serves.
    """

    def __init__(self, command, environment, log, health):
        self._command, self._environment = command, os.environ | environment
        self._log, self._health = log, health
        self.start()

    def start(self):
        with open(self._log, "ab") as log:
            self.process = subprocess.Popen(
                self._command, cwd=ROOT, env=self._environment, stdout=log, stderr=log
            )
        until = time.monotonic() + 30
        while not self.is_ready():
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(self.output)
            time.sleep(0.05)

    def is_ready(self):
        try:
            urllib.request.urlopen(self._health, timeout=2).close()
        except urllib.error.HTTPError as error:
            error.close()
            return False
        except OSError:
            return False
        return True

    @property
    def output(self):
        return self._log.read_text(errors="replace")

    def stop(self):
        """Stop gracefully; the exit status."""
        self.process.terminate()
        return self.process.wait(60)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Topology:
    """What runs; ``url`` is the address of all of it.

    :param off: settings of the program that are turned off.
    """

    def __init__(self, apps=2, off=()):
        self.folder = Path(tempfile.mkdtemp(prefix="marque-loopback-"))
        self._closing = contextlib.ExitStack()
        self._closing.callback(shutil.rmtree, self.folder, ignore_errors=True)
        try:
            self._start_database()
            self.apps = [self._app(number, off) for number in range(apps)]
            self._start_caddy()
        except BaseException:
            self.close()
            raise

    def close(self):
        """End everything and remove its files."""
        self._closing.close()

    def _start_database(self):
        self.primary = postgres.Cluster()
        self._closing.callback(self.primary.remove)
        name = self.primary.create_database()
        self.standby = self.primary.standby()
        self._closing.callback(self.standby.remove)
        self.database_url = postgres.socket_url(
            name,
            postgres.ROLE,
            self.primary.folder,
            self.standby.folder,
            target_session_attrs="read-write",
        )

    def _app(self, number, off):
        port = free_port()
        listen = ["--host", "127.0.0.1", "--port", str(port), "--proxy", "127.0.0.1"]
        environment = {
            "PYTHONPATH": str(ROOT),
            "DATABASE_URL": self.database_url,
            "SECRET_KEY": "only for this machine's loopback",
            "INSTANCE": str(self.folder / f"app{number}"),
            "OFF": " ".join(off),
        }
        log, health = self.folder / f"app{number}.log", f"http://127.0.0.1:{port}/health/ready"
        app = Program([sys.executable, "-c", SERVE, *listen], environment, log, health)
        self._closing.callback(app.kill)
        app.port = port
        return app

    def _start_caddy(self):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        environment = {
            "SITE": self.url,
            "ADMIN": "off",
            "UPSTREAMS": " ".join(f"127.0.0.1:{app.port}" for app in self.apps),
            "HOME": str(self.folder),
        }
        command = ["caddy", "run", "--config", str(CADDYFILE), "--adapter", "caddyfile"]
        log = self.folder / "caddy.log"
        self.caddy = Program(command, environment, log, f"{self.url}/settings")
        self._closing.callback(self.caddy.kill)

    def restart(self, app):
        """Stop a serving process gracefully and start it again."""
        app.stop()
        app.start()


def main():
    """Run it until Ctrl-C."""
    with contextlib.closing(Topology()) as running:
        print(f"La Marque: {running.url}")
        print(
            "PostgreSQL, primary and standby:", running.primary.folder, running.standby.folder
        )
        with contextlib.suppress(KeyboardInterrupt):
            signal.pause()
    return 0


if __name__ == "__main__":
    sys.exit(main())
