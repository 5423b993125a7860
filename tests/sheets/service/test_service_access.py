"""Tokens: what they open, allow and derive; the sheet as an access sees it."""

import pytest
from answers import FOUR, GARDE
from writes import add_hand, add_penalty, change_seating, correct_hand, remove_entry

from scorekeeper.sheets.service import sheets
from scorekeeper.sheets.service.access import SheetRepository
from scorekeeper.streams.base import read_only_token
from scorekeeper.streams.errors import WriteForbidden


@pytest.mark.parametrize(
    "write",
    [
        lambda access: add_hand(access, {}),
        lambda access: correct_hand(access, 2, GARDE),
        lambda access: add_penalty(access, 9, 0),
        lambda access: change_seating(access, FOUR._replace(dealer=1)),
        lambda access: sheets.open_revanche(access),
    ],
)
def test_a_token_that_reads_is_refused_before_anything_else(repository, access, write):
    add_hand(access, GARDE)
    assert access.sheet.state.dealer == 1
    with pytest.raises(WriteForbidden):
        write(repository.access(read_only_token(access.token)))


def test_the_sheet_at_an_earlier_version_is_the_one_of_then(repository, access):
    versions = [access.sheet]
    for taker in range(3):
        add_hand(access, GARDE | {"taker": taker})
        versions.append(access.sheet)
    for _ in range(2):
        assert [access.state_at(n) for n in range(1, 5)] == versions
        repository.cache.invalidate(access.sheet_id)


def test_catching_up_folds_the_events_that_are_new(another):
    first, second = another(), another()
    assert second.sheet.version == 1
    add_hand(first, GARDE)
    remove_entry(first, 2)
    second.refresh()
    assert second.sheet == first.sheet != another().state_at(1)


def test_tokens_are_derived_from_the_secret_key(repository):
    journal = repository.journal
    same, other = (SheetRepository(lambda: journal, lambda k=k: k) for k in (b"secret", b"x"))
    assert same.derived_token("purpose") == repository.derived_token("purpose")
    assert len({one.derived_token("purpose") for one in (repository, other)}) == 2
    assert repository.derived_token("purpose") != repository.derived_token("another")
    assert len(repository.derived_token("purpose")) == 22


def test_heads_of_this_sheet_are_held(access):
    first = access.sheet.etag
    add_hand(access, GARDE)
    assert (access.holds(first), access.holds(access.sheet.etag)) == (1, 2)
    for head in ("", "0", "1", "2", "x", "1_" + "0" * 16, first.replace("1_", "2_"), "９"):
        assert access.holds(head) is None
