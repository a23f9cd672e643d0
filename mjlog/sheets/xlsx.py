"""The cells of an XLSX, read by `openpyxl`'s own parts with the parser of the standard library.

`openpyxl` reads through `defusedxml`, which is written in Python and takes most of the time. Here
each worksheet is looked at before it is parsed, so that the fast parser has nothing to unfold.
"""

from __future__ import annotations

import io
from collections.abc import Generator, Iterator, Mapping
from typing import Any, Final
from xml.etree.ElementTree import iterparse

from openpyxl.reader.excel import ExcelReader
from openpyxl.styles.stylesheet import apply_stylesheet
from openpyxl.worksheet._reader import (
    COL_TAG,
    FORMULA_TAG,
    INLINE_STRING,
    MERGE_TAG,
    ROW_TAG,
    WorkSheetParser,
)
from openpyxl.worksheet.merge import MergeCells
from openpyxl.xml.constants import SHEET_MAIN_NS

from mjlog.sheets.workbook import Place
from mjlog.sheets.xml_safety import checked

_TRUE: Final = frozenset({"1", "true"})
_FORMULA: Final = "formula"
_INLINE: Final = "inlineStr"
_TEXT: Final = f"{{{SHEET_MAIN_NS}}}t"


class Worksheet(WorkSheetParser):
    """One worksheet: its values, which of them are formulas, what is hidden and merged."""

    title: str
    state: str

    @property
    def values(self) -> Iterator[tuple[Place, object, bool]]:
        """Each cell with its value, and whether it is a formula; read once."""
        for _, cells in self.parse():
            for cell in cells:
                yield (cell["row"], cell["column"]), cell["value"], cell[_FORMULA]

    def parse(self) -> Generator[tuple[int, list[dict[str, Any]]], None, None]:
        """Each row with its cells; of the rest only what the cells need is looked at."""
        events: Any = iterparse(self.source)  # noqa: S314  `checked` let it pass
        for _, element in events:
            if element.tag == ROW_TAG:
                yield self.parse_row(element)
                element.clear()
            elif element.tag == COL_TAG:
                self.parse_column_dimensions(element)
            elif element.tag == MERGE_TAG:
                self.merged_cells = MergeCells.from_tree(element)

    def parse_cell(self, element: Any) -> dict[str, Any]:
        """A cell with its value, and whether that is the one of a formula."""
        text = _plain_text(element) if element.get("t") == _INLINE else None
        cell: dict[str, Any] = super().parse_cell(element)
        if text is not None:
            cell["value"] = text
        cell[_FORMULA] = element.find(FORMULA_TAG) is not None
        return cell

    @property
    def hidden_rows(self) -> frozenset[int]:
        """The rows that are hidden."""
        rows = self.row_dimensions.items()
        return frozenset(int(row) for row, attributes in rows if _is_hidden(attributes))

    @property
    def hidden_columns(self) -> list[range]:
        """The columns that are hidden, next to each other together."""
        hidden = filter(_is_hidden, self.column_dimensions.values())
        return [range(int(each["min"]), int(each.get("max", each["min"])) + 1) for each in hidden]

    @property
    def areas(self) -> list[Any]:
        """The areas of merged cells."""
        return list(self.merged_cells.mergeCell) if self.merged_cells else []


def _plain_text(element: Any) -> str | None:
    """Takes the text that stands in a cell itself, all in one font, out of it; None for another.

    `openpyxl` makes objects of it for fonts and readings, which takes longer than all the rest.
    """
    area = element.find(INLINE_STRING)
    if area is None or [part.tag for part in area] != [_TEXT]:
        return None
    element.remove(area)
    return area[0].text or ""


def _is_hidden(attributes: Mapping[str, str]) -> bool:
    return attributes.get("hidden", "") in _TRUE


def worksheets(data: bytes) -> Iterator[Worksheet]:
    """The worksheets of an XLSX, in their order; sheets of charts have no cells."""
    reader = ExcelReader(io.BytesIO(data), keep_links=False)
    reader.read_manifest()
    reader.read_strings()
    reader.read_workbook()
    apply_stylesheet(reader.archive, reader.wb)
    for sheet, relation in reader.parser.find_sheets():
        if relation.target in reader.valid_files and "chartsheet" not in relation.Type:
            yield _worksheet(reader, sheet, relation.target)


def _worksheet(reader: Any, sheet: Any, member: str) -> Worksheet:
    book = reader.wb
    source = io.BytesIO(checked(reader.archive.read(member), member))
    made = Worksheet(
        source,
        reader.shared_strings,
        data_only=True,
        epoch=book.epoch,
        date_formats=book._date_formats,  # noqa: SLF001  what `openpyxl` hands to its own reader
        timedelta_formats=book._timedelta_formats,  # noqa: SLF001  as above
    )
    made.title, made.state = str(sheet.name), sheet.state
    return made
