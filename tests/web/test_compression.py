import gzip
import zlib

import pytest

from scorekeeper.web.middleware.compression import (
    FLUSH_SIZE,
    LEVEL,
    MAX_BEST,
    MIN_HEAD,
    _gzip_head,
    gzip_page,
    gzip_pieces,
)

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


@pytest.mark.parametrize("size", [0, 1, MIN_HEAD, 40_000])
@pytest.mark.parametrize("rest", ["<title>a", "<title>" + "rows " * 9000])
def test_page_is_the_same_after_its_head_was_compressed_apart(size, rest):
    body = f"<!doctype html>{'été ' * size}{rest}".encode()
    for _ in range(2):
        assert gzip.decompress(gzip_page(body)) == body


@pytest.mark.parametrize("size, is_fast", [(MAX_BEST, False), (MAX_BEST + 1, True)])
def test_large_page_is_compressed_fast(size, is_fast):
    body = (b"head " * MIN_HEAD + b"<title>" + b"cell " * MAX_BEST)[:size]
    fast = zlib.compress(body, LEVEL, wbits=zlib.MAX_WBITS | 16)
    assert (gzip_page(body) == fast) == is_fast


def test_head_of_pages_is_compressed_once(client, sheet):
    client.get(sheet, headers=GZIP)
    before = _gzip_head.cache_info()
    for _ in range(3):
        client.get(sheet, headers=GZIP)
    after = _gzip_head.cache_info()
    assert (after.hits - before.hits, after.misses) == (3, before.misses)


def test_pieces_are_the_same_after_they_were_compressed():
    pieces = [b"", b"a", *(b"%d " % n * 50 for n in range(2000))]
    assert gzip.decompress(b"".join(gzip_pieces(pieces))) == b"".join(pieces)


def test_pieces_are_sent_before_the_last_one_is_made():
    made = []

    def pieces():
        for _ in range(10):
            made.append(len(made))
            yield b"equal " * FLUSH_SIZE

    sent = zlib.decompressobj(zlib.MAX_WBITS | 16)
    for number, piece in enumerate(gzip_pieces(pieces())):
        if sent.decompress(piece):
            assert len(made) <= number + 1
            break
    assert len(made) == 1
