"""What every page needs: access, errors, headers, limits, assets and templates.

A request passes, in this order: the security headers, the poll middleware, the health checks,
the session, the language, CSRF protection, a rate limit where the route shows one, its view.
The access is looked up once, by the rate limit or the view; the view reads its form, calls one
use case of its package and renders a template or redirects.
"""
