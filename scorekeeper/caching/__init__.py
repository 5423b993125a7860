"""Every cache of the program.

=================  =======================  ======================  =========================
cache              holds                    key                     invalidated by
=================  =======================  ======================  =========================
sheet cache:       a folded sheet, and it   sheet id                each event appended here;
sheets             before its last event                            renewal, deletion
sheet cache:       version and ETag of a    sheet id                the same
heads              sheet
sheet cache:       what an access token     access token            renewal, deletion
grants             opens
row cache          the HTML of one row      the row itself, token,  nothing: a row never
                                            language, links, names  changes, a corrected one
                                                                    is another
form class cache   the form class of a      game, options, names,   nothing: the key is all
                   table, and its           seating                 that decides
                   questions
=================  =======================  ======================  =========================

Each is an LRU cache of ``cachetools``, with its size beside it. The sheet cache relies on
one process alone appending to a sheet: ``scorekeeper.storage.lock`` enforces that.

Pure functions are memoized where they are defined, with ``functools.lru_cache`` and a size;
nothing invalidates those.
"""
