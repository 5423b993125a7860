"""Cases of a test that the ordinary run leaves out."""

import itertools
from random import Random
from typing import NamedTuple

import pytest

SLICES = 5
"""In how many slices ``--long`` takes many cases; ``--hours`` takes all of them."""

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


def sliced(*cases):
    """Of these cases, as :func:`long` has them, a slice by ``--long``, all by ``--hours``."""
    return long(*(cases if run.is_whole else cases[run.slice :: SLICES]))


def one_in(step, cases):
    """Every ``step``-th of many cases, and by ``--long`` a slice of the others."""
    cases = list(cases)
    return cases[::step] + sliced(*(case for n, case in enumerate(cases) if n % step))


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
