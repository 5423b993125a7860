"""The tournament file: written to the letter, read strictly, the same evening again."""

import re
from random import Random

import pytest
from check_tournament import check
from long_cases import one_in
from random_evenings import comparable, decided_evening

from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.tournaments.clock import Clock
from scorekeeper.tournaments.formats.tournament_file import write
from scorekeeper.tournaments.formats.tournament_reader import (
    MAX_BYTES,
    MAX_EVENTS,
    folded,
    read,
)
from scorekeeper.tournaments.round import TableResult
from scorekeeper.tournaments.rounds import close, publish_by_hand, record_slip
from scorekeeper.tournaments.service.tables import set_clock
from scorekeeper.tournaments.slips import check_slip


@pytest.mark.parametrize("seed", one_in(15, range(150)))
def test_an_evening_that_is_written_and_read_is_the_same(seed):
    evening = decided_evening(seed)
    again = folded(read(write(evening).encode()))
    assert comparable(again) == comparable(evening)
    assert write(again) == write(evening)
    bare = write(evening, bare=True)  # without what follows from the rest
    assert comparable(folded(read(bare.encode(), bare=True))) == comparable(evening)
    assert not re.search(r"^(team|absent)\t", bare, re.MULTILINE)


def moved(access):
    return folded(read(write(access.tournament).encode()))


CLOCK = Clock("2026-11-23T20:00:00+00:00", "2026-11-23T20:45:00+00:00", 8, is_last=True)


@pytest.fixture
def shortened(open_desk):
    """Two tables of belote, whose first round was shortened from 12 deals to 8."""
    desk = open_desk("belote_points", people=8)
    desk.record("published", publish_by_hand, 1, [(1, 2), (3, 4)])
    set_clock(desk, 1, lambda _: CLOCK, Clock().stamp)
    return desk


def test_the_clock_of_an_open_round_goes_to_the_other_machine(shortened):
    assert moved(shortened).rounds[0].clock == CLOCK


def test_of_a_closed_round_the_deals_alone_are_written(shortened):
    for table in (1, 2):
        shortened.record("slip", record_slip, 1, table, TableResult((648, 648), deals=8))
    shortened.record("closed", close, 1)
    assert moved(shortened).rounds[0].clock == Clock(deals=8)


@pytest.mark.parametrize(
    "result",
    [
        TableResult((700, 596), deals=8),
        TableResult((648, 648), deals=8, how="half"),
        TableResult((1000, 944)),
        TableResult((972, 972), how="half"),
        TableResult((0, 1944), how="forfeit"),
        TableResult((700, 596), how="average"),
    ],
    ids=["all", "half", "longer", "half, longer", "forfeit", "average"],
)
def test_no_sum_of_a_shortened_round_is_wrong_here_or_on_another_machine(shortened, result):
    for table in (1, 2):
        shortened.record("slip", record_slip, 1, table, result)
    shortened.record("closed", close, 1)
    again = moved(shortened)
    assert check(write(shortened.tournament).encode()) == []
    assert write(again) == write(shortened.tournament)
    assert check_slip(again, 1, 1, again.rounds[0].slips[1].result).ok


TAROT = """fiche-tournoi\t1
title\tJeudi
date\t2026-11-23
place\t
game\ttarot
preset\ttarot_libre
set\trounds\t2
player\t1\tAnne\there=1
player\t2\tBruno\tclub=TC
player\t3\tChloé
player\t4\tDavid
player\t5\tEva
apart\t1\t5
round\t1\tdraw=random\tseed=7\trepeats=0\tclosed=1
absent\t1\t5
table\t1\t1\t2\t1\t4\t3
result\t1\t1\t100\t-300\t100\t100
penalty\t1\t4\t-100\tretard
ranking\t1\t1\t1\t100
ranking\t1\t1\t2\t100
ranking\t1\t3\t4\t0
ranking\t1\t4\t3\t-300
end
"""


