"""A tournament without HTTP: its announcement, its regulations, its people."""

from contextlib import nullcontext

import pytest

from scorekeeper.sheets.service.access import SheetRepository
from scorekeeper.streams.errors import UnknownEntry, WriteForbidden
from scorekeeper.tournaments.errors import TournamentRefused
from scorekeeper.tournaments.regulations import PRESETS, InvalidField, as_fields, from_fields
from scorekeeper.tournaments.service import access
from scorekeeper.tournaments.service.access import announce, regulate
from scorekeeper.tournaments.service.people import (
    NewPerson,
    attend,
    change_person,
    enrol,
    erase_person,
    keep_apart,
    next_team,
    pair_up,
)
from scorekeeper.tournaments.tournament import Person

ANNE, BRUNO = NewPerson("Anne Durand", "1234", "Les Bouts"), NewPerson("Bruno")


def test_a_tournament_has_what_was_announced(open_desk):
    tournament = open_desk("belote_wins", deals="16").tournament
    assert (tournament.title, tournament.place, tournament.game) == (
        "Coupe d'automne",
        "Salle",
        "belote",
    )
    assert (tournament.regulations.deals, tournament.regulations.ranking) == (16, "wins")


def test_the_same_key_opens_one_tournament(tournaments):
    about = {"title": "Coupe", "date": "", "place": "", "game": "tarot", "fields": {}}
    opened = {
        announce(tournaments, **about, preset="tarot_libre", key="once") for _ in range(2)
    }
    assert len(opened) == 1


def test_a_tournament_without_a_name_is_refused(tournaments):
    with pytest.raises(TournamentRefused):
        announce(
            tournaments,
            title=" ",
            date="",
            place="",
            game="tarot",
            preset="tarot_libre",
            fields={},
        )


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
        ("tarot_libre", "draw", "chance"),
        ("tarot_libre", "grid", "60 -3"),
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


def test_regulations_change_before_the_first_round(desk):
    regulate(desk, {"rounds": "6"})
    assert desk.tournament.regulations.rounds == 6


def test_people_have_their_names_licenses_and_clubs(desk):
    enrol(desk, [ANNE, BRUNO], is_here=True)
    assert desk.tournament.people == (
        Person(1, "Anne Durand", "1234", "Les Bouts", 0, is_here=True),
        Person(2, "Bruno", is_here=True),
    )


def test_who_was_registered_before_the_evening_has_not_checked_in(desk):
    enrol(desk, [ANNE, BRUNO], is_here=False)
    attend(desk, [2], is_here=True)
    assert desk.tournament.entrants == (2,)


def test_a_check_in_is_taken_back(desk):
    enrol(desk, [ANNE, BRUNO], is_here=True)
    attend(desk, [2], is_here=False)
    assert desk.tournament.entrants == (1,)


def test_a_team_plays_once_both_players_are_here(open_desk):
    desk = open_desk("belote_points")
    enrol(desk, [ANNE._replace(team=1), BRUNO._replace(team=1)], is_here=False)
    attend(desk, [1], is_here=True)
    assert desk.tournament.entrants == ()
    attend(desk, [2], is_here=True)
    assert desk.tournament.entrants == (1,)


def test_a_team_of_three_is_refused(open_desk):
    desk = open_desk("belote_points")
    with pytest.raises(TournamentRefused):
        enrol(desk, [ANNE._replace(team=1)] * 3, is_here=True)


@pytest.mark.parametrize("size, fits", [(3, True), (4, True), (5, False)])
def test_a_team_of_tarot_has_four_players_at_most(open_desk, size, fits):
    desk = open_desk("tarot_pairs")
    with nullcontext() if fits else pytest.raises(TournamentRefused):
        enrol(desk, [ANNE._replace(team=1)] * size, is_here=True)


def test_a_new_team_has_a_number_of_its_own(open_desk):
    desk = open_desk("belote_points")
    enrol(desk, [ANNE._replace(team=next_team(desk.tournament))], is_here=True)
    assert next_team(desk.tournament) == 2


def test_a_name_without_a_letter_is_refused(desk):
    with pytest.raises(TournamentRefused):
        enrol(desk, [NewPerson("\u200b ")], is_here=True)


def test_a_corrected_name_leaves_the_database(desk, tournaments):
    enrol(desk, [ANNE], is_here=True)
    change_person(desk, 1, "Anna Durand", "1234", "")
    assert desk.tournament.person(1) == Person(1, "Anna Durand", "1234", is_here=True)
    assert "Anne Durand" not in str(tournaments.journal.events(desk.stream))


