"""What every database of La Marque promises: tests that each of them inherits.

``test_sqlite_journal.py`` and ``test_postgres_journal.py`` say how to open one. Two journals
on one database are two processes.
"""

import threading
from functools import partial

import pytest
from races import at_once

from scorekeeper.streams.base import (
    READER,
    WRITER,
    DatabaseStopped,
    Head,
    KeyReused,
    Renaming,
    StaleHead,
    StorageError,
    StoredEvent,
    StoredSummary,
    StreamDeleted,
    encode,
    read_only_token,
    token_from_digest,
    token_hash,
)
from scorekeeper.streams.chain import FIRST, chained_hash, next_event

NAMES = ["Anne", "Zoé 🃏", "O'Neil \\ %s {0}", '"']
OPENED = [("opened", {"title": "é", "names": NAMES, "dealer": 0})]
TABLES = ("sheet", "access", "name", "event")
CIRCLE = ["Cercle du mardi", "Anne", "Zoé"]
FOUNDED = [("founded", {"names": CIRCLE, "seed": "5eed"})]
THREE = {"circle/g": True, "circle/t": True, "circle/r": False}
SUMMARY = StoredSummary(b"1" * 32, "summary")
ROUNDS = 10
"""How often a race is run."""

CHANGED = {
    "a name": ("UPDATE name SET name = 'Anna' WHERE player = 0", 0),
    "an erased name": ("UPDATE name SET name = '' WHERE player = 2", 2),
    "the names of two players": (
        "UPDATE name SET name = (SELECT other.name FROM name other"
        " WHERE other.player = 1 - name.player) WHERE player < 2",
        0,
    ),
    "the hash of a token that writes": (
        "UPDATE access SET token_hash = ? WHERE may_write = ?",
        WRITER,
    ),
    "the hash of a token that reads": (
        "UPDATE access SET token_hash = ? WHERE may_write = ?",
        READER,
    ),
}
"""A changed row, and its part."""


def append_at_end(journal, sheet_id, key, body):
    while True:
        try:
            return journal.append(sheet_id, key, "hand", body, len(journal.events(sheet_id)))
        except StaleHead:
            pass


def without_reason(event):
    """The body of an event whose reason was removed."""
    return event.body | {"reason": "…"} if "reason" in event.body else event.body


