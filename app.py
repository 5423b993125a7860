"""La Marque: the score of Tarot and Belote at a real card table.

``python3 app.py run`` serves it, ``python3 app.py test`` tests it. Only the standard library
is imported until an environment with the requirements has been found.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorekeeper.cli import bootstrap

if TYPE_CHECKING:
    from flask import Flask

ROOT = Path(__file__).resolve().parent


def create_app(config: dict[str, Any] | None = None) -> Flask:
    """The application; it writes nothing before its first request.

    :param config: settings of Flask; ``INSTANCE`` is the folder of the installation,
        ``DATABASE_URL`` the address of a PostgreSQL database, ``SECRET`` the secret key.
    """
    from flask import Flask

    from scorekeeper.cli import flask_commands, settings
    from scorekeeper.web import application

    app = Flask(
        "scorekeeper",
        root_path=str(ROOT / "scorekeeper"),
        template_folder=str(ROOT / "templates"),
        static_folder=str(ROOT / "static"),
    )
    app.config.update(
        INSTANCE=ROOT / "instance",
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


if __name__ == "__main__":
    sys.exit(bootstrap.main(sys.argv[1:], create_app))
