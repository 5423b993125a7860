"""The views of tournaments: a module a resource, named as in its address."""

from scorekeeper.web.views.tournaments import paper, people, tournament

RESOURCES = (tournament, people, paper)
"""The modules with a blueprint each."""
