"""The environment of the program: ``.venv`` with the locked requirements installed.

Standard library only: this runs before anything is installed.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, MessageError, msg
from scorekeeper.program import IS_INSTALLED, ROOT

VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

REQUIREMENTS = {
    "run": ROOT / "requirements.txt",
    "test": ROOT / "tests" / "requirements.txt",
    "lint": ROOT / "tests" / "requirements.txt",
    "bench": ROOT / "tests" / "requirements.txt",
    "site": ROOT / "requirements.txt",
}
"""The hash-locked requirements of each command that needs the environment."""

SERVICE = ROOT / "deploy" / "requirements.txt"
"""The hash-locked requirements of PostgreSQL, which a club never needs."""

SERVICE_MODULES = ("psycopg", "psycopg_pool")
"""Modules of :data:`SERVICE`."""

SERVICE_SETTINGS = ("DATABASE_URL", "DATABASE_URL_FILE")
"""The variables of the environment that need :data:`SERVICE`."""

NO_VENV = msg(
    "Il manque à ce Python de quoi faire un environnement (venv) : "
    "sur Debian ou Ubuntu, installez le paquet python3-venv "
    "(sudo apt install python3-venv), puis recommencez."
)


class CommandFailed(MessageError):
    """A command that cannot go on, with a message for the operator."""


def required(command: str) -> list[Path]:
    """Return the requirements of a command, with these variables of the environment."""
    is_service = any(os.environ.get(name) for name in SERVICE_SETTINGS)
    return [REQUIREMENTS.get(command, REQUIREMENTS["run"])] + [SERVICE] * is_service


def ensure_service(arguments: list[str]) -> None:
    """Run where PostgreSQL can be used: see :func:`ensure`."""
    if any(importlib.util.find_spec(name) is None for name in SERVICE_MODULES):
        ensure([REQUIREMENTS["run"], SERVICE], arguments)


def ensure(requirements: Sequence[Path], arguments: list[str]) -> None:
    """Run inside the environment with these requirements installed, unless the program is
    installed as a package, with what it needs.

    Creates and fills the environment where needed; outside of it, does not return but
    restarts the program inside.

    :param arguments: the command line of the restarted program.
    :raises CommandFailed: if the environment cannot be created or filled.
    """
    if IS_INSTALLED:
        return
    if Path(sys.prefix).resolve() == VENV.resolve():
        for file in requirements:
            install(file)
        return
    if not PYTHON.exists() or subprocess.call([str(PYTHON), "-c", ""]):
        _report(msg("Préparation de .venv (une seule fois)…"))
        create()
    for file in requirements:
        install(file)
    restart(arguments)


def restart(arguments: list[str]) -> NoReturn:
    """Replace this program by one in the environment."""
    os.environ.setdefault("MALLOC_ARENA_MAX", "1")  # one heap for all threads
    command = [str(PYTHON), str(ROOT / "app.py"), *arguments]
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


def create() -> None:
    """Create the environment, with the pip of this Python if it cannot have its own. Raise
    CommandFailed if there is no way to have both, or the folder is not writable."""
    try:
        VENV.mkdir(exist_ok=True)
    except OSError as error:
        raise CommandFailed(
            msg(
                "La Marque ne peut pas écrire dans %(folder)s : %(why)s.",
                folder=VENV.parent,
                why=error.strerror or str(error),
            )
        ) from None
    for options in ([], ["--without-pip"]):
        shutil.rmtree(VENV, ignore_errors=True)
        created = _succeeds([sys.executable, "-m", "venv", *options, str(VENV)])
        if created and (not options or _succeeds([sys.executable, "-m", "pip", "--version"])):
            return
    shutil.rmtree(VENV, ignore_errors=True)
    raise CommandFailed(NO_VENV)


def install(requirements: Path) -> None:
    """Install exactly the locked requirements, unless done; CommandFailed if pip fails."""
    if is_installed(requirements):
        return
    name = requirements.relative_to(ROOT)
    _report(msg("Installation de %(name)s…", name=name))
    options = ["--quiet", "--disable-pip-version-check", "--no-input", "--require-hashes"]
    if subprocess.call([*_pip(), "install", *options, "-r", str(requirements)]):
        raise CommandFailed(
            msg(
                "L'installation n'a pas abouti : vérifiez le réseau et recommencez, ou "
                "installez à la main dans .venv : "
                "pip install --require-hashes -r %(requirements)s",
                requirements=name,
            )
        )
    _stamp(requirements).write_text(_digest(requirements), encoding="ascii")


def is_installed(requirements: Path) -> bool:
    """Return true if the environment has these requirements as they are locked now."""
    stamp = _stamp(requirements)
    if not PYTHON.exists() or not stamp.exists():
        return False
    return stamp.read_text(encoding="ascii") == _digest(requirements)


def _pip() -> list[str]:
    """Return the command of a pip that installs into the environment."""
    if _succeeds([str(PYTHON), "-m", "pip", "--version"]):
        return [str(PYTHON), "-m", "pip"]
    return [sys.executable, "-m", "pip", "--python", str(PYTHON)]


def _stamp(requirements: Path) -> Path:
    """Return the file that records the installed version of these requirements."""
    kind = "program" if requirements.parent == ROOT else requirements.parent.name
    return VENV / f"installed-{kind}.sha256"


def _digest(requirements: Path) -> str:
    return hashlib.sha256(requirements.read_bytes()).hexdigest()


def _succeeds(command: list[str]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _report(message: Message) -> None:
    print(say(message), file=sys.stderr, flush=True)
