"""What reading a sheet costs: twice the rows, twice the work, whatever the rows are."""

import sys

import pytest

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
}


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
def test_four_times_the_rows_take_four_times_the_work(kind):
    rows_of = KINDS[kind]
    calls_to_read(rows_of(20))
    few, many = calls_to_read(rows_of(200)), calls_to_read(rows_of(800))
    assert many < 4.4 * few


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
