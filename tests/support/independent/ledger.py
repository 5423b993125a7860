"""Money on the table: what people pay each other, and what they leave in the middle."""


class Ledger:
    """The gains and losses of one deal by name; they sum to what was put in the middle."""

    def __init__(self, names):
        self.gains = dict.fromkeys(names, 0)

    def pay(self, giver, receiver, amount):
        """Move an amount from one to another; a negative amount goes the other way."""
        self.gains[giver] -= amount
        self.gains[receiver] += amount

    def collect(self, receiver, givers, amount):
        """Have everybody pay the same amount to one of them, who pays himself nothing."""
        for giver in givers:
            if giver != receiver:
                self.pay(giver, receiver, amount)

    def change(self, name, amount):
        """Take an amount out of the middle, or put a negative one into it."""
        self.gains[name] += amount

    def column(self, names):
        """The gains in the order of the names."""
        return [self.gains[name] for name in names]


def larger_half(total):
    """Halve a gain or a loss; the odd unit stays in this half.

    >>> larger_half(75), larger_half(-75), larger_half(8)
    (38, -38, 4)
    """
    half = (abs(total) + 1) // 2
    return half if total > 0 else -half
