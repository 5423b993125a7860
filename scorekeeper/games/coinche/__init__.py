"""Coinche and contrée: games of Belote with bids, marked by one formula."""
