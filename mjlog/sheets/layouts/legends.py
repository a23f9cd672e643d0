"""Reads what marks mean from a legend, such as ``R = ron, T = tsumo, D = dealt in``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Literal

from mjlog.sheets.cells.vocabulary import words
from mjlog.sheets.cells.words import ON_DISCARD, SELF_DRAWN, core, plain, role_of
from mjlog.sheets.layouts.layout import MarkMeaning, Table

_ENTRY: Final = re.compile(
    r"(?<![^\s,;、，；|/:(（])(\S{1,2})\s*(?:[=＝:：→]|\s[-–—]\s)\s*([^,;、，；|/=＝:：]+)"
)
_WORD_BEFORE_MARK: Final = re.compile(
    r"([^,;、，；|/=＝:：]+?)\s*[=＝:：]\s*(\S{1,2})(?=\s*(?:[,;、，；|/]|$))"
)
_LEAST: Final = 2
"""Fewest marks that a legend explains; a single one may be anything."""
_LEAST_LETTERS: Final = 4
"""Letters of a word for a self-draw that may be part of a phrase."""
_LONGEST: Final = 300
"""Most characters of a row that may be a legend."""
_ROWS: Final = 4
"""Number of rows in each place that may have a legend.

The places are the first and last rows above the deals, and the last rows below them.
"""
_IN_BRACKETS: Final = re.compile(r"[(（]([^()（）]+)[)）]")
_SIGN: Final = re.compile("[=＝:：→–—-]")
_LOSES: Final = frozenset(words("words", "loses"))
_VERBS_OF_LOSERS: Final = frozenset(word.partition("_")[0] for word in _LOSES)
"""Verbs of discarders, such as `discards`, whatever the sentence says of the tile."""


MarkRole = Literal["winner", "self", "from", "ready", "tenpai"]
"""What a mark says of a player: won, won by self-draw, dealt in, declared ready, or was tenpai."""


_SAYS_MORE: Final = re.compile(r"[=＝:：→–—/-]|(?<![0-9])(?!(?:19|20)[0-9]{2}(?![0-9]))[0-9]")
"""Signs of legends, and numbers that are not years."""


def says_more(text: str) -> bool:
    """Return whether a text may say more than words: it has a sign of a legend, or a number.

    >>> [says_more(text) for text in ("R = ron", "Chombo Ann 20", "Thanks!", "Club 2026")]
    [True, True, False, False]
    """
    return _SAYS_MORE.search(text) is not None


def with_legend(table: Table) -> Table:
    """Read a legend above or below the deals, such as ``○ = win``, that explains marks in cells.

    Return a copy of the table with the meanings in `legend` and without the rows of legends. If
    there are several legends, only the first one is used. Return the table unchanged if there is
    none.
    """
    rows = {*table.before[:_ROWS], *table.before[-_ROWS:], *table.rows[-_ROWS:]}
    legends = {row: legend for row in sorted(rows)
               if _SIGN.search(table.grid.first_text(row)) and (legend := _legend_in(table, row))
               }  # fmt: skip
    if not legends:
        return table
    before, below = (
        tuple(row for row in some if row not in legends) for some in (table.before, table.rows)
    )
    return replace(table, before=before, rows=below, legend=next(iter(legends.values())))


def _legend_in(table: Table, row: int) -> dict[str, MarkMeaning]:
    """Read a row as a legend, such as ``○ = tsumo, × = deals in``.

    Return the meaning (`won`, `ron`, `self` or `lost`) by mark. Marks with other words are left
    out. Return an empty dict if fewer than two marks are understood.
    """
    text = "; ".join(table.grid.texts(row, table.grid.columns_of(row)))[:_LONGEST]
    turned = [(mark, word) for word, mark in _WORD_BEFORE_MARK.findall(text)]
    for pairs in (_ENTRY.findall(text), turned):
        meanings = _meanings({mark: word.strip() for mark, word in pairs})
        if len(meanings) >= _LEAST:
            return meanings
    return {}


def roles_of_marks(text: str) -> Mapping[str, MarkRole]:
    """Read a legend of marks for players, such as `M = mahjong, D = dealt in, R = riichi`.

    Return a dict from each mark to what it says about a player: the player won (`winner`), won by
    self-draw (`self`), dealt in (`from`), declared ready or was tenpai. Marks with other words are
    left out.
    """
    roles: dict[str, MarkRole] = {}
    of_discards: list[str] = []
    seen: set[str] = set()
    for mark, phrase in _ENTRY.findall(text[:_LONGEST]):
        word = core(plain(phrase.strip()))
        inside = _IN_BRACKETS.findall(phrase)
        role = role_of(word) or next(filter(None, map(role_of, inside)), None)
        if mark in seen:
            continue  # `without S = tsumo` does not explain S itself
        seen.add(mark)
        if is_self_drawn(phrase):
            roles[mark] = "self"
        elif role == "from" or word.partition("_")[0] in _VERBS_OF_LOSERS:
            roles[mark] = "from"
        elif word in ON_DISCARD:
            of_discards.append(mark)
        elif role in {"winner", "ready", "tenpai"}:
            roles[mark] = role
        elif (first := role_of(word.partition("_")[0])) in {"winner", "ready", "tenpai"}:
            roles[mark] = first
        elif not ON_DISCARD.isdisjoint(word.split("_")):
            roles[mark] = "from"  # somebody who gave the tile for a `ron`
    # `R = ron` is the winner's mark if another mark is the discarder's.
    return roles | (dict.fromkeys(of_discards, "winner") if "from" in roles.values() else {})


def is_self_drawn(phrase: str) -> bool:
    """Return whether a phrase means a self-draw, with or without a verb or a word in brackets.

    >>> phrases = ("zelf getrokken", "tiré soi-même (tsumo)", "wins by self-draw", "wins")
    >>> [is_self_drawn(phrase) for phrase in phrases]
    [True, True, True, False]
    """
    word = plain(phrase.strip())
    outside, _, inside = word.rstrip(")").partition("(")
    verb, _, rest = outside.strip("_").partition("_")
    is_of_winner = role_of(verb) == "winner" and any(
        f"_{drawn}_" in f"_{rest}_" for drawn in SELF_DRAWN if len(drawn) >= _LEAST_LETTERS
    )
    return is_of_winner or not SELF_DRAWN.isdisjoint({word, outside.strip("_"), inside})


def _meanings(phrase_of_mark: Mapping[str, str]) -> dict[str, MarkMeaning]:
    """Convert the words of a legend into meanings: `tsumo` into `self`, `ron` into `ron`.

    `phrase_of_mark` has the phrase for each mark, such as ``○``. The meanings are `won`, `ron` (won
    on a discard), `self` (self-drawn) and `lost` (discarded). Marks with other words are left out.
    """
    meanings: dict[str, MarkMeaning] = {}
    either: list[str] = []
    for mark, phrase in phrase_of_mark.items():
        word = plain(phrase)
        verb, _, rest = word.partition("_")
        loses = role_of(word) == "from" or word in _LOSES
        if is_self_drawn(phrase):
            meanings[mark] = "self"
        elif word in ON_DISCARD and loses:
            either.append(mark)
        elif word in ON_DISCARD or (role_of(verb) == "winner" and rest in ON_DISCARD):
            meanings[mark] = "ron"
        elif loses:
            meanings[mark] = "lost"
        elif role_of(word) == "winner":
            meanings[mark] = "won"
    # Next to a word for wins on discards, a word such as `discard` means the discarder.
    if not {"won", "ron"}.isdisjoint(meanings.values()):
        meanings |= dict.fromkeys(either, "lost")
    return meanings
