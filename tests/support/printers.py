"""Pages as Chromium and Firefox print them, read back from the PDF."""

import base64
import re
import subprocess

SIZES = {"a4": (210, 297), "a5": (148, 210), "letter": (216, 279)}
"""Papers in millimeters."""

MM = 25.4 / 72
"""A typographic point in millimeters."""

WORD = re.compile(r'<word xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>(.*?)</word>')


def pages_of(path):
    """The text of a PDF, page by page."""
    recorded = subprocess.run(
        ["pdftotext", "-layout", path, "-"], capture_output=True, check=True
    )
    return recorded.stdout.decode().split("\f")[:-1]


def words_of(path):
    """The words of a PDF, page by page, each with its place in millimeters from the left and
    from the top."""
    command = ["pdftotext", "-bbox", path, "-"]
    pages = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    return [
        [(float(x) * MM, float(y) * MM, text) for x, y, text in WORD.findall(page)]
        for page in pages.split("</page>")[:-1]
    ]


def size_of(path):
    """The size of the pages of a PDF in millimeters."""
    told = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=True).stdout
    points = re.search(r"Page size: +([\d.]+) x ([\d.]+)", told).groups()
    return [float(one) * MM for one in points]


def in_chromium(*cases, in_firefox):
    """Cases of a test that prints, each a tuple, with the engine before it: one of each kind
    in Firefox too."""
    chromium = (("chromium", *case) for case in cases)
    return [*chromium, *(("firefox", *case) for case in in_firefox)]


class ChromiumPrinter:
    """A page of Chromium that prints."""

    def __init__(self, page):
        self.page = page

    def pdf(self, address, file, size):
        """Print a paper; the number of pages that it was set on."""
        self.page.goto(address)
        self.page.pdf(path=file, prefer_css_page_size=True)
        return self.page.locator(".printed-page").count()


class FirefoxPrinter:
    """A Firefox that prints."""

    def __init__(self, phone):
        self.phone = phone

    def pdf(self, address, file, size):
        """Print a paper; the number of pages that it was set on."""
        self.phone.goto(address)
        page = {"width": size[0] / 10, "height": size[1] / 10}
        margin = dict.fromkeys(("top", "bottom", "left", "right"), 1)
        options = {"page": page, "margin": margin, "shrinkToFit": False, "background": False}
        printed = self.phone.command("WebDriver:Print", "print", **options)
        file.write_bytes(base64.b64decode(printed))
        return self.phone.script("return document.querySelectorAll('.printed-page').length")
