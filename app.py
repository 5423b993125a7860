"""La Marque: the score of Tarot and Belote at a real card table.

``python3 app.py run`` serves it, ``python3 app.py test`` checks it. Only the standard
library is imported before an environment with the requirements has been found.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorekeeper.cli import bootstrap

if TYPE_CHECKING:
    from flask import Flask

HERE = Path(__file__).resolve().parent


def create_app(config: dict[str, Any] | None = None) -> Flask:
    """The application; writes nothing before its first request.

    :param config: settings of Flask; ``INSTANCE`` is the folder of the installation.
    """
    from flask import Flask
    from flask_wtf import CSRFProtect

    from scorekeeper.cli import commands
    from scorekeeper.storage.installation import Installation
    from scorekeeper.web import views

    app = Flask(
        "scorekeeper",
        root_path=str(HERE / "scorekeeper"),
        template_folder=str(HERE / "templates"),
        static_folder=str(HERE / "static"),
    )
    app.config.update(
        INSTANCE=HERE / "instance",
        MAX_CONTENT_LENGTH=64 * 1024,
        PERMANENT_SESSION_LIFETIME=366 * 24 * 3600,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,  # a cookie that says the same is not sent again
        WTF_CSRF_TIME_LIMIT=None,  # an evening lasts longer than an hour
        WTF_I18N_ENABLED=False,  # the words are ours, see scorekeeper/language.py
    )
    app.config.update(config or {})
    app.extensions["instance"] = Installation(Path(app.config["INSTANCE"]))
    views.install(app)
    CSRFProtect(app)
    app.cli.add_command(commands.score)
    app.cli.add_command(commands.import_night)
    app.cli.add_command(commands.export)
    return app


if __name__ == "__main__":
    sys.exit(bootstrap.main(sys.argv[1:]))
