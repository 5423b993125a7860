"""The regulations in words: what a club pins to the wall.

What a preset does not ask, and a number that is 0, is not said.
"""

from typing import NamedTuple

from scorekeeper.i18n.messages import Message, decimal, msg
from scorekeeper.tournaments.regulations import FIELDS, MELEE, Regulations

_TEAMS = ("belote_points", "belote_wins")

_SAID: tuple[tuple[str | tuple[str, ...], str, Message], ...] = (
    ("", "rounds deals", msg("%(rounds)s %(many)s de %(deals)s donnes.")),
    ("tarot", "rounds deals=0", msg("%(rounds)s %(many)s.")),
    ("belote", "rounds target", msg("%(rounds)s %(many)s en %(target)s points.")),
    ("belote", "rounds deals=0 target=0", msg("%(rounds)s %(many)s.")),
    ("", "minutes", msg("Chacune : %(minutes)s minutes ; la donne commencée se finit.")),
    ("tarot_libre", "", msg("Le classement est le total des points de chaque joueur.")),
    ("tarot_pairs", "", msg("Le classement est le total des points des partenaires.")),
    ("tarot_pairs", "", msg("Les partenaires ne jouent jamais à la même table.")),
    (_TEAMS, "ranking=points", msg("Le classement est le total des points de l'équipe.")),
    (MELEE, "", msg("Chacun change de partenaire à chaque partie.")),
    (
        MELEE,
        "ranking=points",
        msg("Chacun marque les points de son camp ; leur total décide."),
    ),
    ("belote", "ranking=wins", msg("Le classement va par victoires, puis par points.")),
    ("", "draw=fft", msg("Les places suivent le mouvement de la FFT.")),
    ("", "draw=random", msg("Les places sont tirées au sort, si possible sans se revoir.")),
    ("", "draw=ranking", msg("Les premières places sont tirées au sort.")),
    ("", "draw=ranking", msg("Ensuite on joue dans l'ordre du classement, sans revanche.")),
    ("tarot", "odd_tables=three", msg("Quatre par table ; sinon trois, chacun son tour.")),
    ("tarot", "odd_tables=five", msg("Quatre par table ; sinon cinq, avec un mort.")),
    (
        "belote",
        "exempt_points",
        msg("Qui est sans adversaire marque %(exempt_points)s points."),
    ),
    (
        "belote",
        "forfeit_points",
        msg("Contre un forfait on marque %(forfeit_points)s points."),
    ),
    ("belote", "ranking=wins", msg("Les deux comptent comme une victoire.")),
    ("belote", "litige=split", msg("Litige à la dernière donne : 81 points à chacun.")),
    ("belote", "litige=held", msg("Litige à la dernière donne : ses points sont perdus.")),
    ("belote", "capot", msg("Un capot vaut %(capot)s points.")),
    ("", "passes=same", msg("Si tout le monde passe, le même donneur redonne.")),
    ("", "passes=next", msg("Si tout le monde passe, le joueur suivant donne.")),
    ("tarot", "penalty", msg("Une faute coûte %(penalty)s points à son auteur.")),
    ("belote", "penalty", msg("Une faute donne %(penalty)s points à l'autre équipe.")),
    ("", "tie=shared", msg("Les ex aequo partagent la place.")),
    ("", "tie=last_round", msg("Ex aequo : devant, le meilleur à la dernière %(one)s.")),
    ("", "tie=first_round", msg("Ex aequo : devant, le meilleur à la première %(one)s.")),
    ("", "tie=best_round", msg("Ex aequo : devant, qui a marqué le plus en une %(one)s.")),
    ("", "ranked_from=0", msg("Pour être classé, on peut manquer une %(one)s, pas plus.")),
    ("", "ranked_from", msg("Est classé qui a joué %(ranked_from)s %(many)s ou plus.")),
    (
        "tarot_libre",
        "final_first=yes",
        msg("Finale : ses points s'ajoutent ; ses joueurs sont classés devant."),
    ),
    (
        "tarot_libre",
        "final_first=yes",
        msg("À égalité pour sa dernière place, le premier inscrit la joue."),
    ),
    ("tarot_libre", "entry", msg("Inscription : %(entry)s par joueur.")),
    ("tarot_pairs", "entry", msg("Inscription : %(entry)s par équipe.")),
    (_TEAMS, "entry", msg("Inscription : %(entry)s par équipe.")),
    (MELEE, "entry", msg("Inscription : %(entry)s par joueur.")),
    ("", "grid", msg("Prix, dans l'ordre des places : %(grid)s.")),
    ("", "in_kind", msg("Lots, dans l'ordre des places : %(in_kind)s.")),
    (
        "tarot_libre",
        "last_two",
        msg("Au meilleur des deux dernières fois, sans la finale, non primé : %(last_two)s."),
    ),
    (
        ("tarot_pairs", "belote"),
        "last_two",
        msg("Au meilleur des deux dernières fois, non primé : %(last_two)s."),
    ),
    ("", "everyone", msg("À tous ceux qui n'ont pas d'autre prix : %(everyone)s.")),
)
"""Presets (or how their codes begin), the fields that the sentence needs, with the value of
those that are chosen, and the sentence; ``one`` and ``many`` are what rounds are called."""

_ROUNDS = {
    False: {"one": msg("position"), "many": msg("positions")},
    True: {"one": msg("partie"), "many": msg("parties")},
}
"""What rounds are called at Tarot, and at belote."""


class Sentence(NamedTuple):
    """One sentence, and the names of the fields that it says."""

    fields: tuple[str, ...]
    says: Message


def statement(regulations: Regulations) -> tuple[Sentence, ...]:
    """Return the regulations as the sentences that are read out before the first round."""
    sentences = []
    for preset, needed, says in _SAID:
        wanted = {
            name: value for name, _, value in (one.partition("=") for one in needed.split())
        }
        values = {name: getattr(regulations, name) for name in wanted}
        is_so = all(
            str(values[name]) == wanted[name] if wanted[name] else values[name]
            for name in wanted
        )
        if is_so and regulations.preset.startswith(preset):
            shown = {name: _shown(name, value) for name, value in values.items()}
            words = shown | _ROUNDS[regulations.has_sides]
            if regulations.rounds == 1:
                words["many"] = words["one"]
            sentences.append(Sentence(tuple(wanted), says._replace(values=words)))
    return tuple(sentences)


_UNITS = {field.name: field.unit for field in FIELDS}


def _shown(name: str, value: object) -> object:
    """Return the value of a field as it is written on a poster."""
    if isinstance(value, tuple):
        return tuple(euros(one) if isinstance(one, int) else one or "–" for one in value)
    return euros(value) if _UNITS[name] == "euros" and isinstance(value, int) else value


def euros(cents: int) -> Message:
    """Return an amount.

    >>> str(euros(6000)), str(euros(350))
    ('60\\xa0€', '3,50\\xa0€')
    """
    amount = decimal(cents, 2) if cents % 100 else cents // 100
    return msg("%(amount)s\N{NO-BREAK SPACE}€", amount=amount)
