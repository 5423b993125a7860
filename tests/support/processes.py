"""The program as several processes behind one address."""

import contextlib
import http.client
import subprocess
import sys
import time
from pathlib import Path

from server import ENVIRONMENT, ROOT, free_port

RUN = (
    "import os, sys, app; from scorekeeper.cli import serve, supervisor;"
    "os.path.exists(f'{sys.argv[1]}/broken') and sys.exit(1);"
    "supervisor.NOTICE = 0.5;"
    "supervisor.possible = lambda count: (count, None);"
    "config = {'INSTANCE': f'{sys.argv[1]}/{os.getpid()}', 'RATELIMIT_ENABLED': False};"
    "config |= {'WTF_CSRF_ENABLED': False};"
    "sys.exit(serve.main(sys.argv[2:], lambda: app.create_app(config)))"
)
"""The program, with a database of SQLite for each process unless ``DATABASE_URL`` names one of
PostgreSQL: ``FOLDER OPTIONS…``. It does not start where the folder holds ``broken``."""


class Processes:
    """The program with several processes on a free port.

    :param program: the program as text of Python.
    :param output: where it writes; a pipe that nobody reads holds some hundred errors.
    :param environment: variables, such as ``DATABASE_URL``.
    """

    def __init__(
        self, folder, count=2, options=(), program=RUN, output=subprocess.PIPE, **environment
    ):
        self.port = free_port()
        self.broken = Path(folder) / "broken"
        options = (
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
            "--processes",
            str(count),
            *options,
        )
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, str(folder), *options],
            cwd=ROOT,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=ENVIRONMENT | environment,
        )

    @property
    def children(self):
        """The ids of its processes."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return set(map(int, path.read_text().split()))

    def await_children(self, count, but=(), seconds=20):
        """Wait until there is that number of processes, none of them one of those."""
        until = time.monotonic() + seconds
        while len(self.children) != count or self.children & set(but):
            assert time.monotonic() < until, (self.children, but)
            time.sleep(0.05)
        return self.children

    def get(self, path="/health/live"):
        with contextlib.closing(self.connection()) as connection:
            connection.request("GET", path, headers={"Connection": "close"})
            return connection.getresponse().status

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)

    def await_answer(self):
        for _ in range(200):
            with contextlib.suppress(ConnectionRefusedError):
                return self.get()
            time.sleep(0.05)

    def stop(self):
        self.process.terminate()
        if not self.process.stdout.closed:
            self.output = self.process.communicate(timeout=40)[0].decode()
        return self.output
