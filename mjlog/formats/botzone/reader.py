"""Botzone's data set: a match begins with its number, then come the wind, the hands, the acts.

Players 0 to 3 are East, South, West and North; East deals. Tiles are `W4` for characters, `B6` for
dots, `T8` for bamboo, `F1` to `F4` for winds, `J1` to `J3` for the red, green and white dragon.
After a self-draw `Hu` names the latest discard, so the tile drawn is taken for the winning one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from mjlog.formats.botzone.fans import FANS
from mjlog.model.findings import Finding, Place
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import msg
from mjlog.model.record import SEATS, Game
from mjlog.notation import read as read_text
from mjlog.notation.limits import Unreadable

_SUITS: Final = {"W": "m", "B": "p", "T": "s", "F": "z"}
_DRAGONS: Final = {"1": "7z", "2": "6z", "3": "5z"}
_TILE: Final = re.compile(r"[WBT][1-9]|F[1-4]|J[1-3]")
_FAN: Final = re.compile(r"([^*+]+)\*([0-9]{1,2})")
_TWO_CHOWS: Final = frozenset({
    "pure-double-chow", "mixed-double-chow", "short-straight", "two-terminal-chows",
})  # fmt: skip
"""Fans worth a point each, so that the number of times is what they are worth."""
_MOST_LINES: Final = 1000


class _WrongLine(ValueError):
    """A line of a match cannot be read."""


def read(data: bytes, _name: str = "") -> Iterator[Game | Finding]:
    """Yield the matches of a file; a finding for a match that cannot be read."""
    text = data.decode("utf-8", "replace").lstrip("\ufeff")
    lines: list[str] = []
    first = 1
    number = 0
    for place, line in enumerate([*text.splitlines(), "Match end"], 1):
        if line.startswith("Match "):
            if lines:
                number += 1
                yield _game_or_finding(lines, first)
            lines, first = [], place
        lines.append(line.strip())
    if not number:
        words = msg("this is a data set of Botzone without matches")
        raise Unreadable(Finding.telling("format.empty", "error", words))


def _game_or_finding(lines: Sequence[str], first: int) -> Game | Finding:
    at = 0
    try:
        deal = _Deal()
        for at, line in enumerate(lines[:_MOST_LINES]):  # noqa: B007  the place of a line that is wrong
            if line:
                deal.take(line.split())
        return read_text(deal.record(lines[0].split()[-1]))
    except (_WrongLine, LookupError, ValueError):
        words = msg("this line cannot be read: {text}", text=lines[at][:80])
        return replace(Finding.telling("format.element", "error", words), place=Place(first + at))


def _tile(name: str) -> str:
    if _TILE.fullmatch(name) is None:
        raise _WrongLine(name)
    return _DRAGONS[name[1]] if name[0] == "J" else name[1] + _SUITS[name[0]]


class _Deal:
    """A match, which is one deal, line by line."""

    def __init__(self) -> None:
        self.wind = 0
        self.hands: dict[int, list[str]] = {}
        self.words: list[str] = []
        self.open = ["", "", "", ""]
        self.drawn = ["", "", "", ""]
        self.latest = ""
        self.winner = -1
        self.fans: list[str] = []
        self.changes: list[str] = []

    def take(self, parts: Sequence[str]) -> None:
        """Take the next line."""
        if parts[0] == "Wind":
            self.wind = "0123".index(parts[1])
        elif parts[0] == "Player":
            self._act("0123".index(parts[1]), parts[2], parts[3:])
        elif parts[0] == "Fan":
            self._fan(parts[1:])
        elif parts[0] == "Score":
            self.changes = [str(int(word)) for word in parts[1:5]]
        elif parts[0] not in {"Match", "Huang"}:
            raise _WrongLine(parts[0])

    def _act(self, seat: int, act: str, rest: Sequence[str]) -> None:
        if act == "Deal":
            self.hands[seat] = [_tile(name) for name in rest]
            return
        tile = _tile(rest[0])
        if act == "Draw":
            self.open[seat] += ("/" if self.open[seat] else "") + tile
            self.drawn[seat] = tile
        elif act == "Play":
            word = self.open[seat]
            self._say(seat, f"{word}-{tile}" if word else tile)
            self.latest = tile
        elif act == "Chi":
            own = [f"{int(tile[0]) + step}{tile[1]}" for step in (-1, 0, 1)]
            own.remove(self.latest)
            self.open[seat] = "+" + "".join(own)
        elif act in {"Peng", "Gang"}:
            self.open[seat] = "+" + tile * (2 if act == "Peng" else 3)
        elif act == "AnGang":
            self.open[seat] += "*" + tile * 4
        elif act == "BuGang":
            self.open[seat] += "^" + tile
        elif act == "Hu":
            self._win(seat)
        else:
            raise _WrongLine(act)

    def _win(self, seat: int) -> None:
        self.winner = seat
        for other in range(4):
            if other != seat and self.open[other]:
                self._say(other, self.open[other])
        self._say(seat, f"{self.open[seat]}#")

    def _say(self, seat: int, word: str) -> None:
        self.words.append(f"{SEATS[seat]}:{word}")
        self.open[seat] = ""

    def _fan(self, parts: Sequence[str]) -> None:
        for name, times in _FAN.findall(" ".join(parts[1:])):
            item = FANS.get(name.strip())
            if item is not None:
                self.fans.append(f"{item} {times if item in _TWO_CHOWS else '?'}")
        self.fans.append(f"total {int(parts[0])}")

    def record(self, match: str) -> str:
        """Return the match in mjlog's own notation."""
        for seat in range(4):
            if self.open[seat]:
                self._say(seat, self.open[seat])
        lines = [
            "%mjlog 1.0",
            f"Event: Botzone, match {re.sub('[^0-9A-Za-z]', '', match)[:40]}",
            "Rules: mcr/1 preset=mcr-botzone",
            *(f"{letter}: Player {seat}" for seat, letter in enumerate(SEATS[:4])),
            "",
            f"@ {'ESWN'[self.wind]}1 dealer=A",
            *(f"deal {SEATS[seat]} {''.join(hand)}" for seat, hand in sorted(self.hands.items())),
        ]
        if self.words:
            lines.append("1. " + " ".join(self.words))
        if self.winner < 0:
            lines.append("draw wall")
        elif self.fans:
            lines.append(f"fan {SEATS[self.winner]} {', '.join(self.fans)}")
        if self.changes:
            lines.append("net " + " ".join(self.changes))
        return "\n".join(lines) + "\n"
