"""The web layer put together: what ``app.py`` gives an application."""

from flask import Flask
from flask_wtf import CSRFProtect

from scorekeeper.circles import feature as circles_feature
from scorekeeper.circles.service.access import CircleRepository
from scorekeeper.circles.service.imports import Imports
from scorekeeper.home import feature as home_feature
from scorekeeper.sheets import feature as sheets_feature
from scorekeeper.sheets.service.access import SheetRepository
from scorekeeper.sheets.web import outbox
from scorekeeper.sheets.web.forms import hand_form
from scorekeeper.streams.installation import Installation
from scorekeeper.tournaments import feature as tournaments_feature
from scorekeeper.tournaments.service.access import TournamentRepository
from scorekeeper.web import assets, device, errors, log_masking, rate_limits, templating
from scorekeeper.web.files import FormRequest
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
    for feature in (home_feature, sheets_feature, circles_feature, tournaments_feature):
        for resource in feature.RESOURCES:
            app.register_blueprint(resource.bp)
    CSRFProtect(app)
    templating.install_macros(app)
    readiness = Readiness(lambda: sheets.journal.grant(UNKNOWN))
    app.extensions["readiness"] = readiness
    app.wsgi_app = SecurityHeadersMiddleware(  # type: ignore[method-assign,assignment]
        PollMiddleware(HealthMiddleware(app.wsgi_app, readiness), sheets)
    )
