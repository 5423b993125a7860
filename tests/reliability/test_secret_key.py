"""A secret key that was lost: refused at the start, for another one has consequences."""

import pytest

from scorekeeper.cli import serve
from scorekeeper.streams.base import StorageError
from scorekeeper.streams.installation import Installation


@pytest.fixture
def installation(instance):
    first = Installation(instance)
    first.open()
    first.journal.close()
    first.release()
    return Installation(instance)


@pytest.mark.parametrize("content", [b"", b"\n", bytes(64), b"short", b" \r\n" * 50])
def test_a_lost_key_is_not_replaced_unasked(installation, content):
    path = installation.path / "secret_key"
    path.write_bytes(content)
    with pytest.raises(StorageError, match="secret_key est vide") as refused:
        serve.open_installation(installation)
    assert "effacez-le" in str(refused.value)
    assert path.read_bytes() == content


def test_a_deleted_key_is_replaced_and_the_addresses_of_sheets_go_on_working(installation):
    token = installation.journal.open_stream([("opened", {})])
    installation.journal.close()
    installation.release()
    (installation.path / "secret_key").unlink()
    again = Installation(installation.path)
    serve.open_installation(again)
    assert len(again.secret_key) == 64 and again.journal.grant(token)


def test_a_key_that_the_operator_chose_is_taken_as_it_is(installation):
    (installation.path / "secret_key").write_bytes(b" a key of somebody's own\n")
    serve.open_installation(installation)
    assert installation.secret_key == b" a key of somebody's own\n"
