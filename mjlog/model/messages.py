"""Messages: sentences with fields, which can be shown in any language.

A message has its English form and the values of its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, Final, NamedTuple

from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.lazy_pattern import lazy_pattern
from mjlog.model.tiles import UNKNOWN, text

Faces = tuple[int, ...]
_QUOTED: Final = lazy_pattern("`[^`]*`")


Translate = Callable[..., str]
"""A function that translates a message.

Its arguments are the English text, or singular, plural and number.
"""


def unchanged(message: str, plural: str = "", number: int = 1) -> str:
    """Return the English text of a message: `plural` if there is one and `number` is not 1.

    Otherwise return `message`. Used in place of a function that translates, because messages are
    written in English.

    >>> unchanged("{number} tile", "{number} tiles", 0), unchanged("a tile")
    ('{number} tiles', 'a tile')
    """
    if plural and number != 1:
        return plural
    return message


def notation(faces: Faces) -> str:
    """Write tiles in notation, such as ``33m2p``; write a single unknown tile as ``a tile``."""
    if faces == (UNKNOWN,):
        return "a tile"
    return text(faces)


class Named(str):
    """A word of the notation in a sentence; a page may show plain words in its place."""

    __slots__ = ()


class ItemName(Named):
    """The name of an item of a hand, such as ``tanyao``."""

    __slots__ = ()


class DealLabel(Named):
    """The label of a deal, such as ``E3.1``."""

    __slots__ = ()


class Who(Named):
    """Players in a sentence, as letters: ``B``, or a ranking such as ``C D=A B``.

    Pages show the players' names instead of the letters.

    >>> str(Message("{seat} draws", {"seat": Who("B")}))
    'B draws'
    """

    __slots__ = ()


People = Callable[[str], str]
"""A function that translates names of players and other words of the notation."""


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence with fields, and the values for the fields.

    A value is a word, a number, tiles, another message, or a tuple of such values. If the sentence
    counts something, `message` is the singular, `plural` the plural and `number` the count. `lack`
    names the missing fact that prevents a check; it is empty in other messages.

    >>> str(Message("{seat} draws {tile}.", {"seat": "A", "tile": Tiles((4,))}))
    'A draws 5m.'
    """

    message: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    lack: str = field(default="", compare=False, repr=False)
    plural: str = ""
    number: int = 1

    def lacking(self, lack: str) -> Message:
        """Return a copy in which `lack` is the name of a missing fact, such as ``dealer``.

        Used for a message which says that something cannot be checked, because the record lacks
        this fact.
        """
        return replace(self, lack=lack)

    def template(self, translate: Translate) -> str:
        """Return the sentence in another language, with unfilled fields such as ``{seat}``.

        The function `translate` translates it. If the message counts something, the translation is
        in the singular or plural.
        """
        if self.plural:
            return translate(self.message, self.plural, self.number)
        return translate(self.message)

    def tell(
        self, translate: Translate, tiles: Callable[[Faces], str], people: People = str
    ) -> str:
        """Return the sentence in another language, with all fields filled in.

        The function `translate` translates sentences. The function `tiles` writes tiles as text,
        and `people` writes names of players and other parts of the notation. An empty message gives
        an empty string.
        """
        if not self.message:  # gettext returns the header of the catalog for an empty message
            return ""
        tongue = _Tongue(translate, tiles, people)
        words = {name: _field_words(value, tongue) for name, value in self.values.items()}
        return self.template(translate).format_map(words)

    def parts(self) -> Iterator[Message]:
        """Yield the messages that are values of this message's fields, also those inside tuples.

        The search goes no deeper: the parts of a yielded message are not yielded.
        """
        for value in self.values.values():
            yield from (
                each
                for each in (value if isinstance(value, tuple) else (value,))
                if isinstance(each, Message)
            )

    def __str__(self) -> str:
        """Write the sentence in English, tiles in notation, a single unknown tile as ``a tile``."""
        return self.tell(unchanged, notation)

    @property
    def english(self) -> str:
        """The sentence in English, with all fields filled in and tiles in notation.

        An unknown tile is written as ``?``. (`str` writes a single unknown tile as ``a tile``.)
        """
        if not self.message:
            return ""
        words = {name: _english_words(value) for name, value in self.values.items()}
        counts_several = self.plural and self.number != 1
        return (self.plural if counts_several else self.message).format_map(words)

    def __hash__(self) -> int:
        """Return a hash of the message text alone, because the field values may not be hashable."""
        return hash(self.message)


Sentence = Message | str
"""A message that can be translated, or English words."""


@dataclass(frozen=True, slots=True)
class Tiles:
    """Tiles that a sentence names.

    `known_to` are the only seats that saw the tiles; it is empty if everybody saw them.
    """

    faces: Faces
    known_to: tuple[int, ...] = ()


