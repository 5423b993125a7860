"""Forms that no page of ours posts: refused, never a crash."""

import io
import random

import pytest
from long_cases import long

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


def test_a_number_that_is_none_beside_an_answer_left_out_is_an_error(
    open_preset, post_answers
):
    sheet = open_preset("belote-annonces")
    form = {"taker": "0", "suit": "hearts", "points": "91", "annonces_points": "x"}
    assert post_answers(sheet, form).status_code == 422


ODD = [
    "",
    "0",
    "1",
    "-1",
    "4",
    "99",
    "9" * 4301,
    "1e9",
    "٣",
    "½",
    "\0",
    "\ud7ff",
    "🃏",
    "<b>",
    "none",
]
ODD += ["0-simple", "garde", "attack", "49", "40,5", "91", "x" * 60_000, "2", "3", "a" * 32]


NAMES = ["taker", "partner", "contract", "bouts", "points", "points_defence", "petit_au_bout"]
NAMES += ["poignees", "chelem", "sitting_out", "miseres", "passed", "before", "entry", "key"]
NAMES += [
    "confirm",
    "seating",
    "name",
    "number",
    "dealer",
    "active",
    "up",
    "out",
    "back",
    "more",
]
NAMES += ["known", "player", "way", "reason", "token", "language", "next", "title", "date"]


PATHS = [
    "/hands",
    "/hands/2",
    "/hands/preview",
    "/hands/3",
    "/penalties",
    "/penalties/3",
    "/table",
]
PATHS += ["/journal/removals", "/journal/restorations"]


@pytest.mark.parametrize("count", [200, *long(1500)])
def test_no_random_form_crashes_the_program(open_sheet, post_hand, client, count):
    chance = random.Random(20261120)
    sheet = open_sheet(5, option_misere="10")
    post_hand(sheet, partner="none")
    client.post(f"{sheet}/penalties", data={"player": "1", "way": "less", "points": "100"})
    for _ in range(count):
        path = chance.choice(
            [sheet + path for path in PATHS] + ["/sheets", "/language", "/forgotten"]
        )
        form = {
            name: chance.choices(ODD, k=chance.choice([1, 1, 1, 3]))
            for name in chance.sample(NAMES, 9)
        }
        if chance.random() < 0.5:
            form |= {"taker": "0", "contract": "garde", "bouts": "2", "points": "49"}
        answer = client.post(path, data=form)
        assert answer.status_code in (200, 303, 400, 404, 409, 413, 422), (path, form)
    for path in ("", "/journal", "/print", "/table", "/hands/2/edit"):
        assert client.get(sheet + path).status_code in (200, 404)
    assert client.get("/").status_code == 200
