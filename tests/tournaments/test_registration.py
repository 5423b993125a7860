"""The people of a tournament, and its regulations, decided without a database."""

from contextlib import nullcontext

import pytest
from check_tournament import check
from decided import FIRST, Decided, play, publish_next

from scorekeeper.streams.errors import UnknownEntry
from scorekeeper.tournaments import people
from scorekeeper.tournaments.errors import TournamentRefused
from scorekeeper.tournaments.formats.tournament_file import write
from scorekeeper.tournaments.formats.tournament_reader import folded, read
from scorekeeper.tournaments.people import (
    NewPerson,
    alone,
    attend,
    keep_apart,
    pair_up,
    register,
)
from scorekeeper.tournaments.person import Person
from scorekeeper.tournaments.regulations import PRESETS, InvalidField, as_fields, from_fields
from scorekeeper.tournaments.round import TableResult

ANNE, BRUNO = NewPerson("Anne Durand", "1234", "Les Bouts"), NewPerson("Bruno")


def in_teams(*teams):
    return [NewPerson(name, team=team) for name, team in zip("ABCD", teams, strict=True)]


@pytest.fixture
def open_desk():
    return Decided


@pytest.mark.parametrize("preset", PRESETS)
def test_the_fields_of_regulations_are_read_as_they_are_written(preset):
    regulations = PRESETS[preset].regulations
    assert from_fields(preset, as_fields(regulations)) == regulations


@pytest.mark.parametrize(
    ("preset", "field", "value"),
    [
        ("tarot_libre", "rounds", "0"),
        ("tarot_libre", "rounds", "13"),
        ("tarot_libre", "deals", "five"),
        ("tarot_libre", "deals", "0"),
        ("tarot_libre", "draw", "chance"),
        ("tarot_libre", "grid", "60 -3"),
        ("tarot_libre", "grid", "10000001"),
        ("tarot_libre", "grid", "1 " * 1001),
        ("belote_points", "draw", "fft"),
        ("belote_points", "ranking", "wins"),
        ("belote_points", "target", "2001"),
        ("belote_wins", "ranking", "points"),
        ("belote_wins", "capot", "250"),
    ],
)
def test_a_value_that_a_field_cannot_have_is_refused(preset, field, value):
    with pytest.raises(InvalidField):
        from_fields(preset, {field: value})


def test_a_field_that_a_preset_does_not_ask_has_no_say():
    fields = {"exempt_points": "972", "ranking": "wins"}
    assert from_fields("tarot_libre", fields) == PRESETS["tarot_libre"].regulations


def test_a_team_plays_once_both_players_are_here(open_desk):
    desk = open_desk("belote_points")
    desk.record("enrolled", register, [ANNE._replace(team=1), BRUNO._replace(team=1)], False)
    desk.record("attending", attend, [1], True)
    assert desk.tournament.entrants == ()
    desk.record("attending", attend, [2], True)
    assert desk.tournament.entrants == (1,)


@pytest.mark.parametrize(
    "preset, team, size, fits",
    [
        ("belote_points", 1, 3, False),
        ("tarot_pairs", 1, 3, True),
        ("tarot_pairs", 1, 4, True),
        ("tarot_pairs", 1, 5, False),
        ("tarot_pairs", 0, 1, False),
    ],
)
def test_who_plays_in_teams_is_in_one_that_is_not_too_large(
    open_desk, preset, team, size, fits
):
    with nullcontext() if fits else pytest.raises(TournamentRefused):
        register(open_desk(preset).tournament, [ANNE._replace(team=team)] * size, True)


def test_a_new_team_has_a_number_of_its_own(open_desk):
    desk = open_desk("belote_points")
    for _ in range(2):
        desk.record("enrolled", register, [ANNE._replace(team=-1)], True)
    assert desk.tournament.team_of == (1, 2)


@pytest.mark.parametrize("people", [[], [NewPerson("\u200b ")]])
def test_nobody_is_registered_without_a_letter_of_his_name(desk, people):
    with pytest.raises(TournamentRefused):
        desk.record("enrolled", register, people, True)


@pytest.mark.parametrize(
    ("preset", "teams", "pairs", "never", "forbidden"),
    [
        ("tarot_libre", (0, 0, 0, 0), [(2, 1)], set(), {(1, 2)}),
        ("tarot_pairs", (1, 1, 2, 2), [(3, 2)], {(1, 2), (3, 4)}, {(1, 2), (3, 4), (2, 3)}),
        ("belote_points", (1, 1, 2, 2), [(1, 3), (2, 4)], set(), {(1, 2)}),
    ],
    ids=["players", "partners at tarot never meet", "teams"],
)
def test_people_kept_apart_are_pairs_of_the_draw(
    open_desk, preset, teams, pairs, never, forbidden
):
    desk = open_desk(preset)
    desk.record("enrolled", register, in_teams(*teams), True)
    desk.record("apart", keep_apart, pairs, True)
    assert desk.tournament.forbidden == forbidden
    desk.record("apart", keep_apart, pairs, False)
    assert desk.tournament.forbidden == never


def test_partners_are_not_kept_apart(open_desk):
    desk = open_desk("belote_points")
    desk.record("enrolled", register, in_teams(1, 1, 2, 2), True)
    with pytest.raises(TournamentRefused, match="A et B sont de la même équipe"):
        desk.record("apart", keep_apart, [(1, 3), (2, 1)], True)
    assert desk.tournament.apart == set()


