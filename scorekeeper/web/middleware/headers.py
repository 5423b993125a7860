"""Security headers of every answer that has a content, given by a middleware so that none goes
without."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from types import TracebackType
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Response, request

from scorekeeper.web.middleware.session import FILE_ENDPOINTS

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
}
"""The Content-Security-Policy, but for the pages that may show ours in a frame: this server's
own files, and nothing inline but the styles that :func:`allow_inline_style` names."""

INLINE_STYLES = "scorekeeper.inline_styles"
"""The WSGI variable of the SHA-256 digests of a page's inline styles."""

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""Headers of every answer with a content. ``no-referrer`` would make Flask-WTF refuse forms
on https."""

NOT_INDEXED = ("X-Robots-Tag", "noindex")
"""The header of every answer but the first page: addresses are secrets."""

ErrorInfo = (
    tuple[type[BaseException], BaseException, TracebackType] | tuple[None, None, None] | None
)
"""What ``sys.exc_info`` returns, as WSGI passes it on."""

SECURE = {
    "Strict-Transport-Security": "max-age=31536000",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""Headers of every answer on https; on plain http a browser warns that it ignores them."""


class SecurityHeadersMiddleware:
    """Adds the security headers to each answer of a WSGI application, but for 204: they say
    how a content is to be used, and phones get a 204 every few seconds. These ancestors may
    show an answer in a frame."""

    def __init__(self, application: WSGIApplication, ancestors: str) -> None:
        self._application, self._ancestors = application, ancestors

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer one request."""

        def start_with_headers(
            status: str, headers: list[tuple[str, str]], error: ErrorInfo = None, /
        ) -> Callable[[bytes], object]:
            digests = environ.get(INLINE_STYLES, ())
            if not status.startswith("204"):
                scheme = environ["wsgi.url_scheme"]
                headers = [*headers, *security_headers(scheme, digests, self._ancestors)]
                if environ["PATH_INFO"] != "/":
                    headers.append(NOT_INDEXED)
            return start(status, headers, error)

        return self._application(environ, start_with_headers)


def allow_inline_style(environ: WSGIEnvironment, digest: str) -> None:
    """Let the answer have an inline style whose text has this SHA-256, in base64."""
    environ[INLINE_STYLES] = (*environ.get(INLINE_STYLES, ()), digest)


@lru_cache(maxsize=8)
def security_headers(
    scheme: str, digests: tuple[str, ...], ancestors: str
) -> tuple[tuple[str, str], ...]:
    """Return the security headers of an answer by this scheme, with these inline styles."""
    sources = ["'self'", *(f"'sha256-{digest}'" for digest in digests)]
    policy = POLICY | {"style-src": " ".join(sources), "frame-ancestors": ancestors}
    headers = {"Content-Security-Policy": "; ".join(map(" ".join, policy.items()))}
    return tuple((headers | HEADERS | (SECURE if scheme == "https" else {})).items())


def forbid_caching(response: Response) -> Response:
    """Send ``no-store`` on everything but existing static files."""
    if request.endpoint not in FILE_ENDPOINTS or response.status_code >= 400:
        response.headers["Cache-Control"] = "no-store"
    return response
