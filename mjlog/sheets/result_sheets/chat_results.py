"""Reads results in messages of chat bots. A file in `chats` describes the format of each bot.

Each file has `name`, `source`, `game` (a mark of a game, before or after it), `player` (with groups
`name` and `points`, perhaps `placed`), and the `unit` of the points if it is not 1.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Final

from mjlog.model.record import SEATS
from mjlog.sheets.files.workbook import Cell, Grid
from mjlog.sheets.records import GameDraft
from mjlog.sheets.result_sheets.results import drafts_of_results

_MOST_LETTERS: Final = 200_000
"""Most characters of a text that may be messages."""
_TERM: Final = re.compile(r"[+-]?\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Chat:
    """The message format of a chat bot.

    `game` matches a mark before or after a game, and `player` matches a player's line. One point in
    a message is worth `unit` points.
    """

    name: str
    game: re.Pattern[str]
    player: re.Pattern[str]
    unit: int

    def written(self, part: str, words: str) -> str:
        """Convert one part of a player's line in a chat message into the text of a cell.

        `part` is `name`, `points`, or another group of the bot's regex, and `words` is the text
        that the group matched. A name is returned unchanged. For other parts the numbers in `words`
        are added, for example `30+5` gives `35`. The sum of `points` is also multiplied by `unit`,
        because some bots write points in hundreds.
        """
        if part == "name":
            return words
        unit = self.unit if part == "points" else 1
        return str(unit * sum(Decimal(each) for each in _TERM.findall(words)))


@cache
def _chats() -> tuple[Chat, ...]:
    """Load the message formats of all known chat bots from the files in `mjlog/sheets/chats`."""
    folder = files("mjlog.sheets") / "chats"
    paths = {path.name: path for path in folder.iterdir() if path.name.endswith(".toml")}
    tables = [tomllib.loads(path.read_text(encoding="utf-8")) for _, path in sorted(paths.items())]
    return tuple(
        Chat(
            table["name"],
            re.compile(table["game"]),
            re.compile(table["player"]),
            table.get("unit", 1),
        )
        for table in tables
    )


def is_chat(text: str) -> bool:
    r"""Return whether a text contains game results in the message format of a known chat bot.

    >>> is_chat("終局\n田中 350\n鈴木 280\n佐藤 220\n高橋 150"), is_chat("終局 is a word")
    (True, False)
    """
    return next(drafts(text), None) is not None


def drafts(text: str, rules: str = "") -> Iterator[GameDraft]:
    """Find the games in a text of chat messages, and yield each game as a `GameDraft`.

    The format of the first known bot that matches the text and gives a game is used. `rules` is the
    rules header for the games; empty if unknown. Yield nothing if no bot's format matches, or if
    the text has more than `_MOST_LETTERS` characters.
    """
    if len(text) > _MOST_LETTERS:
        return
    for chat in _chats():
        if not chat.game.search(text):
            continue
        games = drafts_of_results(_grid(chat, text), rules)
        for game in games:
            first, *others = game.understood
            yield replace(game, understood=(f"{chat.name}: {first}", *others))
        if games:
            return


def _grid(chat: Chat, text: str) -> Grid:
    """Convert chat messages into a worksheet in which each row is one game.

    A row has the number of the game, and then the name and the numbers of each player. A game ends
    after four players, or at a line of text without a player.
    """
    games: list[list[list[Cell]]] = [[]]
    for line, message in enumerate(text.splitlines(), 1):
        # Players after a mark such as `終局` keep their positions, which findings report.
        unmarked = chat.game.sub(lambda mark: " " * len(mark[0]), message)
        players = [*chat.player.finditer(unmarked)]
        if not players:
            games.append([])
        for player in players:
            if len(games[-1]) == len(SEATS):
                games.append([])
            games[-1].append(
                [
                    Cell(0, 0, chat.written(part, words), line, player.start(part) + 1)
                    for part, words in player.groupdict().items()
                ]
            )
    cells = {(1, 1): Cell(1, 1, "Game")}
    for row, game in enumerate((each for each in games if each), 2):
        cells[row, 1] = Cell(row, 1, str(row - 1), game[0][0].line, 1)
        for column, cell in enumerate(chain.from_iterable(game), 2):
            cells[row, column] = replace(cell, row=row, column=column)
    return Grid("", cells)
