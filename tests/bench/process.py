"""A program under measure: this one, or another checkout, as a process on a free port."""

import contextlib
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parents[2]

SERVE = (
    "import sys, app; from scorekeeper.cli import serve;"
    "config = {'INSTANCE': sys.argv[1]};"
    "guards = ('WTF_CSRF_ENABLED', 'RATELIMIT_ENABLED');"
    "config |= dict.fromkeys(guards, sys.argv[2] == 'guarded');"
    "sys.exit(serve.main(sys.argv[3:], lambda: app.create_app(config)))"
)
"""A server process: ``FOLDER guarded|unguarded OPTIONS…``."""

NAMES = ("Anne", "Bruno", "Chloé", "David")
HAND = {"taker": "0", "contract": "garde", "bouts": "2", "points": "49"}
CPU_CLOCK = 2
"""With the complement of a process's id above it: its clock, as ``clock_getcpuclockid`` of
the C library makes it on Linux."""


class Program:
    """One program, from its start until it is stopped.

    :param guarded: with rate limits and CSRF tokens, as a club has it; without, to prepare.
    """

    def __init__(self, checkout, folder, guarded=False):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.database = Path(folder) / "la_marque.sqlite3"
        address = ["--host", "127.0.0.1", "--port", str(self.port)]
        guards = "guarded" if guarded else "unguarded"
        began = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(folder), guards, *address],
            cwd=checkout,
            env={**os.environ, "PYTHONPATH": str(checkout), "MALLOC_ARENA_MAX": "1"},
            stdout=subprocess.DEVNULL,
        )
        while True:
            with contextlib.suppress(OSError):
                self.ask("GET", "/")
                break
            assert self.process.poll() is None and time.perf_counter() < began + 60
            time.sleep(0.005)
        self.start = time.perf_counter() - began
        """Seconds from the start of the process to its first answer."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def ask(self, method, path, form=None, headers=None):
        """One request on a connection of its own: its answer, with a ``text``."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
        body = urlencode(form, doseq=True) if form else None
        connection.request(method, path, body, kind | (headers or {}))
        answer = connection.getresponse()
        answer.text = answer.read().decode("utf-8", "replace")
        connection.close()
        return answer

    def open_sheet(self, hands=0):
        """Open a sheet with so many hands: its address, and the ETag of its page."""
        form = {"name": NAMES, "number": [""] * 4, "dealer": "0"}
        sheet = self.ask("POST", "/sheets", form).headers["Location"]
        for _ in range(hands):
            assert self.ask("POST", f"{sheet}/hands", HAND).status == 303
        return sheet, re.search(r"live\?v=(\w+)", self.ask("GET", sheet).text)[1]

    @property
    def seconds(self):
        """The processor time it has taken so far, to the microsecond."""
        return time.clock_gettime(~self.process.pid << 3 | CPU_CLOCK)

    @property
    def megabytes(self):
        """The memory it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024
