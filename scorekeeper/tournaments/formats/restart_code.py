"""Restart codes: a whole evening in a few QR codes, which a printed ranking carries.

The file of a tournament, bare of what follows from the rest, is written more briefly: seats
and results as one large number, the other lines compressed. Bytes are written as decimal
digits, which a QR code packs best and which survive any way from a camera to a page. A code
reads ``MARQUE2/3-480213-0417…``: the second of three, of the evening 480213, then digits, the
last five of which are a checksum.
"""

import re
from collections.abc import Iterator
from math import ceil, log
from typing import NamedTuple, NoReturn
from zlib import compress, crc32, decompressobj, error

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.tournaments.formats.tournament_file import write
from scorekeeper.tournaments.formats.tournament_reader import MAX_BYTES, Kinds, folded, read
from scorekeeper.tournaments.person import MAX_PEOPLE
from scorekeeper.tournaments.regulations import MELEE
from scorekeeper.tournaments.tournament import Tournament

MOST_BYTES = 1160
"""Most bytes of one code: a QR code of version 28 (129 modules), error level M."""

CHECK = 5
"""Digits of the checksum of one code."""

MOST_NUMBERS = 48 * 1024
"""Most bytes of seats and results: 1000 people and twelve rounds are half of that. To read
them takes time that grows with the square."""

DIGITS = log(256, 10)
"""Digits of a byte."""

CODE = re.compile(r"MARQUE(\d{1,2})/(\d{1,2})-(\d{6})-(\d{6,4000})")


def restart_codes(tournament: Tournament) -> tuple[str, ...]:
    """Return the codes of an evening."""
    numbers = _Numbers()
    brief = "\n".join(_brief(write(tournament, bare=True), numbers))
    packed = compress(brief.encode(), 9, wbits=-15)
    whole = len(packed).to_bytes(2, "big") + packed + numbers.content()
    count = ceil(len(whole) / MOST_BYTES)
    size = ceil(len(whole) / count)
    codes = []
    for part in range(1, count + 1):
        piece = whole[(part - 1) * size : part * size]
        digits = str(int.from_bytes(piece, "big")).zfill(ceil(len(piece) * DIGITS))
        code = f"MARQUE{part}/{count}-{_check(whole, 6)}-{digits}"
        codes.append(code + _check(code.encode(), CHECK))
    return tuple(codes)


def _check(content: bytes, digits: int) -> str:
    return f"{crc32(content) % 10**digits:0{digits}}"


class Restart(NamedTuple):
    """An evening that was read from a file or from codes."""

    events: Kinds
    codes: tuple[str, ...]


def read_restart(content: bytes | str) -> Restart:
    """Return the evening of a file, or of the text of its codes; DocumentError for its first
    fault."""
    events = read_restart_codes(content) if isinstance(content, str) else read(content)
    return Restart(events, restart_codes(folded(events)))


