"""How a deal of riichi ended, whatever format says so.

Facts and claims of the record, in one manner for all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Final

from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.messages import Message, msg
from mjlog.model.record import (
    NOBODY,
    TABLE,
    Content,
    Indicators,
    Items,
    NoWin,
    Pay,
    Points,
    Remark,
    Seat,
    Show,
    Tenpai,
    WinLine,
)
from mjlog.model.tiles import UNKNOWN, Tile
from mjlog.notation.lines.line_order import RANK

YAKUMAN: Final = "yakuman-"
"""What the names of yakuman begin with."""
LIMITS: Final = ("", "満貫", "跳満", "倍満", "三倍満", "役満")
RANKS: Final = ("no-limit", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
"""The record's names of them.

By these a sheet says which limit a hand reaches, or that it reaches none.
"""
STATED: Final = frozenset({"fu", "han", "limits", "points", "share", "dealer-share", *RANKS})
"""Items of a record that state what a hand is worth and are no part of it."""

Item = tuple[str, int | None]
SHOWN: Final = 40
"""Characters that a message shows of a word."""
_NO_LETTER: Final = re.compile(r"\W+")

NAGASHI: Final = "nagashi-mangan"
NINE_TERMINALS: Final = "nine-terminals"
FOUR_RIICHI: Final = "four-riichi"
TRIPLE_RON: Final = "triple-ron"
FOUR_KONGS: Final = "four-kongs"
FOUR_WINDS: Final = "four-winds"


def sort_contents(contents: Iterable[Content]) -> list[Content]:
    """Return the lines in the order of a record."""
    return sorted(contents, key=lambda content: RANK[content.keyword])


@dataclass(slots=True)
class Outcome:
    """What is said of the end of one deal, several winners added up.

    Points are points, not hundreds. `unknown` are yaku that no table of words has.
    """

    seats: int
    contents: list[Content] = field(default_factory=list)
    net: list[int] = field(default_factory=list)
    score: list[int] = field(default_factory=list)
    chips: list[int] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    @property
    def attributes(self) -> tuple[tuple[str, str], ...]:
        """The word of the deal's header that names what mjlog has no rule for."""
        if not self.unknown:
            return ()
        names = [_NO_LETTER.sub("_", word[:SHOWN]).strip("_") for word in self.unknown]
        return (("house", ",".join(names)),)

    def change(self, changes: Sequence[int]) -> None:
        """Add what one winner, or the washout, changes for each seat."""
        if len(changes) != self.seats:
            raise ValueError("one change for each seat is expected")
        before = self.net or [0] * self.seats
        self.net = [before[seat] + change for seat, change in enumerate(changes)]

    def win(
        self, line: WinLine, show: Show | None, items: Sequence[Item], ura: Sequence[Tile]
    ) -> None:
        """Add one winner; hidden indicators that two winners turn up come once."""
        self.contents.append(line)
        if show is not None:
            self.contents.append(show)
        if items:
            self.contents.append(Items("fan", line.seat, tuple(items)))
        hidden = Indicators(tuple(ura), hidden=True)
        if ura and hidden not in self.contents:
            self.contents.append(hidden)

    def pay(self, changes: Sequence[int]) -> None:
        """Add the payments if the changes leave no choice."""
        payments = payments_behind(changes)
        if payments:
            self.contents.append(Pay(payments))

    def robbed_from(self, source: Seat) -> bool:
        """Return whether an earlier winner robbed that seat's kong: two may rob one tile."""
        robbers = (fact for fact in self.contents if isinstance(fact, WinLine) and fact.robbed)
        return source in {fact.source for fact in robbers}

    def washout(self, end: NoWin, shows: Sequence[Show], tenpai: Sequence[Seat] | None) -> None:
        """Add a deal without a winner; `tenpai` is None if the format does not say it."""
        self.contents += [end, *shows]
        if tenpai is not None:
            self.contents.append(Tenpai(tuple(tenpai)))

    def leave_out(self, word: str) -> Message:
        """Leave out an unknown yaku, and return the message about it."""
        self.unknown.append(word)
        return msg(
            "mjlog does not know the yaku {word}; it leaves it out, and does not judge what the "
            "hand is worth",
            word=repr(word[:SHOWN]),
        )

    def totals(self) -> Iterator[Content]:
        """Yield the lines that come once a deal."""
        if self.net:
            yield Points("net", tuple(self.net))
        if self.score:
            yield Points("score", tuple(self.score))
        if any(self.chips):
            yield Remark("note", "chips " + " ".join(f"{change:+d}" for change in self.chips))


