"""Hong Kong faan sheets: four names, then four columns a deal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final

from mjlog.model.findings import Finding
from mjlog.model.messages import msg
from mjlog.model.record import SEATS
from mjlog.sheets.records import WHOLE, DealDraft, Entry, GameDraft, Key
from mjlog.sheets.workbook import Cell

RULES: Final = "hongkong-faan/1"
SEATED: Final = 4
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SETTING: Final = re.compile(r"([BMRS])=([0-9]{1,4}(?:\.[0-9]{1,3})?|half|full|spicy)")
_RESULT: Final = re.compile(r"-|[0-9]{1,3}|[dfDS]")
_NAME: Final = re.compile(r"[^-0-9#*\s][^#*\s]*")
_MARKS: Final = frozenset("dfDS")
_SAMPLE: Final = 40
_USUAL: Final[Mapping[str, str]] = {"B": "1", "M": "13", "R": "full", "S": "half"}


def is_faan_sheet(text: str) -> bool:
    """Whether a text is such a sheet: nothing but its own lines, and a result or a setting."""
    lines = [words for line in text.splitlines()[:_SAMPLE] if (words := _words(line))]
    known = [_kind(words) for words in lines]
    return bool(known) and "" not in known and bool({"result", "setting"} & {*known})


def _words(line: str) -> list[str]:
    return line.partition("#")[0].split()


def _kind(words: Sequence[str]) -> str:
    """What a line is: a date, a setting, a result, names; empty for something else."""
    if len(words) == 1:
        is_setting = _SETTING.fullmatch(words[0])
        return "setting" if is_setting else "date" if _DATE.fullmatch(words[0]) else ""
    if len(words) != SEATED:
        return ""
    if all(_RESULT.fullmatch(word) for word in words) and not _MARKS.issuperset(words):
        return "result"
    return "names" if all(_NAME.fullmatch(word) for word in words) else ""


def drafts(text: str, rules: str = "") -> Iterator[GameDraft]:
    """The games of such a text: one for each line of names that results follow."""
    reader = _Reader(rules)
    for number, line in enumerate(text.split("\n"), 1):
        yield from reader.take(Cell(number, 1, line.strip(), number, 1))
    yield from reader.ended()


class _Reader:
    """Goes through the lines; names and settings hold until others come."""

    def __init__(self, rules: str) -> None:
        self.rules = rules
        self.settings = dict(_USUAL)
        self.date = ""
        self.names: tuple[str, ...] = ()
        self.named: Cell | None = None
        self.deals: list[DealDraft] = []
        self.findings: list[Finding] = []

    def take(self, cell: Cell) -> Iterator[GameDraft]:
        """The next line; a game that it ends comes out."""
        words = _words(cell.text)
        kind = _kind(words) if words else "comment"
        if kind in {"setting", "names"}:
            yield from self.ended()
        if kind == "names":
            self.names, self.named = tuple(words), cell
        elif kind == "setting":
            name, _, value = words[0].partition("=")
            self.settings[name] = value
        elif kind == "date":
            self.date = words[0]
        elif kind != "comment":
            self._result(cell, words, kind)

    def _result(self, cell: Cell, words: Sequence[str], kind: str) -> None:
        entries = _entries(words, cell) if kind == "result" and self.names else ()
        if entries:
            self.deals.append(DealDraft(cell, str(len(self.deals) + 1), entries=tuple(entries)))
            return
        said = msg("{cell} is not understood: {text}", cell=cell.name, text=repr(cell.text))
        self.findings.append(Finding.telling("sheet.unread", "error", said, cell.place()))

    def ended(self) -> Iterator[GameDraft]:
        """The game so far, where there is one."""
        if self.deals or (self.names and self.findings):
            unit = self.unit
            yield GameDraft(
                self.rules or self.header,
                self.names,
                tuple(self.deals),
                name=self.date,
                unit=unit,
                understood=(
                    f"Hong Kong faan sheet, {len(self.deals)} deals in lines; 1 point is {unit}",
                    f"rules: {self.rules or self.header}; players: {', '.join(self.names)}",
                ),
                findings=tuple(self.findings),
                rotating=True,
            )
        self.deals, self.findings = [], []

    @property
    def unit(self) -> Fraction:
        """What a point of the record is on the sheet, so that no half of one is paid."""
        half = Fraction(Decimal(self.settings["B"])) / 2
        return Fraction(1) if half.denominator == 1 and half else half or Fraction(1)

    @property
    def header(self) -> str:
        """The settings as records name them."""
        stake = Fraction(Decimal(self.settings["B"])) / 2 / self.unit
        told = {
            "stake": (str(stake), "1"),
            "max_faan": (self.settings["M"], "13"),
            "responsibility": (self.settings["R"], "full"),
            "rise": (self.settings["S"], "half"),
        }
        words = [f"{name}={value}" for name, (value, usual) in told.items() if value != usual]
        return " ".join([RULES, *words])


def _entries(words: Sequence[str], cell: Cell) -> Sequence[Entry]:
    """The lines of a result; nothing for one that says two things."""
    winners = [seat for seat, word in enumerate(words) if word.isdigit()]
    marked = {word: seat for seat, word in enumerate(words) if word in _MARKS}
    at: dict[Key, Cell] = {WHOLE: cell}
    if not winners and set(marked) <= {"f"}:
        return [Entry("draw wall", at)] if not marked else _false_win(SEATS[marked["f"]], cell)
    if len(winners) != 1 or sum(word in _MARKS for word in words) > 1 or "f" in marked:
        return ()
    winner, faan = SEATS[winners[0]], int(words[winners[0]])
    mark, seat = next(iter(marked.items()), ("", winners[0]))
    how = f"from {SEATS[seat]}" if mark in {"d", "D"} else "self"
    lines = [Entry(f"win {winner} ? {how}", at), Entry(f"fan {winner} faan {faan}", at)]
    if mark in {"D", "S"}:
        lines.append(Entry(f"rule {SEATS[seat]} guarantee", at))
    return lines


def _false_win(letter: str, cell: Cell) -> Sequence[Entry]:
    at: dict[Key, Cell] = {WHOLE: cell}
    return [Entry("draw void", at), Entry(f"rule {letter} false-win", at)]
