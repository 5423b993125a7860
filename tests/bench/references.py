"""The limits La Marque is measured beside: three bare applications on the same waitress.

``references.py NAME PORT FOLDER SETTINGS`` serves one of them; each imports only what it
needs, so that its start is that of a program as small as it is.
"""

import json
import sys
from pathlib import Path

BASE = """\
<!doctype html>
<html lang="fr"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{% block title %}{% endblock %}</title></head>
<body><main>{% block main %}{% endblock %}</main></body></html>
"""

SHEET = """\
{% extends "base.html" %}
{% block title %}Feuille{% endblock %}
{% block main %}
<table><thead><tr><th>n°</th><th>Donne</th>
{% for name in names %}<th>{{ name }}</th>{% endfor %}
</tr></thead><tbody>
{% for row in rows %}
<tr{% if row.won %} class="won"{% endif %}>
<td>{{ row.number }}</td><td>{{ row.taker }}, {{ row.contract }}</td>
{% for total in row.totals %}
<td>{{ total }} <small>{{ "%+d"|format(row.points[loop.index0]) }}</small></td>
{% endfor %}
</tr>
{% endfor %}
</tbody></table>
{% endblock %}
"""

FORM = """\
<form method="post">
<input name="csrf_token" value="{{ form.csrf_token.current_token }}"></form>
"""

TABLE = """\
CREATE TABLE hand (
    id INTEGER PRIMARY KEY, taker INTEGER, contract TEXT, bouts INTEGER, points INTEGER,
    petit TEXT, poignee TEXT, of_defence INTEGER, chelem TEXT,
    first INTEGER, second INTEGER, third INTEGER, fourth INTEGER
) STRICT
"""

LAST = "SELECT first, second, third, fourth FROM hand ORDER BY id DESC LIMIT 1"


def answer(folder):
    """The least that Flask can answer."""
    from flask import Flask

    app = Flask(__name__)
    app.add_url_rule("/", view_func=lambda: "La Marque")
    return app


def page(folder):
    """L: a sheet of 40 rows and 4 players that is in memory, shown by Jinja."""
    from flask import Flask, render_template
    from jinja2 import DictLoader

    names = ("Anne", "Bruno", "Chloé", "David")
    rows = [
        {
            "number": n,
            "taker": names[n % 4],
            "contract": "Garde",
            "won": n % 3 > 0,
            "totals": [(90 - n) * (p - n % 4) for p in range(4)],
            "points": [186 if p == n % 4 else -62 for p in range(4)],
        }
        for n in range(1, 41)
    ]
    app = Flask(__name__)
    app.jinja_loader = DictLoader({"base.html": BASE, "sheet.html": SHEET})
    app.add_url_rule(
        "/", view_func=lambda: render_template("sheet.html", names=names, rows=rows)
    )
    return app


def form(folder):
    """C: a form that checks its token and eight answers, and writes one row for good."""
    import secrets
    import sqlite3
    import threading

    from flask import Flask, redirect, render_template
    from flask_wtf import FlaskForm
    from jinja2 import DictLoader
    from wtforms import BooleanField, IntegerField, SelectField
    from wtforms.validators import InputRequired, NumberRange

    from scorekeeper.storage.sqlite.connection import SETTINGS

    contracts = {"petite": 1, "garde": 2, "garde_sans": 4, "garde_contre": 6}
    needed = (56, 51, 41, 36)

    class Hand(FlaskForm):
        taker = SelectField(choices=[(n, n) for n in range(4)], coerce=int)
        contract = SelectField(choices=list(contracts))
        bouts = IntegerField(validators=[InputRequired(), NumberRange(0, 3)])
        points = IntegerField(validators=[InputRequired(), NumberRange(0, 91)])
        petit = SelectField(choices=["none", "attack", "defence"], default="none")
        poignee = SelectField(choices=["none", "simple", "double"], default="none")
        of_defence = BooleanField()
        chelem = SelectField(choices=["none", "made", "announced_made"], default="none")

        def score(self):
            gap = self.points.data - needed[self.bouts.data]
            each = (25 + abs(gap)) * contracts[self.contract.data] * (1 if gap >= 0 else -1)
            return [3 * each if n == self.taker.data else -each for n in range(4)]

    local, writing = threading.local(), threading.Lock()

    def connection():
        if not hasattr(local, "db"):
            local.db = sqlite3.connect(folder / "hands.sqlite3", isolation_level=None)
            for name, (wanted, _) in SETTINGS.items():
                local.db.execute(f"PRAGMA {name} = {wanted}")
        return local.db

    def write():
        hand = Hand()
        if not hand.validate_on_submit():
            return "", 422
        answers = [field.data for field in hand if field is not hand.csrf_token]
        insert = f"INSERT INTO hand VALUES (NULL, {', '.join('?' * 12)})"
        db = connection()
        with writing:
            db.execute("BEGIN IMMEDIATE")
            totals = db.execute(LAST).fetchone() or (0, 0, 0, 0)
            totals = map(sum, zip(totals, hand.score(), strict=True))
            db.execute(insert, (*answers, *totals))
            db.execute("COMMIT")
        return redirect("/", 303)

    connection().execute(TABLE)
    app = Flask(__name__)
    app.secret_key = secrets.token_bytes(32)
    app.jinja_loader = DictLoader({"form.html": FORM})
    app.add_url_rule("/", view_func=lambda: render_template("form.html", form=Hand()))
    app.add_url_rule("/", endpoint="write", view_func=write, methods=["POST"])
    return app


REFERENCES = {"answer": answer, "page": page, "form": form}


def main(name, port, folder, settings):
    """Serve one of them, with the settings of waitress that La Marque has."""
    import logging

    import waitress

    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    app = REFERENCES[name](Path(folder))
    waitress.serve(app, host="127.0.0.1", port=int(port), **json.loads(settings))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    main(*sys.argv[1:])
