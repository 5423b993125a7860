"""The reasons that are one tap away: stored in French, shown in the reader's language."""

from scorekeeper.i18n.messages import Message, msg

FAULT = msg("faute")
"""The reason of a penalty at a table whose page asks for none."""

FAULTS = (msg("retard"), msg("renonce"), msg("donne faussée"), msg("signe"), msg("conduite"))
"""The reasons of a penalty."""

UNRANKED = (msg("parti"), msg("arrivé tard"), msg("remplaçant"), msg("hors concours"))
"""The reasons to be *hors classement*."""


def as_said(reason: str) -> Message | str:
    """Return a stored reason as a message if it is one of these, else as it was typed."""
    known = (one for one in (FAULT, *FAULTS, *UNRANKED) if one.text == reason)
    return next(known, reason)
