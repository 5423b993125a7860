"""Tables as people keep them, made from true evenings by habits that are drawn from a seed."""

import csv
import io

from scorekeeper.sheets.formats.cells import number

NAMES = ("Anne", "Bruno", "Chloé", "David", "Emma", "Jean-Luc", "Marie B.", "Noé")
COUNTERS = ("", "N°", "Manche", "Partie", "Donne", "#", "Tour", "Round", "n° de donne", "Main")
TOTALS = (
    "Total",
    "TOTAL",
    "Totaux",
    "Somme",
    "Total général",
    "Score final",
    "Summe",
    "Gesamt",
)
BESIDE = ("Coef", "Enjeu", "Rang", "Écart", "Mise", "Coefficient", "Moyenne")
BELOW = ("Moyenne", "Rang", "Classement")
NICKNAMES = (
    "Total",
    "Somme",
    "Tour",
    "Score",
    "Mise",
    "Note",
    "Jour",
    "Main",
    "Partie",
    "Moy.",
)


WORDS = {
    "Contrat": lambda random, n: random.choice(("garde", "petite", "garde sans", "100 pique")),
    "Preneur": lambda random, n: random.choice(NAMES),
    "date": lambda random, n: f"{n + 1:02}/11/2026",
    "donneur": lambda random, n: random.choice(NAMES),
    "Atout": lambda random, n: random.choice(("pique", "♥", "SA", "♦")),
}
"""Columns of no points, each with what stands in it."""


def evening(random):
    """The kind of an evening, its players and the points of each hand."""
    kind = random.choice(("tarot", "tarot", "tarot", "belote", "rami", "free", "single"))
    hands = random.choice((1, 2, 3, 4, 5, 6, 8, 10, 12, 20, 30))
    if kind == "belote":
        points = [[made, 162 - made] for made in random.choices(range(163), k=hands)]
        return (
            kind,
            random.choice((["Nous", "Eux"], ["Anne & Chloé", "Bruno & David"])),
            points,
        )
    count = random.randint(3, 5) if kind == "tarot" else random.randint(3, 8)
    players = random.sample(NAMES, count)
    if random.random() < 0.02:
        players[random.randrange(count)] = random.choice(NICKNAMES)
    points = []
    for _ in range(hands):
        if kind == "tarot":
            taker, unit = (
                random.randrange(count),
                random.choice((-1, 1)) * random.randint(20, 250),
            )
            points.append([unit * (count - 1) if n == taker else -unit for n in range(count)])
        elif kind == "single":
            winner = random.randrange(count)
            points.append([int(n == winner) for n in range(count)])
        else:
            low = 0 if kind == "rami" else -90
            points.append([random.randint(low, 120) for _ in range(count)])
    return kind, players, points


class Habits:
    """How somebody writes numbers, and which habits he has."""

    def __init__(self, random):
        self.random = random
        self.minus = random.choice("--−(")
        self.plus = random.choice(("", "", "", "+"))
        self.unit = random.choice(("", "", "", "", " €", " pts"))
        self.is_decimal = random.random() < 0.1
        self.is_grouped = random.random() < 0.2
        self.zero = random.choice(("0", "0", "0", "", "-", "/", "mort", "M"))

    def number(self, value, zero=None):
        if not value and zero is not None:
            return zero
        text = f"{abs(value):,}".replace(",", " " if self.is_grouped else "")
        text = f"{text},0" if self.is_decimal else text
        text += self.unit
        if value < 0:
            return f"({text})" if self.minus == "(" else f"{self.minus}{text}"
        return f"{self.plus}{text}"

    def row(self, points):
        return [self.number(value, self.zero) for value in points]


