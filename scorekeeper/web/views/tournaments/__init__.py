"""The views of tournaments: a module a resource, named as in its address."""

from scorekeeper.web.views.tournaments import people, tournament

RESOURCES = (tournament, people)
"""The modules with a blueprint each."""
