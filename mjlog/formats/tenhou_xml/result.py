"""Reads how a deal ended in Tenhou's XML (`AGARI`, `RYUUKYOKU`), as facts and claims."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

from mjlog.formats.riichi.outcomes import (
    FOUR_KONGS,
    FOUR_RIICHI,
    FOUR_WINDS,
    NINE_TERMINALS,
    RANKS,
    TRIPLE_RON,
    Item,
    Outcome,
    items_of,
    wall_ran_out,
)
from mjlog.formats.riichi.tenhou_numbers import (
    PLAIN_FACES,
    RED_FACES,
    YAKU,
    ImpossibleError,
    Meld,
    meld,
    numbers,
    seat_of,
    tile_ids,
)
from mjlog.formats.tenhou_xml.faces import hand_of, sorted_faces
from mjlog.model.memo import Memo
from mjlog.model.messages import Message
from mjlog.model.record import NOBODY, NoWin, Seat, Show, ShownMeld, WinLine
from mjlog.model.tiles import Tile

ABORTS: Final = {
    "yao9": NINE_TERMINALS,
    "reach4": FOUR_RIICHI,
    "ron3": TRIPLE_RON,
    "kan4": FOUR_KONGS,
    "kaze4": FOUR_WINDS,
}
_WORD: Final = re.compile(r"[a-z][a-z0-9-]*")


class Result(Outcome):
    """The end of a deal, with a method that reads Tenhou's attribute `sc` (points, changes)."""

    __slots__ = ()

    def take_scores(self, text: str) -> list[int]:
        """Store the points and chips in the attribute ``sc``; return the changes of points by seat.

        `text` is the value of the attribute. It has the points before the deal's end and the
        change, in hundreds, for each of four seats; for games with chips, the chips before the end
        and their changes follow. Raise `ImpossibleError` if the number of values is wrong.
        """
        values = numbers(text)
        if len(values) not in (8, 16):
            raise ImpossibleError(f"sc has {len(values)} numbers, 8 or 16 are expected")
        changes: list[int] = []
        score: list[int] = []
        for place in range(0, 2 * self.seats, 2):
            change = 100 * values[place + 1]
            changes.append(change)
            score.append(100 * values[place] + change)
        self.score = score
        self.change(changes)
        if len(values) == 16:
            self.chips = [
                a + b for a, b in zip(self.chips or [0] * self.seats, values[9::2], strict=False)
            ]
        return changes


_SIGNS: Final[dict[str, Literal["+", "^", "*"]]] = {
    "chow": "+",
    "pung": "+",
    "kong": "+",
    "added": "^",
    "concealed": "*",
}


def shown_meld(meld: Meld, faces: Sequence[Tile]) -> ShownMeld | None:
    """Convert a meld to a `ShownMeld`, as shown hands have it; return None for a North set aside.

    `faces` has the tile for each id: `RED_FACES` in games with red fives, otherwise `PLAIN_FACES`.
    """
    sign = _SIGNS.get(meld.kind)
    if not sign:
        return None
    return ShownMeld(sign, sorted_faces(meld.ids, faces))


def shown_call(word: int, faces: Sequence[Tile]) -> ShownMeld | None:
    """Convert Tenhou's number for a meld to a `ShownMeld`; return None for a North set aside.

    `word` is the number. `faces` has the tile for each id: `RED_FACES` in games
    with red fives, otherwise `PLAIN_FACES`. Raise `ImpossibleError` if the number cannot be a meld.
    """
    return (_calls_with_red if faces is RED_FACES else _calls).get(word)


_calls: Final[Memo[int, ShownMeld | None]] = Memo(
    lambda word: shown_meld(meld(word), PLAIN_FACES), most=1 << 16
)
_calls_with_red: Final[Memo[int, ShownMeld | None]] = Memo(
    lambda word: shown_meld(meld(word), RED_FACES), most=1 << 16
)


