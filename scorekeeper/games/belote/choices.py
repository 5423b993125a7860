"""The choices of a hand of Belote, with their stored codes and labels."""

from scorekeeper.i18n.messages import msg
from scorekeeper.rules.choice import Choice


class Suit(Choice):
    """The trump suit, or one of the two contracts without a trump suit."""

    SPADES = "spades", msg("♠ Pique")
    HEARTS = "hearts", msg("♥ Cœur")
    DIAMONDS = "diamonds", msg("♦ Carreau")
    CLUBS = "clubs", msg("♣ Trèfle")
    NO_TRUMP = "no_trump", msg("Sans atout")
    ALL_TRUMP = "all_trump", msg("Tout atout")


class Meld(Choice):
    """The announcements (*annonces*) that score."""

    TIERCE = "tierce", msg("Tierce")
    CINQUANTE = "cinquante", msg("Cinquante")
    CENT = "cent", msg("Cent")
    CARRE = "carre", msg("Carré (as, 10, rois, dames)")
    """A square of 100, as it was recorded before squares had their ranks."""
    CARRE_AS = "carre_as", msg("Carré d'as")
    CARRE_DIX = "carre_dix", msg("Carré de 10")
    CARRE_ROIS = "carre_rois", msg("Carré de rois")
    CARRE_DAMES = "carre_dames", msg("Carré de dames")
    CARRE_NEUFS = "carre_neufs", msg("Carré de 9")
    CARRE_VALETS = "carre_valets", msg("Carré de valets")
