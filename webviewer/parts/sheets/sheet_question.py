"""One cell of a photographed sheet with its possible readings, from which a person chooses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from mjlog.paper.printing import heads, values
from mjlog.paper.readings import Rectangle, bounding_rectangle
from mjlog.paper.table import UNKNOWN
from mjlog.sheets.files.decoding import decoded
from mjlog.sheets.files.delimited import grid_of
from mjlog.sheets.files.workbook import Cell
from webviewer.i18n import gettext, spoken, translate
from webviewer.photographs import Cut, Photograph
from webviewer.sheet_copies import SheetCopy

_MARGIN: Final = 2.5
"""Millimetres around a cell that are shown of the picture."""
_LINE_MARGIN: Final = 1.5
_LIKELY: Final = 0.5
"""The least probability of a reading that Enter alone accepts."""
_BLANK: Final = frozenset({"", "0"})


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible reading of a cell in a photograph: its text for the sheet, and words for people.

    `share` is the probability of the reading; None if the reading is only offered, not recognised
    in the picture.
    """

    text: str
    words: str
    share: float | None


@dataclass(frozen=True, slots=True)
class QuestionView:
    """The values of the page that asks a person what a cell in a photograph says.

    `box` and `line` are the rectangles of the picture around the cell and around its deal's line.
    `number` is the number of this question, `count` that of all questions. `first` is the choice
    that is accepted if the person enters nothing, None if no reading is likely. `before` is the
    name of the cell answered last, empty if there is none.
    """

    cell: str
    title: str
    picture: int
    size: tuple[float, float]
    place: Rectangle
    box: Rectangle
    line: Rectangle
    why: str
    due: str
    choices: tuple[Choice, ...]
    first: Choice | None
    number: int
    count: int
    before: str


def question_view(copy: SheetCopy, photograph: Photograph, at: tuple[int, int]) -> QuestionView:
    """Compute the values of the page that asks the visitor what a cell of a photograph says.

    `at` is the row and column of the cell. The visitor can choose among texts: first those that
    were recognised in the picture, the likeliest first, then all others that are possible in this
    column.
    """
    cut = photograph.cuts[at]
    grid = grid_of(decoded(copy.data))
    answered = dict(copy.edits)
    written = answered.get((0, *at), grid.text(*at))
    question = next((each for each in photograph.questions if (each.row, each.column) == at), None)
    likely = dict(question.texts) if question else {written: 1.0}
    names = values(spoken().tag)
    choices = [Choice(text, _words(text, names), share) for text, share in likely.items()]
    choices += [
        Choice(text, _words(text, names), None)
        for text in (*cut.choices, "")
        if text not in likely and (text or not _BLANK & {*likely})
    ]
    lines = [
        other.place
        for other in photograph.cuts.values()
        if (other.line, other.picture) == (cut.line, cut.picture)
    ]
    deal = next(
        (
            answered.get((0, *place), grid.text(*place))
            for place, other in photograph.cuts.items()
            if other.line == cut.line and other.field in {"wind", "number"}
        ),
        "",
    )
    asked = [(each.row, each.column) for each in photograph.questions]
    done = [place for place in asked if (0, *place) in answered]
    before = [place for place in done if place != at]
    return QuestionView(
        cell_name(at),
        _title(cut, "" if deal == UNKNOWN else deal),
        cut.picture + 1,
        photograph.sizes[cut.picture],
        cut.place,
        _wider(cut.place, _MARGIN),
        _wider(bounding_rectangle(lines), _LINE_MARGIN),
        translate(question.why) if question else "",
        question.due if question else "",
        tuple(choices),
        choices[0] if likely and likely[choices[0].text] >= _LIKELY else None,
        len(done) + (question is not None and at not in done),
        len(asked),
        cell_name(before[-1]) if before else "",
    )


def cell_name(at: tuple[int, int]) -> str:
    """Return the spreadsheet name of a cell, such as `H2`, from its row and column."""
    return Cell(*at, "").name


def _words(text: str, names: Mapping[str, str]) -> str:
    """Return the text that the page shows for a cell: the word in `names`, or else the text itself.

    `names` is a dict from cell texts to words. An empty text becomes "blank", in the language of
    the page.
    """
    return names.get(text, text) if text else gettext("blank")


def _wider(place: Rectangle, margin: float) -> Rectangle:
    x, y, wide, high = place
    return x - margin, y - margin, wide + 2 * margin, high + 2 * margin


def _title(cut: Cut, deal: str) -> str:
    """Return a heading that says which cell is asked about, such as "E3.1 · Winner".

    It has the deal's label and the column's name. If the label is empty, it has the number of the
    line on the paper.
    """
    field = "number" if cut.field == "wind" else cut.field.partition(" ")[0]
    column = heads(spoken().tag)[field].replace("{player}", cut.seat or gettext("Winner"))
    if not cut.line:
        return f"{column} {cut.seat}"
    line = gettext("Line %(number)s") % {"number": cut.line}
    return f"{deal or line} · {column}"
