"""The failure of a command of ``app.py``."""

from scorekeeper.i18n.messages import Message


class CommandFailed(Exception):
    """A command that cannot go on, with a message for the operator."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message
