"""A network between phones and the program that can be cut."""

import contextlib
import socket
import threading

from server import free_port


class Network:
    """A relay from an address of this machine to a port of its own loopback interface.

    To a browser the program is then another machine on plain http, as at a table: not a
    secure context. Without a network the relay is on the loopback interface too.
    """

    def __init__(self, target):
        self._target = target
        self._lock = threading.Lock()
        self._ends = set()
        self._address = (address_of_this_machine() or "127.0.0.1", free_port())
        self.mend()
        self.url = "http://{}:{}".format(*self._address)

    def mend(self):
        """Connect again, at the same address."""
        self._listener = socket.create_server(self._address)
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def cut(self):
        """End every connection, and refuse further ones."""
        with contextlib.suppress(OSError):  # already cut
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        with self._lock:
            ends = list(self._ends)
        for end in ends:
            shut(end)

    def _accept(self, listener):
        with contextlib.suppress(OSError):
            while True:
                phone, _ = listener.accept()
                threading.Thread(target=self._relay, args=(phone,), daemon=True).start()

    def _relay(self, phone):
        with phone, socket.socket() as program:
            ends = {phone, program}
            with self._lock:
                self._ends |= ends
            with contextlib.suppress(OSError):
                program.connect(("127.0.0.1", self._target))
                back = threading.Thread(target=carry, args=(program, phone), daemon=True)
                back.start()
                carry(phone, program)
                back.join()
            with self._lock:
                self._ends -= ends


def carry(source, sink):
    """Bring what one end sends to the other, until either is closed."""
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    shut(source)
    shut(sink)


def shut(end):
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)


def address_of_this_machine():
    """An address of this machine that is not its own loopback one, if it has a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return probe.getsockname()[0]
