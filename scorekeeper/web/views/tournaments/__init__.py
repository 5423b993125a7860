"""The views of tournaments: a module a resource, named as in its address."""

from scorekeeper.web.views.tournaments import files, paper, people, tournament

RESOURCES = (tournament, people, paper, files)
"""The modules with a blueprint each."""
