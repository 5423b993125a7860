"""A second scorer, written from the rules and the night document's format alone.

It shares no line with ``scorekeeper.games`` and is built in another way: it moves money
between people, or names what the winner of a deal receives, and has neither lines nor
options objects. Tests compare both on many hands; where they differ, one of them has
misread a text. :func:`independent.evening.play` scores a night document;
:func:`independent_circles.statistics_of` recomputes the statistics of a circle.

Where a text is silent, the reading is named in the function that needs it (*Reading*).
"""
