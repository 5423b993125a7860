"""A hint for the operator where no phone reaches the program."""

import threading
from collections.abc import Callable, Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import msg

DELAY = 120.0
"""Seconds after the first page in which another device is expected."""

HINT = msg(
    "Aucun autre appareil n'a encore ouvert La Marque. Si un téléphone n'y arrive pas :\n"
    "- pare-feu : autorisez Python sur les réseaux privés ;\n"
    "- Wi-Fi d'invités : il isole souvent les appareils ; prenez l'autre réseau, ou le "
    "partage de connexion d'un téléphone ;\n"
    "- le téléphone est sur le même Wi-Fi que cet ordinateur, sans données mobiles ni VPN."
)


class NetworkHint:
    """A WSGI middleware that prints :data:`HINT` once, unless another device asks in time.

    :param own: the addresses of this machine.
    :param delay: see :data:`DELAY`.
    """

    def __init__(
        self,
        app: WSGIApplication,
        own: Iterable[str],
        delay: float = DELAY,
        tell: Callable[[str], object] = print,
    ) -> None:
        self._app, self._own, self._tell = app, frozenset(own), tell
        self._timer = threading.Timer(delay, self._hint)
        self._timer.daemon = True
        self._started = threading.Lock()

    def __call__(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        """Answer a request; see WSGI."""
        if environ.get("REMOTE_ADDR") not in self._own:
            self._timer.cancel()
        elif self._started.acquire(blocking=False):
            self._timer.start()
        return self._app(environ, start_response)

    def _hint(self) -> None:
        self._tell(say(HINT))
