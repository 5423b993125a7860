"""The web layer put together: what ``app.py`` gives an application."""

from flask import Flask
from flask_wtf import CSRFProtect

from scorekeeper.caching.form_class_cache import FormClassCache
from scorekeeper.service.access import SheetRepository
from scorekeeper.storage.installation import Installation
from scorekeeper.web import (
    assets,
    errors,
    log_masking,
    outbox,
    rate_limits,
    templating,
    views,
)
from scorekeeper.web.language import choose_language
from scorekeeper.web.middleware import compression, form_data
from scorekeeper.web.middleware.headers import SecurityHeadersMiddleware, forbid_caching
from scorekeeper.web.middleware.poll import PollMiddleware
from scorekeeper.web.middleware.session import SchemeSessionInterface


def install(app: Flask, installation: Installation) -> None:
    """Give an application its pages, its errors, its headers and its limits."""
    sheets = SheetRepository(lambda: installation.journal, lambda: installation.secret_key)
    app.extensions["installation"] = installation
    app.extensions["sheets"] = sheets
    app.extensions["form_classes"] = FormClassCache()
    app.session_interface = SchemeSessionInterface()
    log_masking.install()
    errors.install(app)
    app.before_request(choose_language)
    app.after_request(forbid_caching)
    outbox.install(app)
    templating.install(app)
    assets.install(app)
    compression.install(app)
    rate_limits.install(app)
    views.install(app)
    form_data.install(app)
    CSRFProtect(app)
    app.wsgi_app = SecurityHeadersMiddleware(  # type: ignore[method-assign,assignment]
        PollMiddleware(app.wsgi_app, sheets.cache)
    )
