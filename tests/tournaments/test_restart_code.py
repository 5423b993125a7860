"""Restart codes: the whole evening in a few QR codes, whatever happens to their text."""

import subprocess
from random import Random
from shutil import which

import pytest
import segno
from long_cases import one_in
from random_evenings import comparable, decided_evening, tarot_evening

from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.tournaments.formats import restart_code
from scorekeeper.tournaments.formats.restart_code import read_restart_codes, restart_codes
from scorekeeper.tournaments.formats.tournament_reader import folded
from scorekeeper.tournaments.person import MAX_PEOPLE
from scorekeeper.web.qr_code import MANY_DIGITS


@pytest.mark.parametrize("seed", one_in(15, range(150)))
def test_an_evening_comes_back_whole_from_its_codes(seed):
    evening = decided_evening(seed)
    codes = restart_codes(evening)
    assert comparable(folded(read_restart_codes("".join(codes)))) == comparable(evening)


def test_a_team_of_one_keeps_its_table(open_desk):
    desk = open_desk("belote_points", people=7)
    seats = {"round": 1, "draw": "manual", "tables": [[1, 2], [3, 4]]}
    desk.record("published", seats)  # as earlier versions took it
    codes = restart_codes(desk.tournament)
    assert folded(read_restart_codes("".join(codes))).rounds[0].tables == ((1, 2), (3, 4))


@pytest.mark.parametrize(
    ("people", "codes", "version"),
    [(40, 1, 25), (52, 1, 28), (60, 2, 20), (100, 2, 25), (400, 6, 28)],
)
def test_codes_are_few_enough_and_small_enough_for_paper(people, codes, version):
    evening = tarot_evening(people, rounds=5)
    texts = restart_codes(evening)
    drawn = [segno.make(MANY_DIGITS.split(text), error="m") for text in texts]
    assert len(drawn) <= codes and max(code.version for code in drawn) <= version
    assert comparable(folded(read_restart_codes("\n".join(texts)))) == comparable(evening)


@pytest.mark.parametrize("people", [400, pytest.param(MAX_PEOPLE, marks=pytest.mark.long)])
def test_more_than_nine_codes_are_read_too(people):
    evening = tarot_evening(people, rounds=12)
    codes = restart_codes(evening)
    assert len(codes) > 9
    assert comparable(folded(read_restart_codes("".join(codes)))) == comparable(evening)


CODES = restart_codes(tarot_evening(100, rounds=5))
EVENING = read_restart_codes("".join(CODES))
OTHER = restart_codes(tarot_evening(100, rounds=4))


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(reversed(CODES)),
        " " + CODES[0].lower() + "\n\n" + CODES[1][:300] + "\r\n  " + CODES[1][300:],
        "Code 1 : " + CODES[0] + " ; code 2 : " + CODES[1] + ".",
        CODES[1] + CODES[0] + CODES[1],
        OTHER[0] + "\n" + CODES[0] + "\n" + CODES[1],
        CODES[0] + "\n" + CODES[1] + "\n" + OTHER[0],
    ],
    ids=["any order", "spaces", "words between", "twice", "with another", "before another"],
)
def test_codes_are_read_as_people_paste_them(text):
    assert read_restart_codes(text) == EVENING


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", "codes : aucun n'est là"),
        ("http://192.168.1.5:8080/", "codes : aucun n'est là"),
        (CODES[1], "codes : il manque le code 1 sur 2"),
        (CODES[0] + CODES[1][:-40], "codes : le code 2 sur 2 est abîmé"),
        (CODES[0] + OTHER[1], "codes : il manque le code 1 sur 2"),
    ],
    ids=["nothing", "an address", "one", "cut", "of two evenings"],
)
def test_what_is_missing_is_told(text, refusal):
    with pytest.raises(DocumentError) as refused:
        read_restart_codes(text)
    assert str(refused.value).startswith(refusal)


@pytest.mark.parametrize("seed", one_in(5, range(20)))
def test_a_changed_digit_is_never_read(seed):
    random, code = Random(seed), restart_codes(decided_evening(seed))[0]
    place = random.randrange(len("MARQUE1/1-"), len(code))
    digit = random.choice([d for d in "0123456789" if d != code[place]])
    with pytest.raises(DocumentError):
        read_restart_codes(code[:place] + digit + code[place + 1 :])


@pytest.mark.skipif(not which("zbarimg"), reason="needs zbar-tools")
def test_a_reader_of_qr_codes_reads_the_same_text(tmp_path):
    picture = tmp_path / "code.png"
    segno.make(MANY_DIGITS.split(CODES[0]), error="m").save(picture, scale=4)
    read = subprocess.run(["zbarimg", "-q", "--raw", picture], capture_output=True, check=True)
    assert read.stdout.decode().strip() == CODES[0]


FORGED = [
    ("_brief", lambda text, numbers: ["\t\n" * 2100 + "round\t1\n" * 2100]),
    *(("_brief", lambda text, numbers, one=one: [one]) for one in ("t4", "r", "r9", "round")),
    ("_Numbers.content", lambda numbers: b"\xff" * 50_000),
]
"""What writes codes that are none."""


@pytest.mark.parametrize(("written_by", "forger"), FORGED)
def test_a_forged_code_is_refused_before_it_takes_long(monkeypatch, written_by, forger):
    monkeypatch.setattr(f"{restart_code.__name__}.{written_by}", forger)
    forged = restart_codes(tarot_evening(8, rounds=1))
    with pytest.raises(DocumentError) as refused:
        read_restart_codes("".join(forged))
    assert str(refused.value) == "codes : ceux-ci ne se lisent pas"
