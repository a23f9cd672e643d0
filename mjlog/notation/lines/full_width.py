"""Turns full-width characters, as Chinese and Japanese keyboards type them, into ASCII ones.

This happens before either reader sees the text. Each character becomes one character, so columns
stay those of the original line.
"""

from __future__ import annotations

import re
from itertools import filterfalse
from typing import Final

from mjlog.model.messages import msg
from mjlog.notation.lines.headers import is_of_a_deal
from mjlog.notation.lines.plain_line import PLAIN, SIGNS, deal_line, line_before_deals
from mjlog.notation.play.tokens import BLANKS
from mjlog.notation.report import Report

_SIGN: Final = re.compile(f"[{re.escape(SIGNS)}]")
_DEALS: Final = re.compile(r"^[ \t　]*[@＠]", re.MULTILINE)


def read_plain(text: str, longest: int, report: Report, before: int) -> tuple[str, dict[int, str]]:
    """Change full-width characters of the notation in the text of a record to ASCII.

    Names, comments, and lines longer than `longest` do not change. Return the new text, and a dict
    from the number of each changed line to its original text. If any line was changed, one finding
    is added to `report`. `before` is the number of lines in the file before `text`.
    """
    if text.isascii():
        return text, {}
    lines = text.split("\n")
    if not _SIGN.search("".join(filterfalse(str.isascii, lines))):
        return text, {}
    deals = text.count("\n", 0, _where_deals_begin(text, longest))
    typed: dict[int, str] = {}
    for at, raw in enumerate(lines):
        if raw.isascii() or len(raw) > longest or not _SIGN.search(raw):
            continue
        lines[at] = deal_line(raw) if at >= deals else line_before_deals(raw)
        if lines[at] != raw:
            typed[before + 1 + at] = raw
    if typed:
        _tell(typed, lines[next(iter(typed)) - before - 1], report)
    return "\n".join(lines), typed


def _where_deals_begin(text: str, longest: int) -> int:
    """Return the index in the text of a record at which the first deal begins.

    This is the first ``@`` line, or an earlier line that only a deal can have, such as a turn.
    Without such lines, return the length of the text. A turn is recognised if a header names its
    player; headers longer than `longest` are not read.
    """
    head = _DEALS.search(text)
    end = head.start() if head else len(text)
    players: set[str] = set()
    place = 0
    for raw in text[:end].split("\n"):
        if is_of_a_deal(raw.strip(BLANKS), players):
            return place
        name = raw.translate(PLAIN).strip(BLANKS).partition(":")[0].removeprefix("!")
        if len(name) == 1 and len(raw) <= longest:
            players.add(name.upper())
        place += len(raw) + 1
    return end


def _tell(typed: dict[int, str], plain: str, report: Report) -> None:
    line, raw = next(iter(typed.items()))
    column = next(index for index, sign in enumerate(raw) if sign != plain[index])
    words = msg(
        (
            "mjlog reads full-width signs as plain ones, here {sign} as {plain}; lines "
            "with such signs: {number}"
        ),
        sign=raw[column],
        plain=repr(plain[column]),
        number=len(typed),
    )
    report.add(
        "full_width", "note", words, line, column + 1, recorded=raw[column], expected=plain[column]
    )
