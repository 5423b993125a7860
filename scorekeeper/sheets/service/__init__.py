"""The use cases: everything that can be done to a sheet, without HTTP and without SQL.

A function takes a :class:`~scorekeeper.sheets.service.access.SheetAccess` and plain values,
and returns a result or raises an error of :mod:`scorekeeper.sheets.service.errors` that
carries what its caller needs to react. Authorization, optimistic locking, idempotency, the
detection of a hand entered twice and the conflict of two corrections are decided here and
nowhere else.

==============  ==========================================================================
module          use cases
==============  ==========================================================================
``sheets``      open a sheet, open a *revanche*, close, reopen, set the stake, renew the
                tokens, delete
``turns``       judge, add, insert, correct a hand; record a passed deal; add, correct a
                penalty; remove, restore either
``seating``     change who sits where, who deals, how many play
``documents``   import and export a night document
``texts``       what players wrote, searched for names, and removed
``access``      what a token opens
==============  ==========================================================================
"""