def read_restart_codes(text: str) -> Kinds:
    """Return the events of the evening of some codes, in any order, with any space in them; of
    several evenings the one that is there whole, or the last one. Raise DocumentError for the
    codes that are missing or damaged."""
    evenings: dict[tuple[str, int], dict[int, bytes]] = {}
    for part, count, evening, digits in CODE.findall("".join(text.upper().split())):
        code = f"MARQUE{part}/{count}-{evening}-{digits}"
        if _check(code[:-CHECK].encode(), CHECK) != code[-CHECK:]:
            _refuse(msg("le code %(n)s sur %(count)s est abîmé", n=part, count=count))
        number, size = int(digits[:-CHECK]), int((len(digits) - CHECK) / DIGITS)
        pieces = evenings.setdefault((evening, int(count)), {})
        pieces[int(part)] = number.to_bytes(size + 1, "big")[-size:]
    if not evenings:
        _refuse(msg("aucun n'est là : ils commencent par MARQUE"))
    (evening, count), pieces = max(
        evenings.items(),
        key=lambda item: (len(item[1]) == item[0][1], [*evenings].index(item[0])),
    )
    missing = [n for n in range(1, count + 1) if n not in pieces]
    if missing:
        numbers = ", ".join(map(str, missing))
        _refuse(msg("il manque le code %(n)s sur %(count)s", n=numbers, count=count))
    whole = b"".join(pieces[n] for n in range(1, count + 1))
    end = 2 + int.from_bytes(whole[:2], "big")
    try:
        if len(whole) - end > MOST_NUMBERS:
            raise ValueError
        brief = decompressobj(-15).decompress(whole[2:end], MAX_BYTES // 4).decode()
        text = "\n".join(_full(brief, _Numbers(whole[end:])))
    except (error, ValueError, IndexError, KeyError):
        _refuse(msg("ceux-ci ne se lisent pas"))
    return read(text.encode(), bare=True)


def _refuse(why: Message) -> NoReturn:
    raise DocumentError(msg("codes"), why)


class _Numbers:
    """Seats and results as one large number, written or read in the same order: each call says
    what is written, and returns what is read.

    :param content: what is read; nothing is while it is written.
    """

    def __init__(self, content: bytes | None = None) -> None:
        self.symbols: list[tuple[int, int]] = []
        self.is_read = content is not None
        self.number = int.from_bytes(content or b"", "big")
        self.teams: list[int] = []
        self.members: dict[int, list[int]] = {}
        self.is_belote = self.is_melee = False
        self.start()

    def content(self) -> bytes:
        """Return what was written."""
        number = 0
        for symbol, base in reversed(self.symbols):
            number = number * base + symbol
        return number.to_bytes(ceil(number.bit_length() / 8), "big")

    def preset(self, preset: str) -> None:
        """Note what kind of evening it is."""
        self.is_melee = preset == MELEE
        self.is_belote = preset.startswith("belote") and not self.is_melee

    def enrol(self, named: list[str]) -> int:
        """Note one more person; return his number."""
        team = next((int(one[5:]) for one in named if one.startswith("team=")), 0)
        if len(self.teams) == 2 * MAX_PEOPLE:
            raise ValueError
        self.teams.append(team)
        self.members.setdefault(team, []).append(len(self.teams))
        return len(self.teams)

    def start(self) -> None:
        """Begin a round."""
        self.free = [*self.members] if self.is_belote else [*range(1, len(self.teams) + 1)]
        self.sizes: list[int] = []
        self.table = self.sum = 0

    def seats(self, size: int, people: list[int]) -> list[int]:
        """Take the people of one more table, each by his place among those who have none."""
        self.sizes.append(2 if self.is_melee else size)
        if self.is_belote:
            people = list(dict.fromkeys(self.teams[n - 1] for n in people))
        seats = []
        for n in range(size):
            place = self._symbol(self.free.index(people[n]) if people else 0, len(self.free))
            seats.append(self.free.pop(place))
        if self.is_belote:
            return [person for team in seats for person in self.members[team]]
        return seats

    def points(self, table: int, points: list[int]) -> list[int]:
        """Take the points of a table, the last ones by the sum, which is mostly the same."""
        size, self.table = self.sizes[table - 1], table
        shares = [one - self.sum // size for one in points] or [0] * size
        found = [self._integer(one, 9) + self.sum // size for one in shares[:-1]]
        self.sum += self._integer(sum(points) - self.sum, 0)
        return [*found, self.sum - sum(found)]

    def _integer(self, value: int, order: int) -> int:
        """Take a whole number by an exponential Golomb code of this order."""
        folded = 2 * value if value >= 0 else -2 * value - 1
        high, length = (folded >> order) + 1, 0
        while self._symbol(int(high >> length > 1), 2) and length < 40:
            length += 1
        high = (1 << length) + self._symbol(high & ((1 << length) - 1), 1 << length)
        folded = (high - 1 << order) + self._symbol(folded & ((1 << order) - 1), 1 << order)
        return -((folded + 1) // 2) if folded % 2 else folded // 2

    def _symbol(self, symbol: int, base: int) -> int:
        """Take one of so many symbols."""
        if self.is_read:
            if not base:
                raise ValueError
            self.number, symbol = divmod(self.number, base)
        else:
            self.symbols.append((symbol, base))
        return symbol


def _brief(text: str, numbers: _Numbers) -> Iterator[str]:
    """Return the lines of a bare file without the numbers that are written apart."""
    for line in text.splitlines():
        keyword, *fields = line.split("\t")
        if keyword == "preset":
            numbers.preset(fields[0])
        elif keyword == "player":
            numbers.enrol(fields[2:])
            line = "\t".join(["", *fields[1:]])
        elif keyword == "round" and "consolation=1" not in fields:
            numbers.start()
        elif keyword == "table":
            people = [int(field) for field in fields[2:]]
            size = 2 if numbers.is_belote else len(people)
            numbers.seats(size, people)
            line = f"t{size}"
        elif keyword == "result":
            table = int(fields[1])
            end = 2 + numbers.sizes[table - 1]
            where = "" if table == numbers.table + 1 else table
            numbers.points(table, [int(field) for field in fields[2:end]])
            line = "\t".join([f"r{where}", *fields[end:]])
        yield line


def _full(brief: str, numbers: _Numbers) -> Iterator[str]:
    """Return the lines of the bare file again."""
    number = "0"
    for line in brief.splitlines():
        keyword, *fields = line.split("\t")
        if keyword == "preset":
            numbers.preset(fields[0])
        elif not keyword:
            line = "\t".join(["player", str(numbers.enrol(fields[1:])), *fields])
        elif keyword == "round":
            number = fields[0]
            if "consolation=1" not in fields:
                numbers.start()
        elif re.fullmatch("t[0-9]", keyword):
            people = numbers.seats(int(keyword[1]), [])
            line = "\t".join(["table", number, *map(str, [len(numbers.sizes), *people])])
        elif re.fullmatch("r[0-9]*", keyword):
            table = int(keyword[1:] or numbers.table + 1)
            points = numbers.points(table, [])
            line = "\t".join(["result", number, *map(str, [table, *points]), *fields])
        yield line
