"""The application put together, and the command ``la-marque`` of an installed package."""

import sys
from typing import Any

from flask import Flask

from scorekeeper import program
from scorekeeper.cli import bootstrap, flask_commands, settings
from scorekeeper.web import application


def create_app(config: dict[str, Any] | None = None) -> Flask:
    """Return the application; it writes nothing before its first request.

    :param config: settings of Flask; ``INSTANCE`` is the folder of the installation,
        ``DATABASE_URL`` the address of a PostgreSQL database, ``SECRET`` the secret key.
    """
    app = Flask(
        "scorekeeper",
        root_path=str(program.PACKAGE),
        template_folder=str(program.FILES / "templates"),
        static_folder=str(program.FILES / "static"),
    )
    app.config.update(
        INSTANCE=settings.instance(),
        DATABASE_URL=settings.from_environment("DATABASE_URL"),
        SECRET=settings.from_environment("SECRET_KEY"),
        MAX_CONTENT_LENGTH=64 * 1024,
        PERMANENT_SESSION_LIFETIME=366 * 24 * 3600,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,  # an unchanged cookie is not sent again
        WTF_CSRF_TIME_LIMIT=None,  # a form stays open for a whole evening
        WTF_I18N_ENABLED=False,  # messages come from scorekeeper/i18n
    )
    app.config.update(config or {})
    application.install(app, settings.installation(app.config))
    for command in flask_commands.COMMANDS:
        app.cli.add_command(command)
    return app


def main() -> int:
    """Run the command line of an installed package; return the exit status."""
    return bootstrap.main(sys.argv[1:], create_app)
