"""Reports of a circle: its board, its players, its pairs, its evenings, with their plots."""