def test_all_texts_of_a_person_are_corrected_at_once(desk):
    enrol(desk, [ANNE], is_here=True)
    change_person(desk, 1, "Anna Durand", "5678", "Petit Au Bout", was=ANNE[:3])
    assert desk.tournament.person(1)[1:4] == ("Anna Durand", "5678", "Petit Au Bout")


def test_who_is_erased_keeps_his_number_and_plays_no_more(desk):
    enrol(desk, [ANNE, BRUNO], is_here=True)
    erase_person(desk, 1)
    assert desk.tournament.person(1) == Person(1, "")
    with pytest.raises(UnknownEntry):
        attend(desk, [1], is_here=True)


def test_players_kept_apart_are_pairs_of_the_draw(desk):
    enrol(desk, [ANNE, BRUNO], is_here=True)
    keep_apart(desk, [(2, 1)], apart=True)
    assert desk.tournament.forbidden == {(1, 2)}
    keep_apart(desk, [(1, 2)], apart=False)
    assert desk.tournament.forbidden == set()


def test_partners_at_tarot_never_meet(open_desk):
    desk = open_desk("tarot_pairs")
    enrol(desk, [ANNE._replace(team=1), BRUNO._replace(team=1)], is_here=True)
    assert desk.tournament.forbidden == {(1, 2)}


def test_people_kept_apart_keep_their_teams_apart(open_desk):
    desk = open_desk("belote_points")
    people = [
        NewPerson(name, team=team) for name, team in zip("ABCD", (1, 1, 2, 2), strict=True)
    ]
    enrol(desk, people, is_here=True)
    keep_apart(desk, [(1, 2), (2, 4)], apart=True)
    assert desk.tournament.forbidden == {(1, 2)}


@pytest.mark.parametrize("number", [0, 2, -1])
def test_nobody_of_an_unknown_number_checks_in(desk, number):
    enrol(desk, [ANNE], is_here=True)
    with pytest.raises(UnknownEntry):
        attend(desk, [number], is_here=False)


def test_a_link_that_reads_changes_nothing(desk, tournaments):
    reading = tournaments.access(desk.read_token)
    with pytest.raises(WriteForbidden):
        enrol(reading, [ANNE], is_here=True)
    with pytest.raises(WriteForbidden):
        reading.rename(0, "x")


def test_the_token_of_a_tournament_opens_no_sheet(desk, repository: SheetRepository):
    assert repository.grant(desk.token) is None


def test_two_desks_never_give_one_number_to_two_teams(desk, tournaments):
    other = tournaments.access(desk.token)
    assert other.tournament.team_of == ()
    enrol(desk, [NewPerson("Anne", team=-1), NewPerson("Bruno", team=-1)], is_here=True)
    enrol(other, [NewPerson("Chloé", team=-1), NewPerson("David", team=-2)], is_here=True)
    assert other.tournament.teams == {1: (1, 2), 2: (3,), 3: (4,)}


def test_two_who_came_alone_are_a_team_and_teams_are_numbered_without_a_gap(open_desk):
    desk = open_desk("belote_points")
    people = [
        NewPerson(name, team=team) for name, team in zip("ABCD", (1, 2, 3, 3), strict=True)
    ]
    enrol(desk, people, is_here=True)
    pair_up(desk, 2, 1)
    assert desk.tournament.teams == {1: (1, 2), 2: (3, 4)}


@pytest.mark.parametrize("pair", [(1, 1), (1, 3), (1, 9)])
def test_who_has_a_partner_gets_no_other_one(open_desk, pair):
    desk = open_desk("belote_points")
    people = [
        NewPerson(name, team=team) for name, team in zip("ABCD", (1, 2, 3, 3), strict=True)
    ]
    enrol(desk, people, is_here=True)
    with pytest.raises(TournamentRefused):
        pair_up(desk, *pair)


def test_a_full_journal_is_not_said_to_be_too_many_people(desk, monkeypatch):
    monkeypatch.setattr(access, "MAX_EVENTS", desk.tournament.version)
    with pytest.raises(TournamentRefused, match="rien de plus"):
        enrol(desk, [ANNE], is_here=True)


def test_nobody_is_without_a_team_where_teams_are_ranked(open_desk):
    with pytest.raises(TournamentRefused):
        enrol(open_desk("tarot_pairs"), [ANNE], is_here=True)
