"""A network between the program and PostgreSQL that counts round trips, and can fail.

The server ends its answer to each round trip with one message, ReadyForQuery.
"""

import contextlib
import shutil
import socket
import threading

from postgres import PORT, ROLE, private_folder, socket_url

READY = b"Z"

OPENING = 2
"""Round trips that open a connection: the password or its like, and the settings read back. A
pool does that in the background whenever it likes."""


class CountingProxy:
    """A socket through which a server is reached.

    :param folder: where the server's own socket is.
    """

    def __init__(self, folder):
        self._server = f"{folder}/.s.PGSQL.{PORT}"
        self.folder = private_folder("marque-proxy-")
        self._lock = threading.Lock()
        self._is_flowing = threading.Event()
        self._is_flowing.set()
        self._lines = set()
        self._lost_answers = 0
        self.trips = 0
        """Round trips so far, without those that open a connection."""
        self.connections = 0
        """Connections so far."""
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(f"{self.folder}/.s.PGSQL.{PORT}")
        self._listener.listen(64)
        threading.Thread(target=self._accept, daemon=True).start()

    def url(self, database, user=ROLE):
        return socket_url(database, user, self.folder)

    @contextlib.contextmanager
    def counted(self):
        """A list of one number: the round trips of the block, once that has ended."""
        found, before = [], self.trips
        yield found
        found.append(self.trips - before)

    def cut(self):
        """End every connection."""
        with self._lock:
            lines = list(self._lines)
        for line in lines:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def freeze(self):
        """Forward nothing more, and say nothing: a cable that was pulled."""
        self._is_flowing.clear()

    def thaw(self):
        """Forward again, also what came meanwhile."""
        self._is_flowing.set()

    def lose_answers(self, number):
        """End the connection instead of forwarding the server's next answers: the server has
        done what it was asked for."""
        self._lost_answers = number

    def stop(self):
        self.thaw()
        with contextlib.suppress(OSError):  # stopped before
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        self.connections += 1
        with client, socket.socket(socket.AF_UNIX) as server:
            with self._lock:
                self._lines |= {client, server}
            try:
                with contextlib.suppress(OSError):
                    server.connect(self._server)
                    back = threading.Thread(target=self._answer, args=(server, client))
                    back.start()
                    self._forward(client, server)
                    back.join()
            finally:
                with self._lock:
                    self._lines -= {client, server}

    def _forward(self, client, server):
        """Forward what the client sends, until either end is closed."""
        with contextlib.suppress(OSError):
            while data := client.recv(65536):
                self._is_flowing.wait()
                server.sendall(data)
        with contextlib.suppress(OSError):
            server.shutdown(socket.SHUT_RDWR)

    def _answer(self, server, client):
        """Forward the server's messages, and count the ends of its answers."""
        with contextlib.suppress(OSError):
            opening, pending = OPENING, b""
            while data := server.recv(65536):
                pending += data
                whole, ready, pending = split(pending)
                if ready and not opening and self._loses():
                    break
                self._is_flowing.wait()
                opened = min(ready, opening)
                opening -= opened
                with self._lock:
                    self.trips += ready - opened
                client.sendall(whole)
        for line in (client, server):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def _loses(self):
        with self._lock:
            self._lost_answers -= 1
            return self._lost_answers >= 0


def split(data):
    """The whole messages at its beginning, how many end an answer, and the rest."""
    at = ready = 0
    while len(data) - at >= 5:
        length = 1 + int.from_bytes(data[at + 1 : at + 5])
        if len(data) - at < length:
            break
        ready += data[at : at + 1] == READY
        at += length
    return data[:at], ready, data[at:]
