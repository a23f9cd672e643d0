"""Confirmations and rejections of results, which are remarks in the ledger.

``note result confirmed by=B deal=3 of=89abcdef01234567`` identifies the result by the beginning of
a SHA-256 of the lines that say how the deal ended. If one of these lines changes, the confirmation
no longer counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Final, NamedTuple

from mjlog.live.ledgers.reserved import is_vouched
from mjlog.live.ledgers.standing_entries import standing_entries
from mjlog.model.record import Deal, Game
from mjlog.notation.play.tokens import comment_word
from mjlog.notation.writer import whole_line

ANSWERS: Final = ("confirmed", "rejected")
_CONFIRMATION_NOTE: Final = re.compile(
    r"note result (confirmed|rejected) by=([A-Z][A-Za-z0-9_-]*) deal=([0-9]+) of=([0-9a-f]{16})"
)


class Opinion(NamedTuple):
    """One author's answer to a result: confirmed or rejected."""

    answer: str
    author: str


def result_of(deal: Deal) -> str:
    """Return a hash (16 digits) of the lines that say how a deal ended; empty if there are none.

    Players confirm this hash. If such a line changes later, the hash changes, and the confirmations
    no longer count.
    """
    lines = [whole_line(line) for line in deal.lines if line.content.keyword in _OF_THE_END]
    return sha256("\n".join(lines).encode()).hexdigest()[:16] if lines else ""


_OF_THE_END: Final = frozenset(
    {"win", "draw", "show", "fan", "kong", "pay", "net", "score", "tenpai", "ready", "rule"}
)


def opinion_line(answer: str, author: str, number: int, result: str, reason: str = "") -> str:
    """Return the text of the ledger entry with which a player confirms or rejects a deal's result.

    `answer` is ``confirmed`` or ``rejected``. `number` is the number of the deal, counted from 1,
    and `result` is what `result_of` returns. `reason` is a comment in words, or empty.
    """
    words = [f"note result {answer} by={author} deal={number} of={result}"]
    return " ".join([*words, *([comment_word(reason)] if reason else [])])


def opinions(game: Game, number: int) -> list[Opinion]:
    """Return the latest answer of each author to a deal's present result, as a list of `Opinion`.

    An answer confirms or rejects the result. `number` is the number of the deal, counted from 1. If
    the result was changed later, answers to the old result do not count.
    """
    meant = number, result_of(game.deals[number - 1])
    answers = answers_to(each for deal in game.deals for each in result_remarks(deal)).get(
        meant, {}
    )
    return [Opinion(answer, author) for author, answer in answers.items()]


class ResultRemark(NamedTuple):
    """A remark on a result: answer, author, the number of the deal, and the result's hash."""

    answer: str
    author: str
    number: int
    result: str


def result_remarks(deal: Deal) -> list[ResultRemark]:
    """Return a `ResultRemark` for each entry of a deal's ledger that confirms or rejects a result.

    The entry may be about the result of another deal. It is left out if its author was not entitled
    to write it.
    """
    answers = [
        _CONFIRMATION_NOTE.match(entry.text)
        for entry in standing_entries(deal.ledger)
        if is_vouched(entry)
    ]
    return [ResultRemark(each[1], each[2], int(each[3]), each[4]) for each in answers if each]


def answers_to(remarks: Iterable[ResultRemark]) -> dict[tuple[int, str], dict[str, str]]:
    """Return who answered what to each result: a dict of dicts.

    The outer key is (number of the deal, hash of the result). The inner dict maps an author to the
    author's latest answer, ``confirmed`` or ``rejected``. `remarks` are remarks in the order of
    writing.
    """
    answers: dict[tuple[int, str], dict[str, str]] = {}
    for answer, author, number, result in remarks:
        answers.setdefault((number, result), {})[author] = answer
    return answers
