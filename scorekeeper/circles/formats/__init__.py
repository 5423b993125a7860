"""The file of a circle, written and read."""