def table(random):
    """A table as bytes, its players and points, and its habits in words."""
    kind, players, points = evening(random)
    habits, told = Habits(random), [kind]
    head, rows = list(players), [habits.row(hand) for hand in points]
    sums = [sum(column) for column in zip(*points, strict=True)]
    has_counter = random.random() < 0.6
    total = random.choice(("none", "word", "gap", "bare", "top", "top bare", "blocks"))
    if total in ("bare", "top bare") and (len(points) < 3 or has_counter):
        total = "word"
    if kind == "single" and total in ("gap", "bare") and len(points) < 3:
        total = "word"
    label = random.choice(TOTALS)
    told.append(f"total {total}")
    total_row = [habits.number(value) for value in sums]
    counters = [str(n) for n in range(1, len(rows) + 1)]
    if random.random() < 0.08 and len(points) > 2 and kind in ("tarot", "belote"):
        told.append("standings")
        game = len(points) if random.random() < 0.5 else max(3, len(points) // 2)
        standing = [
            [sum(c) for c in zip(*points[n // game * game : n + 1], strict=True)]
            for n in range(len(points))
        ]
        if len(points) % game and len(points) < 2 * game + 2:
            standing, game = standings(points), len(points)
        told.append(f"of {game} hands")
        rows, total = [habits.row(one) for one in standing], "none"
    lines = list(zip(counters, rows, strict=True))
    if total in ("top", "top bare"):
        lines.insert(0, (label if total == "top" else "", total_row))
    elif total == "blocks":
        for end in range(len(points) // 5 * 5, 0, -5):
            part = [sum(column) for column in zip(*points[:end], strict=True)]
            lines.insert(end, ("Sous-total", [habits.number(value) for value in part]))
    elif total != "none":
        lines += [("", None)] if total == "gap" else []
        lines.append((label if total == "word" else "", total_row))
    below = random.choice(BELOW) if random.random() < 0.1 else ""
    digits = random.choice((0, 1, 2)) if kind != "single" else 2
    means = [f"{value / len(points):.{digits}f}".replace(".", ",") for value in sums]
    if below:
        told.append(below)
        places = random.sample(range(1, len(sums) + 1), len(sums))
        lines.append((below, means if below == "Moyenne" else [str(n) for n in places]))
    elif random.random() < 0.05 and len(points) > 1 and total not in ("blocks", "top bare"):
        told.append("bare means")
        lines.append(("", means))
    if random.random() < 0.1 and (total in ("word", "top") or below):
        told.append("words above")
        lines = [
            line
            for mark, row in lines
            for line in (
                [(mark, [""] * len(row)), ("", row)]
                if mark in (label, below) and mark
                else [(mark, row)]
            )
        ]
    is_carried = random.random() < 0.05 and total in ("none", "word") and len(points) > 3
    if is_carried and "standings" not in told:
        told.append("carried over")
        half = len(points) // 2
        part = [habits.number(sum(column)) for column in zip(*points[:half], strict=True)]
        lines[half:half] = [("À reporter", part), ("Report", part)]
    if random.random() < 0.1:
        told.append("numbers of nobody")
        head.append(random.choice(BESIDE))
        lines = [
            (mark, row and [*row, str(random.randint(1, 6)) if mark.isdigit() else ""])
            for mark, row in lines
        ]
    if random.random() < 0.15 and kind != "belote" and "numbers of nobody" not in told:
        told.append("column of totals")
        is_mean = random.random() < 0.2
        head.append("Moy" if is_mean else random.choice(("Total", "Contrôle", "Somme", "Σ")))
        count = len(players) if is_mean else 1
        lines = [
            (mark, row if row is None else [*row, habits.number(round(sum_of(row) / count))])
            for mark, row in lines
        ]
    needs_mark = total in ("word", "top", "blocks") or below or "carried over" in told
    if has_counter or needs_mark:
        told.append("counter")
        head.insert(0, random.choice(COUNTERS))
        lines = [(mark, None if row is None else [mark, *row]) for mark, row in lines]
    place = int(bool(has_counter or needs_mark))
    for name, word in WORDS.items():
        if random.random() < 0.08:
            told.append(name)
            head.insert(place, name)
            lines = [
                (
                    mark,
                    None
                    if row is None
                    else [
                        *row[:place],
                        word(random, n) if mark.isdigit() else "",
                        *row[place:],
                    ],
                )
                for n, (mark, row) in enumerate(lines)
            ]
    if random.random() < 0.15:
        told.append("note")
        head.append(random.choice(("Note", "remarque", "Commentaire")))
        lines = [
            (mark, None if row is None else [*row, random.choice(("", "", "belle donne"))])
            for mark, row in lines
        ]
    body = [row or [] for _, row in lines]
    if random.random() < 0.1 and total not in ("gap", "blocks"):
        told.append("turned")
        if not (has_counter or needs_mark):
            head.insert(0, random.choice(("Joueur", "Nom", "")))
            body = [[str(n), *row] for n, row in enumerate(body, 1)]
        else:
            head[0] = random.choice(("Joueur", "Nom", ""))
        width = len(head)
        padded = [row + [""] * (width - len(row)) for row in (head, *body)]
        head, *body = map(list, zip(*padded, strict=True))
    elif has_counter and head[0] and random.random() < 0.1:
        told.append("counter at the end")
        width = len(head)
        head, *body = [
            [*row[1:], *[""] * (width - len(row)), *row[:1]] for row in (head, *body)
        ]
    elif random.random() < 0.02 and kind != "belote":
        told.append("two evenings")
        body += [[], [*head[:place], *reversed(head[place:])], *body[: len(points)]]
    names = [head]
    if not {"turned", "two evenings", "counter at the end"} & {*told}:
        names, body = surrounded(head, body, players, random, told)
    above = random.choice(([], [], [["Soirée du 12 janvier"]], [["Tarot chez Anne"], []]))
    below = random.choice(([], [], [], [["fini à minuit"]], [[], ["merci à tous"]]))
    text, encoding = written([*above, *names, *body, *below], random)
    return text.encode(encoding), list(players), points, ", ".join([*told, encoding])


def surrounded(head, body, players, random, told):
    """The lines of names and the lines below, with what some write around them."""
    habit = random.choice(("seats", "other names", "surnames", "beside", *[""] * 96))
    told += [habit] if habit else []
    over = [players.index(cell) + 1 if cell in players else 0 for cell in head]
    if habit == "seats" and len(players) > 2:
        seats = [str(n or "") for n in over]
        return random.choice((([seats, head], body), ([head], [seats, *body])))
    if habit in ("other names", "surnames"):
        above = [f"{habit} {chr(ord('A') + n)}" if n else "" for n in over]
        return [above, *([[]] if habit == "other names" else []), head], body
    if habit == "beside":
        more = [
            [f"Ami {chr(ord('A') + n)}" for n in range(3)],
            *[["5", "6", "-11"]] * len(body),
        ]
        rows = [row + [""] * (1 + len(head) - len(row)) for row in (head, *body)]
        head, *body = [[*row, *other] for row, other in zip(rows, more, strict=True)]
    return [head], body


def standings(points):
    return [[sum(c) for c in zip(*points[: n + 1], strict=True)] for n in range(len(points))]


def sum_of(row):
    return sum(int(number(cell) or 0) for cell in row)


def written(rows, random):
    separator = random.choice((";", ";", ",", "\t"))
    width = max(map(len, rows))
    out = io.StringIO()
    if random.random() < 0.1:
        out.write(f"sep={separator}\r\n")
    writer = csv.writer(out, delimiter=separator, lineterminator=random.choice(("\n", "\r\n")))
    writer.writerows([*row, *[""] * (width - len(row))] for row in rows)
    text = out.getvalue()
    encodings = ["utf-8", "utf-8-sig", "utf-16"]
    if text == text.encode("cp1252", "replace").decode("cp1252"):
        encodings.append("cp1252")
    return text, random.choice(encodings)
