"""La Marque: the score pad of a real card table, for French Tarot and Belote.

The packages, from the outermost to the innermost; each imports only those below it::

    cli         the commands of app.py, la-marque and Flask, the environment, the server
    web         Flask: middleware, forms, a view module per resource
    service     the use cases: access, optimistic locking, idempotency, conflicts
    storage     the event journal in SQLite or PostgreSQL; lock, backup, migrations
    formats     the night document and the circle file (JSON), CSV
    reports     statistics, chart, settlement, print layout; the pages of a circle
    circles     a circle of players: its sheets, seasons and statistics
    tournaments the evening of a club: people, regulations, draw, ranking
    sheets      events, and the sheet that they fold into
    games       the games, a package per family
    rules       what all games share: questions, hands, scores, target scores
    i18n        messages, catalogs, languages

A sheet is a fold of the events of its journal, which holds answers and never scores; a score
is a pure function of a hand's answers and its table. Nothing below ``web`` knows Flask, and
nothing outside ``storage`` knows SQL. The import contracts are in ``pyproject.toml``;
``docs/architecture.md`` follows one posted hand through the packages.
"""
