"""Turns lines of a chat, each with a deal and everybody's points, into a grid of cells.

For example ``E1: Bob ron Cid 2000 | Ann 25000 Bob 27000 Cid 23000 Dee 25000``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

from mjlog.sheets.cells.words import TABLE_SIZES, label_of
from mjlog.sheets.files.workbook import Cell, Grid

_LABEL: Final = re.compile(
    r"[\s*•>-]*(?P<label>[^\W\d_]+[ -]?\d[^:–—|]{0,12}?)(?:\s*[:–—|.)]|\s+-)\s+"
)
_POINTS: Final = re.compile(
    r"(?<![^\W\d_])(?<![-'’.])(?P<name>[^\W\d_][^\s\d:=,;/|()]*)\s*[:=]?\s*(?P<number>[-+−▲△]?\d[\d.,']*(?<![.,']))"
    r"(?:\s*(?:=|→|->)\s*(?P<total>[-−▲△]?\d[\d.,']*(?<![.,'])))?"
)
"""A player's points, and perhaps the total to which they lead."""
_SENDER: Final = re.compile(
    r"\s*\[[0-9]{1,2}[:.][0-9]{2}\]\s+"
    r"|\s*\[?[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4},?\s+[0-9]{1,2}[:.][0-9]{2}(?:[:.][0-9]{2})?"
    r"(?:\s?[AaPp]\.?[Mm]\.?)?\]?(?:\s+-)?\s+[^:]{1,40}:\s+"
)
"""The time, or time and sender, before a message, as messengers export a chat."""
_BETWEEN: Final = re.compile(r"[\s,;/|]*")
_EDGES: Final = " \t|/:;,.-–—→=>(["
_LEAST: Final = 2
"""Lines with the points of the same players."""
_LOOK: Final = 40
"""Number of first lines among which one must have a deal."""
_LONGEST: Final = 400
"""Longest line about a deal; searching a longer one for names would be slow."""
_HEADS: Final = ("Deal", "Result")
_GAME: Final = re.compile(r"\s*(?P<label>[^:：|]{1,30})[:：|]\s*(?P<points>\D.*\d)\s*")
_BETWEEN_PLAYERS: Final = re.compile(r"[\s,;/|，、；]*")
_HEAD_OF_GAMES: Final = "Game"
_LEAST_GAMES: Final = 3


_Word = tuple[str, int]
"""A text with its position in the line."""


class _Line(NamedTuple):
    """A line about a deal: its label, what happened, and everybody's points, with positions.

    `totals` has the players' totals if the line gives them in addition to the points.
    """

    label: _Word
    words: _Word
    points: dict[str, _Word]
    totals: dict[str, _Word]


def grid_of_lines(text: str) -> Grid | None:
    """Convert chat lines about deals or games into the cells of a worksheet with headings.

    For example ``E1: Bob ron Cid 2000 | Ann 25000 Bob 27000 Cid 23000 Dee 25000``. If fewer than
    half of the lines are about deals, or no two lines have the points of the same four (or three)
    players, the lines may be results of games. Return None if they are not.
    """
    lines = text.splitlines()
    if not any(_LABEL.match(line, _start(line)) for line in lines[:_LOOK]):
        return _grid_of_results(lines)
    deals = {number: deal for number, line in enumerate(lines, 1)
             if (deal := _deal_of(line, _start(line))) is not None}  # fmt: skip
    named = Counter(tuple(deal.points) for deal in deals.values() if deal.points)
    names, times = next(iter(named.most_common(1)), ((), 0))
    if times < _LEAST or 2 * len(deals) < sum(bool(line.strip()) for line in lines):
        return _grid_of_results(lines)
    has_totals = all(deal.totals.keys() == deal.points.keys() for deal in deals.values())
    words_of_points = ("change", "total") if has_totals else ("",)
    heads = [f"{name} {word}".strip() for word in words_of_points for name in names]
    words_of_lines = {}
    for number, deal in deals.items():
        of_players = [*(deal.points.get(name, ("", 0)) for name in names)]
        of_players += [deal.totals.get(name, ("", 0)) for name in names if has_totals]
        words_of_lines[number] = [deal.label, deal.words, *of_players]
    return _grid(lines, (*_HEADS, *heads), words_of_lines)


