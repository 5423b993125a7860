from night import GARDE, sheet_of

from scorekeeper.reports.statistics import largest_swing, ranking, takers


def test_a_column_has_the_contracts_it_took_and_made():
    lost = GARDE | {"points": 30}
    columns = ranking(sheet_of("tarot", [GARDE, lost, GARDE | {"taker": "Bruno"}]))
    anne = next(one for one in columns if one.name == "Anne")
    assert (anne.taken, anne.made, anne.best.points, anne.worst.points) == (2, 1, 198, -216)
    assert [one.rank for one in columns] == [1, 2, 2, 4]


def test_the_largest_swing_is_the_hand_that_moved_most():
    assert largest_swing(sheet_of("tarot", [GARDE, GARDE | {"points": 60}])) == (352, 2)


def test_extras_are_counted_for_the_taker_the_most_frequent_first():
    poignee = {"poignees": [{"player": "Bruno", "size": "simple"}]}
    hands = [GARDE | poignee | {"petit_au_bout": "attack"}, GARDE | poignee, GARDE]
    anne, *others = ranking(sheet_of("tarot", hands))
    assert [count for _, count in anne.extras] == [2, 1]
    assert [other.extras for other in others] == [(), (), ()]


def test_players_of_a_team_have_contracts_of_their_own():
    hands = [{"taker": "Anne", "points": 91}, {"taker": "Chloé", "points": 30}]
    sheet = sheet_of("belote", hands)
    assert [(one.name, one.taken, one.made) for one in takers(sheet)] == [
        ("Anne", 1, 1),
        ("Bruno", 0, 0),
        ("Chloé", 1, 0),
        ("David", 0, 0),
    ]
    assert [(one.taken, one.made) for one in ranking(sheet)] == [(0, 0), (2, 1)]
    assert takers(sheet_of("tarot", [GARDE])) == []
