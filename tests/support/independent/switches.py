"""Every switch of every game with its values, as night documents have them."""

MORE_CONTRACTS = (
    {"petite": 1, "garde": 2, "garde_sans": 4, "garde_contre": 5},
    {"petite": 2, "garde": 4, "garde_sans": 8, "garde_contre": 12},
    {"garde": 2, "garde_sans": 4, "garde_contre": 6},
    {"petite": 1, "pousse": 2, "garde": 4, "garde_sans": 8, "garde_contre": 12},
)
FLAT_CONTRACTS = (
    {"petite": 10, "garde": 20, "garde_sans": 40, "garde_contre": 80},
    {"prise": 10, "petite": 20, "garde": 40, "garde_sans": 80, "garde_contre": 160},
)
TEAM_END = {
    "deals": (3, 12),
    "must_exceed": (False, True),
    "finish": ("off", "capot", "capot_or_chute"),
}
CARDS = {
    "no_trump": (True, False),
    "all_trump": ("13", "14", "258"),
    "all_trump_belotes": (4, 1, 0),
}
ANNONCES = {"annonces_count": (True, False), "annonces_on_chute": ("winner", "stay", "lost")}
CONTRACT_GAMES = {
    "counting": ("made_and_announced", "made", "announced"),
    "target": (0, 1000, 2000, 2001),
    "rounding": ("5up", "6up", "to5", "none"),
    "beat_defence": (True, False),
    "belote_on_chute": ("stays", "follows"),
    "belote_doubled": (True, False),
    "surcoinche": (4, 3),
    "doubling": ("all", "contract", "base", "made"),
    "defence_keeps": (False, True),
    "eighty_needs": (80, 82),
    "tie": ("failed", "litige", "replayed"),
    "litige_belote": ("held", "marked"),
    "litige_to": ("winner", "contract"),
    "base": (160, 162),
    "capot": (252, 250, 162),
    "capot_bid": (250, 270, 350, 500),
    "capot_failed": ("chute", "capot"),
    "capot_doubled": (True, False),
    "defence_capot": (False, True),
    "last_exact": (False, True),
    "announced_chute": ("160", "contract"),
    "announced_belote": (False, True),
    "capot_keeps_belote": (False, True),
    "generale": (0, 350, 500, 700, 1000, "whole_500", "whole_600_460"),
    **TEAM_END,
    **CARDS,
}
SWITCHES = {
    "tarot": {
        "target": (0, 500, 1000),
        "poignee": ([20, 30, 40], [10, 20, 30], [20, 40, 60], [10, 20, 40]),
        "contracts": MORE_CONTRACTS,
        "margin_to": (1, 5, 10),
        "margin_rounding": ("up", "nearest"),
        "petit_au_bout": (10, 0, 25),
        "petit_times": (True, False),
        "chelem": (
            {"announced_made": 500, "made": 300, "announced_failed": -250, "defence": -300},
            {"announced_made": 1000, "made": 0, "announced_failed": -100, "defence": -50},
        ),
        "petit_chelem": (
            {"announced_made": 300, "made": 150, "announced_failed": -150},
            {"announced_made": 500, "made": 0, "announced_failed": -100},
        ),
        "defence_chelem": (False, True),
        "without_petit": (0, 10, 25),
        "misere": (0, 10, 20),
        "misere_for": ("player", "side"),
        "split": ("two_one", "halves"),
        "partner_bonuses": (True, False),
        "deals": (3, 12),
    },
    "tarot_mouche": {
        "dealer_mise": (20, 10),
        "dealer_ante": (5, 0),
        "mouches": ("merged", "separate"),
        "mise": (1, 2, 5),
        "failure": ("stack", "double", 40),
        "deals": (3, 12),
    },
    "belote": {
        "annonces": (False, True),
        "target": (0, 501, 1000),
        "rounding": ("none", "5up", "6up"),
        "tie": ("litige", "failed", "made", "replayed"),
        "litige_belote": ("held", "marked"),
        "litige_to": ("winner", "contract"),
        "belote_counts": (True, False),
        "capot": (252, 250, 162),
        **ANNONCES,
        **TEAM_END,
        **CARDS,
    },
    "coinche": CONTRACT_GAMES | {"annonces": (True, False)} | ANNONCES,
    "contree": CONTRACT_GAMES
    | {"highest_bid": (160, 270, 650), "annonces": (False, True)}
    | ANNONCES,
    "libre": {
        "zero_sum": (False, True),
        "target": (0, 100, 500),
        "wins": ("most", "least"),
        "deals": (3, 12),
    },
}
CANNES = {
    "target": 2001,
    "highest_bid": 270,
    "rounding": "6up",
    "base": 162,
    "doubling": "contract",
    "surcoinche": 3,
    "capot_bid": 270,
    "capot_failed": "chute",
    "capot_doubled": True,
    "defence_capot": True,
    "last_exact": True,
}
STARTS = {
    "tarot": (
        {},
        {"misere": 10, "misere_for": "side"},
        {"margin_to": 5, "margin_rounding": "nearest"},
        {"margin_to": 10, "margin_rounding": "nearest"},
        {"split": "halves", "partner_bonuses": False},
    ),
    "tarot_mouche": ({},),
    "belote": ({}, {"annonces": True}),
    "coinche": ({}, {"counting": "made"}),
    "libre": ({},),
    "contree": ({}, {"counting": "made"}, {"counting": "announced"}, CANNES),
}
"""The sets of options from which switches are turned, the first preset's first."""


def one_at_a_time(game, whole):
    """Each start; then the first, or of teams two for the whole, with one switch turned."""
    yield from STARTS[game]
    turned = 2 if whole and game in ("belote", "coinche", "contree") else 1
    for start in STARTS[game][:turned]:
        for name, values in SWITCHES[game].items():
            for value in values:
                yield start | {name: value}
    if game == "tarot":
        for contracts in FLAT_CONTRACTS:
            yield {"formula": "flat", "contracts": contracts}


def at_random(game, random, chance=0.3):
    """A start with several switches turned at random."""
    turned = {
        name: random.choice(values)
        for name, values in SWITCHES[game].items()
        if random.random() < chance
    }
    if game == "tarot" and random.random() < 0.2:
        turned |= {"formula": "flat", "contracts": random.choice(FLAT_CONTRACTS)}
    return random.choice(STARTS[game]) | turned
