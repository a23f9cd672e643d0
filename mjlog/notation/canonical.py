"""Makes the canonical text of a record, and finds where a text differs from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import takewhile
from typing import Final

from mjlog.model.findings import Finding, Place
from mjlog.model.messages import Message, msg, shortened
from mjlog.model.record import Game
from mjlog.notation.writer import write

CODE: Final = "syntax.canonical"
COMPARED: Final = 2_000
"""Maximum number of lines to compare; if more are left, only the first difference is reported."""
_ENDS: Final = "\r\n"


def canonical_text(game: Game) -> str | Finding:
    """Return a game's text in canonical form, or a finding if the game has no canonical form.

    The finding is the first syntax error that was reported when the game was read: a line that
    mjlog could not read would be moved or lost.
    """
    for finding in game.findings:
        if finding.code.startswith("syntax.") and finding.severity == "error":
            return finding
    return write(game)


def canonical_warnings(text: bytes, game: Game, lines_before: int = 0) -> Iterator[Finding]:
    """Yield a warning for each place at which the text of a record differs from its canonical form.

    `game` is the game that was read from `text`. `lines_before` is the number of lines before
    `text` in the file, so that the line numbers of the warnings are right. If a full comparison
    would be slow, because more than `COMPARED` lines follow the first difference, only this
    difference is yielded.
    """
    stands = _lines(text.decode("utf-8", "backslashreplace"))
    canonical = _lines(write(game))
    for here, there in _differences(stands, canonical):
        yield _finding(stands[here], canonical[there], lines_before + here.start + 1)


def _lines(text: str) -> list[str]:
    """Split a text into lines; each line keeps its line feed.

    Unlike `str.splitlines`, split at line feeds only.
    """
    parts = text.split("\n")
    return [*(f"{part}\n" for part in parts[:-1]), *filter(None, parts[-1:])]


def _differences(stands: Sequence[str], canonical: Sequence[str]) -> Iterator[tuple[slice, slice]]:
    """Compare the lines of a text with the lines of its canonical form, and yield the differences.

    A difference is a pair of slices (ranges of indices): the lines of `stands`, the text as
    written, and the lines of `canonical` that should replace them. If more than `COMPARED` lines
    follow the first difference, only the first line of it is yielded.
    """
    same = takewhile(lambda pair: pair[0] == pair[1], zip(stands, canonical, strict=False))
    start = sum(1 for _ in same)
    rest, due = stands[start:], canonical[start:]
    if max(len(rest), len(due)) > COMPARED:
        yield slice(start, start + 1), slice(start, start + 1)
        return
    for tag, a, b, c, d in SequenceMatcher(None, rest, due, autojunk=False).get_opcodes():
        if tag != "equal":
            yield slice(start + a, start + b), slice(start + c, start + d)


def _finding(stands: Sequence[str], canonical: Sequence[str], line: int) -> Finding:
    recorded, expected = map(_first, (stands, canonical))
    words = _words(stands, canonical)
    return Finding.telling(
        CODE, "warning", words, Place(line, 1), recorded=recorded, expected=expected
    )


def _first(lines: Sequence[str]) -> str:
    """Return the first of the lines, shortened if long and without its line end.

    An empty list of lines gives an empty text.
    """
    if not lines:
        return ""
    return shortened(lines[0].rstrip(_ENDS))


def _words(stands: Sequence[str], canonical: Sequence[str]) -> Message:
    if not canonical:
        return msg("the canonical text leaves this line out")
    due = _first(canonical)
    if not stands:
        return msg("the canonical text has a line before this one: {line}", line=due)
    if [line.rstrip(_ENDS) for line in stands] == [line.rstrip(_ENDS) for line in canonical]:
        return msg("in the canonical text every line ends in one line feed and nothing else")
    return msg("the canonical text has here: {line}", line=due)
