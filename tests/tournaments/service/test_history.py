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
DECIDED = "Position 1 · table 1 · Noté · arbitré · J1 40, J2 −20, J3 −10, J4 −10"


def page(desk, **asked) -> HistoryPage:
    return history_page(desk.events(), desk.tournament, **asked)


def said(desk, **asked):
    """The lines of a page, the latest first."""
    return [" · ".join(map(render, parts)) for _, parts in page(desk, **asked).lines]


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


def does(kind, *decision):
    """The step that records a decision."""
    return lambda desk: desk.record(kind, *decision)


def sits(*tables, exempt=()):
    return lambda desk: desk.record("reseated", reseat, 1, tables, exempt, desk.tournament)


def unfined(desk):
    entry = desk.tournament.round(1).penalties[0].entry
    desk.record("unfined", rounds.remove_penalty, entry)


def noted(result, **more):
    return (slip, lambda desk: slip(desk, result, **more))


def timed(**changes):
    began = {"started": "2026-11-23T20:00:00+00:00"}
    return (lambda desk: clock(desk, **began), lambda desk: clock(desk, **changes))


CALLED = does("called", rounds.call_referee, 1, 2)
OUT, AGAIN = (does("unranked", set_ranked, 1, again, "parti") for again in (False, True))
APART, MEET = (does("apart", keep_apart, [(1, 2)], apart) for apart in (True, False))
HAPPENED = [
    ("Inscrire · Zoé", does("enrolled", register, [NewPerson("Zoé")], False)),
    ("Changer · Anne", lambda desk: change_person(desk, 1, "Anne", "123", "Lyon")),
    ("n'est pas là · J1, J2", does("attending", attend, [1, 2], False)),
    ("payé · J1, J2 · 20 €", does("paid", pay, [1, 2])),
    ("Hors classement · J1 · parti", OUT),
    ("Reclasser · J1", OUT, AGAIN),
    ("Qui ne se rencontre pas · J1, J2", APART),
    ("Ils peuvent se rencontrer · J1, J2", APART, MEET),
    ("Position 1 · Les places · J4 → table 2 · J5 → table 1", sits(*OTHER)),
    ("Position 1 · Les places", sits((2, 1, 3, 4), TABLES[1])),
    ("Position 1 · Les places · J4 → –", sits((1, 2, 3), TABLES[1], exempt=(4,))),
    ("Position 1 · Les places · J8 → –", sits(TABLES[0], (5, 6, 7))),
    ("Position 1 · Retirer ces places", does("withdrawn", rounds.withdraw, 1)),
    ("Position 1 · Lancer la pendule", timed()[0]),
    ("Position 1 · Pendule et tables · Dernière donne", *timed(is_last=True)),
    ("Position 1 · Pendule et tables · 4 donnes", *timed(deals=4)),
    ("Position 1 · Pendule et tables", *timed(ends="2026-11-23T21:00:00+00:00")),
    ("Position 1 · table 1 · Noté · J1 30, J2 −10, J3 −10, J4 −10", slip),
    ("Position 1 · table 1 · Noté · J1 30, J2 −10, J3 −10, J4 −10", *noted(FIRST)),
    ("Position 1 · table 1 · Noté · J1 40, J2 −20, J3 −10, J4 −10", *noted(FOUR)),
    (DECIDED, *noted(FOUR._replace(how="average"))),
    (DECIDED, *noted(FOUR, stopped=True)),
    (f"{DECIDED} · erreur", *noted(FOUR._replace(how="average", reason="erreur"))),
    (
        "Position 1 · table 1 · Résultat accepté ✓ · J2 · J1 40, J2 −20, J3 −10, J4 −10",
        *noted(FOUR, by=2, sheet="3_0"),
    ),
    (
        "Position 1 · table 1 · Noté · J1 40, J2 −20, J3 −10, J4 −10",
        *noted(FOUR, by=0, sheet="3_0"),
    ),
    ("Position 1 · table 2 · Arbitre", CALLED),
    ("Position 1 · table 2 · Annuler", CALLED, does("answered", rounds.answer_call, 1, 2)),
    (
        "Position 1 · table 2 · J'y vais",
        *(CALLED, does("answered", rounds.answer_call, 1, 2, True)),
    ),
    ("Position 1 · Pénalités · J3 −100 · retard", fined),
    ("Retirer · J3 −100 · retard", fined, unfined),
    ("Position 1 · classement publié", closed),
    (
        "Position 1 · Publier à nouveau le classement",
        *(closed, does("closed", rounds.close, 1)),
    ),
    ("Finale · Publier ces places", closed, does("published", rounds.publish_final, 2, 4)),
]
"""The line of what happens last in a tournament whose first round is published, and the steps
to it."""


@pytest.fixture
def evening(open_desk):
    desk = open_desk(people=8, entry="1000")
    desk.record("published", publish_by_hand, 1, TABLES)
    return desk


@pytest.mark.parametrize("case", HAPPENED, ids=lambda case: case[0])
def test_what_happened_is_the_first_line(evening, case):
    sentence, *steps = case
    for step in steps:
        step(evening)
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
        evening.record("paid", pay, [n])
    evening.record("paid", take_back, [1])
    events = [one._replace(at="2026-11-23T20:00:00+00:00") for one in evening.events()]
    lines = history_page(events, evening.tournament).lines[:3]
    assert [" · ".join(map(render, parts)).replace("\xa0", " ") for _, parts in lines] == [
        "Rendre · J1",
        "payé · J1, J2, J3, J4, J5, J6, + 1 · 70 €",
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