class StoreContract:
    """The tests. Their module has the fixtures ``connect``, which opens one more journal on
    the database of a test, ``journal``, one that is open, ``elsewhere``, one on another
    database, ``execute``, which runs a statement past them, and ``files``, which returns all
    bytes of the tables and indexes on the disk."""

    refused = Exception
    """The database's own error for a row that it does not take."""

    @pytest.fixture
    def other(self, journal, connect):
        """The journal of another process."""
        return connect()

    @pytest.fixture
    def token(self, journal):
        return journal.open_stream(OPENED)

    @pytest.fixture
    def sheet_id(self, journal, token):
        return journal.grant(token).sheet_id

    @pytest.fixture
    def everything(self, execute):
        """All that the tables about sheets hold, as text."""
        return lambda: repr([execute(f"SELECT * FROM {table}") for table in TABLES])

    # What is removed leaves the files

    @pytest.mark.parametrize("is_last", [True, False])
    def test_an_erased_name_leaves_the_files(self, journal, files, is_last):
        names = ["Anne", "Philomène " * 4] if is_last else ["Philomène " * 4, "Anne"]
        token = journal.open_stream([("opened", {"names": names})])
        assert "Philomène" in files()
        journal.rename(
            journal.grant(token).sheet_id, "k", names.index(max(names, key=len)), ""
        )
        journal.purge()
        assert "Philomène" not in files()

    def test_a_deleted_sheet_leaves_the_files(self, journal, files, sheet_id):
        body = {"names": ["Philomène"], "title": "Le palais du facteur"}
        deleted = journal.grant(journal.open_stream([("opened", body)])).sheet_id
        for n in range(1, 9):
            journal.append(deleted, f"k{n}", "hand", {"reason": "a triché"}, n)
        texts = ("Philomène", "Le palais du facteur", "a triché")
        assert all(text in files() for text in texts)
        journal.delete(deleted)
        journal.purge()
        assert [text for text in texts if text in files()] == []
        assert journal.events(sheet_id)

    @pytest.fixture
    def redacted(self, journal, sheet_id):
        """A sheet of whose second event a text was removed."""
        journal.append(sheet_id, "a", "penalty", {"points": 1, "reason": "Philomène"}, 1)
        journal.append(sheet_id, "b", "hand", {"n": 1}, 2)
        assert journal.redact(sheet_id, without_reason) is True
        return sheet_id

    def test_a_removed_text_leaves_the_files_and_its_event_stays(
        self, journal, other, redacted, files
    ):
        journal.purge()
        assert "Philomène" not in files()
        assert [(e.seq, e.kind, e.body) for e in other.events(redacted)[1:]] == [
            (2, "penalty", {"points": 1, "reason": "…"}),
            (3, "hand", {"n": 1}),
            (4, "redacted", {"events": [2]}),
        ]
        assert journal.first_broken_event() is None

    def test_heads_are_the_same_after_a_text_was_removed(self, journal, other, sheet_id):
        journal.append(sheet_id, "a", "penalty", {"points": 1, "reason": "x"}, 1)
        before = other.events(sheet_id)
        journal.redact(sheet_id, without_reason)
        last = before[-1]
        after = other.events(sheet_id, last.seq, last.hash)
        assert [event.kind for event in after] == ["redacted"]
        assert [e.hash for e in other.events(sheet_id)[:2]] == [e.hash for e in before]
        assert other.append(sheet_id, "k", "hand", {}, 3, after[0].hash).seq == 4

    def test_texts_of_one_event_are_removed_one_after_the_other(self, journal, redacted):
        def without_points(event):
            return event.body | {"points": 0} if event.kind == "penalty" else event.body

        assert journal.redact(redacted, without_points) is True
        assert journal.events(redacted)[1].body == {"points": 0, "reason": "…"}
        assert journal.first_broken_event() is None
        assert journal.redact(redacted, without_points) is False

    def test_a_text_that_is_written_meanwhile_is_removed_too(self, journal, other, sheet_id):
        penalty = {"points": 1, "reason": "Philomène"}
        journal.append(sheet_id, "a", "penalty", penalty, 1)

        def meanwhile(event):
            if len(other.events(sheet_id)) == 2:
                other.append(sheet_id, "b", "penalty", penalty, 2)
            return without_reason(event)

        journal.redact(sheet_id, meanwhile)
        reasons = [event.body.get("reason") for event in journal.events(sheet_id)]
        assert reasons == [None, "…", "…", None]

    @pytest.mark.parametrize(
        "change",
        [
            "UPDATE event SET body = replace(body, '…', 'x') WHERE seq = 2",
            "UPDATE event SET at = '' WHERE seq = 2",
            "UPDATE event SET kind = 'hand' WHERE seq = 2",
        ],
    )
    def test_a_changed_event_of_which_a_text_was_removed_is_found(
        self, journal, redacted, execute, change
    ):
        execute(change)
        assert journal.first_broken_event() == (redacted, 2)
        with pytest.raises(DatabaseStopped):
            journal.events(redacted)

    def test_a_sheet_of_which_a_text_was_removed_is_copied(self, journal, redacted, elsewhere):
        elsewhere.fill(lambda: [journal.stored_stream(redacted)])
        assert elsewhere.events(redacted) == journal.events(redacted)
        assert elsewhere.first_broken_event() is None

    # Events

    def test_every_hash_is_of_the_event_and_of_the_one_before(
        self, journal, sheet_id, execute
    ):
        journal.append(sheet_id, "k", "hand", {"n": 1}, 1)
        query = "SELECT kind, body, at, hash FROM event ORDER BY seq"
        one, two = execute(query)
        assert bytes(one[3]) == chained_hash(bytes(32), 1, *one[:3])
        assert bytes(two[3]) == chained_hash(bytes(one[3]), 2, *two[:3])

    def test_a_key_is_of_one_sheet(self, journal, sheet_id):
        another = journal.grant(journal.open_stream(OPENED)).sheet_id
        journal.append(sheet_id, "k", "hand", {}, 1)
        assert journal.seq_of_key(another, "k") is None
        assert journal.append(another, "k", "hand", {"n": 1}, 1).seq == 2

    def test_a_key_that_stored_another_kind_of_event_stores_nothing(self, journal, sheet_id):
        assert journal.append(sheet_id, "k", "hand", {}, 1).seq == 2
        assert journal.append(sheet_id, "k", "hand", {}, 1).seq == 2
        with pytest.raises(KeyReused):
            journal.append(sheet_id, "k", "closed", {}, 2)
        assert len(journal.events(sheet_id)) == 2

    @pytest.mark.parametrize(("after", "previous"), [(1, b"x" * 32), (2, b""), (2, b"x" * 32)])
    def test_nothing_is_appended_to_an_event_that_is_not_there(
        self, journal, other, sheet_id, after, previous
    ):
        with pytest.raises(StaleHead if journal.is_shared else DatabaseStopped):
            journal.append(sheet_id, "k", "hand", {}, after, previous)
        assert len(other.events(sheet_id)) == 1

    def test_an_event_that_the_database_refuses_leaves_nothing(self, journal, sheet_id):
        for key in ("", "k" * 65):
            with pytest.raises(self.refused):
                journal.append(sheet_id, key, "hand", {"names": ["Eve"]}, 1)
        assert len(journal.events(sheet_id)) == 1
        assert journal.stored_stream(sheet_id).names == NAMES

    def test_newer_events_follow_the_one_that_was_read(self, journal, sheet_id):
        first = journal.events(sheet_id)[0]
        journal.append(sheet_id, "k", "hand", {}, 1)
        assert [e.seq for e in journal.events(sheet_id, 1, first.hash)] == [2]
        assert journal.events(sheet_id, 2, journal.events(sheet_id)[1].hash) == []

    def test_newer_events_than_one_that_is_not_there_are_refused(
        self, journal, other, sheet_id
    ):
        first = journal.events(sheet_id)[0]
        for after, previous in ((1, b"x" * 32), (2, first.hash)):
            with pytest.raises(StaleHead if journal.is_shared else DatabaseStopped):
                journal.events(sheet_id, after, previous)
        other.delete(sheet_id)
        with pytest.raises(StaleHead):
            other.events(sheet_id, 1, first.hash)

    def test_outlines_are_found_by_the_tokens_that_open_them(self, journal, token, sheet_id):
        another = journal.open_stream(OPENED)
        journal.append(sheet_id, "b", "seated", {"names": [*NAMES, "Eve"], "dealer": 1}, 1)
        tokens = [token, read_only_token(token), another, "x" * 22]
        assert journal.outlines(tokens) == {
            one: (journal.grant(one), journal.outline(journal.grant(one).sheet_id))
            for one in tokens[:3]
        }

    # Access

    def test_the_grants_of_several_tokens_are_those_of_each(self, journal, token):
        tokens = [token, read_only_token(token), journal.open_stream(OPENED)]
        assert journal.grants([*tokens, "x" * 22]) == {
            one: journal.grant(one) for one in tokens
        }
        assert journal.grants([]) == {}

    def test_no_token_is_in_the_database(self, token, everything):
        derived = read_only_token(token)
        assert token not in everything() and derived not in everything()

    def test_no_token_follows_from_the_hashes_in_the_database(self, token, execute):
        hashes = [bytes(found) for (found,) in execute("SELECT token_hash FROM access")]
        derived = {token_from_digest(found) for found in hashes}
        assert len(hashes) == 2 and not derived & {token, read_only_token(token)}

    def test_a_key_renews_once(self, journal, sheet_id):
        journal.renew(sheet_id, "k", "n" * 22)
        with pytest.raises(KeyReused):
            journal.renew(sheet_id, "k", "m" * 22)
        assert journal.known_tokens(["n" * 22, "m" * 22]) == {"n" * 22}
        assert journal.count_events() == 2

    def test_a_key_of_a_hand_does_not_renew(self, journal, token, sheet_id):
        journal.append(sheet_id, "k", "hand", {}, 1)
        with pytest.raises(KeyReused):
            journal.renew(sheet_id, "k", "n" * 22)
        assert journal.known_tokens([token, "n" * 22]) == {token}

    def test_ids_of_sheets_are_random_and_listed_in_order(self, journal, sheet_id):
        ids = [
            sheet_id,
            *(journal.grant(journal.open_stream(OPENED)).sheet_id for _ in "1234"),
        ]
        assert journal.stream_ids() == sorted(ids)
        assert all(0 < found < 2**63 for found in ids) and max(ids) > 2**40

    def test_a_sheet_can_be_opened_by_more_tokens_than_two(self, journal, other):
        journal.open_stream(FOUNDED, "circle/g", THREE)
        found = {token: other.grant(token) for token in THREE}
        assert {token: grant.may_write for token, grant in found.items()} == THREE
        assert len({grant.sheet_id for grant in found.values()}) == 1
        assert other.grant(read_only_token("circle/g")) is None

    def test_tokens_are_admitted_once_beside_those_that_open_a_sheet(
        self, journal, other, token, sheet_id
    ):
        for tokens in ({"one": True}, {"one": True}, {"one": True, "two": False}):
            journal.add_tokens(sheet_id, tokens)
        assert [event.kind for event in other.events(sheet_id)][1:] == ["admitted"] * 2
        grants = other.grants([token, "one", "two"])
        assert [grant.may_write for grant in grants.values()] == [True, True, False]

    def test_renewed_tokens_may_be_more_than_two(self, journal, other):
        journal.open_stream(FOUNDED, "circle/g", THREE)
        circle = journal.grant("circle/g").sheet_id
        new = {f"{token}2": may_write for token, may_write in THREE.items()}
        for _ in "12":  # the same renewal again is nothing
            journal.renew(circle, "k", "circle/g2", new, {"seed": "acorn"})
        assert other.known_tokens([*THREE, *new]) == set(new)
        assert {token: other.grant(token).may_write for token in new} == new
        assert [(e.kind, e.body) for e in other.events(circle)[1:]] == [
            ("renewed", {"seed": "acorn"})
        ]

    # Names

    @pytest.mark.parametrize("kind", ["joined", "nicknamed"])
    def test_no_name_of_a_circle_is_in_an_event(self, journal, other, execute, kind):
        journal.open_stream(FOUNDED, "circle/g", THREE)
        circle = journal.grant("circle/g").sheet_id
        journal.append(circle, "a", kind, {"names": [*CIRCLE, "Théodule"], "n": 1}, 1)
        journal.rename(circle, "b", 1, "")
        names = ["Cercle du mardi", "", "Zoé", "Théodule"]
        assert [(e.kind, e.body) for e in other.events(circle)] == [
            ("founded", {"names": names[:3], "seed": "5eed"}),
            (kind, {"names": names, "n": 1}),
            ("renamed", {"player": 1, "name": ""}),
        ]
        assert other.outline(circle) == other.events(circle)
        stored = repr(execute("SELECT kind, body FROM event"))
        assert not [name for name in (*CIRCLE, "Théodule") if name in stored]

    def test_no_name_is_in_an_event(self, journal, sheet_id, execute):
        names = ["Marceline", "Théodule"]
        journal.append(sheet_id, "a", "seated", {"names": names, "dealer": 1}, 1)
        journal.rename(sheet_id, "b", 1, "Philomène")
        stored = repr(execute("SELECT key, kind, body, at FROM event"))
        assert not [n for n in (*NAMES[:2], *names, "Philomène") if n in stored]
        bodies = [body for (body,) in execute("SELECT body FROM event ORDER BY seq")]
        assert bodies == [
            encode({"title": "é", "players": 4, "dealer": 0}),
            encode({"players": 2, "dealer": 1}),
            encode({"player": 1}),
        ]

    def test_a_renaming_after_an_event_that_is_not_the_last_is_refused(
        self, journal, other, sheet_id
    ):
        seen = journal.heads([sheet_id])[sheet_id]
        last = other.append(sheet_id, "hand", "hand", {}, *seen)
        with pytest.raises(StaleHead):
            journal.rename(sheet_id, "k", 1, "Eve", seen)
        assert journal.stored_stream(sheet_id).names == NAMES
        for after in (last, seen):  # the same again is nothing, whatever has been seen
            journal.rename(sheet_id, "k", 1, "Eve", after)
        assert journal.stored_stream(sheet_id).names == [NAMES[0], "Eve", *NAMES[2:]]
        assert (journal.count_events(), journal.first_broken_event()) == (3, None)

    # Deletion

    def test_no_verb_changes_another_sheet(self, journal, sheet_id):
        another = journal.grant(journal.open_stream(OPENED)).sheet_id
        before = journal.stored_stream(another)
        journal.append(sheet_id, "a", "seated", {"names": ["Max", "Eve"], "dealer": 0}, 1)
        journal.rename(sheet_id, "b", 0, "Théodule")
        journal.renew(sheet_id, "c", "n" * 22)
        journal.add_tokens(sheet_id, {"a" * 22: True})
        journal.delete(sheet_id)
        assert journal.stored_stream(another) == before

    def test_the_id_of_a_deleted_sheet_is_noted_beside_a_list_of_heads_alone(
        self, journal, sheet_id
    ):
        journal.delete(sheet_id)
        assert bool(journal.notes("deleted ")) is not journal.is_shared

    def test_a_deleted_sheet_cannot_be_changed(self, journal, other, token, sheet_id):
        journal.delete(sheet_id)
        other.delete(sheet_id)
        assert other.grant(token) is other.stored_stream(sheet_id) is None
        assert other.events(sheet_id) == other.outline(sheet_id) == other.stream_ids() == []
        assert other.redact(sheet_id, without_reason) is False
        with pytest.raises(StreamDeleted):
            other.append(sheet_id, "k", "hand", {}, 1)
        with pytest.raises(StreamDeleted):
            other.renew(sheet_id, "k", "n" * 22)
        with pytest.raises(StreamDeleted):
            other.add_tokens(sheet_id, {"a" * 22: True})
        with pytest.raises(StreamDeleted):
            other.rename(sheet_id, "k", 0, "Eve")
        assert other.count_events() == 0

    def test_names_on_several_sheets_are_replaced_at_once(self, journal, other, sheet_id):
        another = journal.grant(journal.open_stream(OPENED)).sheet_id
        deleted = journal.grant(journal.open_stream(OPENED)).sheet_id
        journal.delete(deleted)
        renamings = [
            Renaming(one, "k", number, f"n° {number}")
            for one, number in ((sheet_id, 0), (deleted, 0), (another, 2))
        ]
        for process in (journal, other):  # the same renamings again are nothing
            process.rename_all(renamings)
        assert other.stored_stream(sheet_id).names == ["n° 0", *NAMES[1:]]
        assert other.stored_stream(another).names == [*NAMES[:2], "n° 2", NAMES[3]]
        assert journal.count_events() == 4 and journal.first_broken_event() is None
        with pytest.raises(KeyReused):
            journal.rename_all([Renaming(sheet_id, "k", 1, "Eve")])

    def test_purging_changes_nothing_that_is_stored(self, journal, other, sheet_id):
        journal.rename(sheet_id, "k", 0, "Théodule")
        before = journal.stored_stream(sheet_id)
        journal.purge()
        assert journal.stored_stream(sheet_id) == other.stored_stream(sheet_id) == before
        assert other.append(sheet_id, "l", "hand", {}, 2).seq == 3
        assert journal.first_broken_event() is None

    # The whole sheet as rows

    def test_a_copied_sheet_is_the_same_to_the_last_byte(
        self, journal, elsewhere, token, sheet_id
    ):
        journal.append(sheet_id, "k", "hand", {"n": 1.5, "note": "é\\u0000\n"}, 1)
        journal.rename(sheet_id, "l", 1, "")
        journal.add_tokens(sheet_id, {"a" * 22: True, "b" * 22: False})
        sheet = journal.stored_stream(sheet_id)
        assert len(sheet.access) == 4
        elsewhere.fill(lambda: [sheet])
        assert elsewhere.stored_stream(sheet_id) == sheet
        assert elsewhere.events(sheet_id) == journal.events(sheet_id)
        assert elsewhere.grant(token) == journal.grant(token)
        assert elsewhere.first_broken_event() is None
        assert elsewhere.append(sheet_id, "k", "hand", {"n": 1.5, "note": "é\\u0000\n"}, 1)

    def test_a_stored_stream_is_its_tokens_names_and_events(self, journal, token, sheet_id):
        sheet = journal.stored_stream(sheet_id)
        assert sheet.id == sheet_id and sheet.names == NAMES
        assert sheet.access == {
            token_hash(token): True,
            token_hash(read_only_token(token)): False,
        }
        (event,) = sheet.events
        assert event == next_event(
            FIRST, "first-1", "opened", {"title": "é", "players": 4, "dealer": 0}
        )._replace(at=event.at, hash=journal.events(sheet_id)[0].hash)

    def test_an_empty_database_is_filled_whole_or_not_at_all(
        self, journal, sheet_id, elsewhere
    ):
        sheet = journal.stored_stream(sheet_id)
        twice = [*sheet.events, StoredEvent(1, "again", "hand", "{}", "", bytes(32))]
        with pytest.raises(self.refused):
            elsewhere.fill(lambda: [sheet, sheet._replace(id=sheet_id + 1, events=twice)])
        assert elsewhere.stream_ids() == []
        elsewhere.fill(lambda: [sheet])
        assert elsewhere.stored_stream(sheet_id) == sheet

    def test_a_database_that_has_streams_is_not_filled(self, journal, sheet_id, elsewhere):
        elsewhere.open_stream(OPENED)
        before = elsewhere.stream_ids()
        with pytest.raises(StorageError, match="prenez une base vide"):
            elsewhere.fill(lambda: [journal.stored_stream(sheet_id)])
        assert elsewhere.stream_ids() == before

    def test_a_stream_whose_id_is_given_is_stored_once(self, journal, other):
        journal.open_stream(OPENED, "one", id=7)
        journal.append(7, "k", "hand", {}, 1)
        other.open_stream(OPENED, "two", id=7)
        assert other.stream_ids() == [7] and other.heads([7])[7].seq == 2
        assert other.grant("two") is None

    # Notes

    def test_a_note_is_kept_until_it_is_removed(self, journal, other):
        for text in ("one", "two"):
            journal.note("import a", text)
            journal.note("import b", text)
            assert other.notes("import ") == {"import a": text, "import b": text}
        journal.note("import a", "")
        assert other.notes("import ") == {"import b": "two"}

    # The chain

    @pytest.mark.parametrize(
        ("change", "seq"),
        [
            ("UPDATE event SET body = '{\"n\":9}' WHERE seq = 3", 3),
            ("UPDATE event SET kind = 'other' WHERE seq = 2", 2),
            ("UPDATE event SET at = '' WHERE seq = 4", 4),
            ("DELETE FROM event WHERE seq = 2", 3),
        ],
    )
    def test_a_changed_event_breaks_the_chain(self, journal, sheet_id, execute, change, seq):
        for n in range(3):
            journal.append(sheet_id, f"k{n}", "hand", {"n": n}, n + 1)
        execute(change)
        assert journal.first_broken_event() == (sheet_id, seq)
        with pytest.raises(DatabaseStopped):
            journal.events(sheet_id)

    def test_an_event_forged_with_its_own_hash_breaks_the_next(
        self, journal, sheet_id, execute
    ):
        for n in range(2):
            journal.append(sheet_id, f"k{n}", "hand", {"n": n}, n + 1)
        first, at = execute("SELECT hash, at FROM event WHERE seq = 1")[0]
        forged = chained_hash(bytes(first), 2, "hand", '{"n":9}', at)
        values = ('{"n":9}', at, forged)
        execute("UPDATE event SET body = ?, at = ?, hash = ? WHERE seq = 2", *values)
        assert journal.first_broken_event() == (sheet_id, 3)

    def test_a_gap_breaks_the_chain_even_where_the_hashes_match(
        self, journal, sheet_id, execute
    ):
        last = journal.append(sheet_id, "k", "hand", {}, 1).hash
        forged = chained_hash(last, 4, "hand", "{}", "")
        event = (sheet_id, 4, "forged", "hand", "{}", "", forged)
        execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", *event)
        assert journal.first_broken_event() == (sheet_id, 4)

    def test_the_first_broken_event_is_that_of_the_first_sheet(self, journal, execute):
        for _ in range(4):
            journal.open_stream([*OPENED, ("hand", {})])
        assert journal.first_broken_event() is None
        execute("UPDATE event SET body = '{}' WHERE seq = 1")
        assert journal.first_broken_event() == (min(journal.stream_ids()), 1)

    # Names and tokens

    @pytest.mark.parametrize("changed", CHANGED)
    def test_a_changed_name_or_token_is_found(self, journal, sheet_id, execute, changed):
        statement, place = CHANGED[changed]
        assert journal.changed_row() is None
        values = (bytes(32), place == WRITER) if "?" in statement else ()
        execute(statement, *values)
        assert journal.changed_row() == (sheet_id, place)

    def test_a_token_that_may_write_now_is_found(self, journal, sheet_id, execute):
        execute("UPDATE access SET may_write = ?", True)
        assert journal.changed_row() == (sheet_id, WRITER)

    def test_a_name_of_another_sheet_is_found(self, journal, sheet_id, execute):
        other = journal.grant(journal.open_stream([("opened", {"names": ["Max"]})])).sheet_id
        execute("DELETE FROM name WHERE sheet = ? AND player = 0", sheet_id)
        execute("UPDATE name SET sheet = ? WHERE sheet = ?", sheet_id, other)
        assert journal.changed_row() == (sheet_id, 0)

    # Races

    def test_eight_threads_of_two_processes_leave_neither_gap_nor_duplicate(
        self, journal, other, sheet_id
    ):
        def write(name):
            process = (journal, other)[name % 2]
            for n in range(10):
                for _ in range(2):
                    append_at_end(process, sheet_id, f"{name}-{n}", {"n": n})

        outcomes = at_once(*(lambda name=name: write(name) for name in range(8)))
        assert outcomes == [None] * 8
        assert [event.seq for event in journal.events(sheet_id)] == list(range(1, 82))
        assert journal.first_broken_event() is None

    def race(self, *calls):
        """What comes of verbs of two journals at the same moment, each in a thread: the
        journal, the verb and what it is given."""
        return at_once(
            *(partial(getattr(process, verb), *given) for process, verb, *given in calls)
        )

    def test_the_same_key_at_the_same_moment_is_stored_once(self, journal, other, sheet_id):
        last = journal.heads([sheet_id])[sheet_id]
        for n in range(ROUNDS):
            hand = "append", sheet_id, f"k{n}", "hand", {"n": n}, *last
            one, two = self.race((journal, *hand), (other, *hand))
            assert one == two == Head(n + 2, one.hash)
            last = one
        assert journal.count_events() == ROUNDS + 1

    def test_of_two_writers_at_the_same_moment_one_has_a_conflict(
        self, journal, other, sheet_id
    ):
        last = journal.heads([sheet_id])[sheet_id]
        for n in range(ROUNDS):
            hand = "hand", {"n": n}, *last
            outcomes = self.race(
                (journal, "append", sheet_id, f"a{n}", *hand),
                (other, "append", sheet_id, f"b{n}", *hand),
            )
            assert sorted(type(found).__name__ for found in outcomes) == ["Head", "StaleHead"]
            last = next(found for found in outcomes if isinstance(found, Head))
        assert journal.count_events() == ROUNDS + 1

    def test_of_two_renamings_after_one_event_at_the_same_moment_one_has_a_conflict(
        self, journal, other, sheet_id
    ):
        for n in range(ROUNDS):
            last = journal.heads([sheet_id])[sheet_id]
            outcomes = self.race(
                (journal, "rename", sheet_id, f"1-{n}", 1, f"Eve {n}", last),
                (other, "rename", sheet_id, f"0-{n}", 0, f"Eve {n}", last),
            )
            assert {type(found).__name__ for found in outcomes} == {"NoneType", "StaleHead"}
            assert journal.stored_stream(sheet_id).names.count(f"Eve {n}") == 1
        assert journal.count_events() == ROUNDS + 1

    def test_the_same_token_at_the_same_moment_opens_one_sheet(self, journal, other):
        for n in range(ROUNDS):
            sheet = "open_stream", OPENED, f"{n:022}"
            assert self.race((journal, *sheet), (other, *sheet)) == [f"{n:022}"] * 2
        assert len(journal.stream_ids()) == journal.count_events() == ROUNDS

    @pytest.mark.parametrize(
        ("verb", "given"),
        [
            ("append", ["k", "hand", {}]),
            ("append", ["k", "seated", {"names": [*NAMES, "Eve"]}]),
            ("renew", ["k", "n" * 22]),
            ("rename", ["k", 0, "Eve"]),
            ("add_tokens", [{"n" * 22: True}]),
        ],
    )
    def test_a_change_beside_a_deletion_leaves_no_row(
        self, journal, other, execute, verb, given
    ):
        for n in range(ROUNDS):
            sheet_id = journal.grant(journal.open_stream(OPENED)).sheet_id
            last = journal.heads([sheet_id])[sheet_id] if verb == "append" else ()
            changed, deleted = self.race(
                (journal, verb, sheet_id, *given, *last), (other, "delete", sheet_id)
            )
            assert isinstance(changed, Head | StreamDeleted | None), (n, changed)
            assert deleted is None
            assert [execute(f"SELECT * FROM {table}") for table in TABLES] == [[]] * 4

    @pytest.mark.parametrize("verb", ["renew", "rename"])
    def test_a_renewal_or_a_renaming_beside_an_append_is_always_recorded(
        self, journal, other, sheet_id, verb
    ):
        for n in range(ROUNDS):
            last = journal.heads([sheet_id])[sheet_id]
            given = {"renew": [f"{n:022}"], "rename": [0, f"Anne {n}"]}[verb]
            appended, changed = self.race(
                (journal, "append", sheet_id, f"a{n}", "hand", {}, *last),
                (other, verb, sheet_id, f"r{n}", *given),
            )
            assert isinstance(appended, Head | StaleHead) and changed is None
            head = journal.heads([sheet_id])[sheet_id]
            assert head.seq == last.seq + 1 + isinstance(appended, Head)
            if verb == "rename":
                assert journal.events(sheet_id)[0].body["names"][0] == f"Anne {n}"
            else:
                assert journal.grant(f"{n:022}") == (sheet_id, True, head)
                assert n == 0 or journal.grant(f"{n - 1:022}") is None
        assert journal.first_broken_event() is None

    def test_of_two_renewals_the_last_one_has_the_tokens(self, journal, other, sheet_id):
        for n in range(ROUNDS):
            names = [f"{one}-{n:020}" for one in "01"]
            one, two = ((process, "renew", sheet_id) for process in (journal, other))
            renewed = self.race((*one, names[0], names[0]), (*two, names[1], names[1]))
            assert renewed == [None, None]
            last = journal.stored_stream(sheet_id).events[-1].key
            assert journal.stored_stream(sheet_id).access == {
                token_hash(last): True,
                token_hash(read_only_token(last)): False,
            }

    def test_the_same_tokens_are_admitted_at_the_same_moment(self, journal, other, sheet_id):
        for n in range(ROUNDS):
            tokens = "add_tokens", sheet_id, {f"{n:022}": True, f"r{n:021}": False}
            assert self.race((journal, *tokens), (other, *tokens)) == [None, None]
            assert journal.grant(f"{n:022}").may_write
            assert not journal.grant(f"r{n:021}").may_write
        assert journal.first_broken_event() is None

    def test_tokens_admitted_beside_a_renewal_open_nothing_after_it(
        self, journal, other, sheet_id
    ):
        for n in range(ROUNDS):
            both = self.race(
                (journal, "add_tokens", sheet_id, {f"{n:022}": True}),
                (other, "renew", sheet_id, f"r{n}", f"w{n:021}"),
            )
            assert both == [None, None]
            kinds = [event.kind for event in journal.events(sheet_id)]
            is_last = kinds[-1] == "admitted"
            assert (journal.grant(f"{n:022}") is not None) == is_last, (n, kinds[-2:])

    def test_a_stored_stream_is_all_of_one_moment(self, journal, other, sheet_id):
        found, renamed = [], threading.Event()

        def rename():
            try:
                for n in range(2, 2 + ROUNDS):
                    journal.rename(sheet_id, f"k{n}", 0, str(n))
            finally:  # the other thread reads no longer than this one writes
                renamed.set()

        def read():
            while not renamed.is_set():
                found.append(other.stored_stream(sheet_id))

        assert at_once(rename, read) == [None, None]
        torn = [
            s.names[0] for s in found[1:] if s.names[0] not in ("Anne", str(len(s.events)))
        ]
        assert torn == []

    # Summaries

    def test_summaries_are_read_back_by_sheet(self, journal, other, sheet_id):
        another = journal.grant(journal.open_stream(OPENED)).sheet_id
        summaries = {sheet_id: SUMMARY, another: StoredSummary(b"2" * 32, "{}")}
        journal.write_summaries(summaries, "a")
        assert other.read_summaries([sheet_id, another, 7], "a") == summaries
        assert other.read_summaries([another], "a") == {another: summaries[another]}
        assert other.read_summaries([], "a") == {}

    def test_a_summary_replaces_the_one_before(self, journal, sheet_id):
        journal.write_summaries({sheet_id: SUMMARY}, "a")
        journal.write_summaries({sheet_id: SUMMARY._replace(body="[]")}, "b")
        assert journal.read_summaries([sheet_id], "a") == {}
        assert journal.read_summaries([sheet_id], "b")[sheet_id].body == "[]"

    def test_many_summaries_are_read_at_once(self, journal, sheet_id):
        journal.write_summaries({sheet_id: SUMMARY}, "a")
        assert journal.read_summaries([*range(1, 2001), sheet_id], "a") == {sheet_id: SUMMARY}

    def test_a_summary_is_deleted_with_its_sheet(self, journal, sheet_id, execute):
        journal.write_summaries({sheet_id: SUMMARY}, "a")
        journal.delete(sheet_id)
        assert execute("SELECT * FROM summary") == []
        journal.write_summaries({sheet_id: SUMMARY}, "a")
        assert execute("SELECT * FROM summary") == []

    def test_a_damaged_summary_is_not_read(self, journal, sheet_id, execute):
        journal.write_summaries({sheet_id: SUMMARY}, "a")
        execute("UPDATE summary SET body = 'Summary'")
        assert journal.read_summaries([sheet_id], "a") == {}

    def test_a_summary_is_no_part_of_its_stored_stream(self, journal, elsewhere, sheet_id):
        journal.write_summaries({sheet_id: SUMMARY}, "a")
        elsewhere.fill(lambda: [journal.stored_stream(sheet_id)])
        assert elsewhere.read_summaries([sheet_id], "a") == {}
