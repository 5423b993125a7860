"""Access in a request: the token in its address is looked up once, for all that asks.

A view declares who has its page: ``@reads(SHEET)``, ``@writes(TOURNAMENT, Role.DESK)``. It is
given the access of the token in the place of the token, which is on ``g.stream`` too: rate
limits, templates and links use the same one. ``url_for`` passes its token on to every page of
the same kind. The declarations are the table of permissions
(``tests/web/test_access.py``).
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar

from flask import Flask, current_app, g, session
from flask.typing import ResponseReturnValue

from scorekeeper.streams.access import Access
from scorekeeper.streams.kind import Kind
from scorekeeper.streams.repository import Repository
from scorekeeper.web.device import device_key
from scorekeeper.web.rate_limits import Count, current_limits, write_counts

A = TypeVar("A", bound=Access[Any])
P = ParamSpec("P")
View = Callable[Concatenate[A, P], ResponseReturnValue]


@dataclass(frozen=True)
class Pages(Generic[A]):
    """The way from requests to the streams of one kind."""

    kind: Kind[Any]
    open: Callable[[str], A]
    """Returns the access of a token, that of an example included."""
    remember: Callable[[A, bool], None]
    """Notes on the device that it opened this stream, and whether it wrote."""
    counts: Callable[[int, str], list[Count]] = write_counts
    """Returns the limits of a write on a stream, by its id and the device."""


class Permission(NamedTuple):
    """The roles that have the page of a view."""

    kind: Kind[Any]
    roles: frozenset[Any]


def install(app: Flask) -> None:
    """Let ``url_for`` pass the token on."""
    app.extensions["streams"] = []
    app.url_defaults(_pass_token)


def register_streams(app: Flask, repository: Repository[Any]) -> None:
    """Let the poll middleware and the queue of requests know the streams of one kind."""
    app.extensions["streams"].append(repository)


def reads(
    pages: Pages[A], *roles: Any, seen_by: Collection[Any] = ()
) -> Callable[[View[A, P]], Callable[..., ResponseReturnValue]]:
    """Give a view the access of the token in its address, if it has one of these roles, or of
    all without. They see what is not published, and so do those of ``seen_by``."""
    return _declare(pages, roles or tuple(pages.kind.rights), False, (*roles, *seen_by))


def writes(
    pages: Pages[A], *roles: Any
) -> Callable[[View[A, P]], Callable[..., ResponseReturnValue]]:
    """Give a view the access of the token in its address, which has to be of one of these
    roles, and limit its writes by stream and by device. Other tokens are not counted, and so
    take no memory."""
    return _declare(pages, roles, True, roles)


def _declare(
    pages: Pages[A], roles: tuple[Any, ...], is_write: bool, seen_by: Collection[Any]
) -> Callable[[View[A, P]], Callable[..., ResponseReturnValue]]:
    permission = Permission(pages.kind, pages.kind.having(*roles))
    seers = pages.kind.having(*seen_by)

    def declare(view: View[A, P]) -> Callable[..., ResponseReturnValue]:
        @wraps(view)
        def opened(token: str, *args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
            access = open_stream(pages, token)
            access.require(*roles)
            access.seen_by = seers
            if is_write:
                count_write(pages, access)
            pages.remember(access, is_write)
            return view(access, *args, **kwargs)

        opened.__dict__["permission"] = permission
        return opened

    return declare


def open_other(pages: Pages[A], token: str, *roles: Any) -> A:
    """Return the access of a token in a form or a query, which has to be of one of these
    roles; the device remembers the stream. Raise UnknownToken without such a stream,
    WriteForbidden in another role; both are answered with 404."""
    access = pages.open(token)
    access.require(*roles)
    pages.remember(access, False)
    return access


def open_stream(pages: Pages[A], token: str) -> A:
    """Return the access of a token, from now on the one of this request. Raise UnknownToken if
    it opens no stream of this kind: answered with 404."""
    access = g.stream = pages.open(token)
    return access


def count_write(pages: Pages[A], access: A) -> None:
    """Count one write of this device on a stream. Raise TooManyRequests beyond the limits."""
    current_limits().hit(*pages.counts(access.stream, device_key()))


def outlined(repository: Repository[A], name: str, *names: str) -> list[A]:
    """Return the accesses that the tokens in lists of the device give, each with its outline;
    asked of the database once in a request."""
    tokens = [token for one in (name, *names) for token in session.get(one, [])]
    if not tokens:
        return []
    asked: dict[str, tuple[list[str], list[A]]] = g.setdefault("outlined", {})
    if asked.get(name, ([],))[0] != tokens:
        asked[name] = tokens, repository.outlined(tokens)
    return asked[name][1]


def permission_of(endpoint: str) -> Permission | None:
    """Return who has the page of an endpoint; nothing for one without a token."""
    view = current_app.view_functions.get(endpoint)
    found: Permission | None = getattr(view, "permission", None)
    return found


def _pass_token(endpoint: str, values: dict[str, Any]) -> None:
    stream: Access[Any] | None = g.get("stream")
    if stream is not None and "token" not in values:
        permission = permission_of(endpoint)
        if permission and permission.kind is stream.kind:
            values["token"] = stream.token
