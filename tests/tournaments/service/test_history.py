"""The history of a tournament: a line for each event, the latest first, by pages."""

import pytest
from decided import FIRST

from scorekeeper.i18n.messages import render
from scorekeeper.sheets.history import PAGE_EVENTS
from scorekeeper.streams.chain import REDACTED
from scorekeeper.tournaments import history, rounds
from scorekeeper.tournaments.history import HistoryPage, history_page
from scorekeeper.tournaments.people import (
    NewPerson,
    attend,
    keep_apart,
    pair_up,
    register,
    set_ranked,
)
from scorekeeper.tournaments.round import TableResult
from scorekeeper.tournaments.rounds import add_penalty, publish_by_hand, record_slip, reseat
from scorekeeper.tournaments.service.access import regulate
from scorekeeper.tournaments.service.people import change_person, erase_person
from scorekeeper.tournaments.till import pay, take_back
from scorekeeper.tournaments.tournament import CHANGES

TABLES = [(1, 2, 3, 4), (5, 6, 7, 8)]
OTHER = [(1, 2, 3, 5), (4, 6, 7, 8)]
FOUR = TableResult((40, -20, -10, -10))


def page(desk, **asked) -> HistoryPage:
    return history_page(desk.events(), desk.tournament, **asked)


def said(desk, **asked):
    """The lines of a page, the latest first."""
    return [" · ".join(map(render, parts)) for _, parts in page(desk, **asked).lines]


def reseated(desk):
    desk.record("reseated", reseat, 1, OTHER, (), desk.tournament)


def slip(desk, result=FIRST, **more):
    known = desk.tournament.round(1).slips.get(1)
    seen = known.seq if known else 0
    desk.record("slip", lambda now: {**record_slip(now, 1, 1, result, seen), **more})


def clock(desk, **changes):
    seen = desk.tournament.round(1).clock.stamp
    change = lambda known: known._replace(**changes)  # noqa: E731
    desk.record("timed", rounds.set_clock, 1, change, seen)


def closed(desk):
    for table in desk.tournament.round(1).missing:
        desk.record("slip", record_slip, 1, table, FIRST)
    desk.record("closed", rounds.close, 1)


def fined(desk):
    desk.record("fined", add_penalty, 1, 3, -100, "retard")


HAPPENED = {
    "enrolled": (
        lambda desk: desk.record("enrolled", register, [NewPerson("Zoé")], False),
        "Inscrire · Zoé",
    ),
    "renamed": (
        lambda desk: change_person(desk, 1, "Anne", "123", "Lyon"),
        "Changer · Anne",
    ),
    "attending": (
        lambda desk: desk.record("attending", attend, [1, 2], False),
        "n'est pas là · J1, J2",
    ),
    "paid": (
        lambda desk: desk.record("paid", pay, [1, 2], "cash"),
        "payé · J1, J2 · 20 € · espèces",
    ),
    "unranked": (
        lambda desk: desk.record("unranked", set_ranked, 1, False, "parti"),
        "Hors classement · J1 · parti",
    ),
    "apart": (
        lambda desk: desk.record("apart", keep_apart, [(1, 2)], True),
        "Qui ne se rencontre pas · J1, J2",
    ),
    "reseated": (reseated, "Position 1 · Les places · J4 → table 2 · J5 → table 1"),
    "withdrawn": (
        lambda desk: desk.record("withdrawn", rounds.withdraw, 1),
        "Position 1 · Retirer ces places",
    ),
    "timed": (
        lambda desk: clock(desk, started="2026-11-23T20:00:00+00:00"),
        "Position 1 · Lancer la pendule",
    ),
    "slip": (
        slip,
        "Position 1 · table 1 · Noté · J1 30, J2 −10, J3 −10, J4 −10",
    ),
    "called": (
        lambda desk: desk.record("called", rounds.call_referee, 1, 2),
        "Position 1 · table 2 · Arbitre",
    ),
    "fined": (fined, "Position 1 · Pénalités · J3 −100 · retard"),
    "closed": (closed, "Position 1 · classement publié"),
}
"""What happens in a tournament whose first round is published, and its line."""


@pytest.fixture
def evening(open_desk):
    desk = open_desk(people=8, entry="1000")
    desk.record("published", publish_by_hand, 1, TABLES)
    return desk


@pytest.mark.parametrize("kind", HAPPENED)
def test_what_happened_is_the_first_line(evening, kind):
    happen, sentence = HAPPENED[kind]
    happen(evening)
    assert sentence.replace(" €", "\xa0€") == said(evening)[0]


def test_every_kind_of_event_has_its_words():
    assert set(history.WORDS) == {"announced", REDACTED, *CHANGES}


def test_the_evening_begins_at_the_bottom(evening):
    first = "Inscrire · J1, J2, J3, J4, J5, J6, + 2 · déjà là"
    assert said(evening) == ["Position 1 · Publier ces places", first, "Ouvrir le tournoi"]


def test_changed_regulations_and_a_changed_title(desk):
    regulate(desk, {"rounds": "6"})
    desk.rename(0, "Coupe")
    assert said(desk)[:2] == ["Changer", "Règlement"]


def test_a_team_that_is_formed_later(open_desk):
    desk = open_desk("belote_points")
    desk.record("enrolled", register, [NewPerson("Anne", team=-1)], True)
    desk.record("enrolled", register, [NewPerson("Bruno", team=-1)], True)
    desk.record("paired", pair_up, 1, 2)
    assert said(desk)[0] == "Former l'équipe · Anne, Bruno"


