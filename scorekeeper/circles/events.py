"""The events of a circle's journal.

A circle is one more journal of the database: its events are
:class:`scorekeeper.sheets.events.Event`, append-only and hash-chained. Its names are outside
of the chain, as those of a sheet: number 0 is the title of the circle, each other number is
one name or one nickname, and a player is known by the number of the first of his names.

=============  =========================================================================
``founded``    ``names``: the title, then the names of the players; ``seed``: 32 hex digits
               from which the installation derives the access tokens
``joined``     ``names``: all so far, then those of new players
``nicknamed``  ``names``: all so far, then a nickname; ``player``: whose
``renamed``    ``player``: the number of the name; ``name``: as it is now
``colored``    ``player``, ``color``: 0 to 7
``left``       ``player``: comes no more, and is not offered for a new sheet
``returned``   ``player``
``erased``     ``player``: all names of this player have been removed
``merged``     ``player``, ``into``: two players who are one; a pointer, nothing is rewritten
``unmerged``   ``player``
``linked``     ``sheet``: its id in the database; ``players``: the player of the circle for
               each player of the sheet by number, 0 for a guest. A sheet that is linked
               already gets these players
``unlinked``   ``sheet``
``season``     ``season``: the id, 0 for a new one, whose id is the ``seq`` of this event;
               and the fields of :class:`scorekeeper.circles.season.Season`
``unseasoned`` ``season``
``renewed``    ``seed``
=============  =========================================================================
"""

NAMING = ("founded", "joined", "nicknamed")
"""The kinds of event that add names."""
