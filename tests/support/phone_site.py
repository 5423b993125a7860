"""La Marque in a phone's browser, without a server: its folder on a plain web server."""

import contextlib
import re
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from phone import FOUR


class Files(SimpleHTTPRequestHandler):
    """A web server that knows only files; ``missing`` is the end of the path of one that it
    does not have."""

    missing = "?"

    def do_GET(self):
        if self.path.endswith(self.missing):
            self.send_error(404)
        else:
            super().do_GET()

    def log_message(self, *given):
        pass


@contextlib.contextmanager
def served(folder):
    """The address of a folder on a web server that knows only files."""
    running = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=folder))
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield f"http://localhost:{running.server_port}/"
    running.shutdown()
    running.server_close()


def application(tab):
    """The frame of the application, once it shows a page; the shell may load anew before."""
    tab.frame_locator("iframe").locator("footer.bottom").wait_for(timeout=120_000)
    return tab.locator("iframe").element_handle().content_frame()


def open_sheet(tab):
    """Open a sheet as a person does; the frame that shows it, or the page of a server."""
    frame = application(tab) if tab.locator("iframe").count() else tab
    frame.locator("main a[href$='/sheets/new']").first.click()
    for place, name in enumerate(FOUR):
        frame.locator("[name=name]").nth(place).fill(name)
    frame.locator(".buttons .save").click()
    frame.locator("#entry").wait_for()
    if frame != tab:  # the address of the shell follows that of its frame
        tab.wait_for_url(re.compile(r"#sheets/(?!new$)"))
    return frame


def kill(tab):
    """End the process of a tab, as a phone does that needs its memory."""
    from playwright.sync_api import Error

    with contextlib.suppress(Error):
        tab.goto("chrome://crash")
    tab.close()
