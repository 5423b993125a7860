"""The command line: the commands of ``app.py``, and those of Flask."""
