"""The names of the tiles in each language, for sentences and for reading aloud."""

from __future__ import annotations

from typing import Final

from mjlog.model.messages import Faces, Message, People
from mjlog.model.tiles import BONUS, EAST, JOKER, JOKER_AS, KIND, RED, SUIT, UNKNOWN, Tile
from mjlog.text.languages import Language

NUMERALS: Final = Message("1 2 3 4 5 6 7 8 9")
"""Numerals that are used to count tiles, separated by spaces."""
RANKED: Final = (
    Message("{number} of characters"),
    Message("{number} of dots"),
    Message("{number} of bamboo"),
)
HONOURS: Final = (
    Message("East wind"),
    Message("South wind"),
    Message("West wind"),
    Message("North wind"),
    Message("white dragon"),
    Message("green dragon"),
    Message("red dragon"),
)
FLOWERS: Final = (
    Message("plum (flower 1)"),
    Message("orchid (flower 2)"),
    Message("chrysanthemum (flower 3)"),
    Message("bamboo (flower 4)"),
    Message("spring (season 1)"),
    Message("summer (season 2)"),
    Message("autumn (season 3)"),
    Message("winter (season 4)"),
)
SUIT_NAMES: Final = (Message("characters"), Message("dots"), Message("bamboo"))
PARTLY_KNOWN: Final = (
    Message("unknown tile of characters"),
    Message("unknown tile of dots"),
    Message("unknown tile of bamboo"),
    Message("unknown honour"),
    Message("unknown bonus tile"),
)
TERMS: Final = (
    Message("chow"),
    Message("pung"),
    Message("kong"),
    Message("concealed kong"),
    Message("added kong"),
    Message("call"),
    Message("meld"),
    Message("hand"),
    Message("pillars"),
    Message("river"),
    Message("Wall"),
    Message("dead wall"),
    Message("indicators"),
    Message("bonus tiles"),
    Message("hands dealt"),
    Message("discard from the hand"),
    Message("discard of the drawn tile"),
    Message("ready"),
    Message("Waits"),
    Message("furiten"),
    Message("missed win"),
    Message("win"),
    Message("win on a discard"),
    Message("win by self-draw"),
    Message("robbing a kong"),
    Message("nobody wins"),
    Message("the wall has run out"),
    Message("dealer"),
    Message("Points"),
    Message("Payments"),
    Message("Record"),
    Message("Transcript"),
    Message("fault"),
    Message("violation"),
    Message("Clause"),
    Message("ruling"),
    Message("correction"),
    Message("Audit"),
)
"""Words of the game and of its records that pages use; each language has one word for each."""

_UNKNOWN: Final = Message("unknown tile")
_JOKER: Final = Message("joker")


def tile_name(face: Tile, language: Language) -> str:
    """Return the name of a tile in a language.

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
    """Return the names of several tiles as one list in words. An unknown tile becomes "a tile"."""
    names = (
        language.gettext("a tile") if face == UNKNOWN else tile_name(face, language)
        for face in faces
    )
    return language.gettext(", ").join(names)


def spoken(sentence: Message, language: Language, people: People = str) -> str:
    """Translate a sentence that can contain tiles and people.

    The tiles are written with their names in the language. `people` converts each person in the
    sentence into a name.
    """
    return language.tell(sentence, lambda faces: tile_names(faces, language), people)


def _name(face: Tile, language: Language) -> Message:
    if face == UNKNOWN:
        return _UNKNOWN
    if UNKNOWN < face < JOKER_AS:
        return PARTLY_KNOWN[SUIT[face]]
    if BONUS <= face < JOKER:
        return FLOWERS[face - BONUS]
    if face == JOKER:
        return _JOKER
    kind = KIND[face]
    if kind >= EAST:
        name = HONOURS[kind - EAST]
    else:
        numerals = language.tell(NUMERALS, str).split()
        name = Message(RANKED[kind // 9].message, {"number": numerals[kind % 9]})
    if face >= JOKER_AS:
        return Message("joker as {tile}", {"tile": name})
    return Message("red {tile}", {"tile": name}) if face >= RED else name
