"""Flask's command line for tournaments: a file out, a file in."""

import pytest
from conftest import token_of
from tournament_routes import opened

from scorekeeper.tournaments.formats.tournament_file import write

pytestmark = pytest.mark.one_process


@pytest.fixture
def run(app):
    runner = app.test_cli_runner()
    return lambda *args: runner.invoke(args=args)


def state(app, address):
    return app.extensions["tournaments"].access(token_of(address)).state


@pytest.fixture
def file(app, client, tmp_path):
    """The path of the file of a tournament, exported by its address."""
    address = opened(client)
    path = tmp_path / "evening.txt"
    result = app.test_cli_runner().invoke(args=["export", f"http://x{address}/people"])
    assert result.stdout == write(state(app, address))
    path.write_text(result.stdout)
    return path


def test_a_tournament_that_is_exported_and_imported_is_the_same(app, run, file):
    lines = run("import", str(file)).stdout.splitlines()
    address = lines[0].rsplit("/", 1)[-1]
    assert write(state(app, f"/tournaments/{address}")) == file.read_text()


def test_a_damaged_file_is_a_sentence_with_its_line(run, file):
    file.write_text(file.read_text().replace("date\t", "date\tx"))
    result = run("import", str(file))
    assert (result.exit_code, result.stdout) == (2, "") and "ligne 3 :" in result.stderr
