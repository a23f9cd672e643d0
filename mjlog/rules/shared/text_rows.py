"""Tables that people read: rows of cells, each with sentences on the indented lines below it."""

from __future__ import annotations

from typing import Final, NamedTuple

from mjlog.model.messages import Sentence

_DEEPER: Final = " " * 6
"""Least indentation of a line that continues a long cell."""


class RowError(ValueError):
    """Raised for a row of a table that cannot be read.

    `row` is the number of the row from 1, `item` the name in it, `cell` the name of the wrong cell,
    `word` the wrong word in it; `cell` and `word` may be empty.
    """

    def __init__(self, row: int, item: str, why: Sentence, cell: str = "", word: str = "") -> None:
        self.row, self.item, self.why, self.cell, self.word = row, item, why, cell, word
        super().__init__(f"row {row}, {item}: {why}")


class TextRow(NamedTuple):
    """A row of a table as it is written; `number` counts the rows from 1."""

    number: int
    cells: tuple[str, ...]
    sentences: str


def read_rows(text: str) -> list[TextRow]:
    """Parse a text table into rows; cells are separated by ``|``.

    Indented lines below a row are the sentences that explain the row. Two kinds of indented lines
    belong to the cells of the row instead: a line that begins with ``|``, and a line indented by
    six blanks or more before the first sentence. Raise `RowError` for an indented line above the
    first row.
    """
    lines: list[str] = []
    sentences: list[str] = []
    for line in filter(None, [line.rstrip() for line in text.splitlines()]):
        if not line[0].isspace():
            lines.append(line)
            sentences.append("")
        elif not lines:
            raise RowError(0, line.strip(), "a sentence stands behind the row that it explains")
        elif line.lstrip().startswith("|") or (line.startswith(_DEEPER) and not sentences[-1]):
            lines[-1] += f" {line.strip()}"
        else:
            sentences[-1] = f"{sentences[-1]} {line.strip()}".strip()
    return [
        TextRow(number, tuple(cell.strip() for cell in line.split("|")), sentence)
        for number, (line, sentence) in enumerate(zip(lines, sentences, strict=True), 1)
    ]
