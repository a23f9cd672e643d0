"""Measure the audit of a wrong sheet, for every rule set, with one deal and with eight.

Each kind of wrong entry is made on a correct sheet without turns. It is read and audited several
times, and the shortest time counts. Promised: at most ten milliseconds for a deal.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from statistics import mean
from typing import Final

from mjlog.auditor.audit import audit
from mjlog.bots.generate import games
from mjlog.model.record import (
    READY,
    Act,
    Deal,
    Dealt,
    Game,
    Indicators,
    Line,
    ReadySeats,
    Show,
    WinLine,
)
from mjlog.model.tiles import UNKNOWN
from mjlog.notation import read, write

RULES: Final = (
    "riichi/1",
    "taiyuan/1",
    "taiwanese/1",
    "american/1",
    "tibet/1 preset=tibet-13-scored",
)
SEED, SIZES, TIMES, MOST = 77, (1, 8), 5, 12
PROMISED: Final = 10.0
"""Milliseconds for one deal."""
_OF_TILES: Final = (Dealt, Indicators, Show)


def main() -> None:
    """Print a line for each rule set and size of sheet."""
    for rules in RULES:
        for deals in SIZES:
            print(row(rules, deals))


def row(rules: str, deals: int) -> str:
    """Return a line: the mean and worst time of a wrong sheet, and the time of the right one."""
    right = [*sheets(rules, deals)]
    wrong = [(milliseconds(text), name) for sheet in right for name, text in some_slips(sheet)]
    times = [taken for taken, _ in wrong]
    over = sum(taken > PROMISED * deals for taken in times)
    worst, slip = max(wrong)
    rule_set = rules.partition("/")[0]
    beside = mean(milliseconds(sheet) for sheet in right)
    words = (
        f"{mean(times):.1f} ms on average, {worst:.1f} ms at worst ({slip}), right {beside:.1f} ms"
    )
    return f"  {rule_set:<12} {deals} deals: {words}, {over} of {len(times)} over the promise"


def sheets(rules: str, deals: int) -> Iterator[str]:
    """Yield correct sheets with this number of deals, without turns and tiles."""
    for number in range(MOST // deals // 2 + 1):
        for game in games(rules, seed=SEED + number, deals=deals, fast=True):
            if any(deal.contents(WinLine) for deal in game.deals):
                yield write(without_tiles(game))


def without_tiles(game: Game) -> Game:
    """Return the sheet of a game: no turns and tiles, but a line of who declared ready."""
    return replace(game, deals=tuple(map(_sheet_of, game.deals)))


def _sheet_of(deal: Deal) -> Deal:
    ready = sorted({act.seat for turn in deal.turns for act in turn.acts if _is_ready(act)})
    kept = [_unseen(line) for line in deal.lines if not isinstance(line.content, _OF_TILES)]
    told = [Line(ReadySeats(tuple(ready)))] if ready else []
    return replace(deal, turns=(), places=(), lines=(*told, *kept))


def _is_ready(act: Act) -> bool:
    return act.kind == READY


def _unseen(line: Line) -> Line:
    if not isinstance(line.content, WinLine):
        return line
    return replace(line, content=replace(line.content, tile=UNKNOWN))


def slips(text: str) -> Iterator[tuple[str, str]]:
    """Yield each wrong entry's name with the sheet that has it."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        for name, wrong in of_line(line):
            if wrong != line:
                yield name, "\n".join([*lines[:number], wrong, *lines[number + 1 :]])


def of_line(line: str) -> Iterator[tuple[str, str]]:
    """Yield the wrong entries that are possible in a line: name and new line."""
    keyword = line.partition(" ")[0]
    if keyword in {"pay", "score", "net"}:
        yield f"{keyword} unit", re.sub(r"\d+$", lambda m: str(int(m[0]) + _unit(m[0])), line)
        yield f"{keyword} amount", re.sub(r"\d+$", lambda m: str(int(m[0]) * 2 + 1), line)
    if keyword == "net":
        yield "net sign", re.sub(r"-(?=\d)", "", line, count=1)
    if keyword == "pay":
        yield "payer", re.sub(r"pay ([A-D])>([A-D])", _other_payer, line)
    if keyword == "fan":
        yield "item", re.sub(r"(?<= )\d+", lambda m: str(int(m[0]) + 1), line, count=1)
    if keyword == "win":
        yield "discarder", re.sub(r"(win ([A-D]).* from )([A-D])", _other_discarder, line)
    if keyword == "ready":
        yield "ready", ""
    if keyword == "@":
        yield "dealer", re.sub("(?<=dealer=)[A-D]", _next_seat, line)


def _unit(number: str) -> int:
    return 100 if number.endswith("00") else 1


def _other_payer(found: re.Match[str]) -> str:
    payer = next(seat for seat in "ABCD" if seat not in found.groups())
    return f"pay {payer}>{found[2]}"


def _next_seat(found: re.Match[str]) -> str:
    return "ABCD"["DABC".index(found[0])]


def _other_discarder(found: re.Match[str]) -> str:
    return found[1] + next(seat for seat in "ABCD" if seat not in found.groups())


def some_slips(right: str) -> list[tuple[str, str]]:
    """Return a few wrong sheets with their wrong entry's name, from all parts of the sheet."""
    made = [*slips(right)]
    return made[:: len(made) // MOST + 1]


def milliseconds(text: str) -> float:
    """Return the shortest time for reading and auditing a sheet."""
    return 1000 * min(timed(text) for _ in range(TIMES))


def timed(text: str) -> float:
    """Return the processor's seconds for reading and auditing a sheet."""
    start = time.process_time()
    audit(read(text))
    return time.process_time() - start


if __name__ == "__main__":
    main()
