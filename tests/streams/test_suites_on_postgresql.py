"""The suites of the whole application on PostgreSQL, with two processes that answer by turns.

One by one: ``python3 app.py test --database postgresql tests/sheets/web``.
"""

import subprocess
import sys

import pytest
from server import ENVIRONMENT, ROOT

SUITES = (
    "tests/sheets/web",
    "tests/circles/web",
    "tests/tournaments/web",
    "tests/sheets/service",
)


@pytest.mark.hours
@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize("suite", SUITES)
def test_the_application_does_the_same_on_postgresql(suite):
    options = ("--database", "postgresql", "-p", "no:cacheprovider", "--tb=short")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", suite, *options],
        cwd=ROOT,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-20000:]
