"""La Marque keeps the score of Tarot and Belote at a real card table.

The rooms, in the order in which they may know each other::

    words            what a player reads, put into another language when shown
    question         what may be asked about a hand, and how an answer is read
    hand, score      what a hand must tell, what a hand is worth
    game             what a game is: its questions, its table, its score
    games/           one file a game
    state            where an evening stands: who sits, who deals, who has what
    row              an event, the entry it writes, the row it becomes
    sheet            the events of an evening, folded into rows and totals
    changes          the journal as a player reads it
    chart            the evening as lines
    paper            a sheet as it stands on paper
    stats, money     what an evening is talked about, and what it costs whom
    names            what a name and a title may be
    night            the night document: an evening as one JSON object
    spreadsheet      a sheet as a table, a night typed from paper
    examples/        evenings shipped with the program
    storage          the journal in SQLite
    copies           the database copied, checked, put back
    migrations       a database of an earlier version, brought to this one
    instance         the folder of one installation: its key and its database
    logs             what a log may say
    language         French as it is printed, English from the catalogue
    fields, typed    the kinds of field: what is tapped, what is typed
    asking, forms    a game's questions in their fields, the form of one hand
    views/           the addresses, a file a resource
    bootstrap        from a bare Python to an environment that can run all this
    serve            waitress, and the addresses to open
    commands         ``flask score``, ``flask import``, ``flask export``

Nothing above ``storage`` knows that a network, a form or a database exists;
``tests/test_house.py`` reads the imports and says so.
"""
