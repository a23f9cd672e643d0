"""Reads how a deal ended from one cell: ``Ann (tsumo)``, ``Ann from Bob``, ``田中 ← 鈴木``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from mjlog.model.record import NOBODY, TABLE, Seat
from mjlog.sheets.cells.vocabulary import words
from mjlog.sheets.cells.words import ON_DISCARD, SELF_DRAWN, plain

_APART: Final = re.compile(r"[\s_()\[\],;:.（）、，。/|]+")
_TO_THE_WINNER: Final = re.compile(r"-*>|=>|→|➔|⇒|➜")
_TO_THE_LOSER: Final = re.compile(r"<-*|<=|←|⇐")
FROM: Final = frozenset(words("words", "between"))
"""Words between the players that say nothing more."""
OF_SEVERAL: Final = re.compile(r"\s*[;；\n]\s*")
"""What is between the results of several winners in one cell."""
_OF_RESULTS: Final = SELF_DRAWN | ON_DISCARD


class Result(NamedTuple):
    """The winner, and the discarder: `NOBODY` for a self-drawn win, `TABLE` if unknown."""

    winner: Seat
    source: Seat


def result_told(text: str, players: Mapping[str, Seat]) -> Result | None:
    """Return the win that a cell describes in words; None if it is not understood.

    `players` are the seats by the names on the sheet.

    >>> names = {"ann": 0, "bob": 1, "田中": 2}
    >>> [result_told(text, names) for text in ("Ann (tsumo)", "Bob from Ann", "Ann → 田中")]
    [Result(winner=0, source=-1), Result(winner=1, source=0), Result(winner=2, source=0)]
    >>> result_told("田中ロン Bob", names), result_told("Ann by chance", names)
    (Result(winner=2, source=1), None)
    >>> result_told("Ann, Bob", names) is None
    True
    >>> result_told("Ann ron a Bob", {**names, "a": 0, "b": 1})
    Result(winner=0, source=1)
    """
    word = plain(text)
    names_in_word = pattern_of(players).findall(word) if players else []
    # Beside names a letter or a digit is a word or a number: `Eva ron a Ivo, honba 1`.
    whole = [name for name in names_in_word if len(name) > 1 or not name.isascii()]
    seats = [players[name] for name in whole or names_in_word]
    rest = word
    if players:
        rest = pattern_of(players).sub(lambda m: m[0] if whole and m[0] not in whole else " ", word)
    is_turned, is_pointed = (
        bool(each) for each in (_TO_THE_WINNER.search(rest), _TO_THE_LOSER.search(rest))
    )
    apart = _APART.split(_TO_THE_LOSER.sub(" ", _TO_THE_WINNER.sub(" ", rest)))
    joined = "_".join(part for part in apart if part)
    # A word of the lists may have blanks in it.
    beside = {joined} if joined in _OF_RESULTS else {*apart} - {""}
    left = beside - FROM
    if len(seats) == 1 and left and left <= SELF_DRAWN:
        return Result(seats[0], NOBODY)
    if len(seats) == 1 and left and left <= ON_DISCARD:
        return Result(seats[0], TABLE)
    # Two players and nothing between them are two winners.
    is_said = is_turned or is_pointed or bool(beside)
    if len({*seats}) == len(seats) == 2 and left <= ON_DISCARD and is_said:
        winner, source = reversed(seats) if is_turned else seats
        return Result(winner, source)
    return None


def results_told(text: str, players: Mapping[str, Seat]) -> tuple[Result, ...]:
    """Return the wins that a cell with several describes; empty for a cell with one or none.

    >>> results_told("Ann from Bob; 田中 tsumo", {"ann": 0, "bob": 1, "田中": 2})
    (Result(winner=0, source=1), Result(winner=2, source=-1))
    """
    if OF_SEVERAL.search(text) is None:
        return ()
    parts = [part for part in OF_SEVERAL.split(text) if part]
    results = [result for part in parts if (result := result_told(part, players)) is not None]
    return tuple(results) if len(results) == len(parts) > 1 else ()


def pattern_of(players: Mapping[str, Seat]) -> re.Pattern[str]:
    """Return a pattern that finds a player's name, not inside a longer word; longer names first."""
    names = sorted(players, key=len, reverse=True)
    parts = (rf"(?<![a-z]){re.escape(name)}(?![a-z])" for name in names)
    return re.compile("|".join(parts))
