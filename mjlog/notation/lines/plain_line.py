"""Turns one line, as a full-width keyboard types it, into ASCII characters.

Each character becomes one character; each line is changed without regard to other lines. Header
values, comments, notes and unknown lines stay as they are, and so does a word that also has letters
without an ASCII form.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from mjlog.notation.lines.line_reader import inner_of_entry, sort_of
from mjlog.notation.play.tokens import BLANKS

_OTHERS: Final = {"　": " ", "、": ",", "。": ".", "【": "[", "】": "]", "−": "-", "〜": "~"}
_QUOTES: Final = "‘’"
_PLAIN: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {
    ord(sign): ord(plain) for sign, plain in _OTHERS.items()
}
PLAIN: Final = _PLAIN | dict.fromkeys(map(ord, _QUOTES), ord("'"))
"""All characters that are changed, with the ASCII character for each; names stay as they are."""
SIGNS: Final = "".join(map(chr, PLAIN))

_QUOTE: Final = re.compile("(?<=[0-9jJ?mpszf+])[‘’]")
_LETTER: Final = "A-Za-zＡ-Ｚａ-ｚ"
_HEADER: Final = re.compile(rf"[!！]?[{_LETTER}][{_LETTER}0-9０-９_＿－-]*[:：]")
_MAGIC: Final = re.compile(r"%mjlog[ \t]+[0-9]{1,4}\.[0-9]{1,4}(?![^ \t])")
_REMARK: Final = re.compile(r"(?:sign|note)[ \t]?")

_COMMENT: Final = (
    r"(?P<plain>\{(?:[^\\}\n]|\\[^\n])*+\}|[{;][^\n]*)"
    r"|(?P<open>[｛；])(?P<inner>(?:[^\\}｝\n]|\\[^\n])*+)(?P<close>[}｝]?)"
)
_IN_PLAY: Final = re.compile(rf"{_COMMENT}|(?P<word>[^ \t　(){{}};（）｛｝；]+)")
_IN_LISTS: Final = re.compile(rf"{_COMMENT}|(?P<word>[^ \t　,，、{{;｛；]+)")
_IN_WORDS: Final = re.compile(rf"{_COMMENT}|(?P<word>[^ \t　{{;｛；]+)")
_LISTS: Final = frozenset({"exchange", "fan", "kong", "pay"})
_SEAT: Final = re.compile("[A-Da-dＡ-Ｄａ-ｄ][:：]")
_EQUALS: Final = re.compile("[=＝]")


def _looked_at(raw: str) -> tuple[str, int]:
    """Return a line in ASCII without blanks around it, and the number of blanks before it."""
    text = raw.translate(PLAIN)
    return text.strip(BLANKS), len(text) - len(text.lstrip(BLANKS))


# --------------------------------------------------------------------------- before the first deal


def line_before_deals(raw: str) -> str:
    """Change full-width characters to ASCII in a line before the first deal, and return the line.

    Only the version, the name of a header with its colon and the blanks after it, and the signs
    around a comment change. The value of a header and the text of a comment stay.
    """
    text, offset = _looked_at(raw)
    if magic := _MAGIC.match(text):
        end = offset + magic.end()
        return raw[:end].translate(_PLAIN) + raw[end:]
    if header := _HEADER.match(raw, offset):
        return _header(raw, header.end())
    if text[:1] in ("{", ";"):
        return _words(raw, _IN_PLAY, str)
    return raw


def _header(raw: str, end: int) -> str:
    """Change the name and the colon of a header to ASCII, and return the whole line.

    `end` is the index after the colon. If the name or the colon was not ASCII, the blanks after the
    colon are changed to ASCII blanks, too. The value of the header does not change.
    """
    name = raw[:end].translate(_PLAIN)
    if name == raw[:end]:
        return raw
    value = raw[end:].lstrip(" \t　")
    return name + " " * (len(raw) - end - len(value)) + value


# --------------------------------------------------------------------------- lines of a deal


def deal_line(raw: str) -> str:
    """Change full-width characters to ASCII in a line of a deal, and return the line.

    Names and comments stay, and so does a line whose keyword is unknown.
    """
    text, offset = _looked_at(raw)
    sort = sort_of(text)
    if sort == "unknown":
        return raw
    if sort == "blank":
        return " " * len(raw)
    return raw[:offset].translate(_PLAIN) + _line_of(sort, raw[offset:], text)


def _line_of(sort: str, raw: str, text: str) -> str:
    """Change full-width characters of a line to ASCII, except in names and comments.

    `sort` is the sort of the line, such as ``play``, as returned by `sort_of`; it says where the
    line may have names and comments. `raw` is the line as typed, and `text` the line with all
    full-width characters changed.
    """
    match sort:
        case "head":
            return "@" + _words(raw[1:], _IN_WORDS, _pair)
        case "entry":
            # Number, time and author change completely, the content like a line by itself.
            end = inner_of_entry(text)
            return text[:end] + (deal_line(raw[end:]) if end < len(text) else raw[end:])
        case "play":
            return _words(raw, _IN_PLAY, _turn)
        case "remark":
            word = _REMARK.match(text)
            end = word.end() if word else 0
            return text[:end] + raw[end:]
        case keyword:
            return _words(raw, _IN_LISTS if keyword in _LISTS else _IN_WORDS, _pair)


def _words(raw: str, signs: re.Pattern[str], plain: Callable[[str], str]) -> str:
    """Apply the function `plain` to each word of a line; change the text between words to ASCII.

    `signs` is a pattern that matches words and comments. The text of a comment does not change.
    """
    parts: list[str] = []
    place = 0
    for word in signs.finditer(raw):
        parts.append(raw[place : word.start()].translate(_PLAIN))
        place = word.end()
        if word["word"]:
            parts.append(plain(word[0]))
        elif word["plain"]:
            parts.append(word[0])
        elif word["open"] == "；":
            parts.append(";" + raw[word.start() + 1 :])
            place = len(raw)
            break
        else:
            parts += "{", word["inner"], word["close"].translate(_PLAIN)
    parts.append(raw[place:].translate(_PLAIN))
    return "".join(parts)


def _plain(word: str) -> str:
    """Return a word with its full-width characters changed to ASCII.

    If the word still has letters that are not ASCII, it is a name and is returned unchanged.
    """
    plain = _QUOTE.sub("'", word.translate(_PLAIN))
    if plain.isascii():
        return plain
    return word


def _pair(word: str) -> str:
    """Change the full-width characters of a word to ASCII.

    In a word ``name=value``, the name and the value are changed separately. If the value also has
    letters without an ASCII form, it stays as it is; if the name has such letters, the whole word
    stays.
    """
    equals = _EQUALS.search(word)
    if equals is None:
        return _plain(word)
    name = _plain(word[: equals.start()])
    if not name.isascii():
        return word
    return f"{name}={_plain(word[equals.end() :])}"


def _turn(word: str) -> str:
    """Change the full-width characters in the text of a turn to ASCII.

    The seat letter and its colon are changed even if the rest of the text stays as it is.
    """
    seat = _SEAT.match(word)
    end = seat.end() if seat else 0
    return word[:end].translate(_PLAIN) + _pair(word[end:])
