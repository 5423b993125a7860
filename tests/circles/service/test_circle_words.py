"""The recovery words: a list that cannot be confused, typed in many ways."""

import hashlib

import pytest

from scorekeeper.circles.service.words import WORDS, UnknownWords, secret_of, words_of


def test_the_list_has_256_words_that_cannot_be_confused():
    assert len(set(WORDS)) == 256 and sorted(WORDS) == list(WORDS)
    assert len({word[:4] for word in WORDS}) == 256
    assert all(4 <= len(word) <= 7 and word.isascii() and word.isalpha() for word in WORDS)
    near = [
        (one, other)
        for one in WORDS
        for other in WORDS
        if one < other
        and len(one) == len(other)
        and sum(a != b for a, b in zip(one, other, strict=True)) < 2
    ]
    assert near == []


def test_the_list_never_changes():
    """Cards were printed with it."""
    digest = hashlib.sha256(" ".join(WORDS).encode()).hexdigest()
    assert digest.startswith("2d25079ca022b2f072cac0db")


@pytest.mark.parametrize(
    "typed",
    [
        "abeille abricot tigre aigle lune voiture ancre",
        "  Abeille,\tABRICOT ; tigre\n aigle — lûne. Voitures ancré ",
        "abeilleabricottigreaiglelunevoitureancre",
        "abeil abri tigr aigl lune voit ancr",
        "1. abeille 2. abricot 3. tigre 4. aigle 5. lune 6. voiture 7. ancre",
    ],
)
def test_words_are_known_however_they_are_typed(typed):
    typed = typed.replace("lune", "loupe").replace("lûne", "lôupe")
    expected = ["abeille", "abricot", "tigre", "aigle", "loupe", "voiture", "ancre"]
    assert words_of(secret_of(typed)) == tuple(expected)


@pytest.mark.parametrize(
    ("typed", "unknown", "count"),
    [
        ("", (), 0),
        ("abeille abricot", (), 2),
        ("abeille " * 8, (), 8),
        ("abeille abricot tigre aigle loupe voiture zzz", ("zzz",), 7),
        ("abeille abricot tigre <script> loupe voiture ancre", ("script",), 7),
    ],
)
def test_what_is_wrong_with_words_is_told(typed, unknown, count):
    with pytest.raises(UnknownWords) as refused:
        secret_of(typed)
    assert (refused.value.unknown, refused.value.count) == (unknown, count)


def test_all_bytes_come_back():
    for start in range(256):
        secret = bytes((start + 37 * n) % 256 for n in range(7))
        assert secret_of(" ".join(words_of(secret))) == secret
