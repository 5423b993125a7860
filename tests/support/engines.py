"""A phone in Firefox and in WebKitGTK, the engine of Safari, driven with the standard library.

Both speak WebDriver: WebKitWebDriver over HTTP, Firefox over the socket of its Marionette, so
that no geckodriver is needed. :class:`ChromiumPhone` gives a page of Playwright the same
methods.
"""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from server import free_port

SECONDS = 60
"""The longest wait for an element, on a machine that is busy."""

BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
PROGRAMS = {
    "chromium": ["chromium-headless-shell"],
    "firefox": ["firefox-esr"],
    "webkit": ["WebKitWebDriver", BROWSER, "Xvfb"],
}
"""The programs of each engine."""

PACKAGES = {
    "chromium": "chromium-headless-shell",
    "firefox": "firefox-esr",
    "webkit": "webkit2gtk-driver, xvfb",
}

FIREFOX_SETTINGS = {
    "marionette.port": 0,
    "intl.accept_languages": "fr",
    "layout.css.devPixelsPerPx": "1.38",  # its narrowest window is 500 pixels wide
}

FIND = """
const [css, text, place = 0] = arguments;
return [...document.querySelectorAll(css)].filter((element) =>
  element.textContent.includes(text) && element.checkVisibility())[place] ?? null;
"""


def missing_packages(engine):
    """Debian's packages of an engine, if one of its programs is missing; else nothing."""
    return "" if all(map(shutil.which, PROGRAMS[engine])) else PACKAGES[engine]


class ChromiumPhone:
    """A page of Playwright, whose clock is turned while it is waited for something."""

    def __init__(self, page):
        self._page = page
        page.clock.install()
        page.set_default_timeout(SECONDS * 1000)

    def goto(self, url):
        self._page.goto(url)

    def tap(self, css, text=""):
        self._page.locator(css).filter(has_text=text, visible=True).first.click()

    def fill(self, css, value, place=0):
        self._page.locator(css).nth(place).fill(value)

    def text(self, css):
        """The text of an element, once it is there."""
        return self._page.locator(css).first.inner_text()

    def wait(self, css, text=""):
        """Wait for a visible element with this text; after half a second, in which a page
        and an answer come, time passes ten times as fast."""
        found = self._page.locator(css).filter(has_text=text, visible=True).first
        begun = time.monotonic()
        while not found.is_visible():
            passed = time.monotonic() - begun
            assert passed < SECONDS, (css, text)
            self._page.wait_for_timeout(50)
            if passed > 0.5:
                self._page.clock.run_for(500)

    def script(self, source):
        """What a function of JavaScript returns, given as its body."""
        return self._page.evaluate(f"() => {{ {source} }}")

    def close(self):
        self._page.context.close()


class WebDriverError(Exception):
    """An error that the browser reports, by the name that the standard gives it."""


class WebDriverPhone:
    """A browser that obeys the commands of WebDriver.

    A subclass has ``command(name, path, **values)``: the name of Marionette, the path of HTTP.
    """

    def goto(self, url):
        self.command("WebDriver:Navigate", "url", url=url)

    def tap(self, css, text=""):
        self._act(lambda element: self._element(element, "Click", "click"), css, text)

    def fill(self, css, value, place=0):
        def type_value(element):
            self._element(element, "Clear", "clear")
            self._element(element, "SendKeys", "value", text=value)

        self._act(type_value, css, "", place)

    def text(self, css):
        """The text of an element, once it is there."""
        self.wait(css)
        return self.script(f"return document.querySelector({json.dumps(css)}).innerText")

    def wait(self, css, text=""):
        """Wait for a visible element with this text."""
        self._act(lambda element: None, css, text)

    def script(self, source, *values):
        """What a function of JavaScript returns, given as its body."""
        return self.command(
            "WebDriver:ExecuteScript",
            "execute/sync",
            script=source,
            args=[*values],
            sandbox=None,  # to Marionette: the page's own objects
        )

    def forget(self):
        """Be a new phone to another port of the last page's host."""
        self.command("WebDriver:DeleteAllCookies", "cookie")
        self.goto("about:blank")

    def _act(self, act, *searched):
        """Do something with an element as soon as it can be done."""
        until = time.monotonic() + SECONDS
        while True:
            with contextlib.suppress(WebDriverError):  # covered, or replaced meanwhile
                if element := self.script(FIND, *searched):
                    return act(element)
            assert time.monotonic() < until, searched
            time.sleep(0.05)

    def _element(self, element, name, path, **values):
        (reference,) = element.values()
        self.command(f"WebDriver:Element{name}", f"element/{reference}/{path}", **values)


