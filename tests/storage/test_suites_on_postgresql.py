"""The suites of the whole application on PostgreSQL, with two processes that answer by turns.

One by one: ``python3 app.py test --database postgresql tests/web/views``.
"""

import subprocess
import sys

import pytest
from server import ENVIRONMENT, ROOT

SUITES = ("tests/web/views", "tests/web", "tests/unit/service")
"""The second one without the first."""


@pytest.mark.hours
@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize("suite", SUITES)
def test_the_application_does_the_same_on_postgresql(suite):
    options = ("--database", "postgresql", "-p", "no:cacheprovider", "--tb=short")
    others = [f"--ignore={other}" for other in SUITES if other.startswith(f"{suite}/")]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", suite, *options, *others],
        cwd=ROOT,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-20000:]
