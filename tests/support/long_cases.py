"""Cases of a parametrized test that only ``--long`` takes."""

import pytest


def long(*cases):
    """These cases with the marker ``long``; the values of several arguments are a tuple or a
    ``pytest.param``."""
    return [_long(case) for case in cases]


def one_in(step, cases):
    """Every ``step``-th of many cases as it is, the others by ``--long``."""
    return [_long(case) if n % step else case for n, case in enumerate(cases)]


def _long(case):
    if hasattr(case, "marks"):
        return case._replace(marks=[*case.marks, pytest.mark.long])
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.long)
