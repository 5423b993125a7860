"""The web layer: requests to use cases, and their results to pages.

``application.install`` is all that ``app.py`` calls. A request passes, in this order: the
security headers, the poll middleware, the session, the language, CSRF protection, a rate limit
where the route shows one, its view. The view finds its access, reads its form, calls one use
case of ``scorekeeper.service`` and renders a template or redirects.
"""
