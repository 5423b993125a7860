"""Erasure: names leave the circle and its sheets; ids, hands, points and chains stay."""

import pytest
from answers import FOUR, GARDE
from filled_journals import store_stream
from writes import add_hand, add_penalty, change_seating, correct_penalty

from scorekeeper.circles import decisions
from scorekeeper.circles.circle import fold_circle
from scorekeeper.circles.service import erasure, founding, people
from scorekeeper.circles.service import sheets as circle_sheets
from scorekeeper.circles.service.sheets import link_sheet, match_players
from scorekeeper.circles.service.tokens import tokens_from
from scorekeeper.games import GAMES
from scorekeeper.sheets.evening_result import EveningResult, ResultLine
from scorekeeper.sheets.service import seating, sheets
from scorekeeper.sheets.service.errors import EntryChanged, SeatingChanged
from scorekeeper.sheets.service.turns import annotate_sheet, next_turn, turn_of
from scorekeeper.streams.base import DatabaseBusy
from scorekeeper.streams.errors import UnknownEntry, VersionConflict, WriteForbidden

NAMES = ("Philomène", "Bruno", "Chloé", "David")


@pytest.fixture
def guardian(circles):
    """A circle of four; Philomène, 1, is called Philo too."""
    access = circles.access(founding.found_circle(circles, "Cercle du mardi", NAMES))
    nicknamed = {"names": [*access.circle.names, "Philo"], "player": 1}
    access.record("nicknamed", nicknamed)
    return access


@pytest.fixture
def open_linked(open_access, guardian):
    """Open a sheet with one hand in the circle; the access of its writer."""

    def opened(players=(1, 2, 3, 4), **changes):
        access = open_access(table=FOUR._replace(**{"names": NAMES, **changes}))
        add_hand(access, GARDE)
        link_sheet(guardian, access, players)
        return access

    return opened


def names_on(sheet):
    sheet.refresh()
    return sheet.sheet.names


def everything(journal):
    """All that the journal holds, as text."""
    return repr([journal.stored_stream(sheet_id) for sheet_id in journal.stream_ids()])


def test_every_name_of_the_player_goes_everywhere(guardian, open_linked):
    one = open_linked()
    other = open_linked(names=("Philo", "Bruno", "Chloé", "David"))
    standing = one.sheet.state.standing
    erasure.erase(guardian, 1)
    assert names_on(one) == names_on(other) == ("Joueur 1", *NAMES[1:])
    assert one.sheet.state.standing == standing
    assert guardian.circle.names == ("Cercle du mardi", "", *NAMES[1:], "")
    assert guardian.circle.player(1).is_erased
    journal = guardian.repository.journal
    assert "Philo" not in everything(journal) and "Bruno" in everything(journal)
    assert journal.first_broken_event() is None


def test_merged_players_are_erased_with_the_one_that_they_are(guardian, open_linked):
    guardian.record("joined", lambda circle: {"names": [*circle.names, "Filou"]})
    sheet = open_linked((6, 2, 3, 4), names=("Filou", *NAMES[1:]))
    guardian.record("merged", {"player": 6, "into": 1})
    assert erasure.plan(guardian, 6).names == ("Philomène", "Philo", "Filou")
    erasure.erase(guardian, 6)
    assert names_on(sheet)[0] == "Joueur 1"
    assert guardian.circle.erased == {1, 6}
    assert "Filou" not in everything(guardian.repository.journal)


def test_a_player_who_is_merged_no_more_stays_without_a_name(guardian):
    guardian.record("joined", lambda circle: {"names": [*circle.names, "Filou"]})
    guardian.record("merged", {"player": 6, "into": 1})
    erasure.erase(guardian, 1)
    guardian.record("unmerged", {"player": 6})
    assert guardian.circle.player(6).is_erased and not guardian.circle.player(6).name


def test_the_new_name_is_that_of_nobody_else_on_the_sheet(guardian, open_linked):
    sheet = open_linked(names=("Philomène", "joueur 1", "Chloé", "David"))
    erasure.erase(guardian, 1)
    assert names_on(sheet)[:2] == ("Joueur 1′", "joueur 1")


def test_a_player_who_left_the_table_is_renamed_too(guardian, open_linked):
    sheet = open_linked()
    three = FOUR._replace(names=NAMES, seats=(1, 2, 3), dealer=1)
    change_seating(sheet, three)
    erasure.erase(guardian, 1)
    assert names_on(sheet)[0] == "Joueur 1"


def test_a_closed_sheet_is_renamed_too(guardian, open_linked):
    sheet = open_linked()
    sheets.close_sheet(sheet, sheet.sheet.version)
    erasure.erase(guardian, 1)
    assert names_on(sheet)[0] == "Joueur 1" and sheet.sheet.closed is not None


