"""The checker of the tournament file: evenings written by hand, and faults put into them."""

import ast
import pickle
import re
import shutil
import subprocess
import sys
from pathlib import Path

import check_tournament as checker
import pytest
from long_cases import long

EVENINGS = Path(__file__).parents[1] / "vectors" / "tournaments"


@pytest.fixture(scope="module", autouse=True)
def searched_once():
    """The search for fewer repetitions, which takes longest, is not made again for the same
    rounds: most faults are elsewhere."""
    search, found = checker.exchanges, {}

    def exchanges(*rounds):
        key = pickle.dumps(rounds)
        if key not in found:
            found[key] = [*search(*rounds)]
        return found[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checker, "exchanges", exchanges)
        yield


def evening(name, *edits):
    """Return one of the evenings, each old text replaced once; | stands for a tab."""
    text = (EVENINGS / f"{name}.txt").read_text()
    for edit in edits:
        old, new = (part.replace("|", "\t") for part in edit.split(" → "))
        assert old in text, edit
        text = text.replace(old, new, 1)
    return text.encode()


def codes(name, *edits):
    return {finding.code for finding in checker.check(evening(name, *edits))}


@pytest.mark.parametrize(
    "name", ["tarot_libre", "tarot_pairs", "belote_points", "belote_wins"]
)
def test_an_evening_without_a_fault_has_no_finding(name):
    assert checker.check(evening(name)) == []


SHORTENED = [f"round|{n}|draw → round|{n}|deals=10|draw" for n in (1, 2, 3, 4)]
"""All rounds of ten deals, in place of the twelve of the regulations."""


@pytest.mark.parametrize(
    "name, edits",
    [
        ("tarot_libre", ["\nround|2 → \n\n# was: 1 100\nround|2"]),
        ("tarot_libre", ["player|1|Anne Durand → player|1|Anne Durand|phone=06 12 34 56 78"]),
        (
            "tarot_libre",
            ["apart|5|15 → apart|5|14", "table|2|4|11|14|4|5 → table|2|4|11|14|4|5|forced=1"],
        ),
        ("tarot_libre", ["apart|5|15 → apart|1|16"]),
        ("belote_points", ["set|deals|10 → set|deals|0", "set|target|0 → set|target|1620"]),
        ("belote_points", ["set|deals|10 → set|deals|12", *SHORTENED]),
        (
            "tarot_libre",
            ["repeats=7|closed=1 → repeats=7|closed=1|deals=3|started=20:00|last=1"],
        ),
    ],
)
def test_what_the_format_allows_is_no_finding(name, edits):
    assert codes(name, *edits) == set()


