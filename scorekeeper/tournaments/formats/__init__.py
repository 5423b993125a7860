"""The file of a tournament, and its restart codes."""
