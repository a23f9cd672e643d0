"""Reads Hong Kong faan sheets: a line of four names, then a line of four columns for each deal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final

from mjlog.model.findings import Finding
from mjlog.model.record import SEATS
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.records import WHOLE, DealDraft, Entry, GameDraft
from mjlog.sheets.unread import not_understood

RULES: Final = "hongkong-faan/1"
SEATED: Final = 4
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SETTING: Final = re.compile(r"([BMRS])=([0-9]{1,4}(?:\.[0-9]{1,3})?|half|full|spicy)")
_RESULT: Final = re.compile(r"-|[0-9]{1,3}|[dfDS]")
_NAME: Final = re.compile(r"[^-0-9#*\s][^#*\s]*")
_KINDS: Final[Mapping[int, Mapping[str, re.Pattern[str]]]] = {
    1: {"setting": _SETTING, "date": _DATE},
    SEATED: {"result": _RESULT, "names": _NAME},
}
"""Possible kinds of a line by its number of words, each with the form of its words."""
_MARKS: Final = frozenset("dfDS")
_SAMPLE: Final = 40
_USUAL: Final[Mapping[str, str]] = {"B": "1", "M": "13", "R": "full", "S": "half"}


def is_faan_sheet(text: str) -> bool:
    """Return whether a text is a Hong Kong faan sheet: plain text with one deal in each line.

    The first 40 lines may be names of four players, results such as `3 d - -`, dates and settings
    such as `B=2`. At least one line must be a result or a setting, and no line may be anything
    else.
    """
    lines = (_words(line) for line in text.splitlines()[:_SAMPLE])
    kinds = {_kind(line) for line in lines if line}
    return "" not in kinds and not kinds.isdisjoint({"result", "setting"})


def _words(line: str) -> list[str]:
    return line.partition("#")[0].split()


def _kind(words: Sequence[str]) -> str:
    """Return the kind of a line with these words: "date", "setting", "result" or "names".

    For example, `B=2` is a setting, `3 d - -` a result and `Ann Bob Cid Dee` names. Return an empty
    text for any other line.
    """
    kinds = _KINDS.get(len(words), {})
    fitting = (
        kind for kind, pattern in kinds.items() if all(pattern.fullmatch(word) for word in words)
    )
    kind = next(fitting, "")
    # Four letters alone may also be names: in a result somebody has a number or a dash.
    return "names" if kind == "result" and _MARKS.issuperset(words) else kind


def drafts(text: str, rules: str = "") -> Iterator[GameDraft]:
    """Yield each game of a faan sheet: a line of names with the lines of results after it.

    `rules` is the header of the rules; if it is empty, the settings in the sheet decide.
    """
    reader = _Reader(rules)
    for number, line in enumerate(text.split("\n"), 1):
        yield from reader.take(Cell(number, 1, line.strip(), number, 1))
    yield from reader.ended()


class _Reader:
    """Reads a faan sheet line by line.

    Names and settings are valid until the next line of names or the same setting.
    """

    def __init__(self, rules: str) -> None:
        self.rules = rules
        self.settings = dict(_USUAL)
        self.date = ""
        self.names: tuple[str, ...] = ()
        self.named: Cell | None = None
        self.deals: list[DealDraft] = []
        self.findings: list[Finding] = []

    def take(self, cell: Cell) -> Iterator[GameDraft]:
        """Read the next line of the sheet, which is given as a cell.

        If it is a line of names or a setting, the game above it is finished, and is yielded.
        """
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
        self.findings.append(not_understood(cell))

    def ended(self) -> Iterator[GameDraft]:
        """Yield the game of the lines read so far, if there is one, and forget these lines.

        The players' names and the settings are kept for the next game.
        """
        if self.deals or (self.names and self.findings):
            yield self._game(self.rules or self.header)
        self.deals, self.findings = [], []

    def _game(self, rules: str) -> GameDraft:
        number, players = len(self.deals), ", ".join(self.names)
        return GameDraft(
            rules,
            self.names,
            tuple(self.deals),
            name=self.date,
            unit=self.unit,
            understood=(
                f"Hong Kong faan sheet, {number} deals in lines; 1 point is {self.unit}",
                f"rules: {rules}; players: {players}",
            ),
            findings=tuple(self.findings),
            rotating=True,
        )

    @property
    def unit(self) -> Fraction:
        """The number of points on the sheet that one point of the record stands for, as a fraction.

        The base stake of the sheet (`B=`) is halved. If the half is a fraction such as 1/2, it is
        the unit, so that the record needs only whole points; otherwise the unit is 1.
        """
        half = Fraction(Decimal(self.settings["B"])) / 2
        return half if half.denominator > 1 else Fraction(1)

    @property
    def header(self) -> str:
        """The text of the record's `Rules` header, such as `hongkong-faan/1 stake=2`.

        Only settings of the sheet that differ from the rule set's defaults are included.
        """
        stake = Fraction(Decimal(self.settings["B"])) / 2 / self.unit
        settings = {
            "stake": (str(stake), "1"),
            "max_faan": (self.settings["M"], "13"),
            "responsibility": (self.settings["R"], "full"),
            "rise": (self.settings["S"], "half"),
        }
        words = [f"{name}={value}" for name, (value, usual) in settings.items() if value != usual]
        return " ".join([RULES, *words])


def _entries(words: Sequence[str], cell: Cell) -> Sequence[Entry]:
    """Convert a line of results, with one word for each player, into the lines of a record.

    For example `3 d - -` gives `win A ? from B` and `fan A faan 3`. All lines refer to `cell`.
    Return an empty list if two players have a number, if two players have a letter (mark), or if
    the letter cannot go with the result.
    """
    seated = [*zip(SEATS, words, strict=False)]
    winners = [(letter, int(word)) for letter, word in seated if word.isdigit()]
    marked = [(word, letter) for letter, word in seated if word in _MARKS]
    # These sheets have one winner in a deal, and at most one player who pays a different amount.
    if len(winners) > 1 or len(marked) > 1:
        return ()
    mark, letter = next(iter(marked), ("", ""))
    if winners:
        lines = _won(*winners[0], mark, letter)
    else:
        # The mark `f` means that the player called a false win.
        without_win = {"": ["draw wall"], "f": ["draw void", f"rule {letter} false-win"]}
        lines = without_win.get(mark, ())
    return [Entry(line, {WHOLE: cell}) for line in lines]


def _won(winner: str, faan: int, mark: str, letter: str) -> Sequence[str]:
    """Return the record's lines for a win, such as `win A ? from B` and `fan A faan 3`.

    `winner` is the winner's seat letter. `mark` is what the sheet says about the player in seat
    `letter`: `d` discarded, `D` discarded and pays for all losers, `S` pays for all losers of a
    self-draw; an empty text means a self-draw. Return no lines for the mark `f` (a false win),
    because nobody wins by it.
    """
    if mark == "f":
        return ()
    how = f"from {letter}" if mark in {"d", "D"} else "self"
    guarantee = [f"rule {letter} guarantee"] if mark in {"D", "S"} else []
    return [f"win {winner} ? {how}", f"fan {winner} faan {faan}", *guarantee]