def win(
    given: dict[str, str], result: Result, faces: Sequence[Tile], *, robbed: bool
) -> list[Message]:
    """Add a win to `result`, read from the attributes `given` of an element `AGARI`.

    `faces` is `RED_FACES` in games with red fives, otherwise `PLAIN_FACES`. `robbed` is True if the
    winning tile was robbed from a kong. Return a message for each yaku that mjlog does not know.
    """
    seat, source = seat_of(given["who"], result.seats), seat_of(given["fromWho"], result.seats)
    (tile,) = tile_ids(given["machi"])
    calls = [shown_call(word, faces) for word in numbers(given.get("m", ""))]
    melds = tuple(shown for shown in reversed(calls) if shown is not None)
    show = Show(seat, melds, hand_of(given["hai"], faces))
    ura = [faces[number] for number in tile_ids(given.get("doraHaiUra", ""))]
    changes = result.take_scores(given["sc"])
    counted = _counted(given)
    unknown = [number for number, _ in counted if not 0 <= number < len(YAKU)]
    named = [(YAKU[number], han) for number, han in counted if 0 <= number < len(YAKU)]
    fu, *stated = numbers(given["ten"])
    # The fu of a yakuman do not affect its points, so they are left out.
    items = items_of(named, None if "yakuman" in given else fu, _stated(stated))
    result.win(WinLine(seat, faces[tile], source, robbed), show, items, ura)
    result.pay(changes)
    return [result.leave_out(str(number)) for number in unknown]


def _counted(given: dict[str, str]) -> list[tuple[int, int]]:
    """Return the yaku of a win as pairs of Tenhou's number and han; the han of a yakuman is 1.

    `given` are the attributes of the element. Raise ValueError if the numbers are not in pairs.
    """
    values = numbers(given.get("yaku", ""))
    if len(values) % 2:
        raise ValueError("yaku are pairs of a number and han")
    limits = numbers(given["yakuman"]) if "yakuman" in given else []
    pairs = [(values[place - 1], values[place]) for place in range(1, len(values), 2)]
    return pairs + [(number, 1) for number in limits]


def _stated(values: Sequence[int]) -> list[Item]:
    """Return the points and the limit of a hand as items (name and number); [] without `values`.

    `values` has the points, then Tenhou's number of the limit. Raise `ImpossibleError` for a limit
    that does not exist.
    """
    if not values:
        return []
    stated: list[Item] = [("points", values[0])]
    for limit in values[1:]:
        if not 0 <= limit < len(RANKS):
            raise ImpossibleError(f"there is no limit {limit}")
        stated.append((RANKS[limit], None))
    return stated


def washout(
    given: dict[str, str],
    result: Result,
    faces: Sequence[Tile],
    melds: Sequence[list[ShownMeld]],
    by: Seat,
) -> None:
    """Add to `result` how a deal without a winner ended.

    `given` are the attributes of the element `RYUUKYOKU`. `faces` is `RED_FACES` in games with red
    fives, otherwise `PLAIN_FACES`. `melds` has the melds of each seat. `by` is the seat in whose
    turn the deal ends; it may have declared nine terminals.
    """
    changes = result.take_scores(given["sc"])
    kind = given.get("type", "")
    shown = [seat for seat in range(result.seats) if given.get(f"hai{seat}")]
    shows = [Show(seat, tuple(melds[seat]), hand_of(given[f"hai{seat}"], faces)) for seat in shown]
    result.washout(_no_win(kind, changes, by), shows, tuple(shown) if kind in ("", "nm") else None)
    result.pay(changes)


def _no_win(kind: str, changes: Sequence[int], by: Seat) -> NoWin:
    if kind in ("", "nm"):
        return wall_ran_out(changes, nagashi=bool(kind))
    name = ABORTS.get(kind, kind) if can_be_written(kind) else ""
    return NoWin("abort", name, by if kind == "yao9" else NOBODY)


def can_be_written(kind: str) -> bool:
    """Return whether a word for an end without a winner can be written in a record.

    `kind` is the word in the log. It can be written if it is a word of Tenhou, or if it has only
    lower-case letters and digits.
    """
    return not kind or _WORD.fullmatch(kind) is not None
