"""A slow line between a browser and a program, as a relay on a port of its own.

Each direction takes half a round trip, a new connection waits one more before its first byte
is sent, and what comes down shares the line. Nothing is lost, and there is no slow start.
"""

import asyncio
import re
import threading

REQUEST = re.compile(rb"(GET|POST) (\S+) HTTP/1")
SEGMENT, HEADER = 1400, 40
"""Bytes of a packet, and of its own head."""
AHEAD = 0.03
"""Seconds of the line that one connection may take before another one is heard."""


class Asked:
    """A request that has crossed the line."""

    def __init__(self, method, path):
        self.method, self.path = method, path
        self.size = 0
        """Bytes of its answer, with the headers."""


class SlowLine:
    """A relay to the port of a program, from its start until it is stopped.

    :param kbit: kilobits a second, down.
    :param rtt: seconds of a round trip.
    """

    def __init__(self, target, kbit=400, rtt=0.4):
        self.target, self.rtt = target, rtt
        self.rate = kbit * 1000 / 8
        self.asked = []
        """Every request so far."""
        self._free = 0.0  # when the line has carried all that it took
        self._loop = asyncio.new_event_loop()

    def __enter__(self):
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        starting = asyncio.start_server(self._relay, "127.0.0.1", 0)
        self._server = self._run(starting)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *error):
        self._run(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    async def _end(self):
        self._server.close()
        connections = asyncio.all_tasks() - {asyncio.current_task()}
        for connection in connections:
            connection.cancel()
        await asyncio.gather(*connections, return_exceptions=True)

    async def _relay(self, phone, to_phone):
        opened = self._loop.time() + self.rtt
        program, to_program = await asyncio.open_connection("127.0.0.1", self.target)
        answered = [Asked("", "")]  # the request whose answer comes next

        async def up(data):
            if found := REQUEST.match(data):
                answered[0] = Asked(*(word.decode() for word in found.groups()))
                self.asked.append(answered[0])
            return max(opened, self._loop.time()) + self.rtt / 2

        async def down(data):
            answered[0].size += len(data)
            start = max(self._free, self._loop.time())
            self._free = start + (len(data) + HEADER) / self.rate
            arrives = self._free + self.rtt / 2
            await asyncio.sleep(self._free - AHEAD - self._loop.time())
            return arrives

        ways = self._carry(phone, to_program, up), self._carry(program, to_phone, down)
        try:
            await asyncio.gather(*ways)
        except (OSError, asyncio.CancelledError):
            pass  # one end has gone, or the line is taken down
        finally:
            to_program.close()
            to_phone.close()

    async def _carry(self, source, sink, take):
        """Bring what one end sends to the other, each piece when it arrives.

        :param take: what a piece does to the line; returns when it arrives.
        """
        pieces = asyncio.Queue()

        async def bring():
            while (piece := await pieces.get()) is not None:
                arrives, data = piece
                await asyncio.sleep(arrives - self._loop.time())
                sink.write(data)
                await sink.drain()
            sink.close()

        async def read():
            while data := await source.read(SEGMENT):
                pieces.put_nowait((await take(data), data))
            pieces.put_nowait(None)

        await asyncio.gather(bring(), read())
