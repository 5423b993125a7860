"""Duplicate Tarot: the same boards at several tables, scored by match points."""
