"""The promises of a simulated evening, and what was seen of it, by which they are checked."""

import json
from collections import defaultdict, deque
from hashlib import sha256

from independent import evening as second_scorer

from scorekeeper.sheets.formats import night_document
from scorekeeper.sheets.sheet import fold

LOOSE = ("seating", "confirm", "before", "seen", "sitting_out", "mended")
"""Fields that may differ between two posts of the same hand."""

EVERY = 25
"""Versions of a sheet between two checks of its whole journal."""


def is_free(one, store):
    """True if a submission waits for no answer of a person."""
    before = [other for other in store if other["order"] < one["order"]]
    is_held = one.get("isHand") and any(is_asked(other) for other in before)
    return one["state"] != "look" and not is_held


def is_asked(one):
    """True if a person has to decide on a hand."""
    return one["state"] == "look" and one.get("isHand")


class Broken(Exception):
    """A promise that does not hold."""


class Promises:
    """Promises that hold after every move of an :class:`simulated_evening.Evening`."""

    def expect(self):
        """Nothing was seen yet."""
        self.wanted, self.noted, self._told, self.fields = {}, 0, {}, {}
        self.deals, self.undone, self.misnamed = [], set(), set()
        self.version, self._hash, self.seqs, self.key_at = 0, bytes(32), {}, {}
        self.recorded_of = [deque(maxlen=9) for _ in self.stores]
        self.deal_at, self.rows_of = {}, defaultdict(list)
        self.hands, self._checked, self._left, self.is_changed = 0, 0, [], True

    # What was seen.

    def _saw_commit(self, change):
        event, held = change["event"], change["submission"]
        key = event.get("key")
        if event["type"] == "note" and held["state"] != "look":
            if held.get("isHand") and change["tab"] in self.pages:
                self.pages[change["tab"]].known.append(held["key"])
            self._saw_noted(change["phone"], event["submission"], held, change["removed"])
        elif event["type"] == "drop" and key in change["removed"] and key in self.wanted:
            self.wanted[key]["dropped"] = True
        elif event["type"] == "recorded" and key in self.wanted:
            self.wanted[key]["struck"] = True
        self._left += change["removed"]

    def _saw_noted(self, phone, submission, held, removed):
        known = self.wanted.get(held["key"])
        if known and known["revision"] == held["revision"]:
            return
        is_open = known and not (known["dropped"] or known["struck"])
        if is_open and submission.get("replaces") != held["key"]:
            raise Broken(f"{held['key']} overwritten by another hand")
        self.noted += 1
        fields = dict(map(tuple, held["fields"]))
        for name in (held["key"], *fields.get("mended", "").split()[-1:]):
            self.fields.setdefault(name, []).append(fields)
        former = self.wanted.get(submission.get("replaces"))
        self.wanted[held["key"]] = {
            **{
                "phone": phone,
                "revision": held["revision"],
                "order": former["order"] if former else self.noted,
            },
            **{"isHand": held["url"].endswith("/hands"), "dropped": False, "struck": False},
            "deal": held.get("deal"),
        }
        for key in removed:
            if key in self.wanted and key != held["key"]:
                self.wanted[key]["dropped"] = True

    def _saw_settled(self, answer):
        """Require what the phone was told; the answer to an earlier submission under the same
        key, as a correction that changed nothing, says nothing of the hand that waits."""
        wanted = self.wanted.get(answer["key"])
        is_told = answer["outcome"] == "recorded" and wanted and wanted["isHand"]
        is_told = is_told and answer["revision"] == wanted["revision"]
        if is_told and self.server.app and not self._is_recorded(answer["key"]):
            raise Broken(f"{answer['key']} acknowledged and not in the journal")

    def _saw_recorded(self, submission, changed):
        """Require that a key recorded what the phone was told; a correction that changes
        nothing records nothing under its key."""
        key = submission["key"]
        told = {name: value for name, value in submission["fields"] if name not in LOOSE}
        if changed:
            self._told[key] = told
        elif self._told.get(key, told) != told:
            raise Broken(f"{key} acknowledged, and another hand recorded")

    def _is_recorded(self, key):
        if key not in self.seqs:
            self.read_events()
        return key in self.seqs

    def is_shown(self, deal):
        """True if a row of the sheet is this deal."""
        sheet = self._sheet_now()
        return any(sheet.row(seq) for seq in self.rows_of[deal])

    # What holds after every move.

    def check(self):
        """Look for what the last move has broken.

        :raises Broken: if a promise does not hold.
        """
        if not self.server.app:
            return
        if self.is_changed:
            self.is_changed = False
            self._check_sheet()
        for key in self._left:
            self._check_kept(key)
        self._left.clear()

    def read_events(self):
        """Take note of the new events of the journal; the version of the sheet.

        :raises Broken: if one is there that nobody asked for, or a second row of a deal.
        """
        if not self.server.app:
            return self.version
        events = self.server.events_after(self.sheet_id, self.version)
        for seq, key, kind, body, at, found in events:
            chained = self._hash + f"{seq}\0{kind}\0{at}\0{body}".encode()
            self.version, self.seqs[key], self._hash = seq, seq, found
            if sha256(chained).digest() != found:
                raise Broken(f"the hash of event {seq} is not that of its content")
            if kind in ("hand", "penalty", "corrected"):
                self._check_asked(key, json.loads(body))
            if kind == "hand":
                self.hands += 1
                self._saw_row(seq, key)
        return self.version

    def _check_asked(self, key, body):
        answers = body.get("body", body).get("answers", {})
        wanted = self.fields.get(key, ())
        names = ("taker", "points", "bouts")
        for fields in wanted:
            if all(str(answers.get(name)) == fields.get(name, "None") for name in names):
                return
        if answers or not wanted:
            raise Broken(f"{key} recorded, and nobody asked for it: {body}")

    def _saw_row(self, seq, key):
        wanted = self.wanted[key]
        deal, phone = wanted["deal"], wanted["phone"]
        self._check_order(key, phone)
        self._saw_gap(phone)
        same = self.rows_of[deal]
        same.append(seq)
        self.deal_at[seq], self.key_at[seq] = deal, key
        is_named = self.most_tabs == 1 and deal not in self.misnamed | self.undone
        if len(same) > 1 and is_named and self._counted(same) > 1:
            raise Broken(f"deal {deal} is two rows")

    def _saw_gap(self, phone):
        """While somebody has still to look at an earlier deal, the rows of later ones have a
        number too low: the server compares other deals with them than those meant."""
        waiting = [one.get("deal") for one in self.stores[phone] if one["state"] == "look"]
        first = min((deal for deal in waiting if deal is not None), default=len(self.deals))
        self.misnamed.update(range(first, len(self.deals) + 1))

    def _counted(self, seqs):
        sheet = self.server.repository.sheet(self.sheet_id)
        return sum(sheet.row(seq) is not None for seq in seqs)

    def _check_order(self, key, phone):
        wanted = self.wanted[key]
        latest = list(self.recorded_of[phone])
        self.recorded_of[phone].append(wanted)
        orders = [one["order"] for one in latest]
        if not wanted["dropped"] and max(orders, default=0) > wanted["order"]:
            raise Broken("hands recorded out of order")

    def _check_kept(self, key):
        """A hand that has left its phone is in the journal, or somebody has dropped it."""
        wanted = self.wanted.get(key)
        if wanted is None or not wanted["isHand"] or wanted["dropped"]:
            return
        held = any(one["key"] == key for one in self.stores[wanted["phone"]])
        if not held and not self._is_recorded(key):
            raise Broken(f"{key} is neither on the phone nor in the journal")

    def _check_sheet(self):
        sheet = self._sheet = self.server.repository.sheet(self.sheet_id)
        if self.read_events() != sheet.version:
            raise Broken(f"the sheet is at {sheet.version}, and the journal at {self.version}")
        if sheet.state.discrepancy:
            raise Broken("the sheet does not add up")
        if self.version >= self._checked + EVERY:
            self._check_journal(sheet)

    def _check_journal(self, sheet):
        self._checked = self.version
        folded = fold(self.server.repository.journal.events(self.sheet_id))
        if (folded.etag, folded.state) != (sheet.etag, sheet.state):
            raise Broken("the cached sheet is not the one in the journal")

    def check_question(self, phone, row):
        """Nobody is asked whether another phone's hand is their own, where it is of theirs.

        :raises Broken: if somebody is.
        """
        if self.most_tabs == 1 and self.wanted[self.key_at[row]]["phone"] == phone:
            raise Broken(f"event {row} of this phone called another's")

    # What holds at last.

    def check_at_last(self):
        """Look for what is wrong once everything was sent.

        :raises Broken: if a promise does not hold.
        """
        left = [one for store in self.stores for one in store if is_free(one, store)]
        if left:
            raise Broken(f"{left[0]['key']} was never sent")
        sheet = self._sheet_now()
        self._check_journal(sheet)
        self._check_scores(sheet)
        for key in self.wanted:
            self._check_kept(key)
        self._check_deals(sheet)

    def _check_scores(self, sheet):
        """Scores and totals are those that the second scorer finds."""
        document = night_document.write_unread(sheet, ())
        second = second_scorer.play(document)
        entries = zip(document["hands"], second.scores, strict=True)
        found = [scores for entry, scores in entries if "penalty" not in entry]
        played = [row for row in sheet.rows if row.score and not row.late]
        if [list(row.score.scores) for row in played] != found:
            raise Broken("the second scorer finds other scores")
        if list(sheet.state.standing) != second.totals:
            raise Broken(f"{sheet.state}, and the second scorer finds {second.totals}")

    def _check_deals(self, sheet):
        """A deal that was entered is one row, or somebody is asked."""
        shown = {self.deal_at.get(row.entry.id) for row in sheet.rows}
        asked = {one.get("deal") for store in self.stores for one in store}
        for wanted in self.wanted.values():
            deal = wanted["deal"]
            if deal is not None and deal not in shown | asked | self.undone:
                raise Broken(f"deal {deal} was entered, and is gone")
