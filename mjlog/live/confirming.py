"""One enters a result, another confirms or rejects it; both are remarks in the ledger.

``note result confirmed by=B deal=3 of=89abcdef01234567`` names the lines of the deal's end by the
beginning of their SHA-256: when one of them changes, nobody has confirmed them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Final, NamedTuple

from mjlog.model.record import Deal, Game, Remark
from mjlog.notation.tokens import comment_word
from mjlog.notation.writer import whole_line

ANSWERS: Final = ("confirmed", "rejected")
_SAID: Final = re.compile(
    r"result (confirmed|rejected) by=([A-Z][A-Za-z0-9_-]*) deal=([0-9]+) of=([0-9a-f]{16})"
)


class Opinion(NamedTuple):
    """What somebody said of a result."""

    answer: str
    author: str


def result_of(deal: Deal) -> str:
    """The lines of a deal's end, in short; empty where there are none."""
    lines = [whole_line(line) for line in deal.lines if line.content.keyword in _OF_THE_END]
    return sha256("\n".join(lines).encode()).hexdigest()[:16] if lines else ""


_OF_THE_END: Final = frozenset(
    {"win", "draw", "show", "fan", "kong", "pay", "net", "score", "tenpai", "ready", "rule"}
)


def opinion_line(answer: str, author: str, number: int, result: str, reason: str = "") -> str:
    """The line that confirms or rejects the result of a deal, counted from 1."""
    words = [f"note result {answer} by={author} deal={number} of={result}"]
    return " ".join([*words, *([comment_word(reason)] if reason else [])])


def opinions(game: Game, number: int) -> list[Opinion]:
    """Who said what of the result of a deal as it stands now; the latest of each holds."""
    result = result_of(game.deals[number - 1])
    said = (found.groups() for found in _remarks(game))
    latest = {
        author: Opinion(answer, author)
        for answer, author, deal, of in said
        if (int(deal), of) == (number, result)
    }
    return list(latest.values())


def _remarks(game: Game) -> Iterator[re.Match[str]]:
    for deal in game.deals:
        for remark in deal.told(Remark):
            if found := _SAID.match(remark.text):
                yield found
