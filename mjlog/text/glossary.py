"""What the tiles are called in each language, when they are read aloud or stand in a sentence."""

from __future__ import annotations

from typing import Final

from mjlog.model.messages import Faces, Said
from mjlog.model.tiles import BONUS, EAST, JOKER, JOKER_AS, KIND, RED, SUIT, UNKNOWN, Tile
from mjlog.text.languages import Language

NUMERALS: Final = Said("1 2 3 4 5 6 7 8 9")
"""As tiles are counted, a space between each two."""
RANKED: Final = (
    Said("{number} of characters"),
    Said("{number} of dots"),
    Said("{number} of bamboo"),
)
HONOURS: Final = (
    Said("East wind"),
    Said("South wind"),
    Said("West wind"),
    Said("North wind"),
    Said("white dragon"),
    Said("green dragon"),
    Said("red dragon"),
)
FLOWERS: Final = (
    Said("plum (flower 1)"),
    Said("orchid (flower 2)"),
    Said("chrysanthemum (flower 3)"),
    Said("bamboo (flower 4)"),
    Said("spring (season 1)"),
    Said("summer (season 2)"),
    Said("autumn (season 3)"),
    Said("winter (season 4)"),
)
PARTLY_KNOWN: Final = (
    Said("unknown tile of characters"),
    Said("unknown tile of dots"),
    Said("unknown tile of bamboo"),
    Said("unknown honour"),
    Said("unknown bonus tile"),
)
TERMS: Final = (
    Said("chow"),
    Said("pung"),
    Said("kong"),
    Said("concealed kong"),
    Said("added kong"),
    Said("call"),
    Said("meld"),
    Said("hand"),
    Said("pillars"),
    Said("river"),
    Said("Wall"),
    Said("dead wall"),
    Said("indicators"),
    Said("bonus tiles"),
    Said("hands dealt"),
    Said("discard from the hand"),
    Said("discard of the drawn tile"),
    Said("ready"),
    Said("Waits"),
    Said("furiten"),
    Said("win let pass"),
    Said("win"),
    Said("win on a discard"),
    Said("win by self-draw"),
    Said("robbing a kong"),
    Said("nobody wins"),
    Said("the wall has run out"),
    Said("dealer"),
    Said("Points"),
    Said("Payments"),
    Said("Record"),
    Said("Transcript"),
    Said("finding"),
    Said("violation"),
    Said("Clause"),
    Said("ruling"),
    Said("correction"),
    Said("Audit"),
)
"""The words of the game and of its records that pages use.

Each said in one way in each language.
"""

_UNKNOWN: Final = Said("unknown tile")
_JOKER: Final = Said("joker")


def tile_name(face: Tile, language: Language) -> str:
    """What a tile is called.

    >>> from mjlog.text.languages import language
    >>> tile_name(4, language("en")), tile_name(34, language("en")), tile_name(46, language("en"))
    ('5 of characters', 'red 5 of characters', 'unknown tile')
    >>> tile_name(4, language("zh-Hans")), tile_name(34, language("ja"))
    ('五万', '赤五萬')
    >>> tile_name(27, language("zh-Hant"))
    '東風'
    """
    return language.tell(_name(face, language), lambda faces: tile_names(faces, language))


def tile_names(faces: Faces, language: Language) -> str:
    """Several tiles, one after another; one of which nothing is known is just a tile."""
    told = (
        language.gettext("a tile") if face == UNKNOWN else tile_name(face, language)
        for face in faces
    )
    return language.gettext(", ").join(told)


def spoken(said: Said, language: Language) -> str:
    """A sentence, tiles called by their names."""
    return language.tell(said, lambda faces: tile_names(faces, language))


def _name(face: Tile, language: Language) -> Said:
    if face == UNKNOWN:
        return _UNKNOWN
    if UNKNOWN < face < JOKER_AS:
        return PARTLY_KNOWN[SUIT[face]]
    if BONUS <= face < JOKER:
        return FLOWERS[face - BONUS]
    if face == JOKER:
        return _JOKER
    kind = KIND[face]
    name = HONOURS[kind - EAST] if kind >= EAST else _ranked(kind, language)
    if face >= JOKER_AS:
        return Said("joker as {tile}", {"tile": name})
    return Said("red {tile}", {"tile": name}) if face >= RED else name


def _ranked(kind: Tile, language: Language) -> Said:
    numerals = language.tell(NUMERALS, str).split()
    return Said(RANKED[kind // 9].message, {"number": numerals[kind % 9]})
