"""The rules that make the lines of a hand with bids, each with the text that it follows."""

from typing import NamedTuple

from scorekeeper.games.coinche.point_values import BASES
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.option import Options
from scorekeeper.rules.score import Rule

TRICKS, CONTRACT, FAILED = msg("Points des plis"), msg("Contrat"), msg("Chute")
BELOTE, ANNONCES, ROUNDING = msg("Belote"), msg("Annonces"), msg("Arrondi")

COINCHE_MARKS, COINCHE_ANNONCES = (
    msg("FFB coinche 2015, marque"),
    msg("FFB coinche 2015, annonces"),
)
CONTREE_MARKS = msg("FFB contrée 27-01-2016, § 10.2")
PAGE = msg("FFB, page web de la contrée")
CANNES_MARKS, CANNES_ROUNDING = msg("Cannes 2016, marque"), msg("Cannes 2016, arrondi")
TABLE = msg("règle de la table")


class CoincheRule(Rule):
    """Coinche, by the federation's text of 2015."""

    TRICKS = TRICKS, COINCHE_MARKS
    CONTRACT = CONTRACT, COINCHE_MARKS
    FAILED = FAILED, COINCHE_MARKS
    BELOTE = BELOTE, msg("FFB coinche 2015, belote")
    ANNONCES = ANNONCES, COINCHE_ANNONCES
    ROUNDING = ROUNDING, msg("FFB coinche 2015, arrondi")


class ContreeRule(Rule):
    """Contrée, by the federation's text of 2016."""

    TRICKS = TRICKS, CONTREE_MARKS
    CONTRACT = CONTRACT, CONTREE_MARKS
    FAILED = FAILED, CONTREE_MARKS
    BELOTE = BELOTE, CONTREE_MARKS
    ANNONCES = ANNONCES, COINCHE_ANNONCES
    ROUNDING = ROUNDING, msg("FFB contrée 27-01-2016, § 10.3")


class AnnouncedRule(Rule):
    """Points bid alone, which only the federation's web page has."""

    TRICKS = TRICKS, PAGE
    CONTRACT = CONTRACT, msg("FFB, page web de la contrée, points annoncés")
    FAILED = FAILED, msg("FFB, page web de la contrée, points annoncés")
    BELOTE = BELOTE, TABLE
    ANNONCES = ANNONCES, TABLE
    ROUNDING = ROUNDING, TABLE


class CannesRule(Rule):
    """The French championship at Cannes, which counts 162 and not 160."""

    TRICKS = TRICKS, CANNES_MARKS
    CONTRACT = CONTRACT, CANNES_MARKS
    FAILED = FAILED, CANNES_MARKS
    BELOTE = BELOTE, msg("Cannes 2016, belote")
    ANNONCES = ANNONCES, COINCHE_ANNONCES
    ROUNDING = ROUNDING, CANNES_ROUNDING


class OtherRule(Rule):
    """The rules that a table chose and no text of its game has."""

    CAPOT_BELOTE = BELOTE, PAGE
    GENERALE = (
        msg("Générale"),
        msg("règle de la table, hors des textes de la FFB"),
    )
    DOUBLED_MADE = CONTRACT, msg("règle de la table : les points faits sont doublés")
    KEPT = TRICKS, msg("règle de la table : la défense marque ses points")
    TIE = msg("Égalité"), msg("règle de club, hors du texte de la FFB")
    LITIGE = msg("Litige gagné"), msg("règle de club, hors du texte de la FFB")


CAPOT_BELOTE, GENERALE, DOUBLED_MADE, KEPT, TIE, LITIGE = OtherRule
"""The members as names for scoring code: Python 3.11 finds an attribute of an enumeration
ten times as slowly."""


class Rules(NamedTuple):
    """The rules of one text."""

    tricks: Rule
    contract: Rule
    failed: Rule
    belote: Rule
    annonces: Rule
    rounding: Rule


COINCHE, CONTREE = Rules(*CoincheRule), Rules(*ContreeRule)
ANNOUNCED, CANNES = Rules(*AnnouncedRule), Rules(*CannesRule)


def rules_of(options: Options) -> Rules:
    """Return the rules that a sheet follows, if not all of them are those of its game."""
    if options["counting"] == "announced":
        return ANNOUNCED
    return CONTREE if options["base"] == BASES[0] else CANNES
