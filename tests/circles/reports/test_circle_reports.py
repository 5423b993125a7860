"""Boards, records, calendars and evenings of a circle, in words."""

from collections import Counter

import pytest
from night import GARDE
from night import sheet_of as sheet_of_night

from scorekeeper.circles.ranking import board
from scorekeeper.circles.reports.evening import calendar
from scorekeeper.circles.reports.figure_hands import page, shares
from scorekeeper.circles.reports.person import OPPONENT_FLOOR, games_of
from scorekeeper.circles.reports.records import records
from scorekeeper.circles.reports.season_board import board_rows, headline, rule
from scorekeeper.circles.season import ALL_TIME, Season
from scorekeeper.circles.statistics import Played, add_up
from scorekeeper.circles.summary import summarize

SEASONS = (
    ALL_TIME,
    Season(ranking="per_hand"),
    Season(ranking="evenings"),
    Season(ranking="best", best=3),
)


@pytest.fixture(scope="module")
def access(example):
    return example.app.extensions["circles"].access(example.address.rpartition("/")[2])


@pytest.fixture(scope="module")
def circle(access):
    return access.circle


@pytest.fixture(scope="module")
def played(access):
    """All sheets of the invented season, in their order."""
    return access.sheets.played(access.sheets.counted(ALL_TIME))


@pytest.fixture(scope="module")
def statistics(played):
    return add_up(played)


@pytest.mark.parametrize("season", SEASONS)
def test_the_headline_names_the_first_player(circle, statistics, season):
    rows = board_rows(board(statistics, season), season, circle)
    assert str(headline(rows, season)) == f"{rows[0].player.name} mène"


def test_a_season_in_the_archive_has_a_winner(circle, statistics):
    season = Season(archived=True)
    rows = board_rows(board(statistics, season), season, circle)
    assert str(headline(rows, season)).endswith("gagne la saison")


def test_a_season_is_won_when_its_last_day_is_over(circle, statistics):
    season = Season(end="2026-08-31")
    rows = board_rows(board(statistics, season), season, circle)
    assert str(headline(rows, season, "2026-08-31")).endswith("mène")
    assert str(headline(rows, season, "2026-09-01")).endswith("gagne la saison")


def test_nobody_leads_where_nobody_has_enough_hands(circle, statistics):
    season = Season(floor=500)
    rows = board_rows(board(statistics, season), season, circle)
    assert str(headline(rows, season)) == "Personne n'a encore 500 donnes"
    assert headline([], season) is None
    assert {row.place for row in rows} == {None}


def test_two_players_at_the_top_are_level(circle, statistics):
    rows = board_rows(board(statistics, ALL_TIME), ALL_TIME, circle)
    level = [row._replace(standing=rows[0].standing) for row in rows[:2]]
    assert str(headline(level, ALL_TIME)).endswith("à égalité")
    names = [row.player.name for row in level]
    three = f"{names[0]}, {names[1]} et {names[0]} à égalité"
    assert str(headline([*level, level[0]], ALL_TIME)) == three
    assert str(headline(level * 2, ALL_TIME)) == "Égalité en tête"


def test_tonight_is_shown_to_who_plays(circle, statistics):
    rows = board_rows(board(statistics, ALL_TIME), ALL_TIME, circle, {1: 42})
    assert {row.player.id: row.tonight for row in rows if row.tonight is not None} == {1: 42}


@pytest.mark.parametrize("season", SEASONS)
def test_the_rule_of_a_season_is_told(season):
    told = " ".join(map(str, rule(season._replace(floor=60))))
    word = {"per_hand": "leur nombre", "evenings": "soirées gagnées", "best": "3 meilleures"}
    assert word.get(season.ranking, "additionne") in told
    assert "60 donnes" in told


def test_one_evening_and_one_hand_are_told_in_the_singular():
    told = rule(Season(ranking="best", best=1, floor=1))
    assert [str(sentence) for sentence in told] == [
        "Une soirée vaut ses points.",
        "La meilleure soirée de chacun compte.",
        "Il faut une donne pour être classé.",
    ]


