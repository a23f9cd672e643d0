"""Turns CSV, TSV and pasted tables into a grid of cells."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from mjlog.sheets.files.workbook import Cell, Grid

DELIMITERS: Final = ("\t", ";", "|", ",")
_MARK_OF_TEXT: Final = re.compile(r"^'(?=[=+@-])")
_RULER: Final = re.compile(r"[\s|:+=-]+")
_DECIMAL_COMMA: Final = re.compile(r"(?<=\d),(?=\d)")
_GAP: Final = re.compile(r" {2,}|\u3000+")
_NAMED_NUMBER: Final = re.compile(
    r"\s*(?:(?P<rank>[1-9])(?:[.)]|st|nd|rd|th|º|°|位)\s+)?(?P<name>\S(?:.*?[^\s:：])?)"
    r"(?:\s*[:：]+\s*|\s+)(?P<number>[-+−▲△]?\d[\d.,']*)\s*"
)
"""A line of a message: a name and points, perhaps after a rank."""
_SAMPLE: Final = 60
_SHOWN: Final = 60
"""Number of characters that are read of a field which is too long."""
_MANY: Final = 5
"""Cells of a line that no sentence with commas has, and a row of a deal has."""
_ROWS: Final = 200_000
"""Most lines that are read; no event has so many deals."""


def grid_of(text: str, delimiter: str = "") -> Grid:
    """Split a text with delimiters, such as CSV, into the cells of a worksheet.

    If `delimiter` is empty, the delimiter is guessed. Lines after the first `_ROWS` are left out.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    lines = text.split("\n")[:_ROWS]
    sign = delimiter or delimiter_of(lines)
    rows = _rows_by_blanks(lines) if sign == " " else _rows(lines, sign)
    cells = {
        (row, column): Cell(row, column, word, line, at)
        for row, (line, words) in enumerate(rows, 1)
        for column, (word, at) in enumerate(words, 1)
        if word
    }
    return Grid("", cells)


def delimiter_of(lines: Iterable[str]) -> str:
    """Guess the delimiter of lines, which is a tab, `;`, `|` or a comma; return it.

    It is the delimiter with which many lines have the same, large number of cells. Only the first
    lines are checked. If no delimiter gives at least a third of these lines the same number of
    cells, it is a delimiter that splits most lines into many cells, because remarks make lines
    longer. If there is none either, return a blank, which means that blanks align the columns.
    """
    sample = [line for line in lines if line.strip()][:_SAMPLE]
    best, most, ragged = " ", 0, " "
    for sign in DELIMITERS:
        lines_of_sign = sample
        if sign == ",":
            # A comma in a number is the decimal sign if most lines have another delimiter, or if
            # the columns of a line are aligned by blanks.
            has_other = 3 * sum(best in line for line in sample) > 2 * len(sample)
            lines_of_sign = [
                _DECIMAL_COMMA.sub(".", line)
                if len(_GAP.findall(line.strip())) > 1 or (best != " " and has_other)
                else line
                for line in sample
            ]
        counts = Counter(len(fields) for _, fields in _fields(lines_of_sign, sign))
        # Decimal commas also give many lines the same number of cells, but few cells.
        for cells, alike in counts.items():
            if alike * 3 >= len(sample) and alike * (cells - 1) > most:
                best, most = sign, alike * (cells - 1)
        wide = sum(alike for cells, alike in counts.items() if cells >= _MANY)
        ragged = sign if 2 * wide > len(sample) else ragged
    return best if most else ragged


def _rows(lines: list[str], sign: str) -> Iterator[tuple[int, list[tuple[str, int]]]]:
    """Yield each row of a delimited text, as the number of its first line, and its cells.

    A cell is a text with its position in the line. `sign` is the delimiter.
    """
    for number, fields in _fields(lines, sign):
        line = lines[number - 1] if number <= len(lines) else ""
        yield number, _cells_with_positions(fields, line, sign)


def _fields(lines: list[str], sign: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of the first line of each row, and the row's texts between delimiters."""
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=sign)
    begun = 1
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error:  # the field is far too long: its beginning is reported as not understood
            row = [word[:_SHOWN] for word in "".join(lines[begun - 1 : begun]).split(sign)]
        yield begun, row
        begun = reader.line_num + 1


