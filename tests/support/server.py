"""The real program as a process, for tests that kill it or drive it in a browser."""

import contextlib
import http.cookiejar
import itertools
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from compiled_once import COMPILED

ROOT = Path(__file__).resolve().parents[2]

SERVE = (
    "import signal, sys, app; from scorekeeper.cli import serve;"
    "signal.signal(signal.SIGINT, signal.default_int_handler);"
    "config = {'INSTANCE': sys.argv[1], 'RATELIMIT_ENABLED': sys.argv[2] == 'limited'};"
    "sys.exit(serve.main(sys.argv[3:], lambda: app.create_app(config)))"
)
"""The program of a server process: ``INSTANCE limited|unlimited OPTIONS…``. It takes SIGINT
also where the tests are a background job of a shell, whose children ignore it."""

START_SECONDS = 60
"""The longest wait for a server to listen, or to answer: a start takes a second, and many
times that on a busy machine. A start that fails ends its process, which is noticed at once."""

ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT), "LANGUAGE": "fr"} | COMPILED
"""The environment of every process that tests start, but for their own changes."""


class Server:
    """The program as a process on a free port, started again on the same one."""

    def __init__(
        self, instance, host="127.0.0.1", port=None, limited=False, options=(), language="fr"
    ):
        self.instance, self.host, self.limited, self.options = instance, host, limited, options
        self.language = language
        self.port = port or free_port()
        self.url = f"http://{host}:{self.port}"
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-c", SERVE, str(self.instance)),
                "limited" if self.limited else "unlimited",
                *("--host", self.host, "--port", str(self.port), *self.options),
            ],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=ENVIRONMENT | {"LANGUAGE": self.language},
        )
        until = time.monotonic() + START_SECONDS
        while self.process.poll() is None and time.monotonic() < until:
            try:
                socket.create_connection((self.host, self.port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError(self.wait())

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.wait()

    def stop(self):
        self.process.terminate()
        return self.wait()

    def wait(self):
        """The output of the process, once it has ended."""
        if not self.process.stdout.closed:
            try:
                output = self.process.communicate(timeout=60)[0]
            except subprocess.TimeoutExpired:  # no run waits for ever for one process
                self.process.kill()
                output = self.process.communicate()[0]
            self.output = output.decode()
        return self.output


FIRST_PORT = 10_000 + os.getpid() % 200 * 100

PORTS = itertools.cycle(range(FIRST_PORT, FIRST_PORT + 100))
"""Ports of this process, below those that the system gives to connections: nobody else takes
one before its server listens."""


def free_port():
    return next(filter(is_free, PORTS))


def is_free(port):
    with socket.socket() as probe, contextlib.suppress(OSError):
        probe.bind(("127.0.0.1", port))
        return True


class Phone:
    """A browser without JavaScript: cookies, forms, redirects."""

    def __init__(self, url):
        self.url = url
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def get(self, path):
        with self.opener.open(self.url + path, timeout=START_SECONDS) as answer:
            self.path = urllib.parse.urlparse(answer.url).path
            return answer.read().decode()

    def post(self, path, form):
        data = urllib.parse.urlencode(form, doseq=True).encode()
        with self.opener.open(self.url + path, data, timeout=START_SECONDS) as answer:
            self.path = urllib.parse.urlparse(answer.url).path
            return answer.read().decode()


def token(page):
    return re.search(r'name="csrf_token" value="(.*?)"', page)[1]


def open_sheet(phone, names=("Anne", "Bruno", "Chloé", "David"), **changes):
    page = phone.get("/sheets/new")
    form = {
        "csrf_token": token(page),
        "name": names,
        "number": [""] * len(names),
        "dealer": "0",
    }
    page = phone.post("/sheets", form | changes)
    return phone.path, token(page)
