"""La Marque: the score pad of a real card table, for French Tarot and Belote.

The packages, from the outermost to the innermost; each imports only those below it::

    cli         the commands of app.py, la-marque and Flask, the environment, the server
    home        the first page, the settings of a device, the installed application
    tournaments the evening of a club: people, regulations, draw, slips, ranking, papers
    circles     a circle of players: its sheets, seasons and statistics
    sheets      the pad: a sheet of hands, its use cases, reports, documents and pages
    web         what every page needs: middleware, errors, limits, assets, templates
    streams     what is kept: events in SQLite or PostgreSQL; access, backup, migrations
    games       the games, a package per family
    rules       what all games share: questions, hands, scores, target scores
    i18n        messages, catalogs, languages

Circles and tournaments stand beside each other; ``application`` puts all together.
A sheet is a fold of the events of its journal, which holds answers and never scores; a score
is a pure function of a hand's answers and its table. Only pages
and commands know Flask, and only ``streams`` knows SQL. The import contracts are in
``pyproject.toml``; ``docs/architecture.md`` follows one posted hand through the packages.
"""
