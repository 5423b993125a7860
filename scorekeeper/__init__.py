"""La Marque keeps the score of Tarot and Belote at a real card table.

The rooms, in the order in which they may know each other::

    words            what a player reads, put into another language when shown
    hand, score      what a hand must tell, what a hand is worth
    game             what a game is: its questions, its table, its score
    games/           one file a game
    sheet            the events of an evening, folded into rows and totals
    night            the night document: an evening as one JSON object
    storage          the journal in SQLite
    language         the English catalogue and French typography
    forms            a game's questions as WTForms fields
    views/           the addresses, a file a resource
    commands         ``flask score``, ``flask import``, ``flask export``
    instance         the folder of one installation: its key and its database
    bootstrap        from a bare Python to an environment that can run all this

Nothing above ``storage`` knows that a network, a form or a database exists;
``tests/test_house.py`` reads the imports and says so.
"""
