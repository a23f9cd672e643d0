"""Botzone's data set: a match has its number, the wind, the hands, then the acts.

Players 0 to 3 are East, South, West and North; East deals. Tiles are `W4` for characters, `B6` for
dots, `T8` for bamboo, `F1` to `F4` for winds, `J1` to `J3` for the red, green and white dragon. For
a win by self-draw, `Hu` names the latest discard, so the reader takes the drawn tile as the winning
tile.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from mjlog.formats.botzone.words import ACTS, head_of, tile_named
from mjlog.formats.mcr.deal_words import TWO_CHOWS, DealWords
from mjlog.formats.mcr.fans import ALL_NAMES
from mjlog.model.findings import Finding, Place
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import msg
from mjlog.model.record import Game
from mjlog.notation import read as read_text
from mjlog.notation.limits import Unreadable

_FAN: Final = re.compile(r"([^*+]+)\*([0-9]{1,2})")
_MOST_LINES: Final = 1000


def read(data: bytes, _name: str = "") -> Iterator[Game | Finding]:
    """Yield the matches in a text of Botzone's data set, each as a game.

    A match that cannot be read yields a finding (a message). Raise `Unreadable` if the file has no
    matches.
    """
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
        match = _Match()
        for at, line in enumerate(lines[:_MOST_LINES]):  # noqa: B007  the place of a line that is wrong
            if line:
                match.take(line.split())
        return read_text(match.record(lines[0].split()[-1]))
    except (LookupError, ValueError):
        words = msg("this line cannot be read: {text}", text=lines[at][:80])
        return replace(Finding.telling("format.element", "error", words), place=Place(first + at))


class _Match:
    """A match of Botzone's data set, which is one deal; its lines are read one after the other."""

    def __init__(self) -> None:
        self.wind = 0
        self.deal = DealWords()
        self.total: int | None = None
        self.changes: dict[int, int] = {}

    def take(self, parts: Sequence[str]) -> None:
        """Read one line of the match and store its content: an act, a wind, fans or points.

        `parts` are the words of the line. Raise ValueError or LookupError if the line is unknown or
        invalid.
        """
        if parts[0] == "Wind":
            self.wind = "0123".index(parts[1])
        elif parts[0] == "Player":
            self._act("0123".index(parts[1]), parts[2], parts[3:])
        elif parts[0] == "Fan":
            self._fan(parts[1:])
        elif parts[0] == "Score":
            self.changes = dict(enumerate([int(word) for word in parts[1:5]]))
        elif parts[0] not in {"Match", "Huang"}:
            raise ValueError(parts[0])

    def _act(self, seat: int, act: str, rest: Sequence[str]) -> None:
        deal = self.deal
        if act == "Deal":
            deal.deal(seat, [tile_named(name) for name in rest])
            return
        deal.lay(seat, ACTS[act], tile_named(rest[0]))

    def _fan(self, parts: Sequence[str]) -> None:
        for name, times in _FAN.findall(" ".join(parts[1:])):
            item = ALL_NAMES.get(name.strip())
            if item is not None:
                self.deal.fans.append(f"{item} {times if item in TWO_CHOWS else '?'}")
        self.total = int(parts[0])

    def record(self, match: str) -> str:
        """Return the match read so far as a record in mjlog's notation.

        `match` is the number of the match, which the record's headers show.
        """
        deal = self.deal.text(f"{'ESWN'[self.wind]}1 dealer=A", self.total, self.changes)
        return head_of(match) + deal
