"""Random hands and evenings, as night documents have them."""

CAST = ("Anne", "Bruno", "Chloé", "David", "Eve")
SEQUENCES = ("tierce", "cinquante", "cent")
CARRES = ("carre", "carre_as", "carre_dix", "carre_rois", "carre_dames", "carre_neufs")
MELDS = (*SEQUENCES, *CARRES, "carre_valets")
IMPOSSIBLE = {162: (1, 161), 258: (1, 2, 5, 253, 256, 257)}
"""Numbers that no tricks add up to."""
CONTRACTS = ("petite", "garde", "garde_sans", "garde_contre")
BIDS = (*range(80, 170, 10), 180, 270, 400, "capot")
FIVES, FINE = (85, 95, 125), ("to5", "none")
SUITS = ("spades", "hearts", "diamonds", "clubs")
POIGNEES_TOGETHER = (("simple",), ("double",), ("triple",), ("simple", "simple"))


def maybe(random, chance, values):
    """One of the values, or nothing."""
    return random.choice(values) if random.random() < chance else None


def present(hand):
    """A hand without the answers it does not have."""
    return {name: value for name, value in hand.items() if value not in (None, [])}


def contracts_of(options):
    """The contracts that a table plays."""
    return tuple(options.get("contracts") or CONTRACTS)


def chelems_of(options):
    """The outcomes of a chelem that a table knows."""
    announced = ("announced_made", "announced_failed")
    known = (*announced, "made", "defence")
    if options.get("petit_chelem"):
        known += ("petit_announced_made", "petit_announced_failed", "petit_made")
    if options.get("defence_chelem"):
        known += tuple(f"defence_{outcome}" for outcome in announced)
    return known


def tarot(random, players, options):
    """A hand of tarot; sometimes somebody sits out."""
    out = random.sample(players, random.randint(0, len(players) - 3))
    if random.random() < 0.7:
        out = []
    active = [player for player in players if player not in out]
    taker = random.choice(active)
    others = [player for player in active if player != taker]
    bouts = random.randint(0, 3)
    points = _tarot_points(random, bouts)
    return present(
        {
            "taker": taker,
            "partner": maybe(random, 0.8, others) if len(active) == 5 else None,
            "contract": random.choice(contracts_of(options)),
            "bouts": bouts,
            "points": points,
            "petit_au_bout": maybe(random, 0.4, ("attack", "defence")),
            "poignees": _poignees(random, active),
            "chelem": maybe(random, 0.2, chelems_of(options)),
            "without_petit": maybe(random, 0.3, (True, False))
            if options.get("without_petit")
            else None,
            "miseres": _miseres(random, active, 0.3 if options.get("misere") else 0),
            "sitting_out": out,
        }
    )


def _tarot_points(random, bouts):
    low, high = (0, 4, 9, 13)[bouts], (78, 82, 87, 91)[bouts]
    points = random.randint(2 * low, 2 * high) / 2
    return int(points) if points.is_integer() else points


def _poignees(random, active):
    if random.random() > 0.4:
        return []
    sizes = random.choice(POIGNEES_TOGETHER[: 3 if len(active) == 3 else 4])
    shown = random.sample(active, len(sizes))
    return [{"player": p, "size": s} for p, s in zip(shown, sizes, strict=True)]


def _miseres(random, active, chance):
    holders = random.sample(active, random.choice((1, 1, 2)))
    if random.random() > chance:
        return []
    return [{"player": p, "kind": random.choice(("atout", "tete"))} for p in holders]


def tarot_mouche(random, players, options):
    """A hand of tarot with mouches."""
    taker = random.choice(players)
    others = [player for player in players if player != taker]
    partner = maybe(random, 0.8, others) if len(players) == 5 else None
    contract = random.choice(
        ("prise", "pousse", "garde", "garde_sans", "petit_chelem", "grand_chelem")
    )
    bouts = random.randint(0, 3)
    played = (
        {"chelem_made": random.random() < 0.5}
        if contract.endswith("chelem")
        else {"bouts": bouts, "points": _tarot_points(random, bouts)}
    )
    kind = maybe(random, 0.15, ("revoke", "revoke", "forbidden_discard", "misdeal"))
    if kind == "misdeal":
        return present({"taker": taker, "partner": partner, "contract": contract}) | {
            "fault": {"kind": kind}
        }
    if kind == "forbidden_discard" and contract == "garde_sans":
        kind = None
    fault = {"kind": kind} if kind else None
    if kind == "revoke":
        fault["player"] = random.choice(players)
    return played | present(
        {
            "fault": fault,
            "taker": taker,
            "partner": partner,
            "contract": contract,
            "poignees": _poignees(random, players),
            "miseres": _miseres(random, players, 0.3),
            "petit_au_bout": _petit(random, players, {taker, partner}),
        }
    )


