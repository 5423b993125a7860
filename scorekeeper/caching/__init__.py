"""Every cache of the program but that of states.

=================  =======================  ======================  =========================
cache              holds                    key                     invalidated by
=================  =======================  ======================  =========================
fragments          the HTML of one row      the row itself, token,  nothing: the key is all
                                            language                that decides
the same           what has changed on a    token, language, both   nothing: the key is all
                   sheet                    ETags                   that decides
the same           a page of a season       token, language,        nothing: the key is all
                                            season, ETag of its     that decides
                                            statistics
statistics         the sheets of a circle,  circle                  its ETag and the last
                   and the statistics of                            events of its sheets,
                   its seasons                                      compared at each look
form classes       the form class of a      game, options, names,   nothing: the key is all
                   table, its questions     seating                 that decides
                   and their HTML
=================  =======================  ======================  =========================

Each is an LRU cache of ``cachetools``, with its size beside it. Folded sheets and circles are
cached in :mod:`scorekeeper.service.streams`.

Pure functions are memoized where they are defined, with ``functools.lru_cache`` and a size;
nothing invalidates those.
"""

MAX_FORM_CLASSES = 500
"""Cached form classes: one for each seating of each table that plays."""

MAX_FRAGMENTS = 4_000_000
"""Characters of all cached fragments together: the rows that a hundred tables look at, and
their news, one to four thousand each; the page of a season has forty thousand."""
