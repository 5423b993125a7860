import stat

import pytest

from app import create_app

pytestmark = pytest.mark.one_process


def test_the_installation_belongs_to_its_owner(client, instance):
    client.get("/")
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in instance.iterdir()}
    assert {"secret_key", "la_marque.sqlite3"} <= set(modes)
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE(instance.stat().st_mode) == 0o700


def test_creating_the_application_writes_nothing(instance):
    create_app({"INSTANCE": instance})
    assert not instance.exists()


def test_the_session_cookie_fits_its_scheme(client):
    plain = client.post("/language", data={"language": "en"}).headers["Set-Cookie"]
    secure = client.post("/language", data={"language": "en"}, base_url="https://x.test/")
    assert plain.startswith("marque=") and "Secure" not in plain
    assert secure.headers["Set-Cookie"].startswith("__Host-marque=")
    assert "Secure" in secure.headers["Set-Cookie"]