def _grid(
    lines: Sequence[str], heads: Sequence[str], words_of_lines: Mapping[int, Sequence[_Word]]
) -> Grid:
    """Return a worksheet with a row for each line, and a row of headings above the first words.

    `words_of_lines` has the words of some lines with their positions; the other lines are one cell.
    """
    first = min(words_of_lines)
    cells = {(first, column): Cell(first, column, head) for column, head in enumerate(heads, 1)}
    for number, line in enumerate(lines, 1):
        words = words_of_lines.get(number, [(line.strip(), 1)])
        cells |= {(number + (number >= first), column): Cell(number, column, word, number, at)
                  for column, (word, at) in enumerate(words, 1) if word}  # fmt: skip
    return Grid("", cells)


def _grid_of_results(lines: Sequence[str]) -> Grid | None:
    """Convert lines such as ``Evening 1: Ann -7, Bob -3, Cid -17, Dee +27`` into a worksheet.

    Each line has the name of a game and the points of its players, in any order. Return None if
    there are fewer than three such lines, if more than two other lines are between them, or if the
    average player is in fewer than two of these lines.
    """
    short = {number: line for number, line in enumerate(lines, 1)
             if (":" in line or "：" in line or "|" in line) and len(line) <= _LONGEST}  # fmt: skip
    games = {number: game for number, line in short.items()
             if (game := _GAME.fullmatch(line, _start(line)))}  # fmt: skip
    points = {number: [*_POINTS.finditer(game["points"])] for number, game in games.items()}
    named = {number: [each["name"] for each in some] for number, some in points.items()
             if _BETWEEN_PLAYERS.fullmatch(_POINTS.sub("", games[number]["points"]))}  # fmt: skip
    own = [number for number, names in named.items()
           if len(names) in TABLE_SIZES and len({*names}) == len(names)]  # fmt: skip
    names = dict.fromkeys(chain.from_iterable(named[number] for number in own))
    if len(own) < _LEAST_GAMES or own[-1] - own[0] >= len(own) + _LEAST:
        return None
    if 2 * len(names) > sum(len(named[number]) for number in own):
        return None
    words_of_lines = {}
    for number in own:
        game = games[number]
        start = game.start("points") + 1
        by_name = {each["name"]: (each["number"], start + each.start("number"))
                   for each in points[number]}  # fmt: skip
        words_of_lines[number] = [(game["label"].strip(), game.start("label") + 1),
                                  *(by_name.get(name, ("", 0)) for name in names)]  # fmt: skip
    return _grid(lines, (_HEAD_OF_GAMES, *names), words_of_lines)


def _start(line: str) -> int:
    """Return the index at which a message begins, after its time and sender; 0 without a sender."""
    sender = _SENDER.match(line)
    return sender.end() if sender else 0


def _deal_of(line: str, start: int) -> _Line | None:
    """Split a line about a deal into its label, its text in the middle, and the points at its end.

    For example ``E1: Bob ron Cid 2000 | Ann 25000 ...``. The points are by name, and empty unless
    three or four players are named. `start` is the position behind the sender of a message. Return
    None if no label of a deal is there.
    """
    match = _LABEL.match(line, start) if len(line) <= _LONGEST else None
    label = match["label"].strip() if match else ""
    if match is None or not label_of(label):
        return None
    points: list[re.Match[str]] = []
    for number in _POINTS.finditer(line, match.end()):
        # If other words follow, the points found so far are not those of the players.
        if points and not _BETWEEN.fullmatch(line, points[-1].end(), number.start()):
            points.clear()
        points.append(number)
    # The value of a hand may be before the points, in the same form.
    points = points[-TABLE_SIZES[-1] :]
    has_all_points = len(points) in TABLE_SIZES and not line[points[-1].end() :].strip(" )].")
    end = points[0].start() if has_all_points else len(line)
    words = line[match.end() : end]
    by_name = {each["name"]: (each["number"], each.start("number") + 1)
               for each in points if has_all_points}  # fmt: skip
    totals = {each["name"]: (each["total"], each.start("total") + 1)
              for each in points if has_all_points and each["total"]}  # fmt: skip
    at = match.start("label") + 1
    return _Line((label, at), (words.strip().rstrip(_EDGES), match.end() + 1), by_name, totals)