def veiled(sentence: Message, closed: frozenset[int]) -> Message:
    """Return a copy of a message in which tiles that the reader may not see are unknown tiles.

    `closed` are the seats whose hands the reader may not see. A tile is hidden if only players of
    these seats have seen it (`Tiles.known_to`).

    >>> drawn = Message("{seat} draws {tile}.", {"seat": "A", "tile": Tiles((4,), known_to=(0,))})
    >>> str(veiled(drawn, frozenset({0, 2}))), str(veiled(drawn, frozenset({1})))
    ('A draws a tile.', 'A draws 5m.')
    """
    values = {name: _veiled(value, closed) for name, value in sentence.values.items()}
    return replace(sentence, values=values)


def _veiled(value: Any, closed: frozenset[int]) -> Any:
    match value:
        case Tiles(faces=faces, known_to=seats) if seats and closed.issuperset(seats):
            return Tiles((UNKNOWN,) * len(faces))
        case Message():
            return veiled(value, closed)
        case tuple():
            return tuple(_veiled(each, closed) for each in value)
        case _:
            return value


def msg(message: str, /, **values: Any) -> Message:
    """Create a `Message` from an English sentence with fields, and the values of the fields.

    The sentence must be a literal string, because it is looked up in the catalog of translations.

    >>> msg("{seat} is not ready", seat="B").english
    'B is not ready'
    """
    return Message(message, values)


def counting(one: str, many: str, number: int, /, **values: Any) -> Message:
    """Create a message with a number, which is written in the singular or plural.

    `one` is the English singular, `many` the plural. The field ``number`` is filled with `number`.

    >>> [counting("{number} tile", "{number} tiles", number).english for number in (0, 1, 2)]
    ['0 tiles', '1 tile', '2 tiles']
    """
    return Message(one, {"number": number, **values}, plural=many, number=number)


def has_words(message: str) -> bool:
    """Return whether a message needs translation: it has letters, a colon or a semicolon.

    Fields such as ``{seat}`` and text in backquotes do not count.

    >>> has_words("{seat} draws"), has_words("{finding}; {reading}")
    (True, True)
    >>> has_words("{due} = {before}"), has_words("`net`")
    (False, False)
    """
    from string import Formatter

    plain = _QUOTED.sub("", message)
    return any(
        sign.isalpha() or sign in ";:"
        for words, _, _, _ in Formatter().parse(plain)
        for sign in words
    )


def to_message(words: Sentence) -> Message:
    """Turn a plain string into a message; return a message unchanged.

    A plain string, such as notation or a sum, is not translated.

    >>> to_message("basic 1") == to_message(to_message("basic 1")), to_message("{").english
    (True, '{')
    """
    if isinstance(words, Message):
        return words
    return Message("{words}", {"words": words})


def join_choices(choices: Sequence[Sentence]) -> Sentence:
    """Join the choices with *or* into one message; `choices` must not be empty.

    >>> str(join_choices(["3", "4", "5"]))
    '3 or 4 or 5'
    """
    first, *others = choices
    for other in others:
        first = msg("{one} or {other}", one=first, other=other)
    return first


class _Tongue(NamedTuple):
    """How to write a sentence: the functions that translate, write tiles and write players."""

    translate: Translate
    tiles: Callable[[Faces], str]
    people: People


def _field_words(value: Any, known: _Tongue) -> str:
    match value:
        case Message():
            return value.tell(*known)
        case Tiles():
            return known.tiles(value.faces)
        case Named():
            return shortened(known.people(value))
        case tuple():
            return known.translate(", ").join(_field_words(each, known) for each in value)
        case _:
            return shortened(str(value))


def _english_words(value: Any) -> str:
    """Write the value of a message's field in English.

    The code tests the most frequent types first, because this function is called very often.
    """
    sort = type(value)
    if sort is Message:
        english: str = value.english
        return english
    if sort is int or (sort is str and len(value) <= _MOST):
        return str(value)
    return _field_words(value, _ENGLISH)


_ENGLISH: Final = _Tongue(unchanged, text, str)
_MOST: Final = 160
_SHOWN: Final = 60
_UNBROKEN: Final = lazy_pattern(rf"[!-~]{{{_MOST + 1},}}")


def shortened(words: str) -> str:
    """Shorten words of more than 160 ASCII characters to 60 characters and an ellipsis.

    >>> shortened("1 " + "9" * 200) == "1 " + "9" * 60 + "…"
    True
    """
    if len(words) <= _MOST:
        return words
    return _UNBROKEN.sub(lambda word: word[0][:_SHOWN] + "…", words)
