"""Access to tournaments: opening, tokens, names, the sheets of tables, the clock."""