def items_of(
    named: Iterable[tuple[str, int]], fu: int | None, stated: Iterable[Item] = ()
) -> tuple[Item, ...]:
    """Return the han by name, added up by name, without zeros.

    Fu come after them, then what else is stated of the hand's worth.
    """
    total: dict[str, int | None] = {}
    listed = list(named)
    has_han = any(han for _, han in listed)
    for name, han in listed:
        # Ura is listed with 0 when riichi brought none. It stays if the list holds nothing else,
        # for a list without any yaku says something, unlike no list.
        if han or not has_han:
            total[name] = (total.get(name) or 0) + han
    told_fu = () if fu is None else (("fu", fu),)
    return (*total.items(), *told_fu, *stated)


_TWICE: Final = frozenset(
    f"{YAKUMAN}{name}"
    for name in ("suuankou-tanki", "kokushi-thirteen-waits", "chuuren-nine-waits", "daisuushii")
)
"""Limit hands that count as two by some rules."""


def counted_twice(named: Sequence[tuple[str, int]], limits: int) -> Sequence[tuple[str, int]]:
    """Return the yaku with two limits for hands that count twice, if the points say so.

    `limits`: how many limits the hand is paid as. Formats write one word for one and for two.
    """
    more = sum(name in _TWICE for name, _ in named)
    if not more or limits != more + sum(name.startswith(YAKUMAN) for name, _ in named):
        return named
    return [(name, 2 if name in _TWICE else number) for name, number in named]


def is_yakuman(named: Iterable[tuple[str, int]]) -> bool:
    """Return whether these items are yakuman."""
    return any(name.startswith(YAKUMAN) for name, _ in named)


def payments_behind(changes: Sequence[int]) -> tuple[tuple[Seat, Seat, int | None], ...]:
    """Return the payments if the changes leave no choice: one payee, or one payer.

    The sticks come from the table.
    """
    takers = _paid(changes)
    givers = [seat for seat, change in enumerate(changes) if change < 0]
    sticks = sum(changes)
    payments: list[tuple[Seat, Seat, int | None]] = []
    if len(takers) == 1:
        taker = takers[0]
        payments = [(giver, taker, -changes[giver]) for giver in givers]
        if sticks > 0:
            payments.append((TABLE, taker, sticks))
    elif len(givers) == 1 and not sticks:
        payments = [(givers[0], taker, changes[taker]) for taker in takers]
    return tuple(payments)


def _paid(changes: Sequence[int]) -> tuple[Seat, ...]:
    """Return the seats that have more than before."""
    return tuple(seat for seat, change in enumerate(changes) if change > 0)


def wall_ran_out(changes: Sequence[int], *, nagashi: bool) -> NoWin:
    """Return the ordinary washout, or the one that pays a nagashi mangan."""
    if not nagashi:
        return NoWin("wall")
    takers = _paid(changes)
    return NoWin("wall", NAGASHI, takers[0] if len(takers) == 1 else NOBODY)


def tenpai_behind(changes: Sequence[int]) -> tuple[Seat, ...] | None:
    """Return who was ready when the wall ran out: the players who were paid.

    Return None if nobody was paid, which proves nothing.
    """
    return _paid(changes) if any(changes) else None


def aborted(name: str, seat: Seat) -> NoWin:
    """Return an abortive draw; nine terminals names the player who declared it."""
    return NoWin("abort", name, seat if name == NINE_TERMINALS else NOBODY)


def known_hands(shown: Mapping[Seat, tuple[Tile, ...]]) -> dict[Seat, tuple[Tile, ...]]:
    """Return the hands laid open of which every tile is known, in the order of seats."""
    sort_contents = sorted(shown.items())
    return {seat: tiles for seat, tiles in sort_contents if tiles and UNKNOWN not in tiles}
