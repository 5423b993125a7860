"""Requests and answers over a kept connection, as a phone's browser sends and reads them.

A *talk* is a generator: it yields each :class:`Request` of one act of a phone, is sent the
:class:`Answer`, and returns the phone as it is afterwards. So the same talks are held over a
blocking connection, whose answers are timed, and over hundreds of asynchronous ones.
"""

import asyncio
import gzip
import re
import socket
import time
from typing import NamedTuple

LENGTH = re.compile(rb"content-length: (\d+)", re.I)
LOCATION = re.compile(rb"location: (\S+)", re.I)
MOST = 64 * 1024


class Request(NamedTuple):
    """One request, and what has to come back."""

    kind: str
    text: str
    expected: tuple[int, ...] = (200,)


class Answer(NamedTuple):
    """One answer as it came over the wire."""

    head: bytes
    body: bytes
    seconds: float
    """From the first byte sent to the last byte read."""

    @property
    def status(self):
        """Its HTTP status."""
        return int(self.head.split(maxsplit=2)[1])

    @property
    def location(self):
        """The address that it names, or nothing."""
        found = LOCATION.search(self.head)
        return found[1].decode() if found else ""

    @property
    def closes(self):
        """True if the connection ends with it."""
        return b"connection: close" in self.head.lower()

    @property
    def text(self):
        """Its body, unpacked."""
        packed = b"content-encoding: gzip" in self.head.lower()
        return (gzip.decompress(self.body) if packed else self.body).decode()


def length_of(head):
    """The bytes of the body that follow this head."""
    found = LENGTH.search(head)
    return int(found[1]) if found else 0


class Connection:
    """A connection that waits for each answer, and times it."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), 30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.socket.close()

    def ask(self, request):
        """The answer to a request.

        :raises RuntimeError: if its status is not one of those expected.
        """
        began = time.perf_counter()
        self.socket.sendall(request.text.encode())
        head, body = self._read()
        answer = Answer(head, body, time.perf_counter() - began)
        if answer.status not in request.expected:
            raise RuntimeError(f"{answer.status} for {request.text[:60]!r}")
        return answer

    def hold(self, talk):
        """What a talk returns, and its answers."""
        answers = []
        try:
            request = next(talk)
            while True:
                answers.append(self.ask(request))
                request = talk.send(answers[-1])
        except StopIteration as end:
            return end.value, answers

    def _read(self):
        data = b""
        while (end := data.find(b"\r\n\r\n") + 4) < 4:
            data += self._receive()
        whole = end + length_of(data[:end])
        while len(data) < whole:
            data += self._receive()
        return data[:end], data[end:]

    def _receive(self):
        data = self.socket.recv(MOST)
        if not data:
            raise RuntimeError("the connection was closed within an answer")
        return data


class AsyncConnection:
    """A phone's connection, kept open for as long as the program keeps it."""

    def __init__(self, port):
        self.port = port
        self.writer = None

    async def ask(self, request):
        """The answer to a request."""
        began = time.perf_counter()
        if self.writer is None:
            opening = asyncio.open_connection("127.0.0.1", self.port)
            self.reader, self.writer = await opening
        self.writer.write(request.text.encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        body = await self.reader.readexactly(length_of(head))
        answer = Answer(head, body, time.perf_counter() - began)
        if answer.closes:
            self.close()
        return answer

    def close(self):
        """Hang up, if the connection is open."""
        if self.writer:
            self.writer.close()
            self.writer = None