FAULTS = [
    # Lines
    ("tarot_libre", ["game|tarot → jeu|tarot"], {"syntax"}),
    ("tarot_libre", ["date|2026-11-21 → date|21/11/2026"], {"syntax"}),
    ("tarot_libre", ["result|1|1|207 → result|1|1|+207"], {"syntax"}),
    ("tarot_libre", ["penalty|2|3|-100 → penalty|2|3|-1OO"], {"syntax"}),
    ("tarot_libre", ["player|1|Anne Durand → player|1|"], {"syntax", "unknown"}),
    ("tarot_libre", ["\nend\n → \nend"], {"syntax"}),
    ("tarot_libre", ["\nend\n → \nend\r\n"], {"syntax"}),
    ("tarot_libre", ["seed=4711 → seed=4711|seed=4711"], {"syntax", "order"}),
    ("tarot_libre", ["draw=random|seed=4711 → seed=4711"], {"syntax", "order"}),
    ("tarot_pairs", ["how=half → how=moitié"], {"syntax"}),
    ("tarot_libre", ["\nend\n → \n"], {"order"}),
    ("tarot_libre", ["\nend\n → \nend\nend\n"], {"order"}),
    ("tarot_libre", ["round|4|draw → round|5|draw"], {"order"}),
    ("tarot_libre", ["absent|2|16 → absent|1|16"], {"order"}),
    (
        "tarot_libre",
        ["game|tarot\npreset|tarot_libre → preset|tarot_libre\ngame|tarot"],
        {"order"},
    ),
    (
        "tarot_libre",
        ["ranking|4|3|1|87\nranking|4|3|3|87 → ranking|4|3|3|87\nranking|4|3|1|87"],
        {"order"},
    ),
    ("tarot_libre", ["result|1|1|207 → result|1|2|207"], {"twice"}),
    ("tarot_libre", ["player|3|Chantal → player|2|Chantal"], {"twice", "unknown"}),
    ("tarot_libre", ["apart|5|15 → apart|5|17"], {"unknown"}),
    ("tarot_libre", ["result|1|4|94 → result|1|5|94"], {"unknown"}),
    # Règlement and people
    ("tarot_libre", ["set|tie|shared\n → "], {"set"}),
    ("tarot_libre", ["set|capot|252 → set|capot|250"], {"set"}),
    ("belote_wins", ["set|odd_tables|exempt → set|odd_tables|three"], {"set"}),
    ("belote_wins", ["Fernand Roux|team=3 → Fernand Roux|team=4"], {"team"}),
    # Seats
    ("tarot_libre", ["absent|1|16\n → "], {"missing"}),
    ("tarot_libre", ["absent|1|16 → absent|1|16\nabsent|1|15"], {"seated_twice"}),
    ("belote_points", ["table|1|1|1|2|5|6 → table|1|1|1|2|5"], {"missing", "size"}),
    ("belote_points", ["table|1|1|1|2|5|6 → table|1|1|1|5|2|6"], {"partners"}),
    (
        "belote_points",
        [
            "table|2|1|1|2|9|10\n → ",
            "result|2|1|810|810|how=half\n → ",
            "table|2|2 → exempt|2|1|points=810\nexempt|2|5|points=810\ntable|2|2",
        ],
        {"odd"},
    ),
    (
        "tarot_pairs",
        ["table|2|1|1|4|5|8 → table|2|1|1|2|5|8", "table|2|2|2|3|6|7 → table|2|2|4|3|6|7"],
        {"partners"},
    ),
    ("tarot_libre", ["apart|5|15 → apart|5|14"], {"apart"}),
    ("tarot_pairs", ["repeats=4 → repeats=3"], {"repeats"}),
    (
        "belote_wins",
        [
            "exempt|3|4 → exempt|3|2",
            "table|3|1|5|6|3|4 → table|3|1|5|6|7|8",
            "basis=2|repeats=0 → basis=2|repeats=1",
        ],
        {"fairness", "avoidable", "wins", "place", "prize"},
    ),
    ("belote_points", ["basis=3 → basis=4"], {"basis"}),
    ("belote_points", ["|basis=3 → "], {"basis"}),
    ("tarot_libre", ["15|8|2|4 → 15|16|2|4", "1|14|16|6 → 1|14|8|6"], {"final"}),
    ("tarot_libre", ["table|4|1|10|3|13|7 → table|4|1|3|10|13|7"], {"final"}),
    # Partners that change
    (
        "belote_melee",
        ["table|3|1|6|10|9|7 → table|3|1|10|9|6|7"],
        {"avoidable", "total", "place", "wins"},
    ),
    *long(
        ("belote_melee", ["result|1|2|640|656 → result|1|2|640|640|656|656"], {"result"}),
        (
            "belote_melee",
            ["result|1|1|700|616 → result|1|1|616|700"],
            {"total", "place", "wins", "prize"},
        ),
    ),
    # Results
    (
        "tarot_libre",
        ["result|1|2|12|12|-36|12 → result|1|2|22|12|-36|12"],
        {"sum", "total", "place"},
    ),
    *long(("tarot_pairs", ["result|2|1|0|0|0|0 → result|2|1|1|-1|0|0"], {"sum", "total"})),
    ("belote_wins", ["|belotes=1|capots=1 → |belotes=1"], {"sum"}),
    ("belote_wins", ["belotes=1 → belotes=0"], {"sum"}),
    ("belote_wins", ["set|capot|252 → set|capot|162"], {"sum"}),
    ("belote_points", ["extra=660 → extra=650"], {"sum"}),
    ("belote_points", ["|deals=9 → "], {"sum"}),
    ("belote_points", ["|how=average → "], {"sum"}),
    ("belote_points", ["|how=half → |how=half|deals=12"], {"sum"}),
    ("belote_points", ["set|deals|10 → set|deals|12", *SHORTENED[:3]], {"sum"}),
    ("belote_points", ["round|3|draw → round|3|deals=9|draw"], {"sum"}),
    ("belote_points", ["round|3|draw → round|3|deals=11|draw"], {"deals", "sum"}),
    ("tarot_libre", ["round|4|draw → round|4|deals=6|draw"], {"deals"}),
    ("tarot_libre", ["round|4|draw → round|4|deals=-1|draw"], {"syntax", "order", "twice"}),
    ("belote_wins", ["set|forfeit_points|1944 → set|forfeit_points|1000"], {"sum"}),
    ("belote_wins", ["set|exempt_points|972 → set|exempt_points|900"], {"exempt_points"}),
    ("tarot_libre", ["result|1|4|94|-47|-47\n → "], {"result"}),
    ("tarot_libre", ["result|1|4|94|-47|-47 → result|1|4|94|-47|-47|0"], {"result"}),
    # Ranking
    ("tarot_libre", ["ranking|3|1|10|740 → ranking|3|1|10|750"], {"total"}),
    ("tarot_libre", ["ranking|4|3|3|87 → ranking|4|4|3|87"], {"place"}),
    ("belote_wins", ["wins=3 → wins=2"], {"wins"}),
    ("belote_wins", ["|wins=3 → "], {"wins"}),
    ("tarot_libre", ["ranking|1|13|12|-150\n → "], {"ranking"}),
    (
        "tarot_libre",
        ["ranking|1|13|12|-150 → ranking|1|13|12|-150\nranking|1|16|16|-200"],
        {"ranking"},
    ),
    ("tarot_libre", ["penalty|2|3|-100 → penalty|2|3|-101"], {"total", "place", "prize"}),
    *long(("tarot_pairs", ["set|tie|last_round → set|tie|first_round"], {"place", "prize"})),
    ("tarot_pairs", ["repeats=4|closed=1 → repeats=4"], {"closed", "prize"}),
    # Prizes
    ("tarot_libre", ["prize|1|10|4000 → prize|1|10|4001"], {"prize"}),
    ("tarot_libre", ["prize|3|1|1250\n → "], {"prize"}),
    ("tarot_libre", ["prize|last_two|2|1000 → prize|last_two|2|1001"], {"prize"}),
    ("tarot_libre", ["prize|last_two|2|1000 → prize|last_two|4|1000"], {"prize"}),
    ("belote_wins", ["prize|everyone|4|100 → prize|everyone|5|100"], {"prize"}),
    ("belote_wins", ["set|grid|6000 3000 → set|grid|6000 3000 1000"], {"prize"}),
]


