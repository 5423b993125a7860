import gzip

import pytest

GZIP = {"Accept-Encoding": "gzip"}


def test_text_is_compressed_where_the_browser_takes_gzip(client):
    packed = client.get("/", headers=GZIP)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert b"La Marque" in gzip.decompress(packed.data)


@pytest.mark.parametrize("accepted", ["", "identity", "gzip;q=0", "br"])
def test_text_is_plain_for_another_browser(client, accepted):
    plain = client.get("/", headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in plain.headers and "La Marque" in plain.text


@pytest.mark.parametrize("accepted", ["gzip", "identity"])
def test_a_text_answer_varies_by_its_compression(client, accepted):
    answer = client.get("/", headers={"Accept-Encoding": accepted})
    assert "Accept-Encoding" in answer.headers["Vary"]


def test_a_short_answer_is_not_compressed(client):
    answer = client.post("/language", data={"language": "en"}, headers=GZIP)
    assert answer.data and "Content-Encoding" not in answer.headers


def test_an_archive_is_not_compressed_again(sheet, client):
    answer = client.get("/archive.zip", headers=GZIP)
    assert len(answer.data) > 500 and "Content-Encoding" not in answer.headers