def _petit(random, players, attack):
    if random.random() > 0.4:
        return None
    winner = random.choice(players)
    losers = [p for p in players if (p in attack) != (winner in attack)]
    lost = maybe(random, 0.5, losers)
    return {"player": winner} | ({"from": lost} if lost else {})


def belote(random, players, options):
    """A hand of belote classique."""
    suit = random.choice(SUITS)
    if options.get("no_trump") and random.random() < 0.3:
        suit = random.choice(("no_trump", "all_trump"))
    return {"taker": random.choice(players), "suit": suit} | _tricks(
        random, options, suit, options.get("annonces"), "258"
    )


def _tricks(random, options, suit, annonces, all_trump):
    capot = maybe(random, 0.15, ("attack", "defence"))
    total = 162
    if suit == "all_trump" and (options.get("all_trump") or all_trump) == "258":
        total = 258
    near = random.random() < 0.3
    points = random.randint(70, 95) * total // 162 if near else random.randint(0, total)
    if points in IMPOSSIBLE[total]:
        points = 0
    return present(
        {
            "points": None if capot else points,
            "capot": capot,
            "belote": _belote(random, options, suit),
            "annonces": _annonces(random) if annonces and random.random() < 0.5 else None,
        }
    )


def _belote(random, options, suit):
    if suit == "no_trump":
        return None
    if suit == "all_trump":
        most = options.get("all_trump_belotes", 4)
        attack = random.randint(0, most)
        return {"attack": attack, "defence": random.randint(0, most - attack)}
    return maybe(random, 0.4, ("attack", "defence"))


def _annonces(random):
    side = {"side": random.choice(("attack", "defence"))}
    if random.random() < 0.1:
        side["renonce"] = True
    if random.random() < 0.5:
        return side | {"points": random.choice((20, 40, 50, 70, 100, 150, 200, 250))}
    return side | {"list": random.sample(MELDS, random.randint(1, 2))}


def coinche(random, players, options):
    """A hand of coinche."""
    suit = random.choice(SUITS)
    if options.get("no_trump") and random.random() < 0.3:
        suit = random.choice(("no_trump", "all_trump"))
    return _contract(random, players, options, suit, options.get("annonces", True))


def contree(random, players, options):
    """A hand of contrée."""
    suit = random.choice(SUITS)
    if options.get("no_trump", True) and random.random() < 0.3:
        suit = random.choice(("no_trump", "all_trump"))
    return _contract(random, players, options, suit, options.get("annonces"))


def _contract(random, players, options, suit, annonces):
    hand = {
        "taker": random.choice(players),
        "suit": suit,
        "contract": random.choice(BIDS + FIVES * (options.get("rounding") in FINE)),
    } | _tricks(random, options, suit, annonces, "13")
    hand |= present({"coinche": maybe(random, 0.4, ("coinche", "surcoinche"))})
    if options.get("generale") and random.random() < 0.15:
        hand |= {"contract": "generale", "generale_made": random.random() < 0.5}
        hand.pop("points", None)
        hand.pop("capot", None)
    elif fault := maybe(random, 0.1, ("attack", "defence")):
        hand |= {"fault": fault}
        hand.pop("points", None)
        hand.pop("capot", None)
    return hand


def left(random, game, options):
    """What earlier hands may have left: pots, and whether the last is still the opening."""
    if game == "tarot" or (game != "tarot_mouche" and options.get("tie") != "litige"):
        return (), False
    pots = tuple(random.choice((40, 80, 90, 150)) for _ in range(random.randint(0, 2)))
    if game == "tarot_mouche" and options.get("failure", "stack") != "stack":
        pots = pots[:1]
    return pots, game == "tarot_mouche" and len(pots) == 1 and random.random() < 0.5


def libre(random, players, options):
    """Numbers as they come."""
    scores = [random.randint(-60, 90) for _ in players]
    if options.get("zero_sum"):
        scores[-1] -= sum(scores)
    return {"scores": scores}


HANDS = {
    "libre": libre,
    "tarot": tarot,
    "tarot_mouche": tarot_mouche,
    "belote": belote,
    "coinche": coinche,
    "contree": contree,
}
