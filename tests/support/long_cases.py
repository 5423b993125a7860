"""Cases of a parametrized test that only ``--long`` takes."""

import pytest


def long(*cases):
    """These cases with the marker ``long``; the values of several arguments are a tuple."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.long)
        for case in cases
    ]


def one_in(step, cases):
    """Every ``step``-th of many cases as it is, the others by ``--long``."""
    return [long(case)[0] if n % step else case for n, case in enumerate(cases)]
