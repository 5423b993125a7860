"""Founding a circle, finding it again by its words, renewing its tokens, deleting it."""

from collections.abc import Sequence
from contextlib import suppress

from scorekeeper.circles.checks import MAX_NUMBERS
from scorekeeper.circles.errors import CircleFull
from scorekeeper.circles.service.access import CircleAccess, CircleRepository
from scorekeeper.circles.service.tokens import (
    PREFIX,
    CircleRole,
    derive,
    guardian_token,
    journal_tokens,
    secret_of_seed,
    secret_of_token,
)
from scorekeeper.circles.service.words import secret_of, words_of
from scorekeeper.sheets.names import NAME_LENGTH, clean
from scorekeeper.sheets.service.access import new_key
from scorekeeper.streams.base import DatabaseBusy
from scorekeeper.streams.errors import UnknownToken
from scorekeeper.streams.events import Body


def found_circle(
    repository: CircleRepository, title: str, names: Sequence[str], *, key: str = ""
) -> str:
    """Open a new circle; the token of its guardians. The title and the names of its first
    players are not empty, and no two names are the same; the same key founds one circle. Raise
    CircleFull if there are too many names."""
    cleaned = [clean(name, NAME_LENGTH) for name in (title, *names)]
    return open_circle(repository, [("founded", {"names": cleaned})], key=key)


def open_circle(
    repository: CircleRepository,
    events: Sequence[tuple[str, Body]],
    *,
    key: str = "",
    id: int = 0,
) -> str:
    """Open a circle with its first events, as kind and body; the token of its guardians. The
    first is ``founded``, and gets a new seed; the same key opens one circle. ``id``: that of a
    circle which the database had before. Raise CircleFull if there are too many names."""
    (kind, founding), *others = events
    if len(founding["names"]) > MAX_NUMBERS:
        raise CircleFull
    seed = _seed(repository, f"founded {key or new_key()}")
    token = token_of_seed(repository, seed)
    repository.journal.open_stream(
        [(kind, {**founding, "seed": seed}), *others],
        PREFIX + token,
        journal_tokens(token),
        id,
    )
    return token


def _seed(repository: CircleRepository, purpose: str) -> str:
    """Return 32 hex digits that the installation derives from a text."""
    return derive(repository.secret_key, f"seed {purpose}")[:16].hex()


def token_of_seed(repository: CircleRepository, seed: str) -> str:
    """Return the token of the guardians of a circle with this seed."""
    key = repository.secret_key
    return guardian_token(key, secret_of_seed(key, seed))


def recovery_words(access: CircleAccess) -> tuple[str, ...]:
    """Return the words that give the token of this guardian again; none if this is no
    guardian, or the installation has got another key since the token was made."""
    if not access.guards:
        return ()
    secret = secret_of_token(access.repository.secret_key, access.token)
    return words_of(secret) if secret else ()


def recover(repository: CircleRepository, text: str) -> CircleAccess:
    """Return the access of a guardian who knows the recovery words, as typed. Raise
    UnknownWords if these are not seven words, UnknownToken if they open no circle."""
    return repository.access(guardian_token(repository.secret_key, secret_of(text)))


def operators_token(repository: CircleRepository, circle_id: int) -> str:
    """Return the token of the guardians of a circle, as the operator can tell it. Raise
    UnknownToken if the installation has got another key since (renew the tokens),
    StreamDeleted if there is no such circle."""
    token = token_of_seed(repository, repository.circle(circle_id).seed)
    if not repository.is_known(token):
        raise UnknownToken
    return token


def renew_tokens(repository: CircleRepository, token: str, *, key: str) -> str:
    """Replace the three tokens of a circle, which open nothing any more; the new one of the
    guardians.

    :param token: of a guardian; replaced already, if the same form was posted before.
    :raises UnknownToken: if it opens nothing, and did not when this key renewed it.
    :raises scorekeeper.streams.errors.WriteForbidden: if it is not a guardian's.
    """
    seed = _seed(repository, f"renewed {token} {key}")
    new = token_of_seed(repository, seed)
    access = repository.access(new if repository.is_known(new) else token)
    access.require(CircleRole.GUARDIAN)
    renew_circle(repository, access.circle_id, seed, key=key)
    return new


def renew_circle(
    repository: CircleRepository, circle_id: int, seed: str = "", *, key: str = ""
) -> str:
    """Replace the three tokens of a circle, for the operator; the new one of the guardians.
    The seed, 32 hex digits, is random if empty."""
    seed = seed or _seed(repository, new_key())
    token = token_of_seed(repository, seed)
    repository.journal.renew(
        circle_id, key or new_key(), PREFIX + token, journal_tokens(token), {"seed": seed}
    )
    return token


def delete_circle(access: CircleAccess) -> None:
    """Delete a circle to the last byte of the database; each sheet stays at its own address.
    Raise WriteForbidden if this access is not a guardian's."""
    access.require(CircleRole.GUARDIAN)
    access.repository.journal.delete(access.circle_id)
    access.repository.cache.invalidate(access.circle_id)
    with suppress(DatabaseBusy):  # the next purge overwrites it too
        access.repository.journal.purge()
