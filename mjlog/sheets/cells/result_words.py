"""Reads how a deal ended from one cell: ``Ann (tsumo)``, ``Ann from Bob``, ``田中 ← 鈴木``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from mjlog.model.record import NOBODY, TABLE, Seat
from mjlog.sheets.cells.vocabulary import words
from mjlog.sheets.cells.words import ON_DISCARD, SELF_DRAWN, WON, plain, role_of

_APART: Final = re.compile(r"[\s_()\[\],;:.（）、，。/|]+")
_TO_THE_WINNER: Final = re.compile(r"-*>|=>|→|➔|⇒|➜")
_TO_THE_LOSER: Final = re.compile(r"<-*|<=|←|⇐")
FROM: Final = frozenset(words("words", "between"))
"""Words between two players that have no meaning of their own."""
_LOSES: Final = frozenset(words("words", "loses"))
"""Verbs between loser and winner: `Ann deals into Bob`."""
_LOSES_TO: Final = frozenset(words("words", "loses_to"))
"""Verbs after loser and winner: `田中がBobに放銃`."""
LETTER: Final = "[a-zß-ɏͰ-ԯ]"
"""A letter of a script that has blanks between words: Latin, Greek or Cyrillic."""
_TWO: Final = 2
"""Number of players named for a win on a discard."""
OF_SEVERAL: Final = re.compile(r"\s*[;；\n]\s*")
"""Separators between the results of several winners in one cell."""


class Result(NamedTuple):
    """The winner and the discarder of a win.

    `source` is `NOBODY` for a self-drawn win and `TABLE` if the discarder is unknown.
    """

    winner: Seat
    source: Seat


def parse_result(text: str, players: Mapping[str, Seat]) -> Result | None:
    """Parse a text that describes a win, such as `Ann from Bob`, into winner and discarder.

    `players` maps the names on the sheet to seats. Return None if the text is not understood.

    >>> names = {"ann": 0, "bob": 1, "田中": 2}
    >>> [parse_result(text, names) for text in ("Ann (tsumo)", "Bob from Ann", "Ann → 田中")]
    [Result(winner=0, source=-1), Result(winner=1, source=0), Result(winner=2, source=0)]
    >>> parse_result("田中ロン Bob", names), parse_result("Ann by chance", names)
    (Result(winner=2, source=1), None)
    >>> parse_result("Ann, Bob", names) is None
    True
    >>> parse_result("Ann ron a Bob", {**names, "a": 0, "b": 1})
    Result(winner=0, source=1)
    >>> [parse_result(text, names) for text in ("Ann deals into Bob", "田中がBobに放銃")]
    [Result(winner=1, source=0), Result(winner=1, source=2)]
    """
    seats, gaps = _players_and_gaps(plain(text), players)
    rest = " ".join(gaps)
    apart = _APART.split(_TO_THE_LOSER.sub(" ", _TO_THE_WINNER.sub(" ", rest)))
    joined = "_".join(part for part in apart if part)
    # A word of the lists may contain blanks.
    beside = {joined} if joined in WON else {*apart} - {""}
    left = beside - FROM
    if len(seats) == 1 and left and left <= SELF_DRAWN:
        return Result(seats[0], NOBODY)
    if len(seats) == 1 and left and left <= ON_DISCARD:
        return Result(seats[0], TABLE)
    if len({*seats}) != len(seats) or len(seats) != _TWO:
        return None
    # After a label such as `(点炮:` the discarder is named, so the label is not a verb.
    between, behind = (gap.strip("_ ") for gap in gaps[1:])
    if not gaps[0] and (between in _LOSES or behind in _LOSES_TO):
        return Result(seats[1], seats[0])
    is_turned = _TO_THE_WINNER.search(rest) is not None
    # Two players with nothing between them are two winners.
    if left <= ON_DISCARD and (is_turned or _TO_THE_LOSER.search(rest) or beside):
        winner, source = reversed(seats) if is_turned else seats
        return Result(winner, source)
    return None


def _players_and_gaps(
    word: str, players: Mapping[str, Seat]
) -> tuple[Sequence[Seat], Sequence[str]]:
    """Find the players' names in a text; return the seats and the texts between the names.

    The texts are one more than the seats: before the first name, between names, and after the last
    name. For example `ann_from_bob` gives (0, 1) and an empty text, `_from_` and an empty text.
    """
    matches = [*pattern_of(players).finditer(word)] if players else []
    # If names are found, a single letter or digit is a word or a number: `Eva ron a Ivo, honba 1`.
    whole = [match for match in matches if len(match[0]) > 1 or not match[0].isascii()]
    matches = whole or matches
    edges = [0, *(edge for match in matches for edge in match.span()), len(word)]
    gaps = [word[begin:end] for begin, end in zip(edges[::2], edges[1::2], strict=True)]
    return [players[match[0]] for match in matches], gaps


def parse_results(text: str, players: Mapping[str, Seat]) -> tuple[Result, ...]:
    """Parse a text that describes several wins, separated by semicolons or line breaks.

    Return an empty tuple if a part is not understood, or if there are fewer than two wins.

    >>> parse_results("Ann from Bob; 田中 tsumo", {"ann": 0, "bob": 1, "田中": 2})
    (Result(winner=0, source=1), Result(winner=2, source=-1))
    """
    if OF_SEVERAL.search(text) is None:
        return ()
    parts = [part for part in OF_SEVERAL.split(text) if part]
    results = [result for part in parts if (result := parse_result(part, players)) is not None]
    return tuple(results) if len(results) == len(parts) > 1 else ()


def says_win(text: str) -> bool:
    """Return whether a text says that somebody won, but not how.

    Words such as 胡 are meant. On sheets with other words for self-draws, they can mean a win on a
    discard.

    >>> [says_win(text) for text in ("win", "胡", "和了", "ron", "自摸")]
    [True, True, True, False, False]
    """
    return role_of(text) == "winner"


def pattern_of(players: Mapping[str, Seat]) -> re.Pattern[str]:
    """Return a regular expression that finds the name of any player in a normalized text.

    The name must not be part of a longer word. Longer names are tried first.
    """
    names = sorted(players, key=len, reverse=True)
    parts = (rf"(?<!{LETTER}){re.escape(name)}(?!{LETTER})" for name in names)
    return re.compile("|".join(parts))
