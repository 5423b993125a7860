"""From a bare Python to an environment that can run the program and its tests.

Standard library only: this is what runs before anything is installed.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
ENVIRONMENT = HERE / ".venv"
PYTHON = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

REQUIREMENTS = {
    "run": HERE / "requirements.txt",
    "test": HERE / "tests" / "requirements.txt",
    "bench": HERE / "requirements.txt",
}
"""What each command needs, hash-locked."""

MODULES = ("flask", "flask_wtf", "flask_limiter", "waitress", "babel", "segno")
"""What the program imports from elsewhere."""

OLDEST = (3, 11)
"""The oldest Python that can run the program."""

COMMANDS = """\
  python3 app.py run     installe ce qu'il faut dans .venv, puis ouvre La Marque
  python3 app.py test    installe ce qu'il faut dans .venv, puis passe les tests
  python3 app.py test --long     ceux qui durent des minutes aussi
  python3 app.py bench   installe ce qu'il faut dans .venv, puis mesure la vitesse
  python3 app.py check           vérifie la base
  python3 app.py backup COPIE    copie la base, même pendant une soirée
  python3 app.py restore COPIE   remet une copie à la place de la base"""

SIDE_BY_SIDE = ("-n", "2", "--dist", "worksteal")
"""How the tests are run: two at a time, for most of them wait for a browser or a disk."""

COPIES = {"check": 0, "backup": 1, "restore": 1}
"""The commands about copies, and how many files each is given."""

NO_VENV = (
    "Il manque à ce Python de quoi faire un environnement (venv) : "
    "sur Debian ou Ubuntu, installez le paquet python3-venv "
    "(sudo apt install python3-venv), puis recommencez."
)

NO_INSTALL = (
    "L'installation n'a pas abouti : vérifiez le réseau et recommencez, "
    "ou installez à la main dans .venv : pip install --require-hashes -r {requirements}"
)


class Stopped(Exception):
    """The sentence to show before stopping."""


def main(arguments: list[str]) -> int:
    """Do what the command line asks; the exit status."""
    command = arguments[0] if arguments else ""
    try:
        if sys.version_info < OLDEST:
            found = ".".join(map(str, sys.version_info[:2]))
            raise Stopped(f"La Marque demande Python 3.11 ou plus ; celui-ci est le {found}.")
        if command in REQUIREMENTS:
            return _inside(command, arguments)
        if command in COPIES:
            return _copies(command, arguments[1:])
        if command:
            raise Stopped(
                f"« {command} » n'est pas une commande. Voici celles qu'il y a :\n{COMMANDS}"
            )
        return _bare()
    except Stopped as stopped:
        print(stopped, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _inside(command: str, arguments: list[str]) -> int:
    """Run a command in the environment, made and filled first where needed."""
    if Path(sys.prefix).resolve() != ENVIRONMENT.resolve():
        _prepare(REQUIREMENTS[command])
        return _again(arguments)
    _fill(REQUIREMENTS[command])
    return INSIDE[command](arguments[1:])


def _copies(command: str, given: list[str]) -> int:
    """Check, copy or put back the database; no environment is needed."""
    from scorekeeper.storage import backup
    from scorekeeper.storage.installation import Installation
    from scorekeeper.storage.sqlite import StorageError

    if len(given) != COPIES[command]:
        raise Stopped(f"Cette commande s'écrit ainsi :\n{COMMANDS}")
    instance = Installation(HERE / "instance")
    base = instance.base
    try:
        if command == "check":
            print(f"{base} est entière : {backup.check(base)} événements.")
        elif command == "backup":
            count = backup.backup(base, Path(given[0]))
            print(f"{given[0]} est une copie entière : {count} événements.")
        else:
            count, before = instance.restore(Path(given[0]))
            print(f"La copie est en place : {count} événements.")
            if before:
                print(f"La base d'avant est gardée : {before}")
    except backup.DatabaseDamaged as error:
        raise Stopped(f"{error}\n{backup.restore_hint(base)}") from None
    except (StorageError, OSError) as error:
        raise Stopped(str(error)) from None
    return 0


def _bare() -> int:
    """Serve if all is there; else say what is missing and how to get it."""
    missing = [name for name in MODULES if importlib.util.find_spec(name) is None]
    if not missing:
        return _run([])
    if PYTHON.exists() and _filled(REQUIREMENTS["run"]):
        return _again(["run"])
    raise Stopped(f"Il manque : {', '.join(missing)}. Deux commandes font tout :\n{COMMANDS}")


def _again(arguments: list[str]) -> int:
    """Run this program again, with the Python of the environment."""
    os.environ.setdefault("MALLOC_ARENA_MAX", "1")  # a heap a thread would only be fuller
    command = [str(PYTHON), str(HERE / "app.py"), *arguments]
    if os.name == "nt":
        return subprocess.call(command)
    os.execv(command[0], command)


def _run(arguments: list[str]) -> int:
    from scorekeeper.cli import serve

    return serve.main(arguments)


def _test(arguments: list[str]) -> int:
    import pytest

    os.chdir(HERE)
    return int(pytest.main([*SIDE_BY_SIDE, *arguments]))


def _bench(arguments: list[str]) -> int:
    return subprocess.call([sys.executable, str(HERE / "tests/bench/bench.py"), *arguments])


INSIDE = {"run": _run, "test": _test, "bench": _bench}
"""What each command does in the environment."""


def _prepare(requirements: Path) -> None:
    """Make the environment where it is missing or broken, and fill it."""
    if not PYTHON.exists() or subprocess.call([str(PYTHON), "-c", ""]):
        print("Préparation de .venv (une seule fois)…", file=sys.stderr, flush=True)
        _make()
    _fill(requirements)


def _make() -> None:
    for extra in ([], ["--without-pip"]):
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
        made = _quietly([sys.executable, "-m", "venv", *extra, str(ENVIRONMENT)])
        if made and (not extra or _quietly([sys.executable, "-m", "pip", "--version"])):
            return
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    raise Stopped(NO_VENV)


def _fill(requirements: Path) -> None:
    """Install exactly what is locked, unless that has been done."""
    if _filled(requirements):
        return
    name = requirements.relative_to(HERE)
    print(f"Installation de {name}…", file=sys.stderr, flush=True)
    own = _quietly([str(PYTHON), "-m", "pip", "--version"])
    pip = (
        [str(PYTHON), "-m", "pip"]
        if own
        else [sys.executable, "-m", "pip", "--python", str(PYTHON)]
    )
    options = ["--quiet", "--disable-pip-version-check", "--no-input", "--require-hashes"]
    if subprocess.call([*pip, "install", *options, "-r", str(requirements)]):
        raise Stopped(NO_INSTALL.format(requirements=name))
    _stamp(requirements).write_text(_print(requirements), encoding="ascii")


def _filled(requirements: Path) -> bool:
    stamp = _stamp(requirements)
    return stamp.exists() and stamp.read_text(encoding="ascii") == _print(requirements)


def _stamp(requirements: Path) -> Path:
    """The file that says which version of these requirements is installed."""
    kind = "tests" if requirements.parent.name == "tests" else "program"
    return ENVIRONMENT / f"installed-{kind}.sha256"


def _print(requirements: Path) -> str:
    return hashlib.sha256(requirements.read_bytes()).hexdigest()


def _quietly(command: list[str]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0
