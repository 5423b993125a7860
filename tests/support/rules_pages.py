"""The rules pages as a test compares them: French without its typography."""

from scorekeeper.sheets.web.rules_text import RuleTable, choice_tables, rule_tables


def plain(text):
    """A text with the apostrophes and the spaces of a keyboard."""
    return text.replace("’", "'").replace("\u00a0", " ").replace("\u202f", " ")


def _plain(table):
    rows = [tuple(map(plain, row)) for row in table.rows]
    return RuleTable(
        plain(table.title), plain(table.article), tuple(map(plain, table.head)), rows
    )


def french_tables(game, options):
    """The tables of a game by these options, which need not be complete."""
    return [*map(_plain, rule_tables(game, game.read_options(options), "fr"))]


def french_choices(game):
    """The tables of what other choices of a game mark."""
    return [*map(_plain, choice_tables(game, "fr"))]
