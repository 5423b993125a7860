"""Homonyms of a tournament are told apart wherever a name shows."""

import pytest

from scorekeeper.tournaments.person import told_apart


@pytest.mark.parametrize(
    ("people", "shown"),
    [
        ([("Jean", "", "Lyon"), ("Jean", "", "Metz")], ["Jean (Lyon)", "Jean (Metz)"]),
        ([("Jean", "12", "Lyon"), ("JEAN", "34", "Lyon")], ["Jean (1)", "JEAN (2)"]),
        ([("Jean", "12", ""), ("Jean", "", "Lyon")], ["Jean (1)", "Jean (Lyon)"]),
        (
            [("Jean", "", "Lyon"), ("Jean", "", "LYON"), ("Jean", "", "Metz")],
            ["Jean (1)", "Jean (2)", "Jean (Metz)"],
        ),
        ([("Jean", "", ""), ("Jeanne", "", "")], ["Jean", "Jeanne"]),
        ([("", "", ""), ("", "", "")], ["(1)", "(2)"]),
        (
            [("Jean", "", ""), ("Jean", "", ""), ("Jean (2)", "", "")],
            ["Jean (1)", "Jean (2) (2)", "Jean (2) (3)"],
        ),
    ],
)
def test_a_club_or_else_a_number_tells_homonyms_apart(people, shown):
    names = ("Grand prix", *(text for person in people for text in person))
    assert list(told_apart(names)) == shown
