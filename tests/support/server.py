"""The real program as a process, for tests that kill it or drive it in a browser."""

import http.cookiejar
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

ROOT = Path(__file__).resolve().parent.parent
SERVE = (
    "import sys, app; from scorekeeper import serve;"
    "make, limited = app.create_app, sys.argv[2] == 'limited';"
    "app.create_app = lambda: make({'INSTANCE': sys.argv[1], 'RATELIMIT_ENABLED': limited});"
    "sys.exit(serve.main(sys.argv[3:]))"
)


class Server:
    """One run of the program on a port of its own."""

    def __init__(self, instance, host="127.0.0.1", port=None, limited=False, options=()):
        self.instance, self.host, self.limited, self.options = instance, host, limited, options
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
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
        for _ in range(200):
            try:
                socket.create_connection((self.host, self.port), 1).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.05)
        raise RuntimeError(self._wait())

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self._wait()

    def stop(self):
        self.process.terminate()
        return self._wait()

    def _wait(self):
        """What the process said, once it has ended."""
        if not self.process.stdout.closed:
            self.msg = self.process.communicate()[0].decode()
        return self.msg


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Phone:
    """A browser without a script: cookies, forms, redirects."""

    def __init__(self, url):
        self.url = url
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.opener = urllib.request.build_opener(jar)

    def get(self, path):
        with self.opener.open(self.url + path, timeout=10) as answer:
            self.path = urllib.parse.urlparse(answer.url).path
            return answer.read().decode()

    def post(self, path, form):
        data = urllib.parse.urlencode(form, doseq=True).encode()
        with self.opener.open(self.url + path, data, timeout=10) as answer:
            self.path = urllib.parse.urlparse(answer.url).path
            return answer.read().decode()


def token(page):
    return re.search(r'name="csrf_token" value="(.*?)"', page)[1]


def open_sheet(phone, names=("Anne", "Bruno", "Chloé", "David")):
    page = phone.get("/sheets/new")
    form = {
        "csrf_token": token(page),
        "name": names,
        "number": [""] * len(names),
        "dealer": "0",
    }
    page = phone.post("/sheets", form)
    return phone.path, token(page)
