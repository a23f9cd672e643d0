"""Reads lists of results that servers publish: games without deals, with points at the end.

Tenhou's lists (`sca`, `scb`, `scc`) have a line for each game: when, how long, the rules as a word
(`四鳳南喰赤－`: players, room, length, open tanyao, red fives, speed), and the players from the
first place on with the points that include places, in private lobbies also their chips. Lists of
Mahjong Soul are JSON: games with `players` (amae-koromo), or with `accounts` and `result` (the
server).
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from mjlog.model.findings import Finding
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.records import Entry, GameDraft, RowBelow, one_line
from mjlog.sheets.unread import not_understood

_TAG: Final = re.compile(r"<[^<>]{0,300}>")
_LINE: Final = re.compile(
    r"(?:[A-Z]\d{4} \| )?\d\d:\d\d \| (?:\d+ \| )?(?P<rules>[三四][^ |]{1,12}) \| "
    r"(?:[^|]{0,20} \| )?(?P<players>[^|]{1,400})"
)
_PLAYER: Final = re.compile(
    r"(?P<name>\S.{0,40}?)\((?P<points>[-+]?\d{1,4}(?:\.\d)?)(?:,(?P<chips>[-+]?\d{1,3})枚)?\)(?:\s+|$)"
)
_OPTIONS: Final = (("喰", "open_tanyao=off"), ("赤", "red_fives=0"))
"""Signs in the word for the rules, each with the option of riichi if the sign is missing."""
_LOOK: Final = 5
_DEEPEST: Final = 6
_IN_ALL: Final = {3: 105_000, 4: 100_000}
"""Points of all players together in a game of Mahjong Soul."""


@dataclass(frozen=True, slots=True)
class _Player:
    """One player of one game: the name, and the cells with points and chips."""

    name: str
    points: Cell
    chips: Cell | None = None


@dataclass(frozen=True, slots=True)
class _Ranking:
    """The names and points of a game, and the total of all players' points.

    `in_all` is None if the total is unknown because the rules are.
    """

    rows: Sequence[tuple[str, int]]
    in_all: int | None


def is_result_list(text: str) -> bool:
    """Return whether a text is a list of game results from Tenhou or Mahjong Soul."""
    if _is_json(text):
        return '"nickname"' in text and next(_games(_decoded(text), 0), None) is not None
    lines = [line for line in (_plain(each) for each in text.splitlines()[: 10 * _LOOK]) if line]
    rows = [_LINE.fullmatch(line) for line in lines[:_LOOK]]
    return any(row is not None and _has_all_players(row) for row in rows)


def drafts(text: str, rules: str = "") -> Iterator[GameDraft]:
    """Parse a list of game results from Tenhou or Mahjong Soul, and yield `GameDraft` objects.

    `rules` is the rules header for the games. If it is empty, the rules are those that the list
    names. A finding about each line that cannot be read is attached to the first game.
    """
    if _is_json(text):
        for number, ranking in enumerate(_games(_decoded(text), 0), 1):
            yield _mahjong_soul_game(ranking, number, rules)
        return
    games: list[GameDraft] = []
    unread: list[Finding] = []
    for number, line in enumerate(text.splitlines(), 1):
        plain = _plain(line)
        row = _LINE.fullmatch(plain)
        if row is not None and _has_all_players(row):
            games.append(_tenhou_game(row, line, number, rules))
        elif plain:
            cell = Cell(number, 1, plain[:80], number, 1)
            unread.append(not_understood(cell))
    for game in games:
        yield replace(game, findings=tuple(unread))
        unread = []


def _is_json(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[")


def _plain(line: str) -> str:
    return html.unescape(_TAG.sub("", line)).strip()


# ------------------------------------------------------------------ Tenhou


def _has_all_players(row: re.Match[str]) -> bool:
    """Return whether a line of a Tenhou list names as many players as its rules need, with points.

    `row` is the match of the line. Rules that begin with `三` need three players, other rules four.
    Return False if other text stands between the players.
    """
    players = list(_PLAYER.finditer(row["players"]))
    is_whole = sum(len(player[0]) for player in players) == len(row["players"])
    return is_whole and len(players) == (3 if row["rules"].startswith("三") else 4)


def _tenhou_game(row: re.Match[str], line: str, number: int, rules: str) -> GameDraft:
    def cell(column: int, text: str) -> Cell:
        return Cell(number, column, text, number, line.find(text) + 1)

    players = [
        _Player(
            one_line(player["name"]),
            cell(place, player["points"]),
            cell(place, player["chips"]) if player["chips"] else None,
        )
        for place, player in enumerate(_PLAYER.finditer(row["players"]), 1)
    ]
    below = [RowBelow("points", tuple(player.points for player in players), sums=(0,))]
    if any(player.chips for player in players):
        below.append(RowBelow("points", tuple(player.chips for player in players), sums=(0,)))
    final = " ".join(player.points.text.lstrip("+") for player in players)
    named = rules or _rules_of(row["rules"])
    return _draft("Tenhou", named, players, f"Final-Points: {final}", below)


def _rules_of(word: str) -> str:
    """Convert Tenhou's word for the rules, such as ``三般東－赤速``, into a rules header.

    >>> _rules_of("三般東－赤速")
    'riichi/1 preset=tenhou-sanma length=east open_tanyao=off'
    """
    preset = "tenhou-sanma" if word.startswith("三") else "tenhou"
    options = [f"length={'east' if '東' in word else 'south'}"]
    options += [option for sign, option in _OPTIONS if sign not in word]
    return " ".join([f"riichi/1 preset={preset}", *options])


# ------------------------------------------------------------------ Mahjong Soul


def _decoded(text: str) -> Any:
    try:
        return json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        lines = [line for line in text.splitlines() if line.strip()]
    try:
        return [json.loads(line) for line in lines]
    except (ValueError, RecursionError):
        return None


def _games(value: Any, depth: int) -> Iterator[_Ranking]:
    """Find the games in a JSON value, and yield each game as a `_Ranking` (names and points).

    Lists and dicts inside the value are searched, too. `depth` is the nesting depth of the value;
    values deeper than `_DEEPEST` are not searched.
    """
    if depth > _DEEPEST or not isinstance(value, dict | list):
        return
    rows = _players_of(value) if isinstance(value, dict) else ()
    if rows and isinstance(value, dict):
        config = value.get("config")
        is_ranked = "modeId" in value or (isinstance(config, dict) and config.get("category") == 2)
        yield _Ranking(rows, _IN_ALL[len(rows)] if is_ranked else None)
        return
    for part in value.values() if isinstance(value, dict) else value:
        yield from _games(part, depth + 1)


def _players_of(game: Mapping[str, Any]) -> Sequence[tuple[str, int]]:
    """Return the names and points in a JSON game, sorted from the first place on.

    Return an empty sequence if the value is not a game.
    """
    result = game.get("result")
    players = result.get("players") if isinstance(result, dict) else game.get("players")
    if not isinstance(players, list) or len(players) not in _IN_ALL:
        return ()
    if not all(isinstance(player, dict) for player in players):
        return ()
    if isinstance(result, dict):
        accounts = game.get("accounts")
        names = {
            account.get("seat", 0): account.get("nickname")
            for account in (accounts if isinstance(accounts, list) else [])
            if isinstance(account, dict)
        }
        rows = [
            (names.get(each.get("seat", 0), "?"), each.get("part_point_1", 0)) for each in players
        ]
    else:
        rows = [(each.get("nickname"), each.get("score")) for each in players]
    named = [
        (name, points) for name, points in rows if isinstance(name, str) and type(points) is int
    ]
    return sorted(named, key=lambda row: -row[1]) if len(named) == len(players) else ()


def _mahjong_soul_game(game: _Ranking, number: int, rules: str) -> GameDraft:
    players = [
        _Player(one_line(name), Cell(number, place, str(points)))
        for place, (name, points) in enumerate(game.rows, 1)
    ]
    preset = "mahjongsoul" if len(players) == 4 else "mahjongsoul-sanma"
    named = rules or f"riichi/1 preset={preset}"
    cells = tuple(player.points for player in players)
    final = " ".join(cell.text for cell in cells)
    below = [RowBelow("points", cells, sums=(game.in_all,))]
    return _draft("Mahjong Soul", named, players, f"Final-Score: {final}", below)


# ------------------------------------------------------------------ both


def _draft(
    server: str, rules: str, players: Sequence[_Player], final: str, below: Sequence[RowBelow]
) -> GameDraft:
    names = tuple(player.name for player in players)
    return GameDraft(
        rules,
        names,
        (),
        headers=(Entry(final),),
        understood=(
            f"a result of {server}; read: names, points at the end",
            f"rules: {rules}; players: {', '.join(names)}",
        ),
        rows_below=tuple(below),
    )
