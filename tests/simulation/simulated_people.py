"""What people do at a simulated evening: enter, correct, remove, look again, change seats."""

import re


class People:
    """The moves of people at an :class:`simulated_evening.Evening`."""

    def _enter(self, random):
        tab = self._any_page(random)
        if tab is not None:
            self._submit(tab, self._hand(random), random)

    def _pass_deal(self, random):
        tab = self._any_page(random)
        if tab is not None:
            self._submit(tab, [("passed", "sure")], random)

    def _submit(self, tab, answers, random):
        page = self.pages[tab]
        fields = [("key", page.key), ("seating", page.seating), ("confirm", ""), *answers]
        self._note(tab, "hands", fields, page.replaces)
        page.key, page.replaces = self.phones.key(), None
        page.seating = page.seating.split(".")[0]

    def _tap_twice(self, random):
        waiting = [(one, phone) for phone, store in enumerate(self.stores) for one in store]
        waiting = [(one, phone) for one, phone in waiting if one["state"] in ("noted", "sent")]
        if not waiting:
            return
        one, phone = random.choice(waiting)
        tabs = [tab for tab in self.pages if self.tab_phone[tab] == phone]
        if tabs:
            again = {name: one[name] for name in ("key", "sheet", "url", "fields", "base")}
            self._call("submit", random.choice(tabs), again)

    def _correct(self, random):
        tab, row = self._any_page(random), self._any_row(random, "hand")
        if tab is None or row is None:
            return
        fields = [("key", self.phones.key()), ("entry", str(row.entry.id)), ("confirm", "")]
        fields += [("seen", str(row.entry.revision)), *self._hand(random)]
        self._note(tab, f"hands/{row.entry.id}", fields)

    def _penalty(self, random):
        tab = self._any_page(random)
        if tab is not None:
            points = [
                ("player", str(random.randrange(2))),
                ("points", str(random.randint(1, 99))),
            ]
            self._note(
                tab, "penalties", [("key", self.phones.key()), ("way", "less"), *points]
            )

    def _undo(self, random):
        tab, row = self._any_page(random), self._any_row(random, "hand", "penalty")
        if tab is not None and row is not None:
            entry = [("entry", str(row.entry.id)), ("seen", str(row.entry.revision))]
            self._note(tab, "journal/removals", [("key", self.phones.key()), *entry])

    def _seats(self, random):
        tab = self._any_page(random)
        if tab is None or not self.server.app:
            return
        sheet = self._sheet_now()
        seats = sheet.state.seats
        fields = [("key", self.phones.key()), ("seating", sheet.seating_version)]
        fields += [("deals", str(sheet.state.dealer))]
        fields += [("name", sheet.names[n]) for n in seats] + [
            ("number", str(n)) for n in seats
        ]
        fields += [("dealer", str(random.randrange(len(seats))))]
        fields += [("active", self.table.get("active", ""))]
        self._note(tab, "table", fields)

    def _take_back(self, random):
        self._touch(random, ("noted", "sent"), "takeBack")

    def _drop(self, random):
        self._touch(random, ("look",), "drop")

    def _touch(self, random, states, event):
        found = [
            (one["key"], tab)
            for tab in self.pages
            for one in self.stores[self.tab_phone[tab]]
            if one["state"] in states and one["url"].endswith("/hands")
        ]
        if found:
            key, tab = random.choice(found)
            self._call("touch", tab, {"type": event, "key": key})

    def _review(self, random):
        """Post what was refused as a plain form, and correct what the page shows again."""
        found = [
            (one, tab)
            for tab in self.pages
            for one in self.stores[self.tab_phone[tab]]
            if one["state"] == "look" and self.tab_phone[tab] not in self.offline
        ]
        if not found:
            return
        one, tab = random.choice(found)
        self._call("touch", tab, {"type": "review", "key": one["key"]})
        phone = self.tab_phone[tab]
        self._commit_all(phone)
        if not any(two["key"] == one["key"] for two in self.stores[phone]):
            return  # dropped by the tap before
        answer = self._ask(one["url"], one["fields"] + [["base", one["base"]]])
        self._reload(tab)
        if answer is None or answer.status_code not in (409, 422):
            return
        self._call("touch", tab, {"type": "returned", "key": one["key"]})
        if one["url"].endswith("/hands") and tab in self.pages:
            page = self.pages[tab]
            page.key = hidden_field(answer.text, "key") or page.key
            page.replaces = one["key"]

    def _note(self, tab, place, fields, replaces=None):
        submission = {
            **{"key": dict(fields)["key"], "sheet": self.sheet, "fields": fields},
            **{"url": f"{self.sheet}/{place}", "base": self.pages[tab].base},
        }
        self._call("submit", tab, submission | ({"replaces": replaces} if replaces else {}))

    def _hand(self, random):
        player = str(random.randrange(self.table["players"]))
        if self.table["rules"] == "belote-ffb":
            points = random.choice(["40", "91", "120", "999"])
            return [("taker", player), ("suit", "hearts"), ("points", points)]
        points = str(random.choice([*range(20, 80), 200]))
        answers = [("taker", player), ("contract", random.choice(["petite", "garde"]))]
        if self.table["players"] == 5 and "active" not in self.table:
            answers.append(("partner", str(random.randrange(5))))
        return [*answers, ("bouts", str(random.randrange(4))), ("points", points)]


def hidden_field(text, name):
    """The value of a hidden field of a page; empty if there is none."""
    found = re.search(rf'name="{name}" value="([^"]*)"', text)
    return found[1] if found else ""
