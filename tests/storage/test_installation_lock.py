"""The lock of an installation, as callers of one process see it."""

import fcntl
import sys
from types import SimpleNamespace

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


def test_windows_locks_the_first_byte_of_a_file(tmp_path, monkeypatch):
    """By the interface of ``msvcrt``, whose lock is an ``flock`` of the descriptor here."""

    def locking(descriptor, mode, count):
        assert (mode, count) == ("LK_NBLCK", 1)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PermissionError from None

    windows = SimpleNamespace(locking=locking, LK_NBLCK="LK_NBLCK")
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    monkeypatch.setattr(sys, "platform", "win32")
    first = claim_alone(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["lock"]
    with pytest.raises(StorageError, match="déjà ouverte"):
        claim_alone(tmp_path)
    first.release()
    claim_alone(tmp_path).release()
