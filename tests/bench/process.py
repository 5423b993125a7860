"""A program under measure: a process on a port of its own, its time and its memory."""

import http.client
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from server import free_port

from scorekeeper.cli.serve import WAITRESS

HERE = Path(__file__).resolve().parent
TICKS = os.sysconf("SC_CLK_TCK")


class Process:
    """One program, from its start until it is stopped."""

    def __init__(self, script, before, after):
        self.port = free_port()
        command = [sys.executable, str(HERE / script), *before, str(self.port), *after]
        began = time.perf_counter()
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        self._await(began + 120)
        self.start = time.perf_counter() - began
        """Seconds from the start of the process to its first answer."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
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
        """The processor time it has taken so far."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / TICKS

    @property
    def megabytes(self):
        """The memory it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def settle(self):
        """Wait until it has answered what a client left behind."""
        before = -1
        while self.seconds - before > 0.01:
            before = self.seconds
            time.sleep(0.1)


def reference(name, folder):
    """One of the limits."""
    folder.mkdir(exist_ok=True)
    return Process("references.py", [name], [str(folder), json.dumps(WAITRESS)])


def marque(folder):
    """La Marque, on the files in this folder."""
    return Process("marque.py", [], [str(folder)])
