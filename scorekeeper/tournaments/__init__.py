"""Tournaments: the evening of a club over many tables, as streams of events."""
