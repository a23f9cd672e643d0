"""How a deal of riichi ended, as facts and claims of a record, for all formats."""

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
    """Return the lines in the order that a record has."""
    return sorted(contents, key=lambda content: RANK[content.keyword])


@dataclass(slots=True)
class Outcome:
    """The recorded end of one deal; several winners are added up.

    `contents` are its lines. Points are single points, not hundreds. `unknown` are yaku that mjlog
    does not know.
    """

    seats: int
    contents: list[Content] = field(default_factory=list)
    net: list[int] = field(default_factory=list)
    score: list[int] = field(default_factory=list)
    chips: list[int] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    @property
    def attributes(self) -> tuple[tuple[str, str], ...]:
        """The word of the deal's header that names the unknown yaku; empty if there are none."""
        if not self.unknown:
            return ()
        names = [_NO_LETTER.sub("_", word[:SHOWN]).strip("_") for word in self.unknown]
        return (("house", ",".join(names)),)

    def change(self, changes: Sequence[int]) -> None:
        """Add changes of points by seat, from one winner or from a draw.

        Raises ValueError if there is not one change for each seat.
        """
        if len(changes) != self.seats:
            raise ValueError("one change for each seat is expected")
        before = self.net or [0] * self.seats
        self.net = [before[seat] + change for seat, change in enumerate(changes)]

    def win(
        self, line: WinLine, show: Show | None, items: Sequence[Item], ura: Sequence[Tile]
    ) -> None:
        """Add the lines for one winner: the win, the hand, the items, the hidden indicators.

        Hidden indicators that were added for an earlier winner are not repeated.
        """
        self.contents.append(line)
        if show is not None:
            self.contents.append(show)
        if items:
            self.contents.append(Items("fan", line.seat, tuple(items)))
        hidden = Indicators(tuple(ura), hidden=True)
        if ura and hidden not in self.contents:
            self.contents.append(hidden)

    def pay(self, changes: Sequence[int]) -> None:
        """Add the payments if they follow from the changes of points without doubt."""
        payments = payments_behind(changes)
        if payments:
            self.contents.append(Pay(payments))

    def robbed_from(self, source: Seat) -> bool:
        """Return whether an earlier winner of the deal robbed that seat's kong.

        Two players may win on one tile.
        """
        robbers = (fact for fact in self.contents if isinstance(fact, WinLine) and fact.robbed)
        return source in {fact.source for fact in robbers}

    def washout(self, end: NoWin, shows: Sequence[Show], tenpai: Sequence[Seat] | None) -> None:
        """Add the end of a deal without a winner.

        `shows` are the hands laid open; `tenpai` is None if the format does not have it.
        """
        self.contents += [end, *shows]
        if tenpai is not None:
            self.contents.append(Tenpai(tuple(tenpai)))

    def leave_out(self, word: str) -> Message:
        """Note an unknown yaku, and return the message that it is left out."""
        self.unknown.append(word)
        return msg(
            "mjlog does not know the yaku {word}; it leaves it out, and does not judge what the "
            "hand is worth",
            word=repr(word[:SHOWN]),
        )

    def totals(self) -> Iterator[Content]:
        """Yield the lines for changes, totals and chips."""
        if self.net:
            yield Points("net", tuple(self.net))
        if self.score:
            yield Points("score", tuple(self.score))
        if any(self.chips):
            yield Remark("note", "chips " + " ".join(f"{change:+d}" for change in self.chips))


def items_of(
    named: Iterable[tuple[str, int]], fu: int | None, stated: Iterable[Item] = ()
) -> tuple[Item, ...]:
    """Return the items of a hand: the yaku, then its fu, then `stated`.

    `named` are yaku with their han; those of one name are added up, and those with 0 han are left
    out unless all have 0. `fu` is None if it is not known.
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
    """Return the yaku, with 2 for a hand that counts as two limits if the points show it.

    `named` are names with han. `limits` is the number of limits that the hand is paid as. Some
    rules count certain hands as two limits, but formats have one word for one limit and for two.
    """
    more = sum(name in _TWICE for name, _ in named)
    if not more or limits != more + sum(name.startswith(YAKUMAN) for name, _ in named):
        return named
    return [(name, 2 if name in _TWICE else number) for name, number in named]


def is_yakuman(named: Iterable[tuple[str, int]]) -> bool:
    """Return whether one of these yaku is a yakuman."""
    return any(name.startswith(YAKUMAN) for name, _ in named)


def payments_behind(changes: Sequence[int]) -> tuple[tuple[Seat, Seat, int | None], ...]:
    """Return the payments as payer, payee and points; empty if the changes leave them open.

    They follow from the changes if only one seat gains, which also gets the sticks from the table,
    or if only one seat loses and no sticks are paid out.
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
    """Return the seats that gain points."""
    return tuple(seat for seat, change in enumerate(changes) if change > 0)


def wall_ran_out(changes: Sequence[int], *, nagashi: bool) -> NoWin:
    """Return the end of a deal whose wall ran out.

    `nagashi`: it pays a nagashi mangan, recorded for the seat that gains by `changes` if it is only
    one.
    """
    if not nagashi:
        return NoWin("wall")
    takers = _paid(changes)
    return NoWin("wall", NAGASHI, takers[0] if len(takers) == 1 else NOBODY)


def tenpai_behind(changes: Sequence[int]) -> tuple[Seat, ...] | None:
    """Return the seats that were ready when the wall ran out: those that gain by `changes`.

    None if nobody was paid, because then all or none were ready.
    """
    return _paid(changes) if any(changes) else None


def aborted(name: str, seat: Seat) -> NoWin:
    """Return the end of an abortive draw.

    `seat` is recorded only for nine terminals, as the player who declared it.
    """
    return NoWin("abort", name, seat if name == NINE_TERMINALS else NOBODY)


def known_hands(shown: Mapping[Seat, tuple[Tile, ...]]) -> dict[Seat, tuple[Tile, ...]]:
    """Return those of the hands laid open that have no unknown tiles, in the order of seats.

    Empty hands are left out.
    """
    sort_contents = sorted(shown.items())
    return {seat: tiles for seat, tiles in sort_contents if tiles and UNKNOWN not in tiles}
