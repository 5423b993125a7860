"""Tarot with mouches once more, as a ledger of payments: to compare with the program.

Written from the regional rules and not from the program. Answers are those of a document, with
players by number.
"""

NEEDED = {0: 56, 1: 51, 2: 41, 3: 36}
SUPPLEMENT = {"prise": 0, "pousse": 10, "garde": 15, "garde_sans": 20}
POIGNEE = {"simple": 10, "double": 20, "triple": 30}


class Evening:
    """The balances, the mouches, and what each player's mise in them still is."""

    def __init__(self, players, options):
        self.players = players
        self.options = options
        self.mise = 10 * options["mise"]
        self.balances = [0] * players
        self.pots = []
        self.stakes = []
        self.no_failure_yet = False

    def pay(self, payer, payee, amount):
        self.balances[payer] -= amount
        self.balances[payee] += amount

    def deal(self, dealer, hand):
        """One deal; ``hand`` is ``None`` if everybody passes."""
        self.put_stakes(dealer)
        if hand is not None:
            self.settle(dealer, hand)
        self.pots = [pot for pot in self.pots if pot]

    def put_stakes(self, dealer):
        times = self.options["mise"]
        if self.pots:
            ante = self.options["dealer_ante"] * times
            self.balances[dealer] -= ante
            self.pots[-1] += ante
            return
        self.stakes = [self.mise] * self.players
        self.stakes[dealer] = self.options["dealer_mise"] * times
        self.pots = [sum(self.stakes)]
        self.no_failure_yet = True
        for player, stake in enumerate(self.stakes):
            self.balances[player] -= stake

    def settle(self, dealer, hand):
        taker, fault = hand["taker"], hand.get("fault")
        if fault and fault["kind"] == "misdeal":
            self.pay(dealer, taker, self.pots[-1])
            return
        attack = {taker, hand.get("partner", taker)}
        won, price = self.price(hand)
        valid = True
        if fault and (fault["kind"] == "forbidden_discard" or fault["player"] in attack):
            valid = not won
        elif fault:
            valid = won
            if not won:
                back = min(self.stakes[taker], self.pots[-1])
                self.pots[-1] -= back
                self.balances[taker] += back
                self.stakes[taker] = 0
        if valid:
            self.result(hand, attack, won, price, fault)
        elif fault["kind"] == "forbidden_discard":
            return
        for poignee in hand.get("poignees", []):
            amount = POIGNEE[poignee["size"]] * self.options["mise"]
            if poignee["player"] == taker:
                amount *= (1 if won else -1) if valid else 0
            self.everybody_pays(poignee["player"], amount)
        for misere in hand.get("miseres", []):
            self.everybody_pays(misere["player"], self.mise)
        if petit := hand.get("petit_au_bout"):
            self.petit(petit, attack)

    def price(self, hand):
        """Whether the contract is made, and what one opponent pays or receives."""
        contract = hand["contract"]
        if contract == "petit_chelem":
            return hand["chelem_made"], 10 * self.mise
        if contract == "grand_chelem":
            return hand["chelem_made"], (25 if self.players == 3 else 20) * self.mise
        over = hand["points"] - NEEDED[hand["bouts"]]
        margin = int(abs(over) + 0.5)
        return over >= 0, margin + SUPPLEMENT[contract] * self.options["mise"]

    def result(self, hand, attack, won, price, fault):
        """Contract, mouche and the penalty of a defender: one sum, halved once."""
        opponents = [player for player in range(self.players) if player not in attack]
        sign = 1 if won else -1
        together = sign * price * len(opponents)
        for player in opponents:
            self.balances[player] -= sign * price
        if won:
            pot = self.pots.pop()
            together += pot
            if fault:
                self.balances[fault["player"]] -= pot
                together += pot
        else:
            together -= self.fail()
        self.no_failure_yet = False
        taker = hand["taker"]
        half = int(together / 2) if len(attack) == 2 else 0
        self.balances[hand.get("partner", taker)] += half
        self.balances[taker] += together - half

    def fail(self):
        """Put what a failure costs into the pots; the amount."""
        form, pot = self.options["failure"], self.pots[-1]
        if isinstance(form, int):
            self.pots[-1] += form
            return form
        merged = self.no_failure_yet and self.options["mouches"] == "merged"
        if form == "double" or merged:
            self.pots[-1] += pot
        else:
            self.pots.append(pot)
        return pot

    def everybody_pays(self, payee, amount):
        for player in range(self.players):
            if player != payee:
                self.pay(player, payee, amount)

    def petit(self, petit, attack):
        lost = "from" in petit
        holder = petit["from"] if lost else petit["player"]
        for player in range(self.players):
            if (player in attack) != (holder in attack):
                self.pay(player, holder, -self.mise if lost else self.mise)
