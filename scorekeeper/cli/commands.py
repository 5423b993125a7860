"""The commands of ``app.py``; those that need an environment create it first.

Standard library only, like everything that runs before the environment exists.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from scorekeeper.cli import database_commands, environment
from scorekeeper.cli.environment import CommandFailed
from scorekeeper.cli.progress import ProgressBar
from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import msg

if TYPE_CHECKING:
    from scorekeeper.cli.serve import CreateApp

USAGE = msg("""\
  python3 app.py run     installe ce qu'il faut dans .venv, puis ouvre La Marque
  python3 app.py test    installe ce qu'il faut dans .venv, puis passe les tests
  python3 app.py test --long     les tests longs aussi
  python3 app.py test --hours    tous les tests : des heures
  python3 app.py lint    installe ce qu'il faut dans .venv, puis relit le code
  python3 app.py bench   installe ce qu'il faut dans .venv, puis mesure la vitesse
  python3 app.py check           vérifie la base
  python3 app.py backup COPIE    copie la base, même pendant une soirée
  python3 app.py restore COPIE   remet une copie à la place de la base
  python3 app.py move BASE BASE  déplace toutes les feuilles d'une base à une autre""")

HELP = ("help", "--help", "-h")
"""The commands that print the commands."""

TEST_OPTIONS = ("-n", "2", "--dist", "worksteal")
"""Options of pytest: two workers, since most tests wait for a browser or a disk."""

LINTERS = (
    ("-m", "ruff", "check"),
    ("-m", "ruff", "format", "--check"),
    ("-m", "mypy"),
    (
        "-c",
        "from importlinter.cli import lint_imports_command; lint_imports_command()",
        "--no-cache",
    ),
)
"""Arguments of Python for each linter; import-linter cannot be run with ``-m``."""


def main(arguments: list[str], create_app: CreateApp) -> int:
    """Run a command; return the exit status."""
    command, *rest = arguments or [""]
    try:
        if command in environment.REQUIREMENTS:
            environment.ensure(environment.required(command), arguments)
            return _run_inside(command, rest, create_app)
        if command in database_commands.COMMANDS:
            if database_commands.needs_service(command, rest):
                environment.ensure_service(arguments)
            return database_commands.run(command, rest, USAGE, ProgressBar)
        if command in HELP:
            print(say(USAGE))
            return 0
        if command:
            raise CommandFailed(
                msg(
                    "« %(command)s » n'est pas une commande. Voici celles qu'il y a :\n"
                    "%(usage)s",
                    command=command,
                    usage=USAGE,
                )
            )
        return _serve_if_installed(create_app)
    except CommandFailed as error:
        print(say(error.message), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _serve_if_installed(create_app: CreateApp) -> int:
    """Serve if everything is installed; else name what is missing and the commands."""
    missing = environment.missing_modules()
    if not missing:
        return _serve([], create_app)
    if environment.is_installed(environment.REQUIREMENTS["run"]):
        environment.restart(["run"])
    raise CommandFailed(
        msg(
            "Il manque : %(modules)s. Deux commandes font tout :\n%(usage)s",
            modules=", ".join(missing),
            usage=USAGE,
        )
    )


def _run_inside(command: str, arguments: list[str], create_app: CreateApp) -> int:
    """Run a command whose requirements are installed in this Python."""
    if command == "run":
        return _serve(arguments, create_app)
    os.chdir(environment.ROOT)
    if command == "test":
        return _test(arguments)
    if command == "lint":
        return _lint()
    return subprocess.call([sys.executable, "tests/bench/bench.py", *arguments])


def _serve(arguments: list[str], create_app: CreateApp) -> int:
    from scorekeeper.cli import serve

    return serve.main(arguments, create_app)


def _test(arguments: list[str]) -> int:
    import pytest

    return int(pytest.main([*TEST_OPTIONS, *arguments]))


def _lint() -> int:
    """Run every linter; return 1 if one of them fails."""
    failures = [subprocess.call([sys.executable, *linter]) for linter in LINTERS]
    return int(any(failures))
