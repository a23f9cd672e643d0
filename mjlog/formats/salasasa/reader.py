"""Reads records of salasasa (open_mahjong_unity): rounds of MCR with their acts as short lists.

Tiles are numbers: 11 to 19 characters, 21 to 29 dots, 31 to 39 bamboo, 41 to 47 honours, from 51 on
bonus tiles. A discard names no player: the player who drew or claimed last discards. Players are
numbered from the dealer; the list `seats` has this number for each player, in the order of the
game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from mjlog.formats.json_text import records_of
from mjlog.formats.mcr.deal_words import DealWords, WrongActError
from mjlog.formats.mcr.fans import ALL_NAMES, POINTS
from mjlog.model.findings import Finding, Place
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import msg
from mjlog.model.record import SEATS, Game
from mjlog.notation import read as read_text
from mjlog.notation.limits import Unreadable

_SUITS: Final = {1: "m", 2: "p", 3: "s"}
_DRAGONS: Final = {45: "7z", 46: "5z", 47: "6z"}
_MOST_DEALS: Final = 64
_NUMBER: Final = re.compile(r"round_index_([0-9]{1,4})")
_CLAIMS: Final = {"p": "pung", "g": "kong"}
_KONGS: Final = {"ag": "concealed", "jg": "added"}
_RULES: Final = "guobiao"
"""Name of MCR in the program."""


def read(data: bytes, _name: str = "") -> Iterator[Game | Finding]:
    """Yield the games in a JSON file of salasasa.

    A game or deal that cannot be read yields a finding (a message). Raise `Unreadable` if the file
    is not JSON.
    """
    yield from records_of(data, _game)


def _game(whole: Any) -> Iterator[Game | Finding]:
    parts = whole if isinstance(whole, dict) else {}
    title, rounds = parts.get("game_title"), parts.get("game_round")
    if not isinstance(title, dict) or not isinstance(rounds, dict):
        title, rounds = {"rule": _RULES}, {}
    if title.get("rule") != _RULES:
        words = msg("this is a game by the rules {rules}; mjlog reads those of MCR in this format",
                    rules=str(title.get("rule"))[:40])  # fmt: skip
        raise Unreadable(Finding.telling("format.unread", "error", words))
    numbered = sorted([(int(match[1]), name) for name in rounds if (match := _NUMBER.match(name))])
    deals: list[str] = []
    findings: list[Finding] = []
    for number, name in numbered[:_MOST_DEALS]:
        try:
            deals.append(_deal(rounds[name], number))
        except (LookupError, TypeError, ValueError, AttributeError) as problem:
            words = msg("deal {number} of the file cannot be read: {problem}",
                        number=number, problem=str(problem)[:80])  # fmt: skip
            finding = Finding.telling("format.element", "error", words)
            findings.append(replace(finding, place=Place(deal=number)))
    if not deals:
        words = msg("this is a record of salasasa without a deal that can be read")
        raise Unreadable(Finding.telling("format.empty", "error", words))
    head = ["%mjlog 1.0", "Rules: mcr/1 under_claim=forbidden"]
    names = [" ".join(str(title.get(f"p{place}_name", "")).split())[:80] for place in range(4)]
    head += [f"{SEATS[place]}: {name or f'Player {place}'}" for place, name in enumerate(names)]
    yield read_text("\n".join([*head, "", "\n".join(deals)]))
    yield from findings


def _tile(number: int) -> str:
    number = int(number)
    suit, rank = divmod(number, 10)
    if suit in _SUITS and rank:
        return f"{rank}{_SUITS[suit]}"
    if 41 <= number <= 44:
        return f"{rank}z"
    if number in _DRAGONS:
        return _DRAGONS[number]
    if 51 <= number <= 58:
        return f"{rank}f"
    raise WrongActError(f"no tile has the number {number}")


def _deal(played: Mapping[str, Any], number: int) -> str:
    """Convert the deal with the number `number` to mjlog's notation."""
    place_of = [int(place) for place in played["seats"]]
    seats = [SEATS[place_of.index(place)] for place in range(4)]
    deal = DealWords(seats)
    dealer = int(played["dealer_index"])
    for seat in range(4):
        deal.deal(seat, [_tile(tile) for tile in played[f"p{seat}_tiles"]])
    ticks = _Ticks(deal, dealer)
    for tick in played["action_ticks"]:
        ticks.take(tick[0], tick[1:])
    turn = (int(played.get("current_round", number)) - 1) % 16
    east = (dealer - turn % 4) % 4
    order = "".join([*seats[east:], *seats[:east]])
    changed = f" seats={order}" if order not in SEATS * 2 else ""
    head = f"{'ESWN'[turn // 4]}{turn % 4 + 1}{changed} dealer={seats[dealer]}"
    return deal.text(head, ticks.total, ticks.net)


class _Ticks:
    """Adds the acts of a deal to `deal`, one after the other, and stores whose turn it is."""

    def __init__(self, deal: DealWords, dealer: int) -> None:
        self.deal = deal
        self.active = dealer
        self.thrower = dealer
        self.kong = False
        self.total: int | None = None
        self.net: dict[int, int] = {}

    def take(self, word: str, rest: Sequence[Any]) -> None:
        """Add one act to `deal`.

        `word` is the kind of act in the format, such as `d` for a draw. `rest` are the other
        elements of the act: its tiles and player, if the format states them.
        """
        deal = self.deal
        if word in {"d", "gd"}:
            if word == "d" and not deal.open[self.active] and deal.has_begun:
                self.active = (self.thrower + 1) % 4
            deal.draw(self.active, _tile(rest[0]))
        elif word == "c":
            deal.lay(self.active, "drawn" if rest[1] == "T" else "discard", _tile(rest[0]))
            self.thrower = self.active
        elif word in {"cl", "cm", "cr"}:
            self.active = int(rest[1])
            tiles = sorted([int(tile) for tile in (rest[0], *rest[2:4])])
            deal.lay(self.active, "chow", _tile(tiles[1]))
        elif word in _CLAIMS:
            self.active = int(rest[1])
            deal.lay(self.active, _CLAIMS[word], _tile(rest[0]))
        elif word in _KONGS:
            deal.lay(self.active, _KONGS[word], _tile(rest[0]))
        elif word == "bh":
            self.active = int(rest[1]) if deal.has_begun else self.active
            self.flower = int(rest[1]), _tile(rest[0])
        elif word == "bd":
            seat, tile = self.flower
            deal.flower(seat, tile, _tile(rest[0]))
        elif word.startswith("hu_"):
            self._win(rest)

    def _win(self, rest: Sequence[Any]) -> None:
        seat, total, names, changes = rest[:4]
        self.deal.win(int(seat))
        self.total = int(total)
        for name in names:
            fan, _, times = str(name).partition("*")
            item = ALL_NAMES.get(fan)
            if item is not None:
                self.deal.fan(item, POINTS[item], int(times or 1))
        self.net = dict(enumerate([int(change) for change in changes]))
