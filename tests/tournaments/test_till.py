"""The till: who has paid, and who still owes."""

import pytest
from decided import Decided, new_people

from scorekeeper.tournaments.formats.tournament_file import write
from scorekeeper.tournaments.formats.tournament_reader import folded, read
from scorekeeper.tournaments.people import attend, register
from scorekeeper.tournaments.rounds import publish_by_hand, regulate
from scorekeeper.tournaments.till import account, pay, take_back, till


@pytest.fixture
def desk():
    return Decided(people=4, entry="1000")


@pytest.fixture
def teams():
    return Decided("belote_points", people=4, entry="1001")


def test_payments_are_added(desk):
    desk.record("paid", pay, [1, 3])
    desk.record("paid", pay, [2])
    now = till(desk.tournament)
    assert (now.paid, now.due) == (3000, 1000)


def test_nobody_pays_twice_or_for_who_was_erased(desk):
    desk.record("paid", pay, [1])
    desk.erase(2)
    assert pay(desk.tournament, [1]) is pay(desk.tournament, [2]) is None


def test_one_of_a_team_pays_for_the_team(teams):
    teams.record("paid", pay, [2])
    assert [one.paid for one in till(teams.tournament).accounts] == [1001, 0]
    assert teams.tournament.paid == {1: 501, 2: 500}


def test_a_partner_who_joins_later_owes_nothing_more():
    teams = Decided("belote_points", entry="1000")
    teams.record("enrolled", register, new_people(1, "belote_points"), True)
    teams.record("paid", pay, [1])
    teams.record("enrolled", register, new_people(1, "belote_points"), True, 1)
    assert account(teams.tournament, (1, 2)).due == 0


def test_who_never_came_owes_nothing_and_who_left_after_a_round_does(desk):
    desk.record("attending", attend, [1], False)
    assert till(desk.tournament).due == 3000
    desk.record("published", publish_by_hand, 1, [(2, 3, 4)])
    desk.record("attending", attend, [2], False)
    assert till(desk.tournament).due == 3000


def test_who_was_exempt_owes_the_entry_after_he_left(desk):
    desk.record("published", publish_by_hand, 1, [(2, 3, 4)], (1,))
    desk.record("attending", attend, [1], False)
    assert till(desk.tournament).due == 4000


def test_who_has_paid_and_never_came_stands_in_the_till(desk):
    desk.record("paid", pay, [1])
    desk.record("attending", attend, [1], False)
    assert till(desk.tournament).accounts[0].people == (1,)


def test_readers_see_no_payment(desk):
    desk.record("paid", pay, [1])
    assert not desk.tournament.as_published.paid
    shown = desk.tournament.shown
    desk.record("paid", take_back, [1])
    assert desk.tournament.shown == shown


def test_payments_are_in_the_file_and_in_no_code(desk):
    desk.record("paid", pay, [2])
    text = write(desk.tournament)
    assert "player\t2\tJ2\there=1\tpaid=1000\n" in text
    assert folded(read(text.encode())).paid == desk.tournament.paid
    assert "paid=" not in write(desk.tournament, bare=True)


def test_the_rest_of_a_raised_fee_is_paid_later(desk):
    desk.record("paid", pay, [1, 2])
    desk.record("regulated", regulate, {"entry": "1500"})
    assert till(desk.tournament).due == 500 + 500 + 1500 + 1500
    desk.record("paid", pay, [1])
    now = till(desk.tournament)
    assert now.paid == 2500 and now.paid + now.due == 4 * 1500
    desk.record("paid", take_back, [1])
    assert till(desk.tournament).paid == 1000


def test_the_means_of_an_earlier_payment_are_ignored(desk):
    desk.append("paid", {"paid": [[1, 1000]], "means": "cheque"})
    assert desk.tournament.paid == {1: 1000}
    text = write(desk.tournament)
    told = text.replace("paid=1000", "paid=1000\tmeans=card\tcash=400")
    assert read(told.encode()) == read(text.encode())


def test_what_was_paid_beyond_a_lowered_fee_is_told(desk):
    desk.record("paid", pay, [1])
    desk.record("regulated", regulate, {"entry": "700"})
    now = till(desk.tournament)
    assert (now.paid, now.due, now.over) == (1000, 3 * 700, 300)
    assert now.paid + now.due - now.over == 4 * 700
