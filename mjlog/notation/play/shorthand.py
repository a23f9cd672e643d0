"""Expands the shorthand that a scribe types at the table; it is read and never written.

``n`` for 4z (winds ``e s w n``, dragons ``h g r`` = 5z 6z 7z), ``b:`` for ``B:``, ``*`` for an
unknown concealed kong, ``+`` for a pung of the latest discard, ``+'`` with one tile from the
pillars, ``++`` for a kong of the latest discard.
"""

from __future__ import annotations

import re
from typing import Final

from mjlog.model.lazy_pattern import lazy_pattern
from mjlog.model.tiles import KINDS, NAMES, UNKNOWN, Tile

LETTERS: Final = dict(zip("eswnhgr", ("1z", "2z", "3z", "4z", "5z", "6z", "7z"), strict=True))
EXAMPLES: Final = (
    ("e s w n", "1z 2z 3z 4z"),
    ("h g r", "5z 6z 7z"),
    ("b:2s-n", "B:2s-4z"),
    ("9m +-4p", "9m +99m-4p"),
    ("9m +'-4p", "9m +9'9m-4p"),
    ("9m ++/-4p", "9m +999m/-4p"),
    ("*-3m", "*????/-3m"),
    ("9m-9m.", "9m."),
    ("5z'", "5'z"),
)
"""Examples of what a scribe types and how it is read, which are the same under all rules."""
LETTER: Final = r"(?<![0-9'j?])[eswnhgr]"
"""Regular expression for an honour written as a letter."""
_LETTER: Final = lazy_pattern(LETTER)
_SEAT: Final = lazy_pattern(r"[a-d]:")
_SIGN: Final = r"(?![0-9?J'eswnhgr])"
CLAIM: Final = rf"(\+\+?)('?){_SIGN}"
"""Regular expression for a claim of the latest discard without the claimer's own tiles."""
KONG: Final = rf"\*{_SIGN}"
"""Regular expression for a concealed kong of unknown tiles."""
_CLAIM: Final = lazy_pattern(rf"^(~?){CLAIM}")
_KONG: Final = lazy_pattern(KONG)


def expand(word: str, discard: Tile) -> str:
    """Write out the scribe's shorthand in the text of a turn: ``b:2s-n`` becomes ``B:2s-4z``.

    A text without shorthand is returned unchanged. `discard` is the latest discard, which ``+``
    alone claims; it is `UNKNOWN` if it is not known.
    """
    seat, body = "", word
    if _SEAT.match(word) or word[1:2] == ":":
        seat, body = word[:2].upper(), word[2:]
    if body[:1] == "~" and body[1:2] not in ("", "+") and not _is_tile(body[1:]):
        return seat + body
    body = _CLAIM.sub(lambda claim: claim[1] + _claim(claim, discard), body)
    body = _KONG.sub("*????", body)
    return seat + _LETTER.sub(lambda letter: LETTERS[letter[0]], body)


def _is_tile(body: str) -> bool:
    """Return whether `body`, the text after ``~``, begins with a tile or a sign.

    Otherwise it is the name of an irregularity, such as ``~wrong-draw``.
    """
    return re.match(r"[eswnhgr](?![a-z])|[^a-z]", body) is not None


def _claim(claim: re.Match[str], discard: Tile) -> str:
    """Return a claim in full, such as ``+99m``, for a claim that a scribe typed as ``+`` or ``++``.

    ``+`` means two own tiles equal to `discard`, and ``++`` three. Unknown tiles, ``?``, are
    written if the discard is unknown.
    """
    number = len(claim[2]) + 1
    name = NAMES[discard] if discard < KINDS else NAMES[UNKNOWN]
    if name == "?":
        return "+?" + claim[3] + "?" * (number - 1)
    return "+" + name[0] + claim[3] + name[0] * (number - 1) + name[1]