def test_a_sheet_that_was_deleted_or_renewed_stops_no_erasure(guardian, open_linked):
    deleted, renewed, last = open_linked(), open_linked(), open_linked()
    sheets.delete_sheet(deleted)
    repository = guardian.repository.sheets
    new = repository.access(sheets.renew_tokens(repository, renewed.token, key="k"))
    erasure.erase(guardian, 1)
    assert names_on(new)[0] == names_on(last)[0] == "Joueur 1"


def test_doing_it_again_changes_nothing(guardian, open_linked):
    sheet = open_linked()
    erasure.erase(guardian, 1)
    journal = guardian.repository.journal
    before = journal.count_events()
    erasure.erase(guardian, 1)
    assert journal.count_events() == before
    plan = erasure.plan(guardian, 1)
    assert (plan.names, plan.sheets, plan.texts) == ((), (), ())
    assert names_on(sheet)[0] == "Joueur 1"


def test_other_players_and_other_sheets_stay_as_they_are(guardian, open_linked, open_access):
    guest = open_linked((0, 2, 3, 4))
    alone = open_access(table=FOUR._replace(names=NAMES))
    erasure.erase(guardian, 1)
    assert names_on(guest) == names_on(alone) == NAMES


class Killed(BaseException):
    """The program ends here."""


@pytest.mark.one_process  # counts what SQLite is asked for
def test_killed_anywhere_it_is_finished_by_doing_it_again(guardian, open_linked, monkeypatch):
    sheets_there = [open_linked() for _ in range(3)]
    journal = guardian.repository.journal
    monkeypatch.setattr(journal.driver, "is_shared", True)  # streams that are put back
    before = [journal.stored_stream(sheet_id) for sheet_id in journal.stream_ids()]
    writes = 0

    def counted(write):
        def counting(*given, **named):
            nonlocal writes
            writes += 1
            if writes > allowed:
                raise Killed
            return write(*given, **named)

        return counting

    for name in ("store", "purge"):
        monkeypatch.setattr(journal, name, counted(getattr(journal, name)))
    monkeypatch.setattr(circle_sheets, "BATCH", 1)
    for allowed in range(8):
        store_stream(journal, *before)
        writes = 0
        is_last = allowed == 7  # three sheets, two names, the purge, the event
        try:
            erasure.erase(guardian, 1)
        except Killed:
            assert not is_last
            assert not fold_circle(journal.events(guardian.circle_id)).erased
            assert ("Philo" in everything(journal)) == (allowed < 5)
        else:
            assert is_last
        writes = -100
        erasure.erase(guardian, 1)
        assert "Philo" not in everything(journal), allowed
        assert fold_circle(journal.events(guardian.circle_id)).erased == {1}
        assert [names_on(one)[0] for one in sheets_there] == ["Joueur 1"] * 3
        assert journal.first_broken_event() is None


@pytest.mark.parametrize("deed", ["link", "match", "nickname"])
def test_what_another_phone_does_meanwhile_is_erased_too(
    guardian, circles, open_linked, open_access, monkeypatch, deed
):
    first = "Philomène" if deed == "match" else "Zoé"
    sheet = open_linked((0, 2, 3, 4), names=(first, *NAMES[1:]))
    late = open_access(table=FOUR._replace(names=NAMES)) if deed == "link" else sheet
    phone, journal, done = circles.access(guardian.token), guardian.repository.journal, []
    deeds = {
        "link": lambda: link_sheet(phone, late, (1, 2, 3, 4)),
        "match": lambda: match_players(phone, sheet.sheet_id, (1, 2, 3, 4)),
        "nickname": lambda: phone.record("nicknamed", decisions.add_nickname, 1, "Philomèle"),
    }
    purge = journal.purge

    def purge_after():
        if not done:
            done.append(deeds[deed]())
        purge()

    monkeypatch.setattr(journal, "purge", purge_after)
    erasure.erase(guardian, 1)
    assert len(done) == 1 and "Philom" not in everything(journal)


def test_linking_that_was_cut_short_is_finished_by_doing_it_again(
    guardian, circles, open_access, monkeypatch
):
    erasure.erase(guardian, 1)
    late = open_access(table=FOUR._replace(names=NAMES))

    def stop(*given):
        raise DatabaseBusy("x")

    with monkeypatch.context() as patched:
        patched.setattr(circle_sheets, "anonymize_erased", stop)
        with pytest.raises(DatabaseBusy):
            link_sheet(guardian, late, (1, 2, 3, 4), key="k")
    assert names_on(late)[0] == "Philomène"
    link_sheet(circles.access(guardian.token), late, (1, 2, 3, 4), key="k")
    assert names_on(late)[0] == "Joueur 1"