def test_a_file_by_hand_is_read():
    evening = folded(read(TAROT.encode()))
    assert [person.name for person in evening.people][:2] == ["Anne", "Bruno"]
    assert evening.person(2).club == "TC" and evening.here == {1}
    (played,) = evening.rounds
    assert (played.seed, played.tables) == (7, ((2, 1, 4, 3),))
    assert played.penalties[0].points == -100 and played.is_closed
    assert [line.who for line in played.ranking] == [1, 2, 4, 3]


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + TAROT,
        TAROT.replace("\n", "\r\n"),
        TAROT.replace("place", "\n# was 3\nplace"),
        TAROT.replace("\tclub=TC", "\tclub=TC\tshoes=42"),
    ],
    ids=["byte order mark", "CR LF", "comments", "unknown fields"],
)
def test_what_an_editor_or_another_program_adds_changes_nothing(text):
    assert read(text.encode()) == read(TAROT.encode())


@pytest.mark.parametrize(
    ("old", "new", "refusal"),
    [
        ("fiche-tournoi\t1", "fiche-tournoi\t2", "ligne 1 : « 2 »"),
        ("fiche-tournoi\t1\n", "", "fichier : il manque la ligne « fiche-tournoi »"),
        ("end\n", "", "fichier : il manque la ligne « end »"),
        ("end\n", "end\nend\n", "ligne 24 : la ligne « end » n'est pas à sa place"),
        ("title\tJeudi", "title\t", "ligne 2 : «"),
        ("2026-11-23", "2026-13-23", "ligne 3 : « 2026-13-23 »"),
        ("game\ttarot", "game\tbelote", "ligne 5 : « belote »"),
        ("tarot_libre", "tarot_solo", "ligne 6 : « tarot_solo »"),
        ("rounds\t2", "rounds\t13", "ligne 7 : « 13 »"),
        ("set\trounds", "set\tturns", "ligne 7 : « turns »"),
        ("player\t2", "player\t3", "ligne 9 : « 3 »"),
        ("player\t4\tDavid", "player\t4", "ligne 11 : il manque un champ"),
        ("here=1", "here=yes", "ligne 8 : « here=yes »"),
        ("here=1", "here=1\there=1", "ligne 8 : « here=1 »"),
        ("apart\t1\t5", "apart\t1\t6", "ligne 13 : « 1 6 »"),
        ("place\t\n", "place\t\nround\t1\tdraw=fft\n", "ligne 6 : la ligne « game »"),
        ("draw=random", "draw=dice", "ligne 14 : « draw=dice »"),
        ("absent\t1\t5\n", "", "ligne 14 : le joueur 5 n'est nulle part"),
        ("absent\t1\t5", "absent\t1\t4", "ligne 14 : le joueur 4 a deux places"),
        ("absent\t1\t5", "absent\t2\t5", "ligne 15 : « 2 »"),
        ("2\t1\t4\t3\n", "2\t1\t4\t4\n", "ligne 14 : le joueur 3 n'est nulle part"),
        ("2\t1\t4\t3\n", "2\t1\t4\t9\n", "ligne 16 : «"),
        ("\t100\t100\n", "\t100\n", "ligne 17 : «"),
        ("\t100\t100\n", "\t100\t1e3\n", "ligne 17 : « 1e3 »"),
        ("result\t1\t1\t100\t-300\t100\t100\n", "", "ligne 14 : il manque des résultats"),
        ("penalty\t1\t4", "penalty\t1\t6", "ligne 18 : « 6 »"),
        ("ranking\t1\t1\t2", "ranking\t1\t1\t5", "ligne 20 : « 5 »"),
        ("end", "fin", "ligne 23 : « fin »"),
        ("end", "e\x00nd\u202e", "ligne 23 : « end »"),
    ],
)
def test_a_fault_is_refused_with_its_line(old, new, refusal):
    assert old in TAROT
    with pytest.raises(DocumentError) as refused:
        read(TAROT.replace(old, new, 1).encode())
    assert str(refused.value).startswith(refusal)


