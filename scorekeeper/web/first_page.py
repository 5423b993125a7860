"""What packages add to the first page, and what they are told by it."""

from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.web.hooks import Hook


class Part(NamedTuple):
    """The part of one package on the first page."""

    resume: Markup = Markup()
    """The button back to what it has on this device, for a device without sheets."""
    listed: Markup = Markup()
    """The lists of what it has on this device, each with its heading."""
    ways: Markup = Markup()
    """The way to open or to find something of it, as an item of a list."""


PARTS: Hook[[], Part] = Hook("parts of the first page")
"""Gives the part of a package."""

FORGOTTEN: Hook[[str], None] = Hook("token forgotten")
"""Called to take what a token opens off the lists of this device; it may open nothing of this
package."""