def test_who_is_merged_with_an_erased_player_keeps_the_name_on_new_sheets(
    guardian, open_linked
):
    erasure.erase(guardian, 1)
    for pointer in ({"player": 1, "into": 2}, {"player": 3, "into": 1}):
        guardian.record("merged", pointer)
        assert names_on(open_linked((0, 2, 3, 4))) == NAMES
        guardian.record("unmerged", {"player": pointer["player"]})


def test_a_revanche_that_nobody_has_looked_at_is_renamed_too(guardian, open_access):
    sheet = open_access("tarot", FOUR._replace(names=NAMES), deals=1)
    add_hand(sheet, GARDE)
    link_sheet(guardian, sheet, (1, 2, 3, 4))
    following = sheet.repository.access(sheets.open_revanche(sheet))
    assert following.sheet.names[0] == "Philomène"
    erasure.erase(guardian, 1)
    assert names_on(following)[0] == "Joueur 1"


def test_a_seating_chosen_before_brings_no_name_back(guardian, open_linked, repository):
    sheet = open_linked()
    phone = repository.access(sheet.token)
    before, seen = seating.seating_of(phone.sheet), phone.sheet
    erasure.erase(guardian, 1)
    late = repository.access(sheet.token)
    with pytest.raises(SeatingChanged):
        change_seating(
            late,
            before._replace(dealer=2),
            seen=seen.seating_version,
            dealer=seen.state.dealer,
            head=seen.etag,
        )
    assert names_on(sheet)[0] == "Joueur 1"


@pytest.fixture
def erased_meanwhile(guardian, repository, monkeypatch):
    """Erase the player between what is decided next and its recording."""
    journal, store = repository.journal, repository.journal.store

    def store_after_erasure(*given):
        monkeypatch.setattr(journal, "store", store)
        erasure.erase(guardian, 1)
        return store(*given)

    return lambda: monkeypatch.setattr(journal, "store", store_after_erasure)


def seats_with(access, name):
    """The seats of a sheet with one more player, as a form has them that was not sent yet."""
    table = seating.seating_of(access.sheet)
    count = len(table.names)
    return table._replace(names=(*table.names, name), seats=(*table.seats, count))


def test_a_form_that_was_to_seat_an_erased_player_is_asked_about(
    guardian, open_linked, repository
):
    sheet = open_linked((0, 2, 3, 4), names=("Zoé", *NAMES[1:]))
    form, head = seats_with(sheet, "Philomène"), sheet.etag
    erasure.erase(guardian, 1)
    late = repository.access(sheet.token)
    with pytest.raises(SeatingChanged):
        change_seating(late, form, head=head)
    assert change_seating(late, seats_with(late, "Max"), head=late.etag)


def test_only_the_last_sheets_are_told_of_an_erasure(guardian, open_linked, monkeypatch):
    monkeypatch.setattr(erasure, "TOLD", 2)
    linked = [open_linked((0, 2, 3, 4), names=("Zoé", *NAMES[1:])) for _ in range(3)]
    erasure.erase(guardian, 1)
    assert [sheet.events()[-1].kind == "erased" for sheet in linked] == [False, True, True]


@pytest.mark.parametrize("players", [(0, 2, 3, 4), (1, 2, 3, 4)])
def test_a_form_that_races_with_an_erasure_brings_no_name_back(
    open_linked, erased_meanwhile, repository, players
):
    first = "Philomène" if players[0] else "Zoé"
    sheet = open_linked(players, names=(first, *NAMES[1:]))
    table = seating.seating_of(sheet.sheet)
    given = seats_with(sheet, "Philomène")
    if players[0]:
        given = table._replace(seats=table.seats[1:], active=3)
    erased_meanwhile()
    with pytest.raises(SeatingChanged):
        change_seating(sheet, given, head=sheet.etag)
    assert "Philomène" not in everything(repository.journal)


def test_a_hand_filled_before_an_erasure_is_recorded(guardian, open_linked, repository):
    sheet = open_linked((0, 2, 3, 4), names=("Zoé", *NAMES[1:]))
    shown, head = sheet.sheet.seating_version, sheet.etag
    erasure.erase(guardian, 1)
    late = repository.access(sheet.token)
    seq = next_turn(late, head=head, seating=shown).record(GARDE | {"points": 60})
    assert seq == late.sheet.version


# What is told before