OPEN = TAROT.split("absent")[0].replace("\tclosed=1", "") + (
    "absent\t1\t5\ntable\t1\t1\t2\t1\t4\t3\nresult\t1\t1\t100\t-300\t100\t100\nend\n"
)


@pytest.mark.parametrize(
    ("named", "clock"),
    [
        ("deals=4", Clock(deals=4)),
        ("deals=5", Clock(deals=5)),
        ("last=1", Clock(is_last=True)),
        ("started=2026-11-23T20:00:00+00:00", Clock("2026-11-23T20:00:00+00:00")),
        ("ends=1970-01-01T00:30:00+00:00", Clock(ends="1970-01-01T00:30:00+00:00")),
    ],
)
def test_a_clock_by_hand_is_read(named, clock):
    round = folded(read(OPEN.replace("seed=7", f"seed=7\t{named}").encode())).rounds[0]
    assert (round.clock, round.slips[1].result.deals) == (clock, clock.deals)


@pytest.mark.parametrize(
    "named",
    [
        "deals=6",
        "deals=-1",
        "deals=" + "9" * 400,
        "deals=4.5",
        "last=2",
        "last=yes",
        "started=20:00",
        "started=2026-11-23T20:00:00",
        "started=2026-11-23T20:00:00Z",
        "started=2026-11-23T20:00:00+02:00",
        "started=2026-02-30T20:00:00+00:00",
        "started=9999-12-31T23:59:59+00:00",
        "started=0001-01-01T00:00:00+00:00",
        "ends=",
        "ends=🂡<b>",
        "ends=2026-11-23T25:00:00+00:00",
        "ends=٢٠٢٦-11-23T20:00:00+00:00",
    ],
)
@pytest.mark.parametrize("text", [OPEN, TAROT], ids=["open", "closed"])
def test_a_clock_that_cannot_be_is_refused_with_its_line(text, named):
    with pytest.raises(DocumentError) as refused:
        read(text.replace("seed=7", f"seed=7\t{named}").encode())
    assert str(refused.value).startswith(f"ligne 14 : « {named[:20]}")


@pytest.mark.parametrize("content", [b"\xff\xfe", b"\n" * (MAX_BYTES + 1), b""])
def test_what_is_no_tournament_is_refused(content):
    with pytest.raises(DocumentError):
        read(content)


HOSTILE = (
    "",
    "-1",
    "0",
    "9" * 400,
    "1e9",
    "٣",
    "=",
    "a=b=c",
    "\x00",
    "team=99",
    "typed=99999",
    "deals=3",
    "ends=2026-11-23T20:00:00+00:00",
)


@pytest.mark.parametrize("seed", one_in(4, range(60)))
def test_a_damaged_file_is_refused_or_read_and_never_breaks(seed):
    random = Random(seed)
    lines = write(decided_evening(seed, most=9)).split("\n")
    for _ in range(40):
        damaged = list(lines)
        for _ in range(random.randint(1, 3)):
            place = random.randrange(len(damaged))
            fields = damaged[place].split("\t")
            fields[random.randrange(len(fields))] = random.choice(HOSTILE)
            other = random.choice([damaged[random.randrange(len(damaged))], "\t".join(fields)])
            damaged[place : place + random.randint(0, 1)] = random.choice([[other], []])
        try:
            events = read("\n".join(damaged).encode())
        except DocumentError:
            continue
        assert read(write(folded(events)).encode())


def test_a_file_with_too_much_in_it_is_refused():
    penalty = "penalty\t1\t4\t-100\tretard\n"
    with pytest.raises(DocumentError) as refused:
        read(TAROT.replace(penalty, penalty * (MAX_EVENTS + 1)).encode())
    assert str(refused.value) == "fichier : il est trop grand"
