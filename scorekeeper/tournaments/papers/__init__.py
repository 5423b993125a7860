"""The papers of a tournament, and how a list is set on paper."""
