"""The check of a slip as it was typed, and the causes of a gap."""

from random import Random

import pytest
from slip_faults import CASES, belote_deals, belote_slip, measured, tarot_slip, tournament_of

from scorekeeper.tournaments.round import TableResult
from scorekeeper.tournaments.slips import check_slip

TRUE = TableResult((198, -66, -66, -66))
DIGITS_ONLY = ("belote", "digit")
"""A wrong digit of the tens looks like belotes, which are more frequent."""


def checked(preset, result, **fields):
    return check_slip(tournament_of(preset, **fields), 2, 1, result)


@pytest.mark.parametrize(
    ("typed", "first", "mended"),
    [
        ((189, -66, -66, -66), "Nom 1 : 189 ↔ 198, deux chiffres inversés ?", TRUE.points),
        ((198, 66, -66, -66), "Nom 2 : −66 et non 66, un signe oublié ?", TRUE.points),
        ((98, -66, -66, -66), "Nom 1 : 198 et non 98, un chiffre oublié ?", TRUE.points),
        ((198, -66, -66, -666), "Nom 4 : −66 et non −666, un chiffre de trop ?", TRUE.points),
        ((197, -66, -66, -66), "Nom 1 : 198 et non 197, un chiffre faux ?", TRUE.points),
        ((40, 40, -28, -68), "Nom 1 : 56, et 40 est noté deux fois ?", (56, 40, -28, -68)),
        ((51, 40, -28, -68), "Nom 1 : 56 et non 51, un chiffre faux ?", (56, 40, -28, -68)),
        (
            (13, 40, -28, -68),
            "Nom 1 : 56 irait avec les autres, 13 ne va pas.",
            (56, 40, -28, -68),
        ),
    ],
)
def test_a_gap_at_tarot_has_a_cause(typed, first, mended):
    cause, *_ = checked("tarot_libre", TableResult(typed)).causes
    assert (str(cause.says), cause.mended.points) == (first, mended)


@pytest.mark.parametrize(
    ("typed", "first", "mended"),
    [
        (((1100, 864), 0, 0), "20 de trop : une belote ?", {"belotes": 1}),
        (((1100, 884), 0, 0), "40 de trop : 2 belotes ?", {"belotes": 2}),
        (((1100, 844), 1, 0), "Il manque 20 : une belote ?", {"belotes": 0}),
        (((1170, 864), 0, 0), "90 de trop : un capot ?", {"capots": 1}),
        (
            ((1170, 884), 0, 0),
            "110 de trop : un capot, une belote ?",
            {"capots": 1, "belotes": 1},
        ),
        (((1100, 834), 0, 0), "Il manque 10 : le dix de der ?", None),
        (((1100, 763), 0, 0), "Il manque 81 : un litige à la dernière donne ?", None),
        (((1100, 773), 1, 0), "Il manque 91 : un litige à la dernière donne ?", None),
        (
            ((1100, 682), 0, 0),
            "Il manque 162 : une donne oubliée, ou 11 donnes jouées ?",
            {"deals": 11},
        ),
        (
            ((1100, 1006), 0, 0),
            "162 de trop : une donne comptée deux fois, ou 13 donnes jouées ?",
            {"deals": 13},
        ),
        (((1150, 844), 0, 0), "50 de trop : des annonces ?", {"extra": 50}),
        (
            ((1010, 844), 0, 0),
            "Nom 1 / Nom 2 : 1\u202f010 ↔ 1\u202f100, deux chiffres inversés ?",
            {"points": (1100, 844)},
        ),
    ],
)
def test_a_gap_at_belote_has_a_cause(typed, first, mended):
    result = TableResult(*typed)
    cause, *_ = checked("belote_points", result).causes
    assert str(cause.says) == first
    assert cause.mended == (mended and result._replace(**mended))


def test_the_only_deal_was_not_forgotten():
    causes = checked("belote_points", TableResult((0, 0)), deals=1).causes
    assert "deal" not in {cause.kind for cause in causes}


