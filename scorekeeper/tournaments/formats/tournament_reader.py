"""Reads a tournament file, strictly: what breaks the format is refused, with its line.

A name that is not as the program stores it is cleaned, as one that is typed; named fields that
are not known are not kept.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import NamedTuple, NoReturn

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.formats.strict_json import DocumentError, is_date
from scorekeeper.sheets.names import NAME_LENGTH, TITLE_LENGTH, clean
from scorekeeper.streams.events import Body, Event
from scorekeeper.tournaments.clock import Clock
from scorekeeper.tournaments.formats.tournament_file import COUNTED, HEAD, MAX_TYPED, VERSION
from scorekeeper.tournaments.person import MAX_PEOPLE
from scorekeeper.tournaments.ranking import ranking
from scorekeeper.tournaments.regulations import (
    FIELDS,
    PRESETS,
    InvalidField,
    as_fields,
    stored_regulations,
)
from scorekeeper.tournaments.round import Published, TableResult
from scorekeeper.tournaments.tournament import Tournament, fold_tournament

MAX_BYTES = 1024 * 1024
"""Most bytes of a file: 1000 people and twelve rounds are half of that."""

MAX_ROUNDS = 20

MAX_EVENTS = 10_000
"""Most events of a file: half of those of a tournament, which goes on."""

Kinds = list[tuple[str, Body]]
"""Events, as kind and body."""

GRAMMAR: Mapping[str, str] = {
    HEAD: "t",
    **dict.fromkeys(("title", "date", "place", "game", "preset"), "t"),
    **{"set": "tt", "player": "nt", "team": "nt", "apart": "nn", "round": "n"},
    **{"absent": "nn", "exempt": "nn", "table": "nn*", "result": "nn*"},
    **{"penalty": "nnnt", "ranking": "nnnn", "prize": "tnn", "end": ""},
}
"""The keywords in their order, and the fixed fields of each: a text, a number; * for as many
numbers as there are."""

ONCE = (HEAD, "title", "date", "place", "game", "preset", "end")

DRAWS = ("fft", "random", "ranking", "manual")
HOW = ("played", "forfeit", "average", "half")
NUMBER = re.compile(r"-?[0-9]{1,10}")
TIME = re.compile(r"[12][0-9-]{9}T([01][0-9]|2[0-3])(:[0-5][0-9]){2}\+00:00")


class _Line(NamedTuple):
    """A line of a file."""

    at: int
    """Its number from 1, as an editor shows it."""
    texts: list[str]
    """The fixed fields that are texts."""
    numbers: list[int]
    named: dict[str, str]

    def refuse(self, why: Message) -> NoReturn:
        """:raises DocumentError: with the number of the line."""
        raise DocumentError(msg("ligne %(n)s", n=self.at), why)

    def require(self, is_right: bool, what: object) -> None:
        """:raises DocumentError: if it is not, with what is wrong."""
        if not is_right:
            shown = clean(str(what), NAME_LENGTH)
            self.refuse(msg("« %(what)s » n'est pas possible ici", what=shown))

    def number(self, name: str, most: int = 2**31 - 1, least: int = 0) -> int:
        """Return a named field that is a number, 0 without it."""
        text = self.named.get(name, "0")
        self.require(
            bool(NUMBER.fullmatch(text)) and least <= int(text) <= most, f"{name}={text}"
        )
        return int(text)

    def moment(self, name: str) -> str:
        """Return a named field that is a moment in UTC, to the second; empty without it."""
        text = self.named.get(name, "")
        is_right = bool(TIME.fullmatch(text)) and is_date(text[:10])
        self.require(is_right or name not in self.named, f"{name}={text}")
        return text

    def code(self, name: str, codes: tuple[str, ...], usual: str = "") -> str:
        """Return a named field that is one of these codes."""
        code = self.named.get(name, usual)
        self.require(code in codes, f"{name}={code}")
        return code


Block = defaultdict[str, list[_Line]]
"""Lines by keyword: those before the first round, or those of a round."""


def _blocks(content: bytes) -> list[Block]:
    """Return the lines before the first round, then those of each round, of a final with those
    of its consolante; prizes are with the last ones.

    :raises DocumentError: for the first line that is none, or not in its place.
    """
    if len(content) > MAX_BYTES:
        raise DocumentError(msg("fichier"), msg("il est trop grand"))
    try:
        texts = content.decode("utf-8-sig").replace("\r\n", "\n").split("\n")
    except UnicodeDecodeError:
        raise DocumentError(msg("fichier"), msg("ce n'est pas du texte (UTF-8)")) from None
    blocks, order, last = [Block(list)], list(GRAMMAR), HEAD
    for at, text in enumerate(texts, 1):
        if not text or text.startswith("#"):
            continue
        keyword, *fields = text.split("\t")
        line = _Line(at, [], [], {})
        line.require(keyword in GRAMMAR, keyword)
        line = _parsed(line, GRAMMAR[keyword], fields)
        if keyword == "round" and order.index(last) < order.index("prize"):
            if not line.number("consolation", int(blocks[-1]["round"] != [])):
                blocks.append(Block(list))
        elif order.index(keyword) < order.index(last) or (
            keyword in ONCE and blocks[-1][keyword]
        ):
            line.refuse(msg("la ligne « %(word)s » n'est pas à sa place", word=keyword))
        if order.index("round") <= order.index(keyword) < order.index("prize"):
            line.require(line.numbers[0] == len(blocks) - 1 <= MAX_ROUNDS, line.numbers[0])
        blocks[-1][keyword].append(line)
        last = keyword
    for keyword in ONCE:
        if not blocks[-1 if keyword == "end" else 0][keyword]:
            why = msg("il manque la ligne « %(word)s »", word=keyword)
            raise DocumentError(msg("fichier"), why)
    return blocks


def _parsed(line: _Line, grammar: str, fields: list[str]) -> _Line:
    """Return a line with its fields, fixed and named."""
    fixed = min(len(grammar), len(fields))
    if grammar.endswith("*"):
        fixed = next((n for n, one in enumerate(fields) if "=" in one), len(fields))
        grammar = "n" * max(fixed, len(grammar))
    if fixed < len(grammar):
        line.refuse(msg("il manque un champ"))
    for kind, field in zip(grammar, fields[:fixed], strict=True):
        if kind == "t":
            line.texts.append(field)
        else:
            line.require(bool(NUMBER.fullmatch(field)), field)
            line.numbers.append(int(field))
    for field in fields[fixed:]:
        name, equals, value = field.partition("=")
        line.require(bool(equals) and name not in line.named, field)
        line.named[name] = value
    return line


def is_tournament(content: bytes) -> bool:
    """Return True for a tournament file, valid or not."""
    return content.removeprefix(b"\xef\xbb\xbf").startswith(HEAD.encode())


def read(content: bytes, *, bare: bool = False) -> Kinds:
    """Return the events of a tournament file: the first one announces it.

    :param bare: as ``write`` leaves out what follows from the rest.
    :raises DocumentError: for the first fault, with its line.
    """
    evening, *rounds = _blocks(content)
    events = _announced(evening)
    events += _enrolled(evening, folded(events))
    tournament = folded(events)
    for number, block in enumerate(rounds, 1):
        events += _RoundReader(tournament, number, block, bare).events()
        if len(events) > MAX_EVENTS:
            raise DocumentError(msg("fichier"), msg("il est trop grand"))
        if block["round"][0].number("closed", 1):
            lines = _published(events, number, block, bare)
            events.append(("closed", {"round": number, "ranking": lines}))
    return events


def folded(events: Kinds) -> Tournament:
    """Return the tournament of these events."""
    return fold_tournament(Event(seq, *event) for seq, event in enumerate(events, 1))


def _announced(evening: Block) -> Kinds:
    head, title, date, place, game, preset = (evening[keyword][0] for keyword in ONCE[:-1])
    head.require(head.texts == [VERSION], head.texts[0])
    name = clean(title.texts[0], TITLE_LENGTH)
    title.require(bool(name), title.texts[0])
    date.require(is_date(date.texts[0]), date.texts[0])
    preset.require(preset.texts[0] in PRESETS, preset.texts[0])
    game.require(game.texts[0] in PRESETS[preset.texts[0]].games, game.texts[0])
    known, lines = {field.name for field in FIELDS}, dict[str, _Line]()
    for line in evening["set"]:
        line.require(line.texts[0] in known - lines.keys(), line.texts[0])
        lines[line.texts[0]] = line
    fields = {name: line.texts[1] for name, line in lines.items()}
    try:
        regulations = stored_regulations(preset.texts[0], fields)
    except InvalidField as error:
        wrong = lines.get(error.field.name, preset)
        wrong.require(False, wrong.texts[-1])
    body = {
        "names": [name],
        "date": date.texts[0],
        "place": clean(place.texts[0], NAME_LENGTH),
        "game": game.texts[0],
        "preset": regulations.preset,
        "fields": as_fields(regulations),
    }
    return [("announced", body)]


MAX_PAID = 100_000
"""Most cents that somebody has paid: as the regulations ask."""


def _enrolled(evening: Block, tournament: Tournament) -> Kinds:
    names, teams, here = [*tournament.names], list[int](), list[int]()
    paid = list[list[int]]()
    out: Kinds = []
    for number, line in enumerate(evening["player"], 1):
        line.require(line.numbers == [number] and number <= 2 * MAX_PEOPLE, line.numbers[0])
        texts = [line.texts[0], line.named.get("licence", ""), line.named.get("club", "")]
        texts = ["" if line.number("erased", 1) else clean(t, NAME_LENGTH) for t in texts]
        line.require(bool(texts[0]) or "erased" in line.named, line.texts[0])
        names += texts
        teams.append(line.number("team", 2 * MAX_PEOPLE))
        line.require(bool(teams[-1]) or not tournament.regulations.ranks_teams, "team=")
        here += [number] * line.number("here", 1)
        if cents := line.number("paid", MAX_PAID):
            paid.append([number, cents])
        reason = clean(line.named.get("reason", ""), NAME_LENGTH)
        body = {"player": number, "unranked": True, "reason": reason}
        out += [("unranked", body)] * line.number("unranked", 1)
    for line in evening["team"]:
        line.require(line.numbers[0] in teams, line.numbers[0])
    pairs = []
    for line in evening["apart"]:
        one, other = sorted(line.numbers)
        line.require(0 < one < other <= len(teams), f"{one} {other}")
        pairs.append([one, other])
    events: Kinds = []
    if teams:
        events.append(("enrolled", {"names": names, "teams": teams, "here": False}))
    if here:
        events.append(("attending", {"people": here, "here": True}))
    if paid:
        events.append(("paid", {"paid": paid}))
    if pairs:
        events.append(("apart", {"pairs": pairs, "apart": True}))
    return events + out


class _RoundReader:
    """The block of one round.

    :param tournament: with all of its people.
    """

    def __init__(self, tournament: Tournament, number: int, block: Block, bare: bool) -> None:
        self.number, self.block, self.bare = number, block, bare
        self.regulations, self.team_of = tournament.regulations, tournament.team_of
        self.members: Mapping[int, tuple[int, ...]] = tournament.teams
        if not self.regulations.seats_teams:
            self.members = {n: (n,) for n in range(1, len(self.team_of) + 1)}
        self.line = line = block["round"][0]
        times = line.moment("started"), line.moment("ends")
        deals = line.number("deals", self.regulations.deals)
        self.clock = Clock(*times, deals, bool(line.number("last", 1)))

    def events(self) -> Kinds:
        """Return the events of the round until it is closed."""
        number, first, line = self.number, self.line, self.block["round"][-1]
        draw = first.code("draw", DRAWS)
        tables = self.tables()
        exempt = [self.seated(one) for one in self.block["exempt"]]
        self.require_places()
        is_final = first.number("final", int(self.regulations.has_final))
        others = [table for table in self.block["table"] if first.at < line.at < table.at]
        if line is not first:
            can_have = is_final and self.regulations.final_first == "yes" and not exempt
            is_one = len(self.block["round"]) == 2 and others
            line.require(bool(can_have and is_one), "consolation=1")
        seats: Body = {
            "round": number,
            "tables": tables,
            "exempt": exempt,
            "repeats": sum(one.number("repeats") for one in self.block["round"]),
        }
        published = {
            **seats,
            "draw": first.code("drawn", DRAWS, draw),
            "seed": line.number("seed"),
            "basis": first.number("basis", number - 1),
            "forced": bool(line.number("forced", 1)),
            "final": bool(is_final),
            "consolation": len(others),
        }
        events: Kinds = [("published", published)]
        if "drawn" in line.named:
            events.append(("reseated", seats))
        if self.clock != Clock():
            events.append(("timed", {"round": number, **self.clock._asdict()}))
        return events + self.slips(tables) + self.penalties()

    def seated(self, line: _Line) -> int:
        """Return somebody who can be seated: a player, or a team."""
        line.require(line.numbers[1] in self.members, line.numbers[1])
        return line.numbers[1]

    def tables(self) -> list[tuple[int, ...]]:
        tables = []
        for number, line in enumerate(self.block["table"], 1):
            people = line.numbers[2:]
            line.require(line.numbers[1] == number, line.numbers[1])
            line.require(all(0 < n <= len(self.team_of) for n in people), people)
            seats = tuple(people)
            if self.regulations.seats_teams:
                seats = tuple(dict.fromkeys(self.team_of[n - 1] for n in people))
            whole = [n for seat in seats for n in self.members[seat]]
            is_allowed = len(seats) in self.regulations.table_sizes
            line.require(is_allowed and people == whole, people)
            tables.append(seats)
        return tables

    def require_places(self) -> None:
        """Everybody is at one table, exempt, or absent."""
        blocks, seats = self.block["round"], Counter[int]()
        for line in self.block["table"]:
            seats.update(line.numbers[2:])
        for line in self.block["exempt"]:
            seats.update(self.members[line.numbers[1]])
        places = seats + Counter(line.numbers[1] for line in self.block["absent"])
        people = {*range(1, len(self.team_of) + 1)}
        for number in sorted(places.keys() | people):
            if seats[number] > 1 or places[number] > len(blocks):
                self.line.refuse(msg("le joueur %(n)s a deux places", n=number))
            if number not in people or not (self.bare or places[number] == len(blocks)):
                self.line.refuse(msg("le joueur %(n)s n'est nulle part", n=number))

    def slips(self, tables: list[tuple[int, ...]]) -> Kinds:
        slips, known = list[tuple[str, Body]](), set[int]()
        for line in self.block["result"]:
            table = line.numbers[1]
            line.require(0 < table <= len(tables) and table not in known, table)
            points = 2 if self.regulations.has_sides else len(tables[table - 1])
            line.require(len(line.numbers) - 2 == points, line.numbers[2:])
            known.add(table)
            how = line.code("how", HOW, "played")
            result = TableResult(
                tuple(line.numbers[2:]),
                line.number("belotes"),
                line.number("capots"),
                line.number("extra", least=-(2**31)),
                line.number("deals") or self.clock.deals * (how in COUNTED),
                how,
                clean(line.named.get("reason", ""), NAME_LENGTH),
            )
            body = {"round": self.number, "table": table, **result._asdict()}
            slips += [("slip", body)] * max(1, line.number("typed", MAX_TYPED))
        if self.line.number("closed", 1) and len(known) < len(tables):
            self.line.refuse(msg("il manque des résultats"))
        return slips

    def penalties(self) -> Kinds:
        fined: Kinds = []
        for line in self.block["penalty"]:
            who, reason = self.seated(line), clean(line.texts[0], NAME_LENGTH)
            if self.regulations.ranks_teams and not self.regulations.seats_teams:
                who = self.team_of[who - 1]
            body = {"who": who, "points": line.numbers[2], "reason": reason}
            fined.append(("fined", {"round": self.number, **body}))
        return fined


def _published(events: Kinds, number: int, block: Block, bare: bool) -> list[Published]:
    """Return the ranking of a closed round as it was published."""
    tournament = folded(events).with_round(number, is_closed=True)
    follows = {line.who: line for line in ranking(tournament, number)}
    known: dict[int, Published] = {}
    for line in block["ranking"]:
        place, who, total = line.numbers[1:]
        line.require(who in follows.keys() - known.keys(), who)
        known[who] = Published(place, who, total, line.number("wins"))
        if was := line.named.get("was"):
            line.require(bool(re.fullmatch(r"-?[0-9]{1,9}(,-?[0-9]{1,9}){2}", was)), was)
            before = map(int, was.split(","))
            known[who] = Published(next(before), who, *before)
    if len(known) < len(follows) and not bare:
        block["round"][0].refuse(msg("il manque une ligne du classement"))
    return sorted({**follows, **known}.values())
