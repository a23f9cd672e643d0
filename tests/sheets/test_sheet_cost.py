"""What reading a sheet costs: twice the rows, twice the work, whatever the rows are."""

import sys
from time import process_time

import pytest

from mjlog.sheets.cells.text_caches import CELL_TEXTS
from mjlog.sheets.cells.words import plain
from mjlog.sheets.files.delimited import grid_of
from mjlog.sheets.files.lines_of_deals import grid_of_lines
from mjlog.sheets.files.workbook import Cell, Grid
from mjlog.sheets.layouts import layout
from mjlog.sheets.reading import read_sheet

HEAD = "Deal,Anna,Ben,Cem,Dora"
KINDS = {
    "one game": lambda n: [HEAD, *(f"E1.{i},1000,-1000,0,0" for i in range(n))],
    "many games": lambda n: [HEAD, *(f"E{i % 4 + 1},1000,-1000,0,0" for i in range(n))],
    "unread cells": lambda n: [HEAD, *(f"E1.{i},x{i},-1000,0,0" for i in range(n))],
    "totals below": lambda n: [HEAD, "E1,1000,-1000,0,0", *["Total,1000,-1000,0,0"] * n],
    "many tables": lambda n: [HEAD, "E1,1000,-1000,0,0"] * (n // 2),
    "many titles": lambda n: ["Table,7", "Round,2", HEAD, "E1,1000,-1000,0,0", ""] * (n // 4),
    "words above": lambda n: [*(f"Event,{i}" for i in range(n)), HEAD, "E1,1000,-1000,0,0"],
    "winds alone": lambda n: [HEAD, *["East,,,,", "1,1000,-1000,0,0"] * (n // 2)],
    "a column of winds": lambda n: [
        "Wind,Deal,Anna,Ben,Cem,Dora",
        *(f",{i % 4 + 1},1000,-1000,0,0" for i in range(n)),
    ],
    "five players": lambda n: [
        f"{HEAD},Eve",
        *(
            f"E{i % 4 + 1},{'-' if i % 2 else 0},1000,-1000,0,{0 if i % 2 else '-'}"
            for i in range(n)
        ),
    ],
    "payments": lambda n: [
        f"Payments,{HEAD}",
        *(f"A>B {i}; C>D 300,{i},-{i},{i},-300,300" for i in range(1, n + 1)),
    ],
    "blank rows": lambda n: [HEAD, "E1,1000,-1000,0,0", *[",,,,", ""] * (n // 2)],
    "nonsense": lambda n: [
        HEAD,
        *(f"E1,1000,-1000,0,0\nä{i}.,{i}x,漢{i},-+{i}," for i in range(n // 2)),
    ],
    "in Japanese": lambda n: [
        "局,和了,放銃,翻,東家,南家,西家,北家",
        *(f"東{i % 4 + 1}局,東家,南家,{i % 4 + 1},1000,-1000,0,0" for i in range(n)),
    ],
    "in German": lambda n: [
        "Spiel;Gewinner;Von;Punkte;Anna;Ben;Cem;Dora",
        *(f"{i + 1};Anna;Ben;{8 + i};{32 + i};-{16 + i};-8;-8" for i in range(n)),
    ],
    "unread deals": lambda n: [
        f"Deal,Winner,From,{HEAD[5:]}",
        *(f"E1,x{i},y{i},1,2 {i},3 {i},4" for i in range(n)),
    ],
    "wide rows": lambda n: [
        f"{HEAD},{','.join(f'h{i}' for i in range(n))}",
        *[f"E1,1000,-1000,0,0,{','.join(map(str, range(n)))}"] * 3,
    ],
    "remarks beside": lambda n: [f"{HEAD}", *["E1,1000,-1000,0,0"] * n, ",".join(["", "x"] * n)],
    "a long word": lambda n: [HEAD, "E1,1000,-1000,0,0", f"E2,{'田さん' * n},0,0,0"],
    "one wide row of words": lambda n: [HEAD, "E1,1000,-1000,0,0", ",".join("x" * n)],
}


@pytest.fixture(autouse=True)
def _empty_caches():
    """Clear the caches before each test, so that they are not cleared within it."""
    CELL_TEXTS.count(1 << 30)


MOST_CALLS = 1_000
"""For each row of a table of deals with the points of four: 20,000 rows are read in two seconds."""


def calls_to_read(rows):
    """Count the function calls that reading these rows takes; the figure is the same every day."""
    data = "\n".join(rows).encode()
    calls = 0

    def count(_frame, event, _argument):
        nonlocal calls
        calls += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        file = read_sheet(data)
    finally:
        sys.setprofile(before)
    assert file.games
    return calls


@pytest.mark.parametrize("kind", KINDS)
def test_twice_the_rows_take_twice_the_work(kind):
    rows_of = KINDS[kind]
    calls_to_read(rows_of(20))
    few, many = calls_to_read(rows_of(200)), calls_to_read(rows_of(400))
    assert many < 2.3 * few


def test_the_words_of_a_wide_head_are_compared_with_few_others(monkeypatch):
    compared = 0

    class Word(str):
        __slots__ = ()
        __hash__ = str.__hash__

        def __eq__(self, other):
            nonlocal compared
            compared += 1
            return str.__eq__(self, other)

    monkeypatch.setattr(layout, "plain", lambda text: Word(plain(text)))
    columns = range(1, 401)
    cells = {(row, at): Cell(row, at, f"x{row}{at}") for row in (1, 2) for at in columns}
    assert not [*layout._over_parts(Grid("", cells), 2, (), columns)]
    assert compared < 10 * len(columns)


def test_the_row_of_a_deal_takes_few_calls():
    rows_of = KINDS["many games"]
    calls_to_read(rows_of(20))
    few, many = calls_to_read(rows_of(200)), calls_to_read(rows_of(400))
    assert (many - few) / 200 < MOST_CALLS


@pytest.mark.parametrize("kind", ["winds alone", "a column of winds"])
def test_the_wind_of_the_round_is_found_above_and_beside(kind):
    rows = {
        "winds alone": [HEAD, "East,,,,", "1,1000,-1000,0,0", "South,,,,", "1,1000,-1000,0,0"],
        "a column of winds": [
            "Wind,Deal,Anna,Ben,Cem,Dora",
            "East,1,1000,-1000,0,0",
            ",2,1000,-1000,0,0",
            "South,1,1000,-1000,0,0",
        ],
    }[kind]
    games = read_sheet("\n".join(rows)).games
    labels = [deal.label for game in games for deal in game.game.deals]
    assert labels == (["E1", "S1"] if kind == "winds alone" else ["E1", "E2", "S1"])


@pytest.mark.parametrize(
    "line", [f"1) a{' ' * 4000}!", f"E1: {'a' * 20_000}", "E1: " + "a•" * 9000]
)
def test_a_long_line_of_one_sign_is_read_at_once(line):
    begun = process_time()
    grid_of(line)
    grid_of_lines("\n".join([line] * 3))
    assert process_time() - begun < 1
