"""A tournament without HTTP: its announcement, its names, what is stored once."""

import pytest
from decided import play, publish_next
from desk import play_deals

from scorekeeper.sheets.service.access import SheetRepository
from scorekeeper.streams.errors import UnknownEntry
from scorekeeper.tournaments.errors import TournamentRefused
from scorekeeper.tournaments.people import NO_NAME, NewPerson, attend, register, set_ranked
from scorekeeper.tournaments.person import Person
from scorekeeper.tournaments.round import TableResult
from scorekeeper.tournaments.rounds import add_penalty, publish_by_hand, record_slip
from scorekeeper.tournaments.service import access
from scorekeeper.tournaments.service.access import announce, regulate
from scorekeeper.tournaments.service.people import change_person, erase_person, texts_about
from scorekeeper.tournaments.service.tokens import Role

ABOUT = {"title": "Coupe", "date": "", "place": "", "game": "tarot", "fields": {}}
ANNE, BRUNO = NewPerson("Anne Durand", "1234", "Les Bouts"), NewPerson("Bruno")


def test_all_texts_of_a_person_are_corrected_at_once(desk):
    desk.record("enrolled", register, [ANNE], True)
    change_person(desk, 1, "Anna Durand", "5678", "Petit Au Bout", was=ANNE[:3])
    assert desk.tournament.person(1)[1:4] == ("Anna Durand", "5678", "Petit Au Bout")


def test_nobody_loses_his_name_by_a_correction(desk):
    desk.record("enrolled", register, [ANNE], True)
    with pytest.raises(TournamentRefused):
        change_person(desk, 1, " ", "1234", "")
    assert desk.tournament.person(1).name == ANNE.name


def test_who_is_erased_keeps_his_number_and_plays_no_more(desk):
    desk.record("enrolled", register, [ANNE, BRUNO], True)
    erase_person(desk, 1)
    assert desk.tournament.person(1) == Person(1, "")
    with pytest.raises(UnknownEntry):
        desk.record("attending", attend, [1], True)


WRITTEN = {
    "Coupe Éphémère",
    "EPHEMERE est parti",
    "chez Émile",
    "dispute avec émile",
    "faute d'Émile Éphémère",
    "licence 4711 perdue",
    "un panier ; offert par Émile",
    "le jambon d'Émile",
}
"""Texts about Émile Éphémère, licence 4711."""


@pytest.fixture
def written(tournaments):
    """A closed round of a tournament in which each of these texts was written somewhere."""
    about = ABOUT | {"title": "Coupe Éphémère", "place": "chez Émile"}
    about["fields"] = {"in_kind": "un panier ; offert par Émile"}
    desk = tournaments.access(announce(tournaments, **about, preset="tarot_libre"), Role)
    regulate(desk, {"in_kind": "le jambon d'Émile"})
    desk.record("enrolled", register, [NewPerson("Émile Éphémère", "4711")], True)
    desk.record("enrolled", register, [NewPerson(name) for name in "ABC"], True)
    desk.record("published", publish_by_hand, 1, [(1, 2, 3, 4)])
    sheet = play_deals(desk)
    sheet.record("annotated", {"entry": 2, "note": "dispute avec émile"})
    play(desk, 1)
    desk.record("slip", record_slip, 1, 1, CORRECTED, desk.tournament.rounds[0].slips[1].seq)
    desk.record("unranked", set_ranked, 1, False, "EPHEMERE est parti")
    desk.record("fined", add_penalty, 1, 1, -10, "faute d'Émile Éphémère")
    desk.record("fined", add_penalty, 1, 2, -10, "bruit")
    return desk


CORRECTED = TableResult((60, -20, -20, -20), reason="licence 4711 perdue")


def test_what_was_written_about_somebody_is_found_whatever_the_case(written):
    assert {*texts_about(written, 1)} == WRITTEN
    assert texts_about(written, 2) == []


def test_a_title_is_found_by_a_word_of_a_name_that_has_three_letters(tournaments):
    about = ABOUT | {"title": "Coupe Émile", "place": "rue de Lyon", "preset": "tarot_libre"}
    desk = tournaments.access(announce(tournaments, **about), Role)
    desk.record("enrolled", register, [NewPerson("Émile de Bray")], True)
    assert texts_about(desk, 1) == ["Coupe Émile"]


def test_an_erasure_removes_what_was_written_and_leaves_the_points(written, tournaments):
    before = written.tournament
    erase_person(written, 1, texts=WRITTEN)
    after = tournaments.access(written.token, Role).tournament
    assert (after.title, after.place, after.unranked) == ("…", "…", {1: "…"})
    assert after.regulations.in_kind == ("…",)
    assert [one.reason for one in after.rounds[0].penalties] == ["…", "bruit"]
    assert after.rounds[0].slips[1].result == CORRECTED._replace(reason="…")
    assert after.rounds[0].ranking == before.rounds[0].ranking
    journal = tournaments.journal
    stored = str([journal.events(stream) for stream in journal.stream_ids()]).lower()
    assert not [word for word in ("phemere", "phémère", "mile", "4711") if word in stored]
    journal.require_whole()


def test_an_erasure_leaves_the_texts_that_were_not_chosen(written):
    erase_person(written, 1, texts={"chez Émile"})
    assert written.tournament.place == "…"
    assert written.tournament.unranked == {1: "EPHEMERE est parti"}


def test_a_refused_erasure_leaves_every_text(written):
    with pytest.raises(TournamentRefused):
        erase_person(written, 1, was=["Emilie"], texts=WRITTEN)
    assert {*texts_about(written, 1)} == WRITTEN


def test_a_page_of_a_state_that_never_was_is_refused(desk):
    with pytest.raises(TournamentRefused):
        desk.state_shown(f"1_{'0' * 16}", NO_NAME)


def test_the_token_of_a_tournament_opens_no_sheet(desk, repository: SheetRepository):
    assert repository.grant(desk.token) is None


def test_two_desks_never_give_one_number_to_two_teams(desk, tournaments):
    other = tournaments.access(desk.token, Role)
    assert other.tournament.team_of == ()
    team = [NewPerson("Anne", team=-1), NewPerson("Bruno", team=-1)]
    two = [NewPerson("Chloé", team=-1), NewPerson("David", team=-2)]
    desk.record("enrolled", register, team, True)
    other.record("enrolled", register, two, True)
    assert other.tournament.teams == {1: (1, 2), 2: (3,), 3: (4,)}


@pytest.mark.parametrize(
    ("bound", "says"), [("MAX_EVENTS", "rien de plus"), ("MAX_PEOPLE", "complet")]
)
def test_a_full_journal_is_told_apart_from_too_many_numbers_of_people(
    desk, monkeypatch, bound, says
):
    monkeypatch.setattr(access, bound, desk.tournament.version)
    with pytest.raises(TournamentRefused, match=says):
        desk.record("enrolled", register, [ANNE, BRUNO, BRUNO], True)


def test_who_sits_at_a_table_is_not_erased_before_its_end(open_desk):
    desk = open_desk(people=4)
    publish_next(desk)
    with pytest.raises(TournamentRefused):
        erase_person(desk, 1)
    play(desk, 1)
    erase_person(desk, 1)
    assert desk.tournament.person(1).name == ""
