"""One process changes sheets; others are refused, or only read and open new sheets."""

import contextlib
import json
import subprocess
import sys
import urllib.error

import pytest
from conftest import GARDE, wait_until
from server import ENVIRONMENT, ROOT, Phone, Server, free_port, open_sheet

from scorekeeper.sheets.formats.examples import FFT_MATCH
from scorekeeper.streams.base import StorageError
from scorekeeper.streams.installation import DATABASE_NAME, Installation
from scorekeeper.streams.lock import claim_alone
from scorekeeper.streams.sqlite import backup

OPEN = (
    "import sys, pathlib; from scorekeeper.streams.installation import Installation;"
    "installation = Installation(pathlib.Path(sys.argv[1])); installation.open();"
    "print('open', flush=True); sys.stdin.read()"
)
"""Open an installation, and hold it until the standard input is closed."""


@contextlib.contextmanager
def process(folder):
    """A process that opens an installation if it can, ended at the end."""
    started = subprocess.Popen(
        [sys.executable, "-c", OPEN, str(folder)],
        cwd=ROOT,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield started
    finally:
        started.kill()
        started.communicate()


@contextlib.contextmanager
def held(folder):
    """A process that holds this installation."""
    with process(folder) as holder:
        assert holder.stdout.readline() == "open\n"
        yield holder


def refused(folder):
    """What a process says that cannot open this installation."""
    with process(folder) as second:
        output, error = second.communicate()
    assert (output, second.returncode) == ("", 1)
    return error


def test_a_second_process_cannot_open_an_installation(instance):
    with held(instance):
        assert f"La Marque est déjà ouverte sur {instance}" in refused(instance)
        for use in (Installation.open, Installation.claim, lambda found: found.journal):
            with pytest.raises(StorageError, match=f"déjà ouverte sur {instance}"):
                use(Installation(instance))


@pytest.mark.parametrize("link", ["symlink_to", "hardlink_to"])
def test_a_database_of_another_name_is_not_opened_by_two(instance, tmp_path, link):
    other = tmp_path / "other"
    other.mkdir()
    with held(instance):
        getattr(other / DATABASE_NAME, link)(instance / DATABASE_NAME)
        told = "déjà ouverte" if link == "symlink_to" else "un autre nom"
        assert told in refused(other)


def test_no_file_that_a_person_deletes_lets_a_second_process_in(instance):
    with held(instance):
        for file in instance.iterdir():
            if file.name not in ("la_marque.sqlite3", "secret_key"):
                file.unlink()
        assert f"La Marque est déjà ouverte sur {instance}" in refused(instance)


def test_a_folder_of_another_name_is_the_same_installation(instance):
    Installation(instance).create()
    link = instance.with_name("link")
    link.symlink_to(instance)
    with held(link), pytest.raises(StorageError, match="déjà ouverte"):
        claim_alone(instance)


def test_a_check_and_a_copy_of_the_database_leave_the_lock(instance, tmp_path):
    """POSIX locks of a process end when it closes any descriptor of their file."""
    installation = Installation(instance)
    installation.open()
    backup.check(installation.database)
    backup.backup(installation.database, tmp_path / "copy")
    installation.database.read_bytes()
    assert "déjà ouverte" in refused(instance)


def test_a_restored_database_is_locked_as_the_one_before(instance, tmp_path):
    Installation(instance).create()
    backup.backup(instance / DATABASE_NAME, tmp_path / "copy")
    lock = claim_alone(instance)
    with pytest.raises(StorageError, match="déjà ouverte"):
        Installation(instance).restore(tmp_path / "copy")
    lock.release()
    Installation(instance).restore(tmp_path / "copy")
    with held(instance), pytest.raises(StorageError, match="déjà ouverte"):
        claim_alone(instance)


@pytest.mark.parametrize("end", ["terminate", "kill"])
def test_an_installation_is_free_once_its_process_has_ended(instance, end):
    with held(instance) as first:
        getattr(first, end)()
        first.wait()
        Installation(instance).open()


def test_objects_of_one_process_share_the_lock_until_the_last_releases_it(instance):
    first, second = Installation(instance), Installation(instance)
    first.open()
    second.open()
    first.release()
    with pytest.raises(StorageError, match="déjà ouverte"):
        claim_alone(instance)
    second.release()
    claim_alone(instance).release()


def test_a_released_installation_can_be_opened_again(instance):
    installation = Installation(instance)
    installation.open()
    installation.release()
    lock = claim_alone(instance)
    with pytest.raises(StorageError, match="déjà ouverte"):
        installation.open()
    lock.release()
    installation.open()


def test_a_process_that_notes_nothing_has_no_note_of_the_one_before(instance):
    first, second = Installation(instance), Installation(instance)
    first.open()
    first.announce("http://192.0.2.1:8000/")
    assert second.served_at == "http://192.0.2.1:8000/"
    first.release()
    assert second.served_at == ""
    second.open()
    assert first.served_at == ""


def test_the_shared_journal_needs_no_lock(instance):
    with held(instance):
        journal = Installation(instance).shared_journal
        token = journal.open_stream([("opened", {})])
        assert len(journal.events(journal.grant(token).sheet_id)) == 1
        journal.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("lock") / "instance")
    yield running
    running.kill()


@pytest.fixture(scope="module")
def imported(server):
    """The address of a sheet that was imported beside the server, and its page."""
    run = run_flask(server.instance, "import", str(FFT_MATCH))
    assert run.returncode == 0, run.stderr
    path = "/sheets/" + run.stdout.splitlines()[0].split("/sheets/")[1]
    return path, Phone(server.url).get(path)


def flask(instance, *arguments):
    """The command line of Flask on an installation."""
    made = f"app:create_app({{'INSTANCE': {str(instance)!r}}})"
    return [sys.executable, "-m", "flask", "--app", made, *arguments]


def run_flask(instance, *arguments):
    return subprocess.run(
        flask(instance, *arguments), cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True
    )


def is_answered(url):
    try:
        Phone(url).get("/")
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def statuses(url, paths):
    """The status of each page, once the server answers at all."""
    wait_until(lambda: is_answered(url))
    for path in paths:
        try:
            Phone(url).get(path)
            yield 200
        except urllib.error.HTTPError as error:
            yield error.code


def test_flask_run_beside_a_server_answers_nothing(server):
    sheet, _ = open_sheet(Phone(server.url))
    port = free_port()
    second = subprocess.Popen(
        flask(server.instance, "run", "--port", str(port)),
        cwd=ROOT,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        paths = ("/", sheet, f"{sheet}/live?v=0000000000000000")
        found = list(statuses(f"http://127.0.0.1:{port}", paths))
    finally:
        second.terminate()
        log = second.communicate()[0].decode()
    assert found == [503, 503, 503]
    assert f"La Marque est déjà ouverte sur {server.instance}" in log


def test_what_is_imported_beside_a_server_is_served_whole(imported):
    _, page = imported
    assert page.count('id="row-') == 5
    for total in ("−446", "−510", "1\u202f346", "−390"):
        assert total in page


def test_a_sheet_is_exported_beside_its_server(server):
    phone = Phone(server.url)
    sheet, csrf = open_sheet(phone)
    for points in ("49", "50"):
        phone.post(f"{sheet}/hands", GARDE | {"points": points, "csrf_token": csrf})
    run = run_flask(server.instance, "export", server.url + sheet)
    assert run.returncode == 0, run.stderr
    assert [hand["points"] for hand in json.loads(run.stdout)["hands"]] == [49, 50]
