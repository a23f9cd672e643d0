"""Measure a workbook of a whole event: 500 tables of 16 deals, one in ten wrong.

    python benchmarks/bench_sheets.py [TABLES] [JOBS]

Promised: at most 10 seconds and 300 MB.
"""

from __future__ import annotations

import io
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

import openpyxl
from sheet_slips import CLUB, SLIPS, Layout, Value, laid_out, sheets

RULES: Final = "riichi/1 preset=ema-2016"
TABLES, DEALS, DIFFERENT, WRONG = 500, 16, 4, 10
"""Games so long are rare among made-up ones: 25 of them took longer than to check 500 tables."""
LAYOUT: Final = Layout(CLUB, language=0, workbook=True)
Rows = list[list[Value]]


def main(tables: int = TABLES, jobs: int = 1) -> None:
    """Print the time, the processor time and the memory of the command."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.xlsx"
        path.write_bytes(workbook(tables))
        begun = time.perf_counter()
        command = [sys.executable, "-m", "mjlog", "sheet", "check", str(path), "--jobs", str(jobs)]
        told = subprocess.run(command, capture_output=True, check=False, text=True)
        passed = time.perf_counter() - begun
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(
            f"  {tables} tables of {DEALS} deals, {path.stat().st_size / 1e6:.1f} MB, jobs {jobs}"
        )
    print(f"  {passed:.1f} s; {used.ru_utime:.1f} s of processor time; {used.ru_maxrss >> 10} MB")
    print(f"  {told.stdout.splitlines()[-1]}")


def workbook(tables: int) -> bytes:
    """Return an XLSX with a worksheet for each table; a few games are repeated."""
    different = [*_different()]
    book = openpyxl.Workbook(write_only=True)
    for number in range(tables):
        sheet = book.create_sheet(f"Table {number + 1}")
        right, wrong = different[number % len(different)]
        rows = right if number % WRONG else wrong
        for row in [[f"Round {number % 5 + 1}"], *rows]:
            sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _different() -> Iterator[tuple[Rows, Rows]]:
    """Yield the rows of several games, each without and with one wrong entry."""
    chance = Random(1)
    change = SLIPS["one unit"]
    for sheet in sheets(RULES, DIFFERENT, 1, least=DEALS, most=DEALS):
        right = laid_out(sheet, LAYOUT)[1]
        change(chance, sheet, LAYOUT)
        yield right, laid_out(sheet, LAYOUT)[1]


def _words(words: Sequence[str]) -> list[int]:
    return [int(word) for word in words]


if __name__ == "__main__":
    main(*_words(sys.argv[1:]))
