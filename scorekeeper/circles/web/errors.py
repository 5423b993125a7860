"""The error pages of circles."""

from scorekeeper.circles.errors import CircleFull
from scorekeeper.i18n.messages import msg
from scorekeeper.web.errors import Refusals, Text, Way

FULL = Text(msg("Ce cercle est plein : il ne prend plus ni joueurs, ni feuilles, ni saisons."))

REFUSALS: Refusals = {CircleFull: (409, FULL)}

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
