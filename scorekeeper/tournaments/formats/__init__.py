"""The file of a tournament, its restart codes and its calendar."""
