"""Read photographs of sheets filled in by simulated handwriting, and measure the results.

    python benchmarks/read_photographs.py [SHEETS] [SEED]

On half of the sheets, one digit of an amount is wrong. The exit status is 1 if such a digit was
read as the correct one, or if more cells than the issue allows are wrong though the reader is sure.
"""

from __future__ import annotations

import resource
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from time import process_time
from typing import Any, Final

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from kit.photographs import Hand, photographed, scanned, values_of

from mjlog.bots.generate import games
from mjlog.model.findings import CellPlace
from mjlog.paper.form import form_of
from mjlog.paper.reading import pages_of
from mjlog.paper.readings import Key, Reading
from mjlog.paper.table import Table
from mjlog.sheets.audit import audited
from mjlog.sheets.files.workbook import Workbook
from mjlog.sheets.reading import HowToRead, games_of

SETS: Final = ("riichi", "taiyuan", "taiwanese", "tibet", "american")
CAMERAS: Final[Mapping[str, Callable[[Any, int], bytes]]] = {
    "scanner": scanned,
    "phone": photographed,
}
MOST_WRONG: Final = {"scanner": 0.5, "phone": 1.0}
"""Of 1,000 sure cells."""


def main(sheets: int, seed: int) -> int:
    """Read the sheets by each camera, print the figures and return the exit status."""
    counts: dict[str, Counter[str]] = {camera: Counter() for camera in CAMERAS}
    for number in range(seed, seed + sheets):
        name = SETS[number % len(SETS)]
        values = values_of(next(games(name, seed=number, deals=16, fast=True)))
        slip = plant(values, number) if number // len(SETS) % 2 else None
        page = Hand(number).fill(form_of(name), values)
        for camera, take in CAMERAS.items():
            for line in measure(take(page, number), values, slip, counts[camera]):
                print(f"{camera} {name} {number}: {line}", flush=True)
    for camera, count in counts.items():
        print(f"{camera}: {summary(count)}")
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MB with the generator")
    is_bad = any(
        count["slips away"] or 1000 * count["wrong"] > MOST_WRONG[camera] * count["sure"]
        for camera, count in counts.items()
    )
    return int(is_bad)


def plant(values: dict[Key, Any], seed: int) -> tuple[Key, int] | None:
    """Change a digit of an amount; return its cell and the correct amount, None without amounts."""
    random = np.random.default_rng(seed)
    keys = [key for key, value in values.items() if key[1] == "change" and value]
    if not keys:
        return None
    key = keys[random.integers(len(keys))]
    due = values[key]
    digits = list(str(abs(due)))
    least = 2 if due % 100 == 0 and len(digits) > 2 else 0  # two noughts may be printed
    place = random.integers(len(digits) - least)
    others = [digit for digit in "123456789" if digit != digits[place]]
    digits[place] = others[random.integers(len(others))]
    values[key] = int("".join(digits)) * (1 if due > 0 else -1)
    return key, due


def is_read(cell: Reading, value: Any) -> bool:
    """Return whether a cell was read as it was written."""
    if isinstance(cell.value, tuple):
        return set(cell.value) == set(value or ())
    return (cell.value or 0) == (value or 0)


def measure(
    data: bytes, values: Mapping[Key, Any], slip: tuple[Key, int] | None, count: Counter[str]
) -> list[str]:
    """Read one picture, count its cells, and return a message for each mistake."""
    begun = process_time()
    table = Table(list(pages_of(data, HowToRead())), "")
    table.confirm(HowToRead())
    asked = list(table.questions())
    count["milliseconds"] += round(1000 * (process_time() - begun))
    count["sheets"] += 1
    count["asked"] += len(asked)
    lines = []
    for key, cell in table.cells.items():
        is_sure, is_right = cell.unclear is None, is_read(cell, values.get(key))
        sort = "written" if values.get(key) else "blank"
        count[sort] += 1
        count[f"{sort} sure"] += is_sure
        count["sure"] += is_sure
        if is_sure and not is_right:
            count["wrong"] += 1
            count[f"{sort} wrong"] += 1
            lines.append(f"{key} is {values.get(key)}, read {cell.value} ({cell.share:.4f})")
    findings = [
        finding
        for game in games_of(Workbook((table.grid(),)), table.how(HowToRead())).games
        for finding in audited(game).findings
        if finding.severity != "note" and finding.code != "sheet.unread"
    ]
    if slip is None:
        count["right sheets"] += 1
        count["right sheets with a finding"] += bool(findings)
        lines += [f"a finding on a right sheet: {finding.message}" for finding in findings]
        return lines
    key, due = slip
    cell = table.cells[key]
    rows = {row for row, _, keys in table.places() if key in keys}
    is_reported = cell.unclear is not None or any(
        isinstance(finding.place, CellPlace) and finding.place.row in rows for finding in findings
    )
    count["slips"] += 1
    count["slips as written and told"] += is_read(cell, values[key]) and is_reported
    if cell.unclear is None and is_read(cell, due):
        count["slips away"] += 1
        lines.append(f"{key}: the slip {values[key]} was read as {due}")
    return lines


def summary(count: Counter[str]) -> str:
    """Return a line with the figures of one camera."""
    sheets = count["sheets"]
    return (
        f"{sheets} sheets, sure {count['written sure'] / count['written']:.1%} of written cells, "
        f"wrong in 1,000 sure ones: {1000 * count['written wrong'] / count['written sure']:.2f} "
        f"written, {1000 * count['blank wrong'] / count['blank sure']:.2f} blank; "
        f"asked {count['asked'] / sheets:.1f} a sheet; slips {count['slips']}: as written and told "
        f"{count['slips as written and told']}, read away {count['slips away']}; right sheets with "
        f"a finding {count['right sheets with a finding']} of {count['right sheets']}; "
        f"{count['milliseconds'] / sheets / 1000:.2f} s of work a sheet"
    )


if __name__ == "__main__":
    words = [int(word) for word in sys.argv[1:]]
    sys.exit(main(*(words + [200, 380_000][len(words) :])))
