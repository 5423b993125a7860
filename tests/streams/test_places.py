"""Addresses of databases: no password of one is ever shown."""

import pytest

from scorekeeper.cli.settings import from_environment
from scorekeeper.streams.base import StorageError
from scorekeeper.streams.places import require_postgres, without_password


@pytest.mark.parametrize("password", ["s/ecret", "s?ecret", "s#ecret", "s@ecret", "@/s"])
def test_an_address_whose_password_is_not_encoded_is_refused_without_being_shown(password):
    with pytest.raises(StorageError) as refused:
        require_postgres(f"postgresql://ada:{password}@db.example/marque")
    assert "ecret" not in str(refused.value) and "db.example" not in str(refused.value)


def test_an_encoded_password_is_left_out_of_the_name():
    assert without_password("postgresql://ada:s%2Fe@db/marque") == "postgresql://ada@db/marque"


@pytest.mark.parametrize("content", [b"", b" \n", b"\xff\xfe", None])
def test_a_file_that_holds_no_setting_is_an_error_and_not_the_default(
    monkeypatch, tmp_path, content
):
    path = tmp_path / "secret"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setenv("DATABASE_URL_FILE", str(path))
    with pytest.raises(StorageError, match="DATABASE_URL_FILE"):
        from_environment("DATABASE_URL")
