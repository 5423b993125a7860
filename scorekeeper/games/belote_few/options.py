"""The options that Belote for two and for three players have in common."""

from dataclasses import replace

from scorekeeper.games.belote.options import ANNONCES_COUNT, rounding
from scorekeeper.games.belote_few.point_values import NO_TRICK
from scorekeeper.i18n.messages import msg
from scorekeeper.rules import target
from scorekeeper.rules.option import Option

EXOTY = msg("Exoty, « La belote à deux »")
BOTH = msg("Exoty, « La belote à deux », « La belote à trois »")
FUNBELOTE = msg("FunBelote, « Belote à trois »")
AT_FOUR = msg("FFB 27-01-2016, à quatre")
DECOUVERTE = msg("Pagat, Belote découverte")
CLOBYOSH = msg("Pagat, Clobyosh à trois")
BELA = msg("bela u troje")

CARDS = Option(
    msg("Les cartes"),
    {"all": msg("toutes jouées : 162 points"), "some": msg("il en reste au talon")},
    source=BOTH,
    sources={"some": msg("Parlett, « Belote »")},
)
"""Whether the tricks have all card points; Parlett deals nine of 32 cards to each."""

FAILED_OF_TWO = Option(
    msg("Dedans"),
    {"all": msg("l'adversaire marque tout"), "own": msg("l'adversaire marque ses plis")},
    source=DECOUVERTE,
    sources={"own": msg("bicyclecards.com, « Belotte »")},
)

FAILED_OF_THREE = Option(
    msg("Dedans"),
    {
        "best": msg("les points du preneur à l'adversaire qui en a le plus"),
        "shared": msg("les adversaires partagent tout"),
        "both": msg("les points du preneur à chaque adversaire"),
        "own": msg("les points du preneur à personne"),
    },
    source=CLOBYOSH,
    sources={"both": CLOBYOSH, "own": BELA},
)

CONTRACT = Option(
    msg("Le preneur doit avoir plus que"),
    {"each": msg("chaque adversaire"), "both": msg("les deux ensemble")},
    source=FUNBELOTE,
    sources={"both": BELA},
)

TIE_OF_TWO = Option(
    msg("Égalité"),
    {"litige": msg("litige"), "failed": msg("dedans"), "made": msg("fait")},
    source=msg("FFB 27-01-2016, § 10.1.3, à quatre"),
)
"""FFB 27-01-2016, § 10.1.3, at four."""

TIE_OF_THREE = Option(
    msg("Égalité"), {"failed": msg("dedans"), "made": msg("fait")}, source=FUNBELOTE
)
"""FunBelote: the taker needs more points; no text has a *litige* at three."""

NO_TRICK_POINTS = Option(
    msg("Un seul joueur sans pli"),
    {NO_TRICK: msg("50 à chacun des deux autres"), 0: msg("ne compte pas")},
    source=msg("adpoker.fr, « Belote à trois »"),
)

LAST = {
    "annonces_count": replace(ANNONCES_COUNT, source=msg("FFB, page web, à quatre")),
    "rounding": rounding("none", "5up", source=AT_FOUR),
    "must_exceed": replace(target.MUST_EXCEED, source=AT_FOUR),
}
"""The options at the end of either list."""

BELOTE = {
    "belote": Option(
        msg("Belote"),
        {True: msg("compte"), False: msg("ne se joue pas")},
        source=BOTH,
        sources={False: DECOUVERTE},
    ),
    "belote_counts": Option(
        msg("Belote dans le contrat"),
        {True: msg("compte"), False: msg("ne compte pas")},
        requires=("belote", True),
        source=BOTH,
    ),
}

ANNONCES = Option(msg("Annonces"), {False: msg("sans"), True: msg("avec")})
