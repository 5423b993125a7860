"""The lock of an installation, as callers of one process see it."""

import fcntl
import os
import sys
from types import SimpleNamespace

import pytest

from scorekeeper.streams.base import StorageError
from scorekeeper.streams.installation import Installation
from scorekeeper.streams.lock import claim_alone
from scorekeeper.streams.sqlite import backup


def test_windows_locks_the_first_byte_of_a_file(tmp_path, monkeypatch):
    """By the interface of ``msvcrt``, whose lock is an ``flock`` of the descriptor here."""

    def locking(descriptor, mode, count):
        assert count == 1
        if mode == "LK_UNLCK":
            unlocked.append(descriptor)
            return
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PermissionError from None

    unlocked = []
    windows = SimpleNamespace(locking=locking, LK_NBLCK="LK_NBLCK", LK_UNLCK="LK_UNLCK")
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    monkeypatch.setattr(sys, "platform", "win32")
    first = claim_alone(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["lock"]
    with pytest.raises(StorageError, match="déjà ouverte"):
        claim_alone(tmp_path)
    first.release()
    claim_alone(tmp_path).release()
    assert len(unlocked) == 2


def test_an_installation_opens_where_no_folder_can_be_opened(tmp_path, monkeypatch):
    """As on Windows."""
    opened = os.open

    def open_no_folder(path, *arguments, **options):
        if os.path.isdir(path):
            raise PermissionError
        return opened(path, *arguments, **options)

    windows = SimpleNamespace(locking=lambda *_: None, LK_NBLCK=0, LK_UNLCK=1)
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    monkeypatch.setattr(os, "open", open_no_folder)
    monkeypatch.setattr(sys, "platform", "win32")
    installation = Installation(tmp_path / "instance")
    installation.open_checked()
    backup.daily(installation.database)
    installation.release()
    assert installation.secret_key and backup.dailies(installation.database)
