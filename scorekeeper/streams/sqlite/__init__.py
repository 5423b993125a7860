"""The journal in a file of SQLite: the default, which nothing has to be installed for."""
