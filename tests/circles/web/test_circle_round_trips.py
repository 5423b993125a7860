"""Round trips to PostgreSQL of the pages of a device that has circles."""

import pytest
from circle_routes import PRESENT, found


@pytest.fixture
def client(start_process):
    return start_process()


def test_a_page_of_a_device_that_has_circles_asks_for_them_once(network, client):
    circle, other = found(client), found(client, title="Le mardi")
    address = client.post(f"{circle}/sheets", data=PRESENT).location
    client.get(address)
    with network.counted() as trips:
        assert "Les Martin" in client.get(address).text
    assert trips == [2] and other != circle
