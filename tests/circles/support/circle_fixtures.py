"""A circle by its pages, and without HTTP."""

import pytest
from circle_routes import PRESENT, found
from conftest import CAST, GARDE, token_of

from scorekeeper.circles.service.access import CircleRepository
from scorekeeper.circles.service.founding import found_circle
from scorekeeper.circles.service.tokens import tokens_from


@pytest.fixture
def circle(client):
    """The address of the guardians of « Les Martin », five players without a hand."""
    return found(client)


@pytest.fixture
def evening(client, circle):
    """The address of the sheet of tonight, with one hand won by the first player."""
    sheet = client.post(f"{circle}/sheets", data=PRESENT).location
    client.post(f"{sheet}/hands", data=GARDE)
    return sheet


@pytest.fixture
def reading(circle):
    """The address of the circle for those who only read."""
    return f"/circles/{tokens_from(token_of(circle)).reading}"


@pytest.fixture
def circles(repository):
    """The circles of an installation without HTTP."""
    return CircleRepository(repository)


@pytest.fixture
def guardian(circles):
    """What a guardian of « Les Martin » may do."""
    names = [*CAST[:4], "Annie"]
    return circles.access(found_circle(circles, "Les Martin", names))


@pytest.fixture
def table(circles, guardian):
    """What the table's link of the circle may do."""
    return circles.access(guardian.tokens.table)
