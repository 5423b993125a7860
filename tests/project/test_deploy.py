"""``deploy/``, ``.github/``: what cannot run here is parsed, and agrees with the program."""

import configparser
import fnmatch
import json
import os
import re
import runpy
import shlex
import shutil
import subprocess
import threading
import tomllib
from pathlib import Path

import pytest
import yaml
from werkzeug.serving import make_server

from scorekeeper.cli.commands import DEVELOPERS
from scorekeeper.cli.serve import read_options
from scorekeeper.cli.server import DEADLINE, NOTICE, PATIENCE
from scorekeeper.web.middleware import health

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("systemd/*.service"))
SCRIPTS = sorted(DEPLOY.glob("postgres/*.sh"))
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES = COMPOSE["services"]
SMALL = yaml.safe_load((DEPLOY / "compose.small.yaml").read_text("utf-8"))["services"]["app"]
MAY_BE_ROOT = {"caddy": ["NET_BIND_SERVICE"]}
"""Services whose user is root, with the only capabilities that they have."""


def instructions():
    """The instructions of the Dockerfile with their arguments."""
    text = (DEPLOY / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines()]
    return [line.split(maxsplit=1) for line in lines if line and not line.startswith("#")]


def seconds(text):
    return int(re.fullmatch(r"(\d+)s", text)[1])


@pytest.mark.parametrize("name", [*SERVICES, "small"])
def test_a_container_is_read_only_and_has_no_rights(name):
    service = SERVICES.get(name, SMALL)
    assert service["read_only"] is True and service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service.get("cap_add", []) == MAY_BE_ROOT.get(name, [])
    assert name in MAY_BE_ROOT or int(service["user"].partition(":")[0]) > 0
    assert "privileged" not in service


def test_the_small_container_stores_its_sheets_on_a_volume_of_its_user():
    (volume,) = SMALL["volumes"]
    folder = SMALL["environment"]["INSTANCE"]
    assert volume == f"sheets:{folder}" and "secrets" not in SMALL
    assert SMALL["user"] == SERVICES["app1"]["user"]
    uid, gid = SMALL["user"].split(":")
    made = {f"--owner={uid}", f"--group={gid}", folder}
    assert any(made <= set(json.loads(text)) for name, text in instructions() if name == "RUN")
    options = read_options(SMALL["command"])
    assert SMALL["ports"] == [f"{options.port}:{options.port}"] and not options.proxy
    assert seconds(SMALL["stop_grace_period"]) > NOTICE + DEADLINE


def test_only_the_proxy_is_reached_from_outside():
    assert [name for name in SERVICES if "ports" in SERVICES[name]] == ["caddy"]
    assert COMPOSE["networks"]["back"]["internal"] is True
    front = {name for name in SERVICES if "front" in SERVICES[name]["networks"]}
    assert front == {"app1", "app2", "caddy"}


def test_secrets_are_files_that_the_script_makes_and_nowhere_else(tmp_path):
    make = runpy.run_path(str(DEPLOY / "make_secrets.py"))["main"]
    folder = tmp_path / "secrets"
    assert make(folder) == 0 and make(folder) == 1
    made = {f"./secrets/{path.name}" for path in folder.iterdir()}
    assert made == {secret["file"] for secret in COMPOSE["secrets"].values()}
    assert folder.stat().st_mode & 0o777 == 0o700
    url = (folder / "database_url").read_text()
    assert (folder / "marque_password").read_text().strip() in url
    for service in SERVICES.values():
        values = service.get("environment", {})
        assert [name for name in values if re.search("PASSWORD$|KEY$|URL$", name)] == []
    for service in SERVICES.values():
        files = [v for k, v in service.get("environment", {}).items() if k.endswith("_FILE")]
        assert {Path(file).name for file in files} <= set(service.get("secrets", []))
        assert set(service.get("secrets", [])) <= set(COMPOSE["secrets"])


def test_the_made_secrets_are_not_committed():
    assert "/deploy/secrets/" in (ROOT / ".gitignore").read_text().splitlines()


def test_a_container_has_the_time_for_a_graceful_stop():
    for name in ("app1", "app2"):
        assert seconds(SERVICES[name]["stop_grace_period"]) > NOTICE + DEADLINE


def test_the_apps_trust_the_address_of_the_proxy_only():
    address = SERVICES["caddy"]["networks"]["front"]["ipv4_address"]
    assert read_options(SERVICES["app1"]["command"]).proxy == address
    assert SERVICES["app1"] == SERVICES["app2"]
    assert SERVICES["caddy"]["environment"]["UPSTREAMS"] == "app1:8080 app2:8080"


