"""The pictures of the README show the program as it is."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pictures

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_the_words_on_the_pictures_are_those_of_the_pages():
    with pictures.pages() as opened:
        words = {name: pictures.words_on(page) for page, name, _ in opened}
    assert words == json.loads(pictures.WORDS.read_text("utf-8"))
