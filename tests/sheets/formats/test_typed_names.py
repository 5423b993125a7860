"""What is typed as a name, and which names are the same."""

import itertools
import re
import sys
import unicodedata

import pytest

from scorekeeper.sheets.names import clean, composed, folded

RENE_NFC, RENE_NFD = (unicodedata.normalize(form, "René") for form in ("NFC", "NFD"))

INVISIBLE = {
    "soft hyphen": "\u00ad",
    "grapheme joiner": "\u034f",
    "Arabic mark": "\u061c",
    "Hangul jamo filler": "\u1160",
    "Hangul filler": "\u3164",
    "half-width filler": "\uffa0",
    "Khmer vowel": "\u17b4",
    "zero-width space": "\u200b",
    "zero-width non-joiner": "\u200c",
    "zero-width joiner": "\u200d",
    "override": "\u202e",
    "invisible times": "\u2062",
    "text selector": "\ufe0e",
    "emoji selector": "\ufe0f",
    "byte order mark": "\ufeff",
    "reserved": "\ufff0",
    "musical beam": "\U0001d173",
    "tag": "\U000e0041",
    "selector of a variant": "\U000e0100",
}

WHOLE = {
    "a heart": "❤\ufe0f",
    "a suit": "As \u2660\ufe0f",
    "a keycap": "Joueur 1\ufe0f\u20e3",
    "a copyright sign": "©\ufe0f",
    "a family": "👩\u200d👩\u200d👧",
    "a pilot": "👩🏽\u200d✈\ufe0f",
    "a nod": "🙂\u200d↔\ufe0f",
    "a flag": "🏳\ufe0f\u200d🌈",
    "a heart on fire": "❤\ufe0f\u200d🔥",
    "a Persian name": "مه\u200cسا",
    "a Sinhala name": "ශ්\u200dරී",
    "a Korean name": "김철수",
    "a name with a hyphen": "Anne-Sophie d’Été",
}


@pytest.mark.parametrize("kind", INVISIBLE)
@pytest.mark.parametrize("text", ["Anne{}", "{}Anne", "An{}ne", "A{0}{0}nne", "Anne {}"])
def test_what_nobody_sees_is_no_part_of_a_name(kind, text):
    typed = text.format(INVISIBLE[kind])
    assert clean(typed, 40) == composed(typed).strip() == text.format("").strip()


@pytest.mark.parametrize("kind", INVISIBLE)
def test_a_name_of_which_nothing_is_seen_is_empty(kind):
    assert clean(f" {INVISIBLE[kind]} \u2800", 40) == ""


@pytest.mark.parametrize("kind", WHOLE)
def test_what_the_characters_around_it_need_stays(kind):
    assert clean(WHOLE[kind], 40) == composed(WHOLE[kind]) == WHOLE[kind]


def test_every_emoji_selector_beyond_the_first_is_removed():
    assert clean("❤\ufe0f\ufe0f\ufe0f", 40) == "❤\ufe0f"


def test_no_length_ends_in_a_joiner():
    cut = [clean("👩\u200d👩\u200d👧", length) for length in range(1, 6)]
    assert [name[-1] for name in cut if name.endswith("\u200d")] == []


def test_letters_and_their_accents_are_one_character():
    assert clean(RENE_NFD, 40) == clean("Rene\u200b\u0301", 40) == RENE_NFC


def test_a_clean_name_is_clean():
    pieces = ["e", "\u0301", "\u200d", "\ufe0f", "👩", " ", "1", "\u20e3", "ශ්"]
    for typed in map("".join, itertools.product(pieces, repeat=4)):
        assert clean(clean(typed, 40), 40) == clean(typed, 40)


@pytest.mark.parametrize("other", [RENE_NFD, "RENÉ", "rené", "Re\u00adné", "René\ufe0f"])
def test_names_that_look_the_same_are_compared_as_one(other):
    assert folded(other) == folded(RENE_NFC)


def test_an_accent_tells_two_names_apart():
    assert folded("Rene") != folded("René")


@pytest.mark.parametrize("name", WHOLE.values())
def test_a_whole_name_is_compared_with_itself_as_typed_elsewhere(name):
    assert folded(unicodedata.normalize("NFD", name)) == folded(name)


def test_no_visible_letter_is_removed():
    letters = re.compile("[\u115f\u1160\u3164\uffa0]")
    visible = [
        c
        for c in map(chr, range(sys.maxunicode + 1))
        if unicodedata.category(c)[0] in "LNPS" and not letters.match(c)
    ]
    assert [c for c in visible if not composed(c)] == []