@pytest.mark.parametrize("name, edits, found", FAULTS)
def test_a_fault_in_a_good_file_is_found_and_nothing_else(name, edits, found):
    assert codes(name, *edits) == found


REMATCHES = [
    (
        "tarot_libre",
        [
            "seed=4713|repeats=0 → seed=4713|repeats=4",
            "final=1|repeats=7 → final=1|repeats=6",
            "table|3|1|1|7|12|14 → table|3|1|1|7|2|14",
            "table|3|3|8|2|13|11 → table|3|3|8|12|13|11",
        ],
    ),
    (
        "belote_points",
        [
            "basis=3|repeats=0 → basis=3|repeats=2",
            "table|4|1|1|2|7|8 → table|4|1|1|2|5|6",
            "table|4|3|5|6|9|10 → table|4|3|7|8|9|10",
        ],
    ),
]


@pytest.mark.parametrize("name, edits", REMATCHES)
def test_an_avoidable_repetition_is_found_with_seats_that_avoid_it(name, edits):
    (finding,) = checker.check(evening(name, *edits))
    assert finding.code == "avoidable"
    fewer, marked = map(
        int, re.match(r"(\d+) repetitions instead of (\d+)", finding.sentence).groups()
    )
    assert fewer < marked and " | " in finding.sentence


