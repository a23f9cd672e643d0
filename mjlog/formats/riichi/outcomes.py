"""Records the end of a deal of riichi as lines of a record, for the readers of all formats."""

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
"""Beginning of the names of yakuman."""
LIMITS: Final = ("", "満貫", "跳満", "倍満", "三倍満", "役満")
RANKS: Final = ("no-limit", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
"""Names of limits in records.

On a score sheet they say which limit a hand reaches, or that it reaches no limit.
"""
STATED: Final = frozenset({"fu", "han", "limits", "points", "share", "dealer-share", *RANKS})
"""Items of a record that state the value of a hand and are not part of it."""

Item = tuple[str, int | None]
SHOWN: Final = 40
"""Maximum number of characters of a word in a message."""
_NO_LETTER: Final = re.compile(r"\W+")

NAGASHI: Final = "nagashi-mangan"
NINE_TERMINALS: Final = "nine-terminals"
FOUR_RIICHI: Final = "four-riichi"
TRIPLE_RON: Final = "triple-ron"
FOUR_KONGS: Final = "four-kongs"
FOUR_WINDS: Final = "four-winds"


def sort_contents(contents: Iterable[Content]) -> list[Content]:
    """Return the parsed lines of a deal, sorted by keyword as a record has them."""
    return sorted(contents, key=lambda content: RANK[content.keyword])


@dataclass(slots=True)
class Outcome:
    """The end of a deal while it is recorded; changes of points by several winners are added up.

    `contents` are the lines of the record about the end. All points are whole points, not hundreds.
    `unknown` are the names of yaku that mjlog does not know.
    """

    seats: int
    contents: list[Content] = field(default_factory=list)
    net: list[int] = field(default_factory=list)
    score: list[int] = field(default_factory=list)
    chips: list[int] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    @property
    def attributes(self) -> tuple[tuple[str, str], ...]:
        """The attribute `house` of the deal's header line: the yaku that mjlog does not know.

        The result is a tuple with one pair of name and value, or an empty tuple if all yaku are
        known.
        """
        if not self.unknown:
            return ()
        names = [_NO_LETTER.sub("_", word[:SHOWN]).strip("_") for word in self.unknown]
        return (("house", ",".join(names)),)

    def change(self, changes: Sequence[int]) -> None:
        """Add the changes of points by one win or draw to the sum of changes in `net`.

        Raise ValueError unless `changes` has one number for each seat.
        """
        if len(changes) != self.seats:
            raise ValueError("one change for each seat is expected")
        before = self.net or [0] * self.seats
        self.net = [before[seat] + change for seat, change in enumerate(changes)]

    def win(
        self, line: WinLine, show: Show | None, items: Sequence[Item], ura: Sequence[Tile]
    ) -> None:
        """Add the record's lines about one winner to `contents`.

        The lines are the win, the shown hand (if known), the items such as yaku and fu (if any),
        and the hidden dora indicators, unless they were added for an earlier winner.
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
        """Add a line of payments to `contents`, if the changes of points show who paid whom."""
        payments = infer_payments(changes)
        if payments:
            self.contents.append(Pay(payments))

    def robbed_from(self, source: Seat) -> bool:
        """Return whether an earlier winner of this deal robbed a kong of `source`.

        If so, a further win on the tile of this player robs the kong, too.
        """
        robbers = (fact for fact in self.contents if isinstance(fact, WinLine) and fact.robbed)
        return source in {fact.source for fact in robbers}

    def washout(self, end: NoWin, shows: Sequence[Show], tenpai: Sequence[Seat] | None) -> None:
        """Add the lines for the end of a deal without a winner.

        `shows` are the hands that players showed. `tenpai` are the seats in tenpai; None if the
        format does not state them.
        """
        self.contents += [end, *shows]
        if tenpai is not None:
            self.contents.append(Tenpai(tuple(tenpai)))

    def leave_out(self, word: str) -> Message:
        """Add `word` to the unknown yaku; return the message that mjlog leaves this yaku out."""
        self.unknown.append(word)
        return msg(
            "mjlog does not know the yaku {word}; it leaves it out, and does not judge what the "
            "hand is worth",
            word=repr(word[:SHOWN]),
        )

    def totals(self) -> Iterator[Content]:
        """Yield the record's lines about points: changes, points after the deal, changes of chips.

        Lines for which nothing is known are left out.
        """
        if self.net:
            yield Points("net", tuple(self.net))
        if self.score:
            yield Points("score", tuple(self.score))
        if any(self.chips):
            yield Remark("note", "chips " + " ".join(f"{change:+d}" for change in self.chips))


def items_of(
    named: Iterable[tuple[str, int]], fu: int | None, stated: Iterable[Item] = ()
) -> tuple[Item, ...]:
    """Return the items of a winning hand: its yaku, then its fu, then the items `stated`.

    `named` are the yaku with their han. Han of yaku with the same name are added up. Yaku with 0
    han are left out, unless all yaku have 0 han. `fu` is None if unknown.
    """
    total: dict[str, int | None] = {}
    listed = list(named)
    has_han = any(han for _, han in listed)
    for name, han in listed:
        # Ura dora is listed with 0 if riichi brought none. It stays if it is the only yaku of the
        # list, because an empty list and no list differ in meaning.
        if han or not has_han:
            total[name] = (total.get(name) or 0) + han
    fu_items = () if fu is None else (("fu", fu),)
    return (*total.items(), *fu_items, *stated)


_TWICE: Final = frozenset(
    f"{YAKUMAN}{name}"
    for name in ("suuankou-tanki", "kokushi-thirteen-waits", "chuuren-nine-waits", "daisuushii")
)
"""Yakuman that count twice under some rules."""


def counted_twice(named: Sequence[tuple[str, int]], limits: int) -> Sequence[tuple[str, int]]:
    """Return the yaku of a hand, with the value 2 for each double yakuman.

    `named` are the yaku with their values, and `limits` is the number of limits for which the hand
    was paid. Some rules count a hand such as suuankou tanki as two limits, but the source shows
    this only in the payment. Return `named` unchanged if counting each such yakuman as two does not
    give `limits`.
    """
    more = sum(name in _TWICE for name, _ in named)
    if not more or limits != more + sum(name.startswith(YAKUMAN) for name, _ in named):
        return named
    return [(name, 2 if name in _TWICE else number) for name, number in named]


def is_yakuman(named: Iterable[tuple[str, int]]) -> bool:
    """Return whether at least one of the yaku is a yakuman."""
    return any(name.startswith(YAKUMAN) for name, _ in named)


def infer_payments(changes: Sequence[int]) -> tuple[tuple[Seat, Seat, int | None], ...]:
    """Infer from the changes of points by seat who paid whom in a deal.

    Return a tuple of (payer, payee, points). Payments are certain if only one seat gains points: it
    gets the losses of all others, and the sticks from the table (payer `TABLE`). Payments are also
    certain if only one seat loses points and no sticks are paid out. In all other cases return an
    empty tuple.
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
    """Return the seats that gain points, in order; `changes` are the changes of points by seat."""
    return tuple(seat for seat, change in enumerate(changes) if change > 0)


def wall_ran_out(changes: Sequence[int], *, nagashi: bool) -> NoWin:
    """Return a `NoWin` for a deal whose wall ran out; with `nagashi`, nagashi mangan was paid.

    The nagashi mangan belongs to the only seat that gains points in `changes`; if several seats
    gain points, no player is named.
    """
    if not nagashi:
        return NoWin("wall")
    takers = _paid(changes)
    return NoWin("wall", NAGASHI, takers[0] if len(takers) == 1 else NOBODY)


def infer_tenpai(changes: Sequence[int]) -> tuple[Seat, ...] | None:
    """Infer which seats were in tenpai when the wall ran out: the seats that gain points.

    `changes` are the changes of points by seat. Return None if nobody gains or loses points,
    because then all seats or no seats were in tenpai.
    """
    return _paid(changes) if any(changes) else None


def aborted(name: str, seat: Seat) -> NoWin:
    """Return the end of a deal by the abortive draw `name`, such as `four-winds`.

    `seat` is the player who declares nine terminals; it is ignored for other draws.
    """
    return NoWin("abort", name, seat if name == NINE_TERMINALS else NOBODY)


def known_hands(shown: Mapping[Seat, tuple[Tile, ...]]) -> dict[Seat, tuple[Tile, ...]]:
    """Return the shown hands, sorted by seat, without empty hands and hands with unknown tiles."""
    sort_contents = sorted(shown.items())
    return {seat: tiles for seat, tiles in sort_contents if tiles and UNKNOWN not in tiles}
