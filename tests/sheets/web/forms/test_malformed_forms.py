"""Forms that no page of ours posts: refused, never a crash."""

import io

import pytest

from app import create_app


@pytest.mark.parametrize("body", [{"points": 49}, [1, 2], "x", None])
def test_json_is_no_form(sheet, client, body):
    for path in ("/hands", "/penalties", "/table"):
        assert client.post(sheet + path, json=body).status_code == 422


def test_a_file_is_no_answer(sheet, post_hand):
    assert post_hand(sheet, points=(io.BytesIO(b"49"), "points.txt")).status_code == 422


NAMELESS = {
    "no name": b"Content-Disposition: form-data\r\n\r\nx\r\n",
    "a file without a name": b'Content-Disposition: form-data; filename="a"\r\n\r\nx\r\n',
    "no form data": b"Content-Disposition: attachment\r\n\r\nx\r\n",
}
"""Parts of a multipart form."""


# Werkzeug leaves the temporary file of a broken upload to the garbage collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("part", NAMELESS)
@pytest.mark.parametrize("path", ["/sheets", "/import", "/language"])
def test_a_part_without_a_name_is_a_bad_request(instance, path, part):
    guarded = create_app({"INSTANCE": instance, "TESTING": True})
    body = b"--x\r\n" + NAMELESS[part] + b"--x--\r\n"
    kind = "multipart/form-data; boundary=x"
    answer = guarded.test_client().post(path, data=body, content_type=kind)
    assert answer.status_code == 400
