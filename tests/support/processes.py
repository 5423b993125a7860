"""Serving processes of the program, each on a port of its own."""

import contextlib
import http.client
import signal
import subprocess
import sys
import time

from server import ENVIRONMENT, ROOT, free_port

RUN = (
    "import sys, app; from scorekeeper.cli import serve;"
    "config = {'INSTANCE': sys.argv[1], 'RATELIMIT_ENABLED': False};"
    "config |= {'WTF_CSRF_ENABLED': False};"
    "sys.exit(serve.main(sys.argv[2:], lambda: app.create_app(config)))"
)
"""The program: ``FOLDER OPTIONS…``; its database is named by ``DATABASE_URL``."""


class Process:
    """One serving process.

    :param output: where it writes; a pipe that nobody reads holds some hundred errors.
    :param environment: variables, such as ``DATABASE_URL``.
    """

    def __init__(self, folder, output=subprocess.PIPE, **environment):
        self.port = free_port()
        self._folder, self._output, self._environment = folder, output, environment
        self.start()

    def start(self):
        address = ("--host", "127.0.0.1", "--port", str(self.port))
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUN, str(self._folder), *address],
            cwd=ROOT,
            stdout=self._output,
            stderr=subprocess.STDOUT,
            env=ENVIRONMENT | self._environment,
        )

    def await_answer(self):
        for _ in range(12_000):
            with contextlib.suppress(OSError):
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
                connection.request("GET", "/health/live", headers={"Connection": "close"})
                return connection.getresponse().status
            time.sleep(0.05)
        raise AssertionError("no answer")

    def kill(self):
        """Kill it, and start it again."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.start()

    def revive(self):
        """Start it again if it has ended, as systemd does."""
        if self.process.poll() is not None:
            self.start()

    def stop(self):
        self.process.terminate()
        self.process.wait(40)