def test_an_avoidable_repetition_of_a_manual_round_is_no_finding():
    name, (marked, *seats) = REMATCHES[1]
    assert codes(name, marked, *seats, "draw=ranking → draw=manual") == set()


@pytest.mark.parametrize(
    "data", [b"", b"title\tx\n", b"fiche-tournoi\t2\nend\n", b"fiche-tournoi\t1\n\xff\n"]
)
def test_what_is_no_tournament_file_is_unreadable(data):
    with pytest.raises(checker.Unreadable):
        checker.check(data)


def test_the_checker_imports_the_standard_library_alone():
    tree = ast.parse(Path(checker.__file__).read_text())
    found = {
        alias.name
        for node in ast.walk(tree)
        if type(node) is ast.Import
        for alias in node.names
    }
    found |= {node.module for node in ast.walk(tree) if type(node) is ast.ImportFrom}
    assert (
        "json" in found and {name.split(".")[0] for name in found} <= sys.stdlib_module_names
    )


@pytest.mark.parametrize(
    "edits, status, said",
    [
        ([], 0, ""),
        (
            ["ranking|3|1|10|740 → ranking|3|1|10|750"],
            1,
            ":104: total: The total of 10: 740, not 750.",
        ),
        (["fiche-tournoi|1 → fiche-tournoi|2"], 2, ""),
    ],
)
def test_the_module_runs_alone_and_its_status_says_what_it_found(
    tmp_path, edits, status, said
):
    alone = shutil.copy(checker.__file__, tmp_path)
    file = tmp_path / "evening.txt"
    file.write_bytes(evening("tarot_libre", *edits))
    run = subprocess.run(
        [sys.executable, "-I", "-S", alone, file], capture_output=True, text=True
    )
    assert run.returncode == status
    assert run.stdout.strip().endswith(said)


def test_a_team_of_one_has_no_seat():
    edits = (
        "Jacques Perrin|team=5 → Jacques Perrin|team=6",
        "Isabelle Chevalier / Jacques Perrin → Isabelle\nteam|6|Jacques",
        "exempt|1|5 → absent|1|10\nexempt|1|5",
    )
    assert "partners" in codes("belote_wins", *edits)


def test_a_random_round_of_teams_forces_no_exemption():
    edits = [
        "exempt|3|4|points=972 → exempt|3|2|points=972|forced=1",
        "table|3|1|5|6|3|4 → table|3|1|5|6|7|8",
    ]
    assert "fairness" not in codes("belote_wins", *edits)
    assert "fairness" in codes(
        "belote_wins", "round|3|draw=ranking → round|3|draw=random", *edits
    )


def test_an_exemption_that_another_team_could_have_had_was_not_forced():
    edits = [
        "exempt|3|4|points=972 → exempt|3|2|points=972|forced=1",
        "table|3|1|5|6|3|4 → table|3|1|5|6|9|10",
        "table|3|2|9|10|1|2 → table|3|2|7|8|1|2",
    ]
    assert "forced" in codes("belote_wins", *edits)


def test_a_turn_at_a_table_of_three_that_nobody_has_to_be_kept_apart_for_was_not_forced():
    edits = [
        "table|2|2|9|7|2 → table|2|2|13|7|2|forced=1",
        "table|2|3|6|3|13|12 → table|2|3|6|3|9|12",
    ]
    found = codes("tarot_libre", *edits)
    assert "forced" in found
    assert "fairness" not in found
