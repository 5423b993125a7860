"""The lock of an installation, as callers of one process see it."""

import pytest

from scorekeeper.storage.base import StorageError
from scorekeeper.storage.lock import claim, claim_alone


def test_callers_of_one_process_share_the_lock(tmp_path):
    first, second = claim(tmp_path), claim(tmp_path)
    assert first is second
    with pytest.raises(StorageError, match="déjà ouverte"):
        claim_alone(tmp_path)


def test_a_released_lock_is_claimed_anew(tmp_path):
    first = claim(tmp_path)
    first.release()
    second = claim(tmp_path)
    assert first.released and not second.released
    with pytest.raises(StorageError):
        claim_alone(tmp_path)
    second.release()
    claim_alone(tmp_path).release()