def test_hands_are_needed_unless_only_tournaments_count(statistics):
    played, cup = statistics.evenings[0], statistics.evenings[0]._replace(hands=0)
    last = [str(rule(Season(floor=20), evenings)[-1]) for evenings in ([cup], [cup, played])]
    assert "tournois" in last[0] and last[1] == "Un tournoi suffit aussi."


def test_each_record_is_the_most_or_the_least_of_what_the_sheets_hold(
    circle, statistics, played
):
    found = {one.code: one for one in records(circle, statistics)}
    evenings = [points for one in statistics.evenings for points in one.points.values()]
    assert found["best_evening"].value.values["points"] == max(evenings)
    assert found["worst_evening"].value == min(evenings)
    hands = [
        one.points
        for sheet in played
        for player in sheet.summary.players
        for one in (player.best, player.worst)
        if one
    ]
    assert found["best"].value.values["points"] == max(hands)
    assert found["worst"].value == min(hands)


def test_partners_share_the_record_of_their_hand(circle, played):
    coinche = add_up([one for one in played if one.summary.game == "coinche"])
    found = {one.code: one for one in records(circle, coinche)}
    for code in ("best", "worst"):
        hand = getattr(coinche.players[found[code].player.id], code)
        sharing = [who for who, own in coinche.players.items() if getattr(own, code) == hand]
        assert sorted(player.id for player in found[code].holders) == sorted(sharing)
        assert len(sharing) == 2


def test_everybody_with_the_best_evening_is_named(circle, statistics):
    best = {one.code: one for one in records(circle, statistics)}["best_evening"]
    evening = next(one for one in statistics.evenings if best.evening == one.date)
    first = {who for who, n in evening.points.items() if n == max(evening.points.values())}
    assert {one.id for one in best.holders} == first and len(first) == 2


def test_the_calendar_has_every_evening_once_with_its_winners(circle, statistics):
    days = calendar(circle, statistics.evenings, 1000)
    assert [day.date for day in days] == [one.date for one in reversed(statistics.evenings)]
    won = Counter(player.id for day in days for player in day.winners)
    assert won == {who: one.won for who, one in statistics.players.items() if one.won}
    assert len(calendar(circle, statistics.evenings, 5)) == 5


def test_comparisons_are_hidden_below_their_floor(circle, played):
    few = add_up(played[:2])
    sections = [
        section
        for player in few.players
        for game in games_of(circle, few, player)
        for section in game.sections
    ]
    facts = [fact for section in sections for fact in section.facts]
    compared = [one.tally.hands for one in facts if one.key.startswith(("with=", "against="))]
    assert min(compared) >= OPPONENT_FLOOR


def test_a_section_without_facts_is_not_shown(circle, statistics):
    sections = [
        section
        for player in statistics.players
        for game in games_of(circle, statistics, player)
        for section in game.sections
    ]
    assert all(section.facts for section in sections)


def played_by(number, players, part=1, game="tarot", hands=(GARDE,)):
    sheet = sheet_of_night(
        game, list(hands), ["Anne", "Bruno", "Chloé", "David"][: len(players)]
    )
    sheet = sheet._replace(date="2026-01-08", part=part)
    return Played(number, players, summarize(sheet))


TABLE = (1, 2, 3, 4)


def test_of_equal_hands_in_two_games_the_first_is_the_record(circle):
    lost = {"scores": [198, -66, -66, -66]}
    sheets = [
        played_by(1, TABLE, hands=[GARDE | {"taker": "Bruno"}]),
        played_by(2, TABLE, part=2, game="libre", hands=[lost]),
        played_by(3, TABLE, part=3),
    ]
    found = records(circle, add_up(sheets), player=1)
    assert [one.sheet for one in found if one.code == "best"] == [2]


def test_three_who_are_level_are_named(circle):
    played = played_by(1, TABLE, hands=[GARDE | {"points": 30}])
    (day,) = calendar(circle, add_up([played]).evenings, 1)
    assert len(day.winners) == 3


def test_only_the_sheets_of_one_page_are_looked_at(access, circle, played):
    seen = []
    latest = (seen.append(one) or one for one in reversed(played))

    def read(number):
        return access.repository.sheets.sheet(circle.link_of(number).sheet)

    assert len(page(shares(latest, 1, "hand"), read, 0, 20)) == 20 and len(seen) < 4
