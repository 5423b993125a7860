"""A phone at a table, as its browser asks the server: cookie, form, one kept connection."""

import asyncio
import gzip
import random
import re
import secrets
import time
from typing import NamedTuple
from urllib.parse import urlencode

HEADERS = {
    "Host": "127.0.0.1",
    "User-Agent": "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile",
    "Accept-Encoding": "gzip, deflate",
    "Accept-Language": "fr-FR,fr;q=0.9,en;q=0.8",
}
"""What a phone's browser sends, as far as the server looks at it."""

SAID = re.compile(
    r"""<input type="(?:hidden"|radio"(?=.* checked>)) name="(\w+)" value="([^"]*)\""""
)
"""What a form says before anybody has tapped."""

ANSWERS = (("petite", "1", 56), ("garde", "2", 49), ("garde_sans", "3", 41))
TIMEOUT = 10


class Answer(NamedTuple):
    """One answer, and the seconds from the first byte sent to the last one read."""

    status: int
    headers: dict
    text: str
    seconds: float


class Phone:
    """One phone on one sheet, which it may show already."""

    def __init__(self, port, sheet, etag=""):
        self.port, self.sheet, self.etag = port, sheet, etag
        self.cookie, self.form = "", {}
        self._writer = None

    async def open(self):
        """Load the page of the sheet."""
        answer = await self.ask("GET", self.sheet)
        assert answer.status == 200, answer.status
        if "set-cookie" in answer.headers:
            styles = re.search(r'name="stylesheets" content="(\S+)', answer.text)
            self.cookie = answer.headers["set-cookie"].split(";")[0]
            self.cookie += f"; marque_styles={styles[1]}" if styles else ""
        begins = answer.text.index('id="entry"')
        end = answer.text.index("</form>", begins)
        self.form = dict(SAID.findall(answer.text, begins, end))
        self._show(answer)
        return answer

    async def save(self):
        """Send a hand from the outbox, and show what it changes."""
        contract, bouts, points = random.choice(ANSWERS)
        hand = {"taker": random.randrange(4), "contract": contract, "bouts": bouts}
        form = self.form | hand | {"points": points, "points_defence": 91 - points}
        form |= {"key": secrets.token_hex(16), "shown": self.etag}
        csrf = {"X-Outbox": "1", "X-CSRFToken": form.pop("csrf_token")}
        answer = await self.ask("POST", f"{self.sheet}/hands", form, csrf)
        assert answer.status == 201, (answer.status, answer.text[:300])
        fields = dict(SAID.findall(answer.text))
        self.form |= {name: fields[name] for name in self.form if name in fields}
        self._show(answer)
        return answer

    async def poll(self):
        """Ask for news, and show them."""
        path, htmx = f"{self.sheet}/live?v={self.etag}", {"HX-Request": "true"}
        answer = await self.ask("GET", path, headers=htmx)
        assert answer.status in (200, 204), answer.status
        if answer.status == 200:
            self._show(answer)
        return answer

    def _show(self, answer):
        self.etag = re.search(r'live\?v=(\w+)"', answer.text)[1]

    async def ask(self, method, path, form=None, headers=None):
        """One request on the kept connection."""
        body = urlencode(form).encode() if form else b""
        lines = HEADERS | {"Cookie": self.cookie} | (headers or {})
        if form:
            kind = "application/x-www-form-urlencoded"
            lines |= {"Content-Type": kind, "Content-Length": str(len(body))}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value)
        began = time.perf_counter()
        async with asyncio.timeout(TIMEOUT):
            if self._writer is None:
                opening = asyncio.open_connection("127.0.0.1", self.port)
                self._reader, self._writer = await opening
            self._writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
            status, headers, content = await self._read()
        took = time.perf_counter() - began
        if headers.get("connection") == "close":
            self.close()
        return Answer(status, headers, content, took)

    async def _read(self):
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.rstrip().split("\r\n")
        headers = {
            name.lower(): value for name, _, value in (line.partition(": ") for line in lines)
        }
        body = await self._reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        return int(first.split()[1]), headers, body.decode()

    def close(self):
        """Hang up, if the connection is open."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
