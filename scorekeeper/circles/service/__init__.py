"""The use cases of circles that are more than one event, without HTTP and without SQL; each
event alone is a decision of :mod:`scorekeeper.circles.decisions`, recorded by its access.

==============  ==========================================================================
module          use cases
==============  ==========================================================================
``tokens``      the access tokens of a circle, and what each role is
``words``       seven words that give the token of the guardians again
``access``      what a token opens; recording events
``founding``    found a circle, find it again by its words, renew its tokens, delete it
``people``      players join; names, which leave the database once replaced
``sheets``      open a sheet in a circle, take one in, match its players
``erasure``     remove the names of a player everywhere
``statistics``  the sheets of a circle as they stand, their summaries, and their sums
``files``       a circle as a file, and a file as a new circle
``example``     the circle of invented evenings, which anybody may read
==============  ==========================================================================
"""
