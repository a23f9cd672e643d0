"""Reads games as the clubs of Pantheon write them: final points, then a line for each deal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from mjlog.model.findings import Finding
from mjlog.model.record import SEATS, Seat
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.records import WHOLE, DealDraft, Entry, GameDraft
from mjlog.sheets.unread import not_understood

RULES: Final = "riichi/1 preset=ema-2016 ron_honba=nearest ron_sticks=nearest"
"""Rules that clubs with such sheets usually play; the sheets name no rules."""
_PLAYERS: Final = re.compile(r"\S+:-?[0-9]{1,7}(?:[ \t]+\S+:-?[0-9]{1,7}){2,3}")
_RESULT: Final = re.compile(r"(?:[1-4] )?(?:ron|tsumo|draw|also|chombo|abort)\b", re.IGNORECASE)
_ROUND: Final = re.compile(r"^[1-4] (?=[a-z])|\bdealer$", re.IGNORECASE)
"""What an older form of the text adds to a line, and what follows from the deals before."""
_SAMPLE: Final = 4_000
_HAND: Final = re.compile(r"(?:([0-9]{1,2})han)?(?:[ ]*([0-9]{2,3})fu)?(?:[ ]*(yakuman))?")
_ITEMS: Final = re.compile(r"\([^)]*\)?")


def is_pantheon(text: str) -> bool:
    """Return whether a text begins like a list of games in the format of Pantheon clubs.

    The first line must have names with points, such as ``Ann:30000 Bob:…``, and the next line, if
    there is one, must be a deal such as ``ron …``. Later lines are not checked.
    """
    stripped = (line.strip() for line in text[:_SAMPLE].splitlines())
    players, result, *_ = *(each for each in stripped if each), "", ""
    if not _PLAYERS.fullmatch(players):
        return False
    return not result or _RESULT.match(result) is not None


def drafts(text: str, rules: str = "") -> Iterator[GameDraft]:
    """Parse the games of a text in Pantheon's format, and yield each game as a `GameDraft`.

    Each line of players with points, such as ``Ann:30000 Bob:25000 …``, begins a new game. `rules`
    is the rules header for the games; if it is empty, the usual rules of Pantheon clubs (`RULES`)
    are used.
    """
    game: list[Cell] = []
    for number, line in enumerate((word.strip() for word in text.split("\n")), 1):
        # In a list of games, only the line of players separates a game from the next one.
        if game and _PLAYERS.fullmatch(line):
            yield _Game(game).draft(rules)
            game = []
        if line[:1] not in {"", "#"}:
            game.append(Cell(number, 1, line, number, 1))
    if game:
        yield _Game(game).draft(rules)


class _Game:
    """One game, whose first line names the players with their final points."""

    def __init__(self, lines: Sequence[Cell]) -> None:
        self.head, *self.lines = lines
        pairs = [word.rpartition(":") for word in self.head.text.split()]
        self.names = [name for name, _, _ in pairs]
        self.final = [int(points) for _, _, points in pairs]
        self.findings: list[Finding] = []

    def draft(self, rules: str) -> GameDraft:
        """Convert the lines of the game into a `GameDraft`, with deals for all lines but the first.

        A line that begins with `also` is added to the deal of the line before. A line that cannot
        be read is reported in the findings of the draft. `rules` is the rules header; empty if
        unknown.
        """
        deals: list[DealDraft] = []
        for cell in self.lines:
            word, *rest = _ROUND.sub("", _ITEMS.sub(" ", cell.text)).split()
            read = _READERS.get(word.lower())
            entries = tuple(read(self, cell, rest)) if read else ()
            if not entries:
                self.findings.append(not_understood(cell))
            elif word.lower() == "also" and deals:
                deals[-1] = replace(deals[-1], entries=(*deals[-1].entries, *entries))
            else:
                deals.append(DealDraft(cell, entries=entries))
        final = Entry(
            f"Final-Score: {' '.join(str(each) for each in self.final)}", {WHOLE: self.head}
        )
        named = rules or f"not named; {RULES} is tried first, then the other presets"
        lines = f"Pantheon text, {len(deals)} deals in lines, final points in the head"
        return GameDraft(
            rules or RULES,
            tuple(self.names),
            tuple(deals),
            (final,),
            are_rules_named=bool(rules),
            understood=(lines, f"rules: {named}"),
            findings=tuple(self.findings),
        )

    def seats(self, words: Sequence[str]) -> list[Seat]:
        """Return the seats of the players named in `words`; the word `all` gives all seats.

        Words that are not a player's name are ignored.
        """
        if "all" in words:
            return list(range(len(self.names)))
        return [self.names.index(word) for word in words if word in self.names]

    def ron(self, cell: Cell, rest: Sequence[str]) -> Iterator[Entry]:
        """Convert a line ``ron NAME from NAME 3han 40fu riichi NAME…`` into record lines of a deal.

        `rest` are the words after `ron`, and `cell` is the cell that the record lines come from.
        Yield nothing if the name of the winner or discarder is unknown.
        """
        if len(rest) < 3 or rest[1] != "from" or not {rest[0], rest[2]} <= {*self.names}:
            return
        self.source = rest[2]
        yield from self._win(cell, rest[0], f"from {self._letter(rest[2])}", rest[3:])

    def also(self, cell: Cell, rest: Sequence[str]) -> Iterator[Entry]:
        """Convert a line ``also NAME 1han 30fu`` into lines of a record.

        The line is about a second win on the same discard. Yield nothing if the name is unknown, or
        if there was no `ron` line before.
        """
        if rest and rest[0] in self.names and hasattr(self, "source"):
            yield from self._win(cell, rest[0], f"from {self._letter(self.source)}", rest[1:])

    def tsumo(self, cell: Cell, rest: Sequence[str]) -> Iterator[Entry]:
        """Convert a line ``tsumo NAME 3han 40fu riichi NAME…`` into lines of a record.

        `rest` are the words after `tsumo`. Yield nothing if the winner's name is unknown.
        """
        if rest and rest[0] in self.names:
            yield from self._win(cell, rest[0], "self", rest[1:])

    def _win(self, cell: Cell, name: str, how: str, rest: Sequence[str]) -> Iterator[Entry]:
        winner = self._letter(name)
        yield Entry(f"win {winner} ? {how}", {WHOLE: cell})
        yield from self._ready(cell, rest)
        worth = _worth(rest)
        if worth:
            yield Entry(f"fan {winner} {worth}", {WHOLE: cell})

    def _ready(self, cell: Cell, rest: Sequence[str]) -> Iterator[Entry]:
        if "riichi" in rest:
            named = self.seats(rest[rest.index("riichi") + 1 :])
            yield Entry(f"ready {_letters(named)}", {WHOLE: cell})

    def _letter(self, name: str) -> str:
        return SEATS[self.names.index(name)]

    def draw(self, cell: Cell, rest: Sequence[str]) -> Iterator[Entry]:
        """Convert a line ``draw tempai NAME… riichi NAME…`` into the record lines of a deal.

        If the line names no tenpai players, the record states that nobody was tenpai. `rest` are
        the words after `draw`, and `cell` is the cell that the record lines come from.
        """
        # The words before `riichi` are the waiting players; the words after it are those who
        # declared riichi.
        at = rest.index("riichi") if "riichi" in rest else len(rest)
        yield Entry("draw wall", {WHOLE: cell})
        yield from self._ready(cell, rest)
        waiting = self.seats(rest[:at])
        yield Entry(f"tenpai {_letters(waiting)}".strip(), {WHOLE: cell})

    def abort(self, cell: Cell, rest: Sequence[str]) -> Iterator[Entry]:
        """Convert a line ``abort riichi NAME…`` (an abortive draw) into lines of a record."""
        yield Entry("draw abort", {WHOLE: cell})
        yield from self._ready(cell, rest)

    def chombo(self, cell: Cell, rest: Sequence[str]) -> Iterator[Entry]:
        """Convert a line ``chombo NAME`` (a penalty; the deal is void) into lines of a record.

        Yield nothing if the name is unknown.
        """
        if rest and rest[0] in self.names:
            yield Entry("draw void", {WHOLE: cell})
            yield Entry(f"rule {self._letter(rest[0])} chombo", {WHOLE: cell})


_READERS: Final = {
    "ron": _Game.ron,
    "also": _Game.also,
    "tsumo": _Game.tsumo,
    "draw": _Game.draw,
    "abort": _Game.abort,
    "chombo": _Game.chombo,
}


def _letters(seats: Sequence[Seat]) -> str:
    return " ".join(SEATS[seat] for seat in sorted(set(seats)))


def _worth(words: Sequence[str]) -> str:
    """Convert words such as ``3han 40fu`` into ``han 3, fu 40``, the form of records.

    Only the first two words are read. Return an empty text if they do not give a value.
    """
    match = _HAND.fullmatch(" ".join(word for word in words[:2] if _HAND.fullmatch(word)))
    if match is None:
        return ""
    named = {"han": match[1], "fu": match[2], "yakuman": match[3] and "1"}
    return ", ".join(f"{name} {points}" for name, points in named.items() if points)
