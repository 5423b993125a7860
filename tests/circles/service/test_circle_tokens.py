"""Access tokens of circles: three roles, seven words, nothing of them in the database."""

import hashlib

import pytest

from scorekeeper.circles.service import founding
from scorekeeper.circles.service.access import CircleRepository
from scorekeeper.circles.service.tokens import CircleRole, role_of, tokens_from
from scorekeeper.sheets.service.access import SheetRepository
from scorekeeper.streams.errors import UnknownToken, WriteForbidden

KEY = "a" * 32


@pytest.fixture
def guardian(circles):
    return founding.found_circle(circles, "Cercle du mardi", ["Anne", "Zoé"])


def test_a_role_knows_the_tokens_below_it_and_none_above(guardian):
    every = tokens_from(guardian)
    assert tokens_from(every.table) == ("", every.table, every.reading)
    assert tokens_from(every.reading) == ("", "", every.reading)


def test_the_letter_of_a_token_alone_gives_no_role(circles, guardian):
    every = tokens_from(guardian)
    for token in every:
        for letter in "gtr":
            if letter != token[0]:
                with pytest.raises(UnknownToken):
                    circles.access(letter + token[1:])
    assert len({token[1:] for token in every}) == 3


def test_no_token_and_no_word_is_in_the_database(circles, guardian, repository):
    circle_id = circles.access(guardian).circle_id
    circle = repository.journal.stored_stream(circle_id)
    stored = repr((circle.access, circle.names, list(map(tuple, circle.events))))
    assert not [token for token in tokens_from(guardian) if token in stored]
    assert not [
        word for word in founding.recovery_words(circles.access(guardian)) if word in stored
    ]


def test_the_seed_in_the_database_gives_no_token_without_the_key(circles, guardian):
    seed = circles.access(guardian).circle.seed
    other = CircleRepository(SheetRepository(lambda: circles.journal, lambda: b"another key"))
    assert len(seed) == 32
    assert founding.token_of_seed(circles, seed) == guardian
    assert founding.token_of_seed(other, seed) != guardian
    assert hashlib.sha256(seed.encode()).hexdigest()[:14] not in guardian


def test_with_another_key_the_links_open_and_the_words_are_not_shown(circles, guardian):
    other = CircleRepository(SheetRepository(lambda: circles.journal, lambda: b"another key"))
    assert other.access(guardian).guards
    assert founding.recovery_words(other.access(guardian)) == ()
    with pytest.raises(UnknownToken):
        founding.operators_token(other, other.access(guardian).circle_id)
    new = founding.renew_circle(other, other.access(guardian).circle_id)
    assert founding.recovery_words(other.access(new))
    assert founding.operators_token(other, other.access(new).circle_id) == new


def test_renewed_tokens_replace_all_three_once_a_key(circles, guardian):
    new = founding.renew_tokens(circles, guardian, key=KEY)
    assert founding.renew_tokens(circles, guardian, key=KEY) == new
    for token in tokens_from(guardian):
        with pytest.raises(UnknownToken):
            circles.access(token)
    assert [circles.access(token).role for token in tokens_from(new)] == [3, 2, 1]
    assert circles.access(new).circle.version == 2
    words = " ".join(founding.recovery_words(circles.access(new)))
    assert founding.recover(circles, words).token == new


def test_circles_are_outlined_in_one_query(circles, guardian):
    other = founding.found_circle(circles, "Jeudi", ["Max"])
    tokens = [other, "g" + "x" * 22, tokens_from(guardian).table, "exemple"]
    found = circles.outlined(tokens)
    assert [(one.outline.title, one.role) for one in found] == [
        ("Jeudi", CircleRole.GUARDIAN),
        ("Cercle du mardi", CircleRole.TABLE),
    ]


def test_a_circle_that_is_cached_as_it_stands_is_not_read_again(
    circles, guardian, monkeypatch
):
    (first,) = circles.outlined([guardian])
    known = first.circle
    monkeypatch.setattr(type(circles.journal), "events", None)
    (again,) = circles.outlined([guardian])
    assert again.circle is known


def test_a_cached_circle_with_newer_events_is_read_again(circles, guardian):
    access = circles.access(guardian)
    assert access.circle.title == "Cercle du mardi"
    circles.journal.rename(access.circle_id, KEY, 0, "Jeudi")
    (found,) = circles.outlined([guardian])
    assert (found.outline.title, found.circle.title) == ("Jeudi", "Jeudi")


def test_a_reader_admits_no_circle_to_a_sheet(circles, guardian, access, repository):
    reader = circles.access(tokens_from(guardian).reading)
    with pytest.raises(WriteForbidden):
        reader.grant_access(access)
    with pytest.raises(WriteForbidden):
        circles.access(guardian).grant_access(repository.access(access.read_token))
    assert access.version == 1


@pytest.mark.parametrize(
    "token", ["", "g", "exemple", "x" + "a" * 22, "g" + "a" * 21, "é" * 23]
)
def test_what_is_no_token_has_no_role(circles, token):
    assert role_of(token) is None
    with pytest.raises(UnknownToken):
        circles.access(token)
