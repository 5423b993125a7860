"""Sheets for the tests of pure modules, made from the hands of a night document."""

from conftest import CAST

from scorekeeper.sheets.formats import night_document
from scorekeeper.sheets.sheet import fold

GARDE = {"taker": "Anne", "contract": "garde", "bouts": 2, "points": 49}
"""A hand of tarot: +198 for Anne, −66 for each of the others."""


def document(game, hands, players=CAST[:4], **options):
    document = {"format": night_document.FORMAT, "game": game, "players": [*players]}
    return document | {"options": options, "hands": list(hands)}


def sheet_of(game, hands, players=CAST[:4], **options):
    return fold(night_document.read(document(game, hands, players, **options)))
