"""How a contract is doubled: the stored codes and their labels."""

from scorekeeper.i18n.messages import msg
from scorekeeper.rules.choice import Choice


class Coinche(Choice):
    """Doubling and redoubling, with their names at coinche."""

    COINCHE = "coinche", msg("Coinché")
    SURCOINCHE = "surcoinche", msg("Surcoinché")


class Contre(Choice):
    """Doubling and redoubling, with their names at contrée; the codes are the same."""

    COINCHE = "coinche", msg("Contré")
    SURCOINCHE = "surcoinche", msg("Surcontré")