def test_the_plan_tells_what_goes_and_what_stays(guardian, open_linked):
    open_linked()
    penalty = open_linked()
    add_penalty(penalty, 0, -10, "PHILO a renversé son café")
    open_linked((0, 2, 3, 4), names=("philomene", *NAMES[1:]))
    guardian.record("season", {"season": 0, "title": "L'année de Philomène"})
    plan = erasure.plan(guardian, 1)
    assert plan.names == ("Philomène", "Philo")
    assert [link.number for link in plan.sheets] == [1, 2]
    assert [link.number for link in plan.guests] == [3]
    assert [(one.link and one.link.number, one.text) for one in plan.texts] == [
        (None, "L'année de Philomène"),
        (2, "PHILO a renversé son café"),
    ]


# Texts and guests that go with the name


@pytest.fixture
def written(guardian, repository):
    """A sheet with her name in every text that there is, as is the circle: what it is in."""
    rules = {"rules_name": "Règles de Philo"}
    table = FOUR._replace(names=NAMES)
    token = sheets.open_sheet(repository, GAMES["tarot"], rules, table, title="Chez Philo")
    sheet = repository.access(token)
    hand = add_hand(sheet, GARDE)
    link_sheet(guardian, sheet, (1, 2, 3, 4))
    entry = add_penalty(sheet, 0, -10, "PHILO a renversé son café")
    correct_penalty(sheet, entry, 0, -10, "Philomène dort")
    turn_of(sheet, hand).annotate("la garde de Philo")
    seen = str(sheet.sheet.version)
    turn_of(sheet, hand, seen=seen).annotate("la garde de PHILOMENE")
    annotate_sheet(sheet, "la soirée de Philo", seen=0)
    season = guardian.record("season", {"season": 0, "title": "L'année de Philomène"})
    guardian.record("season", {"season": season, "title": "2026"})
    lines = (ResultLine("Bruno", 1, 420, 0),)
    cup = EveningResult("Coupe Philomène", "2026-11-28", "tarot", lines)
    guardian.record("result", decisions.count_result, 0, 0, cup, (2,))
    return sheet, hand, entry


def test_chosen_texts_go_from_every_event(guardian, written, repository):
    sheet, hand, entry = written
    journal, texts = guardian.repository.journal, erasure.plan(guardian, 1).texts
    assert len(texts) == 9
    erasure.erase(guardian, 1, texts=texts)
    assert "philo" not in everything(journal).casefold()
    assert journal.first_broken_event() is None
    assert [one.title for one in guardian.circle.seasons.values()] == ["2026"]
    assert [one.title for one in guardian.circle.results.values()] == ["…"]
    late = repository.access(sheet.token).sheet
    assert late.row(entry).entry.body["reason"] == late.row(hand).entry.note == "…"
    assert (late.title, late.options["rules_name"], late.note) == ("…",) * 3
    assert late.state.standing == sheet.sheet.state.standing


def test_what_was_filled_before_brings_no_text_back(guardian, written, repository):
    sheet, hand, entry = written
    note, corrected, page = (
        sheet.sheet.row(hand),
        sheet.sheet.row(entry),
        sheet.sheet.annotated,
    )
    erasure.erase(guardian, 1, texts=erasure.plan(guardian, 1).texts)
    late = repository.access(sheet.token)
    with pytest.raises(EntryChanged):
        turn_of(late, hand, seen=str(note.version)).annotate("la garde de Philo !")
    with pytest.raises(EntryChanged):
        correct_penalty(late, entry, 0, -20, "Philo dort", seen=corrected.version)
    with pytest.raises(VersionConflict):
        annotate_sheet(late, "la soirée de Philo !", seen=page)


def test_an_answer_is_no_text(guardian, open_linked):
    people.change_name(guardian, 1, "Garde")
    open_linked(names=("Garde", *NAMES[1:]))
    assert erasure.plan(guardian, 1).texts == ()


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("Chez Anne", True),
        ("ANNE, dehors !", True),
        ("anné", True),
        ("Une année", False),
        ("Annette", False),
        ("", False),
        ("(Anne-Marie)", True),
        ("Joanne", False),
        ("C++ et a.b", True),
        ("Ma soeur", True),
    ],
)
def test_a_name_is_found_as_a_word(text, is_found):
    assert erasure.Mentions(["Anne", "C++", "Sœur"]).found_in(text) is is_found


def test_without_names_nothing_is_found():
    assert not erasure.Mentions([]).found_in("Anne")


# Who may


@pytest.mark.parametrize("role", [1, 2])
def test_only_a_guardian_erases(circles, guardian, role):
    access = circles.access(tokens_from(guardian.token).of(role))
    for act in (erasure.erase, erasure.plan):
        with pytest.raises(WriteForbidden):
            act(access, 1)
    assert guardian.refresh().names[1] == "Philomène"


@pytest.mark.parametrize("player", [0, 5, 99, -1])
def test_who_is_no_player_cannot_be_erased(guardian, player):
    for act in (erasure.erase, erasure.plan):
        with pytest.raises(UnknownEntry):
            act(guardian, player)
