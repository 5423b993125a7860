"""Phones of Firefox and WebKit for schedules: as much of Playwright's pages as those use, over
WebDriver, with a relay for the network.

Their clock is the real one: time passes by telling the page that the network is back, upon
which the outbox sends again what had no answer.
"""

import http.client
import json
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from engines import WebDriverError

NOT_SENT_ON = {"connection", "keep-alive", "transfer-encoding", "content-length"}

EMPTIED = """
for (const name of ["outbox"]) {
  const request = indexedDB.open("marque", 1);
  request.onsuccess = () => {
    request.result.transaction(name, "readwrite").objectStore(name).clear();
    request.result.close();
  };
}
localStorage.clear();
"""

VALUE = """
const found = (%s)(%s);
window.scheduleValue = undefined;
Promise.resolve(found).then((value) => { window.scheduleValue = { value }; });
"""


class Relay(ThreadingHTTPServer):
    """The network of one phone: forwards requests, or lets ``meet`` decide.

    :param meet: called with a :class:`Route` for each request that ``is_met`` says.
    """

    daemon_threads = True

    def __init__(self, target, is_met):
        super().__init__(("127.0.0.1", 0), Handler)
        self.target, self.is_met, self.meet = target, is_met, None
        self.is_cut = False
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"

    def close(self):
        self.shutdown()
        self.server_close()

    def handle_error(self, *given):
        """A phone that has given up is no error."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        self.route = Route(self, body)
        relay = self.server
        if relay.is_cut:
            self.route.abort()
        elif relay.meet and relay.is_met.search(self.path):
            relay.meet(self.route)
            self.route.decided.wait(60)
        else:
            self.route.continue_()

    do_POST = do_GET

    def log_message(self, *given):
        pass


class Route:
    """A request on its way, with the methods of Playwright's."""

    def __init__(self, handler, body):
        self._handler, self._body = handler, body
        self.post_data = body.decode()
        self.headers = {name.lower(): value for name, value in handler.headers.items()}
        self.request, self.decided = self, threading.Event()

    def continue_(self):
        self._answer(*self.fetch())

    def fetch(self, **options):
        """Let the program answer; its answer."""
        handler = self._handler
        program = http.client.HTTPConnection("127.0.0.1", handler.server.target, timeout=60)
        headers = dict(handler.headers.items()) | {"Connection": "close"}
        program.request(handler.command, handler.path, self._body, headers)
        answer = program.getresponse()
        content = answer.read()
        program.close()
        return answer.status, answer.getheaders(), content

    def fulfill(self, status, headers):
        self._answer(status, headers.items(), b"")

    def abort(self):
        self._handler.close_connection = True
        self.decided.set()

    def _answer(self, status, headers, content):
        handler = self._handler
        with suppress(OSError):
            handler.send_response_only(status)
            for name, value in headers:
                if name.lower() not in NOT_SENT_ON:
                    handler.send_header(name, value)
            handler.send_header("Content-Length", str(len(content)))
            handler.end_headers()
            handler.wfile.write(content)
            handler.wfile.flush()
        self.decided.set()


class Context:
    """A phone with one tab."""

    def __init__(self, phone, relay):
        self.relay, self.page = relay, Tab(phone, relay)
        self.page.context = self

    def new_page(self):
        return self.page

    def set_offline(self, is_offline):
        self.relay.is_cut = is_offline

    def close(self):
        """Leave nothing of a schedule on the phone."""
        self.relay.meet, self.relay.is_cut = None, False
        self.page.goto("/")
        self.page.phone.script(EMPTIED)


class Tab:
    """The page of a phone."""

    def __init__(self, phone, relay):
        self.phone, self._relay, self.clock = phone, relay, self

    def on(self, *given):
        """Dialogs are closed by the engine."""

    def goto(self, path):
        self.phone.goto(self._relay.url + path)

    @property
    def url(self):
        found = self.phone.script("return location.href")
        return found if found.startswith("http") else "chrome-error:"

    def evaluate(self, source, given=None):
        """What a function returns, or the promise that it returns."""
        self.phone.script(VALUE % (source, json.dumps(given)))
        for _ in range(200):
            found = self.phone.script("return window.scheduleValue || null")
            if found:
                return found.get("value")
            time.sleep(0.01)
        raise WebDriverError("timeout", source)

    def query_selector(self, css):
        return self.phone.script(f"return document.querySelector({json.dumps(css)}) !== null")

    def wait_for_load_state(self):
        for _ in range(200):
            if self.phone.script("return document.readyState") == "complete":
                return
            time.sleep(0.02)

    def wait_for_timeout(self, milliseconds):
        time.sleep(milliseconds / 1000)

    def run_for(self, milliseconds):
        """Let time pass."""
        time.sleep(0.03)
        if milliseconds > 500:
            self.phone.script("window.dispatchEvent(new Event('online'))")
            time.sleep(0.1)
