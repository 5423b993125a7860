"""The views of tournaments: a module a resource, named as in its address."""

from scorekeeper.web.views.tournaments import tournament

RESOURCES = (tournament,)
"""The modules with a blueprint each."""
