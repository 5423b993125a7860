"""The phones of a club on one program: writers, those that follow them, and readers."""

import asyncio
import collections
import random
import time

import talks
from evening import sitting
from exchange import AsyncConnection, Connection
from followers import PERIOD


class Evening:
    """All the phones of a club on one program, and what they found."""

    def __init__(self, process, tokens, options):
        self.process, self.options = process, options
        self.phones = sitting(process, tokens)
        self.took = collections.defaultdict(list)
        self.errors = collections.Counter()
        self.loads_pages = self._loads_pages()
        """Followers load the page again once they have the news of a hand."""

    def _loads_pages(self):
        """Record a hand on the last sheet, where nobody sits."""
        with Connection(self.process.port) as line:
            _, answers = line.hold(talks.save(self.phones.pop()))
        return len(answers) > 1

    async def play(self):
        """Play twice: as phones do, and so that followers ask only when there is news.

        Nothing but polls without news is missing from the second time.
        """
        follow = [self._follow(act) for act in self.followers]
        self.whole = await self._cost(self._write, self._watch, *follow)
        self.told = await self._cost(self._tell)

    @property
    def followers(self):
        """What each phone of a table asks that follows the writer."""
        writing, reading = self.options.followers, self.options.readers
        return [talks.poll] * writing + [talks.read_news] * reading

    async def _cost(self, *roles):
        """Seconds of processor time for each hand, when every table has these roles."""
        before, hands = self.process.seconds, len(self.took["hand"])
        self.ends = time.monotonic() + self.options.seconds
        async with asyncio.TaskGroup() as club:
            for n in range(len(self.phones)):
                for role in roles:
                    club.create_task(role(n))
        return (self.process.seconds - before) / (len(self.took["hand"]) - hands)

    async def _hands(self, n):
        """The hands of a table: each comes once it is recorded."""
        line = AsyncConnection(self.process.port)
        late = self.options.every * (n + 0.5) / len(self.phones)
        while time.monotonic() + late + 2 * PERIOD < self.ends:  # everybody hears of it
            await asyncio.sleep(late)
            self.phones[n] = await self._hold(line, self.phones[n], talks.save)
            yield
            late = self.options.every
        line.close()

    async def _write(self, n):
        """The phone of a table that writes a hand every so often."""
        async for _ in self._hands(n):
            pass

    async def _watch(self, n):
        """The same phone, which polls as well."""
        async for line in self._ticks():
            await self._hold(line, self.phones[n], talks.poll)

    def _follow(self, act):
        """The role of a phone that polls, and writes nothing."""

        async def role(n):
            phone = self.phones[n]
            async for line in self._ticks():
                phone = await self._look(line, phone, act)

        return role

    async def _tell(self, n):
        """A table whose followers ask once after each hand."""
        phones = [self.phones[n] for _ in self.followers]
        lines = [AsyncConnection(self.process.port) for _ in phones]

        async def look(line, phone, act):
            await asyncio.sleep(random.uniform(0, min(PERIOD, self.options.every / 2)))
            return await self._look(line, phone, act)

        async for _ in self._hands(n):
            looks = map(look, lines, phones, self.followers)
            phones = await asyncio.gather(*looks)
        for line in lines:
            line.close()

    async def _look(self, line, phone, act):
        """What a follower asks, and shows."""
        after = await self._hold(line, phone, act)
        if after is not phone and self.loads_pages and act is talks.poll:
            after = await self._hold(line, after, talks.page)
        return after

    async def _ticks(self):
        """A connection, each time that a phone polls."""
        line = AsyncConnection(self.process.port)
        late = random.uniform(0, PERIOD)
        while time.monotonic() + late < self.ends:
            await asyncio.sleep(late)
            yield line
            late = PERIOD
        line.close()

    async def _hold(self, line, phone, act):
        """The phone after an act, or as it was where an answer does not come."""
        talk = act(phone)
        try:
            request = next(talk)
            while True:
                answer = await asyncio.wait_for(line.ask(request), 10)
                if answer.status not in request.expected:
                    self.errors[answer.status] += 1
                    return phone
                is_news = request.kind == "poll" and answer.body
                self.took["news" if is_news else request.kind].append(answer.seconds)
                request = talk.send(answer)
        except StopIteration as end:
            return end.value
        except (OSError, EOFError, TimeoutError) as error:
            self.errors[type(error).__name__] += 1
            line.close()
            return phone
