"""Repairs a text that cannot be read, by a few edits at the place where the reader stops.

After each edit the reader must stop nearer to the end of the text. No edit removes a number or a
tile. In a line other than play, an edit may remove a seat before a word, as in ``A:riichi``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from typing import Final

from mjlog.model.lazy_pattern import lazy_pattern

Stop = Callable[[str], int]
"""A function that returns the column at which a text cannot be read, or 0.

Columns are counted from 1.
"""
OF_LINES: Final = ("", " ", ", ", ":", ">", "=", "-", "_")
"""Replacements to try for a sign in a line other than play."""
OF_TURNS: Final = ("", "!", "-", "+", "/", ".", "#", ":")
"""Replacements to try for a sign in a word of play."""
_MOST_READINGS: Final = 100
_MOST_EDITS: Final = 7
_SIGN: Final = lazy_pattern(r"[!-/:-@\[-`{-~]")
_FILLER: Final = lazy_pattern(r"(?:an|and|at|by|in|is|of|on|player|seat|the|tile|to|with)")
"""Words without meaning; any other word may be a call or an item."""
_WORD: Final = lazy_pattern(r"[A-Z][A-Za-z-]+")
_HONOURS: Final = lazy_pattern(r"(?i:[eswnhgr]+)")
_SEAT: Final = lazy_pattern(r"[A-D][:=]")
_BLANKS: Final = lazy_pattern(r" {2,}|^ | $")


def repaired(starts: Sequence[str], stop: Stop, signs: Sequence[str]) -> str:
    """Change a text by a few small edits until it can be read, and return it.

    `starts` are forms of the text with which the search begins, the most likely form last. The
    function `stop` returns the column at which a text cannot be read, 0 if it can.
    `signs` are the characters that an edit may insert or put in place of another. Return an empty
    text if no readable text is found.
    """
    waiting: list[tuple[int, int, str]] = []
    seen = set(starts)
    for place, text in enumerate(starts):
        heappush(waiting, (0, -place, text))
    readings = 0
    while waiting:
        edits, _, text = heappop(waiting)
        column = stop(text)
        if not column:
            return text
        left = len(text) - column
        for cost, other in _edits(text, column - 1, signs):
            if other in seen or edits + cost > _MOST_EDITS:
                continue
            seen.add(other)
            readings += 1
            if readings > _MOST_READINGS:
                return ""
            at = stop(other)
            if not at or len(other) - at < left:
                heappush(waiting, (edits + cost, len(other) - at if at else -1, other))
    return ""


def _edits(text: str, place: int, signs: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield pairs (cost, new text) for each small edit of a text near index `place`.

    `signs` are the characters that may be inserted or replace a character. If a blank is one of
    them, the text is a line other than play, for which more kinds of edits are tried.
    """
    first = text.rfind(" ", 0, place) + 1
    end = text.find(" ", place)
    last = end if end >= 0 else len(text)
    before, word, behind = text[:first], text[first:last], text[last:]
    if _SEAT.match(word) and len(word) > 2 and " " in signs:
        yield 1, before + word[2:] + behind
    for cost, other in _with_other_signs(word, signs):
        yield cost, _plain(before + other + behind)
    for sign in signs[1:3]:
        if place:
            head = text[:place].rstrip() if sign[1:] else text[:place]
            yield 2, _plain(f"{head}{sign}{text[place:]}")
    if " " not in signs:
        return
    if _WORD.search(word) and not _HONOURS.fullmatch(word):
        yield 2, before + _WORD.sub(lambda name: name[0].lower(), word) + behind
    if _FILLER.fullmatch(word) and before:
        yield 3, _plain(before + behind)


def _with_other_signs(word: str, signs: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield pairs (cost, new word) for each way to replace or remove one character of a word.

    `signs` are the characters that may replace it.
    """
    for sign in dict.fromkeys(_SIGN.findall(word)):
        if sign in ":!#^*" and " " not in signs:
            continue  # a seat is before it, or it means that a player is ready, wins or melds
        for rank, other in enumerate(signs):
            if not other and sign not in ".,'" and re.search(rf"[0-9]{re.escape(sign)}[0-9]", word):
                continue  # two numbers would become one
            cost = 1 + (rank > 1)
            yield cost, word.replace(sign, other)
            yield cost, word.replace(sign, other, 1)
            yield cost, other.join(word.rsplit(sign, 1))


def _plain(text: str) -> str:
    """Remove blanks from the ends of a text, and repeated blanks inside it."""
    return _BLANKS.sub(lambda blanks: " " if len(blanks[0]) > 1 else "", text).strip()
