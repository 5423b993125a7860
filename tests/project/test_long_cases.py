"""How many tests a run takes."""

from pathlib import Path

import conftest
import long_cases
import pytest
from long_cases import Extent

MARKERS = (set(), {"journey", "browser"}, {"browser"}, {"long"}, {"hours"})

FEW, LONG, WHOLE = Extent(), Extent(is_long=True, slice=2), Extent(True, is_whole=True)


@pytest.mark.parametrize(("extent", "taken"), [(FEW, 2), (LONG, 4), (WHOLE, 5)])
def test_long_tests_run_on_request(extent, taken, pytestconfig, monkeypatch):
    monkeypatch.setattr(long_cases, "run", extent)
    left_out = [conftest._is_left_out(markers, pytestconfig) for markers in MARKERS]
    assert left_out.count(False) == taken


@pytest.mark.parametrize(
    ("file", "taken"),
    [
        ("sheets/browser/test_bar.py", [False, True, True]),
        ("sheets/browser/test_journeys.py", [True, True, True]),
        ("reliability/test_hostile.py", [False, True, True]),
        ("reliability/test_power.py", [False, False, True]),
        ("games/test_tarot.py", [True, True, True]),
    ],
)
def test_a_file_is_imported_only_by_a_run_that_takes_it(
    file, taken, pytestconfig, monkeypatch
):
    path, ignored = Path(conftest.__file__).parent / file, []
    for extent in (FEW, LONG, WHOLE):
        monkeypatch.setattr(long_cases, "run", extent)
        ignored.append(conftest.pytest_ignore_collect(path, pytestconfig))
    assert [one is None for one in ignored] == taken


@pytest.mark.parametrize(
    ("extent", "cases"), [(FEW, [0, 4]), (LONG, [0, 4, 1, 2, 3, 5, 6, 7])]
)
def test_a_long_run_has_the_cases_that_the_ordinary_one_leaves_out(extent, cases, monkeypatch):
    monkeypatch.setattr(long_cases, "run", extent)
    taken = long_cases.one_in(4, range(8))
    assert [getattr(case, "values", [case])[0] for case in taken] == cases


NAMES = [
    f"{test}[{case}]"
    for test, cases in (("a", 2), ("b", 7), ("c", 23))
    for case in range(cases)
]


@pytest.mark.parametrize("take", [long_cases.in_slice, long_cases.sampled])
def test_the_slices_together_are_all_cases(take, monkeypatch):
    monkeypatch.setattr(long_cases, "run", WHOLE)
    assert {*take(["a", *NAMES])} == {"a", *NAMES}
    taken = set()
    for number in range(long_cases.SLICES):
        monkeypatch.setattr(long_cases, "run", LONG._replace(slice=number))
        few = {*take(NAMES)}
        assert len(few) < 7
        taken |= few
    assert taken == {*NAMES}


def test_a_slice_has_a_case_of_each_test(monkeypatch):
    for number in range(long_cases.SLICES):
        monkeypatch.setattr(long_cases, "run", LONG._replace(slice=number))
        tests = sorted(name[0] for name in long_cases.in_slice(["z", *NAMES]))
        assert "".join(tests) in ("abcccz", "abccccz")
