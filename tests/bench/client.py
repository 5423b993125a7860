"""The client: wrk, with requests written out beforehand and every answer's status checked."""

import json
import random
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlencode

NO_WRK = (
    "La mesure a besoin de wrk : sur Debian ou Ubuntu, installez le paquet wrk "
    "(sudo apt install wrk), puis recommencez."
)

HEADERS = {
    "Host": "127.0.0.1",
    "User-Agent": "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile",
    "Accept": "text/html,application/xhtml+xml,*/*;q=0.8",
    "Accept-Encoding": "gzip, deflate",
    "Accept-Language": "fr-FR,fr;q=0.9,en;q=0.8",
}
"""What a phone's browser sends, as far as a server looks at it."""

KEY = "K" * 32
"""Stands in a request for a key that is new each time."""

SEEN = "B" * 8
"""Stands in a request for the event up to which its phone has seen the sheet."""

NOTHING = MappingProxyType({})

SCRIPT = """\
local requests = {{{requests}}}
local expected = {{{expected}}}
local n = {first}
wrong = 0
local threads = {{}}
function setup(thread) table.insert(threads, thread) end
function request()
  n = n + 1
  local sent = requests[n % #requests + 1]
  if not sent.seen then return sent[1] end
  local seen = string.format("%08d", sent.seen)
  sent.seen = sent.seen + 1
  return sent[1] .. string.format("{key}%016x", n) .. sent[2] .. seen .. sent[3]
end
function response(status)
  if not expected[status] then wrong = wrong + 1 end
end
function done(summary, latency)
  local e = summary.errors
  local total = e.connect + e.read + e.write + e.timeout
  for _, thread in ipairs(threads) do total = total + thread:get("wrong") end
  io.write(string.format('{{"answers": %d, "microseconds": %d, "bytes": %d, "wrong": %d, ' ..
    '"p50": %d, "p99": %d}}\\n', summary.requests, summary.duration, summary.bytes, total,
    latency:percentile(50), latency:percentile(99)))
end
"""


class Reading(NamedTuple):
    """What one run of the client found."""

    answers: int
    rate: float
    """Answers a second."""
    p50: float
    """Milliseconds that half the answers took at most."""
    p99: float
    size: float
    """Bytes of an answer, with its headers."""
    cpu: float
    """Milliseconds of processor time that the program took for an answer."""


def require():
    """End with one sentence where there is no wrk."""
    if not shutil.which("wrk"):
        sys.exit(NO_WRK)


def get(path, cookie="", **more):
    """A request for a page, with so many more headers."""
    return _request("GET", path, "", {"Cookie": cookie} | more)


def post(path, form, cookie, **more):
    """A request that sends a form, with so many more headers."""
    return _request("POST", path, urlencode(form), {"Cookie": cookie} | more)


def _request(method, path, body, more):
    headers = HEADERS | {name: value for name, value in more.items() if value}
    if body:
        kind = "application/x-www-form-urlencoded"
        headers |= {"Content-Type": kind, "Content-Length": str(len(body))}
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"{method} {path} HTTP/1.1\r\n{lines}\r\n{body}"


def load(process, requests, expected, connections, seconds, seen=NOTHING):
    """Send these requests in turn for some seconds, each connection after its last answer.

    :param seen: the last event of each sheet that is written on, by its token.
    :raises RuntimeError: if an answer has a status that is not expected, or none came.
    """
    before = process.seconds
    found = _wrk(process, _script(requests, expected, seen), connections, seconds)
    process.settle()
    spent = process.seconds - before
    answers = found["answers"]
    if found["wrong"] or not answers:
        raise RuntimeError(f"{found} for {requests[0][:60]!r}")
    return Reading(
        answers,
        rate=answers / found["microseconds"] * 1e6,
        p50=found["p50"] / 1000,
        p99=found["p99"] / 1000,
        size=found["bytes"] / answers,
        cpu=spent * 1000 / answers,
    )


def _script(requests, expected, seen):
    return SCRIPT.format(
        requests=",\n".join(_in_lua(request, seen) for request in requests),
        expected=", ".join(f"[{status}] = true" for status in expected),
        first=random.randrange(len(requests)),
        key=secrets.token_hex(8),
    )


def _in_lua(request, seen):
    """A request in the parts between which something is put in, each time something else."""
    parts = [json.dumps(part) for part in re.split(f"{KEY}|{SEEN}", request)]
    if len(parts) > 1:
        token = re.search(r"/sheets/([\w-]+)", request)[1]
        parts.append(f"seen = {seen[token]}")
    return f"{{{', '.join(parts)}}}"


def _wrk(process, script, connections, seconds):
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        file.write(script)
        file.flush()
        options = ["-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s"]
        address = f"http://127.0.0.1:{process.port}/"
        run = subprocess.run(
            ["wrk", *options, "-s", file.name, address], capture_output=True, text=True
        )
    recorded = re.search(r"^\{.*\}$", run.stdout, re.M)
    if recorded is None:
        raise RuntimeError(run.stdout + run.stderr)
    return json.loads(recorded[0])
