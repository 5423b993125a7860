"""Every cache of the program.

=================  =======================  ======================  =========================
cache              holds                    key                     invalidated by
=================  =======================  ======================  =========================
sheet cache:       a folded sheet, and it   sheet id                each event; renewal,
sheets             before its last event                            deletion
sheet cache:       last event, page ETag    sheet id                the same
records            and tokens of a sheet
sheet cache:       the sheet of an access   access token            the record of that sheet
tokens             token
row cache          the HTML of one row      the row itself, token,  nothing: a row never
                                            language, columns       changes, a corrected one
                                                                    is another
circle cache       a folded circle          circle id               nothing: its newer events
                                                                    are read at each look
news               the HTML of what has     token, language, both   nothing: the key is all
                   changed on a sheet       ETags                   that decides
statistics         the sheets of a circle,  circle                  its ETag and the last
                   and the statistics of                            events of its sheets,
                   its seasons                                      compared at each look
season pages       the HTML of a season     token, language,        nothing: the key is all
                                            season, ETag of its     that decides
                                            statistics
form classes       the form class of a      game, options, names,   nothing: the key is all
                   table, its questions     seating                 that decides
                   and their HTML
=================  =======================  ======================  =========================

Each is an LRU cache of ``cachetools``, with its size beside it. The sheet cache relies on
one process alone appending to a sheet, which ``scorekeeper.storage.lock`` enforces for SQLite;
for PostgreSQL ``scorekeeper.service.watching`` keeps it right.

Pure functions are memoized where they are defined, with ``functools.lru_cache`` and a size;
nothing invalidates those.
"""

MAX_FORM_CLASSES = 500
"""Cached form classes: one for each seating of each table that plays."""

MAX_NEWS = 100
"""Cached news, some four kilobytes each. All the phones of a table ask for the same within two
seconds, in which a club of a hundred tables writes no more than a few hands."""

MAX_SEASON_PAGES = 50
"""Cached pages of seasons, some forty kilobytes each: after an evening everybody looks."""