def test_a_litige_of_91_needs_a_belote():
    assert not checked("belote_points", TableResult((1100, 753))).causes


def test_points_held_by_a_litige_are_accounted_for_where_nobody_marks_them():
    check = checked("belote_points", TableResult((1100, 763)), litige="held")
    assert check.causes[0].mended.extra == -81


def test_a_capot_of_162_explains_no_gap():
    check = checked("belote_points", TableResult((1190, 844)), capot=162)
    assert "capot" not in {cause.kind for cause in check.causes}


@pytest.mark.parametrize("slips", [100, pytest.param(1000, marks=pytest.mark.hours)])
@pytest.mark.parametrize("case", CASES, ids=" ".join)
def test_seeded_faults_are_named_right(case, slips):
    found = measured(case, "test", slips)
    assert found["named"] / slips >= (0.8 if case == DIGITS_ONLY else 0.93)
    assert not found["missed"]


@pytest.mark.parametrize(
    ("preset", "slip", "fields"),
    [
        ("tarot_libre", lambda random: tarot_slip(random, 3), {"seats": 3}),
        ("tarot_libre", lambda random: tarot_slip(random, 4), {"seats": 4}),
        ("belote_points", lambda random: belote_slip(belote_deals(random)), {}),
    ],
)
def test_true_slips_raise_no_question(preset, slip, fields):
    random = Random(1)
    for _ in range(150):
        check = checked(preset, slip(random), **fields)
        assert check.ok and not check.causes


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if case[1] not in ("other_table", "typed")],
    ids=" ".join,
)
def test_what_a_tap_mends_is_right(case):
    make, kind, argument = CASES[case]
    random = Random(3)
    for _ in range(40):
        tournament, typed = make(random, kind, argument) or (None, None)
        for cause in check_slip(tournament, 2, 1, typed).causes if tournament else ():
            assert not cause.mended or check_slip(tournament, 2, 1, cause.mended).ok


def test_numbers_that_do_not_fit_are_asked_about_though_their_sum_is_right():
    check = checked("tarot_libre", TableResult((199, -67, -66, -66)))
    assert check.ok and [cause.kind for cause in check.causes] == ["apart"]


@pytest.mark.parametrize(
    ("slips", "of"),
    [(((None, TRUE),), "table 2, position 2"), (((), (TRUE,)), "table 1, position 1")],
)
def test_the_slip_of_another_table_or_round_is_recognized(slips, of):
    (cause,) = check_slip(tournament_of("tarot_libre", *slips), 2, 1, TRUE).causes
    assert str(cause.says) == f"Ce sont les nombres de la {of}."


def test_what_somebody_else_typed_is_said_first_and_fills_nothing():
    tournament = tournament_of("tarot_libre", (TRUE,))
    cause, *_ = check_slip(tournament, 2, 1, TableResult((-66, 198, -66, -66))).causes
    assert cause.says.values == {"points": TRUE.points} and not cause.mended


@pytest.mark.parametrize("game", ["coinche", "contree"])
def test_contracts_take_what_the_deck_does_not_account_for(game):
    check = checked("belote_points", TableResult((2010, 1544), belotes=1), game=game)
    assert (check.ok, check.result.extra) == (True, 3554 - 1944 - 20)


def test_a_target_has_no_sum():
    assert checked("belote_points", TableResult((1010, 844)), deals=0, target=1000).ok


@pytest.mark.parametrize(
    ("preset", "typed", "points"),
    [
        ("belote_points", TableResult((972, 0), how="half"), (972, 972)),
        ("belote_points", TableResult((0, 10), how="forfeit"), (0, 1944)),
        ("belote_points", TableResult((1, 0), how="forfeit"), (1944, 0)),
        ("tarot_libre", TableResult((9, -3, -3, -3), how="average"), (0, 0, 0, 0)),
    ],
)
def test_tables_that_did_not_finish_mark_what_the_regulations_say(preset, typed, points):
    check = checked(preset, typed)
    assert not check.ok and check.causes[0].mended.points == points
    assert checked(preset, check.causes[0].mended).ok
