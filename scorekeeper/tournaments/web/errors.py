"""The error pages of tournaments."""

from scorekeeper.i18n.messages import msg
from scorekeeper.web.errors import Text

TEXTS = {
    404: Text(
        msg("Il n'y a aucun tournoi à cette adresse. Vérifiez le lien que l'on vous a donné.")
    ),
    409: Text(msg("Quelqu'un a changé le tournoi entre-temps. Revenez-y et vérifiez.")),
    422: Text(msg("Ce formulaire a déjà servi. Revenez au tournoi et recommencez.")),
}
"""The texts of the addresses of tournaments, by HTTP status."""
