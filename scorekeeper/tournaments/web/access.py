"""Tournaments in a request: access by token, the tournaments of a device, rate limits.

The session cookie holds the tokens of the tournaments that a device organizes or helps with,
the latest first; they are listed on its first page.
"""

from collections.abc import Mapping
from hashlib import sha256

from flask import current_app, request, session

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.web import access as forms
from scorekeeper.tournaments.service.access import (
    TOURNAMENTS,
    TournamentAccess,
    TournamentRepository,
)
from scorekeeper.tournaments.service.tokens import Role
from scorekeeper.web.access import Pages
from scorekeeper.web.device import forget, remember
from scorekeeper.web.rate_limits import DAY, MINUTE, Count, Limit

WRITES_PER_DAY = Limit(15_000, DAY)
"""Writes on one tournament in a day: 1000 people, twelve rounds, every slip typed twice."""

WRITES = Limit(180, MINUTE)
"""Writes on one tournament by one device: a person a second at check-in, and each taken back
twice."""

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


def tournaments() -> TournamentRepository:
    """Return the tournaments of this installation."""
    repository: TournamentRepository = current_app.extensions["tournaments"]
    return repository


def _open(token: str) -> TournamentAccess:
    return tournaments().access(token)


def _remember(access: TournamentAccess, wrote: bool) -> None:
    if access.role is not Role.READING:
        remember_tournament(access.token)


def _counts(stream: int, device: str) -> list[Count]:
    name = f"tournament {stream}"
    return [(WRITES_PER_DAY, f"{name} day"), (WRITES, f"{name} {device}")]


TOURNAMENT = Pages(TOURNAMENTS, _open, _remember, _counts)
"""The way from requests to a tournament."""


def posted_key() -> str:
    """Return the idempotency key of what is posted: the same form tapped twice has the same;
    another entry in it, after the Back button or a second name tapped at once, has its own."""
    fields = [item for item in request.form.items(multi=True) if item[0] != "csrf_token"]
    return sha256(repr((forms.posted_key(), fields)).encode()).hexdigest()[:32]


def remember_tournament(token: str) -> None:
    """Put this tournament first among those of the device."""
    remember("tournaments", token, MAX_TOURNAMENTS)


def forget_tournament(token: str) -> None:
    """Take this tournament off those of the device; it stays where it is."""
    forget("tournaments", token)


def device_tournaments() -> list[TournamentAccess]:
    """Return the tournaments that the device organizes and that still exist, the latest
    first."""
    tokens: list[str] = session.get("tournaments", [])
    found = tournaments().accesses(tokens, [Role.ORGANIZER]) if tokens else {}
    return [found[token] for token in tokens if token in found]


def tournament_code(token: str) -> str:
    """Return the name of a tournament of the device in a form: not its token."""
    return sha256(f"tournament {token}".encode()).hexdigest()[:12]
