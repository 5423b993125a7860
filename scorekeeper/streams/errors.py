"""Errors that the use cases of all kinds of streams share, with what callers react to."""

from scorekeeper.i18n.messages import MessageError


class ServiceError(Exception):
    """Base of the refusals of use cases."""


class UnknownToken(ServiceError):
    """The token opens no stream of the kind that is asked for."""


class WriteForbidden(ServiceError):
    """The token opens a stream that it may only read, or its role does not allow this."""


class Refused(MessageError, ServiceError):
    """The stream as it is now does not take this: the message says to a player why."""


class ImportRefused(Refused):
    """A file that is not imported: too many others are, or it is too large."""


class UnknownEntry(ServiceError):
    """The stream has nothing of this number: a hand of a sheet, a player of a circle."""


class VersionConflict(ServiceError):
    """Somebody has changed the stream since the caller saw it, and it matters here."""
