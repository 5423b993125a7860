"""The pictures of the README show the program as it is."""

import json
import sys
from pathlib import Path

import pytest
from phone import NAME
from server import Server

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pictures

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture
def base_url(tmp_path):
    """The address of the program on an installation of its own."""
    server = Server(tmp_path / "instance")
    yield f"http://{NAME}:{server.port}"
    server.stop()


def test_the_words_on_the_pictures_are_those_of_the_pages(chromium, base_url):
    words, pages = {}, set()
    for page, name, _ in pictures.shown(chromium, base_url):
        words[name] = pictures.words_on(page)
        pages.add(page)
    for page in pages:
        page.close()
    assert words == json.loads(pictures.WORDS.read_text("utf-8"))
