"""The web layer: requests to use cases, and their results to pages.

``application.install`` is all that ``scorekeeper/application.py`` calls. A request passes, in
this order: the security headers, the poll middleware, the health checks, the session, the
language, CSRF protection, a rate limit where the route shows one, its view. The access is
looked up once, by the rate limit or the view; the view reads its form, calls one use case of
``scorekeeper.sheets.service`` and renders a template or redirects.
"""
