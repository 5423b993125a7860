"""What people do at a simulated evening: enter, correct, remove, look again, change seats."""

import re


class Page:
    """The page of a sheet in a tab: what its form is about to post."""

    def __init__(self, text, key):
        self.base = hidden_field(text, "base")
        self.known = hidden_field(text, "known_hands").split()
        self.seating = hidden_field(text, "seating")
        self.order = re.findall(r'name="sitting_out" value="(\d)"', text)
        self.out = re.findall(r'name="sitting_out" value="(\d)" checked', text)
        self.confirm = hidden_field(text, "confirm")
        self.key, self.replaces = key, None
        self.latest, self.is_ahead = -1, False

    def turn(self):
        """Show who sits out the hand after the one that was entered."""
        self.seating = self.seating.split(".")[0]
        places = [self.order.index(player) + 1 for player in self.out]
        self.out = [self.order[place % len(self.order)] for place in places]


class People:
    """The moves of people at an :class:`simulated_evening.Evening`.

    They play deals, which have numbers from 0. Whoever enters one enters the next after those
    that his page shows: another phone has perhaps entered it too, with a card read otherwise.
    """

    def _write(self, random):
        """A hand is entered on a good network, and recorded."""
        tab = self._any_page(random)
        if tab is not None:
            self._submit_deal(tab, random, "submitQuickly")
            self._flow(self.tab_phone[tab], 3)

    def _enter(self, random):
        tab = self._any_page(random)
        if tab is not None:
            self._submit_deal(tab, random)

    def _pass_deal(self, random):
        tab = self._any_page(random)
        if tab is not None:
            deal = self._next_deal(tab, random, [("passed", "sure")])
            self._submit(tab, deal, self.deals[deal])

    def _submit_deal(self, tab, random, how="submit"):
        deal = self._next_deal(tab, random, self._hand(random))
        answers = self._read(deal, random)
        if random.random() < 0.005:
            answers = [*answers[:-1], ("points", "999")]
        self._submit(tab, deal, answers, how)

    def _next_deal(self, tab, random, played):
        """The deal that is entered now.

        :param played: its answers, if nobody has entered it.
        """
        page, phone = self.pages[tab], self.tab_phone[tab]
        if self.writing[phone]:
            self._call("settle", phone)  # until then the form takes nothing
        if random.random() < 0.9 and self.server.app and phone not in self.offline:
            self._update(tab)
        elif page.latest + 1 < len(self.deals) and random.random() < 0.2:
            page.is_ahead = True  # another phone does the earlier ones, as the table says
            page.latest = len(self.deals) - 1
        deal = page.latest + 1
        if page.is_ahead:
            self.misnamed.add(deal)
        if deal == len(self.deals):
            self.deals.append(played)
        return deal

    def _read(self, deal, random):
        """The answers to a deal of somebody who has perhaps counted otherwise."""
        *answers, (name, value) = self.deals[deal]
        if name == "points" and deal < len(self.deals) - 1 and random.random() < 0.5:
            value = str(int(value) + random.choice([-1, 1]))
        return [*answers, (name, value)]

    def _submit(self, tab, deal, answers, how="submit"):
        page = self.pages[tab]
        page.latest = max(page.latest, deal)
        fields = [("key", page.key), ("seating", page.seating), ("confirm", page.confirm)]
        fields += [("sitting_out", player) for player in page.out] + answers
        more = {"replaces": page.replaces, "deal": deal, "isHand": True}
        self._note(tab, "hands", fields, how, known=[*page.known], **more)
        page.key, page.confirm, page.replaces = self.phones.key(), "", None
        if answers[0][0] != "passed":
            page.turn()

    def _mend(self, random):
        """A hand that waits is corrected in its place."""
        self._tap_twice(random, is_mended=True)

    def _tap_twice(self, random, is_mended=False):
        waiting = [(one, phone) for phone, store in enumerate(self.stores) for one in store]
        waiting = [(one, phone) for one, phone in waiting if one["state"] == "noted"]
        waiting = [two for two in waiting if two[0].get("isHand") or not is_mended]
        if not waiting:
            return
        one, phone = random.choice(waiting)
        tabs = [tab for tab in self.pages if self.tab_phone[tab] == phone]
        if tabs:
            fields = ("key", "sheet", "url", "fields", "base", "known", "isHand", "deal")
            again = {name: one[name] for name in fields if name in one}
            if is_mended:
                points = {"points": str(random.randrange(20, 80))}
                fields = [field for field in one["fields"] if field[0] != "mended"]
                answers = [(name, points.get(name, value)) for name, value in fields]
                again |= {"fields": answers, "replaces": one["key"]}
                if "why" not in one:
                    mended = dict(map(tuple, one["fields"])).get("mended", "")
                    again["fields"] = [*answers, ("mended", f"{mended} {self.phones.key()}")]
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
            self.undone.add(self.deal_at.get(row.entry.id))
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

    def _drop(self, random):
        found = [
            (one, tab)
            for tab in self.pages
            for one in self.stores[self.tab_phone[tab]]
            if one["url"].endswith("/hands")
        ]
        if found:
            one, tab = random.choice(found)
            self.undone.add(one["deal"])
            self._call("touch", tab, {"type": "drop", "key": one["key"]})

    def _review(self, random):
        found = [
            (one, tab)
            for tab in self.pages
            for one in self.stores[self.tab_phone[tab]]
            if one["state"] == "look" and self.tab_phone[tab] not in self.offline
        ]
        if found:
            self._look_at(*random.choice(found), random)

    def _look_at(self, one, tab, random):
        """Post what was refused as a plain form, and answer what the page asks."""
        phone = self.tab_phone[tab]
        self._call("touch", tab, {"type": "review", "key": one["key"]})
        self._call("settle", phone)
        first = next((two for two in self.stores[phone] if two["state"] == "noted"), None)
        if first is None or first["key"] != one["key"]:
            return  # dropped by the tap before, or sent behind another one
        answer = self._ask(
            one["url"], self._fields_of(self.phones.value("posted", phone, one["key"]))
        )
        is_asked = answer is not None and answer.status_code in (409, 422)
        self._reload(tab, answer.text if is_asked else None)
        tab = self.opened
        if not is_asked or self.tab_phone.get(tab) != phone:
            return
        self._call("touch", tab, {"type": "shown", "key": one["key"]})
        if not one["url"].endswith("/hands"):
            return
        if asked := ASKED.search(answer.text):
            self._choose(tab, one, asked[1], answer.text, random)
        elif tab in self.pages:
            self._enter_again(tab, one, answer.text, random)

    def _choose(self, tab, one, head, text, random):
        """Say whether a row of the sheet is this deal."""
        deal, row = one["deal"], int(head.partition("_")[0])
        self.check_question(self.tab_phone[tab], row)
        choices = choices_of(text)
        mine = next((place for place in choices if not place.endswith("/hands")), None)
        if self.deal_at[row] == deal and mine and random.random() < 0.5:
            place = mine
        elif self.is_shown(deal) or f"{self.sheet}/hands" not in choices:
            event = {"type": "drop", "key": one["key"], "compared": head}
            self._call("touch", tab, event)
            place = None
            if not self.is_shown(deal):
                self.undone.add(deal)
        else:
            place = f"{self.sheet}/hands"
        if place:
            fields = choices[place]
            base = dict(fields)["base"]
            fields = [field for field in fields if field[0] not in ("csrf_token", "base")]
            submission = {
                "key": one["key"],
                "sheet": self.sheet,
                "fields": fields,
                "url": place,
            }
            submission |= {"base": base, "known": [], "compared": head, "deal": deal}
            self._call("submitQuickly", tab, submission | {"replaces": one["key"]})
        self._show_quickly(tab)

    def _enter_again(self, tab, one, text, random):
        """Correct what the server refuses."""
        page, deal = self.pages[tab], one["deal"]
        page.key, page.replaces = hidden_field(text, "key") or page.key, one["key"]
        if 'class="error"' in text:
            self.deals[deal] = self._hand(random)
        self._submit(tab, deal, self.deals[deal])

    def _note(self, tab, place, fields, how="submit", **more):
        submission = {
            **{"key": dict(fields)["key"], "sheet": self.sheet, "fields": fields},
            **{"url": f"{self.sheet}/{place}", "base": self._base_of(tab)},
        }
        more = {name: value for name, value in more.items() if value is not None}
        self._call(how, tab, submission | more)

    def _hand(self, random):
        out = self._sheet_now().state.sitting_out if self.server.app else ()
        players = [n for n in range(self.table["players"]) if n not in out]
        player = str(random.choice(players))
        if self.table["rules"] == "belote-ffb":
            points = random.choice(["81", str(random.randrange(163))])
            return [("taker", player), ("suit", "hearts"), ("points", points)]
        answers = [("taker", player), ("contract", random.choice(["petite", "garde"]))]
        if self.table["players"] == 5 and "active" not in self.table:
            answers.append(("partner", str(random.randrange(5))))
        bouts, points = str(random.randrange(4)), str(random.randrange(20, 80))
        return [*answers, ("bouts", bouts), ("points", points)]


ASKED = re.compile(r'data-outbox-drop="(\w+)"')
"""The head of the row that a person is asked about."""


def choices_of(text):
    """The fields of the forms of a question, by where they are posted."""
    forms = re.findall(
        r'<form method="post" action="([^"]+)" class="actions"(.*?)</form>', text, re.S
    )
    return {place: re.findall(r'name="(\w+)" value="(.*?)"', form) for place, form in forms}


def hidden_field(text, name):
    """The value of a hidden field of a page; empty if there is none."""
    found = re.search(rf'name="{name}" value="([^"]*)"', text)
    return found[1] if found else ""