@pytest.mark.skipif(not shutil.which("docker-compose"), reason="no docker-compose")
def test_docker_compose_reads_the_file(tmp_path):
    shutil.copytree(DEPLOY, tmp_path / "deploy", ignore=lambda *_: ["secrets"])
    runpy.run_path(str(tmp_path / "deploy" / "make_secrets.py"))["main"]()
    command = ["docker-compose", "-f", tmp_path / "deploy" / "compose.yaml", "config"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def caddy(folder, *command, **environment):
    return subprocess.run(
        ["caddy", *command],
        capture_output=True,
        text=True,
        env=os.environ | {"HOME": str(folder)} | environment,
    )


@pytest.mark.skipif(not shutil.which("caddy"), reason="no caddy: install Debian's package")
@pytest.mark.parametrize("site", ["table.example", "http://127.0.0.1:8000"])
def test_caddy_reads_its_file_and_tries_again_only_where_it_is_safe(tmp_path, site):
    file = ("--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile")
    upstreams = "127.0.0.1:1 127.0.0.1:2"
    done = caddy(tmp_path, "adapt", *file, SITE=site, UPSTREAMS=upstreams, ADMIN="off")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    (proxy,) = [one for one in walk(found) if one.get("handler") == "reverse_proxy"]
    assert [one["dial"] for one in proxy["upstreams"]] == upstreams.split()
    assert proxy["health_checks"]["active"]["uri"] == health.READY
    assert "retry_match" not in proxy["load_balancing"]  # Caddy's own: GET, or never sent
    assert proxy["load_balancing"]["try_duration"] > 0
    assert proxy["transport"]["keep_alive"]["idle_timeout"] < PATIENCE * 1e9
    assert "logs" not in json.dumps(found["apps"]["http"])
    formatted = caddy(tmp_path, "fmt", str(DEPLOY / "Caddyfile")).stdout
    assert formatted == (DEPLOY / "Caddyfile").read_text("utf-8")


@pytest.mark.skipif(not shutil.which("caddy"), reason="no caddy: install Debian's package")
def test_caddy_serves_the_folder_for_a_phone(tmp_path):
    file = DEPLOY / "Caddyfile.phone"
    given = ("--config", str(file), "--adapter", "caddyfile")
    done = caddy(tmp_path, "adapt", *given, SITE="localhost", FOLDER="/srv/phone")
    assert done.returncode == 0 and '"/srv/phone"' in done.stdout
    assert caddy(tmp_path, "fmt", str(file)).stdout == file.read_text("utf-8")


def walk(value):
    """Every object in a JSON value."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from walk(one)


def test_the_image_is_not_root_and_installs_locked_requirements_only():
    found = instructions()
    known = {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "EXPOSE", "STOPSIGNAL"}
    known |= {"HEALTHCHECK", "ENTRYPOINT"}
    assert {name for name, _ in found} <= known
    users = [argument for name, argument in found if name == "USER"]
    assert users == [SERVICES["app1"]["user"]]
    assert [name for name, _ in found].index("USER") > max(
        number for number, (name, _) in enumerate(found) if name in ("RUN", "COPY")
    )
    assert len({argument.split()[0] for name, argument in found if name == "FROM"}) == 1
    for name, argument in found:
        if name in ("RUN", "ENTRYPOINT"):
            assert json.loads(argument)
            assert "pip install" not in argument  # `environment.install` requires hashes
    (checked,) = [argument for name, argument in found if name == "HEALTHCHECK"]
    assert health.READY in checked and json.loads(checked.partition("CMD ")[2])


@pytest.mark.parametrize(("status", "is_healthy"), [(200, True), (503, False), (None, False)])
def test_the_health_check_of_the_image_asks_if_the_program_is_ready(status, is_healthy):
    (check,) = [argument for name, argument in instructions() if name == "HEALTHCHECK"]
    asked = []

    def answer(environ, start_response):
        asked.append(environ["PATH_INFO"])
        start_response(f"{status} x", [])
        return [b""]

    server = make_server("127.0.0.1", 0, answer)
    thread = threading.Thread(target=server.handle_request if status else server.server_close)
    thread.start()
    command = json.loads(check.partition("CMD ")[2].replace("8080", str(server.port)))
    assert (subprocess.run(command, capture_output=True).returncode == 0) is is_healthy
    thread.join()
    server.server_close()
    assert asked == [health.READY] * (status is not None)


def test_the_image_is_made_of_files_that_are_there_and_not_ignored():
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    kept = [line[1:] for line in ignored if line.startswith("!")]
    assert ignored[0] == "*"
    for name, argument in instructions():
        if name == "COPY" and not argument.startswith("--from"):
            for source in argument.split()[:-1]:
                assert (ROOT / source).exists(), source
                assert any(fnmatch.fnmatch(source, pattern) for pattern in kept), source


def unit(path):
    """The lines of a unit by section; an option may occur often."""
    parser = configparser.RawConfigParser(strict=False)
    parser.optionxform = str
    parser.read(path, "utf-8")
    return parser


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_starts_the_program_with_options_that_it_takes(path):
    service = unit(path)["Service"]
    python, script, command, *options = shlex.split(service["ExecStart"].replace("%i", "8081"))
    assert (python, script, command) == ("/usr/bin/python3", "app.py", "run")
    read_options(options)
    assert int(service["TimeoutStopSec"]) > NOTICE + DEADLINE
    assert service["ExecStartPost"].endswith(f":%i{health.READY}")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd-analyze")
@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_systemd_reads_a_unit(path, tmp_path):
    copy = tmp_path / path.name.replace("@.", "@8081.")
    shutil.copy(path, tmp_path / path.name)
    command = ["systemd-analyze", "verify", "--man=no", str(copy)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    said = [line for line in done.stderr.splitlines() if "la-marque" in line]
    assert [
        line for line in said if "User=marque" not in line and "not found" not in line
    ] == []


@pytest.mark.parametrize(
    "path", sorted(DEPLOY.glob("postgres/*.sh")), ids=lambda path: path.name
)
def test_a_script_of_the_containers_parses(path):
    assert os.access(path, os.X_OK)
    assert subprocess.run(["bash", "-n", path]).returncode == 0


WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/check.yml").read_text("utf-8"))["jobs"]


def test_the_workflow_tests_each_python_that_the_package_names():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    versions = [line.rpartition(" ")[2] for line in project["classifiers"]]
    named = [version for version in versions if version.startswith("3.")]
    assert WORKFLOW["test"]["strategy"]["matrix"]["python"] == named


def test_the_workflow_runs_commands_that_there_are():
    steps = [step for job in WORKFLOW.values() for step in job["steps"]]
    called = re.findall(r"python app\.py (\w+)", str(steps))
    assert {*called} == {"lint", "test", "site"} <= {*DEVELOPERS}
