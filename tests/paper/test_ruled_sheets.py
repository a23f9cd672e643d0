"""Ruled sheets without our marks: the grid by its lines, and nothing wrong is sure."""

import io
from functools import cache
from itertools import product

import cv2
import numpy as np
import pytest
from kit.commands import run
from kit.photographs import Hand, photographed, scanned
from kit.ruled_sheets import LAYOUTS, ruled, texts_of
from kit.sizes import begun, swept
from PIL import Image

from mjlog.bots.generate import games
from mjlog.paper.form import Form
from mjlog.paper.reading import file_of, pages_of, read_any, tables_of
from mjlog.paper.readings import Figures, PageRead
from mjlog.paper.ruled_table import RuledTable
from mjlog.sheets.audit import audited
from mjlog.sheets.layouts.mapping import SheetMap
from mjlog.sheets.reading import HowToRead

pytestmark = pytest.mark.slow

CAMERAS = {"scanner": scanned, "phone": photographed}
PLAYERS = (2, 3, 4, 5)
MAPS = {
    "changes": SheetMap(head=1, columns={"deal": 1}, changes=PLAYERS),
    "totals": SheetMap(head=1, columns={"deal": 1}, totals=PLAYERS),
    "wins": SheetMap(head=1, columns={"deal": 1, "winner": 2, "han": 3}, changes=(4, 5, 6, 7)),
}
TOML = """rules = "riichi"
head = 1
players = ["B", "C", "D", "E"]
[columns]
deal = "A"
"""


@cache
def a_sheet(layout: str, seed: int):
    """Return a page that a hand filled in, and the texts of its cells."""
    some = [next(games("riichi", seed=10 * seed + part, deals=12, fast=True)) for part in range(4)]
    texts = texts_of(some, layout)
    return ruled(texts, Hand(seed), seed), texts


def read_as(data: bytes, layout: SheetMap | None, rules: str = "riichi"):
    """Return the table in a picture, read by a map of its columns."""
    how = HowToRead(rules, layout)
    (table,) = tables_of(list(pages_of(data, how)), how)
    return table


@pytest.mark.parametrize("case", swept(product(enumerate(LAYOUTS, 101), CAMERAS), 3))
def test_no_cell_of_a_ruled_sheet_is_sure_and_wrong(case):
    (seed, layout), camera = case
    page, texts = a_sheet(layout, seed)
    table = read_as(CAMERAS[camera](page, seed), MAPS[layout])
    assert len(table.columns) == len(texts[0])
    assert table.rows == list(range(2, len(texts) + 1))
    grid = table.grid()
    right = 0
    for row, cells in enumerate(texts[1:], 2):
        for column, text in enumerate(cells, 1):
            read = grid.text(row, column)
            if read != "?":
                assert read == (text or "0")
            field, seat = table.columns[column - 1]
            first = table.cells[row, "number" if field == "deal" else field, seat].value
            right += (str(first or "") == text) or field == "winner"
    # What is asked about is read as well, and offered.
    assert right > 0.7 * (len(texts) - 1) * len(texts[0])
    asked = {(question.row, question.column) for question in table.questions()}
    assert all(grid.text(*at) == "?" for at in asked)
    if layout == "wins":  # letters are not read, whatever they look like
        assert {(row, 2) for row in table.rows} <= asked


def test_columns_that_nobody_has_named_are_not_guessed():
    page, texts = a_sheet("changes", 101)
    file = read_any(scanned(page, 101))
    assert not file.games
    (finding,) = file.findings
    rows = max(row for row, _ in read_as(scanned(page, 101), None, "").figures)
    assert f"a ruled sheet of {rows} rows and {len(texts[0])} columns" in str(finding.message)
    assert set(file.workbook.grids[0].texts(2, PLAYERS)) <= {"", "?"}


def test_a_map_of_columns_reads_a_ruled_sheet(tmp_path):
    page, texts = a_sheet("changes", 104)
    file, layout = tmp_path / "club.jpg", tmp_path / "club.toml"
    file.write_bytes(photographed(page, 104))
    layout.write_text(TOML, encoding="utf-8")
    done = run("sheet", "check", file, "--map", layout)
    assert f"{len(texts) - 1} deals in rows" in done.output
    assert "read from a picture" in done.output
    assert "--map" in run("sheet", "check", file).output


@pytest.mark.parametrize("turns", begun([1, 2, 3], 1))
def test_a_ruled_sheet_may_be_turned(turns):
    page, _ = a_sheet("changes", 101)
    image = np.rot90(np.asarray(Image.open(io.BytesIO(scanned(page, 101))).convert("RGB")), turns)
    stream = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(image)).save(stream, "PNG")
    upright = read_as(scanned(page, 101), MAPS["changes"]).grid()
    turned = read_as(stream.getvalue(), MAPS["changes"]).grid()
    pairs = [
        (upright.text(row, column), turned.text(row, column))
        for row in range(2, 10)
        for column in PLAYERS
    ]
    assert all(first == second for first, second in pairs if "?" not in (first, second))
    assert sum(first == second for first, second in pairs) > len(pairs) / 2


def cells_of(*rows):
    """Return the page of a ruled sheet with these numbers; None is blank, a pair is not whole."""
    return PageRead(
        Form("ruled", "", 200, 100, 1, ()),
        {},
        [],
        figures={
            (row, column): Figures((0, 0, 1, 1), value is None, is_whole=True, values={value: 1.0})
            for row, values in enumerate(rows, 1)
            for column, value in enumerate(values, 1)
        },
    )


def test_a_column_that_counts_is_read_and_one_of_names_is_asked():
    layout = SheetMap(head=1, columns={"deal": 1}, changes=PLAYERS)
    changes = [(0, 1000, -1000, None), (None, None, 2000, -2000), (8000, -8000, None, None)]
    for labels, is_read in (((1, 2, 3), True), ((61, 62, 63), False)):
        rows = [(label, *row) for label, row in zip(labels, changes, strict=True)]
        table = RuledTable(cells_of((9, 9, 9, 9, 9), *rows), "", layout)
        texts = [table.grid().text(row, 1) for row in (2, 3, 4)]
        assert texts == (["1", "2", "3"] if is_read else ["?"] * 3)


def test_a_picture_of_anything_else_is_no_ruled_sheet():
    noise = np.random.default_rng(1).integers(0, 255, (900, 1200, 3), dtype=np.uint8)
    lines = np.full((900, 1200, 3), 250, np.uint8)
    for y in range(100, 800, 60):  # lines for writing on, and none down
        cv2.line(lines, (50, y), (1150, y), (90, 90, 90), 2)
    for image in (noise, lines):
        stream = io.BytesIO()
        Image.fromarray(image).save(stream, "PNG")
        (finding,) = read_any(stream.getvalue()).findings
        assert "no corner marks are found" in str(finding.message)


def test_a_slip_on_a_ruled_sheet_is_read_as_written_and_reported():
    rows = [(None,) * 5, (1, 3900, -3600, None, None), (2, None, 1000, None, -1000)]
    layout = SheetMap(head=1, columns={"deal": 1}, changes=PLAYERS)
    how = HowToRead("riichi", layout)
    (game,) = file_of([cells_of(*rows)], how).games
    (finding,) = [each for each in audited(game).findings if each.severity == "error"]
    assert str(finding.message) == "B's points change by -3900, not by -3600"
