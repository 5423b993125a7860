"""The error pages of circles."""

from flask import Flask

from scorekeeper.circles.errors import CircleFull
from scorekeeper.i18n.messages import msg
from scorekeeper.web.errors import Text, Way, register_refusals, register_texts

FULL = Text(msg("Ce cercle est plein : il ne prend plus ni joueurs, ni feuilles, ni saisons."))

TEXTS = {
    404: Text(
        msg(
            "Il n'y a pas de cercle à cette adresse. Si ses liens ont été changés, demandez "
            "le nouveau à quelqu'un du cercle."
        ),
        Way("circle_links.find_lost", msg("Retrouver un cercle")),
    ),
    409: Text(
        msg(
            "Quelqu'un a changé le cercle entre-temps. Revenez-y et vérifiez avant de "
            "recommencer."
        )
    ),
}
"""The texts of the addresses of circles, by HTTP status."""


def install(app: Flask) -> None:
    """Give an application the error pages of circles."""
    register_refusals(app, {CircleFull: (409, FULL)})
    register_texts(app, "/circles/", TEXTS)