def _cells_with_positions(row: list[str], line: str, sign: str) -> list[tuple[str, int]]:
    """Find the position of each cell of a row in its line; return (text, position) pairs.

    `row` has the texts, and `sign` is the delimiter. Positions count from 1. With `|`, a ruler line
    of dashes gives no cells, and an empty cell at the beginning is left out.
    """
    if sign == "|" and _RULER.fullmatch(line):
        return []
    placed, start = [], 0
    for field in row:
        word = field.strip()
        at = max(line.find(word, start), start)
        # An apostrophe tells spreadsheets that the cell is text and not a formula.
        placed.append((_MARK_OF_TEXT.sub("", word), at + 1))
        start = at + len(word)
    if sign == "|" and placed and not placed[0][0]:
        return placed[1:]
    return placed


def _rows_by_blanks(lines: list[str]) -> Iterator[tuple[int, list[tuple[str, int]]]]:
    """Yield each line of a table whose columns are aligned by blanks: line number and cells.

    Cells are separated by two or more blanks. If no line has such a gap, each line is split into
    rank, name and number. An empty cell is inserted below each heading without a value.
    """
    rows = [(number, _split_at_gaps(line)) for number, line in enumerate(lines, 1)]
    most = max((len(words) for _, words in rows), default=0)
    if most == 1:
        rows = [(number, _name_and_points(line)) for number, line in enumerate(lines, 1)]
    times = Counter(at for _, words in rows if len(words) == most for _, at in words)
    begun = {at for at, number in times.items() if number >= _LEAST_ALIKE}
    rows = [(number, _split_at_columns(words, begun) if len(words) == most - 1 else words)
            for number, words in rows]  # fmt: skip
    heads = next((words for _, words in rows if len(words) == most), [])
    for number, words in rows:
        yield number, _align_cells(heads, words) or words


def _split_at_gaps(line: str) -> list[tuple[str, int]]:
    """Split a line at gaps of two or more blanks; return each part with its position, from 1."""
    words, start = [], 0
    for word in _GAP.split(line.strip()):
        at = line.find(word, start)
        words.append((word, at + 1))
        start = at + len(word)
    return words


def _split_at_columns(
    words: list[tuple[str, int]], begun: Collection[int]
) -> list[tuple[str, int]]:
    """Split a row with one word too few at a single blank where a column of other rows begins.

    `begun` are the positions at which columns begin. Return `words` unchanged if not exactly one
    such place is found.
    """
    places = [(place, blank) for place, (word, at) in enumerate(words)
              for blank, letter in enumerate(word)
              if letter == " " and at + blank + 1 in begun]  # fmt: skip
    if len(places) != 1:
        return words
    ((place, blank),) = places
    word, at = words[place]
    parts = [(word[:blank], at), (word[blank + 1 :], at + blank + 1)]
    return [*words[:place], *parts, *words[place + 1 :]]


_LEAST_ALIKE: Final = 2
"""Fewest whole rows in which a column must begin at the same position."""


def _name_and_points(line: str) -> list[tuple[str, int]]:
    """Split a line such as `1. Ann 30000` into rank, name and number, each with its position.

    The rank may be missing. Any other line is returned as one text.
    """
    pair = _NAMED_NUMBER.fullmatch(line)
    if pair is None:
        return [(line.strip(), 1)]
    named = [word for word in ("rank", "name", "number") if pair[word]]
    return [(pair[word], pair.start(word) + 1) for word in named]


def _align_cells(
    heads: list[tuple[str, int]], words: list[tuple[str, int]]
) -> list[tuple[str, int]]:
    """Insert empty cells into a row with too few cells, so that each word is below its heading.

    `heads` and `words` are texts with their positions in the line. A word is below a heading if
    both begin or end at the same position. Return an empty list if a word fits no heading.
    """
    if not 1 < len(words) < len(heads):
        return []
    placed = [("", at) for _, at in heads]
    for word, at in words:
        columns = [column for column, (head, begun) in enumerate(heads)
                   if at == begun or at + len(word) == begun + len(head)]  # fmt: skip
        if len(columns) != 1 or placed[columns[0]][0]:
            return []
        placed[columns[0]] = (word, at)
    return placed
