"""The commands of ``app.py`` and of ``la-marque``; those that need an environment create it
first, unless the program is installed as a package.

Standard library only, like everything that runs before the environment exists.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from scorekeeper import program
from scorekeeper.cli import database_commands, environment, settings
from scorekeeper.cli.environment import CommandFailed
from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.streams.base import StorageError

if TYPE_CHECKING:
    from scorekeeper.cli.serve import CreateApp

USAGE = msg(
    """\
  %(app)s run             ouvre La Marque (--help : ses options)
  %(app)s check           vérifie la base
  %(app)s backup COPIE    copie la base, même pendant une soirée
  %(app)s restore COPIE   remet une copie à la place de la base
  %(app)s score FICHIER   compte une soirée ; import, export : lit et écrit son fichier
  %(app)s circles         les cercles ; links CERCLE : leurs liens
  %(app)s --version       la version
  --instance DOSSIER      où sont les feuilles, sinon %(instance)s""",
    app=program.COMMAND,
    instance=program.default_instance(),
)

DEVELOPMENT = msg(
    """\
  %(app)s test            passe les tests ; --long, --hours : les longs aussi
  %(app)s lint            relit le code
  %(app)s bench           mesure la vitesse
  %(app)s site DOSSIER    écrit La Marque pour un téléphone seul, sans serveur""",
    app=program.COMMAND,
)

HELP = ("help", "--help", "-h")
"""The commands that print the commands."""

APPLICATION = ("score", "import", "export", "circles", "links")
"""The commands of the application, also given as ``flask score``…"""

DEVELOPERS = ("test", "lint", "bench", "site")
"""The commands that need the folder of the project."""

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
    try:
        arguments = settings.take_instance(arguments)
        return _run(arguments, create_app)
    except (CommandFailed, StorageError) as error:
        print(say(error.message), file=sys.stderr)
        return 1
    except ModuleNotFoundError as error:
        if error.name not in environment.SERVICE_MODULES:
            raise
        print(say(_lacks(error.name)), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _run(arguments: list[str], create_app: CreateApp) -> int:
    command, *rest = arguments or [""]
    if not command or (command.startswith("--") and command not in (*HELP, "--version")):
        command, rest = "run", arguments
    if command in HELP or (command in database_commands.COMMANDS and {*rest} & {*HELP}):
        print(say(usage()))
    elif command == "--version":
        print(f"La Marque {program.version()}")
    elif command in database_commands.COMMANDS:
        if database_commands.needs_service():
            environment.ensure_service(arguments)
        return database_commands.run(command, rest, usage())
    elif command in ("run", *APPLICATION):
        environment.ensure(environment.required(command), arguments)
        return _answer(command, rest, create_app)
    elif command in DEVELOPERS and not program.IS_INSTALLED:
        environment.ensure(environment.required(command), arguments)
        return _develop(command, rest)
    else:
        raise CommandFailed(
            msg(
                "« %(command)s » n'est pas une commande. Voici celles qu'il y a :\n%(usage)s",
                command=command,
                usage=usage(),
            )
        )
    return 0


def _lacks(module: str) -> Message:
    return msg(
        "Il manque à cet environnement le paquet %(module)s, pour PostgreSQL : "
        "pip install 'psycopg[binary]' psycopg-pool",
        module=module,
    )


def usage() -> Message:
    """Return the commands that there are, one a line."""
    if program.IS_INSTALLED:
        return USAGE
    return Message("%(usage)s\n%(more)s", {"usage": USAGE, "more": DEVELOPMENT})


def _answer(command: str, arguments: list[str], create_app: CreateApp) -> int:
    """Run a command of the application, whose requirements this Python has."""
    if command == "run":
        from scorekeeper.cli import serve

        return serve.main(arguments, create_app)
    from flask.cli import FlaskGroup

    group = FlaskGroup(create_app=create_app, add_default_commands=False)
    return int(group.main([command, *arguments], prog_name=program.COMMAND) or 0)


def _develop(command: str, arguments: list[str]) -> int:
    if command == "site":
        from scorekeeper.cli import site

        return site.main(arguments)
    os.chdir(program.ROOT)
    if command == "test":
        return _test(arguments)
    if command == "lint":
        return _lint()
    return subprocess.call([sys.executable, "tests/bench/bench.py", *arguments])


def _test(arguments: list[str]) -> int:
    import pytest

    # workers and servers would each compile the whole program again
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    return int(pytest.main([*TEST_OPTIONS, *arguments]))


def _lint() -> int:
    """Run every linter; return 1 if one of them fails."""
    failures = [subprocess.call([sys.executable, *linter]) for linter in LINTERS]
    return int(any(failures))
