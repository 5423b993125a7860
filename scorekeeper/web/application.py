"""The web layer put together: what ``app.py`` gives an application."""

from flask import Flask
from flask_wtf import CSRFProtect

from scorekeeper.service.access import SheetRepository
from scorekeeper.service.circles.access import CircleRepository
from scorekeeper.service.circles.imports import Imports
from scorekeeper.service.tournaments.access import TournamentRepository
from scorekeeper.storage.installation import Installation
from scorekeeper.web import (
    assets,
    device,
    errors,
    log_masking,
    outbox,
    rate_limits,
    templating,
    views,
)
from scorekeeper.web.files import FormRequest
from scorekeeper.web.forms import hand_form
from scorekeeper.web.language import choose_language
from scorekeeper.web.memo_cache import MAX_FRAGMENTS, MemoCache
from scorekeeper.web.middleware import compression
from scorekeeper.web.middleware.headers import SecurityHeadersMiddleware, forbid_caching
from scorekeeper.web.middleware.health import HealthMiddleware, Readiness
from scorekeeper.web.middleware.poll import PollMiddleware
from scorekeeper.web.middleware.session import SchemeSessionInterface

UNKNOWN = "-"
"""A token that no database knows: to look it up is the shortest question."""


def install(app: Flask, installation: Installation) -> None:
    """Give an application its pages, its errors, its headers and its limits."""
    sheets = SheetRepository(lambda: installation.journal, lambda: installation.secret_key)
    app.extensions["installation"] = installation
    app.extensions["sheets"] = sheets
    circles = CircleRepository(sheets)
    app.extensions["circles"], app.extensions["imports"] = circles, Imports(circles)
    copies = None if installation.is_shared else installation.path / "tournaments"
    app.extensions["tournaments"] = TournamentRepository(sheets, copies)
    app.extensions["fragments"] = MemoCache(MAX_FRAGMENTS, templating.fragment_size)
    app.request_class = FormRequest
    app.session_interface = SchemeSessionInterface()
    log_masking.install()
    errors.install(app)
    app.before_request(choose_language)
    app.after_request(forbid_caching)
    outbox.install(app)
    templating.install(app)
    hand_form.install(app)
    assets.install(app)
    device.install(app)
    compression.install(app)
    rate_limits.install(app)
    views.install(app)
    CSRFProtect(app)
    templating.install_macros(app)
    readiness = Readiness(lambda: sheets.journal.grant(UNKNOWN))
    app.extensions["readiness"] = readiness
    app.wsgi_app = SecurityHeadersMiddleware(  # type: ignore[method-assign,assignment]
        PollMiddleware(HealthMiddleware(app.wsgi_app, readiness), sheets)
    )
