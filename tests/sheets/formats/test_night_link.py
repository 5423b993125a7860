"""A night as the end of an address."""

import base64
import hashlib
import json
import zlib

import pytest

from scorekeeper.sheets.formats import night_document, night_link
from scorekeeper.sheets.formats.strict_json import DocumentError

NIGHT = {
    "format": "scorekeeper/1",
    "night": "abcdefghijklmnopqrst-_",
    "game": "tarot",
    "players": ["Anne", "Bruno", "Chloé", "David 🃏"],
    "hands": [
        {"taker": "Chloé", "contract": "garde", "bouts": n % 4, "points": 30 + n}
        for n in range(40)
    ],
}


def link_of(data, n="1/1"):
    """A link of any bytes, with the right check."""
    check = hashlib.sha256(data).hexdigest()[:8]
    return f"night={n}-{check}-{base64.urlsafe_b64encode(data).decode().rstrip('=')}"


def deflated(content):
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    return compressor.compress(content) + compressor.flush()


def test_a_night_comes_back_from_its_parts_in_any_order():
    for most in (50, 200, 5000):
        parts = night_link.parts(NIGHT, most)
        assert (
            night_link.read("\n".join(f"https://a.example/#{one}" for one in parts[::-1]))
            == NIGHT
        )
    assert len(parts) == 1
    assert night_document.read_sheet(NIGHT).night == NIGHT["night"]


def test_forty_hands_are_one_code():
    assert len(night_link.parts(NIGHT, 1000)) == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (" ".join(night_link.parts(NIGHT, 100)[1:]), "il manque la partie 1 sur"),
        (night_link.parts(NIGHT, 5000)[0][:-9], "abîmé"),
        (night_link.parts(NIGHT, 5000)[0].replace("Z", "Y", 1), "abîmé"),
        (f"{night_link.parts(NIGHT, 5000)[0]} {link_of(b'x')}", "plusieurs soirées"),
        (link_of(b"\xff\xff\xff"), "pas une soirée"),
        (link_of(deflated(b"[" * 900_000)), "plus long"),
        (link_of(deflated(b" " * 20_000_000)), "plus long"),
        (link_of(deflated(b"{")), "pas du JSON"),
        (link_of(deflated(b"")[:-1] or b"\x00"), "plus long"),
    ],
)
def test_what_is_no_whole_night_is_refused_with_a_sentence(text, why):
    with pytest.raises(DocumentError) as refused:
        night_link.read(text)
    assert why in str(refused.value)


@pytest.mark.parametrize("night", [7, "", "short", "é" * 22, "a" * 23, ["a"]])
def test_a_name_of_a_night_that_is_none_is_refused(night):
    with pytest.raises(DocumentError, match="night"):
        night_document.read(NIGHT | {"night": night})


def test_a_document_without_a_night_begins_another_one():
    without = {name: value for name, value in NIGHT.items() if name != "night"}
    sheet = night_document.read_sheet(without)
    assert sheet.night == "" and "night" not in night_document.write(sheet)
    assert (
        json.dumps(night_document.write(night_document.read_sheet(NIGHT))).count('"night"')
        == 1
    )
