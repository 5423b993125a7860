"""Recovery words: seven bytes as seven words of a list of 256.

The words are common French nouns without accents, of 4 to 7 letters. No two begin with the
same four letters, and none becomes another by one wrong letter, so that a word that was
misread, or typed without its end, is still known
(``tests/circles/service/test_circle_words.py``).
"""

import re
from collections.abc import Iterator

from scorekeeper.sheets.names import unaccented

COUNT = 7
"""The number of recovery words: 56 bits."""

PREFIX = 4
"""Letters that tell each word from all others."""

LIST = """
abeille abricot agneau aigle amande ancre animal arbre armoire aube avion bague ballon
bambou banane barque bassin bateau beurre bijou billard biscuit bison bocal bonbon bottine
boucle bougie bourse bouton branche brioche brique buisson cabane cactus cadre cahier
caillou camion canal capuche carafe carotte casque castor cave cerise chaise chemin cheval
cigale cirque citron clairon cloche clown coffre colombe costume coton cousin couteau crabe
crayon cristal cuisine cuivre cygne danse dauphin dessin diamant disque doigt domino dragon
drapeau dune enclume ermite faisan falaise famille faucon fenouil feuille ficelle figue
filet flamme fleur flocon forge foulard frelon fromage fruit garage gazelle gazon genou
girafe glace gomme goutte graine grenade griffe grillon grotte guitare haricot herbe hibou
homard horloge huile igloo iris jambon jardin jasmin journal jungle jupe kayak kiwi koala
lacet lagune lampe lance lapin lavande lilas limace lion lotus loupe lutin lynx machine
maison mangue manteau marmite meuble miel miroir moineau montre moteur mouche moulin muguet
muse nacre navet navire neige nichoir nuit oignon oiseau olive orange oreille ourson paille
pain palais palme panda panier pavot pelouse pendule persil phare piano pieuvre pigeon
pilote pinceau pirate piscine pivoine plage plateau pluie poche poire poisson pollen poney
poulet prune puits raisin rameau rasoir ravin reine renard requin rideau robot ronce rosier
ruban rubis sable safran salade salon sandale satin saumon serpent soleil sonnet sucre
sureau tambour tapis tarte tasse taureau taxi tennis ticket tigre tilleul timbre tomate
tonneau topaze tortue toupie tricot truite tulipe tunnel turban vache vanille velours vent
verger verre vigne village violon vitrail voiture
"""

WORDS = tuple(LIST.split())
"""The words in alphabetical order. Cards were printed with them: the list never changes."""

NUMBERS = {word[:PREFIX]: number for number, word in enumerate(WORDS)}
"""The number of each word by its first letters."""


class UnknownWords(ValueError):
    """A text that is not seven words of the list."""

    def __init__(self, unknown: tuple[str, ...], count: int) -> None:
        super().__init__(f"{count} words, {len(unknown)} unknown")
        self.unknown = unknown
        """The text typed in the place of a word of the list."""
        self.count = count
        """The number of words."""


def words_of(secret: bytes) -> tuple[str, ...]:
    """Return the words of some bytes."""
    return tuple(WORDS[byte] for byte in secret)


def secret_of(text: str) -> bytes:
    """Return the seven bytes of words as a person types them: accents, case and whatever
    stands between them are of no account, and neither are wrong letters after the fourth.

    :raises UnknownWords: if they are not seven words of the list.

    >>> secret_of("Abeille, ABRICOT - agneaux aigle amände ancre animal.").hex()
    '00010203040506'
    """
    typed = re.findall("[a-z]+", unaccented(text))
    found = [word for part in typed for word in _split(part)]
    if None in found or len(found) != COUNT:
        joined = list(_split("".join(typed)))
        found = joined if None not in joined and len(joined) == COUNT else found
    known = [number for number in found if number is not None]
    if len(known) != len(found) or len(known) != COUNT:
        unknown = tuple(part for part in typed if None in list(_split(part)))
        raise UnknownWords(unknown, len(found))
    return bytes(known)


def _split(text: str) -> Iterator[int | None]:
    """Return the numbers of the words in letters without a space; ``None`` for no word."""
    while text:
        number = NUMBERS.get(text[:PREFIX])
        yield number
        if number is None or not text.startswith(WORDS[number]):
            return
        text = text[len(WORDS[number]) :]
        text = "" if len(text) < PREFIX else text  # the s of a plural
