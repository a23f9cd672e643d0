"""How a deal ended, as Tenhou writes it (`AGARI`, `RYUUKYOKU`): facts and claims of the record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from mjlog.formats.tenhou import Meld, meld, numbers, seat_of, tile_ids, yaku
from mjlog.record import (
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
    ShownMeld,
    Tenpai,
    WinLine,
)
from mjlog.tiles import ORDER, Tile

ABORTS: Final = {
    "yao9": "nine-terminals",
    "reach4": "four-riichi",
    "ron3": "triple-ron",
    "kan4": "four-kongs",
    "kaze4": "four-winds",
}


@dataclass(slots=True)
class Result:
    """What the closing elements of one deal say, several winners added up. Points are points, not hundreds."""

    seats: int
    contents: list[Content] = field(default_factory=list)
    net: list[int] = field(default_factory=list)
    score: list[int] = field(default_factory=list)
    chips: list[int] = field(default_factory=list)
    final: str = ""

    def take_scores(self, text: str) -> list[int]:
        """Reads ``sc``: stack and change by seat in hundreds, then the same in chips where there are any."""
        values = numbers(text)
        if len(values) not in (8, 16):
            raise ValueError(f"sc has {len(values)} numbers, 8 or 16 are expected")
        changes = [100 * change for change in values[1 : 2 * self.seats : 2]]
        self.score = [
            100 * stack + change for stack, change in zip(values[0 : 2 * self.seats : 2], changes, strict=True)
        ]
        self.net = [a + b for a, b in zip(self.net or [0] * self.seats, changes, strict=True)]
        if len(values) == 16:
            self.chips = [a + b for a, b in zip(self.chips or [0] * self.seats, values[9::2], strict=False)]
        return changes

    def totals(self) -> Iterator[Content]:
        """The lines that stand once a deal."""
        if self.net:
            yield Points("net", tuple(self.net))
            yield Points("score", tuple(self.score))
        if any(self.chips):
            yield Remark("note", "chips " + " ".join(f"{change:+d}" for change in self.chips))


def sorted_faces(ids: Sequence[int], faces: Sequence[Tile]) -> tuple[Tile, ...]:
    """The tiles behind the ids in canonical order."""
    return tuple(sorted([faces[number] for number in ids], key=ORDER.__getitem__))


_SIGNS: Final[dict[str, Literal["+", "^", "*"]]] = {
    "chow": "+",
    "pung": "+",
    "kong": "+",
    "added": "^",
    "concealed": "*",
}


def shown_meld(found: Meld, faces: Sequence[Tile]) -> ShownMeld | None:
    """A meld as a shown hand writes it; None for a North laid beside the hand."""
    sign = _SIGNS.get(found.kind)
    return ShownMeld(sign, sorted_faces(found.ids, faces)) if sign else None


def win(given: dict[str, str], result: Result, faces: Sequence[Tile], *, robbed: bool) -> None:
    """Adds one `AGARI` to the result."""
    seat, source = seat_of(given["who"], result.seats), seat_of(given["fromWho"], result.seats)
    (tile,) = tile_ids(given["machi"])
    words = [meld(word) for word in numbers(given.get("m", ""))]
    melds = tuple(shown for word in reversed(words) if (shown := shown_meld(word, faces)))
    found: list[Content] = [WinLine(seat, faces[tile], source, robbed)]
    found.append(Show(seat, melds, sorted_faces(tile_ids(given["hai"]), faces)))
    found.append(Items("fan", seat, tuple(_fan(given))))
    found.extend(_ura(given, result, faces))
    payments = _payments(result.take_scores(given["sc"]))
    if payments:
        found.append(Pay(payments))
    result.contents.extend(found)


def _ura(given: dict[str, str], result: Result, faces: Sequence[Tile]) -> Iterator[Indicators]:
    """The hidden indicators, once for two winners who both turn them up."""
    if "doraHaiUra" in given:
        ura = Indicators(tuple(faces[number] for number in tile_ids(given["doraHaiUra"])), hidden=True)
        if ura not in result.contents:
            yield ura


def _fan(given: dict[str, str]) -> Iterator[tuple[str, int | None]]:
    """Named han, those of one name added up (one's own and the round's wind), then fu; limits for yakuman hands."""
    values = numbers(given.get("yaku", ""))
    named: dict[str, int] = {}
    for number, han in zip(values[::2], values[1::2], strict=True):
        if han:  # ura is listed with 0 when riichi brought none
            named[yaku(number)] = named.get(yaku(number), 0) + han
    for number in numbers(given.get("yakuman", "")):
        named[yaku(number)] = 1
    yield from named.items()
    if "yakuman" not in given:
        yield "fu", numbers(given["ten"])[0]


def _payments(changes: Sequence[int]) -> tuple[tuple[Seat, Seat, int | None], ...]:
    """Who pays whom, where the changes leave no choice: one payee, or one payer; the sticks come from the table."""
    givers = [seat for seat, change in enumerate(changes) if change < 0]
    takers = [seat for seat, change in enumerate(changes) if change > 0]
    sticks = sum(changes)
    if len(takers) == 1:
        taker = takers[0]
        found = [(giver, taker, -changes[giver]) for giver in givers]
        return (*found, (TABLE, taker, sticks)) if sticks > 0 else tuple(found)
    if len(givers) == 1 and not sticks:
        return tuple((givers[0], taker, changes[taker]) for taker in takers)
    return ()


def washout(
    given: dict[str, str], result: Result, faces: Sequence[Tile], melds: Sequence[list[ShownMeld]], by: Seat
) -> None:
    """Adds a `RYUUKYOKU` to the result; `by` is the seat whose turn it interrupts."""
    changes = result.take_scores(given["sc"])
    kind = given.get("type", "")
    shown = {seat: tile_ids(given[f"hai{seat}"]) for seat in range(result.seats) if given.get(f"hai{seat}")}
    result.contents.append(_no_win(kind, changes, by))
    for seat, ids in shown.items():
        result.contents.append(Show(seat, tuple(melds[seat]), sorted_faces(ids, faces)))
    if kind in ("", "nm"):
        result.contents.append(Tenpai(tuple(shown)))
    payments = _payments(changes)
    if payments:
        result.contents.append(Pay(payments))


def _no_win(kind: str, changes: Sequence[int], by: Seat) -> NoWin:
    if not kind:
        return NoWin("wall")
    if kind == "nm":
        takers = [seat for seat, change in enumerate(changes) if change > 0]
        return NoWin("wall", "nagashi-mangan", takers[0] if len(takers) == 1 else NOBODY)
    return NoWin("abort", ABORTS.get(kind, kind), by if kind == "yao9" else NOBODY)
