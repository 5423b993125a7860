"""The promises of a simulated evening, and what was seen of it, by which they are checked."""

from scorekeeper.sheets.sheet import fold

LOOSE = ("seating", "confirm")
"""Fields that may differ between two posts of the same hand."""


class Broken(Exception):
    """A promise that does not hold."""


class Promises:
    """What holds after every move of an :class:`simulated_evening.Evening`."""

    def _saw_commit(self, change):
        event, held = change["event"], change["submission"]
        key = event.get("key")
        if event["type"] == "note" and held["state"] == "noted":
            self._saw_noted(change["phone"], event["submission"], held, change["removed"])
        elif event["type"] == "takeBack" and held and key in self.wanted:
            wanted = self.wanted[key]
            wanted["ordered"] = False
            wanted["dropped"] = wanted["dropped"] or held["state"] == "withdrawn"
        elif event["type"] == "drop" and key in change["removed"] and key in self.wanted:
            self.wanted[key]["dropped"] = True
        elif event["type"] == "recorded" and key in self.wanted:
            self.wanted[key]["struck"] = True
        elif event["type"] == "refused" and key in self.wanted:
            self.wanted[key].update(refused=True, ordered=False)

    def _saw_noted(self, phone, submission, held, removed):
        known = self.wanted.get(held["key"])
        if known and known["revision"] == held["revision"]:
            return
        is_open = known and not (known["dropped"] or known["struck"])
        if is_open and submission.get("replaces") != held["key"]:
            raise Broken(f"{held['key']} overwritten by another hand")
        self.noted += 1
        self.wanted[held["key"]] = {
            **{"phone": phone, "revision": held["revision"], "order": self.noted},
            **{"isHand": held["url"].endswith("/hands"), "dropped": False, "struck": False},
            **{"refused": bool(known and known["refused"]), "ordered": known is None},
        }
        for key in removed:
            if key in self.wanted and key != held["key"]:
                self.wanted[key]["dropped"] = True

    def _saw_settled(self, answer):
        wanted = self.wanted.get(answer["key"])
        is_told = answer["outcome"] == "recorded" and wanted and wanted["isHand"]
        if is_told and self.server.app and self._seq(answer["key"]) is None:
            raise Broken(f"{answer['key']} acknowledged and not in the journal")

    def _saw_recorded(self, submission, changed):
        """What a key has recorded is what the phone was told."""
        key = submission["key"]
        told = {name: value for name, value in submission["fields"] if name not in LOOSE}
        if self._told.setdefault(key, told) != told and not changed:
            raise Broken(f"{key} acknowledged, and another hand recorded")

    def _check(self):
        if not self.server.app:
            return
        sheet = self._sheet_now()
        if sheet.version < self.version:
            raise Broken(f"the sheet went back from {self.version} to {sheet.version}")
        if sheet.version > self.version:
            self.version = sheet.version
            self._check_journal(sheet)
        for key, wanted in self.wanted.items():
            held = any(one["key"] == key for one in self.stores[wanted["phone"]])
            is_due = wanted["isHand"] and not wanted["dropped"] and not held
            if is_due and self._seq(key) is None:
                raise Broken(f"{key} is neither on the phone nor in the journal")

    def _check_journal(self, sheet):
        journal = self.server.repository.journal
        if journal.first_broken_event():
            raise Broken("the hash chain is broken")
        folded = fold(journal.events(self._sheet_id))
        if (folded.etag, folded.state) != (sheet.etag, sheet.state):
            raise Broken("the cached sheet is not the one in the journal")
        if sheet.state.discrepancy:
            raise Broken("the sheet does not add up")
        self._check_order(journal)

    def _check_order(self, journal):
        for phone in range(len(self.stores)):
            mine = [
                (one["order"], self._seq(key))
                for key, one in self.wanted.items()
                if one["phone"] == phone and one["ordered"] and one["isHand"]
            ]
            seqs = [seq for _, seq in sorted(mine) if seq is not None]
            if seqs != sorted(seqs):
                raise Broken("hands recorded out of order")

    def _check_at_last(self):
        left = [one for store in self.stores for one in store if one["state"] != "look"]
        if left:
            raise Broken(f"{left[0]['key']} was never sent")
        sheet = self._sheet_now()
        counted = {row.entry.id for row in sheet.rows}
        removals = {
            dict(map(tuple, one["fields"])).get("entry")
            for store in self.stores
            for one in store
        }
        for key, wanted in self.wanted.items():
            seq = self._seq(key)
            is_gone = wanted["dropped"] and wanted["isHand"] and not wanted["refused"]
            if is_gone and seq in counted and str(seq) not in removals:
                raise Broken(f"{key} was taken back, and counts")
