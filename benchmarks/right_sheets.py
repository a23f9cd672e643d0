"""Audit correct sheets that leave out columns and cells: which of them the audit accuses.

    python benchmarks/right_sheets.py [SHEETS] [SEED] [--rules NAME]

Made-up games become sheets without turns. Then columns, cells and words of headers are left out at
random, as on clubs' sheets. The rest is correct, so every finding about it is wrong.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from random import Random
from typing import Final

from copied_slips import sheets, wrong

from mjlog.model.findings import Finding

RULES: Final = (
    "riichi/1",
    "riichi/1 preset=ema-2016",
    "riichi/1 preset=m-league",
    "riichi/1 preset=tenhou-sanma",
    "taiyuan/1",
    "taiwanese/1",
    "taiwanese/1 preset=association",
    "american/1",
    "tibet/1 preset=tibet-13-scored",
    "tibet/1 preset=tibet-kan",
    "tibet/1 preset=tibet-riichi",
    "hongkong/1",
    "hongkong/1 preset=hongkong-simplified",
    "zungjung/1",
    "zungjung/1 preset=zungjung-family",
    "mcr/1",
    "sichuan/1",
)
COLUMNS: Final = ("show", "fan", "kong", "tenpai", "pay", "net", "score", "next", "ready", "bonus",
                  "dora", "ura")  # fmt: skip
CELLS: Final = ("fan ", "show ", "net ", "score ", "next ")
"""Lines that a sheet may have in one deal and leave out in another."""
SUMS: Final = re.compile("(total|han|fu|faan|tai|points|doubles|base) ")
FORMS_OF_A_GAME: Final = 4


def right_sheets(rules: str, number: int, seed: int) -> Iterator[str]:
    """Yield different correct sheets of made-up games, each with what one club might record."""
    chance = Random(seed)
    games = -(-number // FORMS_OF_A_GAME)
    drawn = set[str]()
    for lines in sheets(rules, 2 * games, seed * 1000):
        for _ in range(FORMS_OF_A_GAME):
            sheet = "\n".join([*_leave_out(lines, chance), ""])
            if sheet not in drawn and len(drawn) < number:
                drawn.add(sheet)
                yield sheet


def _leave_out(lines: list[str], chance: Random) -> Iterator[str]:
    """Yield the lines of a sheet that has only some of its columns, cells and words."""
    left_out = {column for column in COLUMNS if chance.random() < 0.4}
    if "fan" not in left_out:
        left_out.discard("kong")  # kongs are among the items
    headers = [word for word in ("sticks", "continued", "dealer") if chance.random() < 0.3]
    has_holes, hides_tile, has_sums = (chance.random() < 0.35 for _ in range(3))
    is_unpaid = False
    for line in lines:
        keyword = line.partition(" ")[0]
        if keyword == "@":
            is_unpaid = has_holes and chance.random() < 0.15
        # All payments of a deal are in one cell, with those for kongs.
        if keyword in left_out or (keyword == "pay" and is_unpaid):
            continue
        if has_holes and line.startswith(CELLS) and chance.random() < 0.15:
            continue
        if keyword == "win" and hides_tile:
            yield re.sub(r"^(win [A-D]) \S+", r"\1 ?", line)
        elif keyword == "fan" and has_sums:
            items = [item for item in line[6:].split(", ") if SUMS.match(item)]
            if items:
                yield line[:6] + ", ".join(items)
        elif keyword == "@":
            yield " ".join([word for word in line.split() if not word.startswith(tuple(headers))])
        else:
            yield line


def accused(sheet: str) -> list[Finding]:
    """Return the errors on a sheet, except that a dealer is not named."""
    return [finding for finding in wrong(sheet) if finding.code != "deal.dealer"]


def main() -> None:
    """Print for each rule set how many correct sheets are accused, and of what."""
    parser = ArgumentParser()
    parser.add_argument("number", nargs="?", type=int, default=2000)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("--rules", action="append")
    asked = parser.parse_args()
    for rules in asked.rules or RULES:
        number = 0
        for sheet in right_sheets(rules, asked.number, asked.seed):
            findings = accused(sheet)
            number += bool(findings)
            if findings:
                print(sheet)
                print(*[f"   {each.code} {each.place.line} {each.message}" for each in findings],
                      sep="\n")  # fmt: skip
        print(f"{rules:40} {number} of {asked.number} accused", flush=True)


if __name__ == "__main__":
    sys.exit(main())
