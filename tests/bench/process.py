"""A program under measure: a process on a port of its own, its time and its memory."""

import contextlib
import http.client
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from types import MappingProxyType

from server import free_port

from scorekeeper.cli.waitress_server import WAITRESS

HERE = Path(__file__).resolve().parent
NOTHING = MappingProxyType({})
CPU_CLOCK = 2
"""With the complement of a process's id above it: its clock, as ``clock_getcpuclockid`` of
the C library makes it on Linux."""


class Process:
    """One program, from its start until it is stopped."""

    def __init__(self, script, before, after, environment=NOTHING):
        self.port = free_port()
        command = [sys.executable, str(HERE / script), *before, str(self.port), *after]
        began = time.perf_counter()
        environment = {**os.environ, **environment}
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
        self._await(began + 120)
        self.start = time.perf_counter() - began
        """Seconds from the start of the process to its first answer."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        self.process.kill()
        self.process.wait()

    def _await(self, deadline):
        while time.perf_counter() < deadline and self.process.poll() is None:
            try:
                assert self.get("/")[0] == 200
                return
            except OSError:
                time.sleep(0.005)
        raise RuntimeError(f"{self.process.args} does not answer")

    def get(self, path, headers=None):
        """The status, the headers and the body of one answer."""
        http_ = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        http_.request("GET", path, headers=headers or {})
        answer = http_.getresponse()
        body = answer.read().decode()
        http_.close()
        return answer.status, answer.headers, body

    @property
    def seconds(self):
        """The processor time it has taken so far, to the microsecond."""
        return time.clock_gettime(~self.process.pid << 3 | CPU_CLOCK)

    @property
    def megabytes(self):
        """The memory it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def settle(self, pause=0.1):
        """Its processor time, once it has answered what a client left behind."""
        before = -1
        while (seconds := self.seconds) - before > pause / 10:
            before = seconds
            time.sleep(pause)
        return seconds


def reference(name, folder):
    """One of the limits."""
    folder.mkdir(exist_ok=True)
    return Process("references.py", [name], [str(folder), json.dumps(WAITRESS)])


def marque(folder, checkout=HERE.parents[1]):
    """La Marque, on the files in this folder.

    :param checkout: the folder of the program, where it is not this one.
    """
    return Process(Path(checkout) / "tests" / "bench" / "marque.py", [], [str(folder)])
