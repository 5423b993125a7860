"""The application put together, and the command ``la-marque`` of an installed package.

This is the only module that names all features.
"""

import sys
from importlib import import_module
from typing import Any

from flask import Flask
from flask_wtf import CSRFProtect
from jinja2 import FileSystemBytecodeCache

from scorekeeper import program
from scorekeeper.cli import bootstrap, settings
from scorekeeper.streams.installation import Installation
from scorekeeper.web import (
    access,
    assets,
    device,
    errors,
    log_masking,
    rate_limits,
    templating,
    worker,
)
from scorekeeper.web.files import FormRequest
from scorekeeper.web.language import choose_language
from scorekeeper.web.memo_cache import MAX_FRAGMENTS, MemoCache
from scorekeeper.web.middleware import compression
from scorekeeper.web.middleware.headers import SecurityHeadersMiddleware, forbid_caching
from scorekeeper.web.middleware.health import HealthMiddleware, Readiness
from scorekeeper.web.middleware.poll import PollMiddleware
from scorekeeper.web.middleware.session import SchemeSessionInterface

FEATURES = (
    "sheets",
    "circles",
    "tournaments",
    "home",
)
"""The packages that add their pages to the application, and their part to the pages of those
before them."""

HOMES: dict[str, dict[str, Any]] = {
    "server": {
        "FEATURES": FEATURES,
        "RATELIMIT_ENABLED": True,
        "FRAME_ANCESTORS": "'none'",
        "OTHER_DEVICES": True,
        "WORKER": True,
    },
    "phone": {
        "FEATURES": [name for name in FEATURES if name != "tournaments"],
        "RATELIMIT_ENABLED": False,
        "FRAME_ANCESTORS": "'self'",
        "OTHER_DEVICES": False,
        "WORKER": False,  # a browser has no processes
    },
}
"""The settings of each place where the program runs: on a server, or in the browser of the one
phone that uses it (``static/phone/``), which has the assets beside the program."""

UNKNOWN = "-"
"""A token that no database knows: to look it up is the shortest question."""


def create_app(config: dict[str, Any] | None = None) -> Flask:
    """Return the application; it writes nothing before its first request.

    :param config: settings of Flask; ``INSTANCE`` is the folder of the installation,
        ``DATABASE_URL`` the address of a PostgreSQL database, ``SECRET`` the secret key,
        ``PHONE_SITE`` the address of the folder that ``app.py site`` has written,
        ``HOME`` where the program runs, a key of :data:`HOMES`, ``COMPILED_TEMPLATES`` an
        existing folder that keeps the templates compiled, of this very version.
    """
    app = templating.TranslatedFlask(
        "scorekeeper",
        root_path=str(program.PACKAGE),
        template_folder=str(program.FILES / "templates"),
        static_folder=str(program.FILES / "static"),
    )
    app.config.update(
        INSTANCE=settings.instance(),
        DATABASE_URL=settings.from_environment("DATABASE_URL"),
        PHONE_SITE=settings.from_environment("PHONE_SITE"),
        SECRET=settings.from_environment("SECRET_KEY"),
        MAX_CONTENT_LENGTH=64 * 1024,
        PERMANENT_SESSION_LIFETIME=366 * 24 * 3600,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,  # an unchanged cookie is not sent again
        WTF_CSRF_TIME_LIMIT=None,  # a form stays open for a whole evening
        WTF_I18N_ENABLED=False,  # messages come from scorekeeper/i18n
        COMPILED_TEMPLATES=None,
    )
    given = config or {}
    app.config.update(HOMES[given.get("HOME", "server")] | given)
    if folder := app.config["COMPILED_TEMPLATES"]:
        app.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(str(folder))}
    _install_shared(app, settings.installation(app.config))
    for name in app.config["FEATURES"]:
        import_module(f"scorekeeper.{name}.feature").install(app)
    CSRFProtect(app)
    templating.install_languages(app)
    return app


def _install_shared(app: Flask, installation: Installation) -> None:
    """Give an application what every page needs: errors, headers, limits, templates."""
    app.extensions["installation"] = installation
    app.extensions["fragments"] = MemoCache(MAX_FRAGMENTS, templating.fragment_size)
    app.request_class = FormRequest
    app.session_interface = SchemeSessionInterface()
    log_masking.install()
    errors.install(app)
    app.before_request(choose_language)
    app.after_request(forbid_caching)
    templating.install(app)
    assets.install(app)
    device.install(app)
    compression.install(app)
    rate_limits.install(app)
    worker.install(app)
    readiness = Readiness(lambda: installation.journal.grant(UNKNOWN))
    app.extensions["readiness"] = readiness
    access.install(app)
    app.wsgi_app = SecurityHeadersMiddleware(  # type: ignore[method-assign,assignment]
        PollMiddleware(HealthMiddleware(app.wsgi_app, readiness), app.extensions["streams"]),
        app.config["FRAME_ANCESTORS"],
    )


def main() -> int:
    """Run the command line of an installed package; return the exit status."""
    return bootstrap.main(sys.argv[1:], create_app)