def test_a_call_that_is_answered(evening):
    evening.record("called", rounds.call_referee, 1, 2)
    evening.record("answered", rounds.answer_call, 1, 2)
    assert said(evening)[0] == "Position 1 · table 2 · Annuler"
    evening.record("called", rounds.call_referee, 1, 2)
    evening.record("answered", rounds.answer_call, 1, 2, True)
    assert said(evening)[0] == "Position 1 · table 2 · J'y vais"


def test_a_penalty_that_is_taken_back(evening):
    fined(evening)
    entry = evening.tournament.round(1).penalties[0].entry
    evening.record("unfined", rounds.remove_penalty, entry)
    assert said(evening)[0] == "Retirer · J3 −100 · retard"


def test_who_is_ranked_again_and_who_may_meet_again(evening):
    for is_unranked in (False, True):
        evening.record("unranked", set_ranked, 1, is_unranked, "parti")
    for is_apart in (True, False):
        evening.record("apart", keep_apart, [(1, 2)], is_apart)
    assert said(evening)[0] == "Ils peuvent se rencontrer · J1, J2"
    assert said(evening)[2] == "Reclasser · J1"


SLIPS = {
    "typed twice": (FIRST, {}, "Noté · J1 30"),
    "another": (FOUR, {}, "Noté · J1 40, J2 −20, J3 −10, J4 −10"),
    "decided": (FOUR._replace(how="average"), {}, "Noté · arbitré · J1 40"),
    "stopped": (FOUR, {"stopped": True}, "Noté · arbitré · J1 40"),
    "accepted": (FOUR, {"by": 2, "sheet": "3_0"}, "Résultat accepté ✓ · J2 · J1 40"),
    "by the desk": (FOUR, {"by": 0, "sheet": "3_0"}, "Noté · J1 40"),
    "with a reason": (FOUR._replace(reason="erreur"), {}, "J4 −10 · erreur"),
}


@pytest.mark.parametrize("case", SLIPS)
def test_a_result_that_is_noted_again(evening, case):
    result, more, sentence = SLIPS[case]
    slip(evening)
    slip(evening, result, **more)
    assert sentence in said(evening)[0]


CLOCKS = {
    " · Dernière donne": {"is_last": True},
    " · 4 donnes": {"deals": 4},
    "": {"ends": "2026-11-23T21:00:00+00:00"},
}


@pytest.mark.parametrize("sentence", CLOCKS)
def test_a_clock_that_is_changed(evening, sentence):
    clock(evening, started="2026-11-23T20:00:00+00:00")
    clock(evening, **CLOCKS[sentence])
    assert said(evening)[0] == f"Position 1 · Pendule et tables{sentence}"


def test_seats_that_are_changed_at_one_table(evening):
    same = [(2, 1, 3, 4), TABLES[1]]
    evening.record("reseated", reseat, 1, same, (), evening.tournament)
    assert said(evening)[0] == "Position 1 · Les places"


def test_who_is_exempt_or_without_a_seat_by_hand(evening):
    less = [(1, 2, 3), TABLES[1]]
    evening.record("reseated", reseat, 1, less, (4,), evening.tournament)
    assert said(evening)[0] == "Position 1 · Les places · J4 → –"
    evening.record("reseated", reseat, 1, [(1, 2, 3), (5, 6, 7)], (4,), evening.tournament)
    assert said(evening)[0] == "Position 1 · Les places · J8 → –"


def test_a_ranking_that_is_published_again_and_a_final(evening):
    closed(evening)
    evening.record("closed", rounds.close, 1)
    assert said(evening)[0] == "Position 1 · Publier à nouveau le classement"
    evening.record("published", rounds.publish_final, 2, 4)
    assert said(evening)[0] == "Finale · Publier ces places"


def test_an_erased_name_is_in_no_line(open_desk):
    desk = open_desk(people=4)
    desk.record("attending", attend, [1], False)
    desk.record("apart", keep_apart, [(1, 2)], True)
    erase_person(desk, 1)
    assert said(desk)[0] == "Effacer · (1)" and "n'est pas là · (1)" in said(desk)
    assert "J1" not in str(said(desk))


def test_check_ins_and_payments_are_one_line_each(evening):
    for n in range(1, 8):
        evening.record("attending", attend, [n], False)
        evening.record("paid", pay, [n], "cash")
    evening.record("paid", take_back, [1])
    events = [one._replace(at="2026-11-23T20:00:00+00:00") for one in evening.events()]
    lines = history_page(events, evening.tournament).lines[:3]
    assert [" · ".join(map(render, parts)).replace("\xa0", " ") for _, parts in lines] == [
        "Rendre · J1",
        "payé · J1, J2, J3, J4, J5, J6, + 1 · 70 € · espèces",
        "n'est pas là · J1, J2, J3, J4, J5, J6, + 1",
    ]


def test_check_ins_with_time_or_a_round_between_are_lines_of_their_own(evening):
    evening.record("attending", attend, [1], False)
    evening.record("attending", attend, [2], False)
    *events, last = (one._replace(at="2026-11-23T20:00:00+00:00") for one in evening.events())
    later = [*events, last._replace(at="2026-11-23T20:10:00+00:00")]
    lines, more = (
        history_page(some, evening.tournament).lines for some in ([*events, last], later)
    )
    assert len(lines) + 1 == len(more)
    fined(evening)
    evening.record("attending", attend, [3], False)
    assert said(evening)[0] == "n'est pas là · J3"


def test_a_page_is_bounded_and_leads_to_the_others(evening):
    for n in range(PAGE_EVENTS):
        evening.record("fined", add_penalty, 1, 3, -1 - n, "retard")
    latest = page(evening)
    assert (len(latest.lines), latest.older, latest.newer) == (PAGE_EVENTS, 4, None)
    first = page(evening, before=latest.older)
    assert (len(first.lines), first.older, first.newer) == (3, None, 3)
    assert page(evening, after=first.newer) == latest
