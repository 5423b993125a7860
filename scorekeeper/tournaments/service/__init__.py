"""The use cases of tournaments: opening, people, seats, slips, the ranking."""
