"""Tournaments in a request: access by token, the tournaments of a device, rate limits.

The session cookie holds the tokens of the tournaments that a device organizes or helps with,
the latest first; they are listed on its first page.
"""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import wraps
from hashlib import sha256
from typing import ParamSpec

from flask import current_app, request, session
from flask.typing import ResponseReturnValue

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.web import access as forms
from scorekeeper.streams.errors import UnknownToken
from scorekeeper.tournaments.service import example
from scorekeeper.tournaments.service.access import TournamentAccess, TournamentRepository
from scorekeeper.tournaments.service.tokens import Role
from scorekeeper.web.device import device_key
from scorekeeper.web.rate_limits import DAY, WRITES, Limit, current_limits

WRITES_PER_DAY = Limit(15_000, DAY)
"""Writes on one tournament in a day: 1000 people, twelve rounds, every slip typed twice."""

MAX_TOURNAMENTS = 6
"""Most tournaments that a device remembers."""

ROLES: Mapping[Role, tuple[Message, Message]] = {
    Role.READING: (
        msg("Joueurs et public"),
        msg(
            "Visez ce code avec l'appareil photo d'un téléphone : les places et le "
            "classement, sans rien pouvoir changer."
        ),
    ),
    Role.DESK: (
        msg("Saisie des feuilles"),
        msg("Noter les feuilles des tables et accepter leurs résultats."),
    ),
    Role.CHECK_IN: (
        msg("Accueil des joueurs"),
        msg("Inscrire les joueurs et pointer les présents ; les licences se voient."),
    ),
    Role.REFEREE: (
        msg("Arbitre"),
        msg("Noter les pénalités, décider d'un résultat, ouvrir la feuille d'une table."),
    ),
    Role.ORGANIZER: (
        msg("Organisation"),
        msg("Tout : inscrire, placer, saisir, publier. Gardez ce lien pour vous."),
    ),
}
"""The use of each link, and what it allows, in the order of the page that shares them."""

P = ParamSpec("P")
View = Callable[P, ResponseReturnValue]


def tournaments() -> TournamentRepository:
    """Return the tournaments of this installation."""
    repository: TournamentRepository = current_app.extensions["tournaments"]
    return repository


def read_tournament(token: str, *helpers: Role) -> TournamentAccess:
    """Return the access of this token to a page that readers have too: it shows what is
    published, to the organizer and these helpers all; the device remembers what it organizes.

    :raises UnknownToken: if the token opens no tournament: answered with 404.
    """
    return _access(token, (Role.ORGANIZER, *helpers))


def _access(token: str, seen_by: Collection[Role]) -> TournamentAccess:
    if token == example.TOKEN:
        return example.ExampleTournament(tournaments())
    access = tournaments().access(token, seen_by)
    if access.role is not Role.READING:
        remember_tournament(token)
    return access


def organizer_access(token: str, *helpers: Role) -> TournamentAccess:
    """Return the access of the token of an organizer, or of a helper with one of these roles.

    :raises UnknownToken: if the token opens no tournament: answered with 404.
    :raises WriteForbidden: if it may not do this: answered with 404 too.
    """
    access = _access(token, (Role.ORGANIZER, *helpers))
    access.require(*helpers)
    return access


def posted_key() -> str:
    """Return the idempotency key of what is posted: the same form tapped twice has the same;
    another entry in it, after the Back button or a second name tapped at once, has its own."""
    fields = [item for item in request.form.items(multi=True) if item[0] != "csrf_token"]
    return sha256(repr((forms.posted_key(), fields)).encode()).hexdigest()[:32]


def remember_tournament(token: str) -> None:
    """Put this tournament first among those of the device."""
    tokens: list[str] = session.get("tournaments", [])
    if tokens[:1] != [token]:
        others = [other for other in tokens if other != token]
        session["tournaments"] = [token, *others][:MAX_TOURNAMENTS]
        session.permanent = True


def forget_tournament(token: str) -> None:
    """Take this tournament off those of the device; it stays where it is."""
    if token in session.get("tournaments", []):
        session["tournaments"] = [one for one in session["tournaments"] if one != token]


def device_tournaments() -> list[TournamentAccess]:
    """Return the tournaments that the device organizes and that still exist, the latest
    first."""
    accesses = []
    for token in session.get("tournaments", []):
        with suppress(UnknownToken):
            accesses.append(tournaments().access(token))
    return accesses


def tournament_code(token: str) -> str:
    """Return the name of a tournament of the device in a form: not its token."""
    return sha256(f"tournament {token}".encode()).hexdigest()[:12]


def limit_tournament_writes(view: View[P]) -> View[P]:
    """Limit the writes of a view on its tournament, by device and for all of them.

    A token that may only read is not counted, and so takes no memory.
    """

    @wraps(view)
    def limited(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        grant = tournaments().grant(str(kwargs["token"]))
        if grant is not None and grant.may_write:
            name = f"tournament {grant.sheet_id}"
            counts = [(WRITES_PER_DAY, f"{name} day"), (WRITES, f"{name} {device_key()}")]
            current_limits().hit(*counts)
        return view(*args, **kwargs)

    return limited
