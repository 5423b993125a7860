"""Two processes of the program on one PostgreSQL database, which answer by turns.

Each has its own caches and connections: what one phone has sent, another one sees at once.
"""

import itertools

from app import create_app


class TwoProcesses:
    """A WSGI application in front of two; also, to tests, the first of them.

    :param config: settings of both, with ``DATABASE_URL`` and ``SECRET``.
    """

    def __init__(self, config):
        self.apps = [create_app(config) for _ in range(2)]
        for app in self.apps:
            app.extensions["installation"].open()  # as a server does before it listens
        self._answers = [app.wsgi_app for app in self.apps]
        self._turn = itertools.cycle(range(2))
        self.apps[0].wsgi_app = self

    def __call__(self, environ, start_response):
        return self._answers[next(self._turn)](environ, start_response)

    def close(self):
        for app in self.apps:
            app.extensions["readiness"].stop()
            app.extensions["installation"].journal.close()