def test_partners_who_were_kept_apart_before_may_meet_again(open_desk):
    desk = open_desk("belote_points")
    desk.record("enrolled", register, in_teams(1, 1, 2, 2), True)
    desk.append("apart", {"pairs": [[1, 2]], "apart": True})
    desk.record("apart", keep_apart, [(1, 2)], False)
    assert desk.tournament.apart == set()


@pytest.mark.parametrize("number", [0, 2, -1])
@pytest.mark.parametrize(
    "decision",
    [
        lambda now, n: attend(now, [n], False),
        lambda now, n: keep_apart(now, [(1, n)], True),
    ],
)
def test_nobody_of_an_unknown_number_checks_in_or_is_kept_apart(desk, decision, number):
    desk.record("enrolled", register, [ANNE], True)
    with pytest.raises(UnknownEntry):
        decision(desk.tournament, number)


def test_nobody_joins_the_team_of_an_unknown_number(open_desk):
    with pytest.raises(UnknownEntry):
        register(open_desk("belote_points").tournament, [BRUNO], True, 9)


def test_nobody_is_kept_apart_from_himself(desk):
    desk.record("enrolled", register, [ANNE], True)
    assert keep_apart(desk.tournament, [(1, 1)], True) is None


def test_two_who_came_alone_are_a_team_and_teams_are_numbered_without_a_gap(open_desk):
    desk = open_desk("belote_points")
    desk.record("enrolled", register, in_teams(1, 2, 3, 3), True)
    desk.record("paired", pair_up, 2, 1)
    assert desk.tournament.teams == {1: (1, 2), 2: (3, 4)}


@pytest.mark.parametrize("pair", [(1, 1), (1, 3), (1, 9)])
def test_who_has_a_partner_gets_no_other_one(open_desk, pair):
    desk = open_desk("belote_points")
    desk.record("enrolled", register, in_teams(1, 2, 3, 3), True)
    with pytest.raises(TournamentRefused):
        desk.record("paired", pair_up, *pair)


def test_no_teams_are_made_once_the_seats_are_published(open_desk):
    desk = open_desk("belote_points")
    desk.record("enrolled", register, in_teams(1, 2, 3, 3), True)
    seats = {"round": 1, "draw": "manual", "tables": [[1, 3]], "exempt": [2]}
    desk.append("published", seats)
    with pytest.raises(TournamentRefused):
        desk.record("paired", pair_up, 1, 2)


TEAMS = ["belote_points", "tarot_pairs"]


@pytest.fixture(params=TEAMS)
def widowed(open_desk, request):
    """Two teams; the second of the first one was erased. Behind them one came alone."""
    desk = open_desk(request.param)
    desk.record("enrolled", register, in_teams(1, 1, 2, 2), True)
    desk.record("enrolled", register, [NewPerson("Zoé", team=3)], True)
    desk.record("attending", attend, [2], False)
    desk.erase(2)
    return desk


def test_who_has_a_partner_who_was_erased_is_alone_again(widowed):
    assert alone(widowed.tournament) == (1, 5)


def test_a_new_partner_has_the_number_of_the_one_who_was_erased(widowed):
    widowed.record("enrolled", register, [ANNE], True, 1)
    assert widowed.tournament.teams == {1: (1, 2), 2: (3, 4), 3: (5,)}
    assert widowed.tournament.person(2) == Person(2, *ANNE[:3], 1, is_here=True)


def test_a_partner_beyond_who_was_erased_has_a_new_number(open_desk):
    desk = open_desk("tarot_pairs")
    desk.record("enrolled", register, in_teams(1, 1, 2, 2), True)
    desk.erase(2)
    desk.record("enrolled", register, [ANNE, BRUNO], True, 1)
    assert desk.tournament.teams == {1: (1, 2, 5), 2: (3, 4)}
    assert [desk.tournament.person(n).name for n in (2, 5)] == ["Anne Durand", "Bruno"]


@pytest.mark.parametrize("pair", [(1, 5), (5, 1)])
def test_who_was_erased_is_left_out_of_a_team_that_forms(widowed, pair):
    widowed.record("paired", pair_up, *pair)
    assert {*widowed.tournament.teams.values()} == {(1, 5), (2,), (3, 4)}


@pytest.mark.parametrize("preset", TEAMS)
@pytest.mark.parametrize("partner", ["registered", "came alone", "nobody"])
def test_the_file_of_an_evening_has_who_was_erased_of_a_team(open_desk, preset, partner):
    desk = open_desk(preset, people=8)
    desk.record("enrolled", register, [NewPerson("Zoé", team=5)], True)
    desk.record("attending", attend, [2], False)
    desk.erase(2)
    if partner == "registered":
        desk.record("enrolled", register, [NewPerson("Karl")], True, 1)
        desk.record("attending", attend, [9], False)
    if partner == "came alone":
        desk.record("paired", pair_up, 1, 9)
    publish_next(desk)
    play(desk, 1, TableResult((1000, 944)) if preset == "belote_points" else FIRST)
    text = write(desk.tournament)
    assert check(text.encode()) == [] and write(folded(read(text.encode()))) == text


def test_nobody_is_registered_once_the_tournament_is_full_of_who_is_not_erased(
    desk, monkeypatch
):
    monkeypatch.setattr(people, "MAX_PEOPLE", 1)
    desk.record("enrolled", register, [ANNE], True)
    with pytest.raises(TournamentRefused, match="complet"):
        desk.record("enrolled", register, [BRUNO], True)
    desk.erase(1)
    desk.record("enrolled", register, [BRUNO], True)
    assert [person.number for person in desk.tournament.registered] == [2]