class FirefoxPhone(WebDriverPhone):
    """Firefox without a window; a profile of its own for each phone.

    It takes eight seconds of a core to start; a test leaves it to the next one.
    """

    def __init__(self):
        self._profile = tempfile.TemporaryDirectory(prefix="marque-firefox-")
        folder = Path(self._profile.name)
        settings = [f'user_pref("{k}", {json.dumps(v)});' for k, v in FIREFOX_SETTINGS.items()]
        (folder / "user.js").write_text("\n".join(settings))
        program = ["firefox-esr", "--headless", "--marionette", "--no-remote"]
        self._process = start([*program, "--profile", folder])
        port = read_when_there(folder / "MarionetteActivePort")
        self._socket = socket.create_connection(("127.0.0.1", int(port)), 2 * SECONDS)
        self._answers = self._socket.makefile("rb")
        self._read()  # its greeting
        self._count = 0
        self.command("WebDriver:NewSession", "")
        self.command("WebDriver:SetWindowRect", "", width=500, height=1000)

    def command(self, name, path, **values):
        self._count += 1
        if path.startswith("element/"):
            values["id"] = path.split("/")[1]
        message = json.dumps([0, self._count, name, values]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, answer = self._read()
        if error:
            raise WebDriverError(error["error"], error["message"])
        return answer and answer.get("value")

    def _read(self):
        """A message: its length, a colon, and JSON."""
        length = b""
        while (digit := self._answers.read(1)) != b":":
            assert digit, "Firefox has ended"
            length += digit
        return json.loads(self._answers.read(int(length)))

    def close(self):
        self._answers.close()
        self._socket.close()
        stop(self._process)
        self._profile.cleanup()


class WebKitPhone(WebDriverPhone):
    """MiniBrowser of WebKitGTK on a screen in memory."""

    def __init__(self):
        reading, writing = os.pipe()
        screen = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "800x1200x24"]
        self._screen = start([*screen, "-nolisten", "tcp"], pass_fds=[writing])
        os.close(writing)
        with open(reading) as display:
            name = f":{display.readline().strip()}"
        port = free_port()
        self._url = f"http://127.0.0.1:{port}"
        environment = os.environ | {"DISPLAY": name, "LANGUAGE": "fr", "LANG": "fr_FR.UTF-8"}
        self._process = start(["WebKitWebDriver", f"--port={port}"], env=environment)
        await_port(port)
        options = {"binary": BROWSER, "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        session = self.command("", "session", capabilities=wanted)
        self._url += f"/session/{session['sessionId']}"
        self.command("", "window/rect", width=360, height=1000)

    def command(self, name, path, **values):
        request = urllib.request.Request(
            f"{self._url}/{path}",
            json.dumps(values).encode(),
            {"Content-Type": "application/json"},
            method="DELETE" if path == "cookie" else "POST",
        )
        try:
            with urllib.request.urlopen(request, timeout=2 * SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            with error:
                reason = json.load(error)["value"]
            raise WebDriverError(reason["error"], reason["message"]) from None

    def close(self):
        with contextlib.suppress(OSError):
            end = urllib.request.Request(self._url, method="DELETE")
            urllib.request.urlopen(end, timeout=SECONDS).close()
        stop(self._process)
        stop(self._screen)


DRIVEN = {"firefox": FirefoxPhone, "webkit": WebKitPhone}
"""The phones that the standard library drives, by their engine."""


def start(command, **options):
    return subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options
    )


def stop(process):
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def read_when_there(path):
    """The content of a file that another process writes."""
    until = time.monotonic() + 2 * SECONDS
    while not (path.exists() and (content := path.read_text())):
        assert time.monotonic() < until, path
        time.sleep(0.05)
    return content


def await_port(port):
    until = time.monotonic() + SECONDS
    while True:
        with contextlib.suppress(OSError):
            return socket.create_connection(("127.0.0.1", port), 1).close()
        assert time.monotonic() < until, port
        time.sleep(0.05)
