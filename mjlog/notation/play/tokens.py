"""Divides a line of play into words, comments, glyphs and variations.

It also reads the comment at the end of other lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from mjlog.model.lazy_pattern import lazy_pattern

Sort = Literal["word", "comment", "glyph", "variation"]


class Item(NamedTuple):
    """A part of a line of play: a word, a comment, a glyph (``$1``) or a variation (in brackets).

    `column` is counted from 1 in the text that was scanned.
    """

    sort: Sort
    text: str
    column: int


BLANKS: Final = " \t"
_TOKEN: Final = lazy_pattern(
    r"[ \t]*(?:(?P<word>[^ \t\n(){};$][^ \t\n(){};]*)"
    r"|(?P<glyph>\$[0-9]{1,3}(?![^ \t\n(){};]))"
    r"|(?P<comment>\{(?:[^\\}\n]|\\[^\n])*\}|;[^\n]*)"
    r"|(?P<bracket>[()]))"
)
_STRAY: Final = lazy_pattern(r"[ \t]*(\{[^\n]*|\$[^ \t\n(){};]*|[^\n])")
_SMALL_SEATS: Final = frozenset("abcd")
_LABEL: Final = lazy_pattern(r"[eswn][0-9]{1,4}(?:\.[0-9]{1,4})?")
_ESCAPED: Final = lazy_pattern(r"\\([\\}])")


def comment_text(written: str) -> str:
    r"""Remove the signs around a comment: ``{a \} b}`` and ``; a } b`` both give ``a } b``."""
    if written[0] == ";":
        return written[1:].strip(BLANKS)
    return _ESCAPED.sub(r"\1", written[1:-1].strip(BLANKS))


def comment_word(text: str) -> str:
    """Return a comment in canonical form: in braces, with a backslash before each closing brace."""
    return "{" + text.replace("\\", "\\\\").replace("}", "\\}") + "}"


class DoubtError(ValueError):
    """Raised if plain string operations cannot be sure how to read a line.

    The caller then lets the grammar read it.
    """


def trailing_comment(text: str) -> str:
    """Return the comments in the text at the end of a line, joined into one text.

    Raises `DoubtError` if the text has anything other than comments.
    """
    items, sound = scan(text, 0)
    if not sound or {item.sort for item in items} - {"comment"}:
        raise DoubtError(text)
    return joined(item.text for item in items)


def pair_of(name: str, value: str) -> tuple[str, str]:
    """Return (name, value) of a word in an ``@`` line, with a seat or label in capitals.

    For example, ``dealer=b`` becomes ``dealer=B``, and the label ``e1``, which has an empty value,
    becomes ``E1``. Other words do not change.
    """
    if name == "dealer" and value in _SMALL_SEATS:
        return name, value.upper()
    if not value and _LABEL.fullmatch(name):
        return (name[0].upper() + name[1:], value)
    return (name, value)


def joined(comments: Iterable[str]) -> str:
    """Join several comments into one text, with blanks between them."""
    return " ".join(text for text in comments if text)


def scan(text: str, start: int) -> tuple[list[Item], bool]:
    """Divide a line of play, from index `start` on, into words, comments and other parts.

    Return the list of the parts, and whether the grammar accepts the whole line. A part that the
    grammar refuses, such as an open bracket, becomes a comment in the list, so that it is not lost.
    """
    items: list[Item] = []
    sound = True
    place = start
    while place < len(text):
        token = _TOKEN.match(text, place)
        kind = token.lastgroup if token else None
        if token is None or token["bracket"] == ")":
            if not text[place:].strip(BLANKS):
                break
            item, place, sound = *_stray(text, place), False
        elif kind == "bracket":
            item, place, whole = _variation(text, token.start(kind))
            sound = sound and whole
        else:
            item, place = _item(token), token.end()
        items.append(item)
    return items, sound


def _item(token: re.Match[str]) -> Item:
    column = token.start(token.lastgroup or 0) + 1
    if token["word"]:
        return Item("word", token["word"], column)
    if token["glyph"]:
        return Item("glyph", str(int(token["glyph"][1:])), column)
    return Item("comment", comment_text(token["comment"]), column)


def _stray(text: str, place: int) -> tuple[Item, int]:
    """Return a part of a line that the grammar refuses, as a comment, and the index after it.

    The part begins at index `place`. It is a comment that is not closed, a wrong numbered comment
    such as ``$x``, or a single character.
    """
    stray = _STRAY.match(text, place)
    if stray is None:
        raise AssertionError(text)
    return Item("comment", stray[1].strip(BLANKS), stray.start(1) + 1), stray.end()


def _variation(text: str, start: int) -> tuple[Item, int, bool]:
    """Return the variation that opens at `start`, the index after it, and whether it is closed.

    A variation has turns in round brackets that were not played. Without a closing bracket, the
    rest of the text is returned as a comment.
    """
    parts: list[str] = []
    depth = 0
    place = start
    while token := _TOKEN.match(text, place):
        if token["comment"] and token["comment"][0] == ";":
            break
        parts.append(token["bracket"] or written(_item(token)))
        place = token.end()
        depth += (token["bracket"] == "(") - (token["bracket"] == ")")
        if not depth:
            return Item("variation", variation_text(parts[1:-1]), start + 1), place, True
    return Item("comment", text[start:].strip(BLANKS), start + 1), len(text), False


def variation_text(parts: Iterable[str]) -> str:
    """Join the parts of a variation with single blanks, and without blanks inside brackets."""
    text, before = "", "("
    for part in parts:
        text += ("" if before == "(" or part == ")" else " ") + part
        before = part
    return text


def written(item: Item) -> str:
    """Return a part of a line of play in canonical form, such as ``$1`` or ``{a comment}``."""
    match item.sort:
        case "comment":
            return comment_word(item.text)
        case "glyph":
            return "$" + item.text
        case "variation":
            return f"({item.text})"
    return item.text
