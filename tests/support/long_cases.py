"""Cases of a test that the ordinary run leaves out."""

import itertools
from collections import defaultdict
from random import Random
from typing import NamedTuple

import pytest

SLICES = 7
"""In how many slices ``--long`` takes the cases of a test; ``--hours`` takes all of them."""

FEW = 11
"""One in how many the ordinary run takes of those that are sampled."""


class Extent(NamedTuple):
    """How many cases a run takes: few, those of a slice, all."""

    is_long: bool = False
    is_whole: bool = False
    slice: int = 0


run = Extent()
"""That of this run, set before the tests are collected."""


def long(*cases):
    """These cases with the marker ``long``, none in the ordinary run; the values of several
    arguments are a tuple or a ``pytest.param``."""
    return [_long(case) for case in cases if run.is_long]


def one_in(step, cases):
    """Every ``step``-th of many cases, and the others as :func:`long` has them."""
    cases = list(cases)
    return cases[::step] + long(*(case for n, case in enumerate(cases) if n % step))


def in_slice(names):
    """Of long cases, each named ``test[case]``, those of this run's slice: of each test one at
    least, another one in each slice."""
    cases_of = defaultdict(list)
    for name in names:
        cases_of[name.partition("[")[0]].append(name)
    taken = set()
    for test, cases in cases_of.items():
        Random(test).shuffle(cases)  # a slice has every browser and every width of some test
        step = 1 if run.is_whole else min(SLICES, len(cases))
        taken.update(cases[run.slice % step :: step])
    return taken


def sampled(cases):
    """Few of many cases, the slice of this run by ``--long``, all of them by ``--hours``."""
    if run.is_whole:
        return cases
    return itertools.islice(cases, run.slice, None, SLICES if run.is_long else FEW)


def chance(*words):
    """Random numbers for these words: the same in each ordinary run, others in each slice."""
    return Random(f"{words} {run.slice}")


def _long(case):
    if hasattr(case, "marks"):
        return case._replace(marks=[*case.marks, pytest.mark.long])
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.long)
